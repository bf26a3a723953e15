package old.page;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Numbers;
import kit.page.SourceCode;
import kit.record.Verdict;
import old.plan.Cell;
import old.trust.Claim;
import old.trust.Results;

/** What a page says, asks and claims, at the terminal and in notebook.md alike. */
abstract class PageText {

    /** Headings. */
    static final String RULE = "The rule";
    static final String ANSWER = "The answer";
    static final String HAPPENED = "What happened";
    static final String TRY = "Try it";

    /** Significant digits of a count. */
    private static final int EXACT = 15;

    private final String lab;
    private final LabOptions options;
    private final Narrator narrator;
    private final JdkChoice jdks;
    private final Results results = new Results();
    private final Judge judge;
    private int number;
    private String question = "";
    private String rule = "";
    private String answer = "";
    private Headline headline = Headline.NONE;
    private Verdict verdict = Verdict.SKIPPED;
    private String judgement = "";
    private boolean quoting;
    private boolean guessesNoted;
    private boolean explaining;
    /** Whether a part of the explanation was left out, and that was said. */
    private boolean leftOut;

    /** What a page says of itself. */
    record About(String lab, int number, String question, String rule, String answer, Headline headline,
            String judgement) {

        /** Number, where it has one, and name. */
        String title() {
            return number == 0 ? lab : number + " " + lab;
        }
    }

    PageText(String lab, LabOptions options, Narrator narrator) {
        this.lab = lab;
        this.options = options;
        this.narrator = narrator;
        this.jdks = new JdkChoice(options.jdks);
        this.judge = new Judge(narrator, options, jdks, results);
    }

    JdkChoice jdkChoice() {
        return jdks;
    }

    Judge judge() {
        return judge;
    }

    Results results() {
        return results;
    }

    Narrator narrator() {
        return narrator;
    }

    About about() {
        return new About(lab, number, question, rule, answer, headline, judgement);
    }

    /** Of the run: SKIPPED until it is known. */
    Verdict verdict() {
        return verdict;
    }

    void verdict(Verdict ofTheRun) {
        verdict = ofTheRun;
    }

    /** Tells what stands above this call in the source of a page whose prose is in its comments. */
    void tellAbove() {}

    /** Number of the part of the page that has been come to, by its heading; 0 where it has none. */
    int part() {
        return 0;
    }

    /** A text of a call, with the values for what stands in braces on a page that is a class. */
    String filled(String text) {
        return text;
    }

    /** The page's cells have been measured. */
    void measured() {}

    /** The heading: the lab's number and the question it answers. */
    public void title(int theNumber, String theQuestion) {
        number = theNumber;
        question = theQuestion;
        narrator.heading(1, about().title() + ": " + theQuestion);
    }

    /** The heading of a page that is no lesson, and so has no number. */
    public void title(String theQuestion) {
        title(0, theQuestion);
    }

    /** A paragraph or several, with {@code %s} for each value. */
    public void say(String text, Object... values) {
        narrator.says(values.length == 0 ? text : Numbers.format(text, values));
    }

    /**
     * Quotes the lines of code that matter: the paragraphs in which these texts occur.
     *
     * @param file from the checkout's top, such as {@code apps/Demo.java}; the lab carries it with {@code //FILES
     *     source/...}
     */
    public void code(String file, String... texts) {
        tellAbove();
        if (!quoting) {
            quoting = true;
            narrator.heading(2, "The code");
        }
        narrator.code(file,
                Arrays.stream(texts).map(text -> SourceCode.paragraph(file, text)).collect(Collectors.joining("\n\n")));
    }

    /** The rule by which the lab predicts, with {@code %s} for each value. It is told when the guesses are made. */
    public void rule(String text, Object... values) {
        rule = (values.length == 0 ? text : Numbers.format(text, values)).strip();
        guessesEnd();
        narrator.heading(2, RULE);
        narrator.says(rule);
    }

    /**
     * Asks the participant for a number before it is measured; not where it is about other JDKs than those of the run.
     * Never blocks without a terminal and {@code --step}.
     *
     * @param test  the ratio or count that is asked for
     * @param hints on the way to it, given one at a time to a participant who asks for them
     */
    public void predict(String text, Claim.Test test, String... hints) {
        predict(text, null, test, hints);
    }

    /** The same with answers to choose from. */
    public void predict(String text, Choices choices, Claim.Test test, String... hints) {
        tellAbove();
        beforeMeasured(text, test);
        if (jdks.all().stream().anyMatch(test::isAbout)) {
            judge.guess(new Question(filled(text), choices, test, Stream.of(hints).map(this::filled).toList()),
                    options.step);
        }
    }

    private void beforeMeasured(String text, Claim.Test test) {
        test.cells().stream().filter(results::has).findFirst().ifPresent(cell -> {
            throw new IllegalStateException("'" + text + "' is about " + cell.label()
                    + ", which has been measured already: say it before");
        });
    }

    /** The guesses have been made: what follows would give the answer away. */
    void guessesEnd() {
        if (!guessesNoted) {
            guessesNoted = true;
            judge.noteGuesses();
        }
    }

    /**
     * Makes a claim.
     *
     * @param hint where to look when it fails; null for what the bounds of its cells suggest
     * @throws IllegalStateException where one of its cells has been measured already
     */
    public void expect(String text, Claim.Test test, String hint) {
        beforeMeasured(text, test);
        judge.add(new Claim(filled(text), test, hint == null ? null : filled(hint)));
    }

