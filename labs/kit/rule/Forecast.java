package kit.rule;

import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.Station;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the {@link Model} of a service says. It has throughput and mean of the formulas of {@link Queueing} where
 * these are exact, and percentiles besides. Where requests fall in step, it tells what the formulas leave out.
 *
 * <p>Symbols as in {@link Queueing}.
 */
public final class Forecast {

    private static final long SEED = 20;
    /**
     * Rounds, in each of which every user sends a request: some until the users have found their rhythm, and some that
     * count; fewer where the users are many, so that there are about so many requests in all.
     */
    private static final int WARM_ROUNDS = 10;
    private static final int ROUNDS = 40;
    private static final int REQUESTS = 20_000;

    /** A test of more requests has so many rounds that those which begin together are a small part of them. */
    private static final int MOST_ALONE = 20_000;

    /**
     * More users than a machine has ports for one address are not simulated: they cannot be measured, and that is
     * said in their place.
     */
    private static final int MOST_USERS = 65_536;

    /** Where CPU work leaves less than this share of a burst's throughput, CPUs are what it waits for. */
    private static final double BY_CPU = 0.95;
    /** Where CPUs are busy for a larger share of the time, requests queue for them. */
    private static final double CPU_BUSY = 0.5;
    /** Of something that allows so many times the throughput, one is always free. */
    private static final double PLENTY = 2;

    /** What a closed loop depends on. */
    private record Asked(int users, double think, Demand demand, int concurrencyLimit, int cpus, boolean timeSliced) {}

    /** A lab asks for the same users of one demand for its cells, for its stages and for its curves. */
    private static final Map<Asked, RuleFigures> CLOSED = new ConcurrentHashMap<>();

    private final Model model = new Model(SEED);
    private final Demand demand;
    private final int concurrencyLimit;
    private final int cpus;
    private final boolean timeSliced;

    private Forecast(Demand demand, int concurrencyLimit, int cpus, boolean timeSliced) {
        this.demand = demand;
        this.concurrencyLimit = concurrencyLimit;
        this.cpus = cpus;
        this.timeSliced = timeSliced;
    }

    /**
     * A closed loop. On CPUs that take turns it is {@link Queueing#closed}. Carriers of virtual threads, or the thread
     * of an event loop, take the request that became ready first and keep it until it waits. A short step at the
     * end (write the answer) then queues behind the long steps of other requests. So all users have their answers
     * when the last long step of a round is over, begin the next round together, and wait together, while the CPUs are
     * idle: X = N / (max(S, N D / k + L) + Z), L the wait that a request begins with. It is more where a request needs
     * CPU time beside that step, as for HTTP: it is used while the others wait. Convoys at a lock are described by
     * Blasgen et al., "The Convoy Phenomenon", ACM SIGOPS Operating Systems Review 13(2), 1979.
     *
     * @param think      Z in s
     * @param timeSliced whether the CPUs take turns among all requests that are ready
     */
    public static RuleFigures closed(int users, double think, Demand demand, int concurrencyLimit, int cpus,
            boolean timeSliced) {
        return CLOSED.computeIfAbsent(new Asked(users, think, demand, concurrencyLimit, cpus, timeSliced),
                Forecast::closed);
    }

    /**
     * n requests as {@code ab} sends them: the first alone, then the others by all users, who set out together when it
     * is answered. Where they need no CPU, they come in rounds of as many as are served at a time: {@link
     * Queueing#firstAlone}.
     *
     * @param demand of one request, which waits, and needs CPU in short pieces at most
     * @return none where the load is not ended by a number of requests
     */
    public static RuleFigures firstAlone(ClosedLoop loop, Demand demand, int concurrencyLimit, int cpus) {
        RuleFigures bounds = Queueing.firstAlone(loop, demand, concurrencyLimit, cpus);
        int others = (int) Math.min(Integer.MAX_VALUE, loop.requests() - 1);
        if (!bounds.exists() || !demand.inPieces() || others < 1 || others > MOST_ALONE) {
            return bounds;
        }
        var forecast = new Forecast(demand, concurrencyLimit, cpus, true);
        Simulated seen = forecast.model.closed(loop.users(), Time.NONE, 0, forecast.steps(), 0, others);
        double first = demand.seconds();
        return new RuleFigures(loop.requests() / (first + others / seen.throughput()),
                (1000 * first + others * seen.meanMs()) / loop.requests(), Double.NaN, bounds.bound(),
                bounds.stations(), Double.NaN, Double.NaN);
    }

