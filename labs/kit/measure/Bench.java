package kit.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import kit.load.ExternalGenerator;
import kit.machine.Canary;
import kit.machine.Children;
import kit.machine.Jdks;
import kit.machine.Machine;
import kit.plan.BenchPlan;
import kit.plan.LabPlan;
import kit.service.Database;
import kit.service.Facts;

/** Measures a plan, fork by fork. */
public final class Bench implements AutoCloseable {

    /** The number of a fork that is a pilot. */
    public static final int PILOT = 0;

    private static final Duration CANARY = Duration.ofMillis(300);
    private static final int LOOK_AROUND_MS = 300;
    /** Memory that the JVM of a variant needs, if its flags say nothing, in MiB. */
    private static final double MEMORY_MB = 400;
    /** Connections of a service that sets no number: the default of its pool. */
    private static final int HIKARI = 10;
    /** That the lab itself uses for each of its JVMs at most. */
    private static final int SPARE_CONNECTIONS = 2;

    private final LabPlan plan;
    private final Path folder;
    private final Machine machine = new Machine();
    private final Canary canary = new Canary(machine.cpus());
    private final Map<Integer, Path> javas = new LinkedHashMap<>();
    private final List<Measurement.Skipped> skipped;
    private final List<Wanted> wanted;
    private final Database database;
    private final ExternalGenerator external;
    private final Set<Process> alive = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /**
     * Looks which cells this machine can measure, and starts nothing.
     *
     * @param folder   for the files of JVMs: logs and flight recordings
     * @param database where the services of the plan store rows; null where they have none
     * @param external sends the requests of the blocks that count; null where the lab's own load generator does
     */
    public Bench(LabPlan plan, Path folder, Database database, ExternalGenerator external) {
        this.external = external;
        this.plan = plan;
        this.database = database;
        this.folder = folder.toAbsolutePath();
        this.skipped = MachineCheck.missing(plan);
        this.wanted = Group.of(plan.cells(), plan.bench().jdks()).filter(one -> skipped.stream()
                .noneMatch(other -> other.cell().equals(one.main()) && other.jdk() == one.jdk())).toList();
        wanted.forEach(one -> javas.put(one.jdk(), Jdks.home(one.jdk()).orElseThrow()));
    }

    /** Where the lab's own load generator sends all requests. */
    public Bench(LabPlan plan, Path folder, Database database) {
        this(plan, folder, database, null);
    }

    /** Of a plan without a database. */
    public Bench(LabPlan plan, Path folder) {
        this(plan, folder, null);
    }

    /** What is known before the first fork: the machine, and what is skipped. */
    public Measurement nothingYet() {
        return new Measurement(plan.lab(), Instant.now(), machine.cpus(), machine.description(), List.of(), skipped,
                null);
    }

    /**
     * Measures one more fork. Returns what there is where it is stopped meanwhile.
     *
     * @param number from 1; {@value #PILOT}: a pilot, which has no thread dumps
     */
    public Measurement.Fork fork(int number, Consumer<Progress> progress) {
        double quiet = machine.idle(LOOK_AROUND_MS);
        double before = canary.speed(CANARY);
        Map<String, Long> calibrated = plan.calibration().<Map<String, Long>>map(
                one -> Map.of(one.property(), one.measure().getAsLong())).orElse(Map.of());
        var members = new ArrayList<Measurement.Member>();
        var blocks = new ArrayList<Block>();
        List<List<Wanted>> groups = groups();
        // Where groups are measured one after the other, a machine that becomes slower slows each of them in turn.
        for (List<Wanted> together : number % 2 == 0 ? groups.reversed() : groups) {
            if (!stopped) {
                var measured = new Group(together, plan.bench(), machine, number, folder, calibrated, javas,
                        database == null ? null : new Stores(database, plan.storage().orElseThrow().table()),
                        external, quiet, this::started, () -> stopped, progress).measure();
                members.addAll(measured.members());
                blocks.addAll(measured.blocks());
            }
        }
        // JVMs that have just ended leave the kernel something to do.
        double after = stopped || machine.idle(LOOK_AROUND_MS) < 0 ? Double.NaN : canary.speed(CANARY);
        return new Measurement.Fork(number, List.copyOf(members), List.copyOf(blocks), calibrated,
                List.of(before, after), quiet);
    }

    /** The cells that live together: all, where there is memory for their JVMs, and connections for their pools. */
    List<List<Wanted>> groups() {
        if (plan.bench().alive() == BenchPlan.Alive.ONE_CELL) {
            return wanted.stream().filter(one -> one.cell().isDriven()).map(one -> wanted.stream()
                    .filter(other -> other.main().equals(one.main()) && other.jdk() == one.jdk()).toList()).toList();
        }
        var keys = wanted.stream().map(Wanted::key).distinct().toList();
        int together = (int) Math.max(1, Math.min(Math.min(keys.size(), machine.availableMb() / MEMORY_MB),
                database == null ? keys.size() : database.connectionsLeft() / (mostConnections() + SPARE_CONNECTIONS)));
        if (plan.bench().alive() == BenchPlan.Alive.ONE_VARIANT) {
            together = 1;
        }
        var groups = new ArrayList<List<Wanted>>();
        for (int from = 0; from < keys.size(); from += together) {
            var some = keys.subList(from, Math.min(keys.size(), from + together));
            groups.add(wanted.stream().filter(one -> some.contains(one.key())).toList());
        }
        return groups;
    }

    /** Connections of the largest pool that a variant declares. */
    private int mostConnections() {
        return wanted.stream().map(one -> one.cell().variant().asked().values())
                .flatMap(asked -> Facts.CONNECTION_POOLS.stream().map(asked::get)).filter(size -> size != null)
                .mapToInt(Integer::parseInt).max().orElse(HIKARI);
    }

    private void started(Process process) {
        alive.add(process);
        process.onExit().thenAccept(alive::remove);
        if (stopped) {
            Children.end(process, Duration.ZERO);
        }
    }

    /** Whether {@link #stop} was called. */
    public boolean isStopped() {
        return stopped;
    }

    /** Ends every process that it has started; from any thread. What they reported is kept. */
    public void stop() {
        stopped = true;
        close();
    }

    @Override
    public void close() {
        alive.forEach(process -> Children.end(process, Duration.ZERO));
    }
}
