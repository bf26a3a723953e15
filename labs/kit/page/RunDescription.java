package kit.page;

import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kit.base.Finding;
import kit.judge.JudgedRun;
import kit.judge.Row;
import kit.machine.Provenance;
import kit.measure.FlightRecorder;
import kit.measure.Measurement;
import kit.plan.BenchPlan;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.Demand;
import kit.plan.Guess;
import kit.plan.Metric;
import kit.plan.Quantity;
import kit.record.Release;
import kit.record.RunJson;

/** What run.json says of a run. */
final class RunDescription {

    private static final String DATABASE = "database";

    private final JudgedRun run;
    private final Told told;
    private final String revision;

    /**
     * @param told     null where the run has not come so far
     * @param revision of the sources; null where it is not known
     */
    RunDescription(JudgedRun run, Told told, String revision) {
        this.run = run;
        this.told = told;
        this.revision = revision;
    }

    /**
     * All of it.
     *
     * @param folder   name of the run's folder
     * @param complete whether every fork that was ordered has its rows
     */
    RunJson json(String folder, boolean complete) {
        return new RunJson(Release.FORMAT, Release.VERSION, run.plan().lab(), folder,
                run.measurement().started().atZone(ZoneId.systemDefault()).toOffsetDateTime().toString(),
                OffsetDateTime.now().toString(), complete, run.verdict(),
                told == null ? "" : told.judgement(),
                told == null ? run.plan().heading() : told.title(),
                told == null ? run.plan().question() : told.question(), told == null ? "" : told.rule(),
                told == null ? "" : told.answer(), headline(), run.claims().stream().map(this::claim).toList(),
                guesses(), cells(),
                run.measurement().skipped().stream()
                        .map(one -> new RunJson.Skipped(one.cell(), one.jdk(), one.why())).toList(),
                findings(), publishedFaster(), published(), FlightRecorder.PINNED_THRESHOLD.toNanos() / 1e6, bench(),
                machine(), database(), Runtime.version() + " " + System.getProperty("java.vendor"),
                Provenance.versions(), revision, told == null ? "" : told.command(), options());
    }

    private RunJson.Headline headline() {
        return told == null || told.bars().isEmpty() ? null
                : new RunJson.Headline(told.barsTitle(),
                        told.bars().stream().map(bar -> new RunJson.Bar(bar.label(), bar.value())).toList());
    }

    private RunJson.Claim claim(JudgedRun.JudgedClaim judged) {
        Claim claim = judged.claim();
        return new RunJson.Claim(claim.text(), judged.jdk(), judged.verdict(), judged.value(),
                judged.interval() == null ? Double.NaN : judged.interval().low(),
                judged.interval() == null ? Double.NaN : judged.interval().high(),
                judged.why() == null ? null : judged.why().toString(), claim.range().words().replaceFirst("^is ", ""),
                judged.range().least(), judged.range().most(), bounds(claim.quantity(), judged.jdk()), claim.hint(),
                judged.reason(), run.headline().filter(judged::equals).isPresent());
    }

    /** What limits the cells, by the rule and by the measurement. */
    private String bounds(Quantity quantity, int jdk) {
        return quantity.cells().stream().distinct().flatMap(cell -> run.rows(cell, jdk).stream().limit(1))
                .filter(row -> !row.rule().bound().isEmpty())
                .map(row -> row.cell().label() + ": by the rule " + row.rule().boundInWords(row.cell().load())
                        + ", by the measurement " + row.bottleneck().words())
                .collect(Collectors.joining("; "));
    }

