package kit.page;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Finding;
import kit.base.Numbers;
import kit.judge.JudgedRun;
import kit.judge.JudgedRun.JudgedClaim;
import kit.judge.Row;
import kit.measure.Block;
import kit.measure.Measurement;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.Comparison;
import kit.plan.LabPlan;
import kit.plan.Metric;
import kit.plan.PinnedReason;
import kit.plan.Quantity;
import kit.plan.Quantity.Figure;
import kit.plan.Quantity.Ratio;
import kit.record.Verdict;

/** What a page tells when its run is judged. The answer comes first; everything else are details. */
final class RunReport {

    private static final int MOST_OPEN = 4;
    private static final String OTHER_SIZE = " It had other numbers of users or threads, so its figures cannot be "
            + "compared with this run. `--published` runs its size.";
    private static final String HOW_FORKS_DECIDE = """
            The brackets have the 95 % interval of a figure.

            - CONFIRMED: the figure lies inside the claimed range, and so does its 90 % interval
            - SURPRISE: the figure lies outside, and so does an interval that is wider than the 95 % one, because a \
            run tests several claims
            - UNDECIDED: an interval is too wide to tell
            - INVALID: the measurement cannot be trusted; the reason is given""";
    private static final String WORDS = "A cell is a variant under a load. A fork starts all JVMs anew. Within a "
            + "fork, each cell is measured in several blocks, in turn with the others.";
    private static final int MORE_DIGITS = 4;

    private final Notebook notebook;
    private final JudgedRun run;
    private final RowTexts rows;
    private final List<Told.Answer> guesses;

    RunReport(Notebook notebook, JudgedRun run, List<Told.Answer> guesses) {
        this.notebook = notebook;
        this.run = run;
        this.rows = new RowTexts(run);
        this.guesses = guesses;
    }

    /** What is told beside the figures. @param command that started the run */
    Told told(String command) {
        List<Told.Bar> bars = bars();
        return new Told(notebook.title(), notebook.plan().number(), notebook.plan().question(), notebook.rule(),
                answer().orElse(""), bars.isEmpty() ? "" : notebook.bars().title(), bars, guesses, command, "");
    }

    // ---- the answer ----

    /** The answer, its bars, what became of guesses and run, and the claims that do not hold or are open. */
    List<Passage> answers() {
        var passages = new ArrayList<Passage>();
        answer().ifPresent(text -> {
            passages.add(new Passage.Heading(Notebook.ANSWER));
            passages.add(new Passage.Text(text + onNewest()));
        });
        if (!bars().isEmpty()) {
            passages.add(new Passage.Bars(notebook.bars().title(), bars()));
        }
        passages.addAll(dumps());
        guesses.stream().filter(one -> !one.guessed().isEmpty())
                .forEach(one -> passages.add(new Passage.Guessed(guessed(one))));
        passages.add(new Passage.Outcome(run.verdict(), headline().map(this::sentence).orElse(held()),
                Stream.concat(headline().stream().flatMap(one -> finding(one).details().stream()),
                        headline().stream().map(one -> held())).filter(detail -> !detail.isEmpty()).toList()));
        // Why rows are INVALID is told below, once for all their claims; the headline claim is told above.
        List<JudgedClaim> open = run.claims().stream().filter(one -> one.verdict() == Verdict.SURPRISE
                || one.verdict() == Verdict.UNDECIDED).filter(one -> headline().filter(one::equals).isEmpty())
                .sorted((a, b) -> b.verdict().compareTo(a.verdict())).toList();
        open.stream().limit(MOST_OPEN).forEach(one -> passages.add(finding(one)));
        if (open.size() > MOST_OPEN) {
            passages.add(new Passage.Text("And " + (open.size() - MOST_OPEN) + " more, see notebook.md."));
        }
        passages.addAll(rows.invalid());
        passages.addAll(skippedClaims());
        return passages;
    }

    /** Of the claims of the page that were not judged, a line for each reason. */
    private List<Passage> skippedClaims() {
        String jdks = run.plan().bench().jdks().stream().map(String::valueOf).collect(Collectors.joining(", "));
        Stream<String> others = run.plan().claims().stream().filter(claim -> !run.plan().isOnJdks(claim.jdks()))
                .map(claim -> "about " + claim.jdks().words() + ", and this run has JDK " + jdks
                        + " only: --jdk chooses which");
        Stream<String> missing = run.claims().stream().filter(RunReport::isSkipped)
                .map(one -> of(one).isEmpty() ? one.reason() : "on JDK " + one.jdk() + ": " + one.reason());
        var reasons = new LinkedHashMap<String, Integer>();
        Stream.concat(others, missing).forEach(why -> reasons.merge(why, 1, Integer::sum));
        return reasons.entrySet().stream().map(one -> (Passage) new Passage.Finding(Verdict.SKIPPED.name(),
                one.getValue() + (one.getValue() == 1 ? " claim " : " claims ") + one.getKey(), List.of())).toList();
    }

