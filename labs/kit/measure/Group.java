package kit.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.load.ExternalGenerator;
import kit.machine.Children;
import kit.machine.Hiccups;
import kit.machine.Machine;
import kit.measure.Wanted.Key;
import kit.plan.BenchPlan;
import kit.plan.Burst;
import kit.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.GeneratorMode;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.Variant;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.Totals;
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
    /** A part of the longest warm-up at most: one that is short on purpose primes less. */
    private static final int PRIMING_PART = 5;
    /** More users than these wait for code that is not compiled yet, for 20 s, and compile no more of it. */
    private static final int PRIMING_OF_MEASURED_USERS = 100;
    /** For each CPU. */
    private static final int PRIMING_USERS = 4;
    /** For looks at pools and thread dumps after a block. */
    private static final Duration LOOKING_INSIDE = Duration.ofSeconds(60);
    /** From so many requests on it is known which share of them fails. */
    private static final int ENOUGH_ENDED = 20;
    /** Looks in a second at what a service tells of itself: few, so that they cost nothing, and more in a pilot. */
    private static final int LOOKS = 10;
    private static final int PILOT_LOOKS = 50;
    /** So few users need a moment until one has its answer. */
    private static final WarmUp PILOT_RAMP = WarmUp.fixed(Duration.ofMillis(500));
    /** An open loop reaches its rate within this time. */
    private static final Duration RISE = Duration.ofSeconds(1);

    private final List<Wanted> wanted;
    private final List<Wanted> beside;
    private final BenchPlan plan;
    private final Machine machine;
    private final int fork;
    private final Path folder;
    private final Map<String, Long> calibrated;
    private final Map<Integer, Path> javas;
    private final Stores stores;
    private final LoadDriver driver;
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
        this.wanted = wanted.stream().filter(one -> one.cell().isDriven()).toList();
        this.beside = wanted.stream().filter(one -> !one.cell().isDriven()).toList();
        this.plan = plan;
        this.machine = machine;
        this.fork = fork;
        this.folder = folder;
        this.calibrated = calibrated;
        this.javas = javas;
        this.stores = stores;
        this.driver = new LoadDriver(external, stopped);
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
        return blocks.stream()
                .filter(block -> block.counts() && block.jdk() == key.jdk() && cells.contains(block.cell()))
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
        keys.forEach((key, one) -> booting.put(key, () -> Jvm.boot(variant(key, one.cell().variant(), schemas.get(key)),
                key.jdk(), javas.get(key.jdk()), files(key), generator(key), started, stopped)));
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
                            "the JVM of %s could not be used: %s", key.variant(), e.getCause().getMessage());
                    var lost = new Measurement.Member(key.variant(), key.jdk(), cells(key), Facts.none(), Facts.none(),
                            0,
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
        Variant variant = declared.inCell(key.jdk(), calibrated);
        return settings == null ? variant : variant.settings(settings);
    }

    private List<String> cells(Key key) {
        return Stream.concat(wanted.stream(), beside.stream()).filter(one -> one.key().equals(key))
                .map(one -> one.cell().name()).toList();
    }

    /** Where the load of a JVM comes from. */
    private GeneratorMode generator(Key key) {
        return wanted.stream().filter(one -> one.key().equals(key)).map(one -> one.cell().generator(plan.generator()))
                .filter(GeneratorMode::isApart).findFirst().orElse(plan.generator());
    }

    /** Begin of the names of a JVM's files. */
    private Path files(Key key) {
        if (key.cold().isEmpty()) {
            return file(plan.alive() == BenchPlan.Alive.ONE_CELL ? wanted.getFirst().cell().name() : key.variant(),
                    key.jdk());
        }
        // Each of its blocks has a JVM.
        long before = blocks.stream().filter(block -> block.cell().equals(key.cold()) && block.jdk() == key.jdk())
                .count();
        Path first = file(key.cold(), key.jdk());
        return before == 0 ? first : first.resolveSibling(first.getFileName() + "-" + (before + 1));
    }

    private Path file(String of, int jdk) {
        return folder.resolve(of + (plan.jdks().size() > 1 ? "-jdk" + jdk : "") + "-f" + fork);
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
        History history = history();
        var most = new LinkedHashMap<Code, Wanted>();
        wanted.stream().filter(one -> !one.isCold() && !one.cell().looksAtMemory())
                .forEach(one -> most.merge(new Code(one.key(), one.cell().request()), one,
                        (first, other) -> history.byRule(other) > history.byRule(first) ? other : first));
        return List.copyOf(most.values());
    }

    /**
     * A round, a second one of those cells that are not at their limit yet, and further ones of those that are not warm
     * then: {@link History} decides both.
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
        History first = history();
        round(warming.stream().filter(one -> !first.isAtItsLimit(one)).toList(), WARM_ROUNDS, true);
        long end = System.nanoTime() + plan.warmup().toNanos();
        List<Wanted> cold = stillCold(warming, WARM_ROUNDS);
        for (int round = WARM_ROUNDS + 1; !cold.isEmpty() && !stopped.getAsBoolean()
                && System.nanoTime() < end; round++) {
            round(cold, round, true);
            cold = stillCold(cold, round);
        }
    }

    private List<Wanted> stillCold(List<Wanted> some, int round) {
        History history = history();
        return some.stream().filter(one -> !history.isWarm(one, round)).toList();
    }

    private Load few() {
        return ClosedLoop.of(PRIMING_USERS * machine.cpus(), BenchPlan.PRIMING);
    }

    /** One JVM after the other. Where all requests only wait, they leave CPUs to others: then all at the same time. */
    private void primeWhatIsMeasured() {
        Map<Key, List<Wanted>> byJvm = warming().stream()
                .filter(one -> one.cell().demand().holdsConnections() && jvms.containsKey(one.key()))
                .collect(Collectors.groupingBy(Wanted::key, LinkedHashMap::new, Collectors.toList()));
        History history = history();
        // The lab's own JVM has one load generator.
        boolean atOnce = byJvm.entrySet().stream().allMatch(jvm -> jvm.getValue().stream().allMatch(history::waits)
                && !jvms.get(jvm.getKey()).booted().generator().isApart());
        Duration each = Collections.min(List.of(PRIMING_OF_MEASURED, plan.warmup().dividedBy(PRIMING_PART)));
        if (atOnce) {
            Duration length = BlockLoads.nanos(Math.max(1, (double) byJvm.size() / machine.cpus())
                    * each.toNanos() / 1e9);
            inParallel(byJvm.values().stream().map(some -> Executors.callable(() -> prime(some, length))).toList());
        } else {
            byJvm.values().forEach(some -> prime(some, each));
        }
    }

    /** One after the other. */
    private void prime(List<Wanted> some, Duration length) {
        some.forEach(one -> prime(one.key(), one.cell().request(),
                ClosedLoop.of(Math.clamp(one.cell().load().users(), 1, PRIMING_OF_MEASURED_USERS), length)));
    }

    private void prime(Key key, Request request, Load load) {
        Jvm jvm = jvms.get(key);
        if (jvm.failure() != null || stopped.getAsBoolean()) {
            return;
        }
        var drive = new Order.Drive("primer", List.of(new Traffic("", request, load)), ramp(load), plan.seed(),
                LOOKS, true, false, Order.Sampled.NOTHING);
        long begun = System.nanoTime();
        var confirmed = new AtomicLong();
        driver.drive(jvm, drive, load.expected(History.UNKNOWN_RPS).plus(request.timeout()).plus(BlockLoads.GRACE),
                report -> {
                    if (report instanceof CellReport.LoadEnded ended) {
                        confirmed.addAndGet(ended.totals().everOk());
                    }
                }, moment -> {});
        if (stores != null && Stores.isStored(request)) {
            stores.confirm(key, confirmed.get());
        }
        jvm.loaded((System.nanoTime() - begun) / 1e9);
    }

    private History history() {
        return new History(machine.cpus(), wanted, List.copyOf(blocks));
    }

    private BlockLoads loads() {
        return new BlockLoads(plan, history());
    }

    /** A short load for each request whose needs are measured, by so few users that they do not wait for each other. */
    private void pilots() {
        for (Wanted one : warming()) {
            if (one.cell().demand().holdsConnections()) {
                block(one, loads().pilot(one), PILOT_LOOKS, 0, 1, true);
            }
        }
    }

    /** See {@link Disturbance#compiling}. A cold service compiles: that is what its cell is about. */
    private double compiling(Wanted one, List<CellReport.VitalsSecond> vitals) {
        return one.isCold() ? 0
                : Disturbance.compiling(History.jitCpus(vitals), History.machineCpus(vitals), machine.cpus(),
                        one.cell().tolerance());
    }

    /** Drives these cells once each, in random order. */
    private void round(List<Wanted> some, int round, boolean warmup) {
        var order = new ArrayList<>(some);
        Collections.shuffle(order, random);
        var again = new ArrayList<Wanted>();
        for (Wanted one : order) {
            Block block = driven(one, round, 1, warmup);
            if (block != null && warmup && history().isCompiling(block)) {
                settle(one.key());
            }
            // Memory that its first burst left behind would be missing in a second one.
            if (block != null && !warmup && !block.disturbances().isEmpty() && !one.cell().looksAtMemory()) {
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

    /** In the last block of a cell in a fork: a look takes seconds. */
    private Order.Sampled inside(Wanted one, int round, boolean warmup) {
        if (warmup || round < plan.rounds() || one.cell().variant().service().isInThisJvm()) {
            return Order.Sampled.NOTHING;
        }
        return fork == Bench.PILOT ? Order.Sampled.POOLS : Order.Sampled.POOLS_AND_THREADS;
    }

    /** Drives a cell for a block. @return null where its JVM does nothing any more */
    private Block block(Wanted one, int round, int attempt, boolean warmup) {
        return block(one, loads().of(one, warmup), LOOKS, round, attempt, warmup);
    }

    private Block block(Wanted one, Load load, int looks, int round, int attempt, boolean warmup) {
        Jvm jvm = jvms.get(one.key());
        if (jvm == null || jvm.failure() != null || stopped.getAsBoolean() || stoppedCells.contains(one)) {
            return null;
        }
        progress.accept(
                new Progress.Driving(fork, round, warmup ? 0 : plan.rounds(), warmup, one.cell().name(), one.jdk()));
        var heard = new Heard(one, jvm);
        if (load instanceof Burst burst && burst.looksAtMemory()) {
            prime(one.key(), burst.primer(), few());
        }
        var traffic = new ArrayList<>(List.of(new Traffic("", one.cell().request(), load)));
        List<Wanted> along = round == 0 ? List.of() : beside(one);
        along.forEach(
                other -> traffic.add(new Traffic(other.cell().name(), other.cell().request(), other.cell().load())));
        boolean isExternal = driver.external() != null && !warmup;
        Order.Sampled inside = inside(one, round, warmup);
        var drive = new Order.Drive(one.cell().name(), List.copyOf(traffic),
                round == 0 ? PILOT_RAMP : ramp(load), plan.seed() + 1000L * fork + round, looks,
                warmup && round == 1, one.cell().errors(), inside);
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
            Duration limit = loads().limit(load, one)
                    .plus(inside.isAny() ? LOOKING_INSIDE : Duration.ZERO);
            told = isExternal
                    ? driver.driveByExternal(jvm, drive, limit, file(one.cell().name(), one.jdk()), heard)
                    : driver.drive(jvm, drive, limit, heard, heard::look);
            others = neighbours(one, watch.end());
        }
        Block.Inside seen = inside.isAny() ? jvm.readInside() : null;
        Order.Answer.Block answer = told instanceof Order.Answer.Block over ? over : null;
        Order.Answer.Counted after = answer == null ? null : jvm.count();
        double took = (System.nanoTime() - begun) / 1e9;
        Block.Stored stored = stored(one, along, heard, rows, storing,
                after == null ? -1 : after.accepted() - before.accepted());
        jvm.loaded(took);
        Map.Entry<Key, Double> busiest = busiest(idleBefore, took);
        var surroundings = new Block.Surroundings(others, machine.throttledSeconds() - throttled,
                machine.listenOverflows() - overflows, busiest == null ? 0 : busiest.getValue(),
                busiest == null ? "" : busiest.getKey().variant(), machine.residentMb(jvm.pid()));
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
                heard.block(other.cell().name(), other, round, attempt, warmup, answer, alongCounted, surroundings)));
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
        double most = one.cell().request().mostFailed();
        return ended < ENOUGH_ENDED || failed <= most * ended ? null
                : Finding.invalid(Code.TOO_MANY_FAILED, "%d of %d requests failed, more than %.0f %%, so the load was "
                        + "stopped (%s)", failed, ended, 100 * most, Totals.kinds(heard.errors()));
    }

    /**
     * What used the CPUs and has no part in the service. What was idle before the load of a service that is not this
     * project's, and is busy with it, is something that the service calls, such as a database.
     */
    private Machine.Others neighbours(Wanted one, Machine.Others others) {
        return one.cell().variant().service().isInThisJvm() ? others
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
        if (Stores.isStored(one.cell().request())) {
            confirmed += heard.confirmed("");
            sent += heard.sent("");
        }
        for (Wanted other : along) {
            if (Stores.isStored(other.cell().request())) {
                confirmed += heard.confirmed(other.cell().name());
                sent += heard.sent(other.cell().name());
            }
        }
        // A request that was given up may have stored its row. It must not stand for one that was lost.
        confirmed = Math.max(confirmed, accepted);
        stores.confirm(one.key(), confirmed);
        long rows = stores.rows(one.key());
        return new Block.Stored(confirmed, sent, rows < 0 || rowsBefore < 0 ? -1 : rows - rowsBefore, cpu);
    }

    private List<Wanted> beside(Wanted one) {
        return beside.stream().filter(other -> other.main().equals(one.cell().name()) && other.jdk() == one.jdk())
                .toList();
    }

    private void tellIfLost(Key key) {
        Jvm jvm = jvms.get(key);
        if (jvm.failure() != null && !stopped.getAsBoolean()) {
            progress.accept(new Progress.Lost(new Measurement.Member(key.variant(), key.jdk(), cells(key),
                    jvm.variant().asked(), Facts.none(), 0, jvm.failure(), Flight.NONE)));
        }
    }

    private static WarmUp ramp(Load load) {
        return WarmUp.fixed(load instanceof OpenLoop ? RISE : Duration.ZERO);
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
                jvm.process().onExit().thenRun(memory::isGone);
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
                return new Block(one.cell().name(), one.jdk(), fork, round, attempt, order, warmup, null, own,
                        List.copyOf(vitals), null, Double.NaN, Double.NaN, null, Block.Usage.NONE, surroundings,
                        List.of()).with(seen);
            }
            Totals ended = totals.get(stream);
            List<Totals> all = stream.isEmpty() ? List.copyOf(totals.values()) : Stream.ofNullable(ended).toList();
            double jit = vitals.stream().mapToDouble(second -> second.jitCpu() * second.length()).sum();
            Hiccups.Summary hiccups = answer.hiccups();
            double length = ended == null ? 0 : ended.seconds();
            return new Block(one.cell().name(), one.jdk(), fork, round, attempt, order, warmup, answer.from(), own,
                    List.copyOf(vitals), ended, ended == null ? Double.NaN : ended.hiccups().p50Ms(), timer(hiccups),
                    hiccups, new Block.Usage(answer.serviceCpuSeconds(), jit, answer.gcMillis(), counted.requests,
                            all.stream().mapToLong(Totals::sent).sum(), all.stream().mapToLong(Totals::givenUp).sum(),
                            counted.told, counted.stored),
                    surroundings,
                    // A service that has stopped answering does so whatever else uses the CPUs.
                    isStalled(own, one) ? List.of()
                            : Disturbance.of(answer.from(), length, hiccups.stops(),
                                    History.machineCpus(vitals) / machine.cpus(),
                                    compiling(one, vitals), surroundings))
                    .with(seen).ofBurst(stream.isEmpty() ? waves : null, memory.both())
                    .with(stream.isEmpty() ? Block.Backlog.of(begin, end, drain) : Block.Backlog.NONE)
                    .ofExternal(stream.isEmpty() ? told : null);
        }
    }

    private static boolean isStalled(List<CellReport.LoadSecond> seconds, Wanted one) {
        // Of a burst that waits, no answer comes for long.
        return !one.cell().looksAtMemory()
                && Block.stalledSeconds(seconds, one.cell().request().timeout()) >= Block.STALLED;
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
