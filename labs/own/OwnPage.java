package own;

import course.SwitchAdvice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.base.Numbers;
import kit.base.Secrets;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.measure.Bench;
import kit.page.Measuring;
import kit.page.Passage;
import kit.page.RowTexts;
import kit.page.RunFiles;
import kit.page.Terminal;
import kit.page.Told;
import kit.plan.BenchPlan;
import kit.plan.Claim;
import kit.plan.Demand;
import kit.plan.LabPlan;
import kit.plan.Metric;
import kit.plan.Request;
import kit.plan.Request.Call;
import kit.plan.Station;
import kit.plan.Variant;
import kit.record.Verdict;
import kit.service.AddressedService;
import kit.service.OperatedService;
import org.apache.commons.lang3.StringUtils;
import own.generator.RecipeGenerator;
import own.requests.LeftOut;

/** The page of {@code jbang own}: what is measured, the answer by arithmetic, the measurement, and the verdict. */
final class OwnPage {

    private static final String COMPARED = "Should this service use virtual threads?";
    private static final String AS_IT_IS = "Would virtual threads help this service?";
    private static final String TITLE = "own";
    private static final int INTERRUPTED = 130;
    /** A class path would fill the page; verdict.json has it. */
    private static final int LONGEST_WORD = 100;

    private final Own options;
    private final Target target;
    private final FirstTry tried;
    private final LoadPlan loads;
    private final RecipeGenerator generator;
    private final List<Requirement> requirements;
    private final Report report;
    private final Terminal terminal = Terminal.here();
    private final int cpus = Runtime.getRuntime().availableProcessors();

    /** @param generator that sends the requests; null where this project's does */
    OwnPage(Own options, Target target, FirstTry tried, LoadPlan loads, RecipeGenerator generator,
            List<Requirement> requirements, Report report) {
        this.options = options;
        this.target = target;
        this.tried = tried;
        this.loads = loads;
        this.generator = generator;
        this.requirements = requirements;
        this.report = report;
    }

    private String question() {
        return target.change() == null ? AS_IT_IS : COMPARED;
    }

    /** @return exit code */
    int run() {
        RunFiles files = RunFiles.open(options.data, TITLE);
        var nothing = new LabPlan(TITLE, 0, question(), List.of(), List.of(), List.of(), 0, Optional.empty(),
                loads.bench(Duration.ZERO, BenchPlan.Alive.ALL));
        try {
            tell(files, introduction());
            if (generator != null && generator.missing() != null) {
                return skip(files, nothing);
            }
            terminal.print("");
            terminal.print("Measuring what one request needs ...");
            Pilot.Needs needs = new Pilot(target, loads, tried.succeeding(target.request()), files.folder())
                    .measure(options.apart);
            Demand demand = needs.demands().get(target.platform().name());
            Optional<Arithmetic> arithmetic = arithmetic(demand);
            OwnPlan plan = OwnPlan.of(question(), target, loads, needs, light(), requirements,
                    Duration.ofNanos(System.nanoTime() - options.began));
            tell(files, pilot(needs, demand, arithmetic));
            tell(files, List.of(new Passage.Heading("The rule"), new Passage.Text(rule(plan, demand))));
            return new Measuring(plan.plan(), files, null, generator, terminal, null)
                    .then(run -> conclude(files, run, plan, needs, arithmetic));
        } catch (LabException e) {
            files.close(Judge.judge(nothing, new Bench(nothing, files.folder()).nothingYet()), null, false);
            throw e;
        }
    }

    private void tell(RunFiles files, List<Passage> passages) {
        terminal.print(passages);
        files.note(passages);
    }

    // ---- before the measurement ----

