//FILES kit/judge/spread.csv=spread.csv
//SOURCES Bottleneck.java Bounds.java Decision.java Estimate.java Evidence.java Judge.java JudgedRun.java Looks.java
//SOURCES Row.java RowChecks.java Spread.java Values.java Variance.java

/**
 * Judges a measurement: findings, bottlenecks, and the verdicts of rows, claims and the run, from what blocks and forks
 * say. It has their thresholds; what disturbs a block is in
 * {@code kit.measure.Disturbance}.
 *
 * <p>It uses the rooms record to measure.
 */
package kit.judge;
