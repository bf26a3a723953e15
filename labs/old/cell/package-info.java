//SOURCES AotCaches.java Bench.java CellMain.java GeneratorInLab.java
//SOURCES Outcome.java PoolSampler.java ThreadStack.java
//SOURCES WaitingProfile.java WaitSampler.java

/**
 * One measurement: the JVM of a cell, from its start to its end, what it watches, and what came of it.
 *
 * <p>It uses the rooms base to load.
 */
package old.cell;
