package old.own;

import kit.record.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import old.own.Comparison.Under;
import old.page.Lab;
import old.plan.Cell;
import kit.plan.Demand;
import kit.plan.Look;
import old.plan.Needs;
import kit.plan.OpenLoop;
import kit.rule.RuleFigures;
import kit.plan.Stages;
import kit.plan.Variant;
import old.trust.Metric;
import old.trust.Results;

/** The page of {@code jbang own}: what is measured, the answer by arithmetic, the measurement, and the verdict. */
final class OwnPage {

    private final Own options;
    private final Target target;
    private final LoadPlan plan;
    private final Opening opening;
    private final List<Requirement> requirements;
    private final Report report;
    private final Variant platform;
    private final Variant virtual;

    OwnPage(Own options, Target target, LoadPlan plan, Opening opening, List<Requirement> requirements,
            Report report) {
        this.options = options;
        this.target = target;
        this.plan = plan;
        this.opening = opening;
        this.requirements = requirements;
        this.report = report;
        this.platform = target.platform();
        this.virtual = target.virtual();
    }

    /** What came of one JDK. */
    private record OnJdk(int jdk, OwnVerdict verdict, List<Compared> compared, Watch watch,
            List<Requirement.Outcome> required, Map<Under, WaitTable> waits, Map<Under, PoolTable> pools,
            Arithmetic.Seen largest) {

        /** For run.json and the exit code. */
        private Verdict word() {
            return required.stream().map(Requirement.Outcome::verdict).reduce(verdict.word().verdict(), Verdict::and);
        }

        /** The load with the most users. */
        Under mostUsers() {
            return Under.largest(List.copyOf(waits.keySet()));
        }
    }

    void page(Lab lab) {
        lab.title("Should this service use virtual threads?");
        lab.warmup(plan.warmUp());
        lab.foreign(plan.pilots(), plan.aroundACell());
        opening.introduce(lab);
        if (opening.missing().isPresent()) {
            List<Under> loads = loads(lab, plan.stages(Needs.unknown().apply(lab.jdks().getLast()), lab.cpus()), null,
                    Needs.unknown(), Needs.unknown());
            opening.skip(lab, cells(loads), !requirements.isEmpty(), report);
            return;
        }
        Needs onPlatform = opening.needs(lab, platform);
        Needs onVirtual = needsOnVirtual(lab, onPlatform);
        Demand demand = onPlatform.apply(lab.jdks().getLast());
        Optional<Arithmetic> arithmetic = opening.arithmetic(lab, demand);
        Stages stages = plan.stages(demand, lab.cpus());
        Variant sized = target.canSize() ? target.sized(plan.threads(stages, demand)) : null;
        tellRule(lab, stages, demand);
        List<Under> loads = loads(lab, stages, sized, onPlatform, onVirtual);
        Results measured = lab.measure(cells(loads));
        List<OnJdk> all = lab.jdks().stream().map(jdk -> judge(lab, measured, jdk, loads, demand)).toList();
        Optional<String> refuted = arithmetic.flatMap(answer -> answer.refutedBy(all.getLast().largest(), all.getLast()
                .verdict().word()));
        conclude(lab, all, refuted);
        showMostUsers(lab, measured, loads);
        lab.file("verdict.json", json(all, onPlatform, onVirtual, arithmetic, refuted));
    }

    private static List<Cell> cells(List<Under> loads) {
        return loads.stream().flatMap(load -> Stream.of(load.platform(), load.virtual(), load.sized()))
                .filter(cell -> cell != null).toList();
    }

    /** Where virtual threads are too slow for their pilot, the rule has the demand on platform threads. */
    private Needs needsOnVirtual(Lab lab, Needs onPlatform) {
        Needs needs = lab.needs(virtual, opening.piloted());
        return lab.jdks().stream().allMatch(jdk -> needs.apply(jdk).isKnown()) ? needs : onPlatform;
    }

    private void tellRule(Lab lab, Stages stages, Demand demand) {
        lab.rule("""
                %s Virtual threads remove the limit of the thread pool only. This run measures %s without
                pauses%s, in %d %s.""".formatted(Opening.limits(demand), stages.label(),
                options.rate == null ? "" : ", and " + plan.peak().label() + " in an open loop", plan.forks(),
                plan.forks() == 1 ? "fork" : "forks"));
    }