    private static RuleFigures closed(Asked asked) {
        int users = asked.users;
        Demand demand = asked.demand;
        RuleFigures bounds = Queueing.closed(users, asked.think, demand, asked.concurrencyLimit, asked.cpus);
        boolean isInStep = !asked.timeSliced && !demand.inPieces() && demand.cpuSeconds() > 0 && !demand.isPinned();
        if (!isInStep && !demand.inPieces() && bounds.bound().equals(Queueing.CPU) || !canModel(demand, bounds)
                || users > MOST_USERS) {
            return bounds;
        }
        // Users who fall in step begin together; the others begin one by one, as the load generator has them.
        double spread = isInStep ? 0 : Math.min(demand.seconds(), bounds.servedMs() / 1000);
        Simulated seen = new Forecast(demand, asked.concurrencyLimit, asked.cpus, asked.timeSliced)
                .closed(users, asked.think, spread);
        boolean isSlower = isInStep && seen.throughput() < 0.99 * bounds.rps();
        boolean byOrder = isInStep || !bounds.bound().equals(Queueing.USERS) || areCpusBusy(bounds);
        return new RuleFigures(seen.throughput(), seen.meanMs(), Double.NaN, isSlower ? Queueing.CPU : bounds.bound(),
                bounds.stations(), percentile(seen, 0.5, byOrder), percentile(seen, 0.99, byOrder));
    }

    private static boolean areCpusBusy(RuleFigures bounds) {
        return bounds.stations().stream().anyMatch(station -> station.name().equals(Queueing.CPU)
                && bounds.rps() > CPU_BUSY * station.limit());
    }

    /**
     * Where users queue all the time, the order of the queue decides how long each waits, and real queues have another
     * order than the model's. A thread of Tomcat takes the next request of its connection at once if it is there
     * already; a connection goes to the request that asks at the moment; carriers have several queues; CPUs have the
     * operating system's.
     */
    private static double percentile(Simulated seen, double p, boolean byOrder) {
        return byOrder ? Double.NaN : seen.percentileMs(p);
    }

    /**
     * What a request holds beside its thread, it holds for all of its time, not more than one at a time; or there is so
     * much of it that no request waits for it.
     */
    private static boolean canModel(Demand demand, RuleFigures bounds) {
        return demand.further().stream().allMatch(station -> isHeldThroughout(station, demand)
                || station.limit() > PLENTY * bounds.rps());
    }

    private static boolean isHeldThroughout(Station station, Demand demand) {
        return station.demandSeconds() == demand.seconds();
    }

