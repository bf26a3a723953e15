//SOURCES ApacheBench.java CsvRows.java Foreign.java Format.java HistogramLog.java HyperfoilJson.java JMeterCsv.java
//SOURCES JMeterXml.java Json.java K6Csv.java K6Json.java K6Points.java K6Summary.java LineLimit.java LoadResult.java
//SOURCES LocustCsv.java OwnRun.java RequestLog.java ResultFile.java Timeline.java UserLog.java Wrk.java

/**
 * What load tools tell about a load: one model of it, and a reader for each of their files.
 *
 * <p>It uses the room base. {@code jbang audit} brings it, and so does everything with the room engine.
 */
package kit.results;