    private static boolean isSkipped(JudgedClaim one) {
        return one.verdict() == Verdict.SKIPPED;
    }

    /** Why services stopped answering, by their threads: one dump of each cell. */
    private List<Passage> dumps() {
        var dumps = new LinkedHashMap<String, Passage>();
        for (Row row : run.rows()) {
            row.blocks().stream().map(Block::dump).filter(Objects::nonNull).findFirst()
                    .ifPresent(dump -> dumps.putIfAbsent(row.cell().name() + " " + row.jdk(),
                            new Passage.Lines(rows.name(row)
                                    + " stopped answering. An extract of the thread dump that was taken then (`"
                                    + dump.command()
                                    + "`):", dump.telling())));
        }
        return List.copyOf(dumps.values());
    }

    /** Its paragraphs in one, without those that have a value that was not measured. */
    private Optional<String> answer() {
        return run.verdict() == Verdict.INVALID ? Optional.empty()
                : notebook.answer().stream().flatMap(part -> filled(part).stream()).reduce((a, b) -> a + " " + b);
    }

    private List<Told.Bar> bars() {
        if (run.verdict() == Verdict.INVALID) {
            return List.of();
        }
        List<Told.Bar> bars = notebook.bars().figures().stream().flatMap(this::bars).toList();
        return bars.size() < 2 ? List.of() : bars;
    }

    private Stream<Told.Bar> bars(Figure figure) {
        return (figure.jdk() == 0 ? run.jdks(figure.cell()) : List.of(figure.jdk())).stream()
                .flatMap(jdk -> run.value(figure, jdk).stream()
                        .mapToObj(value -> new Told.Bar(barLabel(figure.cell(), jdk), value)));
    }

    /** Of a bar: where the bars differ in their requests alone, the name of the request. */
    private String barLabel(Cell cell, int jdk) {
        boolean differInRoute = notebook.bars().figures().stream().map(Figure::cell)
                .allMatch(other -> !other.route().isEmpty() && other.variant().name().equals(cell.variant().name())
                        && other.load().label().equals(cell.load().label()));
        return differInRoute ? cell.route() + rows.onJdk(cell, jdk) : rows.label(cell, jdk);
    }

    private String held() {
        long judged = run.claims().stream().filter(one -> !isSkipped(one)).count();
        long held = run.claims().stream().filter(one -> one.verdict() == Verdict.CONFIRMED).count();
        return judged == 0 ? "" : held + " of " + judged + " claims hold.";
    }

    /** What was claimed and measured, for a reader who has not read how claims are decided. */
    private String sentence(JudgedClaim one) {
        return of(one) + one.claim().quantity().words() + " is " + number(one) + (one.interval() == null ? ""
                : Numbers.format(" (95 %% interval: %s)", bounds(one.interval(), " to ")))
                + ruled(one) + " This page claims " + claimed(range(one)) + ".";
    }

    /** For a claim about the rule's number, that number. */
    private String ruled(JudgedClaim one) {
        double rule = rule(one.claim().quantity(), one.jdk());
        return !one.claim().range().rule() || Double.isNaN(rule) ? "."
                : ". The rule says " + Numbers.ratio(rule) + " on this machine.";
    }

    /** The claim that answers the question; one that is INVALID or SKIPPED answers nothing. */
    private Optional<JudgedClaim> headline() {
        return run.headline().filter(one -> one.verdict() != Verdict.INVALID && one.verdict() != Verdict.SKIPPED);
    }

    /** Empty where one of the values was not measured. */
    private Optional<String> filled(String template) {
        var isMissing = new boolean[1];
        String text = Prose.filled(template, expression -> {
            Object value = notebook.values().of(expression);
            if (value instanceof PinnedReason reason) {
                Optional<String> recorded = run.pinnedReason(reason);
                isMissing[0] |= recorded.isEmpty();
                return recorded.orElse("");
            }
            if (!(value instanceof Quantity quantity)) {
                return Values.inWords(value);
            }
            OptionalDouble measured = run.value(quantity);
            isMissing[0] |= measured.isEmpty();
            return quantity instanceof Ratio ? Numbers.ratio(measured.orElse(0))
                    : Values.inWords(measured.orElse(0));
        });
        return isMissing[0] ? Optional.empty() : Optional.of(text);
    }

