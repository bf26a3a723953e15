//SOURCES BenchPlan.java Burst.java Cell.java Claim.java ClosedLoop.java Comparison.java Demand.java GeneratorMode.java
//SOURCES Guess.java LabPlan.java Load.java Look.java Measurable.java Metric.java OpenLoop.java Published.java
//SOURCES Quantity.java Request.java ServiceUnderTest.java Stages.java Station.java Traffic.java Variant.java
//SOURCES WarmUp.java
//FILES published/sources.csv=../../../data/published/sources.csv

/**
 * What is ordered: requests, loads and variants. Values that do not change.
 *
 * <p>It uses the rooms record to service.
 */
package kit.plan;
