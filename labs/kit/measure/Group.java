package kit.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.load.Exchanges;
import kit.load.ExternalGenerator;
import kit.load.Failing;
import kit.load.LoadGenerator;
import kit.load.LoadScheduler;
import kit.machine.Children;
import kit.machine.CpuUsage;
import kit.machine.Hiccups;
import kit.machine.Machine;
import kit.plan.BenchPlan;
import kit.plan.Burst;
import kit.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.GeneratorMode;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.Variant;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.Totals;
import kit.rule.Queueing;
import kit.rule.Rules;
import kit.service.Facts;
import kit.service.Gauges;

/**
 * The JVMs of the variants that are compared, alive at the same time. One of them is driven at a time, for a block,
 * while all others are idle; each cell once a round, in random order. So a drift of the machine hits all variants alike
 * (duet benchmarking: Bulej, Horký, Tůma, ICPE 2020; randomised multiple interleaved trials: Abedi and Brecht, ICPE
 * 2017).
 *
 * <p>The first requests of a service cannot be measured twice in a JVM. So a cell that is cold has a JVM of its own for
 * each of its blocks, which starts right before the block and ends after it, and is not warmed up.
 */
final class Group {

    /** So many rounds of the warm-up show whether a variant becomes faster. */
    private static final int WARM_ROUNDS = 2;
    /** Share by which the throughput of a cell may be above the best of earlier rounds of the warm-up. */
    private static final double WARM = 0.03;
    /** Share of the CPUs that JIT compilers may use, where the CPUs are busy for half of the time or more. */
    private static final double QUIET_COMPILERS = 0.03;
    private static final double BUSY = 0.5;
    /**
     * By the rule, the throughput may be so much more with the CPU time of a request in the last round than with the
     * least of the rounds before, as a part of what is asked of the row. Where requests wait, that is hardly ever so.
     */
    private static final double SETTLED = 1 / 3.0;
    /** Where the CPUs are less busy, the CPU time of a request is hardly that of its code. */
    private static final double SOMEWHAT_BUSY = 0.25;
    /** Of fewer requests, the CPU time of one differs too much by chance. */
    private static final int ENOUGH = 20;
    /** A block of the warm-up is so many times shorter than one that counts; each user sends a request all the same. */
    private static final int SHORTER = 6;
    /**
     * Where requests keep the CPUs busy, what they need is measured in a block of the warm-up that is at least so long,
     * in s, and has so many requests, in all and of each user. The first one of a user is not like the others.
     */
    private static final double BUSY_SECONDS = 0.5;
    /** Beside a database: the kernel's work for it does not grow with the block. */
    private static final double BUSY_SECONDS_STORING = 1;
    private static final int BUSY_REQUESTS = 30;
    private static final int BUSY_USER_ROUNDS = 2;
    /** Users in line for these leave gaps. */
    private static final Set<String> LEAVE_GAPS = Set.of(Queueing.CPU, Queueing.CONNECTIONS);
    /** After a block of the warm-up, a JVM compiles for so long at most; it is looked at every so often. */
    private static final Duration SETTLE = Duration.ofSeconds(3);
    private static final Duration SETTLE_LOOK = Duration.ofMillis(200);
    /** CPUs that a JVM uses which does nothing. */
    private static final double IDLE_CPUS = 0.1;
    /**
     * For so long a JVM is sent requests whose needs are measured, with a CPU of its own: thousands compile what maps
     * objects to rows.
     */
    private static final Duration PRIMING_OF_MEASURED = Duration.ofSeconds(4);
    /** More users than these wait for code that is not compiled yet, for 20 s, and compile no more of it. */
    private static final int PRIMING_OF_MEASURED_USERS = 100;
    /** For each CPU. */
    private static final int PRIMING_USERS = 4;
    /** Users begin at random moments within this share of a request's time, so that they do not march in step. */
    private static final double SPREAD = 0.5;
    /** For requests that are on their way when a block ends, and for what cannot be planned. */
    private static final Duration GRACE = Duration.ofSeconds(15);
    private static final int PATIENCE = 4;
    /** For looks at pools and thread dumps after a block. */
    private static final Duration LOOKING_INSIDE = Duration.ofSeconds(60);
    /** Where no rule tells. */
    private static final double UNKNOWN_RPS = 100;
    /** For so long the needs of a request are measured: hundreds of requests. */
    private static final Duration PILOT = Duration.ofSeconds(1);
    /** Share of the CPUs, and of the connections, that the users of a pilot keep busy at most. */
    private static final double PILOT_BUSY = 0.25;
    /** Looks in a second at what a service tells of itself: few, so that they cost nothing, and more in a pilot. */
    private static final int LOOKS = 10;
    private static final int PILOT_LOOKS = 50;
    /** So few users need a moment until one has its answer. */
    private static final WarmUp PILOT_RAMP = WarmUp.fixed(Duration.ofMillis(500));
    /** An open loop reaches its rate within this time. */
    private static final Duration RISE = Duration.ofSeconds(1);

    /** A JVM of the group: a variant on a JDK. @param cold name of the cell that it is for; empty where it is warm */
    record Key(String variant, int jdk, String cold) {}

    /** A cell on a JDK. */
    record Wanted(Cell cell, int jdk) {
        Key key() {
            return new Key(cell.variant().name(), jdk, isCold() ? cell.name() : "");
        }

        boolean isCold() {
            return cell.load().cold();
        }

        /** The cell that is driven where this one is measured. */
        String main() {
            return cell.isDriven() ? cell.name() : cell.beside();
        }
    }

    private final List<Wanted> wanted;
    private final List<Wanted> beside;
    private final BenchPlan plan;
    private final Machine machine;
    private final int fork;
    private final Path folder;
    private final Map<String, Long> calibrated;
    private final Map<Integer, Path> javas;
    private final Stores stores;
    private final ExternalGenerator external;
    private final double quiet;
    private final Consumer<Process> started;
    private final BooleanSupplier stopped;
    private final Consumer<Progress> progress;
    private final Map<Key, Jvm> jvms = new LinkedHashMap<>();
    private final Map<Key, Measurement.Member> members = new LinkedHashMap<>();
    private final Map<Key, Double> warmups = new HashMap<>();
    private final List<Block> blocks = new ArrayList<>();
    /** Cells whose load was stopped: they are not driven again. */
    private final Set<Wanted> stoppedCells = new HashSet<>();
    private int order;
    /** For the thread that watches the database. */
    private volatile List<Jvm> booted = List.of();
    private final Random random;