    private static Cell looking(Cell cell) {
        return cell.looking(Look.POOLS_AND_WAITS);
    }

    /** Each with its cells; those of one variant's stages are the same cell. */
    private List<Under> loads(Lab lab, Stages stages, Variant sized, Needs onPlatform, Needs onVirtual) {
        var loads = new ArrayList<Under>();
        OpenLoop peak = plan.peak();
        if (peak != null) {
            // It decides, so it is measured before a load that may have to be stopped.
            loads.add(new Under(peak.label(), "", peak, Role.DECIDES,
                    looking(opening.cell(lab, platform, peak, onPlatform)),
                    looking(opening.cell(lab, virtual, peak, onVirtual)),
                    sized == null ? null : opening.cell(lab, sized, peak, onPlatform), opening.light()));
        }
        List<Opening.Part> first = opening.parts(lab, platform, stages, onPlatform, OwnPage::looking);
        List<Opening.Part> second = opening.parts(lab, virtual, stages, onVirtual, OwnPage::looking);
        List<Opening.Part> third = sized == null ? List.of()
                : opening.parts(lab, sized, stages, onPlatform,
                        cell -> cell.needingThreads(stages.users()).looking(Look.POOLS));
        for (int i = 0; i < first.size(); i++) {
            Opening.Part part = first.get(i);
            boolean isLast = part.users() == stages.users();
            loads.add(new Under(Stages.inWords(part.users()), part.stream(), part.load(), peak != null ? Role.WARNS
                    : isLast ? Role.DECIDES : Role.COUNTS, part.cell(), second.get(i).cell(),
                    third.isEmpty() ? null : third.get(i).cell(), isLast ? opening.light() : null));
        }
        return loads;
    }

    private OnJdk judge(Lab lab, Results measured, int jdk, List<Under> loads, Demand demand) {
        var known = new Comparison.Known(lab.cpus(), target.pool(), demand.seconds());
        var comparison = new Comparison(measured, jdk, known);
        List<Compared> compared = loads.stream().flatMap(load -> comparison.compared(load).stream()).toList();
        Under deciding = loads.stream().filter(Under::decides).findFirst().orElseThrow();
        Under largest = Under.largest(loads);
        // Where nothing decides, a load that was stopped does, whichever it was.
        List<Under> counting = loads.stream().filter(load -> load.role() != Role.WARNS
                || comparison.missing(deciding).isPresent()).toList();
        Map<Under, WaitTable> all = lookedAt(loads, load -> WaitTable.of(comparison.platform(load), comparison.virtual(
                load)));
        Map<Under, PoolTable> pools = lookedAt(loads, load -> PoolTable.of(comparison.platform(load), comparison
                .virtual(load)));
        var verdict = OwnVerdict.of(new OwnVerdict.Evidence(compared, comparison.missing(deciding)
                .map(why -> "with " + deciding.name() + ": " + why),
                new OwnVerdict.Stopped(first(counting, comparison::stopped), first(counting,
                        comparison::stoppedOnPlatform)),
                switched(comparison, loads), onPlatform(comparison, all, deciding), onVirtual(comparison, all,
                        deciding),
                largest.load().users(), target.pool(), deciding == largest ? Optional.empty()
                        : Optional.of(new OwnVerdict.Beyond(largest.name(), onVirtual(comparison, all, largest),
                                comparison.missing(largest))),
                comparison.larger(deciding, compared)));
        List<Requirement.Outcome> required = loads.stream().filter(Under::decides)
                .flatMap(load -> requirements.stream().map(one -> one.judge(load, jdk, measured, comparison.isOrdered(
                        load))))
                .toList();
        return new OnJdk(jdk, verdict, compared, new Watch(comparison, loads, all.get(largest), pools.get(largest),
                target.agents()), required, all, pools,
                new Arithmetic.Seen(largest.name(), onVirtual(comparison, all,
                        largest), comparison.virtual(largest).rps(), comparison.virtual(largest).cpuShare(lab.cpus())));
    }

