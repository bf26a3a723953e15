package old.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kit.base.Numbers;
import kit.page.Outline;
import kit.record.Undecided;
import kit.record.Validity;
import kit.record.Verdict;
import kit.measure.ThreadDump;
import kit.machine.Jdks;
import old.plan.Cell;
import old.trust.CellResult;
import old.trust.Claim;
import old.trust.Results;

/** Keeps what a lab claims and what its participant guesses until everything is measured; then says what came of it. */
final class Judge {

    private static final String HOW_FORKS_DECIDE = """
            [low, high] is the 95 % interval of several forks (Student's t). CONFIRMED: the 90 % interval lies inside \
            the claimed range. SURPRISE: an interval that is wider, because the run has several claims, lies outside \
            the range. UNDECIDED: neither. With one fork, the lab assumes that forks differ by 1 % if CPUs are not \
            busy and nothing disturbs the cells, and by up to 10 % otherwise.""";
    private final Narrator narrator;
    private final LabOptions options;
    private final JdkChoice jdks;
    private final Results results;
    private final List<Claim> claims = new ArrayList<>();
    private final List<Guess> guesses = new ArrayList<>();
    private final List<Map<String, Object>> judgements = new ArrayList<>();
    private List<Cell> compared = List.of();
    /** What these are shown as ratios to. */
    private Cell reference;
    /** Who published the figures that the page shows beside its own. */
    private String source = "";

    /** A question and what was answered. */
    private record Guess(Question question, Question.Answer answer) {}

    /** A claim on a JDK and what came of it. */
    private record Judged(Claim claim, int jdk, Claim.Judgement judgement) {}

    Judge(Narrator narrator, LabOptions options, JdkChoice jdks, Results results) {
        this.narrator = narrator;
        this.options = options;
        this.jdks = jdks;
        this.results = results;
    }

    void compare(List<Cell> some, Cell toThis) {
        compared = List.copyOf(some);
        reference = toThis;
    }

    void publishedBy(String whom) {
        source = whom;
    }

    void add(Claim claim) {
        claims.add(claim);
    }

    /** The cells of each claim. */
    List<List<Cell>> compared() {
        return claims.stream().map(claim -> claim.test().cells()).toList();
    }

    /**
     * Asks the participant, where one is there and wants to be asked. Who goes back is asked the questions before once
     * more.
     */
    void guess(Question question, boolean wanted) {
        guesses.add(new Guess(question, Question.Answer.NONE));
        int last = guesses.size() - 1;
        for (int at = last; narrator.canAsk(wanted) && at <= last;) {
            Question asked = guesses.get(at).question();
            Question.Answer answer = narrator.asks(asked, at > 0);
            if (!answer.back()) {
                guesses.set(at, new Guess(asked, answer));
            }
            at += answer.back() ? -1 : 1;
        }
    }

    /** Writes into the notebook what was asked and answered. */
    void noteGuesses() {
        if (!guesses.isEmpty()) {
            narrator.headingOfNotebook(2, "Predictions");
            guesses.forEach(guess -> narrator.asked(guess.question(), guess.answer()));
        }
    }

    /**
     * Shows published, predicted and measured side by side, then what became of the guesses and of every claim.
     *
     * @return the gravest of the verdicts
     */
    Verdict conclude() {
        List<CellResult> measured = results.all();
        showMeasured();
        showGuesses();
        narrator.heading(2, "Claims");
        narrator.says(HOW_FORKS_DECIDE);
        var judged = new ArrayList<Judged>();
        Verdict gravest = jdks.all().stream().map(jdk -> judgeOn(jdk, judged)).reduce(Verdict.SKIPPED, Verdict::and);
        if (!options.verbose) {
            showClaims(judged);
        }
        showOutOfPlace(claims.stream().filter(claim -> jdks.all().stream().noneMatch(claim.test()::isAbout)).count());
        // A cell that no claim is about must not be overlooked when it is invalid.
        return measured.stream().filter(r -> r.isMain() || claims.stream().anyMatch(c -> c.test().isAbout(r)))
                .anyMatch(r -> r.validity() == Validity.INVALID) ? Verdict.INVALID : gravest;
    }

    /** Shows published, predicted and measured side by side, and what was found of the rows. */
    void showMeasured() {
        List<CellResult> measured = results.all();
        new CellTable(narrator, measured, source).show();
        if (!compared.isEmpty()) {
            showRatios();
        }
        measured.stream().collect(Collectors.groupingBy(Judge::reason, LinkedHashMap::new, Collectors.toList()))
                .values()
                .forEach(this::showFindings);
        if (options.verbose) {
            measured.forEach(row -> narrator.detail(row.name() + ": asked " + row.variant().asked().values()
                    + ", found " + row.outcome().found().values()));
        }
        measured.stream().filter(r -> r.isMain() && r.outcome().dump != null).forEach(this::showThreads);
    }

