package kit.own;

import contract.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.course.SwitchAdvice;
import kit.own.Comparison.Under;
import kit.page.Lab;
import kit.page.LabOptions;
import kit.plan.Cell;
import kit.plan.Demand;
import kit.plan.Load;
import kit.plan.Needs;
import kit.plan.OpenLoop;
import kit.plan.Prediction.Station;
import kit.plan.Stages;
import kit.plan.Variant;
import kit.trust.Metric;
import kit.trust.Results;
import org.apache.commons.lang3.StringUtils;

/** The page of {@code jbang own}: what is measured, the answer by arithmetic, the measurement, and the verdict. */
final class OwnPage {

    /** Throughput may differ from the rule by this share: the demand is that of a pilot. */
    private static final double TOLERANCE = 0.15;

    /** A class path would fill the page; verdict.json has it. */
    private static final int LONGEST_WORD = 100;

    private final Own options;
    private final Target target;
    private final FirstTry tried;
    private final LoadPlan plan;
    private final Variant platform;
    private final Variant virtual;

    OwnPage(Own options, Target target, FirstTry tried, LoadPlan plan) {
        this.options = options;
        this.target = target;
        this.tried = tried;
        this.plan = plan;
        this.platform = target.platform();
        this.virtual = target.virtual();
    }

    /** The command that starts the service, without passwords. */
    private String command() {
        return LabOptions.discreet(target.service().toString());
    }

    /** What came of one JDK. */
    private record OnJdk(int jdk, OwnVerdict verdict, List<Compared> compared, Watch watch) {}

    void page(Lab lab) {
        lab.title("Should this service use virtual threads?");
        lab.warmup(LoadPlan.WARM_UP);
        lab.pilots(plan.pilots(), 1);
        introduce(lab);
        Needs onPlatform = needsOnPlatform(lab);
        Needs onVirtual = needsOnVirtual(lab, onPlatform);
        Demand demand = onPlatform.apply(lab.jdks().getLast());
        arithmetic(lab, demand);
        Stages stages = plan.stages(demand, lab.cpus());
        Variant sized = target.canSize() ? target.sized(plan.threads(stages, demand)) : null;
        tellRule(lab, stages);
        List<Under> loads = loads(lab, stages, sized, onPlatform, onVirtual);
        Results measured = lab.measure(loads.stream().flatMap(load -> Stream.of(load.platform(), load.virtual(),
                load.sized())).filter(cell -> cell != null).toArray(Cell[]::new));
        List<OnJdk> all = lab.jdks().stream().map(jdk -> judge(lab, measured, jdk, loads, demand)).toList();
        conclude(lab, all);
        showMostUsers(lab, measured, loads);
        lab.file("verdict.json", json(lab, all, onPlatform, onVirtual));
    }

    private void introduce(Lab lab) {
        lab.say("""
                The service is started as `%s`. It is ready after %.1f s. The switch is `%s`, and its pool is taken to
                have %d threads (`--pool`). Every request was tried once:""",
                Stream.of(command().split(" ")).map(word -> StringUtils.abbreviateMiddle(word, "...", LONGEST_WORD))
                        .collect(Collectors.joining(" ")),
                tried.boot().toMillis() / 1000.0, target.change(), target.pool());
        lab.show("", List.of("request", "status", "bytes", "ms"), tried.answers().stream()
                .map(answer -> List.<Object>of("GET " + answer.path(), answer.got().status(), answer.got().bytes(),
                        answer.got().took().toMillis()))
                .toList());
        lab.say("""
                Load generator and service share this machine's %d CPUs. The service is a process of its own, and so
                is whatever it calls: a database, or another service, must be up already.""", lab.cpus());
    }

    private Needs needsOnPlatform(Lab lab) {
        Needs needs = lab.needs(platform, target.request());
        lab.jdks().stream().filter(jdk -> !lab.isRehearsal() && !needs.apply(jdk).isKnown()).forEach(jdk -> {
            throw new LabException("the pilot of " + platform.name() + " on JDK " + jdk
                    + " failed, so nothing was measured: " + needs.failure(jdk));
        });
        return needs;
    }

    /** Where virtual threads are too slow for their pilot, the rule has the demand on platform threads. */
    private Needs needsOnVirtual(Lab lab, Needs onPlatform) {
        Needs needs = lab.needs(virtual, target.request());
        return lab.jdks().stream().allMatch(jdk -> needs.apply(jdk).isKnown()) ? needs : onPlatform;
    }

    private void arithmetic(Lab lab, Demand demand) {
        if (!demand.isKnown()) {
            return;
        }
        if (options.rate == null) {
            lab.say("No `--rate` was given, so the verdict is about capacity only, not about the peak of production.");
            return;
        }
        var advice = new SwitchAdvice(options.rate, new Station("threads", target.pool(), demand.seconds()),
                List.of(new Station("CPUs", lab.cpus(), demand.cpuSeconds())));
        lab.show("The answer by arithmetic, with the numbers of the pilot:",
                List.of("what", "how many", "busy at the peak", "limit"),
                advice.table().stream().map(row -> List.<Object>copyOf(row)).toList());
        lab.say(advice.answer());
    }

    private void tellRule(Lab lab, Stages stages) {
        lab.rule("""
                A request holds its thread for S and a CPU for D. N users have at most N / S requests a second, a pool
                of m threads has m / S, and k CPUs have k / D (Little's law). Virtual threads remove the limit of the
                pool, and no other. Measured are %s without pauses%s, in %d %s.""".formatted(stages.label(),
                options.rate == null ? "" : ", and " + plan.peak().label() + " in an open loop", plan.forks(),
                plan.forks() == 1 ? "fork" : "forks"));
    }

