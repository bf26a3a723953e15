//SOURCES Canary.java Cgroup.java ChildJvm.java Children.java Compilers.java
//SOURCES Connections.java CpuUsage.java Hiccups.java Jdks.java Limits.java Machine.java ProcessSampler.java
//SOURCES Program.java Provenance.java SteadyClock.java

/**
 * The host: its CPUs, memory, limits and JDKs, how its clock runs, and how processes start and end on it.
 *
 * <p>It uses the room base.
 */
package kit.machine;
