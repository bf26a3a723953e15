package kit.service;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import kit.machine.Children;
import kit.machine.Connections;
import kit.machine.Jdks;

/**
 * A service that runs already, and that nothing here starts or ends.
 *
 * @param address    where it listens, without a path
 * @param pid        its process, where it is on this machine and known; else {@link #UNKNOWN}
 * @param management where it tells of itself
 */
public record AddressedService(URI address, long pid, Management management) implements Service {

    /** Of a process that is not known. */
    public static final long UNKNOWN = -1;

    /** The service that listens there now; its process is known where it is on this machine, and not another user's. */
    public static AddressedService at(URI address, Management management) {
        long pid = Connections.isElsewhere(address) ? UNKNOWN
                : Connections.listener(address).orElse(UNKNOWN);
        return new AddressedService(address, pid, management);
    }

    @Override
    public boolean isElsewhere() {
        return Connections.isElsewhere(address);
    }

    /** With a flight recording in its JVM, where that can be had; it ends when what is returned is closed. */
    @Override
    public RunningService start() throws IOException, InterruptedException {
        return start(() -> {});
    }

    /** @param after what is done when it is closed, and the recording is written */
    RunningService start(Runnable after) throws IOException, InterruptedException {
        var running = new Running(this, ChildRecording.in(Path.of(System.getProperty("java.io.tmpdir"))), after);
        Path java = running.javaHome();
        return java != null && running.flight.start(java, pid) ? running : unrecorded(after);
    }

    /** For a look, without a recording. */
    public RunningService unrecorded() {
        return unrecorded(() -> {});
    }

    /** @param after what is done when it is closed */
    RunningService unrecorded(Runnable after) {
        return new Running(this, null, after);
    }

    @Override
    public String toString() {
        return address.toString();
    }

    private record Running(AddressedService service, ChildRecording flight, Runnable after) implements RunningService {

        @Override
        public URI address() {
            return service.address;
        }

        @Override
        public long pid() {
            return service.pid;
        }

        @Override
        public Facts facts() {
            return Facts.none().with(Facts.RUNTIME, "at " + service.address);
        }

        @Override
        public long requestsCounted() {
            return -1;
        }

        @Override
        public double cpuSecondsElsewhere() {
            return Children.cpuSeconds(ProcessHandle.of(service.pid).stream().flatMap(Children::withDescendants));
        }

        @Override
        public Path javaHome() {
            return ProcessHandle.of(service.pid).flatMap(Jdks::homeOf).orElse(null);
        }

        @Override
        public PoolFigures figures() throws IOException {
            Management named = service.management;
            if (named.jmx() != null) {
                return JmxPools.at(named.jmx(), service.isElsewhere());
            }
            if (named.actuator() == null) {
                return service.isElsewhere() ? ActuatorPools.at(service.address.resolve(ActuatorPools.USUAL), true)
                        : PoolFigures.of(this);
            }
            PoolFigures told = ActuatorPools.at(named.actuator(), service.isElsewhere());
            if (told == PoolFigures.NONE) {
                throw new IOException("--management " + named.actuator()
                        + ": it has no metrics of connections or threads"
                        + (service.isElsewhere() ? ", and nothing of CPUs" : "") + ". The service needs "
                        + "management.endpoints.web.exposure.include=metrics, and must not ask for a password there");
            }
            return told;
        }

        @Override
        public Path recording() {
            return flight == null || !Files.exists(flight.file()) ? null : flight.file();
        }

        /** The service itself goes on, unless what comes after this ends it: it was here before. */
        @Override
        public void close() {
            Path java = javaHome();
            if (flight != null && java != null) {
                flight.end(java, service.pid);
            }
            after.run();
        }
    }
}
