package old.page;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import kit.base.LabException;
import kit.record.Verdict;
import kit.load.Engine;
import kit.load.Engines;
import kit.machine.Jdks;
import kit.machine.Limits;
import kit.machine.Machine;
import old.plan.Cell;
import kit.plan.Demand;
import kit.plan.Load;
import old.plan.Needs;
import kit.rule.RuleFigures;
import kit.plan.Published;
import kit.plan.Request;
import kit.plan.Stages;
import kit.plan.Variant;
import kit.service.BackendMode;
import kit.service.Database;
import kit.service.Facts;
import old.trust.Results;

/**
 * What a lab's page is written with: it tells, asks, orders measurements and judges, in the order in which the page
 * reads.
 *
 * <p>A page plans its cells ({@link #cell}) and makes its claims ({@link #expect}) before it measures ({@link
 * #measure}): a claim made afterwards would be a description, and is an error.
 */
public class Lab extends PageText {

    private final LabOptions options;
    private final Machine machine = new Machine();
    private final Plans plans;
    private final Sizes sizes;
    private final Selection selection;
    private final Possible possible;
    private final RunRecord run;
    private final Campaign campaign;
    private final Pilots pilots;
    private boolean hasBackends;
    /** Whether the page is gone through up to its first measurement without a word, to see what would be measured. */
    private final boolean rehearsing;

    Lab(PageStart opening) {
        super(opening.invocation().lab(), opening.options(), opening.narrator());
        this.options = opening.options();
        this.rehearsing = opening.isRehearsal();
        this.run = opening.run();
        this.plans = new Plans(opening.invocation().lab(), jdkChoice(), machine.cpus(), this::part);
        this.sizes = new Sizes(options);
        this.selection = new Selection(options, sizes);
        this.possible = new Possible(options, jdkChoice(), Limits.of(machine));
        this.campaign = new Campaign(opening.invocation().lab(), options, narrator(), machine, jdkChoice(), sizes,
                possible, new ForkPlan(options, jdkChoice(), judge()::compared), run, results());
        this.pilots = new Pilots(campaign, jdkChoice(), narrator(), possible, sizes);
        opening.piloted().ifPresent(pilots::only);
        opening.opened(this);
    }

    /**
     * Runs a page that is not a {@link Page} from its command line.
     *
     * @param name of the lab and of its folder under data/
     * @return the exit code: 0 confirmed or skipped, 1 surprise, 2 invalid or bad usage, 3 undecided
     */
    public static int run(String name, String[] args, Consumer<Lab> page) {
        return LabCommand.run(Invocation.ofLab(name, args), args, opening -> page.accept(new Lab(opening)));
    }

    /**
     * The same of a page that a person starts in another way.
     *
     * @param args what it is told in the options of labs
     */
    public static int run(Invocation invocation, List<String> args, Consumer<Lab> page) {
        return LabCommand.run(invocation, args.toArray(String[]::new), opening -> page.accept(new Lab(opening)));
    }

    /** Takes published figures from this file, which the lab carries with {@code //FILES}. */
    public void published(String file) {
        published(file, 1);
    }

    /** The same where everything takes so many times less time here than it took them; the figures are converted. */
    public void published(String file, double faster) {
        plans.published(Published.read(file, faster));
        judge().publishedBy(plans.published().source());
    }

    /** The published figure of the row that has these values in these columns. */
    public Published.Figure publishedFigure(Map<String, ?> columns) {
        return plans.published().figure(columns);
    }

    /** A warm-up of this length instead of the usual 3 s, unless {@code --warmup} says otherwise. */
    public void warmup(Duration usual) {
        sizes.usualWarmup(usual);
    }

    /**
     * The service is not this project's. A pilot needs one success for each user, and looks at connection pools.
     * @param pilot  shortest stage of pilots: the service may answer few requests within the usual time
     * @param around what a cell takes beside its load: starting the service, looking at it, reading its recording
     */
    public void foreign(Duration pilot, Duration around) {
        sizes.foreign(pilot, around);
        pilots.foreign();
    }

    /**
     * Compiles the services with C1 only, unless {@code --c2} says otherwise: where CPUs limit the throughput, and C2
     * would compile for a minute.
     */
    public void withoutC2() {
        sizes.withoutC2();
        if (!options.c2) {
            plans.flag(Jdks.C1_ONLY);
        }
    }

    /** From now on this engine drives all cells but pilots; a run has one, so no comparison mixes two. */
    public void drivenBy(Engine engine) {
        possible.drivenBy(engine);
    }

    /** Another load generator can send what this lab sends: {@code --engine} and {@code --export} name one. */
    public void engines(Engines known) {
        possible.engines(known);
    }

    /** Runs the cells on this JDK too, unless {@code --jdk} says otherwise. */
    public void alsoOnJdk(int feature) {
        jdkChoice().alsoOn(feature);
    }