    /** Shows these cells, beside the table of all, as ratios to one of them: published, predicted and measured. */
    public void compare(List<Cell> compared, Cell reference) {
        judge.compare(compared, reference);
    }

    /** Shows published, predicted and measured side by side, then the verdict on every claim. */
    public void conclude() {
        tellAbove();
        verdict(judge.conclude());
        noteThatItWasQuick();
        if (jdks.areSeveral()) {
            narrator.says("Below, statements that name no JDK are about JDK " + jdks.usual() + ".");
        }
    }

    /**
     * Shows predicted and measured side by side, on a page that claims nothing and judges by itself.
     *
     * @param itsOwn verdict, for run.json and the exit code
     * @param word   with which it says so, such as {@code no effect}
     */
    public void conclude(Verdict itsOwn, String word) {
        judgement = word;
        judge.showMeasured();
        verdict(itsOwn);
        noteThatItWasQuick();
    }

    private void noteThatItWasQuick() {
        if (options.quick) {
            narrator.says("This was --quick, a smoke test. For numbers to believe, leave it out.");
        }
    }

    boolean judgesItself() {
        return !judgement.isEmpty();
    }

    /**
     * The answer to the lab's question, with its numbers, in a sentence or two. The run's page begins with it, and the
     * terminal ends with it. Left out where one of the numbers is missing, or the run is INVALID.
     *
     * @param text   with {@code %s} for each value
     * @param values numbers, which are shown with three significant digits (whole numbers with all), and texts
     */
    public void answer(String text, Object... values) {
        if (verdict != Verdict.INVALID
                && Arrays.stream(values).noneMatch(v -> v instanceof Double d && !Double.isFinite(d))) {
            answer = Numbers.format(text, Arrays.stream(values)
                    .map(v -> v instanceof Double d ? Numbers.trim(d, isWhole(d) ? EXACT : 3) : v).toArray())
                    .replaceAll("\\s+", " ").strip();
        }
    }

    /**
     * The picture that shows the answer: the run's page has it below the answer, so has its card on the index, and the
     * terminal ends with it. Left out where the run is INVALID, or fewer than two of the numbers were measured.
     *
     * @param what the numbers are, with their unit, such as "Requests per second with 100 users"
     * @param bars two to six, see {@link #bar}
     */
    public void headline(String what, Headline.Bar... bars) {
        if (verdict != Verdict.INVALID) {
            headline = Headline.of(filled(what), bars);
        }
    }

    /** The same with a bar for each of these cells. */
    public void headline(String what, ToDoubleFunction<Cell> value, Cell... cells) {
        headline(what, Arrays.stream(cells).map(cell -> bar(cell.label(), value.applyAsDouble(cell)))
                .toArray(Headline.Bar[]::new));
    }

    /** One of a headline's numbers, 0 or more; NaN where it was not measured. */
    public static Headline.Bar bar(String label, double value) {
        return new Headline.Bar(label, value);
    }

    /** The heading above the last words, told once. */
    void happened() {
        if (!explaining) {
            explaining = true;
            narrator.heading(2, HAPPENED);
            if (verdict == Verdict.INVALID) {
                narrator.says("The run is INVALID for the reasons above: it teaches nothing about the service.");
            }
        }
    }

    /**
     * The last words, which quote what was measured. A part (one call) is left out where one of its numbers is missing.
     *
     * @param text   with {@code %s} for each value
     * @param those numbers, which are shown with four significant digits, and texts
     */
    public void explain(String text, Object... those) {
        happened();
        if (verdict == Verdict.INVALID) {
            return;
        }
        if (Arrays.stream(those).noneMatch(v -> v instanceof Double d && d.isNaN())) {
            narrator.says(Numbers.format(text, Arrays.stream(those).map(PageText::brief).toArray()));
        } else if (!leftOut) {
            leftOut = true;
            narrator.says("(Figures that were not measured are left out.)");
        }
    }

    /**
     * A table of what was measured, where the one of all cells does not show it. Numbers have four significant digits.
     */
    public void show(String text, List<String> header, List<List<Object>> rows) {
        tellAbove();
        if (verdict != Verdict.INVALID) {
            narrator.says(filled(text));
            narrator.table(header, rows.stream()
                    .map(row -> row.stream().map(value -> brief(value).toString()).toList()).toList());
        }
    }

    /** The same with a row for each of these cells that was measured: its name, then what each column has of it. */
    public void show(String text, List<Cell> cells, TableColumn... columns) {
        show(text, Stream.concat(Stream.of("cell"), Arrays.stream(columns).map(TableColumn::name)).toList(),
                cells.stream().distinct().filter(results::has)
                        .map(cell -> Stream.concat(Stream.of(cell.label()),
                                Arrays.stream(columns).map(column -> column.of().apply(cell))).toList())
                        .toList());
    }

    static Object brief(Object value) {
        return value instanceof Double d ? Numbers.trim(d) : value;
    }

    /** A count, such as of requests or connections: the reader compares it with a limit, which is exact. */
    private static boolean isWhole(double value) {
        return value == Math.rint(value);
    }

    /** What to change next, and which claim breaks then. */
    public void tryIt(String text) {
        tryIt("Add one of these options to the command: `./jbang labs/" + lab
                + ".java OPTION`, or in the workshop `./jbang workshop " + number + " -- OPTION`.", text);
    }

    /** @param how to type them: a sentence */
    public void tryIt(String how, String text) {
        narrator.heading(2, TRY);
        narrator.suggestions(how, text);
    }
}
