package kit.measure;

import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.base.Folders;
import kit.machine.Children;
import kit.plan.GeneratorMode;
import kit.plan.Variant;
import kit.report.CellReport;
import kit.service.Facts;

/**
 * The JVM of a variant, as the lab sees it: it is started, ordered to do things one after the other, and ended. Where
 * it dies or hangs, {@link #failure} says so, and it does nothing any more.
 */
final class Jvm implements AutoCloseable {

    /** For its JVM to connect, and for its service to answer. */
    private static final Duration CONTACT = Duration.ofSeconds(60);
    private static final Duration BOOT = Duration.ofSeconds(200);
    /** For its service to close and its recording to be written. */
    private static final Duration ENDING = Duration.ofSeconds(60);
    private static final Duration GONE = Duration.ofSeconds(5);
    /** What a JVM ends with under {@code -XX:+ExitOnOutOfMemoryError}, and what it prints before. */
    private static final int OUT_OF_MEMORY = 3;
    private static final String OUT_OF_MEMORY_SAID = "java.lang.OutOfMemoryError";
    /** What a process ends with that a signal has ended is more by this. */
    private static final int BY_SIGNAL = 128;
    private static final int KILL = 9;
    /** Ctrl-C, or a terminal that is closed, reaches the JVMs as well as the lab: HUP, INT, TERM. */
    private static final Set<Integer> INTERRUPTIONS = Set.of(1, 2, 15);

    private final Variant variant;
    private final int jdk;
    private final Path files;
    private final Process process;
    private final Socket socket;
    private final BooleanSupplier stopped;
    private final ObjectOutputStream out;
    private final ObjectInputStream in;
    private CellReport.Booted booted;
    private volatile Finding failure;
    private Facts found = Facts.none();
    private double loadSeconds;

