package old.run;

import kit.record.Column;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import kit.base.Histograms;
import kit.base.Numbers;
import kit.record.Validity;
import kit.measure.Flight;
import old.cell.Outcome;
import kit.load.Waves;
import kit.machine.Hiccups;
import kit.plan.Burst;
import old.plan.Cell;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.rule.RuleFigures;
import kit.plan.Stages;
import kit.report.CellReport;
import kit.service.Facts;
import kit.service.Gauges;
import old.trust.CellResult;

/**
 * The rows of the CSVs: which columns there are and where each comes from. Their meaning and units are in
 * data/README.md.
 */
final class Rows {

    /** A column and the value that a row has in it. */
    private record Cells<T>(Column column, Function<T, Object> value) {}

    /** A CSV: its columns, in order. */
    static final class Sheet<T> {
        private final List<Cells<T>> columns = new ArrayList<>();

        Sheet<T> column(Column column, Function<T, Object> value) {
            columns.add(new Cells<>(column, value));
            return this;
        }

        List<String> header() {
            return columns.stream().map(cells -> cells.column().toString()).toList();
        }

        List<String> row(T of) {
            return columns.stream().map(c -> text(c.value().apply(of))).toList();
        }
    }

    /** A percentile of a latency distribution. */
    record Percentile(String cell, double percentile, double ms, long count) {}

    /**
     * A second of a cell: its load and its vitals. Either may be null in the last moments of a cell that died, and
     * there is no load any more while what it left behind is worked off.
     *
     * @param number from 1
     * @param stages null of other loads
     * @param predictedLag rows that the rule says are still to be stored at its end; NaN where it says nothing
     */
    record Second(String cell, int number, Stages stages, CellReport.LoadSecond load, CellReport.VitalsSecond vitals,
            double predictedLag) {}

    /** A step of a burst. */
    record Step(String cell, CellReport.Waves waves, int at, int inFlight) {}

    /** A pinning and the cell it happened in. */
    record CellPin(String cell, Flight.Pin pin) {}

