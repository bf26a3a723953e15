package kit.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import kit.base.LabException;
import kit.base.Numbers;
import kit.base.Verdict;
import kit.machine.Limits;
import kit.machine.Machine;
import kit.plan.Demand;
import kit.plan.Load;
import kit.plan.Prediction;
import kit.plan.Published;
import kit.plan.Request;
import kit.plan.Stages;
import kit.plan.Variant;
import kit.service.BackendMode;
import kit.service.Database;
import kit.service.Facts;
import kit.trust.Cell;
import kit.trust.Claim;

/**
 * What a lab's page is written with: it tells, asks, orders measurements and judges, in the order in which the page
 * reads.
 *
 * <p>A page declares its cells ({@link #cell}) and its claims ({@link #expect}) before it measures ({@link #measure}):
 * a claim made afterwards would be a description.
 */
public final class Lab {

    private final String name;
    private final LabOptions options;
    private final Narrator narrator;
    private final Machine machine = new Machine();
    private final JdkChoice jdks;
    private final Judge judge;
    private final Plans plans;
    private final Sizes sizes;
    private final Possible possible;
    private final RunRecord run;
    private final Campaign campaign;
    private int number;
    private String title = "";
    private String question = "";
    private String rule = "";
    private Verdict verdict = Verdict.SKIPPED;
    private boolean complete;
    private boolean quoting;
    private boolean guessesNoted;
    private boolean explaining;
    /** Whether a part of the explanation was left out, and that was said. */
    private boolean silent;
    private boolean hasBackends;
    /** Whether the page is gone through up to its first measurement without a word, to see what would be measured. */
    private final boolean rehearsing;

    Lab(String name, LabOptions options, List<String> arguments, boolean rehearsing) {
        this.name = name;
        this.options = options;
        this.rehearsing = rehearsing || options.outline;
        this.run = new RunRecord(name, options, arguments);
        this.narrator = this.rehearsing ? Narrator.silent()
                : new Narrator(System.out, run::note, Narrator.atTerminal());
        this.jdks = new JdkChoice(options.jdks);
        this.judge = new Judge(narrator, options, jdks);
        this.plans = new Plans(name, options, jdks, machine.cpus());
        this.sizes = new Sizes(options);
        this.possible = new Possible(options, jdks, Limits.of(machine));
        this.campaign = new Campaign(name, options, narrator, machine, jdks, plans, sizes, possible, run);
    }

    /**
     * Runs a lab from its command line.
     *
     * @param name of the lab and of its folder under data/
     * @param page what the lab says and does
     * @return the exit code: 0 confirmed or skipped, 1 surprise, 2 invalid or bad usage
     */
    public static int run(String name, String[] args, Consumer<Lab> page) {
        return LabCommand.run(name, args, page);
    }

    // ---- what a page says ----

    /** The heading: the lab's number and the question it answers. */
    public void title(int number, String theQuestion) {
        this.number = number;
        title = number + " " + name;
        question = theQuestion;
        narrator.heading(1, title + ": " + theQuestion);
    }

    public void says(String text, Object... values) {
        narrator.says(values.length == 0 ? text : Numbers.format(text, values));
    }

    /**
     * Quotes the lines of code that matter: the paragraphs in which these texts occur.
     *
     * @param file from the checkout's top, such as {@code apps/Demo.java}; the lab carries it with {@code //FILES
     *     source/...}
     */
    public void code(String file, String... texts) {
        if (!quoting) {
            quoting = true;
            narrator.heading(2, "The code");
        }
        narrator.code(file,
                Arrays.stream(texts).map(text -> SourceCode.paragraph(file, text)).collect(Collectors.joining("\n\n")));
    }

    /** The rule by which the lab predicts. It is told when the guesses have been made. */
    public void rule(String text) {
        rule = text.strip();
        noteGuesses();
        narrator.heading(2, "The rule");
        narrator.says(text);
    }

