package kit.page;

import contract.Release;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import kit.base.LabException;
import kit.base.Numbers;
import kit.base.Verdict;
import kit.cell.AotCaches;
import kit.cell.Bench;
import kit.cell.Outcome;
import kit.machine.Jdks;
import kit.machine.Limits;
import kit.machine.Machine;
import kit.plan.Burst;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.DriverMode;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Prediction;
import kit.plan.Published;
import kit.plan.Queueing;
import kit.plan.Request;
import kit.plan.Stages;
import kit.plan.Stream;
import kit.plan.Variant;
import kit.report.CellReport;
import kit.report.CellSpec;
import kit.run.Provenance;
import kit.run.RunFolder;
import kit.service.BackendMode;
import kit.service.Database;
import kit.service.Facts;
import kit.trust.Cell;
import kit.trust.CellResult;
import kit.trust.Claim;
import picocli.CommandLine;

/**
 * What a lab's page is written with: it tells, asks, orders measurements and judges, in the order in which the page reads.
 *
 * <p>A page declares its cells ({@link #cell}) and its claims ({@link #expect}) before it measures ({@link #measure}): a claim
 * made afterwards would be a description.
 */
public final class Lab {

    /** Booting, shutting down and reading the recording, in seconds: for the time that is left. */
    private static final double AROUND_A_CELL = 5;
    private static final Duration QUICK_WARMUP = Duration.ofSeconds(1);
    private static final Duration QUICK_LOOK_AROUND = Duration.ofMillis(200);
    private static final Duration OPEN_LOOP = Duration.ofSeconds(10);
    private static final Duration RISE = Duration.ofSeconds(4);
    private static final Duration STAGE = Duration.ofSeconds(10);
    private static final Duration QUICK_RISE = Duration.ofSeconds(2);
    private static final Duration QUICK_STAGE = Duration.ofSeconds(4);
    private static final Duration PUBLISHED_RISE = Duration.ofSeconds(60);
    private static final Duration PUBLISHED_STAGE = Duration.ofSeconds(120);
    /** So many times the response time by the rule, at least, is waited for. */
    private static final int PATIENCE = 3;
    /** Exit code of a process that Ctrl-C has ended. */
    private static final int INTERRUPTED = 130;
    /** A smoke test is this much smaller. */
    private static final int QUICK = 5;

    private final String name;
    private final LabOptions options;
    private final List<String> arguments;
    private final Narrator narrator;
    private final Machine machine = new Machine();
    private final Bench bench;
    private final AotCaches aotCaches = new AotCaches(machine);
    private final Limits limits = Limits.of(machine);
    /** What was said before there was a folder to write it to. */
    private final List<String> earlyNotes = new ArrayList<>();
    private final List<Cell> cells = new ArrayList<>();
    private final JdkChoice jdks;
    private final Judge judge;
    private final OffsetDateTime started = OffsetDateTime.now();
    private RunFolder folder;
    private Published published = Published.nothing();
    private Duration usualWarmup = Duration.ofSeconds(3);
    private final Map<String, String> theirNames = new HashMap<>();
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
    private double secondsDone;
    private boolean hasBackends;
    private Database.Opening opening;
    private String table;
    private Database database;
    /** Whether the page is gone through up to its first measurement without a word, to see what would be measured. */
    private final boolean rehearsing;

    private final List<Calibration> calibrations = new ArrayList<>();

    /** A number that is measured once in each fork, and the property by which services are told it. */
    private record Calibration(String property, String about, LongSupplier measure) {
    }

    /** Somebody pressed Ctrl-C. */
    private static final class Interrupted extends RuntimeException {
        Interrupted() {
            super("interrupted", null, false, false);
        }
    }

    /** Told to give an outline, the page has come to its first measurement. */
    private static final class Outlined extends RuntimeException {
        private final transient List<Cell> wanted;

        Outlined(List<Cell> wanted) {
            super("outlined", null, false, false);
            this.wanted = wanted;
        }
    }

    private Lab(String name, LabOptions options, List<String> arguments, boolean rehearsing) {
        this.name = name;
        this.options = options;
        this.arguments = arguments;
        this.rehearsing = rehearsing;
        this.narrator = options.outline || rehearsing ? Narrator.silent() : new Narrator(System.out, this::note, Narrator.atTerminal());
        this.bench = new Bench(machine, options.quick ? Bench.Waits.USUAL.lookAround(QUICK_LOOK_AROUND) : Bench.Waits.USUAL);
        this.jdks = new JdkChoice(options.jdks);
        this.judge = new Judge(narrator, options, jdks);
    }

