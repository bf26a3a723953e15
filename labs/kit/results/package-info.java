//SOURCES ApacheBench.java Bombardier.java CsvRows.java Foreign.java Format.java GatlingStats.java Hey.java
//SOURCES HistogramLog.java HistogramUnit.java HyperfoilJson.java JMeterCsv.java JMeterXml.java Json.java K6Csv.java
//SOURCES K6Json.java K6Points.java K6Summary.java LineLimit.java LoadResult.java LocustCsv.java Oha.java OwnRun.java
//SOURCES Printed.java RequestLog.java ResultFile.java SecondsCsv.java Timeline.java Unread.java UserLog.java
//SOURCES Vegeta.java Wrk.java

/**
 * What load tools tell about a load: one model of it, and a reader for each of their files.
 *
 * <p>It uses the room base. {@code jbang audit} brings it, and so does everything with the room engine.
 */
package kit.results;
