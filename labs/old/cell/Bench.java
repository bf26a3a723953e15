package old.cell;

import kit.base.Folders;
import kit.measure.VariantJvm;
import kit.measure.Flight;
import kit.measure.ThreadDump;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import kit.base.Finding.Code;
import kit.base.Numbers;
import kit.machine.Canary;
import kit.machine.Children;
import kit.machine.Machine;
import old.plan.Cell;
import kit.report.CellReport;
import kit.report.CellSpec;
import kit.service.Database;

/**
 * Runs cells: forks a JVM for each, listens to it, and sees to it that it ends.
 */
public final class Bench {

    /** What a cell may take beyond what was expected of it before it is taken to hang. */
    private static final int PATIENCE = 4;
    /** What a JVM ends with under {@code -XX:+ExitOnOutOfMemoryError}, and what it prints before. */
    private static final int OUT_OF_MEMORY = 3;
    private static final String OUT_OF_MEMORY_SAID = "java.lang.OutOfMemoryError";
    /** What a process ends with that a signal has ended is more by this. */
    private static final int BY_SIGNAL = 128;
    private static final int KILL = 9;
    /** Ctrl-C, or a terminal that is closed, reaches a cell as well as the lab: HUP, INT, TERM. */
    private static final Set<Integer> INTERRUPTIONS = Set.of(1, 2, 15);
    /**
     * For what the load left behind to be stored: as long as some is stored each second, the cell waits for the rest.
     */
    private static final Duration DRAIN = Duration.ofMinutes(15);
    /** For a cell to say what it has, once something is gone that it needs. */
    private static final Duration BREAKING_OFF = Duration.ofSeconds(20);

    /**
     * How long the bench waits.
     *
     * @param lookAround before a cell, to see whether the machine is quiet
     * @param canary     before and after a cell, to see how fast the machine is
     * @param contact    for a cell's JVM to connect
     * @param boot       for its service to answer
     * @param grace      beyond these, and beyond all that a measurement is expected to take, before a cell is taken to
     *     hang
     * @param ending     for its JVM to end when it has told all
     */
    public record Waits(Duration lookAround, Duration canary, Duration contact, Duration boot, Duration grace,
            Duration ending) {

        /** What a lab waits for. */
        public static final Waits USUAL = new Waits(Duration.ofMillis(800), Duration.ofMillis(300),
                Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(90), Duration.ofSeconds(5));

        /** The same with other times for a look at the machine, see {@link #lookAround} and {@link #canary}. */
        public Waits looks(Duration around, Duration fixedWork) {
            return new Waits(around, fixedWork, contact, boot, grace, ending);
        }
    }

    private final Machine machine;
    private final Canary canary;
    private final Waits waits;
    private final Set<Process> alive = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /**
     * @param machine that it measures on
     * @param waits how long it waits for what
     */
    public Bench(Machine machine, Waits waits) {
        this.machine = machine;
        this.canary = new Canary(machine.cpus());
        this.waits = waits;
    }

    /**
     * Runs one cell.
     *
     * @param cell     what is planned
     * @param outcome  filled while the cell runs, so that it has what there is at any moment
     * @param java     home of the JDK to run it on
     * @param log      where its JVM's output goes
     * @param database that its service uses, or null
     * @param tick     told of every report
     */
    public void run(Cell cell, Outcome outcome, Path java, Path log, Database database, Consumer<CellReport> tick) {
        run(outcome, java, cell.expected(outcome.jdk), log, database, tick);
    }

