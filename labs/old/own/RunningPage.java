package old.own;

import kit.record.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import kit.base.Numbers;
import old.page.Headline;
import old.page.Lab;
import old.plan.Cell;
import kit.plan.Demand;
import kit.plan.Look;
import old.plan.Needs;
import kit.plan.OpenLoop;
import kit.plan.Stages;
import kit.plan.Variant;
import old.trust.Metric;
import old.trust.Results;

/**
 * The page of {@code jbang own --url}: a service that runs already is measured as it is. Nothing is compared, so its
 * verdict tells only what the bottleneck is, and is never more than probable.
 */
final class RunningPage {

    private final Own options;
    private final Target target;
    private final LoadPlan plan;
    private final Opening opening;
    private final Report report;

    RunningPage(Own options, Target target, LoadPlan plan, Opening opening, Report report) {
        this.options = options;
        this.target = target;
        this.plan = plan;
        this.opening = opening;
        this.report = report;
    }

    /**
     * What one variant tells.
     *
     * @param word for verdict.json
     */
    record Probable(String word, Station station, String sentence) {

        private static final String INVALID = "invalid";

        static Probable invalid(String why) {
            return new Probable(INVALID, Station.UNKNOWN, "The measurement is invalid: " + why + ".");
        }

        /** For run.json, the exit code and a build server. */
        Verdict verdict() {
            return word.equals(INVALID) ? Verdict.INVALID : Verdict.UNDECIDED;
        }
    }

    /** A load, and what was measured under it. */
    private record Measured(String name, int users, Station station, Observed observed) {

        private WaitTable waits() {
            return new WaitTable(observed.waits(), List.of());
        }

        private Map<String, Long> pinned() {
            return Watch.counted(observed.pinnedLines());
        }

        private Map<String, Long> files() {
            return Watch.counted(observed.fileLines());
        }

        private PoolTable pools() {
            return new PoolTable(observed.pools(), List.of());
        }

        private Bottleneck bottleneck() {
            return observed.bottleneck(station, waits().mostOnPlatform());
        }
    }

    void page(Lab lab) {
        lab.title("Would virtual threads help this service?");
        lab.warmup(plan.warmUp());
        lab.foreign(plan.pilots(), plan.aroundACell());
        opening.introduce(lab);
        Variant running = target.platform();
        if (opening.missing().isPresent()) {
            Stages usual = plan.stages(Needs.unknown().apply(lab.jdks().getLast()), lab.cpus());
            opening.skip(lab, opening.parts(lab, running, usual, Needs.unknown(), UnaryOperator.identity()).stream()
                    .map(Opening.Part::cell).distinct().toList(), false, report);
            return;
        }
        Needs needs = opening.needs(lab, running);
        int jdk = lab.jdks().getLast();
        Demand demand = needs.apply(jdk);
        Optional<Arithmetic> arithmetic = opening.arithmetic(lab, demand);
        Stages stages = plan.stages(demand, lab.cpus());
        OpenLoop peak = plan.peak();
        lab.rule("""
                %s Where the pool of threads is the bottleneck, virtual threads would remove its limit. This run
                measures %s without pauses%s, in %d %s.""".formatted(Opening.limits(demand), stages.label(),
                peak == null ? "" : ", and " + peak.label() + " in an open loop", plan.forks(),
                plan.forks() == 1 ? "fork" : "forks"));
        List<Opening.Part> closed = opening.parts(lab, running, stages, needs, cell -> cell.looking(
                Look.POOLS_AND_WAITS));
        Cell open = peak == null ? null : opening.cell(lab, running, peak, needs).looking(Look.POOLS_AND_WAITS);
        Results measured = lab.measure(Stream.concat(closed.stream().map(Opening.Part::cell), Stream.of(open))
                .filter(cell -> cell != null).toList());
        Opening.Part most = closed.getLast();
        Measured largest = measured(Stages.inWords(most.users()), most.users(), new Observed(measured, most.cell(), most
                .stream(), jdk), new Station.Offered(most.users(), 0, target.pool(), demand.seconds()), lab.cpus());
        Measured atPeak = peak == null ? null
                : measured(peak.label(), 0, new Observed(measured, open, "", jdk),
                        new Station.Offered(0, peak.rate(), target.pool(), demand.seconds()), lab.cpus());
        Probable probable = judge(largest, atPeak);
        Optional<String> refuted = arithmetic.flatMap(answer -> answer.refutedBy(new Arithmetic.Seen(largest.name,
                largest.bottleneck(), largest.observed.rps(), largest.observed.cpuShare(lab.cpus()))));
        conclude(lab, probable, largest, refuted);
        lab.headline("Requests per second", lastParts(closed).map(part -> Lab.bar(Stages.inWords(part.users()),
                measured.mean(Metric.THROUGHPUT, part.cell(), part.stream()))).toArray(Headline.Bar[]::new));
        lab.file("verdict.json", json(probable, demand, jdk, largest, arithmetic, refuted));
        report.add(jdk, "verdict: " + probable.word, probable.verdict(), probable.sentence);
    }