    /**
     * The last words, which quote what was measured. A part (one call) is not said where one of its numbers is missing.
     *
     * @param text   with {@code %s} for each value
     * @param values numbers, which are shown with four significant digits, and texts
     */
    public void explains(String text, Object... values) {
        boolean first = !explaining;
        explaining = true;
        if (first) {
            narrator.heading(2, "What happened");
        }
        if (verdict == Verdict.INVALID) {
            if (first) {
                narrator.says("The run is INVALID for the reasons above: it teaches nothing about the service.");
            }
            return;
        }
        if (Arrays.stream(values).anyMatch(v -> v instanceof Double d && d.isNaN())) {
            if (!silent) {
                narrator.says("(Of what was not measured, nothing is told.)");
                silent = true;
            }
            return;
        }
        narrator.says(Numbers.format(text,
                Arrays.stream(values).map(v -> v instanceof Double d ? Numbers.trim(d) : v).toArray()));
    }

    /**
     * A table of what was measured, where the one of all cells does not show it. Numbers have four significant digits.
     */
    public void shows(String text, List<String> header, List<List<Object>> rows) {
        if (verdict != Verdict.INVALID) {
            narrator.says(text);
            narrator.table(header,
                    rows.stream()
                            .map(row -> row.stream().map(v -> v instanceof Double d ? Numbers.trim(d) : v.toString())
                                    .toList())
                            .toList());
        }
    }

    /** What to change next, and which claim breaks then. */
    public void tryIt(String text) {
        narrator.heading(2, "Try it");
        narrator.suggestions("Each of these is added to the command: `./jbang labs/" + name
                + ".java OPTION`, or in the workshop `./jbang workshop "
                + number + " -- OPTION`.", text);
    }

    // ---- what a page orders ----

    /** Takes published figures from this file, which the lab carries with {@code //FILES}. */
    public void published(String file) {
        published(file, 1);
    }

    /** The same where everything takes so many times less time here than it took them; the figures are converted. */
    public void published(String file, double faster) {
        plans.published(Published.read(file, faster));
    }

    /** Which of the published figures is this cell's: the row of the file that has these values in these columns. */
    public void publishedAs(Cell cell, Map<String, ?> columns) {
        cell.published(plans.published().figure(columns));
    }

    /** The same of one of its stages. */
    public void publishedAs(Cell cell, String stage, Map<String, ?> columns) {
        cell.published(stage, plans.published().figure(columns));
    }

    /**
     * What the authors of the published figures call this variant, where they gave the name to something else than this
     * lab does.
     */
    public void publishedAs(Variant variant, String theirs) {
        plans.theirName(variant, theirs);
    }

    /**
     * A warm-up of this length instead of the usual 3 s, where requests need next to no CPU, unless {@code --warmup}
     * says otherwise.
     */
    public void warmup(Duration usual) {
        sizes.usualWarmup(usual);
    }

    /** Runs the cells on this JDK too, beside the one that the lab runs on, unless {@code --jdk} says otherwise. */
    public void alsoOnJdk(int feature) {
        jdks.alsoOn(feature);
    }

    /** Feature versions of the JDKs that the cells run on, or would if they were installed; the oldest first. */
    public List<Integer> jdks() {
        return jdks.all();
    }

    /** CPUs of this machine, k. */
    public int cpus() {
        return machine.cpus();
    }

    /**
     * Measures a number at the beginning of each fork, while nothing else runs, and gives it to all Spring Boot
     * services of that fork, so that they all do the same.
     *
     * @param property by which the services know it
     * @param about    what it is, in words that follow the number
     */
    public void calibrate(String property, String about, LongSupplier measure) {
        campaign.calibrate(property, about, measure);
    }

    /** The numbers of concurrent users: these, or the ones of {@code -c}. */
    public List<Integer> users(Integer... usual) {
        return sizes.users(usual);
    }

    /**
     * The number of concurrent users in a lab that has one: this, or that of {@code -c}.
     *
     * @throws LabException where {@code -c} names several
     */
    public int concurrency(int usual) {
        return sizes.concurrency(usual);
    }