    static Sheet<CellResult> summary(String lab, String run) {
        return new Sheet<CellResult>()
                .column(Column.LAB, r -> lab)
                .column(Column.RUN, r -> run)
                .column(Column.CELL, CellResult::name)
                .column(Column.VARIANT, r -> r.variant().name())
                .column(Column.JDK, Rows::runtime)
                .column(Column.AOT_CACHE,
                        r -> r.fact(Facts.AOT_CACHE) == null ? null
                                : r.fact(Facts.AOT_CACHE).equals("true") ? "yes" : "no")
                .column(Column.DRIVER, r -> r.outcome().driver())
                .column(Column.LOAD, r -> r.load().kind())
                .column(Column.PATH, r -> r.stream().stream.request())
                .column(Column.ROUTE, r -> r.cell().route())
                .column(Column.USERS, r -> users(r.load()))
                .column(Column.RATE, r -> r.load() instanceof OpenLoop l ? l.rate() : null)
                .column(Column.RAMP_S, r -> r.load() instanceof Burst b ? b.rampSeconds() : null)
                .column(Column.FORK, r -> r.outcome().fork)
                .column(Column.ATTEMPT, r -> r.outcome().attempt)
                .column(Column.POSITION, r -> r.outcome().position == 0 ? null : r.outcome().position)
                .column(Column.STARTED, r -> r.outcome().began == null ? null
                        : r.outcome().began.atZone(ZoneId.systemDefault()).toOffsetDateTime()
                                .truncatedTo(ChronoUnit.MILLIS))
                .column(Column.DURATION_S, r -> Numbers.fixed(r.stream().duration(), 3))
                .column(Column.REQUESTS, r -> r.ok() + r.errors())
                .column(Column.OK, CellResult::ok)
                .column(Column.ERRORS, CellResult::errors)
                .column(Column.ERROR_KINDS, CellResult::errorKinds)
                .column(Column.STALLED_S, r -> Numbers.fixed(r.stalledSeconds(), 1))
                .column(Column.RPS, r -> Numbers.fixed(r.rps(), 2))
                .column(Column.MEAN_MS, r -> ms(r.meanMs()))
                .column(Column.SD_MS, r -> ms(r.sdMs()))
                .column(Column.MIN_MS, r -> ms(r.stream().minMs()))
                .column(Column.P50_MS, r -> ms(r.percentileMs(0.5)))
                .column(Column.P90_MS, r -> ms(r.percentileMs(0.9)))
                .column(Column.P95_MS, r -> ms(r.percentileMs(0.95)))
                .column(Column.P99_MS, r -> ms(r.percentileMs(0.99)))
                .column(Column.P999_MS, r -> ms(r.percentileMs(0.999)))
                .column(Column.MAX_MS, r -> ms(r.stream().maxMs()))
                .column(Column.PREDICTED_RPS, r -> Numbers.fixed(r.prediction().rps(), 2))
                .column(Column.PREDICTED_MS, r -> ms(r.prediction().meanMs()))
                .column(Column.PREDICTED_SD_MS, r -> ms(r.prediction().sdMs()))
                .column(Column.PREDICTED_P50_MS, r -> ms(foretold(r, r.prediction().p50Ms())))
                .column(Column.PREDICTED_P99_MS, r -> ms(foretold(r, r.prediction().p99Ms())))
                .column(Column.BOUND, r -> r.prediction().bound())
                .column(Column.BOUND_SEEN, CellResult::boundSeen)
                .column(Column.LIMIT_RPS, r -> Numbers.fixed(r.limit(), 2))
                .column(Column.PINNED_RPS, r -> Numbers.fixed(r.pinnedOrNot().pinnedRps(), 2))
                .column(Column.UNPINNED_RPS, r -> Numbers.fixed(r.pinnedOrNot().unpinnedRps(), 2))
                .column(Column.PUBLISHED_RPS, r -> r.published().rps())
                .column(Column.PUBLISHED_MS, r -> r.published().meanMs())
                .column(Column.PUBLISHED_SD_MS, r -> r.published().sdMs())
                .column(Column.PUBLISHED_P95_MS, r -> r.published().p95Ms())
                .column(Column.SERVICE_CPU_S, r -> Numbers.fixed(r.serviceCpuSeconds(), 3))
                .column(Column.DRIVER_CPU_S, r -> Numbers.fixed(r.generatorCpuSeconds(), 3))
                .column(Column.CPU_US_PER_REQUEST, r -> Numbers.fixed(r.cpuMicrosPerRequest(), 1))
                .column(Column.DATABASE_CPU_S, r -> Numbers.fixed(r.databaseCpuSeconds(), 3))
                .column(Column.MACHINE_CPU, r -> Numbers.fixed(r.machineCpu(), 2))
                .column(Column.HEAP_PEAK_MB, r -> Numbers.fixed(r.vital(CellReport.VitalsSecond::heapMb), 1))
                .column(Column.RSS_PEAK_MB, r -> Numbers.fixed(r.outcome().residentPeakMb, 1))
                .column(Column.WAITING, r -> Numbers.fixed(r.memory().requests(), 0))
                .column(Column.HEAP_REST_MB, r -> Numbers.fixed(r.memory().heapMb(CellReport.Moment.REST), 1))
                .column(Column.HEAP_WAITING_MB, r -> Numbers.fixed(r.memory().heapMb(CellReport.Moment.WAITING), 1))
                .column(Column.RSS_REST_MB, r -> Numbers.fixed(r.memory().residentMb(CellReport.Moment.REST), 1))
                .column(Column.RSS_WAITING_MB, r -> Numbers.fixed(r.memory().residentMb(CellReport.Moment.WAITING), 1))
                .column(Column.THREADS_WAITING, r -> Numbers.fixed(r.memory().threads(), 0))
                .column(Column.HEAP_KB_PER_WAITING, r -> Numbers.fixed(r.memory().heapKbPerRequest(), 2))
                .column(Column.RSS_KB_PER_WAITING, r -> Numbers.fixed(r.memory().residentKbPerRequest(), 2))
                .column(Column.GC_MS, r -> Numbers.fixed(r.gcMs(), 0))
                .column(Column.PLATFORM_THREADS_PEAK,
                        r -> Numbers.fixed(r.vital(CellReport.VitalsSecond::platformThreads), 0))
                .column(Column.CARRIERS, r -> r.fact(Facts.CARRIERS_SEEN))
                .column(Column.CARRIERS_BUSY, r -> Numbers.fixed(r.carriersBusy(), 0))
                .column(Column.CARRIERS_POOL, r -> Numbers.fixed(r.vital(CellReport.VitalsSecond::carriers), 0))
                .column(Column.PINNED, r -> r.isJava() ? r.pinned() : null)
                .column(Column.PINNED_MS, r -> !r.isJava() ? null
                        : Numbers.fixed(
                                r.outcome().flight.pins().stream().mapToDouble(p -> p.duration().toNanos() / 1e6).sum(),
                                1))
                .column(Column.LATENCY_TRUSTED,
                        r -> r.stream().response.getTotalCount() == 0 ? null : r.isLatencyTrusted() ? "yes" : "no")
                .column(Column.SERVICE_P50_MS, r -> ms(Histograms.percentileMs(r.stream().service, 0.5)))
                .column(Column.SERVICE_P99_MS, r -> ms(Histograms.percentileMs(r.stream().service, 0.99)))
                .column(Column.START_LAG_P99_MS, r -> ms(Histograms.percentileMs(r.stream().sendDelay, 0.99)))
                .column(Column.CLOSURE_PCT, r -> Numbers.fixed(100 * r.littleGap(), 2))
                .column(Column.UTILISATION_PCT, r -> Numbers.fixed(100 * r.utilisation(), 1))
                .column(Column.STEADY_CV_PCT, r -> Numbers.fixed(100 * r.steadyCv(), 2))
                .column(Column.WARMUP_S, r -> Numbers.fixed(r.outcome().warmupSeconds, 1))
                .column(Column.SPEED_UP_PCT, r -> Numbers.fixed(100 * r.conditions().speedUp(), 1))
                .column(Column.JIT_CPU_S, r -> Numbers.fixed(r.conditions().jitSeconds(), 2))
                .column(Column.DRIVER_BUSY_PCT, r -> Numbers.fixed(100 * r.generatorBusy(), 1))
                .column(Column.HICCUP_DRIVER_P50_MS,
                        r -> r.stream().totals == null ? null : ms(r.stream().totals.hiccups().p50Ms()))
                .column(Column.HICCUP_DRIVER_P99_MS,
                        r -> r.stream().totals == null ? null : ms(r.stream().totals.hiccups().p99Ms()))
                .column(Column.HICCUP_SERVICE_P99_MS, r -> hiccup(r, Hiccups.Summary::service))
                .column(Column.HICCUP_PLATFORM_P99_MS, r -> hiccup(r, Hiccups.Summary::platform))
                .column(Column.IDLE_BEFORE_PCT, r -> Numbers.fixed(100 * r.outcome().idleBefore, 1))
                .column(Column.OTHER_CPU, r -> Numbers.fixed(r.outcome().others.cpus(), 2))
                .column(Column.STOLEN_CPU, r -> Numbers.fixed(r.outcome().others.stolen(), 2))
                .column(Column.NEIGHBOUR, r -> r.outcome().others.neighbour())
                .column(Column.SPEED_BEFORE, r -> Numbers.fixed(r.outcome().speedBefore, 1))
                .column(Column.SPEED_AFTER, r -> Numbers.fixed(r.outcome().speedAfter, 1))
                .column(Column.THROTTLED_S, r -> Numbers.fixed(r.outcome().throttledSeconds, 3))
                .column(Column.ACCEPTED_ROWS, r -> Numbers.fixed(r.rows().accepted(), 0))
                .column(Column.TABLE_ROWS, r -> Numbers.fixed(r.rows().inTable(), 0))
                .column(Column.LOST_ROWS, r -> Numbers.fixed(r.rows().lost(), 0))
                .column(Column.LAG_BEGIN_ROWS, r -> Numbers.fixed(r.rows().backlogAtBegin(), 0))
                .column(Column.LAG_ROWS, r -> Numbers.fixed(r.rows().backlog(), 0))
                .column(Column.DRAIN_S, r -> Numbers.fixed(r.rows().drainSeconds(), 2))
                .column(Column.CLIENT_REQUESTS, r -> r.outcome().engine != null ? null : r.requestsSent(""))
                .column(Column.SERVER_REQUESTS,
                        r -> r.outcome().ended == null || r.outcome().ended.serverRequests() < 0 ? null
                                : r.outcome().ended.serverRequests())
                .column(Column.LISTEN_OVERFLOWS, r -> Numbers.fixed(r.outcome().listenOverflows, 0))
                .column(Column.RULE_GAP_PCT, r -> Numbers.fixed(100 * r.ruleGap(), 1))
                .column(Column.VERDICT, CellResult::validity)
                .column(Column.FINDINGS, r -> String.join(";", r.codeNames()))
                .column(Column.WHY, CellResult::why);
    }

