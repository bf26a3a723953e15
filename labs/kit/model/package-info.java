//SOURCES Carriers.java Job.java Model.java Occupancy.java Pool.java SharedCpus.java Simulated.java Simulation.java
//SOURCES Step.java Time.java

/**
 * A discrete-event simulation of a service: pools, carriers, CPUs and waits, and the loads that the labs have. It tells
 * what a rule of one line leaves out: queues that grow and shrink, percentiles, a backlog over time.
 *
 * <p>A library for discrete events, such as SSJ, would take the place of the list of events and of the random numbers,
 * which are a small part of this room. The stations of a service would still be written here.
 *
 * <p>It uses no other room.
 */
package kit.model;