    /** On which JDK the figures of the answer are, where it does not say it itself. */
    private String onNewest() {
        boolean isOpen = notebook.answer().stream().flatMap(part -> Prose.values(part).stream())
                .map(notebook.values()::of).anyMatch(value -> switch (value) {
                case Figure figure -> figure.jdk() == 0 && rows.isOnSeveral(figure.cell());
                case Ratio ratio -> ratio.above().jdk() == 0
                        && (rows.isOnSeveral(ratio.above().cell()) || rows.isOnSeveral(ratio.below().cell()));
                default -> false;
                });
        return !isOpen ? ""
                : run.rows().stream().filter(row -> rows.isOnSeveral(row.cell())).mapToInt(Row::jdk).max().stream()
                        .mapToObj(newest -> " These are figures of JDK " + newest + ".").findFirst().orElse("");
    }

    // ---- guesses ----

    private String guessed(Told.Answer one) {
        double rule = rule(one.guess().quantity(), run.plan().newest(one.guess().jdks()).orElse(0));
        return one.guess().question() + " You said " + one.guessed()
                + (Double.isNaN(rule) ? "" : ", the rule says " + Question.inWords(one.guess(), rule))
                + (Double.isNaN(one.value()) ? "; it was not measured."
                        : ", measured " + Question.inWords(one.guess(), one.value()) + ". "
                                + Question.compared(one));
    }

    /** What the rule says of a quantity on this machine; NaN where it says nothing. */
    private double rule(Quantity quantity, int jdk) {
        return switch (quantity) {
        case Figure figure when figure.metric() == Metric.THROUGHPUT ->
            rule(figure.cell(), figure.jdk() == 0 ? jdk : figure.jdk());
        case Ratio ratio -> rule(ratio.above(), jdk) / rule(ratio.below(), jdk);
        default -> Double.NaN;
        };
    }

    private double rule(Cell cell, int jdk) {
        return run.rows(cell, jdk).stream().mapToDouble(row -> row.rule().rps()).findFirst().orElse(Double.NaN);
    }

    // ---- claims ----

    private Passage.Finding finding(JudgedClaim one) {
        return new Passage.Finding(one.verdict().name(), text(one),
                Stream.of(one.reason(), one.verdict() == Verdict.SURPRISE ? one.claim().hint() : "")
                        .filter(detail -> !detail.isEmpty()).distinct().toList());
    }

    /** What was claimed and measured, without a full stop. */
    private String text(JudgedClaim one) {
        String range = claimed(range(one));
        return of(one) + one.claim().quantity().words() + (Double.isNaN(one.value()) ? "; claimed: " + range
                : ": " + number(one) + (one.interval() == null ? "" : " " + brief(one.interval()))
                        + "; claimed: " + range);
    }

    private String of(JudgedClaim one) {
        return run.plan().bench().jdks().size() > 1 ? "JDK " + one.jdk() + ": " : "";
    }

    private static Claim.Range range(JudgedClaim one) {
        return one.range() == null ? one.claim().range() : one.range();
    }

    private static String number(JudgedClaim one) {
        return one.claim().quantity() instanceof Figure ? Numbers.trim(one.value(), 3) : Numbers.ratio(one.value());
    }

    private static String brief(kit.record.Forks.Interval interval) {
        return "[" + bounds(interval, ", ") + "]";
    }

    /** With one more digit where they would look the same. */
    private static String bounds(kit.record.Forks.Interval interval, String between) {
        String low = Numbers.ratio(interval.low());
        String high = Numbers.ratio(interval.high());
        return low.equals(high) ? Numbers.ratio(interval.low(), MORE_DIGITS) + between
                + Numbers.ratio(interval.high(), MORE_DIGITS) : low + between + high;
    }

    /** As in {@code 0.95 to 1.05}. */
    private static String claimed(Claim.Range range) {
        return new Claim.Range(rounded(range.least()), rounded(range.most()), range.rule()).words()
                .replaceFirst("^is ", "");
    }

    private static double rounded(double bound) {
        return Double.isInfinite(bound) ? bound : Double.parseDouble(Numbers.trim(bound, 3));
    }

    // ---- details ----

