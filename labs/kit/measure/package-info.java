//SOURCES Bench.java Block.java BlockLoads.java Disturbance.java Flight.java FlightRecorder.java Group.java
//SOURCES History.java Jvm.java JvmFacts.java LoadDriver.java MachineCheck.java Measurement.java
//SOURCES MeasurementEvent.java MeasurementFile.java MemoryLooks.java Order.java PoolSampler.java Progress.java
//SOURCES Stores.java ThreadDump.java ThreadStack.java VariantJvm.java VariantMain.java Vitals.java
//SOURCES WaitSampler.java WaitingProfile.java Wanted.java

/**
 * Measures a plan side by side: starts the JVMs of a group, drives one cell at a time, block after block, and collects
 * what comes back into a {@link kit.measure.Measurement}.
 *
 * <p>It uses the rooms record to load.
 */
package kit.measure;