    /** Throughput of each cell as a multiple of the reference's: what a change of scale leaves as it is. */
    private void showRatios() {
        for (int jdk : jdks.all()) {
            narrator.heading(2,
                    "The same as ratios to " + reference.label() + (jdks.areSeveral() ? ", JDK " + jdk : ""));
            narrator.table(List.of("cell", "published", "predicted", "measured", "95 % interval"),
                    compared.stream().map(cell -> {
                        Claim.Judgement measured = Claim.ratio(cell, reference).judge(jdk, results, intervalClaims());
                        return List.of(cell.label(),
                                Numbers.fixed(cell.published().rps() / reference.published().rps(), 2),
                                Numbers.fixed(cell.prediction(jdk).rps() / reference.prediction(jdk).rps(), 2),
                                Numbers.fixed(measured.value(), 2),
                                measured.interval() == null ? "" : measured.interval().toString());
                    }).toList());
        }
    }

    /** What was found of one row; of several rows, what broke them off, which is told once. */
    private void showFindings(List<CellResult> rows) {
        CellResult first = rows.getFirst();
        if (!first.hasRemarks()) {
            return;
        }
        Map<String, Long> cells = rows.stream().collect(Collectors.groupingBy(row -> row.outcome().spec.name(),
                LinkedHashMap::new, Collectors.counting()));
        narrator.finding(first.validity(), rows.size() == 1 ? first.name() + ": " + first.why()
                : cells.entrySet().stream().map(cell -> cell.getKey() + (cell.getValue() == 1 ? ""
                        : " (" + cell.getValue() + " rows)")).collect(Collectors.joining(", "))
                        + (cells.size() == 1 ? ": " : ": each broke off like the first: ") + first.why());
    }

    /**
     * Why the measurement of a row was broken off, without what is another in each cell: its name and numbers. Any
     * other row has its own findings.
     */
    private static String reason(CellResult row) {
        return row.outcome().failure == null ? row.name()
                : row.validity() + row.why().replace(row.outcome().spec.name(), "").replaceAll("\\d+", "");
    }

    /** Why a service stopped answering, by its threads. */
    private void showThreads(CellResult result) {
        ThreadDump dump = result.outcome().dump;
        narrator.says(
                result.name() + " stopped answering. An extract of the thread dump that was taken then (`"
                        + dump.command() + "`):\n\n"
                        + dump.telling().stream().map(line -> "    " + line).collect(Collectors.joining("\n")));
    }

    private void showGuesses() {
        List<Guess> given = guesses.stream().filter(guess -> guess.answer().isGiven()).toList();
        if (!given.isEmpty()) {
            narrator.heading(2, "Guess, rule, measured");
        }
        for (Guess guess : given) {
            Question question = guess.question();
            Claim.Judgement measured = question.test().judge(jdkOf(question), results, intervalClaims());
            String rule = Double.isNaN(ruleOf(question)) ? "" : ", the rule says " + question.inWords(ruleOf(question));
            narrator.says((Numbers.format("%s You said %s%s, measured %s%s. ", question.text(), guess.answer(), rule,
                    Double.isNaN(measured.value()) ? "nothing, since " + measured.why()
                            : question.inWords(measured.value()),
                    measured.interval() == null ? "" : " " + measured.interval())
                    + question.compared(guess.answer(), measured.value())).strip());
        }
    }

    /** The first JDK of the run that a question is about. */
    private int jdkOf(Question question) {
        return jdks.all().stream().filter(question.test()::isAbout).findFirst().orElse(Jdks.current());
    }

    private double ruleOf(Question question) {
        return question.test().predicted(jdkOf(question));
    }

    /** The claims that an interval decides, each on all JDKs that it is about. */
    private int intervalClaims() {
        return Math.max(1, (int) claims.stream().filter(claim -> claim.test().isDecidedByInterval())
                .mapToLong(claim -> jdks.all().stream().filter(claim.test()::isAbout).count()).sum());
    }

    private Verdict judgeOn(int jdk, List<Judged> judged) {
        List<Claim> about = claims.stream().filter(claim -> claim.test().isAbout(jdk)).toList();
        if (jdks.missing(jdk) != null) {
            narrator.verdict(Verdict.SKIPPED,
                    (about.size() == 1 ? "a claim" : about.size() + " claims") + " about JDK " + jdk + ": "
                            + jdks.missing(jdk));
        }
        return about.stream().map(claim -> judge(claim, jdk, judged)).reduce(Verdict.SKIPPED, Verdict::and);
    }

    /**
     * All claims in a table, the gravest first: each with its reason and its bound is more than a terminal has room
     * for.
     */
    private void showClaims(List<Judged> judged) {
        Narrator terminal = narrator.onTerminal();
        if (!judged.isEmpty()) {
            terminal.table(List.of("verdict", "claim", "measured", "claimed"), judged.stream()
                    .sorted(Comparator.comparing((Judged one) -> one.judgement().verdict(), Comparator.reverseOrder()))
                    .map(one -> List.of(one.judgement().verdict().name(), onJdk(one.jdk()) + one.claim().text(),
                            one.judgement().figure(),
                            one.claim().test().bound()))
                    .toList());
        }
        judged.stream().filter(one -> one.judgement().verdict().compareTo(Verdict.UNDECIDED) >= 0)
                .filter(one -> one.judgement().undecided() != Undecided.ONE_FORK).forEach(one -> show(terminal, one));
        long alone = judged.stream().filter(one -> one.judgement().undecided() == Undecided.ONE_FORK).count();
        if (alone > 0) {
            terminal.verdict(Verdict.UNDECIDED,
                    alone + " of these: too near to the bound for one fork. Take --forks 3");
        }
        terminal.says("The page has what binds in each claim's cells; so has --verbose.");
    }