    private Jvm(Variant variant, int jdk, Path files, Process process, Socket socket, BooleanSupplier stopped)
            throws IOException {
        this.variant = variant;
        this.jdk = jdk;
        this.files = files;
        this.process = process;
        this.socket = socket;
        this.stopped = stopped;
        this.out = new ObjectOutputStream(socket.getOutputStream());
        this.out.flush();
        this.in = new ObjectInputStream(socket.getInputStream());
        this.in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("kit.**;java.base/*;!*"));
    }

    /**
     * Starts the JVM and its service.
     *
     * @param java    home of the JDK
     * @param files   path of its files, which have endings behind it: {@code .log}, {@code .jfr}
     * @param started told of the process at once, so that it can be ended
     * @param stopped whether the lab ends its JVMs itself
     * @throws IOException where the JVM cannot be used; the reason is for people
     */
    static Jvm boot(Variant variant, int jdk, Path java, Path files, GeneratorMode generator,
            Consumer<Process> started, BooleanSupplier stopped) throws IOException {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            VariantJvm child = VariantJvm.start(variant, VariantMain.class, java, listener, with(files, ".log"),
                    temporary(files));
            started.accept(child.process());
            Socket socket;
            try {
                socket = child.accept(listener, CONTACT);
            } catch (IOException e) {
                Children.end(child.process(), Duration.ZERO);
                Folders.delete(temporary(files));
                throw e;
            }
            var jvm = new Jvm(variant, jdk, files, child.process(), socket, stopped);
            jvm.ask(new Order.Boot(variant, with(files, ".jfr").toString(), generator), BOOT,
                    "the service did not answer", report -> report instanceof CellReport.Booted, report -> {});
            return jvm;
        }
    }

    /**
     * Orders something and waits until it is done.
     *
     * @param limit  after which it is taken to hang, and is ended
     * @param hangs  what it means then, in words that the time follows
     * @param last   whether a report is the last one
     * @param heard  told of every report but answers
     * @return the last report, or null where the JVM failed: see {@link #failure}
     */
    private Object ask(Order order, Duration limit, String hangs, Predicate<Object> last,
            Consumer<CellReport> heard) {
        return ask(order, limit, hangs, last, heard, () -> {});
    }

    /** @param sent told when it has been ordered, or cannot be */
    private Object ask(Order order, Duration limit, String hangs, Predicate<Object> last,
            Consumer<CellReport> heard, Runnable sent) {
        if (failure != null) {
            sent.run();
            return null;
        }
        Thread guard = killAfter(limit, hangs);
        try {
            send(order);
            sent.run();
            while (true) {
                Object report = in.readObject();
                switch (report) {
                case CellReport.Booted now -> {
                    booted = now;
                    found = now.facts();
                }
                case CellReport.Ended ended -> found = ended.facts();
                case Order.Answer.Failed failed -> fail(failed.code(), failed.why());
                case CellReport told -> heard.accept(told);
                default -> {
                }
                }
                if (failure != null || last.test(report)) {
                    return failure == null ? report : null;
                }
            }
        } catch (EOFException | SocketException e) {
            died();
        } catch (IOException | ClassNotFoundException e) {
            fail(Code.NO_CONTACT, "the JVM could not be used: " + e.getMessage());
        } finally {
            sent.run();
            guard.interrupt();
        }
        return null;
    }

    private void send(Order order) throws IOException {
        synchronized (out) {
            out.writeObject(order);
            out.flush();
            out.reset();
        }
    }

    private Thread killAfter(Duration limit, String hangs) {
        return Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(limit);
                fail(Code.HUNG, hangs + " within " + limit.toSeconds() + " s and was stopped");
                Children.kill(process);
            } catch (InterruptedException e) {
                // It was done in time.
            }
        });
    }

    /**
     * Drives a cell with its own load generator.
     *
     * @return {@link Order.Answer.Block} or {@link Order.Answer.Stopped}; null where it failed
     */
    Order.Answer drive(Order.Drive drive, Duration limit, Consumer<CellReport> heard) {
        return (Order.Answer) ask(drive, limit, "the block did not end",
                report -> report instanceof Order.Answer.Block || report instanceof Order.Answer.Stopped, heard);
    }

    /** Looks into the service while a load from elsewhere goes on. */
    void lookInside(long underWay) {
        ask(new Order.LookInside(underWay), CONTACT, "the service could not be looked into",
                report -> report instanceof Order.Answer.Looked, report -> {});
    }

    /** What was seen in the service; null where it was not looked at, or that failed. */
    Block.Inside readInside() {
        var answer = (Order.Answer.Inside) ask(new Order.ReadInside(), CONTACT, "the service could not be looked into",
                report -> report instanceof Order.Answer.Inside, report -> {});
        return answer == null ? null : answer.seen();
    }

    /**
     * Has it watch a load that comes from elsewhere, until {@link #over} is called from another thread.
     *
     * @param begun told when it was ordered to
     * @return null where it failed
     */
    Order.Answer.Block watch(String cell, Order.Sampled inside, Duration limit, Consumer<CellReport> heard,
            Runnable begun) {
        return (Order.Answer.Block) ask(new Order.Begin(cell, inside), limit, "the block did not end",
                report -> report instanceof Order.Answer.Block, heard, begun);
    }

    /** Looks at its memory while no request waits. Nothing is told where it failed. */
    void lookAtRest(Consumer<CellReport> heard) {
        ask(new Order.Look(CellReport.Moment.REST), CONTACT, "the service did not answer",
                report -> report instanceof CellReport.Memory, heard);
    }

    /** Has it look at its memory, while another thread watches: see {@link #watch}. That thread hears of it. */
    void lookWhileRequestsWait() {
        try {
            send(new Order.Look(CellReport.Moment.WAITING));
        } catch (IOException e) {
            // It is gone, which the thread that listens to it notices.
        }
    }

    /** The window of the load from elsewhere is over. */
    void over() {
        try {
            send(new Order.Over());
        } catch (IOException e) {
            // It is gone, which the thread that listens to it notices.
        }
    }

    /** What its server has counted and what it has used so far; null where it failed. To be called between blocks. */
    Order.Answer.Counted count() {
        return (Order.Answer.Counted) ask(new Order.Count(), CONTACT, "the service did not answer",
                report -> report instanceof Order.Answer.Counted, report -> {});
    }

    private void died() {
        try {
            process.waitFor(GONE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        int exit = process.isAlive() ? -1 : process.exitValue();
        if (stopped.getAsBoolean() || INTERRUPTIONS.contains(exit - BY_SIGNAL)) {
            fail(Code.INTERRUPTED, "interrupted");
        } else if (exit == OUT_OF_MEMORY && said().contains(OUT_OF_MEMORY_SAID)) {
            fail(Code.OUT_OF_MEMORY, "the JVM ran out of memory");
        } else {
            fail(Code.CELL_DIED, "the JVM ended " + (exit < 0 ? "without an exit code" : "with exit code " + exit)
                    + (exit == BY_SIGNAL + KILL ? " (killed)" : ""));
        }
    }

    private String said() {
        try {
            return Files.readString(with(files, ".log"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    /** The first reason counts. */
    synchronized void fail(Code code, String why) {
        if (failure == null) {
            failure = Finding.invalid(code, "%s", why
                    + (said().isEmpty() ? "" : "; what it printed is in " + with(files, ".log").getFileName()));
        }
    }

    Finding failure() {
        return failure;
    }

    Variant variant() {
        return variant;
    }

    int jdk() {
        return jdk;
    }

    long pid() {
        return booted == null ? process.pid() : booted.pid();
    }

    /** The process that the lab started, which serves itself or is the parent of what does. */
    Process process() {
        return process;
    }

    CellReport.Booted booted() {
        return booted;
    }

    /** A block of so many seconds was load on it. */
    void loaded(double seconds) {
        loadSeconds += seconds;
    }

    /** Seconds of load that it has had. */
    double loadSeconds() {
        return loadSeconds;
    }

    /** CPU time that it has used so far, and its service, in s; NaN where the system does not tell. */
    double cpuSeconds() {
        return Children.cpuSeconds(LongStream.of(process.pid(), pid()).distinct().mapToObj(ProcessHandle::of)
                .flatMap(Optional::stream));
    }

    /**
     * Ends it, and says what it was.
     *
     * @param cells         that were to be driven on it
     * @param warmupSeconds of load before its first block that counted
     * @param blocks        when it was measured
     */
    Measurement.Member end(List<String> cells, double warmupSeconds, List<Flight.Window> blocks) {
        ask(new Order.End(), ENDING, "the service did not close", report -> report instanceof CellReport.Ended,
                report -> {});
        close();
        return new Measurement.Member(variant.name(), jdk, cells, variant.asked(), found, warmupSeconds, failure,
                flight(blocks));
    }

    private Flight flight(List<Flight.Window> blocks) {
        Path recording = with(files, ".jfr");
        if (!Files.exists(recording)) {
            return Flight.NONE;
        }
        try {
            return Flight.read(recording, blocks);
        } catch (IOException e) {
            fail(Code.RECORDING_UNREADABLE, "the flight recording cannot be read: " + e.getMessage());
            return Flight.NONE;
        }
    }

    /** Ends the process, whatever it does. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It ends all the same.
        }
        Children.end(process, failure == null ? GONE : Duration.ZERO);
        Folders.delete(temporary(files));
    }

    private static Path with(Path files, String ending) {
        return files.resolveSibling(files.getFileName() + ending);
    }

    private static Path temporary(Path files) {
        return files.resolveSibling("." + files.getFileName() + ".tmp");
    }
}
