//SOURCES Bursts.java EventLoop.java Exchanges.java LoadDriver.java LoadScheduler.java Patience.java StagePart.java
//SOURCES StreamRecorder.java Waves.java

/**
 * The load generator: it sends requests on a scheduler of its own, and records each of them.
 *
 * <p>It uses the rooms base to report.
 */
package kit.load;
