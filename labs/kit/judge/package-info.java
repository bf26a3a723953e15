//SOURCES Bottleneck.java Judge.java JudgedRun.java Row.java Values.java

/**
 * Judges a measurement: findings, bottlenecks, and the verdicts of rows, claims and the run. The only place with
 * thresholds.
 *
 * <p>It uses the rooms record to measure.
 */
package kit.judge;
