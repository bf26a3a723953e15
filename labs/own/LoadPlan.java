package own;

import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.base.Numbers;
import kit.plan.BenchPlan;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.GeneratorMode;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Station;
import kit.service.PoolUse;

/** Which loads are measured, for how long, and in how many minutes. Times of the estimate are in seconds. */
final class LoadPlan {

    /** For tests: blocks are short, and there is one fork. */
    private static final String QUICK = "own.quick";
    /** In a block of the peak, so that the times of few requests a second are known. */
    private static final double REQUESTS_OF_PEAK = 40;
    private static final double LONGEST_PEAK = 15;
    private static final double LEAST_WARM_UP = 6;
    private static final double MOST_WARM_UP = 20;
    private static final int MOST_FORKS = 8;
    private static final int ROUNDS = 2;
    /** Requests that each user sends in a block at least. */
    private static final int USER_ROUNDS = 3;
    private static final Duration BLOCK = Duration.ofSeconds(2);
    private static final Duration QUICK_BLOCK = Duration.ofSeconds(1);
    /** Users of an external load generator are cut off in their last round, so there are many. */
    private static final double EXTERNAL_ROUNDS = 50;
    private static final long EXTERNAL_LEAST = 10;
    private static final long EXTERNAL_MOST = 60;
    private static final long EXTERNAL_QUICK = 3;
    /** Of the JVMs of a fork, and of reading their recordings. */
    private static final double AROUND_A_FORK = 6;
    /** Rises, and ends of requests. */
    private static final double AROUND_A_BLOCK = 0.8;
    /** Of looks at pools and thread dumps. */
    private static final double LOOKS = 3.5;
    /** The estimate is no better than this. */
    private static final double ROUGHLY = 1.05;
    private static final double PILOT_ROUNDS = 1.5;
    private static final int LONGEST_PILOT = 20;
    /** Users of a pilot for each CPU, beside one that is alone: they keep the CPUs busy, or at least warm the code. */
    static final int PILOT_USERS_PER_CPU = 8;
    /** Where CPUs are the bottleneck, users who wait longer than this show nothing more. */
    private static final double LONGEST_WAIT = 2;
    private static final int MINUTE = 60;

    private final Own options;
    private final Target target;
    private final double boot;
    private final double longest;

    /**
     * @param boot    time until the service is ready
     * @param longest response time of the requests, at most
     */
    LoadPlan(Own options, Target target, Duration boot, Duration longest) {
        this.options = options;
        this.target = target;
        this.boot = boot.toMillis() / 1000.0;
        this.longest = longest.toMillis() / 1000.0;
    }

    private static boolean isQuick() {
        return Boolean.getBoolean(QUICK);
    }

    private boolean isExternal() {
        return options.generator != null;
    }

    /**
     * To be called before the service is started, and when it is known how long it takes.
     *
     * @throws LabException where {@code --minutes} are too few for one fork
     */
    void checkMinutes() {
        double least = pilotSeconds() + forkSeconds(options.apart || target.isAlone() ? BenchPlan.Alive.ONE_VARIANT
                : BenchPlan.Alive.ALL);
        if (!isQuick() && least > ROUGHLY * MINUTE * options.minutes) {
            throw new LabException("--minutes " + Numbers.trim(options.minutes) + " is too short: a pilot and one fork "
                    + "of all variants take at least " + Math.round(Math.ceil(least / ROUGHLY / MINUTE))
                    + " min. Give more minutes");
        }
    }

    /**
     * The longest warm-up of a JVM. A service that takes long to start has much code, and the compilers need longer
     * for it.
     */
    Duration warmUp() {
        return options.warmup != null ? options.warmup
                : isQuick() ? Duration.ofSeconds(1)
                        : Duration.ofSeconds(Math.round(Math.clamp(1.5 * boot, LEAST_WARM_UP, MOST_WARM_UP)));
    }

    /** Length of a block of the pilot: each of its users is answered, even if the pool has one thread. */
    Duration pilotBlock() {
        double round = PILOT_USERS_PER_CPU
                * Math.max(1.0, (double) Runtime.getRuntime().availableProcessors() / target.pool());
        long seconds = (long) Math.ceil(PILOT_ROUNDS * round * longest);
        return Duration.ofSeconds(Math.clamp(seconds, isQuick() ? 1 : 2, LONGEST_PILOT));
    }

    private double pilotSeconds() {
        int variants = Math.min(2, target.variants());
        return AROUND_A_FORK + boot + variants * (2 * (pilotBlock().toSeconds() + longest) + LOOKS);
    }

    private double forkSeconds(BenchPlan.Alive alive) {
        int loads = (options.users.isEmpty() ? 2 : options.users.size()) + (options.rate == null ? 0 : 1);
        double block = isExternal() ? EXTERNAL_LEAST
                : ROUNDS * (Math.max(BLOCK.toSeconds(), USER_ROUNDS * longest) + longest + AROUND_A_BLOCK);
        int variants = target.jdks().size() * target.variants();
        int starts = alive == BenchPlan.Alive.ALL ? 1 : variants;
        return starts * (AROUND_A_FORK + boot) + variants * loads * (block + LOOKS);
    }

