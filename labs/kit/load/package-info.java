//SOURCES Bursts.java Engine.java Engines.java EventLoop.java Exchanges.java Failing.java FailureGuard.java
//SOURCES LoadGenerator.java LoadScheduler.java RequestTimeouts.java StagePart.java StreamRecorder.java Warmth.java
//SOURCES Waves.java

/**
 * The load generator: it sends requests on a scheduler of its own, and records each of them. An engine may take its
 * place.
 *
 * <p>It uses the rooms base to report.
 */
package kit.load;