    /**
     * @param stores   where the services store rows; null where they do not
     * @param external sends the requests of the blocks that count; null where the lab's own load generator does
     * @param quiet    share of the CPUs that nothing used before the group began
     * @param started told of each process, so that it can be ended
     * @param stopped whether nothing further is to be done
     */
    Group(List<Wanted> wanted, BenchPlan plan, Machine machine, int fork, Path folder, Map<String, Long> calibrated,
            Map<Integer, Path> javas, Stores stores, ExternalGenerator external, double quiet,
            Consumer<Process> started, BooleanSupplier stopped, Consumer<Progress> progress) {
        this.wanted = wanted.stream().filter(one -> one.cell.isDriven()).toList();
        this.beside = wanted.stream().filter(one -> !one.cell.isDriven()).toList();
        this.plan = plan;
        this.machine = machine;
        this.fork = fork;
        this.folder = folder;
        this.calibrated = calibrated;
        this.javas = javas;
        this.stores = stores;
        this.external = external;
        this.quiet = quiet;
        this.started = started;
        this.stopped = stopped;
        this.progress = progress;
        this.random = new Random(plan.seed() + 31L * fork);
    }

    /** What became of a group. */
    record Measured(List<Measurement.Member> members, List<Block> blocks) {}

    /** Boots the JVMs, warms them up, measures, and ends them. Where it is stopped it returns what there is. */
    Measured measure() {
        try (var watch = stores == null ? null : stores.watch(this::isGone)) {
            boot(wanted.stream().filter(one -> !one.isCold()).toList());
            warmUp();
            pilots();
            jvms.forEach((key, jvm) -> warmups.put(key, jvm.loadSeconds()));
            for (int round = 1; round <= plan.rounds() && !stopped.getAsBoolean(); round++) {
                round(wanted, round, false);
            }
        } finally {
            if (stopped.getAsBoolean()) {
                jvms.values().forEach(Jvm::close);
            }
        }
        return new Measured(stored(members()), List.copyOf(blocks));
    }

    private List<Measurement.Member> members() {
        var all = new ArrayList<>(members.values());
        all.addAll(inParallel(jvms.entrySet().stream().<Callable<Measurement.Member>>map(
                jvm -> () -> jvm.getValue().end(cells(jvm.getKey()), warmups.getOrDefault(jvm.getKey(), 0.0),
                        windows(jvm.getKey())))
                .toList()));
        return List.copyOf(all);
    }

    /** When the blocks of a JVM were that count. */
    private List<Flight.Window> windows(Key key) {
        List<String> cells = cells(key);
        return blocks.stream().filter(block -> block.counts() && block.jdk() == key.jdk && cells.contains(block.cell()))
                .map(block -> new Flight.Window(block.began(), block.ended())).toList();
    }

    /** With what is in the database when all JVMs have ended. */
    private List<Measurement.Member> stored(List<Measurement.Member> members) {
        if (stores == null) {
            return members;
        }
        try (stores) {
            return members.stream().map(member -> {
                var key = new Key(member.variant(), member.jdk(), "");
                return jvms.containsKey(key) ? member.with(stores.facts(), stores.end(key)) : member;
            }).toList();
        }
    }

    /** The database is gone: no service can go on. */
    private void isGone(String why) {
        booted.forEach(jvm -> {
            jvm.fail(Code.DATABASE_GONE, why);
            Children.kill(jvm.process());
        });
    }