    /**
     * The load for so many users: a closed loop of {@code usual} requests, unless {@code -n}, {@code --duration} or
     * {@code --rate} say otherwise.
     */
    public Load load(int users, long usual) {
        return sizes.load(users, usual, usual);
    }

    /** The same where the published experiment ({@code --published}) had more requests than are usual here. */
    public Load load(int users, long usual, long published) {
        return sizes.load(users, usual, published);
    }

    /**
     * A closed loop that ends with the first whole round of its users after this time, unless options say otherwise.
     */
    public Load load(int users, Duration usual) {
        return sizes.load(users, usual);
    }

    /** The same where the published experiment took another time. */
    public Load load(int users, Duration usual, Duration published) {
        return load(users, options.published ? published : usual);
    }

    /**
     * Users who become more from stage to stage: a load whose stages are as long as is usual, unless {@code --duration}
     * says how long they stay.
     *
     * @throws LabException where an option makes no sense for it
     */
    public Stages stages(Integer... usual) {
        return sizes.stages(usual);
    }

    /**
     * Declares a measurement, and what the rule says of it.
     *
     * @param demand of one request
     * @return the same cell as before where it has been declared already, and was given no further name
     */
    public Cell cell(Variant variant, Request request, Load load, Demand demand) {
        return plans.cell(variant, request, load, demand);
    }

    /**
     * Declares a measurement of requests that are pinned on some JDKs and not on others.
     *
     * @param demand of one request, by the feature version of the JDK
     */
    public Cell cell(Variant variant, Request request, Load load, IntFunction<Demand> demand) {
        return plans.cell(variant, request, load, demand);
    }

    /** Declares a measurement with a prediction of the lab's own, or {@link Prediction#none()}. */
    public Cell cell(Variant variant, Request request, Load load, Prediction prediction) {
        return plans.cell(variant, request, load, prediction);
    }

    /**
     * Where the services run that this lab's service calls: in the cell's JVM, unless {@code --backends} says
     * otherwise.
     */
    public BackendMode backends() {
        hasBackends = true;
        return options.backends == null ? BackendMode.IN_CELL : options.backends;
    }

    /**
     * The services of this lab store rows in a database. It is there before the first measurement and as long as the
     * lab; each cell has an empty schema of its own, whose rows are counted when the cell is over and held against the
     * requests that succeeded.
     *
     * @param how  to come by it, unless {@code --jdbc-url} names one
     * @param rows name of the table in which each POST request that succeeds leaves one
     */
    public void database(Database.Opening how, String rows) {
        campaign.stores(how, rows);
    }

    /** What is true of the database, see {@link Database#facts()}; {@code unknown} before there is one. */
    public String database(String fact) {
        Facts facts = campaign.databaseFacts();
        return facts == null ? "unknown" : facts.values().getOrDefault(fact, "unknown");
    }

    /** Whether the published experiment's own size is asked for. */
    public boolean isPublished() {
        return options.published;
    }

    /** Whether a smoke test is asked for. */
    public boolean isQuick() {
        return options.quick;
    }

    /**
     * Asks the participant for a number before it is measured; not where it is about other JDKs than those of the run.
     * Never blocks without a terminal and {@code --step}.
     *
     * @param test  the ratio or count that is asked for
     * @param hints on the way to it, given one at a time to whoever asks for them
     */
    public void predict(String text, Claim.Test test, String... hints) {
        predict(text, null, test, hints);
    }

    /** The same with answers to choose from. */
    public void predict(String text, Choices choices, Claim.Test test, String... hints) {
        if (jdks.all().stream().anyMatch(test::isAbout)) {
            judge.guess(new Question(text, choices, test, List.of(hints)), options.step);
        }
    }

    /** Writes into the notebook what was asked and answered, once the participant can change it no more. */
    private void noteGuesses() {
        if (!guessesNoted) {
            guessesNoted = true;
            judge.noteGuesses();
        }
    }

