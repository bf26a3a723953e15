package kit.service;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import kit.machine.Children;

/**
 * A service that runs already, and that nothing here starts or ends.
 *
 * @param address where it listens, without a path
 * @param pid     its process, where it is on this machine and known; else {@link #UNKNOWN}
 */
public record AddressedService(URI address, long pid) implements Service {

    /** Of a process that is not known. */
    public static final long UNKNOWN = -1;

    /** With a flight recording in its JVM, where that can be had; it ends when what is returned is closed. */
    @Override
    public RunningService start() throws IOException, InterruptedException {
        var running = new Running(address, pid, ChildRecording.in(Path.of(System.getProperty("java.io.tmpdir"))));
        Path java = running.javaHome();
        return java != null && running.flight.start(java, pid) ? running : unrecorded();
    }

    /** For a look, without a recording. */
    public RunningService unrecorded() {
        return new Running(address, pid, null);
    }

    @Override
    public String toString() {
        return address.toString();
    }

    private record Running(URI address, long pid, ChildRecording flight) implements RunningService {

        @Override
        public Facts facts() {
            return Facts.none().with(Facts.RUNTIME, "at " + address);
        }

        @Override
        public long requestsCounted() {
            return -1;
        }

        @Override
        public double cpuSecondsElsewhere() {
            return Children.cpuSeconds(ProcessHandle.of(pid).stream()
                    .flatMap(Children::withDescendants));
        }

        @Override
        public Path javaHome() {
            return ProcessHandle.of(pid).flatMap(one -> one.info().command()).map(Path::of)
                    .filter(program -> program.endsWith("bin/java")).map(program -> program.getParent().getParent())
                    .orElse(null);
        }

        @Override
        public Path recording() {
            return flight == null || !Files.exists(flight.file()) ? null : flight.file();
        }

        /** The service itself goes on: it was here before. */
        @Override
        public void close() {
            Path java = javaHome();
            if (flight != null && java != null) {
                try {
                    flight.stop(java, pid);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
