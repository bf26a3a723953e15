package old.own;

import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.base.Numbers;
import kit.plan.Demand;
import old.plan.Needs;
import kit.plan.OpenLoop;
import kit.plan.Station;
import kit.plan.Stages;
import kit.service.PoolUse;

/** Which loads are measured, for how long, and in how many forks. Times of the estimate are in seconds. */
final class LoadPlan {

    private static final double LEAST_WARM_UP = 6;
    private static final double MOST_WARM_UP = 20;

    private static final int MOST_FORKS = 3;
    private static final Duration RISE = Duration.ofSeconds(2);
    private static final Duration QUICK_RISE = Duration.ofSeconds(1);
    private static final long HOLD = 5;
    private static final long MOST_HOLD = 12;
    private static final long QUICK_HOLD = 2;
    private static final long BY_ENGINE = 10;
    private static final long MOST_BY_ENGINE = 60;
    private static final long QUICK_BY_ENGINE = 3;
    private static final double ROUNDS_BY_ENGINE = 50;
    private static final Duration OPEN = Duration.ofSeconds(10);
    private static final Duration QUICK_OPEN = Duration.ofSeconds(3);
    /** Of the cell's JVM, of looks at pools and thread dumps, and of reading its recording. */
    private static final double AROUND_A_CELL = 8;
    /** The estimate is no better than this. */
    private static final double ROUGHLY = 1.05;
    private static final double PILOT_ROUNDS = 1.5;
    private static final int LONGEST_PILOT = 20;
    private static final int LONGEST_QUICK_PILOT = 2;
    /** Where CPUs are the bottleneck, users who wait longer than this show nothing more. */
    private static final double LONGEST_WAIT = 2;
    /** A measurement has this many rounds of its users, if it may last so long. */
    private static final int ROUNDS = 4;

    private final Own options;
    private final Target target;
    private final double boot;
    private final double longest;

    /**
     * @param boot    time until the service is ready
     * @param longest response time of the requests, at most
     */
    LoadPlan(Own options, Target target, Duration boot, Duration longest) {
        this.longest = longest.toMillis() / 1000.0;
        this.options = options;
        this.target = target;
        this.boot = boot.toMillis() / 1000.0;
    }

    /**
     * Before the service is started, so that {@code --minutes} are refused that are too few even for a service that is
     * ready and answers at once.
     *
     * @throws LabException where they are
     */
    static void checkMinutes(Own options, Target target) {
        new LoadPlan(options, target, Duration.ZERO, Duration.ZERO).forks();
    }

    /**
     * For the warm-up of a cell; it may last twice as long. A service that takes long to start has much code, and the
     * compilers need longer for it.
     */
    Duration warmUp() {
        return options.warmup != null ? options.warmup
                : Duration.ofSeconds(Math.round(Math.clamp(1.5 * boot, LEAST_WARM_UP, MOST_WARM_UP)));
    }

    /**
     * Forks that fit into {@code --minutes}, unless {@code --forks} says otherwise.
     *
     * @throws LabException where not even one fits
     */
    int forks() {
        if (options.quick) {
            return 1;
        }
        if (options.forks != null) {
            return options.forks;
        }
        double left = ROUGHLY * 60 * options.minutes - pilotSeconds();
        int fit = (int) Math.min(MOST_FORKS, left / fork());
        if (fit < 1) {
            throw new LabException("--minutes " + Numbers.trim(options.minutes)
                    + " is too short: one fork of all variants takes at least "
                    + Math.round(Math.ceil((pilotSeconds() + fork()) / ROUGHLY / 60))
                    + " min, and intervals need two. Give more minutes, "
                    + "or --quick for a smoke test");
        }
        return fit;
    }

    /**
     * How long each stage of a pilot is at least: each of its {@value Needs#PILOT_USERS_PER_CPU} users for each CPU is
     * answered once, even if requests need a CPU for all of their time, or the pool has one thread.
     */
    Duration pilots() {
        double round = Needs.PILOT_USERS_PER_CPU
                * Math.max(1.0, (double) Runtime.getRuntime().availableProcessors() / target.pool());
        long seconds = (long) Math.ceil(PILOT_ROUNDS * round * longest);
        return Duration.ofSeconds(Math.clamp(seconds, 1, options.quick ? LONGEST_QUICK_PILOT : LONGEST_PILOT));
    }

    /** What a cell takes beside its load, and half of a warm-up more than the shortest one. */
    Duration aroundACell() {
        return Duration.ofMillis(Math.round(1000 * (boot + AROUND_A_CELL) + warmUp().toMillis() / 2.0));
    }

    /** @param load of a cell, in s, without its warm-up */
    private double cell(double load) {
        return aroundACell().plus(warmUp()).toMillis() / 1000.0 + load;
    }