    /** As many as a picture has room for. */
    private static Stream<Opening.Part> lastParts(List<Opening.Part> parts) {
        return parts.stream().skip(Math.max(0, parts.size() - Headline.MOST));
    }

    private static Measured measured(String name, int users, Observed observed, Station.Offered offered, int cpus) {
        return new Measured(name, users, observed.station(offered, cpus), observed);
    }

    /** By the bottleneck at the peak, if that was told, and with the most users. */
    private Probable judge(Measured largest, Measured atPeak) {
        if (largest.observed.invalid() != null) {
            return Probable.invalid(largest.observed.invalid());
        }
        if (largest.observed.carriers() > 0) {
            return new Probable("cannot tell", largest.station, Numbers.format(
                    "Cannot tell: virtual threads are at work already. With %s the bottleneck is %s.", largest.name,
                    largest.bottleneck().words()));
        }
        if (atPeak != null && atPeak.station == Station.POOL) {
            return helps(atPeak);
        }
        return switch (largest.station) {
        case POOL -> helps(largest);
        case CPU -> new Probable("probably no effect", Station.CPU, Numbers.format(
                "Virtual threads would probably have no effect: with %s the bottleneck is the CPUs.", largest.name));
        case USERS -> largest.users <= target.pool()
                ? new Probable("probably no effect", Station.USERS, Numbers.format(
                        "Virtual threads would probably have no effect below %d users: fewer requests are under way "
                                + "than the pool has threads. Measure more users (-c).",
                        target.pool()))
                : new Probable("cannot tell", Station.USERS, Numbers.format(
                        "Cannot tell: %d users were served at the same time, more than the %d threads of the pool. "
                                + "The service has more threads than that (--pool), or virtual threads already.",
                        largest.users, target.pool()));
        case CONNECTIONS -> new Probable("probably no effect", Station.CONNECTIONS, Numbers.format(
                "Virtual threads would probably have no effect: with %s the bottleneck is %s.", largest.name,
                largest.bottleneck().words()));
        default -> new Probable("cannot tell", largest.station, Numbers.format(
                "Cannot tell: with %s the bottleneck is %s.", largest.name, largest.bottleneck().words()));
        };
    }

    private Probable helps(Measured load) {
        return new Probable("probably enable", Station.POOL, Numbers.format(
                "Virtual threads would probably help: with %s the bottleneck is the pool of %d threads, which serve "
                        + "%.0f requests/s.",
                load.name, target.pool(), load.observed.rps()));
    }

    private void conclude(Lab lab, Probable probable, Measured largest, Optional<String> refuted) {
        lab.conclude(probable.verdict(), probable.word);
        PoolTable pools = largest.pools();
        if (!pools.rows().isEmpty()) {
            lab.show(pools.about(largest.name), List.of("pool", "size", "in use", "waiting"), pools.table().stream()
                    .map(row -> List.of(row.get(0), row.get(1), row.get(2), row.get(4))).toList());
        }
        WaitTable waits = largest.waits();
        if (!waits.isEmpty()) {
            lab.show(waits.about(largest.name), List.of("line of the service", "waits in", "share"),
                    waits.table().stream().map(row -> row.subList(0, 3)).toList());
        }
        Watch.inWords(largest.pinned(), largest.files()).forEach(line -> lab.explain("%s", line));
        lab.explain("%s", "Nothing was compared, so this is no verdict on virtual threads. With them, another "
                + "resource, such as connections, may become the bottleneck. Start the service by --jar or --command "
                + "for a comparison.");
        lab.answer("%s", probable.sentence + refuted.map(why -> " " + why).orElse(""));
        lab.tryIt("Each of these is added to the command, or replaces a part of it.", """
                --jar app.jar      instead of --url: with and without virtual threads
                --pool N           the threads that the pool of the service has
                --rate N           the peak that production sees
                -c 100,400,1600    more users: what is the bottleneck then?""");
    }

    private Map<String, Object> json(Probable probable, Demand demand, int jdk, Measured largest,
            Optional<Arithmetic> arithmetic, Optional<String> refuted) {
        Map<String, Object> json = opening.json();
        Arithmetic.put(json, arithmetic, refuted);
        var only = new LinkedHashMap<String, Object>();
        only.put("jdk", jdk);
        only.put("verdict", probable.word);
        only.put("station", probable.station.code());
        only.put("sentence", probable.sentence);
        only.put("demand", Map.of("running", OwnPage.demand(demand)));
        only.put("pinned", largest.pinned());
        only.put("file_io", largest.files());
        only.put("pools", largest.pools().json(largest.name));
        only.put("waits", largest.waits().json(largest.name));
        json.put("verdicts", List.of(only));
        return json;
    }
}