    /**
     * Makes a claim.
     *
     * @param hint where to look when it fails
     */
    public void expect(String text, Claim.Test test, String hint) {
        judge.add(new Claim(text, test, hint));
    }

    /** Shows these cells, beside the table of all, as ratios to one of them: published, predicted and measured. */
    public void compares(List<Cell> compared, Cell reference) {
        judge.compares(compared, reference);
    }

    // ---- measuring ----

    /**
     * Measures these cells, each in every fork and on every JDK, variants in turn so that a drift of the machine hits
     * all alike.
     */
    public void measure(Cell... ordered) {
        plans.check();
        if (options.backends != null && !hasBackends) {
            throw new LabException("--backends: the service of this lab calls no other: leave it out");
        }
        if (options.jdbcUrl != null && !campaign.stores()) {
            throw new LabException("--jdbc-url: the service of this lab stores nothing: leave it out");
        }
        List<Cell> wanted = Arrays.stream(ordered).distinct().filter(plans::isWanted).toList();
        if (rehearsing) {
            throw new LabCommand.Outlined(wanted);
        }
        noteGuesses();
        campaign.measure(wanted, ordered);
    }

    /** Shows published, predicted and measured side by side, then the verdict on every claim. */
    public void concludes() {
        verdict = judge.concludes(plans.cells().stream().flatMap(c -> c.allResults().stream()).toList());
        if (options.quick) {
            narrator.says("This was --quick, a smoke test. For numbers to believe, leave it out.");
        }
        if (jdks.areSeveral()) {
            narrator.says("Where what follows names no JDK, it is about JDK " + Collections.max(jdks.all()) + ".");
        }
    }

    // ---- its end ----

    Campaign campaign() {
        return campaign;
    }

    Possible possible() {
        return possible;
    }

    /** Whether the participant is being waited for. */
    boolean isWaiting() {
        return narrator.isWaiting();
    }

    /** The page has come to its end. @return the verdict of the run */
    Verdict completes() {
        complete = true;
        return verdict;
    }

    /** It has not, and what it has shown is not to be believed. */
    void failed() {
        verdict = Verdict.INVALID;
    }

    /** Ends the database and writes what is left to write; once only, whoever calls it first. */
    synchronized void close() {
        narrator.progressEnds();
        Facts stored = campaign.databaseFacts();
        campaign.closeDatabase();
        if (!run.isOpen()) {
            return;
        }
        if (complete) {
            narrator.closing(verdict, options.quick, run.folder().place().toString());
        } else {
            narrator.says("This run is incomplete. What was measured is in " + run.folder().place() + ".");
        }
        run.close(new RunRecord.Words(title, question, rule), verdict, complete, plans, judge, machine, stored);
    }

    /** What the lab is about and takes. */
    Outline outline(List<Cell> wanted) {
        var skipped = new ArrayList<Outline.Skipped>();
        possible.impossible(wanted).forEach((why, some) -> skipped.add(new Outline.Skipped(why,
                some.stream().map(one -> one.cell().label() + (jdks.areSeveral() ? ", JDK " + one.jdk() : ""))
                        .toList())));
        List<Limits.Need> needs = wanted.stream().map(cell -> cell.need(options.driver)).toList();
        return new Outline(name, number, title, question, rule, judge.questions(), judge.texts(),
                wanted.stream().mapToInt(cell -> possible.jdks(cell).size()).sum(),
                wanted.stream().map(Cell::shortName).toList(),
                Math.round(campaign.secondsOfAll()), skipped,
                new Outline.Needs(jdks.all(), campaign.stores(), most(needs, Limits.Need::files),
                        most(needs, Limits.Need::threads),
                        most(needs, Limits.Need::ports), most(needs, Limits.Need::memoryMb)));
    }

    private static long most(List<Limits.Need> needs, ToLongFunction<Limits.Need> of) {
        return needs.stream().mapToLong(of).max().orElse(0);
    }
}