    /** A row for a cell that could not be measured at all. */
    static List<String> skipped(Sheet<CellResult> sheet, String lab, String run, Cell cell, int jdk, String why) {
        return sheet.columns.stream().map(cells -> switch (cells.column()) {
        case LAB -> lab;
        case RUN -> run;
        case CELL -> cell.shortName();
        case VARIANT -> cell.variant().name();
        case JDK -> String.valueOf(jdk);
        case LOAD -> cell.load().kind();
        case PATH -> cell.streams().getFirst().request().toString();
        case ROUTE -> cell.route();
        case USERS -> text(users(cell.load()));
        case RAMP_S -> cell.load() instanceof Burst burst ? text(burst.rampSeconds()) : "";
        case PREDICTED_RPS -> Numbers.fixed(cell.prediction(jdk).rps(), 2);
        case PREDICTED_MS -> ms(cell.prediction(jdk).meanMs());
        case PREDICTED_SD_MS -> ms(cell.prediction(jdk).sdMs());
        case BOUND -> cell.prediction(jdk).bound();
        case VERDICT -> Validity.SKIPPED.name();
        case WHY -> why;
        default -> "";
        }).toList();
    }

    static final Sheet<Percentile> LATENCY = new Sheet<Percentile>()
            .column(Column.CELL, Percentile::cell)
            .column(Column.PERCENTILE, p -> Numbers.fixed(p.percentile(), 6))
            .column(Column.MS, p -> ms(p.ms()))
            .column(Column.COUNT, Percentile::count);

