//SOURCES CellReport.java Totals.java

/**
 * What the JVM of a cell is told, and what it answers.
 *
 * <p>It uses the rooms base to plan.
 */
package kit.report;
