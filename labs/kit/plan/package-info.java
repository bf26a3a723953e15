//SOURCES BenchPlan.java Burst.java Cell.java Claim.java ClosedLoop.java Comparison.java Demand.java GeneratorMode.java
//SOURCES Guess.java JdkRange.java LabPlan.java Load.java Look.java Metric.java OpenLoop.java PinnedReason.java
//SOURCES Published.java Quantity.java Request.java ServiceUnderTest.java Stages.java Station.java Traffic.java
//SOURCES Variant.java WarmUp.java
//FILES published/sources.csv=../../../data/published/sources.csv

/**
 * What is ordered: requests, loads and variants. Values that do not change.
 *
 * <p>It uses the rooms record to service.
 */
package kit.plan;