    /** The distribution by percentile, denser towards the tail: five steps for each halving of what is left. */
    static List<Percentile> percentiles(CellResult result) {
        var rows = new ArrayList<Percentile>();
        if (result.stream().told != null) {
            result.stream().told.percentilesMs().forEach((percentage, ms) -> rows.add(new Percentile(result.name(),
                    percentage, ms, Math.round(percentage / 100 * result.ok()))));
            return rows;
        }
        for (var value : result.stream().responseOrTimeout().percentiles(5)) {
            rows.add(new Percentile(result.name(), value.getPercentileLevelIteratedTo(),
                    Histograms.ms(value.getValueIteratedTo()), value.getTotalCountToThisValue()));
        }
        return rows;
    }

    static final Sheet<Second> TIMELINE = new Sheet<Second>()
            .column(Column.CELL, Second::cell)
            .column(Column.SECOND, Second::number)
            .column(Column.RPS, s -> s.load() == null ? null : Numbers.fixed(s.load().ok() / s.load().length(), 2))
            .column(Column.P50_MS, s -> percentile(s.load(), 0.5))
            .column(Column.P99_MS, s -> percentile(s.load(), 0.99))
            .column(Column.IN_FLIGHT, s -> s.load() == null ? null : s.load().inFlight())
            .column(Column.ERRORS, s -> s.load() == null ? null
                    : s.load().errors().values().stream().mapToLong(Long::longValue).sum())
            .column(Column.SERVICE_CPU, s -> vital(s.vitals(), v -> rate(v, v.serviceCpu()), 3))
            .column(Column.DRIVER_CPU, s -> s.load() == null ? null : Numbers.fixed(s.load().generatorCpu(), 3))
            .column(Column.HEAP_MB, s -> vital(s.vitals(), v -> v.heapMb(), 1))
            .column(Column.GC_MS, s -> vital(s.vitals(), v -> v.gcMs(), 0))
            .column(Column.PLATFORM_THREADS, s -> vital(s.vitals(), v -> v.platformThreads(), 0))
            .column(Column.CARRIERS, s -> vital(s.vitals(), v -> v.carriers(), 0))
            .column(Column.MOUNTED, s -> vital(s.vitals(), v -> v.mounted(), 0))
            .column(Column.QUEUED, s -> vital(s.vitals(), v -> v.queued(), 0))
            .column(Column.HICCUP_DRIVER_MS, s -> s.load() == null ? null : Numbers.fixed(s.load().hiccup(), 3))
            .column(Column.HICCUP_SERVICE_MS, s -> vital(s.vitals(), v -> v.hiccupService(), 3))
            .column(Column.HICCUP_PLATFORM_MS, s -> vital(s.vitals(), v -> v.hiccupPlatform(), 3))
            .column(Column.P95_MS, s -> percentile(s.load(), 0.95))
            .column(Column.USERS,
                    s -> s.load() == null || s.stages() == null ? null : s.stages().usersAt(s.load().second()))
            .column(Column.STAGE,
                    s -> s.load() == null || s.stages() == null ? null : s.stages().nameAt(s.load().second()))
            .column(Column.MACHINE_CPU, s -> vital(s.vitals(), v -> rate(v, v.machineCpu()), 3))
            .column(Column.JIT_CPU, s -> vital(s.vitals(), v -> rate(v, v.jitCpu()), 3))
            .column(Column.POOL_ACTIVE, s -> vital(s.vitals(), v -> v.gauges().mean(Gauges.POOL_ACTIVE), 1))
            .column(Column.POOL_QUEUED, s -> vital(s.vitals(), v -> v.gauges().mean(Gauges.POOL_QUEUED), 1))
            .column(Column.CONNECTIONS_ACTIVE,
                    s -> vital(s.vitals(), v -> v.gauges().mean(Gauges.CONNECTIONS_ACTIVE), 1))
            .column(Column.CONNECTIONS_PENDING,
                    s -> vital(s.vitals(), v -> v.gauges().mean(Gauges.CONNECTIONS_PENDING), 1))
            .column(Column.ACCEPTED_ROWS, s -> vital(s.vitals(), v -> v.gauges().last(Gauges.ROWS_ACCEPTED), 0))
            .column(Column.PERSISTED_ROWS, s -> vital(s.vitals(), v -> v.gauges().last(Gauges.ROWS_PERSISTED), 0))
            .column(Column.LAG_ROWS, s -> vital(s.vitals(), v -> v.gauges().backlog(), 0))
            .column(Column.PREDICTED_LAG_ROWS, s -> Numbers.fixed(s.predictedLag(), 0));

