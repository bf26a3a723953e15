package kit.service;

import java.net.URI;
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

    @Override
    public RunningService start() {
        return new Running(address, pid);
    }

    @Override
    public String toString() {
        return address.toString();
    }

    private record Running(URI address, long pid) implements RunningService {

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
        public void close() {
            // It goes on: it was here before.
        }
    }
}
