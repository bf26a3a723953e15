package kit.measure;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import kit.plan.BenchPlan;
import kit.plan.Burst;
import kit.plan.ClosedLoop;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.rule.Queueing;

/** The load of each block: how many users, and for how long, by the plan and by what earlier blocks tell. */
record BlockLoads(BenchPlan plan, History history) {

    /** For requests that are on their way when a block ends, and for what cannot be planned. */
    static final Duration GRACE = Duration.ofSeconds(15);
    private static final int PATIENCE = 4;
    /** A block of the warm-up is so many times shorter than one that counts; each user sends a request all the same. */
    private static final int SHORTER = 6;
    /**
     * Where requests keep the CPUs busy, what they need is measured in a block of the warm-up that is at least so long,
     * in s, and has so many requests, in all and of each user. The first one of a user is not like the others.
     */
    private static final double BUSY_SECONDS = 0.5;
    /** Beside a database: the kernel's work for it does not grow with the block. */
    private static final double BUSY_SECONDS_STORING = 1;
    private static final int BUSY_REQUESTS = 30;
    private static final int BUSY_USER_ROUNDS = 2;
    /** Users in line for these leave gaps. */
    private static final Set<String> LEAVE_GAPS = Set.of(Queueing.CPU, Queueing.CONNECTIONS);
    /** Fewer users than these leave gaps in any line. */
    private static final int FEW_USERS = 20;
    /** Users begin at random moments within this share of a request's time, so that they do not march in step. */
    private static final double SPREAD = 0.5;
    /** For so long the needs of a request are measured: hundreds of requests. */
    private static final Duration PILOT = Duration.ofSeconds(1);
    /** Share of the CPUs, and of the connections, that the users of a pilot keep busy at most. */
    private static final double PILOT_BUSY = 0.25;

    /** Long enough for each user to send some requests. */
    Load of(Wanted one, boolean warmup) {
        boolean isBusy = !(one.cell().load() instanceof ClosedLoop) || history.wasBusy(one);
        Duration length = warmup ? warmUpBlock(one) : isBusy ? plan.busyBlock() : plan.block();
        double least = length.toNanos() / 1e9;
        return switch (one.cell().load()) {
        case ClosedLoop loop when loop.isFromTheFirst() && !warmup -> loop;
        case ClosedLoop loop -> {
            int users = warmup ? enough(one, loop.users()) : loop.users();
            boolean waits = history.waits(one);
            double asked = warmup || loop.duration() == null ? 0 : loop.duration().toNanos() / 1e9;
            // Of users who wait any time tells, unless those who have waited for too long leave their line together.
            double rounds = warmup || waits && !one.cell().errors() ? 0
                    : (plan.userRounds() - (waits ? 0 : 0.5)) * users / history.throughput(one);
            // Users who began together have their answers together: a response time has those of all.
            double alone = warmup || !waits ? 0 : one.known().get().seconds();
            double seconds = DoubleStream.of(least, asked, rounds, alone).max().getAsDouble();
            // So many requests as were asked for, in whole rounds; else for some time.
            ClosedLoop block = loop.requests() > 0 && !warmup
                    ? ClosedLoop.of(loop.users(), Math.ceilDiv(loop.requests(), loop.users()) * loop.users())
                    : ClosedLoop.of(users, nanos(seconds));
            yield fromItsDemand(one, block.think(loop.think()));
        }
        case OpenLoop open -> new OpenLoop(open.rate(), length);
        case Load other -> other;
        };
    }

    /** With what is known of a request: when users set out, and for how long each is served. */
    private ClosedLoop fromItsDemand(Wanted one, ClosedLoop loop) {
        if (one.known().isEmpty()) {
            return loop;
        }
        double seconds = one.known().get().seconds();
        ClosedLoop spread = loop.spread(nanos(SPREAD * seconds));
        if (!history.waits(one)) {
            return spread;
        }
        // Where there is no line, a request is served for all of its response time.
        return spread.served(history.bound(one).equals(Queueing.USERS) ? one.cell().request().timeout()
                : nanos(seconds));
    }

    private Duration warmUpBlock(Wanted one) {
        Duration usual = plan.block().dividedBy(SHORTER);
        if (!history.wasBusy(one)) {
            return usual;
        }
        int ofUsers = one.cell().load() instanceof ClosedLoop loop ? BUSY_USER_ROUNDS * enough(one, loop.users()) : 0;
        boolean isStoring = one.cell().demand() != null && one.cell().demand().holdsConnections();
        double least = isStoring ? BUSY_SECONDS_STORING : BUSY_SECONDS;
        double seconds = Math.max(least, Math.max(BUSY_REQUESTS, ofUsers) / history.throughput(one));
        return Collections.max(List.of(usual, Collections.min(List.of(nanos(seconds), plan.busyBlock()))));
    }

    /**
     * As many users as keep busy what limits the throughput by the rule; twice as many of CPUs and connections, since
     * users in line for them leave gaps, and where few requests are enough. Further ones would only wait, and each has
     * to be answered before a block begins.
     */
    private int enough(Wanted one, int users) {
        if (one.known().isEmpty()) {
            return users;
        }
        double busy = history.byRule(one) * one.known().get().seconds();
        int times = busy < FEW_USERS || LEAVE_GAPS.contains(history.bound(one)) ? 2 : 1;
        return (int) Math.clamp(Math.ceil(times * busy), 1, users);
    }

    /** Of a pilot: so few users that they do not wait for each other; one where it is not known how long that takes. */
    Load pilot(Wanted one) {
        double seconds = one.cell().demand().seconds();
        Block warm = history.last(one).orElse(null);
        double users = Double.isNaN(seconds) || warm == null ? 1
                : seconds * Math.min(PILOT_BUSY * history.cpus() / warm.cpuDemandSeconds(),
                        PILOT_BUSY * warm.connections() / warm.connectionSeconds());
        int threads = one.cell().variant().concurrencyLimit();
        int all = one.cell().load().users();
        int most = Math.max(1, threads == 0 ? all : Math.min(threads, all));
        int few = Double.isNaN(users) ? 1 : (int) Math.clamp(users, 1, most);
        return ClosedLoop.of(few, PILOT).spread(nanos(Double.isNaN(seconds) ? 0 : SPREAD * seconds));
    }

    /** After which a block is taken to hang. */
    Duration limit(Load load, Wanted one) {
        Duration window = switch (load) {
        case ClosedLoop loop -> loop.expected(history.throughput(one)).plus(loop.spread().multipliedBy(2));
        case OpenLoop open -> open.duration();
        case Burst burst -> burst.ramp();
        default -> load.expected(History.UNKNOWN_RPS);
        };
        return window.multipliedBy(PATIENCE).plus(one.cell().request().timeout()).plus(GRACE);
    }

    static Duration nanos(double seconds) {
        return Duration.ofNanos(Math.round(1e9 * seconds));
    }
}