    /** Of the loads after which the service was looked at while they went on: the most users, and the peak. */
    private static <T> Map<Under, T> lookedAt(List<Under> loads, Function<Under, T> table) {
        var tables = new LinkedHashMap<Under, T>();
        loads.stream().filter(load -> load == Under.largest(loads) || load.load() instanceof OpenLoop)
                .forEach(load -> tables.put(load, table.apply(load)));
        return tables;
    }

    private static Bottleneck onPlatform(Comparison comparison, Map<Under, WaitTable> waits, Under load) {
        return comparison.platform(load).bottleneck(comparison.onPlatform(load), waits.get(load).mostOnPlatform());
    }

    private static Bottleneck onVirtual(Comparison comparison, Map<Under, WaitTable> waits, Under load) {
        return comparison.virtual(load).bottleneck(comparison.onVirtual(load), waits.get(load).mostOnVirtual());
    }

    private static Optional<String> first(List<Under> loads, Function<Under, Optional<String>> of) {
        return loads.stream().map(of).flatMap(Optional::stream).findFirst();
    }

    /**
     * Whether any carrier was at work with the switch on; empty where nothing tells: the service was not recorded, or
     * needed so little CPU time that a carrier at work may not be seen.
     */
    private static Optional<Boolean> switched(Comparison comparison, List<Under> loads) {
        List<Double> carriers = loads.stream().filter(load -> comparison.isCarrierSeen(comparison.virtual(load)))
                .map(load -> comparison.virtual(load).carriers()).filter(Double::isFinite).toList();
        return carriers.isEmpty() ? Optional.empty() : Optional.of(carriers.stream().anyMatch(some -> some > 0));
    }

    /** @param refuted why the answer by arithmetic is wrong; empty where it is not refuted */
    private void conclude(Lab lab, List<OnJdk> all, Optional<String> refuted) {
        lab.conclude(all.stream().map(OnJdk::word).reduce(Verdict.SKIPPED, Verdict::and), all.stream()
                .map(one -> onJdk(all, one) + one.verdict().word()).collect(Collectors.joining(", ")));
        List<String> sentences = all.stream().map(one -> onJdk(all, one) + one.verdict().sentence()).toList();
        boolean isInvalid = all.stream().map(OnJdk::word).anyMatch(Verdict.INVALID::equals);
        for (OnJdk one : all) {
            if (isInvalid) {
                // A page that is INVALID has no answer, and what is known of one JDK belongs on it all the same.
                lab.say("%s", onJdk(all, one) + one.verdict().sentence());
            }
            if (one.verdict().word() == OwnVerdict.Word.INVALID) {
                continue;
            }
            Consumer<String> tell = isInvalid ? text -> lab.say("%s", text) : text -> lab.explain("%s", text);
            tell.accept(onJdk(all, one) + "The evidence, as virtual / platform with 95 % intervals:\n\n"
                    + list(one.verdict().evidence().stream().map(Compared::inWords)));
            tell.accept(onJdk(all, one) + "What to watch:\n\n" + list(one.watch().lines().stream()));
            showWaits(lab, all, one);
        }
        tellRequired(lab, all);
        lab.answer("%s", Stream.concat(sentences.stream(), refuted.stream()).collect(Collectors.joining(" ")));
        lab.tryIt("Each of these is added to the command.", next(all));
    }

    private void tellRequired(Lab lab, List<OnJdk> all) {
        if (!requirements.isEmpty()) {
            lab.show("What was required of virtual threads:", List.of("required", "JDK", "virtual / platform",
                    "verdict"),
                    all.stream().flatMap(one -> one.required().stream()).map(one -> List.<Object>of(
                            one.name(), one.jdk(), one.judged().figure(), one.verdict())).toList());
        }
        for (OnJdk one : all) {
            OwnVerdict.Word word = one.verdict().word();
            report.add(one.jdk(), "verdict: " + word, word == OwnVerdict.Word.HARMFUL ? Verdict.SURPRISE
                    : word.verdict(), one.verdict().sentence());
            one.required().forEach(each -> report.add(one.jdk(), each.name(), each.verdict(), each.judged().why()));
        }
    }