    /**
     * An interval shorter than this many seconds gives no rate worth a place: a moment's work would pass for more CPUs
     * than there are.
     */
    private static final double SHORT = 0.5;

    /**
     * Load and vitals of the same second side by side, and the vitals of the seconds after the load.
     *
     * @param backlog by how many rows the rule says that it has grown at the end of each second; may be empty
     */
    static List<Second> seconds(Outcome outcome, List<Integer> backlog) {
        Stages stages = outcome.main().stream.load() instanceof Stages s ? s : null;
        var loads = outcome.main().seconds.stream().filter(s -> s.length() >= SHORT).toList();
        var vitals = outcome.vitals.stream().filter(v -> !v.draining()).toList();
        int last = Math.max(loads.isEmpty() ? 0 : loads.getLast().second(),
                vitals.isEmpty() || !loads.isEmpty() ? 0 : vitals.getLast().second());
        var rows = new ArrayList<Second>();
        for (int second = 1; second <= last; second++) {
            int s = second;
            rows.add(new Second(outcome.spec.name(), s, stages,
                    loads.stream().filter(l -> l.second() == s).findFirst().orElse(null),
                    vitals.stream().filter(v -> v.second() == s).findFirst().orElse(null),
                    s > backlog.size() ? Double.NaN : outcome.atBegin.backlog() + backlog.get(s - 1)));
        }
        rows.removeIf(r -> r.load() == null && r.vitals() == null);
        // What begins within the last second of the load is of no second of its own, but tells what all ended with.
        var draining = outcome.vitals.stream().filter(CellReport.VitalsSecond::draining).toList();
        draining.stream().filter(v -> v.second() > last || v == draining.getLast())
                .forEach(v -> rows
                        .add(new Second(outcome.spec.name(), Math.max(v.second(), last + 1), stages, null, v,
                                Double.NaN)));
        return rows;
    }