    /** Each with its cells; those of one variant's stages are the same cell. */
    private List<Under> loads(Lab lab, Stages stages, Variant sized, Needs onPlatform, Needs onVirtual) {
        var loads = new ArrayList<Under>();
        Cell first = cell(lab, platform, stages, onPlatform);
        Cell second = cell(lab, virtual, stages, onVirtual);
        Cell third = sized == null ? null : cell(lab, sized, stages, onPlatform).needingThreads(stages.users());
        for (Stages.Stage stage : stages.stages()) {
            loads.add(new Under(stage.users() + " users", stage.name(), stage, stage.users() == stages.users(), first,
                    second, third));
        }
        OpenLoop peak = plan.peak();
        if (peak != null) {
            loads.add(new Under(peak.label(), "", peak, true, cell(lab, platform, peak, onPlatform),
                    cell(lab, virtual, peak, onVirtual), sized == null ? null : cell(lab, sized, peak, onPlatform)));
        }
        return loads;
    }

    /** Requests that fail are a result: the verdict compares them. */
    private Cell cell(Lab lab, Variant variant, Load load, Needs needs) {
        return lab.cell(variant, target.request(), load, needs).within(TOLERANCE).throughputOnly()
                .expectingErrors();
    }

    private OnJdk judge(Lab lab, Results measured, int jdk, List<Under> loads, Demand demand) {
        var known = new Comparison.Known(lab.cpus(), target.pool(), demand.seconds());
        var comparison = new Comparison(measured, jdk, known);
        List<Compared> compared = loads.stream().flatMap(load -> comparison.compared(load).stream()).toList();
        List<String> missing = loads.stream().map(comparison::missing).flatMap(Optional::stream).toList();
        Under explains = explains(loads, compared);
        var verdict = OwnVerdict.of(new OwnVerdict.Evidence(compared, missing, switched(comparison, loads),
                comparison.onPlatform(explains), comparison.onVirtual(explains),
                Under.largest(loads).load().users(), target.pool()));
        return new OnJdk(jdk, verdict, compared, new Watch(comparison, loads));
    }

    /** The load under which a bottleneck explains the verdict: one that shows a gain, or the most users. */
    private static Under explains(List<Under> loads, List<Compared> compared) {
        return loads.stream().filter(load -> compared.stream()
                .anyMatch(one -> one.load().equals(load.name()) && one.decides() && one.isBetter())).findFirst()
                .orElseGet(() -> loads.stream().filter(Under::decides).findFirst().orElseThrow());
    }

    /** Whether any carrier was at work with the switch on; empty where the service was not recorded. */
    private static Optional<Boolean> switched(Comparison comparison, List<Under> loads) {
        List<Double> carriers = loads.stream().map(load -> comparison.virtual(load).carriers())
                .filter(Double::isFinite).toList();
        return carriers.isEmpty() ? Optional.empty() : Optional.of(carriers.stream().anyMatch(some -> some > 0));
    }

    private void conclude(Lab lab, List<OnJdk> all) {
        lab.conclude(all.stream().map(one -> one.verdict().word().verdict()).reduce(Verdict.SKIPPED, Verdict::and));
        List<String> sentences = all.stream().map(one -> onJdk(all, one) + one.verdict().sentence()).toList();
        for (OnJdk one : all) {
            if (one.verdict().word() == OwnVerdict.Word.INVALID) {
                lab.say(onJdk(all, one) + one.verdict().sentence().replace("%", "%%"));
                continue;
            }
            lab.explain("%sThe evidence, as virtual / platform with 95 %% intervals:\n\n%s", onJdk(all, one),
                    list(one.verdict().evidence().stream().map(Compared::inWords)));
            lab.explain("%sWhat to watch:\n\n%s", onJdk(all, one), list(one.watch().lines().stream()));
        }
        lab.answer("%s", String.join(" ", sentences));
        lab.tryIt("Each of these is added to the command.", next(all));
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

    private Map<String, Object> json(Lab lab, List<OnJdk> all, Needs onPlatform, Needs onVirtual) {
        var json = new LinkedHashMap<String, Object>();
        json.put("service", command());
        json.put("switch", target.change().toString());
        json.put("pool", target.pool());
        json.put("rate", options.rate);
        json.put("forks", plan.forks());
        json.put("quick", options.quick);
        json.put("requests", tried.answers().stream().map(answer -> Map.of("path", answer.path(), "status",
                answer.got().status(), "bytes", answer.got().bytes(), "ms", answer.got().took().toMillis())).toList());
        json.put("verdicts", all.stream().map(one -> verdict(one, onPlatform, onVirtual)).toList());
        return json;
    }

    private static Map<String, Object> verdict(OnJdk one, Needs onPlatform, Needs onVirtual) {
        var json = new LinkedHashMap<String, Object>();
        json.put("jdk", one.jdk());
        json.put("verdict", one.verdict().word().toString());
        json.put("station", one.verdict().station().name().toLowerCase(Locale.ROOT));
        json.put("sentence", one.verdict().sentence());
        json.put("demand", Map.of("platform", demand(onPlatform.apply(one.jdk())), "virtual",
                demand(onVirtual.apply(one.jdk()))));
        json.put("figures", one.compared().stream().map(Compared::json).toList());
        json.put("pinned", one.watch().pinnedLines());
        json.put("watch", one.watch().lines());
        return json;
    }

    private static Map<String, Object> demand(Demand demand) {
        return Map.of("response_ms", 1000 * demand.seconds(), "cpu_ms", 1000 * demand.cpuSeconds());
    }
}
