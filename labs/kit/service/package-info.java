//SOURCES ActuatorPools.java AddressedService.java BackendMode.java Backends.java BootService.java ChildProcess.java
//SOURCES ChildRecording.java Database.java Facts.java ForeignProcess.java ForeignService.java Gauges.java
//SOURCES JmxPools.java LoopbackGet.java PoolFigures.java PoolUse.java ProcessService.java
//SOURCES RequestMeter.java RunningService.java Service.java WebServerProbe.java

/**
 * What is measured: a service is started, with its backends and its database, and the facts about it are read back.
 *
 * <p>It uses the rooms base and machine.
 */
package kit.service;
