package kit.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import kit.machine.Jdks;
import kit.machine.Program;
import kit.report.CellReport;

/**
 * Takes thread dumps of a service's process under load with {@code jcmd}, and reads them when the load has ended. What
 * fails is told in words: there is no profile then, and the cell is as valid as without.
 */
final class WaitSampler {

    private static final int DUMPS = 5;
    /** No further dump begins after so long: where the CPUs are busy, one takes several seconds. */
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Duration LIMIT_OF_ONE = Duration.ofSeconds(10);
    /** Between two dumps: not in step with requests of a constant length. */
    private static final int LEAST_PAUSE_MS = 100;
    private static final int MOST_PAUSE_MS = 300;

    private final Path java;
    private final long pid;
    private final Duration limit;
    private final List<Dump> dumps = new ArrayList<>();
    private String missing;

    /** A file, and the requests that were under way when it was written. */
    private record Dump(Path file, double underWay) {}

    /**
     * @param java home of the JDK that runs the service; null where it is not Java
     * @param pid  of its process
     */
    WaitSampler(Path java, long pid) {
        this(java, pid, LIMIT);
    }

    /** @param limit no further dump begins after so long */
    WaitSampler(Path java, long pid, Duration limit) {
        this.java = java;
        this.pid = pid;
        this.limit = limit;
        if (java == null) {
            missing = "no process of the service is a JVM, so no thread dump was taken";
        } else if (!Files.exists(Jdks.tool(java, "jcmd"))) {
            missing = "the Java runtime of the service (" + Jdks.version(java) + ") has no jcmd: a full JDK has it";
        }
    }

    /** Takes the dumps, one at least. To be called while the load runs. */
    void take(LongSupplier underWay) {
        long end = System.nanoTime() + limit.toNanos();
        try {
            while (missing == null && dumps.size() < DUMPS && (dumps.isEmpty() || System.nanoTime() < end)) {
                long before = underWay.getAsLong();
                Path file = dump();
                dumps.add(new Dump(file, (before + underWay.getAsLong()) / 2.0));
                Thread.sleep(ThreadLocalRandom.current().nextInt(LEAST_PAUSE_MS, MOST_PAUSE_MS));
            }
        } catch (IOException e) {
            missing = "a thread dump failed: " + e.getMessage();
        } catch (InterruptedException e) {
            missing = "interrupted";
            Thread.currentThread().interrupt();
        }
    }

    private Path dump() throws IOException, InterruptedException {
        Path file = Files.createTempFile("threads", ".json").toAbsolutePath();
        Program.Ran ran = Program.run(LIMIT_OF_ONE, Jdks.tool(java, "jcmd").toString(), String.valueOf(pid),
                "Thread.dump_to_file", "-overwrite", "-format=json", "\"" + file + "\"");
        if (!ran.ok() || Files.size(file) == 0) {
            Files.delete(file);
            throw new IOException((ran.out() + ran.err()).strip().replaceAll("\\s+", " "));
        }
        return file;
    }

    /** Reads the dumps. To be called when no request is under way any more. */
    CellReport.Waits read() {
        var samples = new ArrayList<WaitingProfile.Sample>();
        for (Dump dump : dumps) {
            try {
                samples.add(WaitingProfile.Sample.of(threads(dump.file), dump.underWay));
            } catch (IOException e) {
                missing = e.getMessage();
            }
        }
        var profile = new WaitingProfile(samples);
        List<ThreadStack> atRest = List.of();
        if (profile.needsRest()) {
            try {
                atRest = threads(dump());
            } catch (IOException | InterruptedException e) {
                // Without it, threads that wait for work would pass for requests that wait.
                return CellReport.Waits.none("a thread dump failed: " + e.getMessage());
            }
        }
        return profile.waits(atRest, missing);
    }

    private static List<ThreadStack> threads(Path file) throws IOException {
        try {
            return ThreadStack.read(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
