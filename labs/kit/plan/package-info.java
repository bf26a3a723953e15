//SOURCES Burst.java ClosedLoop.java Demand.java GeneratorMode.java Load.java Look.java OpenLoop.java Published.java
//SOURCES Request.java Stages.java Station.java Traffic.java Variant.java WarmUp.java
//FILES published/sources.csv=../../../data/published/sources.csv

/**
 * What is ordered: requests, loads and variants. Values that do not change.
 *
 * <p>It uses the rooms record to service.
 */
package kit.plan;
