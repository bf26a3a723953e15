package kit.machine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Looks once a second at what all processes have used of the CPUs, so that those that are gone at the end are known as
 * well. What a process used between the last look and its end is missed.
 */
final class ProcessSampler implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** What a process was, and its CPU time when it was last seen, in s. */
    record Seen(String name, long parent, double cpuSeconds) {}

    private final Map<Long, Seen> seen = new ConcurrentHashMap<>();
    private final Thread sampler;

    ProcessSampler() {
        look();
        this.sampler = Thread.ofPlatform().daemon().name("processes").start(() -> {
            try {
                while (true) {
                    Thread.sleep(INTERVAL);
                    look();
                }
            } catch (InterruptedException e) {
                // It was watched for long enough.
            }
        });
    }

    private void look() {
        ProcessHandle.allProcesses().forEach(process -> {
            ProcessHandle.Info info = process.info();
            info.totalCpuDuration().ifPresent(cpu -> seen.put(process.pid(),
                    new Seen(info.command().map(ProcessSampler::name).orElse("pid " + process.pid()),
                            process.parent().map(ProcessHandle::pid).orElse(0L), cpu.toNanos() / 1e9)));
        });
    }

    private static String name(String command) {
        return Path.of(command).getFileName().toString();
    }

    /** Those that were seen and have ended since, by their ids. */
    Map<Long, Seen> gone() {
        var gone = new HashMap<>(seen);
        gone.keySet().removeIf(pid -> ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
        return gone;
    }

    @Override
    public void close() {
        sampler.interrupt();
    }
}
