package kit.page;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.plan.Cell;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.GeneratorMode;
import kit.plan.LabPlan;
import kit.plan.Load;
import kit.plan.Measurable;
import kit.plan.OpenLoop;
import kit.plan.Published;
import kit.plan.Quantity;
import kit.plan.Quantity.Figure;
import kit.plan.Request;
import kit.plan.ServiceUnderTest;
import kit.plan.Variant;
import kit.service.Database;
import kit.service.ProcessService;

/**
 * What a page is written with. A lab's source is its page: prose in comments that begin with three slashes, and between
 * them fields and initialisers that declare what is measured, asked and claimed. They start nothing and take a moment.
 * What stands in braces in the prose is one of {@link Values}.
 *
 * <pre>
 * /// # 1 cpu-light: What limits the throughput of requests that only wait?
 * class CpuLight extends Page {
 *     int many = users(100);
 *
 *     /// {many} users send requests without a pause.
 *     Variant platform = onPlatformThreads(Demo.class, 50);
 *     Variant virtual = onVirtualThreads(Demo.class);
 *     Comparison crowd = compare("many users").users(many).send(get("/demo/cpu-light"), waiting(ms(400)))
 *             .to(platform, virtual);
 *     {
 *         claim(crowd.throughput(virtual, platform)).asTheRuleSays(percent(5));
 *     }
 *
 *     /// ## The answer
 *     /// Virtual threads had {crowd.throughput(virtual, platform)} times the throughput of platform threads.
 *
 *     CpuLight(Options options) {
 *         super(options);
 *     }
 * }
 * </pre>
 */
public abstract class Page {

    private final Options options;
    private final Draft draft;

    protected Page(Options options) {
        this.options = options;
        this.draft = new Draft();
    }

    /**
     * Runs a lab from its command line, and ends the JVM: exit code 0 confirmed or skipped, 1 surprise, 2 invalid or
     * bad usage, 3 undecided.
     *
     * @param lab  its name, which its source and its folder under data/ have, too
     * @param page its constructor
     */
    public static void run(String lab, Function<Options, ? extends Page> page, String... words) {
        System.exit(LabRun.run(lab, page, words));
    }

    /** All that the page declares. */
    public final LabPlan plan() {
        return notebook().plan();
    }

    /** The page with its prose. @throws LabException where something in it makes no sense, with its line */
    final Notebook notebook() {
        return Notebook.of(this, options, draft);
    }

    // ---- sizes ----

    /** A number of users, which {@code -c} changes: the first one of the page by its first number, and so on. */
    protected final int users(int usual) {
        return options.users(draft.numbersOfUsers++, usual);
    }

    /** Where the published experiment had another number. */
    protected final int users(int usual, int published) {
        return users(unlessPublished(usual, published));
    }

    /** The first value, or the second one with {@code --published}. */
    protected final <T> T unlessPublished(T usual, T published) {
        return options.published() ? published : usual;
    }

    /** A number of requests, which {@code -n} changes. */
    protected final long requests(long usual) {
        return options.requests(usual);
    }