    private List<RunJson.Guess> guesses() {
        List<Told.Answer> answers = told == null ? List.of() : told.guesses();
        return run.guesses().stream().map(judged -> {
            Guess guess = judged.guess();
            int jdk = run.plan().newest(guess.jdks()).orElse(run.plan().bench().jdks().getLast());
            String guessed = answers.stream().filter(answer -> answer.guess().equals(guess))
                    .map(Told.Answer::guessed).findFirst().orElse("");
            Boolean right = guessed.isEmpty() ? null
                    : answers.stream()
                            .filter(answer -> answer.guess().equals(guess)).map(Told.Answer::right).findFirst()
                            .orElseThrow();
            double rule = byRule(guess.quantity(), jdk);
            RunJson.Claim claimed = run.claims().stream()
                    .filter(claim -> claim.jdk() == jdk && claim.claim().quantity().equals(guess.quantity()))
                    .map(this::claim).findFirst().orElse(null);
            boolean isChoice = !guess.choices().isEmpty();
            return new RunJson.Guess(guess.question(), jdk,
                    IntStream.range(0, guess.choices().size())
                            .mapToObj(i -> new RunJson.Choice(key(i), guess.choices().get(i).text())).toList(),
                    isChoice || guessed.isEmpty() ? Double.NaN : Double.parseDouble(guessed),
                    isChoice && !guessed.isEmpty() ? guessed.substring(0, 1) : null, rule, choice(guess, rule),
                    judged.value(), claimed == null ? Double.NaN : claimed.low(),
                    claimed == null ? Double.NaN : claimed.high(), choice(guess, judged.value()), right,
                    guess.hints(), about(guess.quantity(), jdk));
        }).toList();
    }

    private RunJson.About about(Quantity quantity, int jdk) {
        return switch (quantity) {
        case Quantity.Figure figure -> new RunJson.About(figure.metric().words(), name(figure, jdk), null);
        case Quantity.Ratio ratio -> new RunJson.About(ratio.above().metric().words(), name(ratio.above(), jdk),
                name(ratio.below(), jdk));
        case Quantity.OfRule rule -> null;
        };
    }

    /** Of the figure's row in the first fork. */
    private String name(Quantity.Figure figure, int jdk) {
        return RunRows.name(run, figure.cell().name(), figure.jdk() == 0 ? jdk : figure.jdk(), 1);
    }

    private static String key(int choice) {
        return String.valueOf((char) ('a' + choice));
    }

    /** The key of the choice that stands for a number; null where none does. */
    private static String choice(Guess guess, double value) {
        return IntStream.range(0, guess.choices().size()).filter(i -> guess.choices().get(i).holds(value)).boxed()
                .map(RunDescription::key).findFirst().orElse(null);
    }

    /** What the rule says of a quantity, on average over the forks; NaN where it says nothing. */
    private double byRule(Quantity quantity, int jdk) {
        return switch (quantity) {
        case Quantity.Figure figure -> byRule(figure, jdk);
        case Quantity.Ratio ratio -> byRule(ratio.above(), jdk) / byRule(ratio.below(), jdk);
        case Quantity.OfRule rule -> 1;
        };
    }

    private double byRule(Quantity.Figure figure, int jdk) {
        return Math.exp(run.rows(figure.cell(), jdk).stream()
                .mapToDouble(row -> figure.metric() instanceof Metric metric ? row.byRule(metric) : Double.NaN)
                .map(Math::log).average().orElse(Double.NaN));
    }

    private Map<String, RunJson.CellFacts> cells() {
        var cells = new LinkedHashMap<String, RunJson.CellFacts>();
        run.rows().forEach(row -> cells.put(RunRows.name(run, row), new RunJson.CellFacts(
                row.member().asked().values(), row.member().found().values(), demand(row))));
        return cells;
    }

    private RunJson.Demand demand(Row row) {
        Demand demand = row.demand();
        return demand == null ? null
                : new RunJson.Demand(1e3 * demand.waitSeconds(), 1e3 * demand.cpuSeconds(), demand.isPinned(),
                        demand.further().stream().map(station -> new RunJson.Station(station.name(), station.servers(),
                                1e3 * station.demandSeconds())).toList(),
                        row.cell().variant().concurrencyLimit(),
                        row.cell().variant().usable(run.measurement().cpus()));
    }