    /** All that the terminal has no room for. */
    List<Passage> details() {
        var passages = new ArrayList<Passage>(List.of(new Passage.Charts()));
        passages.add(new Passage.Heading(Notebook.HAPPENED));
        if (run.verdict() == Verdict.INVALID) {
            passages.add(new Passage.Text("The run is INVALID for the reasons above: it teaches nothing about the "
                    + "service."));
        } else {
            for (Notebook.Happened one : notebook.happened()) {
                if (one.table() == null) {
                    filled(one.text()).ifPresent(text -> passages.add(new Passage.Text(text)));
                } else {
                    table(one.table()).ifPresent(passages::add);
                }
            }
        }
        if (!run.claims().isEmpty()) {
            passages.add(new Passage.Heading("Claims"));
            passages.add(new Passage.Text(HOW_FORKS_DECIDE));
            run.claims().stream().filter(one -> !isSkipped(one)).forEach(one -> passages.add(finding(one)));
        }
        rows(passages);
        rules(passages);
        return passages;
    }

    private Optional<Passage> table(Draft.Tabled table) {
        List<Cell> cells = measured(table.comparisons);
        if (cells.isEmpty()) {
            return Optional.empty();
        }
        boolean published = cells.stream().anyMatch(cell -> !Double.isNaN(cell.published().rps()));
        boolean ratios = table.reference() != null;
        var header = new ArrayList<>(List.of("cell"));
        if (published) {
            header.add("published /s");
        }
        boolean ruled = cells.stream().anyMatch(cell -> run.jdks(cell).stream()
                .anyMatch(jdk -> !Double.isNaN(rule(cell, jdk))));
        if (ruled) {
            header.add("rule /s");
        }
        table.columns().forEach(metric -> header.add(metric.heading()));
        if (ratios) {
            header.add("/ " + table.reference().name());
        }
        if (ruled) {
            header.add("bottleneck");
        }
        return Optional.of(new Passage.Table("", header, cells.stream().flatMap(cell -> run.jdks(cell).stream()
                .map(jdk -> {
                    var row = new ArrayList<>(List.of(rows.label(cell, jdk)));
                    if (published) {
                        row.add(Numbers.trim(cell.published().rps()));
                    }
                    if (ruled) {
                        row.add(Numbers.trim(rule(cell, jdk)));
                    }
                    table.columns().forEach(metric -> row.add(value(new Figure(cell, metric), jdk)));
                    if (ratios) {
                        row.add(reference(table, cell, jdk));
                    }
                    if (ruled) {
                        row.add(run.rows(cell, jdk).getFirst().bottleneck().words());
                    }
                    return List.copyOf(row);
                })).toList()));
    }

    private String reference(Draft.Tabled table, Cell cell, int jdk) {
        return table.comparisons.stream().filter(one -> one.cells().contains(cell))
                .flatMap(one -> one.cells().stream()).filter(other -> other.variant().name().equals(
                        table.reference().name()) && other.route().equals(cell.route())
                        && other.load().label().equals(cell.load().label()))
                .findFirst().map(other -> value(Comparison.throughput(cell, other), jdk)).orElse("");
    }

    private String value(Quantity quantity, int jdk) {
        return run.value(quantity, jdk).stream()
                .mapToObj(value -> quantity instanceof Ratio ? Numbers.ratio(value) : Numbers.trim(value)).findFirst()
                .orElse("");
    }

    private List<Cell> measured(List<Comparison> comparisons) {
        return comparisons.stream().flatMap(one -> one.cells().stream()).distinct()
                .filter(cell -> !run.jdks(cell).isEmpty()).toList();
    }

    /** Each row beside its rule, and what was found of it. */
    private void rows(List<Passage> passages) {
        boolean published = run.rows().stream().anyMatch(row -> !Double.isNaN(row.cell().published().rps()));
        passages.add(new Passage.Heading(published ? "Published, rule, measured" : "Rule, measured"));
        if (!notebook.source().isEmpty()) {
            passages.add(new Passage.Text(notebook.source() + (published ? "" : OTHER_SIZE)));
        }
        var header = new ArrayList<>(List.of("cell", "rule /s", "measured /s", "from rule", "rule ms", "mean ms",
                "p99 ms", "blocks", "validity"));
        if (published) {
            header.add(1, "published /s");
        }
        passages.add(new Passage.Table("", header, run.rows().stream().map(row -> {
            var cells = new ArrayList<>(List.of(rows.name(row), Numbers.fixed(row.rule().rps(), 1),
                    Numbers.fixed(row.throughput(), 1), fromRule(row), Numbers.fixed(row.rule().meanMs(), 0),
                    Numbers.fixed(row.meanMs(), 0), Numbers.fixed(row.percentileMs(0.99), 0),
                    String.valueOf(row.blocks().size()), row.validity().name()));
            if (published) {
                cells.add(1, Numbers.trim(row.cell().published().rps()));
            }
            return List.copyOf(cells);
        }).toList()));
        if (run.rows().stream().anyMatch(row -> Double.isNaN(row.percentileMs(0.99)))) {
            passages.add(
                    new Passage.Text("A 99th percentile is shown where at least ten requests took longer."));
        }
        passages.add(new Passage.Text(WORDS));
        run.findings().forEach(one -> passages.add(RowTexts.finding("the run", one)));
        passages.addAll(rows.findings());
        passages.addAll(skipped(run.plan(), run.measurement().skipped()));
    }