    private void boot(List<Wanted> some) {
        if (some.isEmpty()) {
            return;
        }
        Map<Key, Wanted> keys = new LinkedHashMap<>();
        some.forEach(one -> keys.putIfAbsent(one.key(), one));
        progress.accept(new Progress.Booting(fork, keys.keySet().stream().map(Key::variant).distinct().toList()));
        var schemas = new HashMap<Key, Map<String, String>>();
        if (stores != null) {
            keys.keySet().forEach(key -> schemas.put(key, stores.schema(key)));
        }
        var booting = new LinkedHashMap<Key, Callable<Jvm>>();
        keys.forEach((key, one) -> booting.put(key, () -> Jvm.boot(variant(key, one.cell.variant(), schemas.get(key)),
                key.jdk, javas.get(key.jdk), files(key), generator(key), started, stopped)));
        try (var threads = Executors.newFixedThreadPool(machine.cpus())) {
            var futures = new LinkedHashMap<Key, Future<Jvm>>();
            booting.forEach((key, boot) -> futures.put(key, threads.submit(boot)));
            futures.forEach((key, future) -> {
                try {
                    Jvm jvm = future.get();
                    jvms.put(key, jvm);
                    tellIfLost(key);
                } catch (ExecutionException e) {
                    Finding why = Finding.invalid(stopped.getAsBoolean() ? Code.INTERRUPTED : Code.NO_CONTACT,
                            "the JVM of %s could not be used: %s", key.variant, e.getCause().getMessage());
                    var lost = new Measurement.Member(key.variant, key.jdk, cells(key), Facts.none(), Facts.none(), 0,
                            why, Flight.NONE);
                    members.merge(key, lost, Measurement.Member::and);
                    progress.accept(new Progress.Lost(lost));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        booted = List.copyOf(jvms.values());
    }

    private Variant variant(Key key, Variant declared, Map<String, String> settings) {
        Variant variant = declared.inCell(key.jdk, calibrated);
        return settings == null ? variant : variant.settings(settings);
    }

    private List<String> cells(Key key) {
        return Stream.concat(wanted.stream(), beside.stream()).filter(one -> one.key().equals(key))
                .map(one -> one.cell.name()).toList();
    }

    /** Where the load of a JVM comes from. */
    private GeneratorMode generator(Key key) {
        return wanted.stream().filter(one -> one.key().equals(key)).map(one -> one.cell.generator(plan.generator()))
                .filter(GeneratorMode::isApart).findFirst().orElse(plan.generator());
    }

    private Path files(Key key) {
        if (!key.cold.isEmpty()) {
            // Each of its blocks has a JVM.
            long before = blocks.stream().filter(block -> block.cell().equals(key.cold) && block.jdk() == key.jdk)
                    .count();
            return folder.resolve(key.cold + (plan.jdks().size() > 1 ? "-jdk" + key.jdk : "") + "-f" + fork
                    + (before == 0 ? "" : "-" + (before + 1)));
        }
        return folder.resolve((plan.alive() == BenchPlan.Alive.ONE_CELL ? wanted.getFirst().cell.name() : key.variant)
                + (plan.jdks().size() > 1 ? "-jdk" + key.jdk : "") + "-f" + fork);
    }

    private static <T> List<T> inParallel(List<Callable<T>> tasks) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = new ArrayList<T>();
            for (Future<T> future : threads.invokeAll(tasks)) {
                results.add(future.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /**
     * What warms all JVMs up: for each request of a JVM, the cell that sends most of them by the rule. Where the memory
     * is looked at, primers do it.
     */
    private List<Wanted> warming() {
        record Code(Key jvm, Request request) {}
        var most = new LinkedHashMap<Code, Wanted>();
        wanted.stream().filter(one -> !one.isCold() && !one.cell.looksAtMemory())
                .forEach(one -> most.merge(new Code(one.key(), one.cell.request()), one,
                        (first, other) -> byRule(other) > byRule(first) ? other : first));
        return List.copyOf(most.values());
    }

    private double byRule(Wanted one) {
        return byRule(one, one.cell.demandOn(one.jdk), UNKNOWN_RPS);
    }

    /** @param otherwise where there is no rule */
    private double byRule(Wanted one, Demand demand, double otherwise) {
        double rule = Rules.of(one.cell, demand, machine.cpus()).rps();
        return rule > 0 && Double.isFinite(rule) ? rule : otherwise;
    }

    /**
     * A round, a second one of those cells that are not at their limit yet, and further ones of those that are not warm
     * then. A cell is warm when it is not faster than it ever was, does not need less CPU time for a request, and the
     * JIT compilers were quiet for two rounds. Compared with the round before alone, what differs by chance would pass
     * for a cell that becomes faster.
     */
    private void warmUp() {
        // Those that were lost in their start have been told.
        List<Key> alive = jvms.keySet().stream().filter(key -> jvms.get(key).failure() == null).toList();
        if (plan.primer() != null) {
            alive.forEach(key -> prime(key, plan.primer(), few()));
        } else {
            primeWhatIsMeasured();
        }
        alive.forEach(this::tellIfLost);
        List<Wanted> warming = warming();
        round(warming, 1, true);
        round(warming.stream().filter(one -> !isAtItsLimit(one)).toList(), WARM_ROUNDS, true);
        long end = System.nanoTime() + plan.warmup().toNanos();
        List<Wanted> cold = stillCold(warming, WARM_ROUNDS);
        for (int round = WARM_ROUNDS + 1; !cold.isEmpty() && !stopped.getAsBoolean()
                && System.nanoTime() < end; round++) {
            round(cold, round, true);
            cold = stillCold(cold, round);
        }
    }

    private List<Wanted> stillCold(List<Wanted> some, int round) {
        return some.stream().filter(one -> !isWarm(one, round)).toList();
    }

    /** Whether it is as fast as waits let it be, with CPUs left for it, and compiled: it cannot become faster. */
    private boolean isAtItsLimit(Wanted one) {
        Block first = last(one, 1);
        return known(one).isPresent() && first != null && first.throughput() >= (1 - WARM) * byRule(one)
                && busy(first.vitals()) < Disturbance.BUSY && !isCompiling(first);
    }

    /** Whether JIT compilers take CPUs from its requests. */
    private boolean isCompiling(Block block) {
        return busy(block.vitals()) >= BUSY && compilers(block) > QUIET_COMPILERS;
    }

    private Load few() {
        return ClosedLoop.of(PRIMING_USERS * machine.cpus(), BenchPlan.PRIMING);
    }

    /** One JVM after the other. Where all requests only wait, they leave CPUs to others: then all at the same time. */
    private void primeWhatIsMeasured() {
        Map<Key, List<Wanted>> byJvm = warming().stream()
                .filter(one -> one.cell.demand().holdsConnections() && jvms.containsKey(one.key()))
                .collect(Collectors.groupingBy(Wanted::key, LinkedHashMap::new, Collectors.toList()));
        // The lab's own JVM has one load generator.
        boolean atOnce = byJvm.entrySet().stream().allMatch(jvm -> jvm.getValue().stream().allMatch(this::waits)
                && !jvms.get(jvm.getKey()).booted().generator().isApart());
        if (atOnce) {
            Duration length = nanos(Math.max(1, (double) byJvm.size() / machine.cpus())
                    * PRIMING_OF_MEASURED.toSeconds());
            inParallel(byJvm.values().stream().map(some -> Executors.callable(() -> prime(some, length))).toList());
        } else {
            byJvm.values().forEach(some -> prime(some, PRIMING_OF_MEASURED));
        }
    }

    /** One after the other. */
    private void prime(List<Wanted> some, Duration length) {
        some.forEach(one -> prime(one.key(), one.cell.request(),
                ClosedLoop.of(Math.clamp(one.cell.load().users(), 1, PRIMING_OF_MEASURED_USERS), length)));
    }

    private void prime(Key key, Request request, Load load) {
        Jvm jvm = jvms.get(key);
        if (jvm.failure() != null || stopped.getAsBoolean()) {
            return;
        }
        var drive = new Order.Drive("primer", List.of(new Traffic("", request, load)), ramp(load), plan.seed(),
                LOOKS, true, false, false);
        long begun = System.nanoTime();
        var confirmed = new AtomicLong();
        drive(jvm, drive, load.expected(UNKNOWN_RPS).plus(request.timeout()).plus(GRACE), report -> {
            if (report instanceof CellReport.LoadEnded ended) {
                confirmed.addAndGet(ended.totals().everOk());
            }
        }, moment -> {});
        if (stores != null && Stores.isStored(request)) {
            stores.confirm(key, confirmed.get());
        }
        jvm.loaded((System.nanoTime() - begun) / 1e9);
    }

    /** A short load for each request whose needs are measured, by so few users that they do not wait for each other. */
    private void pilots() {
        for (Wanted one : warming()) {
            if (one.cell.demand().holdsConnections()) {
                block(one, pilot(one), PILOT_LOOKS, 0, 1, true);
            }
        }
    }

    /** One user where it is not known for how long a request waits. */
    private Load pilot(Wanted one) {
        double seconds = one.cell.demand().seconds();
        Block warm = last(one).orElse(null);
        double users = Double.isNaN(seconds) || warm == null ? 1
                : seconds * Math.min(PILOT_BUSY * machine.cpus() / warm.cpuDemandSeconds(),
                        PILOT_BUSY * warm.connections() / warm.connectionSeconds());
        int threads = one.cell.variant().concurrencyLimit();
        int most = Math.max(1, threads == 0 ? one.cell.load().users() : Math.min(threads, one.cell.load().users()));
        int few = Double.isNaN(users) ? 1 : (int) Math.clamp(users, 1, most);
        return ClosedLoop.of(few, PILOT).spread(nanos(Double.isNaN(seconds) ? 0 : SPREAD * seconds));
    }

    private boolean isWarm(Wanted one, int round) {
        Block now = last(one, round);
        if (now == null) {
            return true;
        }
        List<Block> earlier = IntStream.range(1, round).mapToObj(before -> last(one, before))
                .filter(Objects::nonNull).toList();
        double best = earlier.stream().mapToDouble(Block::throughput).max().orElse(Double.NaN);
        double busy = busy(now.vitals());
        // The throughput of an open loop is its rate, and differs by chance in a short block.
        boolean isFaster = !(one.cell.load() instanceof OpenLoop) && now.throughput() > best * (1 + WARM);
        double cheapest = earlier.stream().mapToDouble(Block::cpuDemandSeconds).filter(cpu -> !Double.isNaN(cpu)).min()
                .orElse(Double.NaN);
        boolean isCheaper = busy - compilers(now) >= SOMEWHAT_BUSY && now.completed() >= ENOUGH
                && byRule(one, now.cpuDemandSeconds()) > (1 + SETTLED * one.cell.tolerance()) * byRule(one, cheapest);
        // JIT compilers also rest between two methods, so one quiet round is not enough.
        return !isFaster && !isCheaper && !isCompiling(now) && !isCompiling(earlier.getLast());
    }

    /** Throughput by the rule where a request needs so much CPU time, in s; what CPUs serve where there is no rule. */
    private double byRule(Wanted one, double cpuSeconds) {
        Demand declared = one.cell.demandOn(one.jdk);
        return byRule(one, declared == null ? null : declared.needing(cpuSeconds), machine.cpus() / cpuSeconds);
    }

    private static double mean(Block block, ToDoubleFunction<CellReport.VitalsSecond> of) {
        return block.vitals().stream().mapToDouble(of).average().orElse(Double.NaN);
    }

    /** Whether the requests of this cell kept the CPUs busy when it was last driven. */
    private boolean wasBusy(Wanted one) {
        return last(one).filter(block -> busy(block.vitals()) - compilers(block) >= BUSY).isPresent();
    }

    /** Share of the CPUs that JIT compilers used. */
    private double compilers(Block block) {
        return mean(block, CellReport.VitalsSecond::jitCpu) / machine.cpus();
    }

    /** See {@link Disturbance#compiling}. A cold service compiles: that is what its cell is about. */
    private double compiling(Wanted one, List<CellReport.VitalsSecond> vitals) {
        double jit = vitals.stream().mapToDouble(CellReport.VitalsSecond::jitCpu).average().orElse(0);
        return one.isCold() ? 0
                : Disturbance.compiling(jit, busy(vitals) * machine.cpus(), machine.cpus(), one.cell.tolerance());
    }

    /** Share of the time for which the CPUs of the machine were busy. */
    private double busy(List<CellReport.VitalsSecond> vitals) {
        return vitals.stream().mapToDouble(CellReport.VitalsSecond::machineCpu).average().orElse(0) / machine.cpus();
    }

    /** The block of a cell in a round of the warm-up; null where there is none. */
    private Block last(Wanted one, int round) {
        return blocks.stream().filter(block -> block.warmup() && block.round() == round
                && block.cell().equals(one.cell.name()) && block.jdk() == one.jdk).findFirst().orElse(null);
    }

    /** Drives these cells once each, in random order. */
    private void round(List<Wanted> some, int round, boolean warmup) {
        var order = new ArrayList<>(some);
        Collections.shuffle(order, random);
        var again = new ArrayList<Wanted>();
        for (Wanted one : order) {
            Block block = driven(one, round, 1, warmup);
            if (block != null && warmup && isCompiling(block)) {
                settle(one.key());
            }
            // Memory that its first burst left behind would be missing in a second one.
            if (block != null && !warmup && !block.disturbances().isEmpty() && !one.cell.looksAtMemory()) {
                again.add(one);
            }
        }
        again.forEach(one -> driven(one, round, 2, false));
    }

    /**
     * Waits until the JIT compilers of a JVM have done what they have to do. Beside requests that keep the CPUs busy
     * they get few of them, and it would take minutes.
     */
    private void settle(Key key) {
        long end = System.nanoTime() + SETTLE.toNanos();
        double before = jvms.get(key).cpuSeconds();
        boolean isIdle = false;
        while (!isIdle && System.nanoTime() < end && !stopped.getAsBoolean()) {
            LockSupport.parkNanos(SETTLE_LOOK.toNanos());
            double now = jvms.get(key).cpuSeconds();
            // A JVM that is gone has no CPU time.
            isIdle = !(now - before > IDLE_CPUS * SETTLE_LOOK.toNanos() / 1e9);
            before = now;
        }
    }

    /** Drives a cell for a block; one that is cold on a JVM that has just started. */
    private Block driven(Wanted one, int round, int attempt, boolean warmup) {
        if (!one.isCold()) {
            return block(one, round, attempt, warmup);
        }
        if (!stopped.getAsBoolean()) {
            boot(List.of(one));
        }
        Block block = block(one, round, attempt, false);
        Jvm jvm = jvms.remove(one.key());
        if (jvm != null) {
            members.merge(one.key(), jvm.end(cells(one.key()), 0, windows(one.key())), Measurement.Member::and);
        }
        return block;
    }

    /** Drives a cell for a block. @return null where its JVM does nothing any more */
    private Block block(Wanted one, int round, int attempt, boolean warmup) {
        return block(one, load(one, warmup), LOOKS, round, attempt, warmup);
    }

    private Block block(Wanted one, Load load, int looks, int round, int attempt, boolean warmup) {
        Jvm jvm = jvms.get(one.key());
        if (jvm == null || jvm.failure() != null || stopped.getAsBoolean() || stoppedCells.contains(one)) {
            return null;
        }
        progress.accept(
                new Progress.Driving(fork, round, warmup ? 0 : plan.rounds(), warmup, one.cell.name(), one.jdk));
        var heard = new Heard(one, jvm);
        if (load instanceof Burst burst && burst.looksAtMemory()) {
            prime(one.key(), burst.primer(), few());
        }
        var traffic = new ArrayList<>(List.of(new Traffic("", one.cell.request(), load)));
        List<Wanted> along = round == 0 ? List.of() : beside(one);
        along.forEach(other -> traffic.add(new Traffic(other.cell.name(), other.cell.request(), other.cell.load())));
        boolean isExternal = external != null && !warmup;
        boolean inside = !warmup && round == plan.rounds() && !one.cell.variant().service().isInThisJvm();
        var drive = new Order.Drive(one.cell.name(), List.copyOf(traffic),
                round == 0 ? PILOT_RAMP : ramp(load), plan.seed() + 1000L * fork + round, looks,
                warmup && round == 1, one.cell.errors(), inside);
        Map<Key, Double> idleBefore = cpuSeconds(one.key());
        double throttled = machine.throttledSeconds();
        double overflows = machine.listenOverflows();
        long rows = stores == null ? -1 : stores.rows(one.key());
        Map<Long, Double> storing = stores == null ? Map.of() : stores.cpuSeconds();
        Order.Answer.Counted before = jvm.count();
        long begun = System.nanoTime();
        Order.Answer told;
        Machine.Others others;
        try (Machine.Watch watch = machine.watch(own())) {
            Duration limit = limit(load, one).plus(inside ? LOOKING_INSIDE : Duration.ZERO);
            told = isExternal ? driveByExternal(jvm, drive, limit, heard)
                    : drive(jvm, drive, limit, heard, heard::look);
            others = neighbours(one, watch.end());
        }
        Block.Inside seen = inside ? jvm.readInside() : null;
        Order.Answer.Block answer = told instanceof Order.Answer.Block over ? over : null;
        Order.Answer.Counted after = answer == null ? null : jvm.count();
        double took = (System.nanoTime() - begun) / 1e9;
        Block.Stored stored = stored(one, along, heard, rows, storing,
                after == null ? -1 : after.accepted() - before.accepted());
        jvm.loaded(took);
        Map.Entry<Key, Double> busiest = busiest(idleBefore, took);
        var surroundings = new Block.Surroundings(others, machine.throttledSeconds() - throttled,
                machine.listenOverflows() - overflows, busiest == null ? 0 : busiest.getValue(),
                busiest == null ? "" : busiest.getKey().variant, machine.residentMb(jvm.pid()));
        order++;
        var counted = counted(answer, before, after, stored);
        Block block = heard.block("", one, round, attempt, warmup, answer, counted, surroundings).with(seen)
                .stopped(stopped(one, told, heard));
        if (block.stopped() != null) {
            stoppedCells.add(one);
        }
        blocks.add(block);
        var alongCounted = new Counted(-1, counted.told, Block.Stored.NOTHING);
        along.forEach(other -> blocks.add(
                heard.block(other.cell.name(), other, round, attempt, warmup, answer, alongCounted, surroundings)));
        blocks.subList(blocks.size() - 1 - along.size(), blocks.size())
                .forEach(done -> progress.accept(new Progress.Driven(done)));
        tellIfLost(one.key());
        return block;
    }

    /** Why the load of a block was stopped, or should have been; null where it was not. */
    private static Finding stopped(Wanted one, Order.Answer told, Heard heard) {
        if (told instanceof Order.Answer.Stopped early) {
            return Finding.invalid(early.code(), "%s", early.why());
        }
        long failed = heard.failed();
        long ended = failed + heard.confirmed("");
        double most = one.cell.request().mostFailed();
        return ended < ENOUGH || failed <= most * ended ? null
                : Finding.invalid(Code.TOO_MANY_FAILED, "%d of %d requests failed, more than %.0f %%, so the load was "
                        + "stopped (%s)", failed, ended, 100 * most, Totals.kinds(heard.errors()));
    }

    /**
     * What used the CPUs and has no part in the service. What was idle before the load of a service that is not this
     * project's, and is busy with it, is something that the service calls, such as a database.
     */
    private Machine.Others neighbours(Wanted one, Machine.Others others) {
        return one.cell.variant().service().isInThisJvm() ? others
                : others.atMost(Math.max(0, 1 - quiet) * machine.cpus());
    }

    private Block.Stored stored(Wanted one, List<Wanted> along, Heard heard, long rowsBefore,
            Map<Long, Double> cpuBefore, long accepted) {
        if (stores == null || accepted < 0 && heard.sent("") == 0) {
            return Block.Stored.NOTHING;
        }
        double cpu = stores.cpuSecondsSince(cpuBefore);
        long confirmed = 0;
        long sent = 0;
        if (Stores.isStored(one.cell.request())) {
            confirmed += heard.confirmed("");
            sent += heard.sent("");
        }
        for (Wanted other : along) {
            if (Stores.isStored(other.cell.request())) {
                confirmed += heard.confirmed(other.cell.name());
                sent += heard.sent(other.cell.name());
            }
        }
        // A request that was given up may have stored its row. It must not stand for one that was lost.
        confirmed = Math.max(confirmed, accepted);
        stores.confirm(one.key(), confirmed);
        long rows = stores.rows(one.key());
        return new Block.Stored(confirmed, sent, rows < 0 || rowsBefore < 0 ? -1 : rows - rowsBefore, cpu);
    }

    private List<Wanted> beside(Wanted one) {
        return beside.stream().filter(other -> other.main().equals(one.cell.name()) && other.jdk == one.jdk).toList();
    }

    private void tellIfLost(Key key) {
        Jvm jvm = jvms.get(key);
        if (jvm.failure() != null && !stopped.getAsBoolean()) {
            progress.accept(new Progress.Lost(new Measurement.Member(key.variant, key.jdk, cells(key),
                    jvm.variant().asked(), Facts.none(), 0, jvm.failure(), Flight.NONE)));
        }
    }

    /** @param look has the memory looked at, of a burst that asks for it: its load generator is in this JVM */
    private Order.Answer drive(Jvm jvm, Order.Drive drive, Duration limit, Consumer<CellReport> heard,
            Consumer<CellReport.Moment> look) {
        return jvm.booted().generator().isApart() ? driveHere(jvm, drive, limit, heard, look)
                : jvm.drive(drive, limit, heard);
    }

    /** The service's JVM while it watches a load that comes from elsewhere. */
    private static final class Watching implements AutoCloseable {
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        private final Jvm jvm;
        private final Order.Drive drive;
        private final Duration limit;
        private final Consumer<CellReport> heard;
        private Future<Order.Answer.Block> answer;

        Watching(Jvm jvm, Order.Drive drive, Duration limit, Consumer<CellReport> heard) {
            this.jvm = jvm;
            this.drive = drive;
            this.limit = limit;
            this.heard = heard;
        }

        /** Returns when the JVM has been told: it must not hear before that the window is over. */
        void begin() {
            var begun = new CountDownLatch(1);
            answer = threads.submit(() -> jvm.watch(drive.cell(), drive.inside(), limit, heard, begun::countDown));
            try {
                begun.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** What it says when the window is over; null where there was none. */
        Order.Answer.Block answer() throws InterruptedException {
            try {
                return answer == null ? null : answer.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }

        void lookInside(long underWay) {
            try {
                answer();
                jvm.lookInside(underWay);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            threads.close();
        }
    }

    /** The load generator is in this JVM, and the service's JVM watches. */
    private Order.Answer driveHere(Jvm jvm, Order.Drive drive, Duration limit,
            Consumer<CellReport> heard, Consumer<CellReport.Moment> look) {
        Exchanges.setClientProperties();
        try (var scheduler = jvm.booted().generator() == GeneratorMode.PLATFORM_THREADS
                ? LoadScheduler.platformThreads()
                : LoadScheduler.ownOrShared();
                var watching = new Watching(jvm, drive, limit, heard)) {
            var generator = new LoadGenerator(jvm.booted().address(), drive.traffic(), drive.ramp(), scheduler,
                    CpuUsage::processNanos, heard).externals(jvm.booted().externals()).seeded(drive.seed())
                    .ofWarmService(!drive.isCold()).expectingErrors(drive.errors());
            if (drive.inside()) {
                generator.thenLook(underWay -> watching.lookInside(underWay.getAsLong()));
            }
            generator.run(watching::begin, jvm::over, look);
            return watching.answer();
        } catch (Failing e) {
            return new Order.Answer.Stopped(Failing.code(e), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** An external load generator sends the requests, and the service's JVM watches. */
    private Order.Answer driveByExternal(Jvm jvm, Order.Drive drive, Duration limit, Consumer<CellReport> heard) {
        Traffic main = drive.traffic().getFirst();
        Duration length = main.load() instanceof ClosedLoop loop ? loop.duration() : main.load().expected(UNKNOWN_RPS);
        String name = drive.cell() + (plan.jdks().size() > 1 ? "-jdk" + jvm.jdk() : "") + "-f" + fork;
        var job = new ExternalGenerator.Job(jvm.booted().address(), main, length, folder.resolve(name));
        try (var watching = new Watching(jvm, drive, limit, heard);
                ExternalGenerator.Run run = external.prepare(job, heard);
                var ending = new Ending(run)) {
            run.measure(watching::begin, jvm::over);
            if (drive.inside() && main.load().users() > 0) {
                run.whileItGoesOn(() -> watching.lookInside(main.load().users()));
            }
            return watching.answer();
        } catch (Failing e) {
            return new Order.Answer.Stopped(Failing.code(e), e.getMessage());
        } catch (IOException e) {
            return new Order.Answer.Stopped(Code.EXTERNAL_FAILED, "the files of " + external
                    + " cannot be written: " + e.getMessage());
        } catch (InterruptedException e) {
            // It was stopped with the lab.
            return null;
        }
    }

    /** Ends an external load generator where the lab is stopped. */
    private final class Ending implements AutoCloseable {
        private final Thread looking;

        Ending(ExternalGenerator.Run run) {
            looking = Thread.ofVirtual().start(() -> {
                try {
                    while (!stopped.getAsBoolean()) {
                        Thread.sleep(SETTLE_LOOK);
                    }
                    run.stop();
                } catch (InterruptedException e) {
                    // It has ended by itself.
                }
            });
        }

        @Override
        public void close() {
            looking.interrupt();
        }
    }

    /** The load of a block: long enough for each user to send some requests. */
    private Load load(Wanted one, boolean warmup) {
        boolean isBusy = !(one.cell.load() instanceof ClosedLoop) || wasBusy(one);
        Duration length = warmup ? warmUpBlock(one) : isBusy ? plan.busyBlock() : plan.block();
        double least = length.toNanos() / 1e9;
        return switch (one.cell.load()) {
        case ClosedLoop loop when loop.isFromTheFirst() && !warmup -> loop;
        case ClosedLoop loop -> {
            int users = warmup ? enough(one, loop.users()) : loop.users();
            boolean waits = waits(one);
            double asked = warmup || loop.duration() == null ? 0 : loop.duration().toNanos() / 1e9;
            // Of users who wait any time tells, unless those who have waited for too long leave their line together.
            double rounds = warmup || waits && !one.cell.errors() ? 0
                    : (plan.userRounds() - (waits ? 0 : 0.5)) * users / throughput(one);
            // Users who began together have their answers together: a response time has those of all.
            double alone = warmup || !waits ? 0 : known(one).get().seconds();
            double seconds = DoubleStream.of(least, asked, rounds, alone).max().getAsDouble();
            // So many requests as were asked for, in whole rounds; else for some time.
            ClosedLoop block = loop.requests() > 0 && !warmup
                    ? ClosedLoop.of(loop.users(), Math.ceilDiv(loop.requests(), loop.users()) * loop.users())
                    : ClosedLoop.of(users, nanos(seconds));
            yield fromItsDemand(one, block.think(loop.think()));
        }
        case OpenLoop open -> new OpenLoop(open.rate(), length);
        case Load other -> other;
        };
    }

    /** With what is known of a request: when users set out, and for how long each is served. */
    private ClosedLoop fromItsDemand(Wanted one, ClosedLoop loop) {
        if (known(one).isEmpty()) {
            return loop;
        }
        double seconds = known(one).get().seconds();
        ClosedLoop spread = loop.spread(nanos(SPREAD * seconds));
        if (!waits(one)) {
            return spread;
        }
        // Where there is no line, a request is served for all of its response time.
        return spread.served(bound(one).equals(Queueing.USERS) ? one.cell.request().timeout() : nanos(seconds));
    }

    /**
     * Whether, by the rule, its requests only wait: for what they do, or in a line for a thread or something else. CPUs
     * serve all by turns.
     */
    private boolean waits(Wanted one) {
        return known(one).isPresent() && !bound(one).equals(Queueing.CPU);
    }

    private static Optional<Demand> known(Wanted one) {
        return Optional.ofNullable(one.cell.demandOn(one.jdk)).filter(Demand::isKnown);
    }

    private String bound(Wanted one) {
        return Rules.of(one.cell, one.cell.demandOn(one.jdk), machine.cpus()).bound();
    }

    private static Duration nanos(double seconds) {
        return Duration.ofNanos(Math.round(1e9 * seconds));
    }

    private Duration warmUpBlock(Wanted one) {
        Duration usual = plan.block().dividedBy(SHORTER);
        if (!wasBusy(one)) {
            return usual;
        }
        int ofUsers = one.cell.load() instanceof ClosedLoop loop ? BUSY_USER_ROUNDS * enough(one, loop.users()) : 0;
        boolean isStoring = one.cell.demand() != null && one.cell.demand().holdsConnections();
        double least = isStoring ? BUSY_SECONDS_STORING : BUSY_SECONDS;
        double seconds = Math.max(least, Math.max(BUSY_REQUESTS, ofUsers) / throughput(one));
        return Collections.max(List.of(usual, Collections.min(List.of(nanos(seconds), plan.busyBlock()))));
    }

    /**
     * As many users as keep busy what limits the throughput by the rule; twice as many of CPUs and connections, since
     * users in line for them leave gaps, and where few requests are enough. Further ones would only wait, and each has
     * to be answered before a block begins.
     */
    private int enough(Wanted one, int users) {
        if (known(one).isEmpty()) {
            return users;
        }
        double busy = byRule(one) * known(one).get().seconds();
        int times = busy < ENOUGH || LEAVE_GAPS.contains(bound(one)) ? 2 : 1;
        return (int) Math.clamp(Math.ceil(times * busy), 1, users);
    }

    private static WarmUp ramp(Load load) {
        return WarmUp.fixed(load instanceof OpenLoop ? RISE : Duration.ZERO);
    }

    /**
     * Requests/s as last measured. At first, as the rule says, but no more than the same request had in a cell that
     * sends more of them.
     */
    private double throughput(Wanted one) {
        return lastThroughput(one).orElseGet(() -> wanted.stream()
                .filter(other -> other.key().equals(one.key()) && other.cell.request().equals(one.cell.request()))
                .flatMapToDouble(other -> lastThroughput(other).stream()).reduce(byRule(one), Math::min));
    }

    private OptionalDouble lastThroughput(Wanted one) {
        return last(one).stream().mapToDouble(Block::throughput).findFirst();
    }

    /** The last block of a cell in which something succeeded, pilots left out. */
    private Optional<Block> last(Wanted one) {
        return blocks.reversed().stream().filter(block -> block.cell().equals(one.cell.name())
                && block.jdk() == one.jdk && block.throughput() > 0 && !block.isPilot()).findFirst();
    }

    /** After which a block is taken to hang. */
    private Duration limit(Load load, Wanted one) {
        Duration window = switch (load) {
        case ClosedLoop loop -> loop.expected(throughput(one)).plus(loop.spread().multipliedBy(2));
        case OpenLoop open -> open.duration();
        case Burst burst -> burst.ramp();
        default -> load.expected(100);
        };
        return window.multipliedBy(PATIENCE).plus(one.cell.request().timeout()).plus(GRACE);
    }

    private long[] own() {
        return LongStream.concat(LongStream.concat(LongStream.of(ProcessHandle.current().pid()),
                stores == null ? LongStream.empty() : LongStream.of(stores.processes())),
                jvms.values().stream().flatMapToLong(jvm -> LongStream.of(jvm.process().pid(), jvm.pid())).distinct())
                .toArray();
    }

    /** CPU time of the JVMs that are to be idle. */
    private Map<Key, Double> cpuSeconds(Key driven) {
        var seconds = new HashMap<Key, Double>();
        jvms.forEach((key, jvm) -> {
            if (!key.equals(driven) && jvm.failure() == null) {
                seconds.put(key, jvm.cpuSeconds());
            }
        });
        return seconds;
    }

    private Map.Entry<Key, Double> busiest(Map<Key, Double> before, double seconds) {
        return before.entrySet().stream()
                .map(one -> Map.entry(one.getKey(), (jvms.get(one.getKey()).cpuSeconds() - one.getValue()) / seconds))
                .filter(one -> !one.getValue().isNaN()).max(Map.Entry.comparingByValue()).orElse(null);
    }

    /**
     * What the service counted from before a block until all its requests had ended.
     *
     * @param requests   negative where it cannot tell
     * @param told       by the names that the service has for it
     * @param stored     what became of the rows
     */
    private record Counted(long requests, Map<String, Long> told, Block.Stored stored) {}

    private static final Counted UNCOUNTED = new Counted(-1, Map.of(), Block.Stored.NOTHING);

    private static Counted counted(Order.Answer.Block answer, Order.Answer.Counted before, Order.Answer.Counted after,
            Block.Stored stored) {
        return answer == null || after == null ? UNCOUNTED
                : new Counted(after.requests() < 0 ? -1 : after.requests() - before.requests(),
                        since(before.told(), after.told()), stored);
    }

    /** What was counted between two looks. A count that the first one did not have was 0. */
    private static Map<String, Long> since(Map<String, Long> before, Map<String, Long> after) {
        var since = new HashMap<String, Long>();
        after.forEach((name, count) -> since.put(name, count - before.getOrDefault(name, 0L)));
        return since;
    }

    /** What is told of a block while it lasts, of each of its streams. */
    private final class Heard implements Consumer<CellReport> {
        private final List<CellReport.LoadSecond> seconds = new ArrayList<>();
        private final List<CellReport.VitalsSecond> vitals = new ArrayList<>();
        private final Map<String, Totals> totals = new HashMap<>();
        private final Wanted of;
        private final Jvm jvm;
        private final MemoryLooks memory;
        private CellReport.Waves waves;
        private CellReport.Told told;
        private Gauges begin = Gauges.NONE;
        private Gauges end = Gauges.NONE;
        private double drain = Double.NaN;
        private Future<ThreadDump> dump;

        Heard(Wanted of, Jvm jvm) {
            this.of = of;
            this.jvm = jvm;
            this.memory = new MemoryLooks(() -> machine.residentMb(jvm.pid()));
        }

        /** Has the memory looked at, and returns when it is done. */
        void look(CellReport.Moment moment) {
            if (moment == CellReport.Moment.REST) {
                jvm.lookAtRest(this);
            } else {
                jvm.lookWhileRequestsWait();
                memory.await();
            }
        }

        @Override
        public synchronized void accept(CellReport report) {
            switch (report) {
            case CellReport.Memory seen -> memory.saw(seen);
            case CellReport.Waves seen -> waves = seen;
            case CellReport.Told seen -> told = seen;
            case CellReport.Gauged told when told.at() == CellReport.Gauged.Boundary.BEGIN -> begin = told.gauges();
            case CellReport.Gauged told -> end = told.gauges();
            case CellReport.Drained drained when drained.all() -> drain = drained.seconds();
            case CellReport.LoadSecond second -> {
                seconds.add(second);
                dumpWhereItHasStopped();
            }
            // What is stored after the load is no part of it.
            case CellReport.VitalsSecond second when second.draining() -> {
            }
            case CellReport.VitalsSecond second -> vitals.add(second);
            case CellReport.LoadEnded ended -> totals.put(ended.stream(), ended.totals());
            default -> {
            }
            }
        }

        /** While it lasts: when the load is over there may be nothing left to see. */
        private void dumpWhereItHasStopped() {
            boolean isInItsJvm = jvm.pid() == jvm.process().pid();
            if (dump == null && isInItsJvm && isStalled(own(""), of)) {
                Path files = files(of.key());
                Path file = files.resolveSibling(files.getFileName() + ".threads.txt");
                dump = CompletableFuture.supplyAsync(() -> ThreadDump.take(jvm.pid(), file),
                        task -> Thread.ofVirtual().start(task));
            }
        }

        private List<CellReport.LoadSecond> own(String stream) {
            return seconds.stream().filter(second -> second.stream().equals(stream)).toList();
        }

        private ThreadDump dump() {
            try {
                // It ends by itself, soon.
                return dump == null ? null : dump.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }

        /** Requests of a stream that succeeded. */
        synchronized long confirmed(String stream) {
            return totals.containsKey(stream) ? totals.get(stream).everOk() : 0;
        }

        /** Failed requests of the main stream by what they failed by. */
        synchronized Map<String, Long> errors() {
            var errors = new TreeMap<String, Long>();
            own("").forEach(second -> second.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum)));
            return errors;
        }

        synchronized long failed() {
            return errors().values().stream().mapToLong(Long::longValue).sum();
        }

        /** Requests of a stream that were sent. */
        synchronized long sent(String stream) {
            return totals.containsKey(stream) ? totals.get(stream).sent() : 0;
        }

        /** @param stream empty for the main one, whose counts are those of all streams */
        synchronized Block block(String stream, Wanted one, int round, int attempt, boolean warmup,
                Order.Answer.Block answer, Counted counted, Block.Surroundings surroundings) {
            List<CellReport.LoadSecond> own = own(stream);
            ThreadDump seen = stream.isEmpty() ? dump() : null;
            if (answer == null || answer.from() == null) {
                return new Block(one.cell.name(), one.jdk, fork, round, attempt, order, warmup, null, own,
                        List.copyOf(vitals), null, Double.NaN, Double.NaN, null, Block.Usage.NONE, surroundings,
                        List.of()).with(seen);
            }
            Totals ended = totals.get(stream);
            List<Totals> all = stream.isEmpty() ? List.copyOf(totals.values()) : Stream.ofNullable(ended).toList();
            double jit = vitals.stream().mapToDouble(second -> second.jitCpu() * second.length()).sum();
            Hiccups.Summary hiccups = answer.hiccups();
            double length = ended == null ? 0 : ended.seconds();
            return new Block(one.cell.name(), one.jdk, fork, round, attempt, order, warmup, answer.from(), own,
                    List.copyOf(vitals), ended, ended == null ? Double.NaN : ended.hiccups().p50Ms(), timer(hiccups),
                    hiccups, new Block.Usage(answer.serviceCpuSeconds(), jit, answer.gcMillis(), counted.requests,
                            all.stream().mapToLong(Totals::sent).sum(), all.stream().mapToLong(Totals::givenUp).sum(),
                            counted.told, counted.stored),
                    surroundings,
                    // A service that has stopped answering does so whatever else uses the CPUs.
                    isStalled(own, one) ? List.of()
                            : Disturbance.of(answer.from(), length, hiccups.stops(), busy(vitals),
                                    compiling(one, vitals), surroundings))
                    .with(seen).ofBurst(stream.isEmpty() ? waves : null, memory.both())
                    .with(stream.isEmpty() ? Block.Backlog.of(begin, end, drain) : Block.Backlog.NONE)
                    .ofExternal(stream.isEmpty() ? told : null);
        }
    }

    private static boolean isStalled(List<CellReport.LoadSecond> seconds, Wanted one) {
        // Of a burst that waits, no answer comes for long.
        return !one.cell.looksAtMemory()
                && Block.stalledSeconds(seconds, one.cell.request().timeout()) >= Block.STALLED;
    }

    /**
     * Lateness of the timer, in ms: the less of what two meters saw, on a virtual thread and on a platform thread.
     * Where CPUs are busy, the one that waits for a CPU is not late because of the timer.
     */
    private static double timer(Hiccups.Summary hiccups) {
        return DoubleStream.of(hiccups.service().p50Ms(), hiccups.platform().p50Ms())
                .filter(value -> !Double.isNaN(value)).min().orElse(Double.NaN);
    }

    /** Whether any of these is to be measured. */
    static Stream<Wanted> of(List<Cell> cells, List<Integer> jdks) {
        return cells.stream().flatMap(cell -> MachineCheck.jdks(cell.variant(), jdks).stream()
                .map(jdk -> new Wanted(cell, jdk)));
    }
}