    /** CPUs of this machine. */
    protected final int cpus() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** The JDKs of the run, in words such as {@code 21, 25}. */
    protected final String jdks() {
        return options.jdks(draft.bench.jdks()).stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /**
     * The oldest JDK of the run that is older than this one. Where the run has none, the one before it: texts with its
     * figures are left out.
     */
    protected final int jdkBefore(int jdk) {
        return options.jdks(draft.bench.jdks()).stream().filter(one -> one < jdk).findFirst().orElse(jdk - 1);
    }

    /** The newest JDK of the run from this one on. Where the run has none, this one: see {@link #jdkBefore}. */
    protected final int jdkSince(int jdk) {
        return Math.max(options.jdks(draft.bench.jdks()).getLast(), jdk);
    }

    /** Users who each send the next request when the last one was answered; other options change this load. */
    protected final Load closed(int users) {
        return options.load(users, draft.bench.block());
    }

    /** Users who send requests for so long at least in each block, also in a short run. */
    protected final Load closed(int users, Duration length) {
        return options.lasting(users, length);
    }

    /** So many requests by users who each send the next one when the last one was answered. */
    protected final Load closed(int users, long requests) {
        return options.test(users, requests);
    }

    /** So many requests a second, whether or not the service keeps up. */
    protected static Load rate(double perSecond) {
        return new OpenLoop(perSecond, Duration.ofMinutes(10));
    }

    protected static Duration ms(long milliseconds) {
        return Duration.ofMillis(milliseconds);
    }

    protected static Duration seconds(long seconds) {
        return Duration.ofSeconds(seconds);
    }

    protected static Duration minutes(long minutes) {
        return Duration.ofMinutes(minutes);
    }

    /** As a share. */
    protected static double percent(double number) {
        return number / 100;
    }

    // ---- variants and requests ----

    /** An application that is measured, to be given what all its variants have in common. */
    protected static ServiceUnderTest service(Class<?> application) {
        return ServiceUnderTest.of(application);
    }

    /** Tomcat with a pool of so many platform threads; its name is {@code platform}. */
    protected static Variant onPlatformThreads(Class<?> application, int threads) {
        return Variant.platform("platform", application, threads);
    }

    /** Tomcat with a virtual thread for each request; its name is {@code virtual}. */
    protected static Variant onVirtualThreads(Class<?> application) {
        return Variant.virtual("virtual", application);
    }

    /**
     * Node.js with one thread, in a process of its own; its name is {@code node}. It is skipped where there is none.
     *
     * @param script which the lab carries with {@code //FILES}, such as {@code /apps/demo.js}
     */
    protected static Variant onNodeJs(String script, String... words) {
        return Variant.process("node", "Node.js", new ProcessService("node", script, List.of(words),
                "install Node.js 16 or later (https://nodejs.org, or your package manager's nodejs)"), 1);
    }

    /** A GET request. */
    protected static Request get(String path) {
        return Request.get(path);
    }

    /** A POST request with a JSON body. */
    protected static Request post(String path, String json) {
        return Request.post(path, json);
    }

    /** What a request needs that begins with a wait. */
    protected static Demand waiting(Duration time) {
        return Demand.waiting(time);
    }

    /** A request whose needs are measured in the warm-up: its time, CPU time and time of its database connection. */
    protected static Demand measured() {
        return Demand.measured();
    }

    /**
     * A request that is answered at once, and leaves a row to be stored later.
     *
     * @param what  name of what there is a limited number of, such as connections
     * @param count how many there are
     * @param time  for which a row holds one
     */
    protected static Demand storedLater(String what, int count, Duration time) {
        return Demand.storedLater(what, count, time);
    }

    // ---- what the service tells ----

    /**
     * A count that the service tells of itself, divided by another one: calls for each request that failed. See {@link
     * Measurable.Told}.
     */
    protected static Measurable.Told told(String count, String per) {
        return Measurable.Told.of(count, per);
    }

    /** A fact that is read back from the service and is a number. */
    protected static Measurable.Fact fact(String name) {
        return new Measurable.Fact(name, name);
    }

    // ---- what is measured ----

    /** A comparison without cells yet; the value that its field has in the end counts. */
    protected final Comparison compare(String name) {
        return Comparison.of(name, new Comparison.Usual(this::closed, this::published));
    }

    private Published.Figure published(Cell cell) {
        return draft.published.figure(options.lab(), cell);
    }

    /**
     * The services store rows in a database: each variant has a schema of its own. The lab counts the rows; each that
     * was confirmed must be there.
     *
     * @param opening how the lab comes by one, such as {@code Postgres::open}; {@code --jdbc-url} names another one
     * @param table   that has a row for each request that changes something
     */
    protected final void database(Database.Opening opening, String table) {
        draft.storage = new LabPlan.Storage(opening, options.jdbcUrl(), table);
    }

    /** A number that is measured at the beginning of each fork, and that all services are told as this property. */
    protected final void calibrate(String property, String about, LongSupplier measure) {
        draft.calibration = new LabPlan.Calibration(property, about, measure);
    }

    /**
     * The services run on this JDK, too, beside the one that runs the lab: say it first. All their JVMs are alive at
     * the same time. Where there is no such JDK, its half is skipped; {@code --jdk} chooses others.
     */
    protected final void alsoOnJdk(int jdk) {
        draft.bench = draft.bench.alsoOn(jdk);
    }

    /** For so long at most, cells are warmed up further that are not warm after two rounds. */
    protected final void warmUpAtMost(Duration time) {
        draft.bench = draft.bench.warmup(time);
    }

    /**
     * Each JVM is sent many of these requests before its warm-up. They need next to no time. So the framework is
     * compiled, which takes minutes where the CPUs serve few requests a second.
     */
    protected final void primedBy(Request request) {
        draft.bench = draft.bench.primedBy(request);
    }

    /** The load generator has a JVM of its own, apart from the service, unless {@code --generator} says otherwise. */
    protected final void loadGeneratorInAJvmOfItsOwn() {
        draft.bench = draft.bench.generator(GeneratorMode.OWN_JVM);
    }

    /** Each cell has a JVM of its own, one after the other, where it must not find what another has left behind. */
    protected final void eachInAJvmOfItsOwn() {
        draft.bench = draft.bench.eachApart();
    }

    /** How often each cell is measured within a fork. */
    protected final void rounds(int number) {
        draft.bench = draft.bench.rounds(number);
    }

    /** How long a block takes at least. Say it before compare. */
    protected final void blocks(Duration least) {
        draft.bench = draft.bench.block(least);
    }

    /** So many requests each user of a closed loop sends in a block at least: fewer where a request takes seconds. */
    protected final void requestsOfAUser(int least) {
        draft.bench = draft.bench.userRounds(least);
    }

    /** After this time no further fork begins. */
    protected final void measureAtMost(Duration time) {
        draft.bench = draft.bench.limit(time);
    }

    // ---- what is asked and claimed ----

    /** Asks the participant for a number before it is measured. */
    protected final Draft.Asked ask(String question, Quantity quantity) {
        return draft.add(new Draft.Asked(question, quantity));
    }

    /** Claims something of a quantity, or the same of several; say what behind it. */
    protected final Draft.Claimed claim(Quantity... quantities) {
        return draft.add(new Draft.Claimed(List.of(quantities)));
    }

    /** Claims something of each cell's throughput beside its rule. */
    protected final Draft.Claimed claim(Comparison... comparisons) {
        return draft.add(new Draft.Claimed(
                Arrays.stream(comparisons).flatMap(one -> one.ofRule().stream()).map(Quantity.class::cast).toList()));
    }

    // ---- what is shown ----

    /** Takes published figures from this file, which the lab carries with {@code //FILES}: say it before compare. */
    protected final void published(String file) {
        published(file, 1);
    }

    /** Where everything takes so many times less time here than it took them; the figures are converted. */
    protected final void published(String file, double faster) {
        draft.published = Published.read(getClass(), file, faster);
    }

    /**
     * Quotes the lines of code that matter: the paragraphs in which these texts occur.
     *
     * @param file which the lab carries with {@code //FILES source/...}, such as {@code apps/Demo.java}
     */
    protected final void code(String file, String... texts) {
        draft.code.add(new Passage.Code(file, String.join("\n\n",
                Arrays.stream(texts).map(text -> SourceCode.paragraph(getClass(), file, text)).toList())));
    }

    /** The rule of the page is about these: it is shown with its numbers on this machine. */
    protected final void rule(Comparison... comparisons) {
        draft.ruled.addAll(List.of(comparisons));
    }

    /** The picture that shows the answer: the throughput of each of their cells. @param title with the unit */
    protected final void bars(String title, Comparison... comparisons) {
        bars(title, Arrays.stream(comparisons).flatMap(one -> one.cells().stream())
                .map(cell -> new Figure(cell, kit.plan.Metric.THROUGHPUT)).distinct().toArray(Figure[]::new));
    }

    /** With these figures; one without a JDK has a bar for each JDK of the run. */
    protected final void bars(String title, Figure... figures) {
        draft.barsTitle = title;
        draft.bars = Stream.of(figures).toList();
    }

    /** A table with a row for each cell of these; say its columns behind it. */
    protected final Draft.Tabled table(Comparison... comparisons) {
        return draft.add(new Draft.Tabled(List.of(comparisons)));
    }
}