    /** What this machine cannot measure: a line for each reason. */
    static List<Passage> skipped(LabPlan plan, List<Measurement.Skipped> skipped) {
        var reasons = new LinkedHashMap<String, List<Measurement.Skipped>>();
        skipped.forEach(one -> reasons.computeIfAbsent(one.why(), why -> new ArrayList<>()).add(one));
        return reasons.entrySet().stream().map(one -> (Passage) new Passage.Finding(Verdict.SKIPPED.name(),
                names(plan, one.getValue()) + ": " + one.getKey(), List.of())).toList();
    }

    /** Where all cells of a JDK are missing, that is all there is to say. */
    private static String names(LabPlan plan, List<Measurement.Skipped> skipped) {
        boolean several = plan.bench().jdks().size() > 1;
        var names = new LinkedHashSet<String>();
        for (Measurement.Skipped one : skipped) {
            boolean isAll = several && plan.driven().stream().filter(cell -> cell.variant().jdk() == 0)
                    .allMatch(cell -> skipped.stream()
                            .anyMatch(other -> other.jdk() == one.jdk() && other.cell().equals(cell.name())));
            names.add(isAll && plan.cell(one.cell()).variant().jdk() == 0 ? "all cells on JDK " + one.jdk()
                    : one.cell() + (several && plan.cell(one.cell()).variant().jdk() == 0 ? " on JDK " + one.jdk()
                            : ""));
        }
        return String.join(", ", names);
    }

    private static String fromRule(Row row) {
        return Double.isNaN(row.ruleGap()) ? "" : Numbers.format("%+.1f %%", 100 * row.ruleGap());
    }

    /** The rule with its numbers on this machine. */
    private void rules(List<Passage> passages) {
        List<Cell> cells = measured(notebook.ruled());
        if (cells.isEmpty()) {
            return;
        }
        passages.add(new Passage.Heading("The rule on this machine"));
        passages.add(new Passage.Table("", List.of("cell", "rule /s", "rule ms", "the lowest limit"),
                cells.stream().flatMap(cell -> run.jdks(cell).stream().map(jdk -> run.rows(cell, jdk).getFirst()))
                        .map(row -> List.of(rows.label(row.cell(), row.jdk()),
                                Numbers.fixed(row.rule().rps(), 1), Numbers.fixed(row.rule().meanMs(), 0),
                                row.rule().exists() ? row.rule().boundInWords(row.cell().load()) : ""))
                        .toList()));
        onThisMachine(run.rows().stream().filter(row -> cells.contains(row.cell())).toList())
                .ifPresent(text -> passages.add(new Passage.Text(text)));
    }

    /** What the rule takes from this machine: by how much waits end late, and the CPU time of a request. */
    private static Optional<String> onThisMachine(List<Row> rows) {
        var late = new DoubleSummaryStatistics();
        var cpu = new DoubleSummaryStatistics();
        for (Row row : rows) {
            if (row.cell().demand() != null && row.demand().isKnown() && row.cell().demand().isKnown()) {
                late.accept(1e3 * (row.demand().waitSeconds() - row.cell().demand().waitSeconds())
                        / row.demand().waits());
                cpu.accept(1e3 * row.demand().cpuSeconds());
            }
        }
        return late.getCount() == 0 ? Optional.empty()
                : Optional.of("The rule has two figures of this machine: a wait ends " + range(late) + " ms late, and "
                        + "a request needs " + range(cpu) + " ms of CPU time.");
    }

    private static String range(DoubleSummaryStatistics of) {
        String least = Numbers.trim(of.getMin(), 2);
        String most = Numbers.trim(of.getMax(), 2);
        return least.equals(most) ? least : least + " to " + most;
    }
}