    private double pilotSeconds() {
        double stages = 2 * (1 + Math.max(HOLD, pilots().toSeconds()));
        return target.jdks().size() * target.piloted() * cell(stages);
    }

    private double fork() {
        int stages = options.users.isEmpty() ? 2 : options.users.size();
        double closed = hasEngine() ? stages * cell(BY_ENGINE) : cell(stages * (RISE.toSeconds() + HOLD));
        double open = options.rate == null ? 0 : cell(OPEN.toSeconds());
        return target.jdks().size() * target.variants() * (closed + open);
    }

    /**
     * Users who become more from stage to stage. Where an engine drives, each stage is a load of its own.
     *
     * @param demand of one request on platform threads, by the pilot
     * @param cpus   of this machine
     */
    Stages stages(Demand demand, int cpus) {
        List<Integer> users = options.users.isEmpty() ? users(demand, cpus) : options.users;
        double round = Math.max(demand.seconds(), Math.max(users.getLast() / (cpus / demand.cpuSeconds()),
                users.getLast() * demand.seconds() / target.pool()));
        double known = Double.isNaN(round) ? 0 : round;
        long hold = hasEngine() ? heldByEngine(known, users.size())
                : options.quick ? QUICK_HOLD
                        : Math.clamp((long) Math.ceil(ROUNDS * known), HOLD, longestHold(users.size()));
        return Stages.of(options.quick ? QUICK_RISE : RISE, Duration.ofSeconds(hold), users);
    }

    /** The longest time for each of so many stages with which all forks still fit into {@code --minutes}. */
    private long longestHold(int stages) {
        return Math.clamp((long) ((closedSeconds() - cell(0)) / stages - RISE.toSeconds()), HOLD, MOST_HOLD);
    }

    /**
     * For all users of one variant in one fork, where all forks are to fit into {@code --minutes}; no limit where
     * {@code --forks} says how many there are.
     */
    private double closedSeconds() {
        if (options.forks != null) {
            return Double.POSITIVE_INFINITY;
        }
        double each = (ROUGHLY * 60 * options.minutes - pilotSeconds()) / forks() / target.jdks().size()
                / target.variants();
        return each - (options.rate == null ? 0 : cell(OPEN.toSeconds()));
    }

    /** Engines cut the last round of their users, so there must be many. Each stage is a cell. */
    private long heldByEngine(double round, int stages) {
        if (options.quick) {
            return QUICK_BY_ENGINE;
        }
        long longest = Math.clamp((long) (closedSeconds() / stages - cell(0)), BY_ENGINE, MOST_BY_ENGINE);
        return Math.clamp((long) Math.ceil(ROUNDS_BY_ENGINE * round), BY_ENGINE, longest);
    }

    private boolean hasEngine() {
        return options.engine != null || options.loadCommand != null;
    }

    /**
     * Half the users whom the service can serve at a time, and twice as many or more: as many as there are threads,
     * unless CPUs are the bottleneck before.
     */
    private List<Integer> users(Demand demand, int cpus) {
        if (!demand.isKnown()) {
            return List.of(Math.max(1, target.pool() / 2), 2 * target.pool());
        }
        double byCpu = demand.further().stream().filter(one -> one.name().startsWith(PoolUse.Kind.CPUS.words()))
                .mapToDouble(Station::limit).reduce(cpus / demand.cpuSeconds(), Math::min);
        double knee = Math.min(target.pool(), byCpu * demand.seconds());
        double peak = options.rate == null ? 0 : 1.5 * options.rate * demand.seconds();
        double most = Math.max(2 * knee, Math.min(Math.max(2 * target.pool(), peak), LONGEST_WAIT * byCpu));
        var users = new TreeSet<>(Stream.of(knee / 2, most).map(LoadPlan::round).toList());
        return List.copyOf(users);
    }

    /** To two significant digits: a number that is easy to read. */
    private static int round(double users) {
        double step = Math.max(1, Math.pow(10, Math.floor(Math.log10(users)) - 1));
        return (int) Math.max(1, Math.round(users / step) * step);
    }

    /** The peak of production; null where it was not told. */
    OpenLoop peak() {
        return options.rate == null ? null : new OpenLoop(options.rate, options.quick ? QUICK_OPEN : OPEN);
    }

    /** Threads for the greatest load: one for each user, and by Little's law those of the peak, twice for bursts. */
    int threads(Stages stages, Demand demand) {
        double peak = options.rate == null || !demand.isKnown() ? 0 : 2 * options.rate * demand.seconds();
        return (int) Math.max(Math.max(stages.users(), target.pool()), Math.ceil(peak));
    }
}