    /**
     * How it is measured.
     *
     * @param used  time that has passed, of {@code --minutes}
     * @param alive which JVMs are alive at the same time
     */
    BenchPlan bench(Duration used, BenchPlan.Alive alive) {
        double left = MINUTE * options.minutes - used.toMillis() / 1000.0 - forkSeconds(alive);
        return new BenchPlan(block(), peakBlock(), isQuick() ? 1 : USER_ROUNDS, rounds(),
                warmUp(), null, isQuick() ? 1 : MOST_FORKS, Duration.ofMillis(Math.round(1000 * Math.max(0, left))),
                target.jdks(), GeneratorMode.OWN_SCHEDULER, alive, isQuick(), System.nanoTime() & Integer.MAX_VALUE);
    }

    /** For the pilot, on the newest JDK. */
    BenchPlan pilotBench(BenchPlan.Alive alive) {
        return new BenchPlan(pilotBlock(), pilotBlock(), 1, 1, warmUp(), null, 1, Duration.ofHours(1),
                List.of(target.jdks().getLast()), GeneratorMode.OWN_SCHEDULER, alive, true, 1);
    }

    /** Recorded blocks of a cell in a fork. */
    int rounds() {
        return isExternal() || isQuick() ? 1 : ROUNDS;
    }

    private Duration block() {
        return isQuick() ? QUICK_BLOCK : BLOCK;
    }

    /** The least length of a block. */
    Duration block(Load load) {
        return load instanceof OpenLoop ? peakBlock() : block();
    }

    /** Of an open loop. Blocks in which CPUs are busy are as long at least. */
    private Duration peakBlock() {
        if (isExternal()) {
            return Duration.ofSeconds(isQuick() ? EXTERNAL_QUICK : EXTERNAL_LEAST);
        }
        double seconds = options.rate == null || isQuick() ? 0
                : Math.min(LONGEST_PEAK, REQUESTS_OF_PEAK / options.rate);
        return Duration.ofMillis(Math.max(block().toMillis(), Math.round(1000 * seconds)));
    }

    /** So many users. @param demand of one request on platform threads, by the pilot */
    ClosedLoop closed(int users, Demand demand, int cpus) {
        return ClosedLoop.of(users, isExternal() ? externalBlock(users, demand, cpus) : block());
    }

    private Duration externalBlock(int users, Demand demand, int cpus) {
        double round = Stream.of(demand.seconds(), users * demand.cpuSeconds() / cpus,
                users * demand.seconds() / target.pool()).mapToDouble(seconds -> seconds)
                .filter(seconds -> !Double.isNaN(seconds)).max().orElse(0);
        return Duration.ofSeconds(isQuick() ? EXTERNAL_QUICK
                : Math.clamp((long) Math.ceil(EXTERNAL_ROUNDS * round), EXTERNAL_LEAST, EXTERNAL_MOST));
    }

    /** The peak of production; null where it was not told. */
    OpenLoop peak() {
        return options.rate == null ? null : new OpenLoop(options.rate, peakBlock());
    }

    /**
     * Half the users whom the service can serve at a time, and twice as many or more: as many as there are threads,
     * unless CPUs are the bottleneck before.
     *
     * @param demand of one request on platform threads, by the pilot
     * @param cpus   of this machine
     * @return none where a command of the user sends a rate only
     */
    List<Integer> users(Demand demand, int cpus) {
        if (!options.users.isEmpty() || options.isRateTyped()) {
            return options.users;
        }
        if (!demand.isKnown()) {
            return List.of(Math.max(1, target.pool() / 2), 2 * target.pool());
        }
        double byCpu = demand.further().stream().filter(one -> one.name().startsWith(PoolUse.Kind.CPUS.words()))
                .mapToDouble(Station::limit).reduce(cpus / demand.cpuSeconds(), Math::min);
        double knee = Math.min(target.pool(), byCpu * demand.seconds());
        double peak = options.rate == null ? 0 : 1.5 * options.rate * demand.seconds();
        double most = Math.max(2 * knee, Math.min(Math.max(2 * target.pool(), peak), LONGEST_WAIT * byCpu));
        return List.copyOf(new TreeSet<>(Stream.of(knee / 2, most).map(LoadPlan::round).toList()));
    }

    /** To two significant digits: a number that is easy to read. */
    private static int round(double users) {
        double step = Math.max(1, Math.pow(10, Math.floor(Math.log10(users)) - 1));
        return (int) Math.clamp(Math.round(users / step) * step, 1, Arguments.MOST_USERS);
    }

    /** Threads for the greatest load: one for each user, and by Little's law those of the peak, twice for bursts. */
    int threads(int users, Demand demand) {
        double peak = options.rate == null || !demand.isKnown() ? 0 : 2 * options.rate * demand.seconds();
        return (int) Math.max(Math.max(users, target.pool()), Math.ceil(peak));
    }
}
