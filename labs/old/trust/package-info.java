//SOURCES BoundSeen.java CellResult.java Checks.java Claim.java Conditions.java
//SOURCES ConnectionDemand.java CpuDemand.java Decision.java
//SOURCES EngineChecks.java Hints.java
//SOURCES MachineChecks.java Metric.java Results.java RowChecks.java RowCounts.java RuleGap.java WaitingMemory.java

/**
 * Whether a figure can be believed, and what it shows: checks, results, claims.
 *
 * <p>It uses the rooms base to cell.
 */
package old.trust;
