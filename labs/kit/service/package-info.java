//SOURCES ActuatorPools.java AddressedService.java BackendMode.java Backends.java BootService.java ChildProcess.java
//SOURCES ChildRecording.java CpuMeter.java Database.java Facts.java ForeignProcess.java ForeignService.java Gauges.java
//SOURCES JmxPools.java Management.java OperatedService.java PoolFigures.java PoolUse.java ProcessService.java
//SOURCES Ready.java RequestMeter.java RunningService.java Service.java SingleGet.java StopCommand.java
//SOURCES WebServerProbe.java

/**
 * What is measured: a service is started, with its backends and its database, and the facts about it are read back.
 *
 * <p>It uses the rooms base and machine.
 */
package kit.service;