    private List<Passage> introduction() {
        var passages = new ArrayList<Passage>(List.of(new Passage.Title(0, TITLE, question())));
        if (target.change() != null) {
            passages.add(text("""
                    The service is started as `%s`. %sIt is ready after %.1f s. The switch is `%s`. The pool %s %d
                    threads%s.""",
                    Stream.of(service().split(" "))
                            .map(word -> StringUtils.abbreviateMiddle(word, "...", LONGEST_WORD))
                            .collect(Collectors.joining(" ")),
                    place(), tried.boot().toMillis() / 1000.0, target.change(), has(), target.pool(), by()));
        } else {
            passages.add(text("The service at %s runs already, %s. It is measured as it is. Its pool %s %d threads%s.",
                    service(), process(), has(), target.pool(), by()));
        }
        passages.addAll(leftOut());
        Map<Call, Long> weights = target.request().weights();
        passages.add(new Passage.Table("Every request was tried:",
                List.of("request", "weight", "status", "bytes", "ms"),
                sent().map(answer -> List.of(answer.call().toString(), String.valueOf(weights.get(answer.call())),
                        answer.status() == 0 ? "none" : String.valueOf(answer.status()),
                        String.valueOf(answer.bytes()), String.valueOf(answer.took().toMillis()))).toList()));
        if (light() != null) {
            passages.add(text("%s is also sent on its own, %.0f times a second: heavier requests may delay it.",
                    light(), OwnPlan.LIGHT_RATE));
        }
        passages.add(text("%s", elsewhere()));
        passages.add(text(machines(), cpus));
        if (generator != null) {
            passages.add(text("The load comes from %s, except in pilots and warm-ups.%s", generator,
                    generator.differs() == null ? ""
                            : " It counts some things in another way than the load generator "
                                    + "of this project: " + generator.differs() + "."));
        }
        return passages;
    }

    private static Passage text(String format, Object... values) {
        return new Passage.Text(Numbers.format(format.replace("\n", " "), values));
    }

    /** The command that starts the service, or its address, without passwords. */
    private String service() {
        return target.service().toString();
    }

    /** The answers to what is sent under load. */
    private Stream<FirstTry.Answer> sent() {
        return tried.answers().stream().filter(answer -> target.file().calls().contains(answer.call()));
    }

    /** The size that a service tells is known. Any other size is assumed. */
    private String has() {
        return options.isPoolTold(tried) ? "has" : "is assumed to have";
    }

    private String by() {
        return options.isPoolTold(tried) ? "" : " (`--pool`)";
    }

    /** Where it listens, and what stops it, if that is not for the bench to say. */
    private String place() {
        return !(target.service() instanceof OperatedService operated) ? ""
                : "It listens at " + operated.address() + ", and `" + Secrets.masked(operated.stopCommand())
                        + "` stops it. ";
    }

    private String process() {
        long pid = ((AddressedService) target.service()).pid();
        return pid == AddressedService.UNKNOWN ? "and its process is not known: its CPU time and memory cannot be told"
                : "as process " + pid;
    }

    private String elsewhere() {
        if (tried.elsewhere() == null) {
            return "The connections of the service to other machines are not known, and the load may reach those, too.";
        }
        return tried.elsewhere().isEmpty()
                ? "The service had no connection to another machine while it answered. A connection that was closed at "
                        + "once is not seen."
                : "The service has connections to other machines, and the load may reach them, too: "
                        + String.join(", ", tried.elsewhere()) + ".";
    }

    /** Who uses the CPUs of this machine, whose number is to be put in. */
    private String machines() {
        if (target.service().isElsewhere()) {
            return "The service is on another machine. The %d CPUs of the rule are those of this machine, which the "
                    + "load generator uses. Where JMX or Actuator tells how busy the CPUs of the service are, the rule "
                    + "has them as one more limit.";
        }
        return target.change() == null ? "The load generator uses this machine's %d CPUs, too."
                : "Load generator and service share this machine's %d CPUs. The service is a process of its own, and "
                        + "so is whatever it calls: a database, or another service, must be up already.";
    }

    private List<Passage> leftOut() {
        var passages = new ArrayList<Passage>();
        if (!target.file().host().isEmpty()) {
            passages.add(text("The requests of the file are those of %s.", target.file().host()));
        }
        List<LeftOut> all = target.file().leftOut();
        if (!all.isEmpty()) {
            passages.add(new Passage.Table("Of the file of requests, this was left out:",
                    List.of("requests", "why", "the first of them"), all.stream().map(one -> List.of(
                            String.valueOf(one.requests()), one.why().toString(), one.first())).toList()));
        }
        return passages;
    }

    /** The lightest call of a mix; null where there is one call, or none is much lighter than the heaviest. */
    private Call light() {
        return generator == null ? tried.lightest() : null;
    }