    /** Feature versions of the JDKs that the cells run on, or would if they were installed; the oldest first. */
    public List<Integer> jdks() {
        return jdkChoice().all();
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

    /** The same; with {@code --all-cells} those of the second list. */
    public List<Integer> users(List<Integer> usual, List<Integer> all) {
        return sizes.users(usual, all);
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

    /** The same where the published experiment took so long. */
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

    /** The same with more stages where {@code --all-cells} asks for them. */
    public Stages stages(List<Integer> usual, List<Integer> all) {
        return stages(users(usual, all).toArray(Integer[]::new));
    }

    /**
     * Plans a measurement, with what the rule says of it.
     *
     * @param demand of one request
     */
    public Cell cell(Variant variant, Request request, Load load, Demand demand) {
        return plans.cell(variant, request, load, jdk -> demand).needs(Needs.NONE);
    }

    /**
     * Plans a measurement whose rule has the numbers of a pilot.
     *
     * @param needs of one request, see {@link #needs}
     */
    public Cell cell(Variant variant, Request request, Load load, Needs needs) {
        return plans.cell(variant, request, load, needs).needs(needs);
    }

    /**
     * Plans a measurement of requests that need something else on some JDKs than on others.
     *
     * @param demand of one request, by the feature version of the JDK
     */
    public Cell cell(Variant variant, Request request, Load load, IntFunction<Demand> demand) {
        return plans.cell(variant, request, load, demand);
    }

    /**
     * Cells that a default run leaves out to save time, with the questions and claims about them.
     *
     * @param plan of them; carried out only where {@code --all-cells} asks for them
     */
    public List<Cell> withAllCells(Supplier<List<Cell>> plan) {
        return sizes.withAllCells() ? plan.get() : List.of();
    }

    /** Plans a measurement with a prediction of the lab's own, or {@link RuleFigures#none()}. */
    public Cell cell(Variant variant, Request request, Load load, RuleFigures prediction) {
        return plans.cell(variant, request, load, prediction).needs(Needs.NONE);
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
     * The services of this lab store rows in a database, which lives as long as the lab. Each cell has an empty schema
     * of its own, whose rows are counted when the cell is over and compared with the requests that succeeded.
     *
     * @param how  to come by it, unless {@code --jdbc-url} names one
     * @param rows name of the table in which each POST request that succeeds leaves one
     */
    public void database(Database.Opening how, String rows) {
        campaign.stores(how, rows);
    }

    /** A size or a length of this lab's own: the authors' where the published experiment's size is asked for. */
    public <T> T unlessPublished(T usual, T published) {
        return options.published ? published : usual;
    }

    /** Whether the page is only gone through up to its first measurement, to see what would be measured. */
    public boolean isRehearsal() {
        return rehearsing;
    }

    /**
     * Measures what one request of a variant needs by a pilot, a cell before the guesses on every JDK of the run: S,
     * its response time where it is alone, and D, the CPU time that service, client and database need for it with
     * sixteen users for each CPU. (A CPU that sleeps between the steps of a request must be woken for each of them.)
     *
     * @param request its long waits are left out of it, and added to what is returned: see {@link Needs#with}
     * @param others  take the place of the variant where it is not measured in this run
     * @return nothing known, where no cell of theirs is measured whose rule has it, or the pilot failed
     */
    public Needs needs(Variant variant, Request request, Variant... others) {
        tellAbove();
        options.check(hasBackends, campaign.stores(), sizes, possible.engines() != null);
        Variant one = pilots.firstMeasured(variant, others);
        return pilots.needs(plans.pilot(one, request, sizes.pilot(machine.cpus())), !rehearsing);
    }

    /**
     * Measures these cells, each in every fork and on every JDK: variants in turn, and every other fork in reverse, so
     * that a drift of the machine hits all alike.
     *
     * @return what was measured of the run so far
     */
    public Results measure(Cell... cells) {
        return measure(List.of(cells));
    }

    /** The same of lists of cells, one after the other. */
    @SafeVarargs
    public final Results measure(Collection<Cell>... cells) {
        tellAbove();
        // Parts of a page may have a cell in common.
        List<Cell> ordered = Arrays.stream(cells).flatMap(Collection::stream).toList();
        List<Cell> wanted = selection.of(ordered).stream().distinct().toList();
        options.check(hasBackends, campaign.stores(), sizes, possible.engines() != null);
        if (rehearsing) {
            throw new LabCommand.Outlined(wanted);
        }
        guessesEnd();
        ordered.stream().distinct().filter(cell -> !wanted.contains(cell))
                .forEach(cell -> results().skip(cell, selection.leftOut()));
        campaign.measure(wanted);
        measured();
        return results();
    }

    /** Writes a further JSON file, of that name with its ending, into the run's folder. */
    public void file(String name, Map<String, ?> content) {
        run.folder().json(name, content);
    }

    Campaign campaign() {
        return campaign;
    }

    Possible possible() {
        return possible;
    }

    Pilots pilots() {
        return pilots;
    }

    /**
     * Ends the database and writes what is left to write. Only the first call does.
     *
     * @param complete whether the page came to its end
     */
    synchronized void close(boolean complete) {
        narrator().progressEnds();
        Facts stored = campaign.databaseFacts();
        campaign.closeDatabase();
        if (!run.isOpen()) {
            return;
        }
        String place = run.folder().place().toString();
        try {
            if (complete) {
                narrator().closing(about().answer(), about().headline(), judgesItself() ? null : verdict(),
                        options.quick, place, options.data);
            } else {
                narrator().says("This run is incomplete. What was measured is in " + place + ".");
            }
        } finally {
            run.close(about(), complete ? verdict() : Verdict.INVALID, complete, plans.published(), judge(), results(),
                    machine, stored);
        }
    }
}
