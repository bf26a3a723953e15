package kit.page;

import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Finding;
import kit.base.Histograms;
import kit.base.Numbers;
import kit.judge.JudgedRun;
import kit.judge.Row;
import kit.load.Waves;
import kit.measure.Block;
import kit.measure.Flight;
import kit.measure.Measurement;
import kit.plan.Burst;
import kit.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Load;
import kit.plan.Metric;
import kit.plan.OpenLoop;
import kit.record.CellName;
import kit.record.Column;
import kit.record.RunTable;
import kit.record.Sheet;
import kit.record.Validity;
import kit.report.CellReport;
import kit.report.Totals;
import kit.rule.RuleFigures;
import kit.service.PoolUse;
import kit.rule.Rules;
import kit.service.Facts;
import kit.service.Gauges;
import org.HdrHistogram.Histogram;

/** The rows of a run's CSVs: which value stands in each column of {@link RunTable}. */
final class RunRows {

    /** Numbers of users, evenly on a logarithmic axis. */
    private static final List<Integer> USERS = List.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000);
    /** An interval shorter than this many seconds gives no rate: a moment's work would be more CPUs than there are. */
    private static final double SHORT = 0.5;
    /** Intervals are never exactly a second long. */
    private static final double WHOLE = 0.95;
    /** A percentile of a row. */
    private record Percentile(String cell, double percentile, double ms, long count) {}

    /** A second of a cell; its vitals are null where there are none. */
    private record Second(String cell, int block, int number, CellReport.LoadSecond load,
            CellReport.VitalsSecond vitals, double ruleBacklog) {}

    /** A block under the name of its row. */
    private record Driven(String cell, String variant, Block block) {}

    /** What the rule says of a number of users. */
    private record Capacity(String cell, int users, RuleFigures rule) {}

    /** A pinned thread and where it was. */
    private record Pinned(String cell, int block, Flight.Pin pin) {}

    /** A step of a burst. */
    private record Step(String cell, int block, CellReport.Waves waves, int at, int inFlight) {}

    /** A pool and its use. */
    private record Used(String cell, int looks, PoolUse mean) {}

    /** Where requests of a cell were. */
    private record Wait(String cell, CellReport.Waits all, CellReport.Place place) {}

    /** A CSV with its rows. */
    record Csv(RunTable table, List<List<String>> rows) {}

    private final JudgedRun run;
    private final String folder;

    /** @param folder name of the run's folder */
    RunRows(JudgedRun run, String folder) {
        this.run = run;
        this.folder = folder;
    }

    /** Name of a row of summary.csv, and of the files of that cell and fork. */
    static String name(JudgedRun run, Row row) {
        return name(run, row.cell().name(), row.jdk(), row.fork());
    }

    static String name(JudgedRun run, String cell, int jdk, int fork) {
        Cell known = run.plan().cell(cell);
        String main = CellName.ofFork(known.isDriven() ? cell : known.beside(),
                run.plan().bench().jdks().size() > 1 ? jdk : 0, fork, 1);
        return CellName.ofStream(main, known.isDriven() ? "" : known.route());
    }

    /** All of them. */
    List<Csv> all() {
        return List.of(summary(), csv(LATENCY, run.rows().stream().flatMap(this::percentiles)),
                csv(TIMELINE, run.rows().stream().flatMap(this::seconds)),
                csv(BLOCKS, run.measurement().forks().stream().flatMap(fork -> fork.blocks().stream())
                        .map(this::driven)),
                csv(CAPACITY, capacities()),
                csv(PINNING, run.rows().stream().flatMap(this::pins)),
                csv(BURST, run.rows().stream().flatMap(this::steps)),
                csv(POOLS, run.rows().stream().flatMap(this::pools)),
                csv(WAITS, run.rows().stream().flatMap(this::waits)));
    }

    private static <T> Csv csv(Sheet<T> sheet, Stream<T> rows) {
        return new Csv(sheet.table(), rows.map(sheet::row).toList());
    }

    private Csv summary() {
        Sheet<Row> measured = sheet();
        var rows = new ArrayList<List<String>>();
        run.rows().forEach(row -> rows.add(measured.row(row)));
        run.measurement().skipped().forEach(skipped -> rows.add(skipped(skipped)));
        return new Csv(RunTable.SUMMARY, rows);
    }

    private Sheet<Row> sheet() {
        return new Sheet<Row>(RunTable.SUMMARY)
                .column(Column.LAB, row -> run.plan().lab())
                .column(Column.RUN, row -> folder)
                .column(Column.CELL, row -> name(run, row))
                .column(Column.VARIANT, row -> row.cell().variant().name())
                .column(Column.JDK, RunRows::runtime)
                .column(Column.GENERATOR, row -> row.told() != null ? row.told().generator()
                        : row.cell().generator(run.plan().bench().generator()))
                .column(Column.LOAD, row -> row.cell().load().kind())
                .column(Column.PATH, row -> row.cell().request())
                .column(Column.ROUTE, row -> row.cell().route())
                .column(Column.USERS, row -> users(row.cell().load()))
                .column(Column.RATE, row -> rate(row.cell().load()))
                .column(Column.RAMP_S, row -> ramp(row.cell().load()))
                .column(Column.FORK, Row::fork)
                .column(Column.BLOCKS, row -> row.blocks().size())
                .column(Column.DISTURBED, row -> row.all().stream()
                        .filter(block -> !block.warmup() && !block.counts() && !block.disturbances().isEmpty()).count())
                .column(Column.STARTED, row -> row.blocks().stream().map(Block::began)
                        .min(Comparator.naturalOrder()).map(RunRows::moment).orElse(null))
                .column(Column.DURATION_S, row -> fixed(row.length(), 3))
                .column(Column.REQUESTS, row -> row.ok() + row.failed())
                .column(Column.OK, Row::ok)
                .column(Column.ERRORS, Row::failed)
                .column(Column.ERROR_KINDS, row -> Totals.kinds(row.errors()))
                .column(Column.STALLED_S, row -> fixed(row.figure(Metric.STALLED), 1))
                .column(Column.RPS, row -> fixed(row.throughput(), 2))
                .column(Column.MEAN_MS, row -> ms(row.meanMs()))
                .column(Column.SD_MS, row -> row.ok() == 0 ? null : ms(row.figure(Metric.SD)))
                .column(Column.P50_MS, row -> ms(row.percentileMs(0.5)))
                .column(Column.P90_MS, row -> ms(row.percentileMs(0.9)))
                .column(Column.P95_MS, row -> ms(row.percentileMs(0.95)))
                .column(Column.P99_MS, row -> ms(row.percentileMs(0.99)))
                .column(Column.MAX_MS, row -> ms(row.figure(Metric.MAX)))
                .column(Column.FIRST_ROUND_MS, row -> ms(row.figure(Metric.FIRST_ROUND)))
                .column(Column.RULE_RPS, row -> fixed(row.rule().rps(), 2))
                .column(Column.RULE_MS, row -> ms(row.rule().meanMs()))
                .column(Column.RULE_SD_MS, row -> ms(row.rule().sdMs()))
                .column(Column.RULE_P50_MS, row -> row.cell().errors() ? null : ms(row.rule().p50Ms()))
                .column(Column.RULE_P99_MS, row -> row.cell().errors() ? null : ms(row.rule().p99Ms()))
                .column(Column.RULE_GAP_PCT, row -> fixed(100 * row.ruleGap(), 1))
                .column(Column.BOUND, row -> row.rule().bound())
                .column(Column.BOTTLENECK, Row::bottleneck)
                .column(Column.LIMIT_RPS,
                        row -> row.cell().believed() == null ? null : fixed(row.cell().believed().limit(), 2))
                .column(Column.PUBLISHED_RPS, row -> fixed(row.cell().published().rps(), 2))
                .column(Column.PUBLISHED_MS, row -> ms(row.cell().published().meanMs()))
                .column(Column.PUBLISHED_SD_MS, row -> ms(row.cell().published().sdMs()))
                .column(Column.PUBLISHED_P95_MS, row -> ms(row.cell().published().p95Ms()))
                .column(Column.SERVICE_CPU_S, row -> fixed(sum(row, block -> block.usage().serviceCpuSeconds()), 3))
                .column(Column.GENERATOR_CPU_S, row -> fixed(sum(row, block -> block.totals().generatorSeconds()), 3))
                .column(Column.CPU_US_PER_REQUEST, row -> fixed(1e6 * row.cpuSecondsPerRequest(), 1))
                .column(Column.JIT_CPU_S, row -> fixed(sum(row, block -> block.usage().jitCpuSeconds()), 3))
                .column(Column.MACHINE_CPU, row -> fixed(row.machineCpus(), 2))
                .column(Column.HEAP_PEAK_MB, row -> fixed(row.figure(Metric.HEAP), 1))
                .column(Column.RSS_PEAK_MB, row -> fixed(row.figure(Metric.RESIDENT), 1))
                .column(Column.WAITING, row -> fixed(row.memory().requests(), 0))
                .column(Column.HEAP_REST_MB, row -> fixed(row.memory().heapRest(), 1))
                .column(Column.HEAP_WAITING_MB, row -> fixed(row.memory().heapWaiting(), 1))
                .column(Column.RSS_REST_MB, row -> fixed(row.memory().residentRest(), 1))
                .column(Column.RSS_WAITING_MB, row -> fixed(row.memory().residentWaiting(), 1))
                .column(Column.THREADS_WAITING, row -> fixed(row.memory().threads(), 0))
                .column(Column.HEAP_KB_PER_WAITING, row -> fixed(row.memory().heapKbEach(), 2))
                .column(Column.RSS_KB_PER_WAITING, row -> fixed(row.memory().residentKbEach(), 2))
                .column(Column.GC_MS, row -> fixed(sum(row, block -> block.usage().gcMillis()), 0))
                .column(Column.PLATFORM_THREADS_PEAK, row -> fixed(row.figure(Metric.PLATFORM_THREADS), 0))
                .column(Column.CARRIERS, row -> fixed(row.figure(Metric.CARRIERS), 0))
                .column(Column.PINNED, row -> row.blocks().isEmpty() ? null : row.pins().size())
                .column(Column.PINNED_MS, row -> row.blocks().isEmpty() ? null
                        : fixed(row.pins().stream().mapToDouble(RunRows::millis).sum(), 1))
                .column(Column.SERVICE_COUNTS, row -> Totals.kinds(row.counts()))
                .column(Column.DATABASE_CPU_S,
                        row -> fixed(sum(row, block -> block.usage().stored().cpuSeconds()), 3))
                .column(Column.CONNECTION_MS, row -> ms(row.figure(Metric.CONNECTION_HELD)))
                .column(Column.ACCEPTED_ROWS, row -> row.confirmedRows().stream().boxed().findFirst().orElse(null))
                .column(Column.TABLE_ROWS, row -> row.storedRows().stream().boxed().findFirst().orElse(null))
                .column(Column.LOST_ROWS, row -> row.lostRows().stream().boxed().findFirst().orElse(null))
                .column(Column.STORED_ROWS, row -> fixed(sum(row, block -> block.backlog().stored()), 0))
                .column(Column.LAG_BEGIN_ROWS, row -> fixed(mean(row, block -> block.backlog().begin()), 1))
                .column(Column.LAG_ROWS, row -> fixed(row.figure(Metric.BACKLOG), 1))
                .column(Column.DRAIN_S, row -> fixed(row.figure(Metric.DRAIN), 2))
                .column(Column.LATENCY_TRUSTED, row -> row.ok() == 0 ? null
                        : yes(row.findings().stream().noneMatch(finding -> finding.code() == Finding.Code.SENT_LATE)))
                .column(Column.SEND_DELAY_P99_MS, row -> ms(Histograms.percentileMs(
                        row.histogram(CellReport.LoadSecond::sendDelay), 0.99)))
                .column(Column.LITTLE_GAP_PCT, row -> fixed(100 * row.littleGap(), 2))
                .column(Column.GENERATOR_BUSY_PCT,
                        row -> fixed(100 * greatest(row, block -> block.totals().generatorBusiest()), 1))
                .column(Column.HICCUP_GENERATOR_P50_MS,
                        row -> ms(greatest(row, block -> block.totals().hiccups().p50Ms())))
                .column(Column.HICCUP_GENERATOR_P99_MS,
                        row -> ms(greatest(row, block -> block.totals().hiccups().p99Ms())))
                .column(Column.WARMUP_S, row -> fixed(row.member().warmupSeconds(), 1))
                .column(Column.OTHER_CPU, row -> fixed(greatest(row, RunRows::others), 2))
                .column(Column.NEIGHBOUR, row -> row.blocks().stream().max(Comparator.comparingDouble(RunRows::others))
                        .map(block -> block.surroundings().others().neighbour()).orElse(null))
                .column(Column.VALIDITY, Row::validity)
                .column(Column.FINDINGS, row -> codes(row.findings()))
                .column(Column.WHY,
                        row -> row.findings().stream().map(Finding::text).collect(Collectors.joining("; ")));
    }

    /** The row of a cell that was not measured. */
    private List<String> skipped(Measurement.Skipped skipped) {
        Cell cell = run.plan().cell(skipped.cell());
        return RunTable.SUMMARY.columns().stream().map(described -> {
            Object value = switch (described.column()) {
            case LAB -> run.plan().lab();
            case RUN -> folder;
            case CELL -> cell.name();
            case VARIANT -> cell.variant().name();
            case JDK -> skipped.jdk();
            case LOAD -> cell.load().kind();
            case PATH -> cell.request();
            case ROUTE -> cell.route();
            case USERS -> users(cell.load());
            case RATE -> rate(cell.load());
            case RAMP_S -> ramp(cell.load());
            case VALIDITY -> Validity.SKIPPED;
            case WHY -> skipped.why();
            default -> null;
            };
            return value == null ? "" : value.toString();
        }).toList();
    }

    private static final Sheet<Percentile> LATENCY = new Sheet<Percentile>(RunTable.LATENCY)
            .column(Column.CELL, Percentile::cell)
            .column(Column.PERCENTILE, one -> fixed(one.percentile(), 6))
            .column(Column.MS, one -> ms(one.ms()))
            .column(Column.COUNT, Percentile::count);

    /** Denser towards the tail: five steps for each halving of what is left. */
    private Stream<Percentile> percentiles(Row row) {
        if (row.told() != null) {
            return row.told().percentilesMs().entrySet().stream().map(one -> new Percentile(name(run, row),
                    one.getKey(), one.getValue(), Math.round(row.ok() * one.getKey() / 100)));
        }
        Histogram all = row.response();
        var rows = new ArrayList<Percentile>();
        if (all.getTotalCount() > 0) {
            for (var value : all.percentiles(5)) {
                rows.add(new Percentile(name(run, row), value.getPercentileLevelIteratedTo(),
                        Histograms.ms(value.getValueIteratedTo()), value.getTotalCountToThisValue()));
            }
        }
        return rows.stream();
    }

    private static final Sheet<Second> TIMELINE = new Sheet<Second>(RunTable.TIMELINE)
            .column(Column.CELL, Second::cell)
            .column(Column.BLOCK, Second::block)
            .column(Column.SECOND, Second::number)
            .column(Column.RPS, second -> fixed(second.load().ok() / second.load().length(), 2))
            .column(Column.P50_MS, second -> percentile(second, 0.5))
            .column(Column.P95_MS, second -> percentile(second, 0.95))
            .column(Column.P99_MS, second -> percentile(second, 0.99))
            .column(Column.IN_FLIGHT, second -> second.load().inFlight())
            .column(Column.ERRORS,
                    second -> second.load().errors().values().stream().mapToLong(Long::longValue).sum())
            .column(Column.SERVICE_CPU, second -> vital(second, vitals -> rate(vitals, vitals.serviceCpu()), 3))
            .column(Column.GENERATOR_CPU, second -> fixed(second.load().generatorCpu(), 3))
            .column(Column.MACHINE_CPU, second -> vital(second, vitals -> rate(vitals, vitals.machineCpu()), 3))
            .column(Column.JIT_CPU, second -> vital(second, vitals -> rate(vitals, vitals.jitCpu()), 3))
            .column(Column.HEAP_MB, second -> vital(second, CellReport.VitalsSecond::heapMb, 1))
            .column(Column.GC_MS, second -> vital(second, CellReport.VitalsSecond::gcMs, 0))
            .column(Column.PLATFORM_THREADS, second -> vital(second, CellReport.VitalsSecond::platformThreads, 0))
            .column(Column.CARRIERS, second -> vital(second, CellReport.VitalsSecond::carriers, 0))
            .column(Column.MOUNTED, second -> vital(second, CellReport.VitalsSecond::mounted, 0))
            .column(Column.QUEUED, second -> vital(second, CellReport.VitalsSecond::queued, 0))
            .column(Column.HICCUP_GENERATOR_MS, second -> fixed(second.load().hiccup(), 3))
            .column(Column.HICCUP_SERVICE_MS, second -> vital(second, CellReport.VitalsSecond::hiccupService, 3))
            .column(Column.HICCUP_PLATFORM_MS, second -> vital(second, CellReport.VitalsSecond::hiccupPlatform, 3))
            .column(Column.POOL_ACTIVE, second -> gauge(second, Gauges.POOL_ACTIVE))
            .column(Column.POOL_QUEUED, second -> gauge(second, Gauges.POOL_QUEUED))
            .column(Column.CONNECTIONS_ACTIVE, second -> gauge(second, Gauges.CONNECTIONS_ACTIVE))
            .column(Column.CONNECTIONS_PENDING, second -> gauge(second, Gauges.CONNECTIONS_PENDING))
            .column(Column.LAG_ROWS, second -> vital(second, vitals -> vitals.gauges().backlog(), 0))
            .column(Column.RULE_LAG_ROWS, second -> fixed(second.ruleBacklog(), 1));

    /** Of the blocks that count, one after the other as if there were nothing between them. */
    private Stream<Second> seconds(Row row) {
        var rows = new ArrayList<Second>();
        for (Block block : row.blocks()) {
            double elapsed = 0;
            for (CellReport.LoadSecond load : block.seconds()) {
                elapsed += load.length();
                if (load.length() >= WHOLE || block.seconds().getFirst() == load && load.length() >= SHORT) {
                    rows.add(new Second(name(run, row), block.round(), rows.size() + 1, load,
                            block.vitals().stream().filter(vitals -> vitals.second() == load.second()).findFirst()
                                    .orElse(null),
                            block.backlog().begin() + elapsed * row.byRule(Metric.BACKLOG_GROWTH)));
                }
            }
        }
        return rows.stream();
    }

    private static final Sheet<Driven> BLOCKS = new Sheet<Driven>(RunTable.BLOCKS)
            .column(Column.CELL, Driven::cell)
            .column(Column.VARIANT, Driven::variant)
            .column(Column.FORK, driven -> driven.block().fork())
            .column(Column.ROUND, driven -> driven.block().round())
            .column(Column.ATTEMPT, driven -> driven.block().attempt())
            .column(Column.ORDER, driven -> driven.block().order())
            .column(Column.WARMUP, driven -> yes(driven.block().warmup()))
            .column(Column.BEGAN, driven -> driven.block().began() == null ? null : moment(driven.block().began()))
            .column(Column.SECONDS, driven -> fixed(driven.block().length(), 3))
            .column(Column.REQUESTS, driven -> driven.block().ok() + failed(driven.block()))
            .column(Column.RPS, driven -> fixed(driven.block().throughput(), 2))
            .column(Column.MEAN_MS, driven -> ms(mean(driven.block())))
            .column(Column.CPU_US_PER_REQUEST, driven -> fixed(1e6 * driven.block().cpuSecondsPerRequest(), 1))
            .column(Column.JIT_CPU_S, driven -> fixed(driven.block().usage().jitCpuSeconds(), 3))
            .column(Column.GENERATOR_TIMER_MS, driven -> ms(driven.block().generatorTimer()))
            .column(Column.SERVICE_TIMER_MS, driven -> ms(driven.block().serviceTimer()))
            .column(Column.OTHER_CPU, driven -> fixed(others(driven.block()), 2))
            .column(Column.IDLE_CPUS, driven -> fixed(driven.block().surroundings().idleCpus(), 3))
            .column(Column.IDLE_JVM, driven -> driven.block().surroundings().idle())
            .column(Column.COUNTS, driven -> yes(driven.block().counts()))
            .column(Column.DISTURBANCES, driven -> codes(driven.block().disturbances()));

    private Driven driven(Block block) {
        return new Driven(name(run, block.cell(), block.jdk(), block.fork()),
                run.plan().cell(block.cell()).variant().name(), block);
    }

    private static final Sheet<Capacity> CAPACITY = new Sheet<Capacity>(RunTable.CAPACITY)
            .column(Column.CELL, Capacity::cell)
            .column(Column.USERS, Capacity::users)
            .column(Column.RULE_RPS, capacity -> fixed(capacity.rule().rps(), 2))
            .column(Column.RULE_MS, capacity -> ms(capacity.rule().meanMs()))
            .column(Column.BOUND, capacity -> capacity.rule().bound());

    /** Of each variant, request and JDK, under the name of its first row. */
    private Stream<Capacity> capacities() {
        var curves = new LinkedHashMap<List<Object>, List<Row>>();
        run.rows().stream().filter(row -> row.cell().load() instanceof ClosedLoop).forEach(row -> curves
                .computeIfAbsent(List.of(row.cell().variant().name(), row.cell().route(), row.jdk()),
                        key -> new ArrayList<>())
                .add(row));
        return curves.values().stream().flatMap(rows -> {
            Row first = rows.getFirst();
            var users = new TreeSet<>(USERS);
            rows.forEach(row -> users.add(row.cell().load().users()));
            return users.stream().map(many -> new Capacity(name(run, first), many,
                    Rules.of(withUsers(first.cell(), many), first.demand(), run.measurement().cpus())))
                    .filter(capacity -> capacity.rule().exists());
        });
    }

    private static Cell withUsers(Cell cell, int users) {
        ClosedLoop load = ((ClosedLoop) cell.load()).users(users);
        return new Cell(cell.name(), cell.variant(), cell.route(), cell.request(), load, cell.demand(),
                cell.tolerance(), cell.errors(), cell.believed(), cell.published(), cell.beside(), cell.together());
    }

    private static final Sheet<Pinned> PINNING = new Sheet<Pinned>(RunTable.PINNING)
            .column(Column.CELL, Pinned::cell)
            .column(Column.BLOCK, Pinned::block)
            .column(Column.START, pinned -> pinned.pin().start())
            .column(Column.DURATION_MS, pinned -> fixed(millis(pinned.pin()), 3))
            .column(Column.REASON, pinned -> pinned.pin().reason())
            .column(Column.OPERATION, pinned -> pinned.pin().operation())
            .column(Column.CARRIER, pinned -> pinned.pin().carrier())
            .column(Column.FRAME, pinned -> pinned.pin().frame())
            .column(Column.STACK, pinned -> pinned.pin().stack());

    /** The JVM's recording has those of all its cells: the times of the blocks tell which are of this one. */
    private Stream<Pinned> pins(Row row) {
        return row.pins().stream().map(pin -> new Pinned(name(run, row), row.blocks().stream()
                .filter(block -> !pin.start().isBefore(block.began()) && pin.start().isBefore(block.ended()))
                .findFirst().orElseThrow().round(), pin));
    }

    private static final Sheet<Step> BURST = new Sheet<Step>(RunTable.BURST)
            .column(Column.CELL, Step::cell)
            .column(Column.BLOCK, Step::block)
            .column(Column.MS, step -> (step.at() + 1) * Waves.STEP_MS)
            .column(Column.STARTED, step -> step.waves().started()[step.at()])
            .column(Column.ENDED, step -> step.waves().ended()[step.at()])
            .column(Column.FAILED, step -> step.waves().failed()[step.at()])
            .column(Column.IN_FLIGHT, Step::inFlight);

    /** Of the bursts that count. */
    private Stream<Step> steps(Row row) {
        return row.blocks().stream().filter(block -> block.waves() != null)
                .flatMap(block -> steps(name(run, row), block));
    }

    private static Stream<Step> steps(String cell, Block block) {
        var steps = new ArrayList<Step>();
        int inFlight = 0;
        for (int i = 0; i < block.waves().started().length; i++) {
            inFlight += block.waves().started()[i] - block.waves().ended()[i];
            steps.add(new Step(cell, block.round(), block.waves(), i, inFlight));
        }
        return steps.stream();
    }

    private static Object runtime(Row row) {
        return Stream.of(Facts.RUNTIME, Facts.JDK_VERSION).map(row::fact).filter(fact -> fact != null).findFirst()
                .orElse(String.valueOf(row.jdk()));
    }

    private static Integer users(Load load) {
        return load.users() > 0 ? load.users() : null;
    }

    private static String rate(Load load) {
        return load instanceof OpenLoop open ? Numbers.trim(open.rate()) : null;
    }

    private static String ramp(Load load) {
        return load instanceof Burst burst ? Numbers.trim(burst.rampSeconds()) : null;
    }

    private static Object moment(Instant at) {
        return at.atZone(ZoneId.systemDefault()).toOffsetDateTime().truncatedTo(ChronoUnit.MILLIS);
    }

    private static String codes(List<Finding> findings) {
        return findings.stream().map(finding -> finding.code().toString()).distinct().collect(Collectors.joining(";"));
    }

    private static String yes(boolean is) {
        return is ? "yes" : "no";
    }

    private static double sum(Row row, ToDoubleFunction<Block> of) {
        return row.blocks().isEmpty() ? Double.NaN : row.blocks().stream().mapToDouble(of).sum();
    }

    private static double mean(Row row, ToDoubleFunction<Block> of) {
        return sum(row, of) / row.blocks().size();
    }

    private static double greatest(Row row, ToDoubleFunction<Block> of) {
        return row.blocks().stream().mapToDouble(of).max().orElse(Double.NaN);
    }

    private static double others(Block block) {
        return block.surroundings().others().cpus();
    }

    private static long failed(Block block) {
        return block.errors().values().stream().mapToLong(Long::longValue).sum();
    }

    private static double mean(Block block) {
        Histogram response = block.response();
        return response.getTotalCount() == 0 ? Double.NaN : Histograms.ms(response.getMean());
    }

    private static double millis(Flight.Pin pin) {
        return pin.duration().toNanos() / 1e6;
    }

    private static String percentile(Second second, double p) {
        return ms(Histograms.percentileMs(Histograms.decode(second.load().response()), p));
    }

    private static double rate(CellReport.VitalsSecond second, double rate) {
        return second.length() < SHORT ? Double.NaN : rate;
    }

    private static String vital(Second second, Function<CellReport.VitalsSecond, Number> of, int digits) {
        return second.vitals() == null ? "" : fixed(of.apply(second.vitals()).doubleValue(), digits);
    }

    private static String gauge(Second second, String name) {
        return vital(second, vitals -> vitals.gauges().mean(name), 1);
    }

    private static String ms(double value) {
        return fixed(value, 3);
    }

    private static String fixed(double value, int digits) {
        return Numbers.fixed(value, digits);
    }

    private static final Sheet<Used> POOLS = new Sheet<Used>(RunTable.POOLS)
            .column(Column.CELL, Used::cell)
            .column(Column.KIND, used -> used.mean().kind().words())
            .column(Column.POOL, used -> used.mean().name())
            .column(Column.SIZE, used -> used.mean().size())
            .column(Column.BUSY, used -> fixed(used.mean().busy(), 2))
            .column(Column.WAITING, used -> fixed(used.mean().waiting(), 2))
            .column(Column.LOOKS, Used::looks);

    private Stream<Used> pools(Row row) {
        return row.inside().stream().flatMap(seen -> seen.pools().means().stream()
                .map(mean -> new Used(name(run, row), seen.pools().looks(), mean)));
    }

    private static final Sheet<Wait> WAITS = new Sheet<Wait>(RunTable.WAITS)
            .column(Column.CELL, Wait::cell)
            .column(Column.LINE, wait -> wait.place().line())
            .column(Column.OPERATION, wait -> wait.place().operation())
            .column(Column.WAITING, wait -> fixed(wait.place().requests() / wait.all().dumps(), 1))
            .column(Column.SHARE_PCT, wait -> fixed(100 * wait.place().requests() / wait.all().underWay(), 1))
            .column(Column.DUMPS, wait -> wait.all().dumps());

    private Stream<Wait> waits(Row row) {
        return row.inside().stream().flatMap(seen -> seen.waits().places().stream()
                .map(place -> new Wait(name(run, row), seen.waits(), place)));
    }
}
