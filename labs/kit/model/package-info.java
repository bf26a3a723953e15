//SOURCES Carriers.java Job.java Model.java Occupancy.java Pool.java SharedCpus.java Simulated.java Simulation.java
//SOURCES Step.java Time.java

/**
 * A discrete-event simulation of a service: pools, carriers, CPUs and waits, and the loads that the labs have. It tells
 * what a rule of one line leaves out: queues that grow and shrink, percentiles, a backlog over time.
 *
 * <p>It uses no other room.
 */
package kit.model;