    private List<RunJson.Finding> findings() {
        var findings = new ArrayList<RunJson.Finding>();
        run.findings().forEach(finding -> findings.add(finding(null, finding)));
        run.rows().forEach(row -> row.findings()
                .forEach(finding -> findings.add(finding(RunRows.name(run, row), finding))));
        return findings;
    }

    private static RunJson.Finding finding(String cell, Finding finding) {
        return new RunJson.Finding(cell, finding.code().toString(), finding.invalidates(), finding.text());
    }

    /** All that was published of each cell, as it was. */
    private Map<String, Map<String, String>> published() {
        var published = new LinkedHashMap<String, Map<String, String>>();
        run.plan().cells().stream().filter(cell -> !cell.published().said().isEmpty()).forEach(cell -> {
            var said = new LinkedHashMap<>(cell.published().said());
            said.values().removeIf(String::isEmpty);
            published.put(RunRows.name(run, cell.name(), run.plan().bench().jdks().getFirst(), 1), said);
        });
        return published;
    }

    /** By a figure and what it was converted to; 1 where nothing was published. */
    private double publishedFaster() {
        return run.plan().cells().stream().map(Cell::published).flatMapToDouble(figure -> Stream
                .of(faster(figure.said().get("rps"), figure.rps()), 1 / faster(figure.said().get("mean_ms"),
                        figure.meanMs()))
                .mapToDouble(Double::doubleValue)).filter(Double::isFinite).findFirst().orElse(1);
    }

    private static double faster(String said, double converted) {
        double ratio = said == null || said.isEmpty() ? Double.NaN : converted / Double.parseDouble(said);
        // Conversion and its reverse leave rounding errors.
        return Math.round(1e9 * ratio) / 1e9 == 0 ? Double.NaN : Math.round(1e9 * ratio) / 1e9;
    }

    private RunJson.Bench bench() {
        BenchPlan bench = run.plan().bench();
        return new RunJson.Bench(bench.block().toMillis() / 1e3, bench.userRounds(), bench.rounds(),
                bench.warmup().toMillis() / 1e3, bench.forks(), bench.limit().toMillis() / 1e3, bench.jdks(),
                bench.generator().toString(), bench.alive() != BenchPlan.Alive.ALL,
                bench.seed());
    }

    private RunJson.Machine machine() {
        Measurement measurement = run.measurement();
        Map<String, Object> known = measurement.machine();
        return new RunJson.Machine(text(known.get("cpu")), measurement.cpus(),
                known.get("memory_mb") instanceof Number number ? number.doubleValue() : Double.NaN,
                text(known.get("os")), textOrNull(known.get("container_cpu_limit")),
                textOrNull(known.get("container_memory_limit")));
    }

    private static String text(Object value) {
        return value == null ? "" : value.toString();
    }

    private static String textOrNull(Object value) {
        return value == null ? null : value.toString();
    }

    /** Facts that the service reports of its database. */
    private Map<String, String> database() {
        var facts = new LinkedHashMap<String, String>();
        run.rows().forEach(row -> row.member().found().values().forEach((name, value) -> {
            if (name.equals(DATABASE) || name.startsWith(DATABASE + ".")) {
                facts.put(name, value);
            }
        }));
        return facts.isEmpty() ? null : facts;
    }

    /** The options of the command, with their values. */
    private Map<String, Object> options() {
        var options = new LinkedHashMap<String, Object>();
        String last = "";
        for (String word : told == null ? new String[0] : told.command().split("\\s+")) {
            if (word.startsWith("-")) {
                int equals = word.indexOf('=');
                last = equals < 0 ? word : "";
                options.put(equals < 0 ? word : word.substring(0, equals),
                        equals < 0 ? true : word.substring(equals + 1));
            } else if (!last.isEmpty()) {
                options.put(last, word);
                last = "";
            }
        }
        return options;
    }
}
