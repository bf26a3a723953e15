//SOURCES Bench.java Block.java Disturbance.java Flight.java FlightRecorder.java Group.java Jvm.java JvmFacts.java
//SOURCES MachineCheck.java MemoryLooks.java Measurement.java MeasurementEvent.java MeasurementFile.java
//SOURCES Order.java Progress.java Stores.java ThreadDump.java VariantJvm.java VariantMain.java Vitals.java

/**
 * Measures a plan side by side: starts the JVMs of a group, drives one cell at a time, block after block, and collects
 * what comes back into a {@link kit.measure.Measurement}.
 *
 * <p>It uses the rooms record to load.
 */
package kit.measure;