    private static double rate(CellReport.VitalsSecond second, double rate) {
        return second.length() < SHORT ? Double.NaN : rate;
    }

    static final Sheet<Step> BURST = new Sheet<Step>()
            .column(Column.CELL, Step::cell)
            .column(Column.MS, s -> (s.at() + 1) * Waves.STEP_MS)
            .column(Column.STARTED, s -> s.waves().started()[s.at()])
            .column(Column.ENDED, s -> s.waves().ended()[s.at()])
            .column(Column.FAILED, s -> s.waves().failed()[s.at()])
            .column(Column.IN_FLIGHT, Step::inFlight);

    /** The steps of a burst; none of other loads. */
    static List<Step> steps(Outcome outcome) {
        var rows = new ArrayList<Step>();
        int inFlight = 0;
        for (int i = 0; outcome.waves != null && i < outcome.waves.started().length; i++) {
            inFlight += outcome.waves.started()[i] - outcome.waves.ended()[i];
            rows.add(new Step(outcome.spec.name(), outcome.waves, i, inFlight));
        }
        return rows;
    }

    /** What the rule says of a number of users. */
    record Capacity(String cell, int users, RuleFigures rule) {}

    static final Sheet<Capacity> CAPACITY = new Sheet<Capacity>()
            .column(Column.CELL, Capacity::cell)
            .column(Column.USERS, Capacity::users)
            .column(Column.PREDICTED_RPS, c -> Numbers.fixed(c.rule().rps(), 2))
            .column(Column.PREDICTED_MS, c -> ms(c.rule().meanMs()))
            .column(Column.BOUND, c -> c.rule().bound());

    static final Sheet<CellPin> PINNING = new Sheet<CellPin>()
            .column(Column.CELL, CellPin::cell)
            .column(Column.START, p -> p.pin().start())
            .column(Column.DURATION_MS, p -> Numbers.fixed(p.pin().duration().toNanos() / 1e6, 3))
            .column(Column.REASON, p -> p.pin().reason())
            .column(Column.OPERATION, p -> p.pin().operation())
            .column(Column.CARRIER, p -> p.pin().carrier())
            .column(Column.FRAME, p -> p.pin().frame())
            .column(Column.STACK, p -> p.pin().stack());

    private Rows() {}

    private static String text(Object value) {
        return switch (value) {
        case null -> "";
        case Double d -> Numbers.trim(d);
        default -> value.toString();
        };
    }

    private static Integer users(Load load) {
        return load.users() > 0 ? load.users() : null;
    }

    private static String ms(double value) {
        return Numbers.fixed(value, 3);
    }

    /** The rule knows no request that gives up; where such are expected it says nothing of single response times. */
    private static double foretold(CellResult result, double percentile) {
        return result.cell().toleratesErrors() ? Double.NaN : percentile;
    }

    /** The JDK's full version, or what else runs the service; the version that was ordered where nothing answered. */
    static Object runtime(CellResult result) {
        return java.util.stream.Stream.of(result.fact(Facts.RUNTIME), result.fact(Facts.JDK_VERSION))
                .filter(Objects::nonNull)
                .findFirst().orElse(String.valueOf(result.outcome().jdk));
    }

    private static String hiccup(CellResult result, Function<Hiccups.Summary, Hiccups.Measured> of) {
        return result.outcome().ended == null ? "" : ms(of.apply(result.outcome().ended.hiccups()).p99Ms());
    }

    private static String percentile(CellReport.LoadSecond second, double p) {
        return second == null ? "" : ms(Histograms.percentileMs(Histograms.decode(second.response()), p));
    }

    private static String vital(CellReport.VitalsSecond vitals, Function<CellReport.VitalsSecond, Number> of,
            int digits) {
        return vitals == null ? "" : Numbers.fixed(of.apply(vitals).doubleValue(), digits);
    }
}
