package own;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Numbers;
import kit.judge.Bottleneck;
import kit.judge.JudgedRun;
import kit.page.Passage;
import kit.plan.Demand;
import kit.plan.OpenLoop;
import kit.plan.Station;
import kit.record.Verdict;
import kit.service.PoolUse;

/**
 * What came of one JDK.
 *
 * @param word       the verdict
 * @param ownVerdict the same for run.json and the exit code, without what was required
 * @param bottleneck that explains it
 * @param sentence   the verdict with its main figure
 * @param main       the most important figures
 * @param compared   all figures; none where nothing was compared
 * @param watch      what to look at before and after the switch
 * @param waits      what requests wait for, by load
 * @param pools      how much of the pools is in use, by load
 * @param largest    what was measured with the most users
 */
record OnJdk(int jdk, String word, Verdict ownVerdict, Bottleneck bottleneck, String sentence, List<Compared> main,
        List<Compared> compared, List<String> watch, Map<String, Long> pinned, Map<String, Long> files,
        List<Requirement.Outcome> required, Map<Under, WaitTable> waits, Map<Under, PoolTable> pools,
        Arithmetic.Seen largest, boolean isCompared) {

    // ---- with and without virtual threads ----

    /** By the rule that {@link OwnVerdict} tells. */
    static OnJdk compared(JudgedRun run, OwnPlan plan, int jdk, List<Requirement> requirements, List<String> agents) {
        List<Under> loads = plan.loads();
        var comparison = new Comparing(run, loads, jdk);
        List<Compared> compared = loads.stream().flatMap(load -> comparison.compared(load).stream()).toList();
        Under deciding = loads.stream().filter(Under::decides).findFirst().orElseThrow();
        Under largest = Under.largest(loads);
        List<Under> counting = loads.stream().filter(load -> load.role() != Role.WARNS).toList();
        Map<Under, WaitTable> waits = lookedAt(loads, load -> WaitTable.of(comparison.platform(load),
                comparison.virtual(load)));
        Map<Under, PoolTable> pools = lookedAt(loads, load -> PoolTable.of(comparison.platform(load),
                comparison.virtual(load)));
        Limit onVirtual = comparison.virtual(largest).limit();
        var verdict = OwnVerdict.of(new OwnVerdict.Evidence(compared,
                comparison.missing(deciding).map(why -> "with " + deciding.name() + ": " + why),
                new OwnVerdict.Stopped(
                        first(counting, comparison::stopped, load -> comparison.virtual(load).limit()),
                        first(counting, comparison::stoppedOnPlatform, load -> comparison.platform(load).limit())),
                switched(comparison, loads), comparison.platform(deciding).limit(),
                comparison.virtual(deciding).limit(), largest.load().users(), Comparing.pool(deciding),
                deciding == largest ? Optional.empty()
                        : Optional.of(new OwnVerdict.Beyond(largest.name(), onVirtual, comparison.missing(largest))),
                comparison.larger(deciding, compared)));
        List<Requirement.Outcome> required = loads.stream().filter(Under::decides)
                .flatMap(load -> requirements.stream().map(one -> one.judged(run, load, jdk, comparison.isOrdered(
                        load))))
                .toList();
        var watch = new Watch(comparison, loads, waits.get(largest), pools.get(largest), agents);
        return new OnJdk(jdk, verdict.word().toString(), verdict.word().verdict(), verdict.bottleneck(),
                verdict.sentence(), verdict.evidence(), compared, watch.lines(), watch.pinnedLines(),
                watch.fileLines(), required, waits, pools, new Arithmetic.Seen(largest.name(), onVirtual,
                        comparison.virtual(largest).rps(), comparison.virtual(largest).cpuShare()),
                true);
    }

    /** Of the most users, and of the peak. */
    private static <T> Map<Under, T> lookedAt(List<Under> loads, Function<Under, T> table) {
        var tables = new LinkedHashMap<Under, T>();
        loads.stream().filter(load -> load == Under.largest(loads) || load.load() instanceof OpenLoop)
                .forEach(load -> tables.put(load, table.apply(load)));
        return tables;
    }

    private static Optional<OwnVerdict.Stop> first(List<Under> loads, Function<Under, Optional<String>> why,
            Function<Under, Limit> limit) {
        return loads.stream().flatMap(load -> why.apply(load)
                .map(one -> new OwnVerdict.Stop(load.name(), one, limit.apply(load))).stream()).findFirst();
    }

    /**
     * Whether any carrier was at work with the switch on; empty where nothing tells: the service was not recorded, or
     * needed so little CPU time that a carrier at work may not be seen.
     */
    private static Optional<Boolean> switched(Comparing comparison, List<Under> loads) {
        List<Double> carriers = loads.stream().filter(load -> comparison.isCarrierSeen(comparison.virtual(load)))
                .map(load -> comparison.virtual(load).carriers()).filter(Double::isFinite).toList();
        return carriers.isEmpty() ? Optional.empty() : Optional.of(carriers.stream().anyMatch(some -> some > 0));
    }

    // ---- as it is ----

    /**
     * Of a service that is measured as it is. Nothing is compared, so its verdict tells only what the bottleneck is,
     * and is never more than probable.
     */
    static OnJdk running(JudgedRun run, OwnPlan plan, int jdk, int pool) {
        Under largest = Under.largest(plan.loads());
        Observed most = Observed.of(run, largest.cell(largest.platform()), jdk);
        Optional<Under> peak = plan.loads().stream().filter(load -> load.load() instanceof OpenLoop).findFirst();
        Probable probable = probable(largest, most,
                peak.map(load -> Observed.of(run, load.cell(load.platform()), jdk)), peak, pool);
        Map<Under, WaitTable> waits = lookedAt(plan.loads(), load -> new WaitTable(
                Observed.of(run, load.cell(load.platform()), jdk).waits(), List.of()));
        Map<Under, PoolTable> pools = lookedAt(plan.loads(), load -> new PoolTable(
                Observed.of(run, load.cell(load.platform()), jdk).pools(), List.of()));
        Map<String, Long> pinned = Watch.counted(most.pinnedLines());
        Map<String, Long> files = Watch.counted(most.fileLines());
        List<String> watch = Stream.concat(Watch.inWords(pinned, files).stream(), Stream.of("Nothing was compared, so "
                + "this is no verdict on virtual threads. With them, another resource, such as connections, may become "
                + "the bottleneck. Start the service by --jar or --command for a comparison.")).toList();
        return new OnJdk(jdk, probable.word, probable.word.equals(INVALID) ? Verdict.INVALID : Verdict.UNDECIDED,
                probable.bottleneck, probable.sentence, List.of(), List.of(), watch, pinned, files, List.of(), waits,
                pools, new Arithmetic.Seen(largest.name(), most.limit(), most.rps(), most.cpuShare()), false);
    }

    private static final String INVALID = "invalid";

    /** @param word for verdict.json */
    private record Probable(String word, Bottleneck bottleneck, String sentence) {}

    /** By the bottleneck at the peak, if that was told, and with the most users. */
    private static Probable probable(Under largest, Observed most, Optional<Observed> atPeak, Optional<Under> peak,
            int pool) {
        if (most.invalid() != null) {
            return new Probable(INVALID, Bottleneck.UNKNOWN, "The measurement is invalid: " + most.invalid() + ".");
        }
        Bottleneck bottleneck = most.bottleneck();
        String words = most.limit().words();
        if (most.carriers() > 0) {
            return new Probable("cannot tell", bottleneck, Numbers.format("Cannot tell: virtual threads are at work "
                    + "already. With %s the bottleneck is %s.", largest.name(), words));
        }
        if (atPeak.filter(measured -> measured.invalid() == null && measured.bottleneck() == Bottleneck.POOL)
                .isPresent()) {
            return helps(peak.orElseThrow(), atPeak.get(), pool);
        }
        int users = largest.load().users();
        return switch (bottleneck) {
        case POOL -> helps(largest, most, pool);
        case CPU, CONNECTIONS -> new Probable("probably no effect", bottleneck, Numbers.format("Virtual threads would "
                + "probably have no effect: with %s the bottleneck is %s.", largest.name(), words));
        case USERS -> users <= pool
                ? new Probable("probably no effect", bottleneck, Numbers.format("Virtual threads would probably have "
                        + "no effect below %d users: fewer requests are under way than the pool has threads. Measure "
                        + "more users (-c).", pool))
                : new Probable("cannot tell", bottleneck, Numbers.format("Cannot tell: %d users were served at the "
                        + "same time, more than the %d threads of the pool. The service has more threads than that "
                        + "(--pool), or virtual threads already.", users, pool));
        default -> new Probable("cannot tell", bottleneck, Numbers.format("Cannot tell: with %s the bottleneck is %s.",
                largest.name(), words));
        };
    }

    private static Probable helps(Under load, Observed measured, int pool) {
        return new Probable("probably enable", Bottleneck.POOL, Numbers.format("Virtual threads would probably help: "
                + "with %s the bottleneck is the pool of %d threads, which serve %.0f requests/s.", load.name(), pool,
                measured.rps()));
    }

    // ---- for people ----

    /** For run.json and the exit code. */
    Verdict verdict() {
        return required.stream().map(Requirement.Outcome::verdict).reduce(ownVerdict, Verdict::and);
    }

    /** Why the answer by arithmetic is wrong; empty where it is not refuted. */
    Optional<String> refutes(Arithmetic answer) {
        return isCompared ? answer.refutedBy(largest, OwnVerdict.Word.of(word)) : answer.refutedBy(largest);
    }

    /** The JDK with a colon, where there are several. */
    String on(boolean isSeveral) {
        return isSeveral ? "JDK " + jdk + ": " : "";
    }

    /** The evidence, and what to watch. */
    List<Passage> evidence(boolean isSeveral) {
        var passages = new ArrayList<Passage>();
        if (ownVerdict != Verdict.INVALID && !main.isEmpty()) {
            passages.add(new Passage.Text(on(isSeveral) + "The evidence, as virtual / platform with 95 % intervals:"
                    + "\n\n" + list(main.stream().map(Compared::inWords))));
        }
        if (ownVerdict != Verdict.INVALID && !watch.isEmpty()) {
            passages.add(new Passage.Text(on(isSeveral) + "What to watch:\n\n" + list(watch.stream())));
        }
        return passages;
    }

    /** As a list of Markdown. */
    static String list(Stream<String> lines) {
        return lines.map(line -> "- " + line).collect(Collectors.joining("\n"));
    }

    /** Pools and waits with the most users. */
    List<Passage> inside(boolean isSeveral) {
        var passages = new ArrayList<Passage>();
        Under load = Under.largest(List.copyOf(waits.keySet()));
        PoolTable pool = pools.get(load);
        if (!pool.rows().isEmpty()) {
            passages.add(new Passage.Table(on(isSeveral) + pool.about(load.name()), PoolTable.header(isCompared),
                    pool.table(isCompared)));
        }
        WaitTable wait = waits.get(load);
        if (!wait.isEmpty()) {
            passages.add(new Passage.Table(on(isSeveral) + wait.about(load.name()), WaitTable.header(isCompared),
                    wait.table(isCompared)));
        }
        wait.missing().ifPresent(why -> passages.add(new Passage.Text(on(isSeveral) + (wait.isEmpty()
                ? "What requests wait for is not known: "
                : "Thread dumps are missing: ") + why + ".")));
        return passages;
    }

    // ---- verdict.json ----

    /** @param demands by the names of variants */
    VerdictFile.OnJdk file(Map<String, Demand> demands) {
        return new VerdictFile.OnJdk(jdk, word, bottleneck.toString(), sentence, needed(demands),
                compared.stream().map(OnJdk::figure).toList(), pinned, files, watch,
                required.stream().map(one -> new VerdictFile.Required(one.requirement().text(), one.load(),
                        one.verdict(), one.ratio(), one.why())).toList(),
                pools.entrySet().stream().flatMap(load -> pools(load.getKey(), load.getValue())).toList(),
                waits.entrySet().stream().flatMap(load -> waits(load.getKey(), load.getValue())).toList());
    }

    private static Map<String, VerdictFile.Needed> needed(Map<String, Demand> demands) {
        var needed = new LinkedHashMap<String, VerdictFile.Needed>();
        demands.forEach((variant, demand) -> needed.put(variant, new VerdictFile.Needed(1000 * demand.seconds(),
                1000 * demand.cpuSeconds(), demand.further().stream().collect(Collectors.toMap(Station::name,
                        station -> 1000 * station.demandSeconds())))));
        return needed;
    }

    private static VerdictFile.Figure figure(Compared one) {
        return new VerdictFile.Figure(one.load(), one.decides(), one.name(), one.ratio(),
                one.interval() == null ? Double.NaN : one.interval().low(),
                one.interval() == null ? Double.NaN : one.interval().high(),
                one.effect().name().toLowerCase(Locale.ROOT), one.note());
    }

    private static Stream<VerdictFile.Pool> pools(Under load, PoolTable pools) {
        return pools.rows().stream().map(row -> new VerdictFile.Pool(load.name(), row.any().kind().words(),
                row.any().name(), row.any().size(), busy(row.platform()), waiting(row.platform()),
                busy(row.virtual()), waiting(row.virtual())));
    }

    private static double busy(PoolUse use) {
        return use == null ? Double.NaN : use.busy();
    }

    private static double waiting(PoolUse use) {
        return use == null ? Double.NaN : use.waiting();
    }

    private static Stream<VerdictFile.Wait> waits(Under load, WaitTable waits) {
        return waits.all().stream().map(row -> new VerdictFile.Wait(load.name(), row.line(), row.operation(),
                100 * row.platform(), 100 * row.virtual()));
    }
}