    /**
     * A burst: N users, due one after the other within the ramp T, one request each. It is the queue G/G/m, first come,
     * first served (Kiefer and Wolfowitz, "On the Theory of Queues with Many Servers", Transactions of the American
     * Mathematical Society 78, 1955). Where the pool is full, wave j (from 0) waits j (S - m T / N) for it. Throughput
     * is N over the time until the last request is over.
     *
     * @param users  N
     * @param ramp   T in s
     * @param demand of one request, which waits, and needs CPU in short pieces at most
     * @param concurrencyLimit  m, or 0 where nothing limits how many requests are served at a time
     * @param cpus   k
     * @return none where the users are more than can be simulated in well under a second
     */
    public static RuleFigures burst(int users, double ramp, Demand demand, int concurrencyLimit, int cpus) {
        if (demand.cpuSeconds() > 0 && !demand.inPieces() || demand.isPinned()) {
            throw new IllegalArgumentException(
                    "there is no rule here for a burst of requests that compute in one piece: " + demand);
        }
        if (users > MOST_USERS) {
            return RuleFigures.none();
        }
        Simulated waits = run(users, ramp, demand.waitingOnly(), concurrencyLimit, cpus);
        boolean waited = waits.seconds()[users - 1] > demand.seconds() * (1 + 1e-9);
        String byWaiting = waited ? "pool" : Queueing.USERS;
        Simulated seen = !demand.inPieces() ? waits : run(users, ramp, demand, concurrencyLimit, cpus);
        boolean byCpu = seen.throughput() < BY_CPU * waits.throughput();
        return new RuleFigures(seen.throughput(), seen.meanMs(), seen.sdMs(), byCpu ? Queueing.CPU : byWaiting,
                Queueing.stations(demand, concurrencyLimit, cpus), percentile(seen, 0.5, byCpu),
                percentile(seen, 0.99, byCpu));
    }

    private static Simulated run(int users, double ramp, Demand demand, int concurrencyLimit, int cpus) {
        var forecast = new Forecast(demand, concurrencyLimit, cpus, true);
        return forecast.model.burst(users, ramp, forecast.steps());
    }

    private Simulated closed(int users, double think, double spread) {
        int warm = Math.clamp(REQUESTS / 2 / users, 1, WARM_ROUNDS);
        int counted = Math.clamp(REQUESTS / users, 2, ROUNDS);
        return model.closed(users, Time.fixed(think), spread, steps(), warm * users, counted * users);
    }

    private List<Step> steps() {
        var steps = new ArrayList<Step>();
        var held = new ArrayList<Pool>();
        if (concurrencyLimit > 0) {
            held.add(model.pool(concurrencyLimit));
        }
        demand.further().stream().filter(station -> isHeldThroughout(station, demand))
                .forEach(station -> held.add(model.pool((int) station.servers())));
        held.forEach(pool -> steps.add(pool.take()));
        steps.addAll(served());
        held.reversed().forEach(pool -> steps.add(pool.giveBack()));
        return steps;
    }

    private List<Step> served() {
        Time wait = Time.uniform(demand.waitSeconds(), demand.varies());
        if (demand.isPinned()) {
            return List.of(model.carriers(model.cpus(cpus), cpus)
                    .pinned(Time.fixed(demand.seconds())));
        }
        if (demand.cpuSeconds() == 0) {
            return List.of(model.waiting(wait));
        }
        SharedCpus shared = model.cpus(cpus);
        if (demand.inPieces()) {
            // Half of it before the wait and half after. At CPUs that take turns only the mean of the work counts
            // (Baskett et al., "Open, Closed, and Mixed Networks of Queues", Journal of the ACM 22(2), 1975).
            Time half = Time.exponential(demand.cpuSeconds() / 2);
            return List.of(shared.compute(half), model.waiting(wait), shared.compute(half));
        }
        Time lead = Time.uniform(demand.leadSeconds(), demand.varies());
        Time rest = Time.uniform(demand.waitSeconds() - demand.leadSeconds(), demand.varies());
        if (timeSliced) {
            return List.of(model.waiting(lead), shared.compute(Time.fixed(demand.cpuSeconds())), model.waiting(rest));
        }
        // A new request comes from the server's poller, in a line of its own: carriers take from both in turn, so it
        // hardly waits. A thread whose wait is over stands in the line of the timer, behind all that were ready before.
        // What it needs beside the piece is for its request and its answer: the poller and the client do the one half,
        // the thread the other, before it is done.
        Carriers on = model.carriers(shared, cpus);
        Time half = Time.fixed((demand.cpuSeconds() - demand.pieceSeconds()) / 2);
        return List.of(shared.compute(half), model.waiting(lead), on.run(Time.fixed(demand.pieceSeconds())),
                model.waiting(rest), on.run(half));
    }
}
