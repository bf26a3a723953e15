//SOURCES Carriers.java Forecast.java Job.java Model.java Occupancy.java Pool.java RuleFigures.java
//SOURCES Queueing.java Rules.java SharedCpus.java Simulated.java Simulation.java Step.java Time.java

/**
 * What the rules say: the laws of queueing, and a discrete-event simulation of a service (pools, carriers, CPUs and
 * waits) that tells what a rule of one line leaves out: queues that grow and shrink, percentiles, a backlog over time.
 *
 * <p>A library for discrete events, such as SSJ, would take the place of the list of events and of the random numbers,
 * which are a small part of this room. The stations of a service would still be written here.
 *
 * <p>It uses the rooms record to plan.
 */
package kit.rule;

import kit.plan.Demand;