    /**
     * Runs a lab from its command line.
     *
     * @param name of the lab and of its folder under data/
     * @param page what the lab says and does
     * @return the exit code: 0 confirmed or skipped, 1 surprise, 2 invalid or bad usage
     */
    public static int run(String name, String[] args, Consumer<Lab> page) {
        quietLoggers();
        CommandLine line = LabOptions.commandLine(name);
        LabOptions options = line.getCommand();
        try {
            line.parseArgs(args);
            if (line.isUsageHelpRequested()) {
                line.usage(System.out);
                return 0;
            }
            if (line.isVersionHelpRequested()) {
                line.printVersionHelp(System.out);
                return 0;
            }
            options.validate();
        } catch (CommandLine.ParameterException e) {
            System.err.println(name + ": " + e.getMessage().lines().findFirst().orElse("") + ". See --help for what there is.");
            return Verdict.INVALID.exitCode();
        }
        var lab = new Lab(name, options, List.of(args), false);
        var over = new CountDownLatch(1);
        var hook = new Thread(() -> lab.interrupt(over));
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            lab.rehearse(page);
            page.accept(lab);
            lab.complete = true;
            return lab.verdict.exitCode();
        } catch (Interrupted e) {
            return INTERRUPTED;
        } catch (Outlined e) {
            System.out.println(lab.outline(e.wanted).json());
            return 0;
        } catch (RuntimeException | Error e) {
            if (lab.bench.isStopped()) {
                // Ctrl-C reaches what the lab has started too, and that what is gone then cannot be used is no news.
                return INTERRUPTED;
            }
            lab.fails(e);
            return Verdict.INVALID.exitCode();
        } finally {
            try {
                lab.bench.stop();
                lab.aotCaches.stop();
                lab.close();
            } catch (RuntimeException e) {
                lab.fails(e);
            } finally {
                over.countDown();
            }
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The JVM is shutting down already: that is what the hook is for.
            }
        }
    }

    /**
     * Goes through the page without a word first, so that an option which names nothing, or leaves nothing to measure, is refused before
     * the lesson is printed.
     */
    private void rehearse(Consumer<Lab> page) {
        if (options.outline || options.choosing().isEmpty()) {
            return;
        }
        var rehearsal = new Lab(name, options, arguments, true);
        try {
            page.accept(rehearsal);
        } catch (Outlined e) {
            var impossible = rehearsal.impossible(e.wanted);
            if (e.wanted.stream().allMatch(cell -> rehearsal.possible(cell).isEmpty())) {
                throw new LabException(options.choosing() + " leaves nothing to measure: " + impossible.keySet().iterator().next());
            }
        }
    }

    /** Says in one line what broke the lab off. */
    private void fails(Throwable e) {
        verdict = Verdict.INVALID;
        boolean ours = e instanceof LabException || e instanceof java.io.UncheckedIOException;
        System.err.println(name + ": " + (ours ? e.getMessage()
                : "an error in the lab itself (" + e + "): --verbose shows where. Please report it."));
        if (options.verbose) {
            e.printStackTrace();
        }
    }

    /** On Ctrl-C: ends the cells, whereupon the page breaks off and keeps what there is. */
    private void interrupt(CountDownLatch over) {
        bench.stop();
        aotCaches.stop();
        try {
            // The page may be waiting for an answer rather than for a cell; then nobody else closes the folder.
            if (narrator.isWaiting() || !over.await(10, TimeUnit.SECONDS)) {
                close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
     * @param file from the checkout's top, such as {@code apps/Demo.java}; the lab carries it with {@code //FILES source/...}
     */
    public void code(String file, String... texts) {
        if (!quoting) {
            quoting = true;
            narrator.heading(2, "The code");
        }
        narrator.code(file, Arrays.stream(texts).map(text -> SourceCode.paragraph(file, text)).collect(Collectors.joining("\n\n")));
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
        narrator.says(Numbers.format(text, Arrays.stream(values).map(v -> v instanceof Double d ? Numbers.trim(d) : v).toArray()));
    }

    /** A table of what was measured, where the one of all cells does not show it. Numbers have four significant digits. */
    public void shows(String text, List<String> header, List<List<Object>> rows) {
        if (verdict != Verdict.INVALID) {
            narrator.says(text);
            narrator.table(header, rows.stream().map(row -> row.stream().map(v -> v instanceof Double d ? Numbers.trim(d) : v.toString())
                    .toList()).toList());
        }
    }

    /** What to change next, and which claim breaks then. */
    public void tryIt(String text) {
        narrator.heading(2, "Try it");
        narrator.suggestions("Each of these is added to the command: `./jbang labs/" + name + ".java OPTION`, or in the workshop `./jbang workshop "
                + number + " -- OPTION`.", text);
    }

    // ---- what a page orders ----

    /** Takes published figures from this file, which the lab carries with {@code //FILES}. */
    public void published(String file) {
        published(file, 1);
    }

    /** The same where everything takes so many times less time here than it took them; the figures are converted. */
    public void published(String file, double faster) {
        published = Published.read(file, faster);
    }

    /** Which of the published figures is this cell's: the row of the file that has these values in these columns. */
    public void publishedAs(Cell cell, Map<String, ?> columns) {
        cell.published(published.figure(columns));
    }

    /** The same of one of its stages. */
    public void publishedAs(Cell cell, String stage, Map<String, ?> columns) {
        cell.published(stage, published.figure(columns));
    }

    /** What the authors of the published figures call this variant, where they gave the name to something else than this lab does. */
    public void publishedAs(Variant variant, String theirs) {
        theirNames.put(variant.name(), theirs);
    }

    /** A warm-up of this length instead of the usual 3 s, where requests need next to no CPU, unless {@code --warmup} says otherwise. */
    public void warmup(Duration usual) {
        usualWarmup = usual;
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
     * Measures a number at the beginning of each fork, while nothing else runs, and gives it to all Spring Boot services of
     * that fork, so that they all do the same.
     *
     * @param property by which the services know it
     * @param about    what it is, in words that follow the number
     */
    public void calibrate(String property, String about, LongSupplier measure) {
        calibrations.add(new Calibration(property, about, measure));
    }

    /** The numbers of concurrent users: these, or the ones of {@code -c}. */
    public List<Integer> users(Integer... usual) {
        return options.users != null ? options.users : List.of(usual);
    }

    /**
     * The number of concurrent users in a lab that has one: this, or that of {@code -c}.
     *
     * @throws LabException where {@code -c} names several
     */
    public int concurrency(int usual) {
        if (options.users != null && options.users.size() > 1) {
            throw new LabException("-c: this lab has one number of users, not " + options.users.size() + ": run it once for each");
        }
        return options.users != null ? options.users.getFirst() : usual;
    }

    /** Where the services run that this lab's service calls: in the cell's JVM, unless {@code --backends} says otherwise. */
    public BackendMode backends() {
        hasBackends = true;
        return options.backends == null ? BackendMode.IN_CELL : options.backends;
    }

    /**
     * The services of this lab store rows in a database. It is there before the first measurement and as long as the lab; each cell has
     * an empty schema of its own, whose rows are counted when the cell is over and held against the requests that succeeded.
     *
     * @param how  to come by it, unless {@code --jdbc-url} names one
     * @param rows name of the table in which each POST request that succeeds leaves one
     */
    public void database(Database.Opening how, String rows) {
        opening = how;
        table = rows;
    }

    /** What is true of the database, see {@link Database#facts()}; {@code unknown} before there is one. */
    public String database(String fact) {
        return database == null ? "unknown" : database.facts().values().getOrDefault(fact, "unknown");
    }

    /** Whether it is to be as long as the published experiment was. */
    public boolean isPublished() {
        return options.published;
    }

    /** Whether a smoke test is asked for. */
    public boolean isQuick() {
        return options.quick;
    }

    /** Whether the published experiment's own size is asked for. */
    public boolean asPublished() {
        return options.published;
    }

    /**
     * The load for so many users: a closed loop of {@code usual} requests, unless {@code -n}, {@code --duration} or
     * {@code --rate} say otherwise.
     */
    public Load load(int users, long usual) {
        return load(users, usual, usual);
    }

    /** The same where the published experiment ({@code --published}) had more requests than are usual here. */
    public Load load(int users, long usual, long published) {
        if (options.rate != null) {
            return new OpenLoop(options.rate, options.duration == null ? OPEN_LOOP : options.duration);
        }
        if (options.duration != null) {
            return ClosedLoop.of(users, options.duration);
        }
        long size = options.requests != null ? options.requests : options.published ? published
                : options.quick ? Math.min(usual, Math.max(2L * users, usual / QUICK)) : usual;
        // Whole rounds: what is left of a round would count the users who happen to come first.
        return ClosedLoop.of(users, (size + users - 1) / users * users);
    }

    /** A closed loop that ends with the first whole round of its users after this time, unless options say otherwise. */
    public Load load(int users, Duration usual) {
        return options.requests != null || options.duration != null || options.rate != null ? load(users, 0)
                : ClosedLoop.of(users, options.quick ? usual.dividedBy(QUICK) : usual);
    }

    /** The same where the published experiment took another time. */
    public Load load(int users, Duration usual, Duration published) {
        return load(users, options.published ? published : usual);
    }

    /**
     * Users who become more from stage to stage: a load whose stages are as long as is usual, unless {@code --duration} says how long
     * they stay.
     *
     * @throws LabException where an option makes no sense for it
     */
    public Stages stages(Integer... usual) {
        if (options.requests != null || options.rate != null) {
            throw new LabException((options.rate != null ? "--rate" : "-n") + ": here users become more from stage to stage, for a time: leave it "
                    + "out, or take --duration for the length of a stage");
        }
        Duration hold = options.duration != null ? options.duration : options.published ? PUBLISHED_STAGE : options.quick ? QUICK_STAGE : STAGE;
        try {
            return Stages.of(options.published ? PUBLISHED_RISE : options.quick ? QUICK_RISE : RISE, hold, users(usual));
        } catch (IllegalArgumentException e) {
            throw new LabException("-c: " + e.getMessage(), e);
        }
    }

    /**
     * Declares a measurement, and what the rule says of it.
     *
     * @param demand of one request
     * @return the same cell as before where it has been declared already, and was given no further name
     */
    public Cell cell(Variant variant, Request request, Load load, Demand demand) {
        if (load instanceof Stages stages) {
            Cell cell = declare(variant, request, load, jdk -> Prediction.none());
            stages.stages().stream().filter(stage -> cell.streams().stream().noneMatch(s -> s.name().equals(stage.name())))
                    .forEach(stage -> cell.with(stage, rule(variant, stage, demand)));
            return cell;
        }
        return cell(variant, request, load, rule(variant, load, demand));
    }

    /**
     * Declares a measurement of requests that are pinned on some JDKs and not on others.
     *
     * @param demand of one request, by the feature version of the JDK
     */
    public Cell cell(Variant variant, Request request, Load load, IntFunction<Demand> demand) {
        Demand now = demand.apply(Jdks.current());
        return declare(variant, request, load, jdk -> rule(variant, load, demand.apply(jdk)))
                .between(new Cell.PinnedOrNot(rule(variant, load, now.pinned(true)).rps(), rule(variant, load, now.pinned(false)).rps()));
    }

    /** Declares a measurement with a prediction of the lab's own, or {@link Prediction#none()}. */
    public Cell cell(Variant variant, Request request, Load load, Prediction prediction) {
        return declare(variant, request, load, jdk -> prediction);
    }

    private Cell declare(Variant variant, Request request, Load load, IntFunction<Prediction> prediction) {
        // A figure that was published for users within a ramp is one of a burst.
        boolean isBurst = load instanceof Burst burst && !burst.looksAtMemory();
        int users = isBurst == published.isOfBursts() && !(load instanceof Stages) ? load.users() : 0;
        var stream = new Stream("", patient(request, variant, prediction), spread(variant, load, prediction));
        return declare(new Cell(variant, List.of(stream), prediction,
                published.figure(name, theirName(variant), request.path(), users)));
    }

    /** The same request, not given up before the rule says that it is answered; not all of them wait equally long. */
    private Request patient(Request request, Variant variant, IntFunction<Prediction> prediction) {
        double longest = jdks.of(variant).stream().map(prediction::apply).mapToDouble(Prediction::meanMs)
                .filter(Double::isFinite).max().orElse(0);
        Duration wait = Duration.ofMillis(Math.round(PATIENCE * longest));
        return wait.compareTo(request.timeout()) > 0 ? request.timeout(wait) : request;
    }

    /**
     * The same load by users who set out one by one within the time for which a request is served, where they would not fall in step
     * again. Not within the time that it takes in all: at a pool that is too small they would find nobody before them, and the line
     * would still be growing when the measurement begins.
     */
    private Load spread(Variant variant, Load load, IntFunction<Prediction> prediction) {
        List<Prediction> all = jdks.of(variant).stream().map(prediction::apply).toList();
        // The convoys of Queueing.convoy: whoever is not yet in step is counted in one round and missing in the next.
        boolean inStep = !variant.shared() && all.stream().anyMatch(p -> p.bound().equals("cpu"));
        if (!(load instanceof ClosedLoop loop) || inStep || !all.stream().allMatch(Prediction::exists)) {
            return load;
        }
        return loop.spread(Duration.ofMillis(Math.round(all.stream().mapToDouble(Prediction::servedMs).min().orElse(0))));
    }

    private Prediction rule(Variant variant, Load load, Demand demand) {
        int carriers = variant.cpus() == 0 ? machine.cpus() : variant.cpus();
        // More carriers than CPUs can hold more requests, but not work more.
        int servers = demand.isPinned() ? carriers : Math.min(machine.cpus(), carriers);
        double think = load instanceof ClosedLoop loop ? loop.think().toNanos() / 1e9 : 0;
        return switch (load) {
            case Stages stages -> Prediction.none();
            case ClosedLoop loop when !variant.shared() -> Queueing.convoy(loop.users(), think, demand, variant.slots(), servers);
            case Stages.Stage stage when !variant.shared() -> Queueing.convoy(stage.users(), think, demand, variant.slots(), servers);
            case ClosedLoop loop -> Queueing.closed(loop.users(), think, demand, variant.slots(), servers);
            case Stages.Stage stage -> Queueing.closed(stage.users(), think, demand, variant.slots(), servers);
            // Arrivals are regular, and a demand without spread makes service regular too.
            case OpenLoop loop -> Queueing.open(loop.rate(), demand, variant.slots(), servers, 0, 0);
            case Burst burst -> Queueing.burst(burst.users(), burst.rampSeconds(), demand, variant.slots());
        };
    }

    /** A name that means something else to them is no name of ours. */
    private String theirName(Variant variant) {
        return theirNames.getOrDefault(variant.name(), theirNames.containsValue(variant.name()) ? "" : variant.name());
    }

    private Cell declare(Cell cell) {
        for (Cell known : cells) {
            if (known.shortName().equals(cell.shortName()) && known.streams().equals(cell.streams())) {
                return known;
            }
        }
        cells.add(cell);
        return cell;
    }

    /**
     * Asks the participant for a number before it is measured; not where it is about other JDKs than those of the run. Never
     * blocks without a terminal and {@code --step}.
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

    /** Measures these cells, each in every fork and on every JDK, variants in turn so that a drift of the machine hits all alike. */
    public void measure(Cell... ordered) {
        checkVariants();
        checkCells();
        if (options.backends != null && !hasBackends) {
            throw new LabException("--backends: the service of this lab calls no other: leave it out");
        }
        if (options.jdbcUrl != null && opening == null) {
            throw new LabException("--jdbc-url: the service of this lab stores nothing: leave it out");
        }
        var wanted = Arrays.stream(ordered).distinct().filter(this::isWanted).toList();
        if (options.outline || rehearsing) {
            throw new Outlined(wanted);
        }
        noteGuesses();
        openDatabase();
        goOn();
        open();
        if (wanted.stream().map(Cell::shortName).distinct().count() < wanted.size()) {
            throw new IllegalStateException("two cells have the same name: tell them apart with as(...)");
        }
        Arrays.stream(ordered).filter(c -> !isWanted(c)).forEach(c -> c.skip(options.variants.isEmpty() ? "left out by --cells" : "left out by --variant"));
        if (options.driver == DriverMode.SHARED && wanted.stream().anyMatch(c -> c.driver(options.driver) != options.driver)) {
            narrator.detail("--driver shared is left aside where a lab needs the client in a JVM of its own: see driver in summary.csv");
        }
        showRule(wanted);
        skipImpossible(wanted);
        if (options.step) {
            narrator.waits();
        }
        narrator.progressBegins(name, secondsOfAll());
        int count = options.forks * wanted.stream().mapToInt(c -> possible(c).size()).sum();
        int number = 0;
        for (int fork = 1; fork <= options.forks; fork++) {
            Map<String, Long> calibrated = calibrate(fork);
            for (int jdk : jdks.all()) {
                for (Cell cell : wanted) {
                    int on = cell.variant().jdk() == 0 ? jdk : cell.variant().jdk();
                    // A variant that needs a certain JDK is measured once, not once for each of the others.
                    if ((cell.variant().jdk() == 0 || jdk == jdks.all().getFirst()) && missing(cell, on) == null) {
                        measure(cell, calibrated, fork, on, ++number, count);
                    }
                }
            }
        }
        narrator.progressEnds();
    }

    /** What the rule says of each cell on this machine, and why. */
    private void showRule(List<Cell> wanted) {
        var rows = new ArrayList<List<String>>();
        for (Cell cell : wanted) {
            for (int jdk : possible(cell)) {
                for (Stream stream : cell.streams()) {
                    Prediction says = cell.prediction(jdk, stream.name());
                    if (says.exists()) {
                        String what = stream.load() instanceof Stages.Stage stage ? cell.variant().name() + ", " + stage.label()
                                : cell.label() + (stream.name().isEmpty() ? "" : ", " + stream.name());
                        rows.add(List.of(what + (jdks.areSeveral() ? ", JDK " + jdk : ""), Numbers.fixed(says.rps(), 1),
                                Numbers.fixed(says.meanMs(), 0),
                                says.boundInWords(stream.load())));
                    }
                }
            }
        }
        if (!rows.isEmpty()) {
            narrator.heading(2, "The rule on this machine");
            narrator.table(List.of("cell", "requests/s", "mean ms", "held by"), rows);
        }
    }

    /** Says what cannot be measured here before anybody waits for it. */
    private void skipImpossible(List<Cell> wanted) {
        impossible(wanted).forEach((reason, some) -> {
            for (OnJdk one : some) {
                one.cell.skip(reason);
                folder.write(one.cell, one.jdk);
            }
            narrator.verdict(Verdict.SKIPPED, (some.size() == 1 ? "a cell" : some.size() + " cells") + " (" + some.getFirst().cell.label()
                    + (some.size() == 1 ? "" : " and others") + "): " + reason);
        });
    }

    /** A cell on one of the JDKs of the run. */
    private record OnJdk(Cell cell, int jdk) {
    }

    /** What this machine cannot measure, by the reason. */
    private Map<String, List<OnJdk>> impossible(List<Cell> wanted) {
        var impossible = new LinkedHashMap<String, List<OnJdk>>();
        for (Cell cell : wanted) {
            for (int jdk : jdks.of(cell.variant())) {
                String missing = missing(cell, jdk);
                if (missing != null) {
                    impossible.computeIfAbsent(missing, reason -> new ArrayList<>()).add(new OnJdk(cell, jdk));
                }
            }
        }
        return impossible;
    }

    private Outline outline(List<Cell> wanted) {
        var skipped = new ArrayList<Outline.Skipped>();
        impossible(wanted).forEach((why, some) -> skipped.add(new Outline.Skipped(why,
                some.stream().map(one -> one.cell.label() + (jdks.areSeveral() ? ", JDK " + one.jdk : "")).toList())));
        List<Limits.Need> needs = wanted.stream().map(cell -> cell.need(options.driver)).toList();
        return new Outline(name, number, title, question, rule, judge.questions(), judge.texts(),
                wanted.stream().mapToInt(cell -> possible(cell).size()).sum(), wanted.stream().map(Cell::shortName).toList(),
                Math.round(secondsOfAll()), skipped,
                new Outline.Needs(jdks.all(), opening != null, most(needs, Limits.Need::files), most(needs, Limits.Need::threads),
                        most(needs, Limits.Need::ports), most(needs, Limits.Need::memoryMb)));
    }

    private static long most(List<Limits.Need> needs, ToLongFunction<Limits.Need> of) {
        return needs.stream().mapToLong(of).max().orElse(0);
    }

    /** Why this machine cannot measure a cell on a JDK, and what would help; null where it can. */
    private String missing(Cell cell, int jdk) {
        String missing = jdks.missing(cell.variant(), jdk);
        return missing != null ? missing : limits.missing(cell.need(options.driver));
    }

    /** The JDKs on which it can. */
    private List<Integer> possible(Cell cell) {
        return jdks.of(cell.variant()).stream().filter(jdk -> missing(cell, jdk) == null).toList();
    }

    private Map<String, Long> calibrate(int fork) {
        var values = new LinkedHashMap<String, Long>();
        for (Calibration calibration : calibrations) {
            long value = calibration.measure().getAsLong();
            values.put(calibration.property(), value);
            narrator.detail(Numbers.format("calibrated%s: %,d %s", options.forks > 1 ? " for fork " + fork : "", value, calibration.about()));
        }
        return values;
    }

    private boolean isWanted(Cell cell) {
        return (options.variants.isEmpty() || options.variants.contains(cell.variant().name()))
                && (options.cells.isEmpty() || options.cells.stream().anyMatch(cell::isCalled));
    }

    private void checkCells() {
        for (String asked : options.cells) {
            if (cells.stream().noneMatch(cell -> cell.isCalled(asked))) {
                throw new LabException("--cells: there is no cell '" + asked + "': this lab has "
                        + cells.stream().map(Cell::shortName).collect(Collectors.joining(", ")));
            }
        }
        if (cells.stream().noneMatch(this::isWanted)) {
            throw new LabException("--cells: none of these cells is of a variant that --variant names: leave one of the two out");
        }
    }

    private void checkVariants() {
        List<String> names = cells.stream().map(c -> c.variant().name()).distinct().toList();
        for (String asked : options.variants) {
            if (!names.contains(asked)) {
                throw new LabException("unknown variant '" + asked + "': this lab has " + String.join(", ", names));
            }
        }
    }

    /** Unless Ctrl-C was pressed. */
    private void goOn() {
        if (bench.isStopped()) {
            throw new Interrupted();
        }
    }

    private void measure(Cell cell, Map<String, Long> calibrated, int fork, int jdk, int number, int count) {
        goOn();
        String id = cell.shortName() + (jdks.areSeveral() ? "-jdk" + jdk : "") + "-f" + fork;
        String what = "[" + number + "/" + count + "] " + cell.label() + (jdks.areSeveral() ? ", JDK " + jdk : "")
                + (options.forks > 1 ? ", fork " + fork : "");
        Variant variant = cell.variant().inCell(jdk, calibrated);
        if (options.aot) {
            variant = aotCaches.starting(variant, jdk, jdks.home(jdk).orElseThrow(), (other, training, load) -> train(other, training, load, cell, jdk));
        }
        Database.Schema schema = database == null ? null : schema(id);
        var outcome = new Outcome(new CellSpec(id, schema == null ? variant : variant.settings(schema.properties()), cell.streams(), warmup(cell),
                cell.driver(options.driver), folder.file(id, ".jfr").toAbsolutePath().toString()), fork, jdk);
        double before = secondsDone;
        double length = secondsOf(cell, jdk);
        double all = secondsOfAll();
        narrator.progress(what, before, all - before, true);
        var inCell = new double[] {0};
        var drains = new AtomicBoolean();
        bench.run(outcome, jdks.home(jdk).orElseThrow(), cell.expected(jdk), folder.file(id, ".log"), database, report -> {
            if (report instanceof CellReport.LoadSecond && inCell[0] < length) {
                inCell[0]++;
                narrator.progress(what, before + inCell[0], all - before - inCell[0], false);
            } else if (report instanceof CellReport.VitalsSecond second && second.draining() && second.gauges().lag() > 0) {
                // That takes as long as it takes.
                narrator.progress(Numbers.format("%s: the load is over, and %,.0f rows are still to be stored", what, second.gauges().lag()),
                        before + inCell[0], all - before - inCell[0], !drains.getAndSet(true));
            }
        });
        secondsDone = before + length;
        if (schema != null) {
            count(outcome, schema);
        }
        var results = outcome.streams.values().stream().map(s -> new CellResult(cell, outcome, s, machine.cpus())).toList();
        results.forEach(cell::add);
        folder.write(outcome, results);
        goOn();
        if (outcome.failure != null) {
            narrator.verdict(Verdict.INVALID, id + ": " + results.getFirst().why());
            if (options.verbose && outcome.trace != null) {
                System.err.println(outcome.trace);
            }
        }
    }

    /** A small cell whose JVM makes an AOT cache. It is not measured, and leaves no file. */
    private void train(Bench other, Variant variant, Load load, Cell cell, int jdk) {
        String id = cell.shortName() + "-aot";
        narrator.detail("making an AOT cache for " + variant.name() + ", which takes some seconds");
        Database.Schema schema = database == null ? null : schema(id);
        var outcome = new Outcome(new CellSpec(id, schema == null ? variant : variant.settings(schema.properties()),
                List.of(new Stream("", cell.streams().getFirst().request(), load)), Duration.ofMillis(200), DriverMode.OWN_SCHEDULER,
                folder.file(id, ".jfr").toAbsolutePath().toString()), 0, jdk);
        other.run(outcome, jdks.home(jdk).orElseThrow(), Duration.ofSeconds(10), folder.file(id, ".log"), database, report -> { });
        if (schema != null) {
            schema.close();
        }
        for (String ending : List.of(".jfr", ".log")) {
            folder.file(id, ending).toFile().delete();
        }
    }

    private synchronized void openDatabase() {
        if (opening != null && database == null) {
            database = opening.open(options.jdbcUrl);
        }
    }

    /** One for a cell; where the server was ended in the cell before, it may have to be started again. */
    private Database.Schema schema(String id) {
        try {
            return database.schema(id);
        } catch (LabException e) {
            goOn();
            throw e;
        }
    }

    /** Counts what a cell has stored, now that nobody stores any more. */
    private void count(Outcome outcome, Database.Schema schema) {
        try {
            outcome.tableRows = schema.rows(table);
        } catch (LabException e) {
            // Where it never began there may be no table.
            outcome.uncounted = outcome.began == null ? null : e.getMessage();
        }
        try {
            schema.close();
        } catch (LabException e) {
            // Said at once, for the run may end here; what was counted stands.
            outcome.undropped = e.getMessage();
            narrator.says(outcome.spec.name() + ": " + e.getMessage());
        }
    }

    private Duration warmup(Cell cell) {
        if (options.warmup != null) {
            return options.warmup;
        }
        Duration usual = cell.warmup() == null ? usualWarmup : cell.warmup();
        // Who needs more than others, such as services in JVMs of their own, gets more of the little that there is, too.
        return !options.quick || usual.compareTo(QUICK_WARMUP) < 0 ? usual : Collections.max(List.of(QUICK_WARMUP, usual.dividedBy(QUICK)));
    }

    /** How long one fork of a cell takes on one JDK, roughly. */
    private double secondsOf(Cell cell, int jdk) {
        double warmUp = cell.load().warmUp(warmup(cell).toMillis() / 1000.0, cell.prediction(jdk).rps());
        return AROUND_A_CELL + warmUp + cell.expected(jdk).toMillis() / 1000.0;
    }

    private double secondsOfAll() {
        return options.forks * cells.stream().filter(this::isWanted).mapToDouble(c -> possible(c).stream()
                .mapToDouble(jdk -> secondsOf(c, jdk)).sum()).sum();
    }

    /** Shows published, predicted and measured side by side, then the verdict on every claim. */
    public void concludes() {
        verdict = judge.concludes(cells.stream().flatMap(c -> c.allResults().stream()).toList());
        if (options.quick) {
            narrator.says("This was --quick, a smoke test. For numbers to believe, leave it out.");
        }
        if (jdks.areSeveral()) {
            narrator.says("Where what follows names no JDK, it is about JDK " + Collections.max(jdks.all()) + ".");
        }
    }

    // ---- the run's folder ----

    private synchronized void open() {
        if (folder == null) {
            folder = new RunFolder(options.data, name, LocalDateTime.now());
            earlyNotes.forEach(folder::note);
        }
    }

    private synchronized void note(String text) {
        if (folder == null) {
            earlyNotes.add(text);
        } else {
            folder.note(text);
        }
    }

    private synchronized void close() {
        narrator.progressEnds();
        Facts stored = database == null ? null : database.facts();
        if (database != null) {
            database.close();
            database = null;
        }
        if (folder == null) {
            return;
        }
        if (complete) {
            narrator.closing(verdict, options.quick, folder.place().toString());
        } else {
            narrator.says("This run is incomplete. What was measured is in " + folder.place() + ".");
        }
        var json = new LinkedHashMap<String, Object>();
        json.put("format", Release.FORMAT);
        json.put("lab_version", Release.VERSION);
        json.put("started", started.toString());
        json.put("ended", OffsetDateTime.now().toString());
        json.put("complete", complete);
        json.put("verdict", complete ? verdict : Verdict.INVALID);
        json.put("title", title);
        json.put("question", question);
        json.put("rule", rule);
        json.put("published_faster", published.faster());
        json.put("claims", judge.claims());
        json.put("predictions", judge.predictions());
        json.put("cells", cells.stream().flatMap(c -> c.results().stream()).collect(Collectors.toMap(CellResult::name,
                r -> Map.of("asked", r.variant().asked().values(), "found", r.outcome().found().values()), (a, b) -> a, LinkedHashMap::new)));
        json.put("findings", cells.stream().flatMap(c -> c.allResults().stream()).collect(Collectors.toMap(CellResult::name,
                CellResult::codeNames, (a, b) -> a, LinkedHashMap::new)));
        json.put("machine", machine.description());
        json.put("database", stored == null ? null : stored.values());
        json.put("jdk", Runtime.version() + " " + System.getProperty("java.vendor"));
        json.put("versions", Provenance.versions());
        json.put("git", Provenance.revision());
        json.put("command", LabOptions.discreet(("jbang labs/" + name + ".java " + String.join(" ", arguments)).strip()));
        json.put("options", options.values());
        folder.close(json);
    }

    /** The kit's libraries log to nobody: what a person should know, the kit says. */
    public static void quietLoggers() {
        if (org.slf4j.LoggerFactory.getILoggerFactory() instanceof ch.qos.logback.classic.LoggerContext context) {
            context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(ch.qos.logback.classic.Level.OFF);
        }
    }
}
