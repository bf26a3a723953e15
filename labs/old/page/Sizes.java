package old.page;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import kit.base.LabException;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Load;
import old.plan.Needs;
import kit.plan.OpenLoop;
import kit.plan.Stages;
import kit.plan.WarmUp;
import old.trust.Checks;

/** How large a run is: users, requests, stages and warm-up, by what a lab is used to and by what the options say. */
final class Sizes {

    /** Booting, shutting down and reading the recording: for the time that is left. */
    private static final Duration AROUND_A_CELL = Duration.ofSeconds(5);
    private static final Duration PILOT = Duration.ofSeconds(3);
    private static final Duration QUICK_PILOT = Duration.ofSeconds(1);
    private static final Duration QUICK_WARMUP = Duration.ofSeconds(1);
    private static final Duration OPEN_LOOP = Duration.ofSeconds(10);
    private static final Duration RISE = Duration.ofSeconds(2);
    private static final Duration STAGE = Duration.ofSeconds(4);
    private static final Duration QUICK_RISE = Duration.ofSeconds(1);
    private static final Duration QUICK_STAGE = Duration.ofSeconds(3);
    private static final Duration BY_ENGINE = Duration.ofSeconds(30);
    private static final Duration QUICK_BY_ENGINE = Duration.ofSeconds(3);
    private static final Duration PUBLISHED_RISE = Duration.ofSeconds(60);
    private static final Duration PUBLISHED_STAGE = Duration.ofSeconds(120);
    /** So many times as long a warm-up where C2 compiles, too. */
    private static final int C2_TAKES = 5;
    /** A smoke test is this much smaller. */
    private static final int QUICK = 5;

    private final LabOptions options;
    private Duration usualWarmup = Duration.ofSeconds(3);
    private Duration leastPilot = Duration.ZERO;
    private Duration aroundACell = AROUND_A_CELL;
    private boolean hasMore;
    private boolean withoutC2;

    Sizes(LabOptions options) {
        this.options = options;
    }

    void usualWarmup(Duration usual) {
        usualWarmup = usual;
    }

    List<Integer> users(Integer... usual) {
        return options.users != null ? options.users : List.of(usual);
    }

    /** The same where a default run leaves some out; the published size has all. */
    List<Integer> users(List<Integer> usual, List<Integer> all) {
        hasMore = true;
        return options.users != null ? options.users : options.allCells || options.published ? all : usual;
    }

    /** Whether cells are wanted that a default run leaves out. */
    boolean withAllCells() {
        hasMore = true;
        return options.allCells;
    }

    /** Whether the lab has cells that a default run leaves out. */
    boolean hasMore() {
        return hasMore;
    }

    /** The lab does without C2 by default. */
    void withoutC2() {
        withoutC2 = true;
    }

    boolean isWithoutC2() {
        return withoutC2;
    }

    int concurrency(int usual) {
        if (options.users != null && options.users.size() > 1) {
            throw new LabException(
                    "-c: this lab has one number of users, not " + options.users.size() + ": run it once for each");
        }
        return options.users != null ? options.users.getFirst() : usual;
    }

    Load load(int users, long usual, long published) {
        if (options.rate != null) {
            return new OpenLoop(options.rate, options.duration == null ? OPEN_LOOP : options.duration);
        }
        if (options.duration != null) {
            return ClosedLoop.of(users, options.duration);
        }
        if (options.engine != null) {
            return ClosedLoop.of(users, byEngine());
        }
        long size = options.requests != null ? options.requests
                : options.published ? published
                        : options.quick ? Math.min(usual, Math.max(2L * users, usual / QUICK)) : usual;
        // Whole rounds: what is left of a round would count the users who happen to come first.
        return ClosedLoop.of(users, (size + users - 1) / users * users);
    }

    Load load(int users, Duration usual) {
        return options.requests != null || options.duration != null || options.rate != null ? load(users, 0, 0)
                : ClosedLoop.of(users, options.quick ? usual.dividedBy(QUICK) : usual);
    }

    /** The last round of an engine's users may be cut, so there must be many. */
    private Duration byEngine() {
        return options.duration != null ? options.duration : options.quick ? QUICK_BY_ENGINE : BY_ENGINE;
    }

    /** See {@link Lab#foreign}. */
    void foreign(Duration pilot, Duration around) {
        leastPilot = pilot;
        aroundACell = around;
    }

    /** That of a pilot, whatever the options say of other loads: one user, then sixteen for each CPU. */
    Stages pilot(int cpus) {
        return Stages.of(Duration.ofSeconds(1),
                Collections.max(List.of(options.quick ? QUICK_PILOT : PILOT, leastPilot)),
                List.of(1, Needs.PILOT_USERS_PER_CPU * cpus));
    }

    Stages stages(Integer... usual) {
        if (options.requests != null || options.rate != null) {
            throw new LabException((options.rate != null ? "--rate" : "-n")
                    + ": here users become more from stage to stage, for a time: leave it "
                    + "out, or take --duration for the length of a stage");
        }
        if (options.engine != null && users(usual).size() == 1) {
            return Stages.atOnce(users(usual).getFirst(), byEngine());
        }
        Duration hold = options.duration != null ? options.duration
                : options.published ? PUBLISHED_STAGE : options.quick ? QUICK_STAGE : STAGE;
        try {
            return Stages.of(options.published ? PUBLISHED_RISE : options.quick ? QUICK_RISE : RISE, hold,
                    users(usual));
        } catch (IllegalArgumentException e) {
            throw new LabException("-c: " + e.getMessage(), e);
        }
    }

    /**
     * The warm-up of a cell. In a smoke test it is short, whatever the service does. Where the load leaves a backlog,
     * it has a fixed length: the backlog grows meanwhile, and is compared between cells.
     */
    WarmUp warmup(Cell cell) {
        return options.quick || !cell.backlog().isEmpty() ? WarmUp.fixed(leastWarmup(cell))
                : WarmUp.atLeast(leastWarmup(cell), Checks.WARM);
    }

    private Duration leastWarmup(Cell cell) {
        if (options.warmup != null) {
            return options.warmup;
        }
        Duration usual = (cell.warmup() == null ? usualWarmup : cell.warmup()).multipliedBy(options.c2 ? C2_TAKES : 1);
        // Who needs more than others, such as services in JVMs of their own, gets more of the little that there is,
        // too.
        return !options.quick || usual.compareTo(QUICK_WARMUP) < 0 ? usual
                : Collections.max(List.of(QUICK_WARMUP, usual.dividedBy(QUICK)));
    }

    /** How long one fork of a cell takes on one JDK, roughly. */
    double secondsOf(Cell cell, int jdk) {
        double warmUp = cell.load().warmUp(leastWarmup(cell).toMillis() / 1000.0, cell.prediction(jdk).rps());
        return warmUp + aroundACell.plus(cell.expected(jdk)).toMillis() / 1000.0;
    }
}
