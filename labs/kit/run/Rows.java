package kit.run;

import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import kit.base.Histograms;
import kit.base.Numbers;
import contract.Verdict;
import kit.cell.Flight;
import kit.cell.Outcome;
import kit.load.Waves;
import kit.machine.Hiccups;
import kit.plan.Burst;
import kit.plan.Cell;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Stages;
import kit.report.CellReport;
import kit.service.Facts;
import kit.service.Gauges;
import kit.trust.CellResult;
import org.HdrHistogram.Histogram;

/**
 * The rows of the CSVs: which columns there are and where each comes from. Their meaning and units are in
 * data/README.md.
 */
final class Rows {

    /** A column and the value that a row has in it. */
    private record Column<T>(String name, Function<T, Object> value) {}

    /** A CSV: its columns, in order. */
    static final class Sheet<T> {
        private final List<Column<T>> columns = new ArrayList<>();

        private Sheet<T> column(String name, Function<T, Object> value) {
            columns.add(new Column<>(name, value));
            return this;
        }

        List<String> header() {
            return columns.stream().map(Column::name).toList();
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
     */
    record Second(String cell, int number, Stages stages, CellReport.LoadSecond load, CellReport.VitalsSecond vitals) {}

    /** A step of a burst. */
    record Step(String cell, CellReport.Waves waves, int at, int inFlight) {}

    /** A pinning and the cell it happened in. */
    record CellPin(String cell, Flight.Pin pin) {}

    static Sheet<CellResult> summary(String lab, String run) {
        return new Sheet<CellResult>()
                .column("lab", r -> lab)
                .column("run", r -> run)
                .column("cell", CellResult::name)
                .column("variant", r -> r.variant().name())
                .column("jdk", Rows::runtime)
                .column("aot_cache",
                        r -> r.fact(Facts.AOT_CACHE) == null ? null
                                : r.fact(Facts.AOT_CACHE).equals("true") ? "yes" : "no")
                .column("driver", r -> r.outcome().driver())
                .column("load", r -> r.load().kind())
                .column("path", r -> r.stream().stream.request())
                .column("users", r -> users(r.load()))
                .column("rate", r -> r.load() instanceof OpenLoop l ? l.rate() : null)
                .column("ramp_s", r -> r.load() instanceof Burst b ? b.rampSeconds() : null)
                .column("fork", r -> r.outcome().fork)
                .column("started", r -> r.outcome().began == null ? null
                        : r.outcome().began.atZone(ZoneId.systemDefault()).toOffsetDateTime()
                                .truncatedTo(ChronoUnit.MILLIS))
                .column("duration_s", r -> Numbers.fixed(r.stream().duration(), 3))
                .column("requests", r -> r.ok() + r.errors())
                .column("ok", CellResult::ok)
                .column("errors", CellResult::errors)
                .column("error_kinds", CellResult::errorKinds)
                .column("stalled_s", r -> Numbers.fixed(r.stalledSeconds(), 1))
                .column("rps", r -> Numbers.fixed(r.rps(), 2))
                .column("mean_ms", r -> ms(r.meanMs()))
                .column("sd_ms", r -> ms(r.sdMs()))
                .column("min_ms", r -> known(r, h -> (double) h.getMinValue()))
                .column("p50_ms", r -> ms(r.percentileMs(0.5)))
                .column("p90_ms", r -> ms(r.percentileMs(0.9)))
                .column("p95_ms", r -> ms(r.percentileMs(0.95)))
                .column("p99_ms", r -> ms(r.percentileMs(0.99)))
                .column("p999_ms", r -> ms(r.percentileMs(0.999)))
                .column("max_ms", r -> known(r, h -> (double) h.getMaxValue()))
                .column("predicted_rps", r -> Numbers.fixed(r.prediction().rps(), 2))
                .column("predicted_ms", r -> ms(r.prediction().meanMs()))
                .column("predicted_sd_ms", r -> ms(r.prediction().sdMs()))
                .column("bound", r -> r.prediction().bound())
                .column("bound_seen", CellResult::boundSeen)
                .column("limit_rps", r -> Numbers.fixed(r.limit(), 2))
                .column("pinned_rps", r -> Numbers.fixed(r.pinnedOrNot().pinnedRps(), 2))
                .column("unpinned_rps", r -> Numbers.fixed(r.pinnedOrNot().unpinnedRps(), 2))
                .column("published_rps", r -> r.published().rps())
                .column("published_ms", r -> r.published().meanMs())
                .column("published_sd_ms", r -> r.published().sdMs())
                .column("published_p95_ms", r -> r.published().p95Ms())
                .column("service_cpu_s", r -> Numbers.fixed(r.serviceCpuSeconds(), 3))
                .column("driver_cpu_s", r -> Numbers.fixed(r.driverCpuSeconds(), 3))
                .column("cpu_us_per_request", r -> Numbers.fixed(r.cpuMicrosPerRequest(), 1))
                .column("database_cpu_s", r -> Numbers.fixed(r.databaseCpuSeconds(), 3))
                .column("machine_cpu", r -> Numbers.fixed(r.machineCpu(), 2))
                .column("heap_peak_mb", r -> Numbers.fixed(r.vital(CellReport.VitalsSecond::heapMb), 1))
                .column("rss_peak_mb", r -> Numbers.fixed(r.outcome().residentPeakMb, 1))
                .column("waiting", r -> Numbers.fixed(r.memory().requests(), 0))
                .column("heap_rest_mb", r -> Numbers.fixed(r.memory().heapMb(CellReport.Moment.REST), 1))
                .column("heap_waiting_mb", r -> Numbers.fixed(r.memory().heapMb(CellReport.Moment.WAITING), 1))
                .column("rss_rest_mb", r -> Numbers.fixed(r.memory().residentMb(CellReport.Moment.REST), 1))
                .column("rss_waiting_mb", r -> Numbers.fixed(r.memory().residentMb(CellReport.Moment.WAITING), 1))
                .column("threads_waiting", r -> Numbers.fixed(r.memory().threads(), 0))
                .column("heap_kb_per_waiting", r -> Numbers.fixed(r.memory().heapKbPerRequest(), 2))
                .column("rss_kb_per_waiting", r -> Numbers.fixed(r.memory().residentKbPerRequest(), 2))
                .column("gc_ms", r -> Numbers.fixed(r.gcMs(), 0))
                .column("platform_threads_peak",
                        r -> Numbers.fixed(r.vital(CellReport.VitalsSecond::platformThreads), 0))
                .column("carriers", r -> r.fact(Facts.CARRIERS_SEEN))
                .column("carriers_busy", r -> Numbers.fixed(r.carriersBusy(), 0))
                .column("carriers_pool", r -> Numbers.fixed(r.vital(CellReport.VitalsSecond::carriers), 0))
                .column("pinned", r -> r.isJava() ? r.pinned() : null)
                .column("pinned_ms", r -> !r.isJava() ? null
                        : Numbers.fixed(
                                r.outcome().flight.pins().stream().mapToDouble(p -> p.duration().toNanos() / 1e6).sum(),
                                1))
                .column("latency_trusted",
                        r -> r.stream().response.getTotalCount() == 0 ? null : r.isLatencyTrusted() ? "yes" : "no")
                .column("service_p50_ms", r -> ms(Histograms.percentileMs(r.stream().service, 0.5)))
                .column("service_p99_ms", r -> ms(Histograms.percentileMs(r.stream().service, 0.99)))
                .column("start_lag_p99_ms", r -> ms(Histograms.percentileMs(r.stream().lag, 0.99)))
                .column("closure_pct", r -> Numbers.fixed(100 * r.closure(), 2))
                .column("utilisation_pct", r -> Numbers.fixed(100 * r.utilisation(), 1))
                .column("steady_cv_pct", r -> Numbers.fixed(100 * r.steadyCv(), 2))
                .column("driver_busy_pct", r -> Numbers.fixed(100 * r.driverBusy(), 1))
                .column("hiccup_driver_p50_ms",
                        r -> r.stream().totals == null ? null : ms(r.stream().totals.hiccups().p50Ms()))
                .column("hiccup_driver_p99_ms",
                        r -> r.stream().totals == null ? null : ms(r.stream().totals.hiccups().p99Ms()))
                .column("hiccup_service_p99_ms", r -> hiccup(r, Hiccups.Summary::service))
                .column("hiccup_platform_p99_ms", r -> hiccup(r, Hiccups.Summary::platform))
                .column("idle_before_pct", r -> Numbers.fixed(100 * r.outcome().idleBefore, 1))
                .column("other_cpu", r -> Numbers.fixed(r.outcome().others.cpus(), 2))
                .column("neighbour", r -> r.outcome().others.neighbour())
                .column("accepted_rows", r -> Numbers.fixed(r.rows().accepted(), 0))
                .column("table_rows", r -> Numbers.fixed(r.rows().inTable(), 0))
                .column("lost_rows", r -> Numbers.fixed(r.rows().lost(), 0))
                .column("lag_begin_rows", r -> Numbers.fixed(r.rows().backlogAtBegin(), 0))
                .column("lag_rows", r -> Numbers.fixed(r.rows().backlog(), 0))
                .column("drain_s", r -> Numbers.fixed(r.rows().drainSeconds(), 2))
                .column("client_requests", CellResult::requestsSent)
                .column("server_requests",
                        r -> r.outcome().ended == null || r.outcome().ended.serverRequests() < 0 ? null
                                : r.outcome().ended.serverRequests())
                .column("listen_overflows", r -> Numbers.fixed(r.outcome().listenOverflows, 0))
                .column("verdict", CellResult::verdict)
                .column("findings", r -> String.join(";", r.codeNames()))
                .column("why", CellResult::why);
    }

    /** A row for a cell that could not be measured at all. */
    static List<String> skipped(Sheet<CellResult> sheet, String lab, String run, Cell cell, int jdk, String why) {
        return sheet.header().stream().map(column -> switch (column) {
        case "lab" -> lab;
        case "run" -> run;
        case "cell" -> cell.shortName();
        case "variant" -> cell.variant().name();
        case "jdk" -> String.valueOf(jdk);
        case "load" -> cell.load().kind();
        case "path" -> cell.streams().getFirst().request().toString();
        case "users" -> text(users(cell.load()));
        case "ramp_s" -> cell.load() instanceof Burst burst ? text(burst.rampSeconds()) : "";
        case "predicted_rps" -> Numbers.fixed(cell.prediction(jdk).rps(), 2);
        case "predicted_ms" -> ms(cell.prediction(jdk).meanMs());
        case "predicted_sd_ms" -> ms(cell.prediction(jdk).sdMs());
        case "bound" -> cell.prediction(jdk).bound();
        case "verdict" -> Verdict.SKIPPED.name();
        case "why" -> why;
        default -> "";
        }).toList();
    }

    static final Sheet<Percentile> LATENCY = new Sheet<Percentile>()
            .column("cell", Percentile::cell)
            .column("percentile", p -> Numbers.fixed(p.percentile(), 6))
            .column("ms", p -> ms(p.ms()))
            .column("count", Percentile::count);

    /** The distribution by percentile, denser towards the tail: five steps for each halving of what is left. */
    static List<Percentile> percentiles(CellResult result) {
        var rows = new ArrayList<Percentile>();
        for (var value : result.stream().response.percentiles(5)) {
            rows.add(new Percentile(result.name(), value.getPercentileLevelIteratedTo(),
                    Histograms.ms(value.getValueIteratedTo()), value.getTotalCountToThisValue()));
        }
        return rows;
    }

    static final Sheet<Second> TIMELINE = new Sheet<Second>()
            .column("cell", Second::cell)
            .column("second", Second::number)
            .column("rps", s -> s.load() == null ? null : Numbers.fixed(s.load().ok() / s.load().length(), 2))
            .column("p50_ms", s -> percentile(s.load(), 0.5))
            .column("p99_ms", s -> percentile(s.load(), 0.99))
            .column("in_flight", s -> s.load() == null ? null : s.load().inFlight())
            .column("errors", s -> s.load() == null ? null
                    : s.load().errors().values().stream().mapToLong(Long::longValue).sum())
            .column("service_cpu", s -> vital(s.vitals(), v -> rate(v, v.serviceCpu()), 3))
            .column("driver_cpu", s -> s.load() == null ? null : Numbers.fixed(s.load().driverCpu(), 3))
            .column("heap_mb", s -> vital(s.vitals(), v -> v.heapMb(), 1))
            .column("gc_ms", s -> vital(s.vitals(), v -> v.gcMs(), 0))
            .column("platform_threads", s -> vital(s.vitals(), v -> v.platformThreads(), 0))
            .column("carriers", s -> vital(s.vitals(), v -> v.carriers(), 0))
            .column("mounted", s -> vital(s.vitals(), v -> v.mounted(), 0))
            .column("queued", s -> vital(s.vitals(), v -> v.queued(), 0))
            .column("hiccup_driver_ms", s -> s.load() == null ? null : Numbers.fixed(s.load().hiccup(), 3))
            .column("hiccup_service_ms", s -> vital(s.vitals(), v -> v.hiccupService(), 3))
            .column("hiccup_platform_ms", s -> vital(s.vitals(), v -> v.hiccupPlatform(), 3))
            .column("p95_ms", s -> percentile(s.load(), 0.95))
            .column("users", s -> s.load() == null || s.stages() == null ? null : s.stages().usersAt(s.load().second()))
            .column("stage", s -> s.load() == null || s.stages() == null ? null : s.stages().nameAt(s.load().second()))
            .column("machine_cpu", s -> vital(s.vitals(), v -> rate(v, v.machineCpu()), 3))
            .column("pool_active", s -> vital(s.vitals(), v -> v.gauges().mean(Gauges.POOL_ACTIVE), 1))
            .column("pool_queued", s -> vital(s.vitals(), v -> v.gauges().mean(Gauges.POOL_QUEUED), 1))
            .column("connections_active", s -> vital(s.vitals(), v -> v.gauges().mean(Gauges.CONNECTIONS_ACTIVE), 1))
            .column("connections_pending", s -> vital(s.vitals(), v -> v.gauges().mean(Gauges.CONNECTIONS_PENDING), 1))
            .column("accepted_rows", s -> vital(s.vitals(), v -> v.gauges().last(Gauges.ROWS_ACCEPTED), 0))
            .column("persisted_rows", s -> vital(s.vitals(), v -> v.gauges().last(Gauges.ROWS_PERSISTED), 0))
            .column("lag_rows", s -> vital(s.vitals(), v -> v.gauges().lag(), 0));

    /**
     * An interval shorter than this many seconds gives no rate worth a place: a moment's work would pass for more CPUs
     * than there are.
     */
    private static final double SHORT = 0.5;

    /** Load and vitals of the same second side by side, and the vitals of the seconds after the load. */
    static List<Second> seconds(Outcome outcome) {
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
                    vitals.stream().filter(v -> v.second() == s).findFirst().orElse(null)));
        }
        rows.removeIf(r -> r.load() == null && r.vitals() == null);
        // What begins within the last second of the load is of no second of its own, but tells what all ended with.
        var draining = outcome.vitals.stream().filter(CellReport.VitalsSecond::draining).toList();
        draining.stream().filter(v -> v.second() > last || v == draining.getLast())
                .forEach(v -> rows
                        .add(new Second(outcome.spec.name(), Math.max(v.second(), last + 1), stages, null, v)));
        return rows;
    }

    private static double rate(CellReport.VitalsSecond second, double rate) {
        return second.length() < SHORT ? Double.NaN : rate;
    }

    static final Sheet<Step> BURST = new Sheet<Step>()
            .column("cell", Step::cell)
            .column("ms", s -> (s.at() + 1) * Waves.STEP_MS)
            .column("started", s -> s.waves().started()[s.at()])
            .column("ended", s -> s.waves().ended()[s.at()])
            .column("failed", s -> s.waves().failed()[s.at()])
            .column("in_flight", Step::inFlight);

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

    static final Sheet<CellPin> PINNING = new Sheet<CellPin>()
            .column("cell", CellPin::cell)
            .column("start", p -> p.pin().start())
            .column("duration_ms", p -> Numbers.fixed(p.pin().duration().toNanos() / 1e6, 3))
            .column("reason", p -> p.pin().reason())
            .column("operation", p -> p.pin().operation())
            .column("carrier", p -> p.pin().carrier())
            .column("frame", p -> p.pin().frame())
            .column("stack", p -> p.pin().stack());

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

    private static String known(CellResult result, Function<Histogram, Double> of) {
        return result.stream().response.getTotalCount() == 0 ? ""
                : ms(Histograms.ms(of.apply(result.stream().response)));
    }

    /** The JDK's full version, or what else runs the service; the version that was ordered where nothing answered. */
    private static Object runtime(CellResult result) {
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
