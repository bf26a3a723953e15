//SOURCES ArrivalWarmth.java Bursts.java EventLoop.java Exchanges.java ExternalGenerator.java
//SOURCES Failing.java LoadGenerator.java LoadGuard.java LoadScheduler.java NoTls.java RequestTimeouts.java
//SOURCES Rounds.java StreamRecorder.java Users.java Warmth.java Waves.java

/**
 * The load generator: it sends requests on a scheduler of its own, and records each of them. An external one may take
 * its place.
 *
 * <p>It uses the rooms base to report.
 */
package kit.load;