    /** Ends the page where the load generator is missing. What is required cannot hold then. */
    private int skip(RunFiles files, LabPlan nothing) {
        Verdict verdict = requirements.isEmpty() ? Verdict.SKIPPED : Verdict.INVALID;
        String why = "Nothing was measured: " + generator.missing() + ".";
        tell(files, List.of(new Passage.Finding(verdict.name(), why, List.of())));
        target.jdks().forEach(jdk -> report.add(jdk, "verdict: skipped", verdict, generator.missing()));
        JudgedRun run = Judge.judge(nothing, new Bench(nothing, files.folder()).nothingYet());
        files.close(new JudgedRun(run.plan(), run.measurement(), run.rows(), run.claims(), run.guesses(), verdict,
                run.findings()),
                new Told(TITLE, 0, question(), "", why, "", List.of(), List.of(), options.typed(),
                        "skipped"),
                true);
        // A build that measured nothing has not passed.
        return Verdict.SKIPPED == verdict ? Verdict.UNDECIDED.exitCode() : verdict.exitCode();
    }

    /**
     * Whether the pool is the bottleneck at the peak, by the numbers of the pilot.
     *
     * @return empty where the peak was not told
     */
    private Optional<Arithmetic> arithmetic(Demand demand) {
        if (!demand.isKnown() || options.rate == null) {
            return Optional.empty();
        }
        var own = new Station(target.service().isElsewhere() ? "CPUs of the load generator" : "CPUs", cpus,
                demand.cpuSeconds());
        return Optional.of(new Arithmetic(new SwitchAdvice(options.rate,
                new Station("threads", target.pool(), demand.seconds()),
                Stream.concat(Stream.of(own), demand.further().stream()).toList())));
    }

    private List<Passage> pilot(Pilot.Needs needs, Demand demand, Optional<Arithmetic> arithmetic) {
        var passages = new ArrayList<Passage>(List.of(new Passage.Heading("What one request needs"),
                new Passage.Text("A pilot measured it. S is the response time of a request that is alone. D is the CPU "
                        + "time that a request needs in all processes, measured while several users keep the CPUs "
                        + "busy.\n\n" + OnJdk.list(needs.told().stream()))));
        needs.apart().ifPresent(why -> passages.add(new Passage.Text("The variants are measured one after the other, "
                + "not side by side: " + why + ". So their figures differ more from fork to fork.")));
        if (options.rate == null) {
            passages.add(new Passage.Text("No `--rate` was given, so the verdict is about capacity only, not about the "
                    + "peak of production."));
        }
        arithmetic.ifPresent(answer -> {
            passages.add(new Passage.Table("The answer by arithmetic, with the numbers of the pilot:",
                    List.of("what", "how many", "busy at the peak", "limit"), answer.advice().table()));
            passages.add(new Passage.Text(answer.advice().answer()));
        });
        return passages;
    }

    /** The limits that the rule has, and what is measured, in words. */
    private String rule(OwnPlan plan, Demand demand) {
        String further = demand.further().isEmpty() ? ""
                : " In the same way, " + demand.further().stream().map(Station::name)
                        .collect(Collectors.joining(" and ")) + " are a limit: their number divided by the time for "
                        + "which a request holds one.";
        String pool = target.change() == null
                ? " Where the pool of threads is the bottleneck, virtual threads would remove its limit."
                : " Virtual threads remove the limit of the thread pool only.";
        return "A request holds its thread for S and a CPU for D. N users have at most N / S requests a second, a pool "
                + "of m threads has m / S, and k CPUs have k / D (Little's law)." + further + pool
                + " This run measures " + plan.loads().stream().map(load -> load.load().isClosed() ? load.name()
                        + " without pauses" : load.name() + " in an open loop").collect(Collectors.joining(", "))
                + ".";
    }

    // ---- after the measurement ----