    /**
     * Runs one cell.
     *
     * @param outcome  filled while the cell runs, so that it has what there is at any moment
     * @param java     home of the JDK to run it on
     * @param expected how long its measurement will take
     * @param log      where its JVM's output goes
     * @param database that its service uses, or null
     * @param tick     told of every report
     */
    public void run(Outcome outcome, Path java, Duration expected, Path log, Database database,
            Consumer<CellReport> tick) {
        outcome.idleBefore = machine.idle(waits.lookAround.toMillis());
        outcome.cpuLimit = machine.cpuLimit();
        outcome.speedBefore = canary.speed(waits.canary);
        if (stopped) {
            outcome.fail(Code.INTERRUPTED, "interrupted before it began");
            return;
        }
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            VariantJvm jvm = VariantJvm.start(outcome.spec.variant(), CellMain.class, java, listener, log,
                    temporary(outcome.spec));
            Process process = jvm.process();
            alive.add(process);
            Duration patience = Duration.ZERO;
            try (Socket socket = jvm.accept(listener, stopped ? Duration.ZERO : waits.contact)) {
                patience = waits.ending;
                Duration deadline = deadline(outcome.spec, expected).plus(database == null ? Duration.ZERO : DRAIN);
                converse(outcome, process, socket, deadline, log, database, tick);
            } finally {
                end(process, patience);
            }
        } catch (IOException e) {
            outcome.fail(stopped ? Code.INTERRUPTED : Code.NO_CONTACT,
                    stopped ? "interrupted" : "the cell's JVM could not be used: " + e.getMessage());
        }
        if (!stopped) {
            outcome.speedAfter = canary.speed(waits.canary);
        }
        Folders.delete(temporary(outcome.spec));
        if (outcome.failure != null && !stopped) {
            outcome.failure += lastWords(log);
        }
        readFlight(outcome);
    }

    private static Path temporary(CellSpec spec) {
        return Path.of(spec.recording()).resolveSibling("." + spec.name() + ".tmp");
    }

    /** For a cell to end, once its service answers. */
    private Duration deadline(CellSpec spec, Duration expected) {
        Duration patience = spec.streams().stream().map(s -> s.request().timeout()).max(Duration::compareTo)
                .orElseThrow();
        return spec.warmup().most().plus(expected.multipliedBy(PATIENCE)).plus(patience.multipliedBy(2))
                .plus(waits.grace);
    }

    private void converse(Outcome outcome, Process process, Socket socket, Duration deadline, Path log,
            Database database,
            Consumer<CellReport> tick) throws IOException {
        var out = new ObjectOutputStream(socket.getOutputStream());
        out.writeObject(outcome.spec);
        out.flush();
        var guard = new AtomicReference<>(
                killAfter(waits.boot.plus(waits.grace), "the service did not answer", process, outcome));
        var in = new ObjectInputStream(socket.getInputStream());
        in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("kit.**;java.base/*;!*"));
        var watch = new AtomicReference<Machine.Watch>();
        var dump = new AtomicReference<CompletableFuture<ThreadDump>>();
        var here = new GeneratorInLab(outcome, process, out);
        var overflows = new double[] {Double.NaN};
        var storing = new double[] {Double.NaN};
        var throttled = new double[] {Double.NaN};
        Consumer<CellReport> heard = report -> {
            outcome.accept(report);
            if (report instanceof CellReport.Began) {
                overflows[0] = machine.listenOverflows();
                throttled[0] = machine.throttledSeconds();
                storing[0] = cpuSeconds(database);
            } else if (report instanceof CellReport.Over) {
                outcome.listenOverflows = machine.listenOverflows() - overflows[0];
                outcome.throttledSeconds = machine.throttledSeconds() - throttled[0];
                outcome.databaseSeconds = cpuSeconds(database) - storing[0];
            } else if (report instanceof CellReport.Memory memory) {
                outcome.residentMb.put(memory.moment(), machine.residentMb(outcome.booted.pid()));
                here.hasLooked();
            } else if (report instanceof CellReport.Dumped) {
                here.hasLooked();
            }
            // Watched to the end of the measurement: the owner of a process that is gone cannot be found.
            if (report instanceof CellReport.Over && watch.get() != null) {
                outcome.others = watch.getAndSet(null).end();
            }
            if (report instanceof CellReport.LoadSecond && dump.get() == null
                    && outcome.stalledSeconds() >= Outcome.STALLED
                    && outcome.booted.pid() == process.pid()) {
                // While it lasts: when the load is over there may be nothing left to see.
                Path file = Path.of(outcome.spec.recording()).resolveSibling(outcome.spec.name() + ".threads.txt");
                dump.set(CompletableFuture.supplyAsync(() -> ThreadDump.take(process.pid(), file),
                        task -> Thread.ofVirtual().start(task)));
            }
            tick.accept(report);
        };
        try (var watched = database == null ? null : database.watch(why -> {
            outcome.fail(Code.DATABASE_GONE, why + when(outcome));
            here.breakOff();
            command(out, CellMain.Command.BREAK_OFF);
            killAfter(BREAKING_OFF, "the cell did not end", process, outcome);
        })) {
            while (true) {
                var report = (CellReport) in.readObject();
                heard.accept(report);
                switch (report) {
                case CellReport.Booted booted -> {
                    guard.getAndSet(killAfter(deadline, "the cell did not end", process, outcome)).interrupt();
                    watch.set(machine.watch(own(process, database)));
                    if (booted.driver().isApart()) {
                        here.start(booted, heard);
                    }
                }
                case CellReport.VitalsSecond second ->
                    outcome.residentPeakMb = max(outcome.residentPeakMb, machine.residentMb(outcome.booted.pid()));
                case CellReport.Ended ended -> {
                    return;
                }
                case CellReport.Failed failed -> {
                    return;
                }
                default -> {
                }
                }
            }
        } catch (EOFException | SocketException e) {
            died(outcome, process, log);
        } catch (ClassNotFoundException e) {
            throw new IOException("the cell sent an unknown report: " + e.getMessage(), e);
        } finally {
            guard.get().interrupt();
            here.stop();
            if (watch.get() != null) {
                // The cell died or failed under its load.
                watch.get().close();
            }
            if (dump.get() != null) {
                // It ends by itself, soon.
                outcome.dump = dump.get().join();
            }
            here.awaitEnd();
        }
    }

    /** Tells a cell something. */
    static void command(ObjectOutputStream out, CellMain.Command command) {
        // From whichever of the driver's threads it comes.
        synchronized (out) {
            try {
                out.writeObject(command);
                out.flush();
            } catch (IOException e) {
                // The cell is gone, which the thread that listens to it has noticed.
            }
        }
    }

    /** Ends a cell that hangs, unless the thread that sees to it is interrupted before. */
    private static Thread killAfter(Duration deadline, String what, Process process, Outcome outcome) {
        return Thread.ofVirtual().start(() -> {
            try {
                Thread.sleep(deadline);
                outcome.fail(Code.HUNG, what + " within " + deadline.toSeconds() + " s and was stopped");
                Children.kill(process);
            } catch (InterruptedException e) {
                // It ended in time.
            }
        });
    }

    private void died(Outcome outcome, Process process, Path log) {
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        int exit = process.isAlive() ? -1 : process.exitValue();
        if (stopped || INTERRUPTIONS.contains(exit - BY_SIGNAL)) {
            outcome.fail(Code.INTERRUPTED, "interrupted");
        } else if (exit == OUT_OF_MEMORY && said(log).contains(OUT_OF_MEMORY_SAID)) {
            outcome.fail(Code.OUT_OF_MEMORY, "the cell's JVM ran out of memory" + when(outcome));
        } else {
            outcome.fail(Code.CELL_DIED,
                    "the cell's JVM ended " + (exit < 0 ? "without an exit code" : "with exit code " + exit)
                            + (exit == BY_SIGNAL + KILL ? " (killed)" : "") + when(outcome));
        }
    }

    private static String said(Path log) {
        try {
            return Files.readString(log, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private static String when(Outcome outcome) {
        synchronized (outcome) {
            return outcome.began == null ? " before the measurement began"
                    : outcome.main().totals != null ? " after the load, before all rows were stored"
                            : Numbers.format(" %.1f s into the measurement", outcome.main().duration());
        }
    }

    /** Whose use of the CPUs is no noise. */
    private static long[] own(Process process, Database database) {
        var own = new ArrayList<>(List.of(ProcessHandle.current().pid(), process.pid()));
        if (database != null) {
            database.processes().forEach(p -> own.add(p.pid()));
        }
        return own.stream().mapToLong(Long::longValue).toArray();
    }

    /** CPU time of the database so far; NaN where there is none, or it is not ours. */
    private static double cpuSeconds(Database database) {
        return database == null ? Double.NaN : Children.cpuSeconds(database.processes().stream());
    }

    /** Where a failed service has said more. */
    private static String lastWords(Path log) {
        try {
            return Files.size(log) > 0 ? "; what it printed is in " + log.getFileName() : "";
        } catch (IOException e) {
            return "";
        }
    }

    private static void readFlight(Outcome outcome) {
        Path recording = Path.of(outcome.spec.recording());
        if (outcome.began == null || !Files.exists(recording)) {
            return;
        }
        try {
            Instant end = outcome.began.plusNanos(Math.round(outcome.main().duration() * 1e9));
            outcome.flight = Flight.read(recording, outcome.began, end);
        } catch (IOException e) {
            outcome.fail(Code.RECORDING_UNREADABLE, "the flight recording cannot be read: " + e.getMessage());
        }
    }

    private static double max(double peak, double now) {
        return Double.isNaN(peak) ? now : Math.max(peak, now);
    }

    /** @param patience for it to end by itself; none where the lab is to stop */
    private void end(Process process, Duration patience) {
        Children.end(process, stopped ? Duration.ZERO : patience);
        alive.remove(process);
    }

    /** Ends every process that this bench has started. What they reported is kept. */
    public void stop() {
        stopped = true;
        alive.forEach(process -> end(process, Duration.ZERO));
    }

    /** Whether {@link #stop} was called: no cell runs any more. */
    public boolean isStopped() {
        return stopped;
    }
}