    /** A claim with its reason, and where to look when it failed, or what binds where it held. */
    private void show(Narrator to, Judged one) {
        Verdict verdict = one.judgement().verdict();
        to.verdict(verdict, onJdk(one.jdk()) + one.claim().text() + ": " + one.judgement().why());
        if (verdict == Verdict.SURPRISE) {
            to.detail("hint: " + one.claim().hint(one.jdk()));
        } else if (verdict == Verdict.CONFIRMED && !one.claim().bounds(one.jdk()).isEmpty()) {
            to.detail("by the rule, " + one.claim().bounds(one.jdk()));
        }
    }

    private String onJdk(int jdk) {
        return jdks.areSeveral() ? "JDK " + jdk + ": " : "";
    }

    private Verdict judge(Claim claim, int jdk, List<Judged> judged) {
        Claim.Judgement judgement = claim.test().judge(jdk, results, intervalClaims());
        // That a JDK is missing has been said once for all.
        if (jdks.missing(jdk) == null || judgement.verdict() != Verdict.SKIPPED) {
            judged.add(new Judged(claim, jdk, judgement));
            show(options.verbose ? narrator : narrator.inNotebook(), judged.getLast());
        }
        var json = new LinkedHashMap<String, Object>();
        json.put("text", claim.text());
        json.put("jdk", jdk);
        json.put("verdict", judgement.verdict());
        json.put("value", finite(judgement.value()));
        json.put("low", judgement.interval() == null ? null : judgement.interval().low());
        json.put("high", judgement.interval() == null ? null : judgement.interval().high());
        json.put("claimed", claim.test().bound());
        json.put("least", finite(claim.test().least()));
        json.put("most", finite(claim.test().most()));
        json.put("bound", claim.bounds(jdk));
        json.put("hint", claim.hint(jdk));
        json.put("undecided", judgement.undecided() == null ? null : judgement.undecided().toString());
        json.put("why", judgement.why());
        judgements.add(json);
        return judgement.verdict();
    }

    private void showOutOfPlace(long some) {
        if (some > 0) {
            narrator.verdict(Verdict.SKIPPED,
                    (some == 1 ? "a claim is" : some + " claims are") + " about other JDKs than "
                            + jdks.all().stream().map(String::valueOf).collect(Collectors.joining(", "))
                            + "; --jdk chooses which");
        }
    }

    /** What the participant is asked. */
    List<Outline.Question> questions() {
        return guesses.stream().map(Guess::question).map(question -> new Outline.Question(
                question.text(), question.choices() == null ? null
                        : question.choices().all().stream()
                                .map(choice -> new Outline.Choice(choice.key(), choice.text())).toList(),
                question.hints())).toList();
    }

    /** What is claimed. */
    List<String> texts() {
        return claims.stream().map(Claim::text).toList();
    }

    /** What was judged, for run.json. */
    List<Map<String, Object>> claims() {
        return judgements;
    }

    /** What the participant was asked and answered, what the rule says and what was measured, for run.json. */
    List<Map<String, Object>> predictions() {
        return guesses.stream().map(this::prediction).toList();
    }

    private Map<String, Object> prediction(Guess guess) {
        Question question = guess.question();
        Choices choices = question.choices();
        Claim.Judgement measured = question.test().judge(jdkOf(question), results, intervalClaims());
        var json = new LinkedHashMap<String, Object>();
        json.put("question", question.text());
        json.put("jdk", jdkOf(question));
        json.put("choices", choices == null ? null : choices.all().stream().map(Judge::described).toList());
        json.put("guess", guess.answer().number().isPresent() ? guess.answer().number().getAsDouble() : null);
        json.put("guess_choice", key(guess.answer().choice()));
        json.put("rule", finite(ruleOf(question)));
        json.put("rule_choice", choices == null ? null : key(choices.of(ruleOf(question))));
        json.put("measured", finite(measured.value()));
        json.put("low", measured.interval() == null ? null : measured.interval().low());
        json.put("high", measured.interval() == null ? null : measured.interval().high());
        json.put("measured_choice", choices == null ? null : key(choices.of(measured.value())));
        json.put("hints", question.hints());
        return json;
    }

    private static Map<String, Object> described(Choices.Choice choice) {
        var json = new LinkedHashMap<String, Object>();
        json.put("key", choice.key());
        json.put("text", choice.text());
        return json;
    }

    private static String key(Choices.Choice choice) {
        return choice == null ? null : choice.key();
    }

    /** JSON has no word for what is not a number. */
    private static Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