    private int conclude(RunFiles files, JudgedRun run, OwnPlan plan, Pilot.Needs needs,
            Optional<Arithmetic> arithmetic) {
        boolean isComplete = run.measurement().broken() == null;
        List<OnJdk> all = run.plan().bench().jdks().stream().map(jdk -> target.change() == null
                ? OnJdk.running(run, plan, jdk, target.pool())
                : OnJdk.compared(run, plan, jdk, requirements, target.agents())).toList();
        Optional<String> refuted = arithmetic.flatMap(answer -> all.getLast().refutes(answer));
        Verdict verdict = all.stream().map(OnJdk::verdict).reduce(Verdict.SKIPPED, Verdict::and);
        boolean isSeveral = all.size() > 1;
        String answer = Stream.concat(all.stream().map(one -> one.on(isSeveral) + one.sentence()), refuted.stream())
                .collect(Collectors.joining(" "));
        String word = all.stream().map(one -> one.on(isSeveral) + one.word()).collect(Collectors.joining(", "));
        List<Told.Bar> bars = bars(run, plan);
        String barsTitle = "Requests per second with " + Under.largest(plan.loads()).name();

        var told = new ArrayList<Passage>(List.of(new Passage.Heading("The answer")));
        for (int i = 0; i < all.size(); i++) {
            told.add(new Passage.Finding(all.get(i).word().toUpperCase(Locale.ROOT), all.get(i).on(isSeveral)
                    + all.get(i).sentence() + (i == all.size() - 1 ? refuted.map(why -> " " + why).orElse("") : ""),
                    List.of()));
        }
        if (bars.size() > 1) {
            told.add(new Passage.Bars(barsTitle, bars));
        }
        all.forEach(one -> told.addAll(one.evidence(isSeveral)));
        told.add(figures(run, plan));
        if (!requirements.isEmpty()) {
            told.add(new Passage.Table("What was required of virtual threads:",
                    List.of("required", "JDK", "virtual / platform", "verdict"),
                    all.stream().flatMap(one -> one.required().stream().map(required -> List.of(required.name(),
                            String.valueOf(one.jdk()), required.why(), required.verdict().name()))).toList()));
        }
        told.addAll(new RowTexts(run).invalid());
        if (!isComplete) {
            told.add(new Passage.Text("This run is incomplete: " + run.measurement().broken() + "."));
        }
        all.forEach(one -> told.addAll(one.inside(isSeveral)));
        var suggestions = List.<Passage>of(new Passage.Heading("Try it"),
                new Passage.Suggestions("Each of these is added to the command.", next(all)));
        tell(files, told);
        files.note(Stream.concat(Stream.of(new Passage.Charts(), new Passage.Heading("All rows"), rows(run)),
                new RowTexts(run).findings().stream()).toList());
        tell(files, suggestions);
        tellReport(all);
        files.write("verdict.json", new VerdictFile(service(),
                target.change() == null ? null : target.change().toString(), target.pool(),
                generator == null ? null : generator.toString(), options.rate == null ? Double.NaN : options.rate,
                run.measurement().forks().size(), requests(), target.file().host(), left(), tried.elsewhere(),
                needs.apart().orElse(null), arithmetic.map(one -> one.advice().answer()).orElse(null),
                refuted.orElse(null), all.stream().map(one -> one.file(needs.demands())).toList()));
        script(files);
        files.close(judged(run, plan, verdict), new Told(TITLE, 0, question(), rule(plan, needs.demands().get(target
                .platform().name())), answer, bars.size() > 1 ? barsTitle : "", bars.size() > 1 ? bars : List.of(),
                List.of(), options.typed(), word), isComplete);
        terminal.print("");
        terminal.print("Files: " + files.place() + ". Its page: ./jbang plot " + options.data + ", and then open "
                + options.data.resolve("charts").resolve("index.html"));
        return isComplete ? verdict.exitCode() : INTERRUPTED;
    }

    /** With the verdict of this page. What was required of a build is a claim; what the verdict is made of is none. */
    private JudgedRun judged(JudgedRun run, OwnPlan plan, Verdict verdict) {
        List<Claim> required = plan.loads().stream().filter(Under::decides)
                .flatMap(load -> requirements.stream().map(one -> one.claim(load))).distinct().toList();
        LabPlan all = run.plan();
        return new JudgedRun(new LabPlan(all.lab(), all.number(), all.question(), all.comparisons(), List.of(),
                required, 0, Optional.empty(), all.bench()), run.measurement(), run.rows(),
                run.claims().stream().filter(one -> required.contains(one.claim())).toList(), List.of(), verdict,
                run.findings());
    }

    private void tellReport(List<OnJdk> all) {
        for (OnJdk one : all) {
            boolean isHarmful = one.word().equals(OwnVerdict.Word.HARMFUL.toString());
            report.add(one.jdk(), "verdict: " + one.word(), isHarmful ? Verdict.SURPRISE : one.ownVerdict(),
                    one.sentence());
            one.required().forEach(each -> report.add(one.jdk(), each.name(), each.verdict(), each.why()));
        }
    }

