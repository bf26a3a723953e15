//SOURCES Bench.java Block.java Disturbance.java Flight.java FlightRecorder.java Group.java Jvm.java JvmFacts.java
//SOURCES MachineCheck.java MemoryLooks.java Measurement.java MeasurementEvent.java MeasurementFile.java
//SOURCES Order.java PoolSampler.java Progress.java Stores.java ThreadDump.java ThreadStack.java VariantJvm.java
//SOURCES VariantMain.java Vitals.java WaitSampler.java WaitingProfile.java

/**
 * Measures a plan side by side: starts the JVMs of a group, drives one cell at a time, block after block, and collects
 * what comes back into a {@link kit.measure.Measurement}.
 *
 * <p>It uses the rooms record to load.
 */
package kit.measure;
