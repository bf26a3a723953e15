package own.generator;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import kit.machine.Children;
import kit.machine.Connections;

/**
 * The process of an external load generator. It loads the service from its first connection on; before that it starts,
 * and reads its script. Where the system does not tell of connections, it loads from its start to its end.
 */
final class GeneratorProcess {

    private static final int LOOK_MS = 10;
    private static final int RARE_LOOK_MS = 100;
    /** From this share of its time on, a load generator without a connection has ended its load. */
    private static final double MOST = 0.9;

    /** What one prints whose connections are those of another machine, when they begin. */
    static final String BEGINS = "the load begins";
    /** In place of a port, where its connections are those of another machine. */
    static final int UNSEEN = -1;

    private final Process process;
    private final int port;
    private final Path log;
    /** Connections of others to the service; negative where the system does not tell. */
    private int others;
    private double cpuSeconds;

    /**
     * @param port of the service, or {@link #UNSEEN}
     * @param log  takes its output
     * @throws IOException where it cannot be started
     */
    GeneratorProcess(List<String> command, Map<String, String> environment, int port, Path log) throws IOException {
        this.port = port;
        this.log = log;
        this.others = port == UNSEEN ? -1 : Connections.established(port);
        var builder = new ProcessBuilder(Children.watched(command)).redirectErrorStream(true).redirectOutput(Redirect
                .to(log.toFile()));
        builder.environment().putAll(environment);
        this.process = builder.start();
    }

    /**
     * Waits until the load begins, or the load generator has ended.
     *
     * @param within time for it to send its first request
     * @return false where it never began: no connection was seen
     */
    boolean awaitLoad(Duration within) throws InterruptedException {
        long limit = System.nanoTime() + within.toNanos();
        boolean isLoading = isLoading();
        while (!isLoading && System.nanoTime() < limit && !process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) {
            look();
            isLoading = isLoading();
        }
        look();
        return isLoading;
    }

    private boolean isLoading() {
        if (port == UNSEEN) {
            return hasSaidSo();
        }
        int now = Connections.established(port);
        // One that was idle may be closed meanwhile.
        others = Math.min(others, now);
        return others < 0 || now > others;
    }

    private boolean hasSaidSo() {
        try {
            return Files.readString(log, StandardCharsets.ISO_8859_1).contains(BEGINS);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Waits until the load ends. To be called when it has begun.
     *
     * @param length that it should have
     * @return whether it ended in time
     */
    boolean awaitLoadEnd(Duration length, Duration patience) throws InterruptedException {
        long begin = System.nanoTime();
        while (!process.waitFor(RARE_LOOK_MS, TimeUnit.MILLISECONDS)) {
            long passed = System.nanoTime() - begin;
            look();
            if (passed > length.plus(patience).toNanos()) {
                return false;
            }
            if (others >= 0 && passed > MOST * length.toNanos() && !isLoading()) {
                return true;
            }
        }
        return true;
    }

    /** Whether it ends in time. */
    boolean awaitEnd(Duration patience) throws InterruptedException {
        return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        double now = Children.cpuSeconds(Children.withDescendants(process.toHandle()));
        // Of a process that has ended it is gone.
        cpuSeconds = Double.isNaN(now) ? cpuSeconds : Math.max(cpuSeconds, now);
    }

    /** CPU time that it and all that it has started had used when it was last looked at, in s. */
    double cpuSeconds() {
        return cpuSeconds;
    }

    int exitCode() {
        return process.exitValue();
    }

    /** Ends it, and all that it has started. @param patience for it to end by itself */
    void kill(Duration patience) {
        Children.end(process, patience);
    }
}