    /** Throughput of all variants with the most users, on the newest JDK. */
    private List<Told.Bar> bars(JudgedRun run, OwnPlan plan) {
        int jdk = run.plan().bench().jdks().getLast();
        if (target.change() == null) {
            return plan.loads().stream().filter(load -> load.load().isClosed())
                    .map(load -> new Told.Bar(load.name(), Observed.of(run, load.cell(load.platform()), jdk).rps()))
                    .filter(bar -> !Double.isNaN(bar.value())).toList();
        }
        Under most = Under.largest(plan.loads());
        var bars = new LinkedHashMap<String, Variant>();
        bars.put("as it is", most.platform());
        bars.put("larger pool", most.sized());
        bars.put("virtual threads", most.virtual());
        return bars.entrySet().stream().filter(one -> one.getValue() != null)
                .map(one -> new Told.Bar(one.getKey(), Observed.of(run, most.cell(one.getValue()), jdk).rps()))
                .filter(bar -> !Double.isNaN(bar.value())).toList();
    }

    /** Throughput and response times of the variants under each load, on the newest JDK. */
    private static Passage figures(JudgedRun run, OwnPlan plan) {
        int jdk = run.plan().bench().jdks().getLast();
        List<Variant> variants = Stream.of(plan.loads().getFirst().platform(), plan.loads().getFirst().sized(),
                plan.loads().getFirst().virtual()).filter(one -> one != null).toList();
        var header = new ArrayList<>(List.of("load", "figure"));
        variants.forEach(variant -> header.add(variant.name()));
        var rows = new ArrayList<List<String>>();
        for (Under load : plan.loads()) {
            for (Metric metric : List.of(Metric.THROUGHPUT, Metric.P50, Metric.P99)) {
                var row = new ArrayList<>(List.of(load.name(), metric.heading()));
                variants.forEach(variant -> row.add(Numbers.trim(Observed.of(run, load.cell(variant), jdk)
                        .mean(one -> one.figure(metric)), 3)));
                if (row.stream().skip(2).anyMatch(text -> !text.isEmpty())) {
                    rows.add(List.copyOf(row));
                }
            }
        }
        return new Passage.Table("What was measured, as the mean of the forks:", header, rows);
    }

    private static Passage rows(JudgedRun run) {
        var texts = new RowTexts(run);
        return new Passage.Table("", List.of("cell", "rule /s", "measured /s", "p50 ms", "p99 ms",
                "CPU ms/request", "failed", "bottleneck", "validity"),
                run.rows().stream().map(row -> List.of(texts.name(row), Numbers.fixed(row.rule().rps(), 1),
                        Numbers.fixed(row.throughput(), 1), Numbers.fixed(row.percentileMs(0.5), 0),
                        Numbers.fixed(row.percentileMs(0.99), 0),
                        Numbers.trim(row.figure(Metric.CPU_PER_REQUEST), 3), String.valueOf(row.failed()),
                        row.bottleneck().words(), row.validity().name())).toList());
    }

    /** The next experiment. */
    private List<Passage.Suggestion> next(List<OnJdk> all) {
        var lines = new ArrayList<Passage.Suggestion>();
        if (target.change() == null) {
            lines.add(new Passage.Suggestion("--jar app.jar", "instead of --url: with and without virtual threads"));
        }
        if (target.change() != null
                && all.stream().anyMatch(one -> one.word().equals(OwnVerdict.Word.CANNOT_TELL.toString()))) {
            lines.add(new Passage.Suggestion("--minutes 30", "more forks, and narrower intervals"));
        }
        if (options.rate == null && (generator == null || generator.hasRate())) {
            lines.add(new Passage.Suggestion("--rate N",
                    "the peak that production sees: is there an effect at that rate?"));
        }
        if (target.takesJdk() && options.jdks.size() < 2) {
            lines.add(new Passage.Suggestion("--jdk 21,25",
                    "does a line of the service pin virtual threads on the older one?"));
        }
        lines.add(new Passage.Suggestion("-c 100,400,1600", "more users: what is the bottleneck then?"));
        return lines;
    }

    // ---- files ----

    private List<VerdictFile.Sent> requests() {
        Map<Call, Long> weights = target.request().weights();
        return sent().map(answer -> new VerdictFile.Sent(answer.call().method(),
                Secrets.masked(answer.call().path()), weights.get(answer.call()), answer.status(), answer.bytes(),
                answer.took().toMillis())).toList();
    }

    private List<VerdictFile.Left> left() {
        return target.file().leftOut().stream().map(left -> new VerdictFile.Left(left.requests(),
                left.why().name().toLowerCase(Locale.ROOT), left.first())).toList();
    }

    /** The script of the load generator, without cookies and tokens. */
    private void script(RunFiles files) {
        if (generator != null) {
            generator.script(Request.of(target.file().withoutSecrets().calls()))
                    .forEach(files::write);
        }
    }
}
