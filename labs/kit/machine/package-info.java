//SOURCES Hiccups.java Jdks.java Limits.java Machine.java SteadyClock.java Usage.java

/**
 * The host: its CPUs, memory, limits and JDKs, and how its clock runs.
 *
 * <p>It uses the room base.
 */
package kit.machine;
