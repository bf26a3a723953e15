//SOURCES Burst.java Cell.java ClosedLoop.java Demand.java Forecast.java GeneratorMode.java Load.java Look.java
//SOURCES Needs.java
//SOURCES OpenLoop.java Prediction.java Published.java Queueing.java Request.java Stages.java Traffic.java
//SOURCES Variant.java WarmUp.java
//FILES published/sources.csv=../../../data/published/sources.csv

/**
 * What is ordered: requests, loads and variants, which do not change; and the rules that predict what comes of them.
 *
 * <p>It uses the rooms base to model.
 */
package kit.plan;
