//SOURCES BoundSeen.java CellResult.java Checks.java Claim.java Conditions.java Decision.java MachineChecks.java
//SOURCES Metric.java Results.java RowChecks.java RowCounts.java WaitingMemory.java

/**
 * Whether a figure can be believed, and what it shows: checks, results, claims.
 *
 * <p>It uses the rooms base to cell.
 */
package kit.trust;