    private static void showWaits(Lab lab, List<OnJdk> all, OnJdk one) {
        Under load = one.mostUsers();
        PoolTable pools = one.pools().get(load);
        if (!pools.rows().isEmpty()) {
            lab.show(onJdk(all, one) + pools.about(load.name()), PoolTable.header(), pools.table());
        }
        WaitTable waits = one.waits().get(load);
        if (!waits.isEmpty()) {
            lab.show(onJdk(all, one) + waits.about(load.name()),
                    List.of("line of the service", "waits in", "platform threads", "virtual threads"), waits.table());
        }
        waits.missing().ifPresent(why -> lab.say("%s", onJdk(all, one) + (waits.isEmpty()
                ? "What requests wait for is not known: "
                : "Thread dumps are missing: ") + why + "."));
    }

    /** Throughput of all variants with the most users, on the newest JDK. */
    private static void showMostUsers(Lab lab, Results measured, List<Under> loads) {
        Under most = Under.largest(loads);
        double sized = most.sized() == null ? Double.NaN
                : measured.mean(Metric.THROUGHPUT, most.sized(), most.stream());
        lab.headline("Requests per second with " + most.name(),
                Lab.bar("as it is", measured.mean(Metric.THROUGHPUT, most.platform(), most.stream())),
                Lab.bar("larger pool", sized),
                Lab.bar("virtual threads", measured.mean(Metric.THROUGHPUT, most.virtual(), most.stream())));
    }

    private static String list(Stream<String> lines) {
        return String.join("\n", lines.map(line -> "- " + line).toList());
    }

    private static String onJdk(List<OnJdk> all, OnJdk one) {
        return all.size() > 1 ? "JDK " + one.jdk() + ": " : "";
    }

    /** The next experiment. */
    private String next(List<OnJdk> all) {
        var lines = new ArrayList<String>();
        if (all.stream().anyMatch(one -> one.verdict().word() == OwnVerdict.Word.CANNOT_TELL) || plan.forks() < 3) {
            lines.add("--forks 10         narrower intervals");
        }
        if (options.rate == null) {
            lines.add("--rate N           the peak that production sees: is there an effect at that rate?");
        }
        if (options.jdks.size() < 2) {
            lines.add("--jdk 21,25        does a line of the service pin virtual threads on the older one?");
        }
        lines.add("-c 100,400,1600    more users: what is the bottleneck then?");
        return String.join("\n", lines);
    }

    private Map<String, Object> json(List<OnJdk> all, Needs onPlatform, Needs onVirtual,
            Optional<Arithmetic> arithmetic, Optional<String> refuted) {
        Map<String, Object> json = opening.json();
        Arithmetic.put(json, arithmetic, refuted);
        json.put("verdicts", all.stream().map(one -> verdict(one, onPlatform, onVirtual)).toList());
        return json;
    }

    private static Map<String, Object> verdict(OnJdk one, Needs onPlatform, Needs onVirtual) {
        var json = new LinkedHashMap<String, Object>();
        json.put("jdk", one.jdk());
        json.put("verdict", one.verdict().word().toString());
        json.put("station", one.verdict().station().code());
        json.put("sentence", one.verdict().sentence());
        json.put("demand", Map.of("platform", demand(onPlatform.apply(one.jdk())), "virtual",
                demand(onVirtual.apply(one.jdk()))));
        json.put("figures", one.compared().stream().map(Compared::json).toList());
        json.put("pinned", one.watch().pinnedLines());
        json.put("file_io", one.watch().fileLines());
        json.put("watch", one.watch().lines());
        json.put("required", one.required().stream().map(Requirement.Outcome::json).toList());
        json.put("pools", one.pools().entrySet().stream()
                .flatMap(load -> load.getValue().json(load.getKey().name()).stream()).toList());
        json.put("waits", one.waits().entrySet().stream()
                .flatMap(load -> load.getValue().json(load.getKey().name()).stream()).toList());
        return json;
    }

    static Map<String, Object> demand(Demand demand) {
        var json = new LinkedHashMap<String, Object>();
        json.put("response_ms", 1000 * demand.seconds());
        json.put("cpu_ms", 1000 * demand.cpuSeconds());
        json.put("held_ms", demand.further().stream().collect(Collectors.toMap(kit.plan.Station::name,
                station -> 1000 * station.demandSeconds())));
        return json;
    }
}
