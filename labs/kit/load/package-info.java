//SOURCES Bursts.java EventLoop.java Exchanges.java Failing.java FailureGuard.java LoadGenerator.java LoadScheduler.java
//SOURCES RequestTimeouts.java StagePart.java StreamRecorder.java Warmth.java Waves.java

/**
 * The load generator: it sends requests on a scheduler of its own, and records each of them.
 *
 * <p>It uses the rooms base to report.
 */
package kit.load;
