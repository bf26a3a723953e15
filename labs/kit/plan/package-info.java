//SOURCES BenchPlan.java Burst.java Cell.java Claim.java ClosedLoop.java Comparison.java Demand.java GeneratorMode.java
//SOURCES Guess.java JdkRange.java LabPlan.java Load.java Measurable.java Metric.java OpenLoop.java
//SOURCES PinnedReason.java Published.java Quantity.java Request.java ServiceUnderTest.java Station.java
//SOURCES Traffic.java Variant.java WarmUp.java
//FILES published/sources.csv=../../../data/published/sources.csv

/**
 * What is ordered: requests, loads and variants. Values that do not change.
 *
 * <p>It uses the rooms record to service.
 */
package kit.plan;
