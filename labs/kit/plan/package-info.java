//SOURCES Burst.java ClosedLoop.java GeneratorMode.java Load.java Look.java OpenLoop.java Published.java Request.java
//SOURCES Stages.java Traffic.java Variant.java WarmUp.java
//FILES published/sources.csv=../../../data/published/sources.csv

/**
 * What is ordered: requests, loads and variants. Values that do not change.
 *
 * <p>It uses the rooms record to service.
 */
package kit.plan;
