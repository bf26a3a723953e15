package kit.plan;

import java.util.ArrayList;
import java.util.List;
import kit.model.Carriers;
import kit.model.Model;
import kit.model.Pool;
import kit.model.SharedCpus;
import kit.model.Simulated;
import kit.model.Step;
import kit.model.Time;

/**
 * What the {@link Model} of a service predicts. It has throughput and mean of the formulas of {@link Queueing} where
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
     * idle: X = N / (max(S, N D / k + L) + Z), L the wait that a request begins with. Convoys at a lock are described
     * by Blasgen et al., "The Convoy Phenomenon", ACM SIGOPS Operating Systems Review 13(2), 1979.
     *
     * @param think      Z in s
     * @param timeSliced whether the CPUs take turns among all requests that are ready
     */
    public static Prediction closed(int users, double think, Demand demand, int concurrencyLimit, int cpus,
            boolean timeSliced) {
        Prediction bounds = Queueing.closed(users, think, demand, concurrencyLimit, cpus);
        boolean isInStep = !timeSliced && demand.cpuSeconds() > 0 && !demand.isPinned();
        if (!isInStep && bounds.bound().equals(Queueing.CPU) || !canModel(demand)) {
            return bounds;
        }
        // Users who fall in step begin together; the others begin one by one, as the load generator has them.
        double spread = isInStep ? 0 : Math.min(demand.seconds(), bounds.servedMs() / 1000);
        Simulated seen = new Forecast(demand, concurrencyLimit, cpus, timeSliced).closed(users, think, spread);
        boolean isSlower = seen.throughput() < 0.99 * bounds.rps();
        return new Prediction(seen.throughput(), seen.meanMs(), Double.NaN, isSlower ? Queueing.CPU : bounds.bound(),
                bounds.stations(), percentile(seen, 0.5, isInStep), percentile(seen, 0.99, isInStep));
    }

    /** Where requests compute, their order decides who waits how long, and that is not modelled. */
    private static double percentile(Simulated seen, double p, boolean computes) {
        return computes ? Double.NaN : seen.percentileMs(p);
    }

    /** What a request holds beside its thread, it holds for all of its time; not more than one at a time. */
    private static boolean canModel(Demand demand) {
        return demand.further().stream().allMatch(station -> station.demandSeconds() == demand.seconds());
    }

    /**
     * A burst: N users, due one after the other within the ramp T, one request each. It is the queue G/G/m, first come,
     * first served (Kiefer and Wolfowitz, "On the Theory of Queues with Many Servers", Transactions of the American
     * Mathematical Society 78, 1955). Where the pool is full, wave j (from 0) waits j (S - m T / N) for it. Throughput
     * is N over the time until the last request is over.
     *
     * @param users  N
     * @param ramp   T in s
     * @param demand of one request, which only waits
     * @param concurrencyLimit  m, or 0 where nothing limits how many requests are served at a time
     */
    public static Prediction burst(int users, double ramp, Demand demand, int concurrencyLimit) {
        if (demand.cpuSeconds() > 0 || demand.isPinned()) {
            throw new IllegalArgumentException(
                    "there is no rule here for a burst of requests that do more than wait: " + demand);
        }
        var forecast = new Forecast(demand, concurrencyLimit, 1, true);
        Simulated seen = forecast.model.burst(users, ramp, forecast.steps());
        boolean waited = seen.seconds()[users - 1] > demand.seconds() * (1 + 1e-9);
        return new Prediction(seen.throughput(), seen.meanMs(), seen.sdMs(), waited ? "pool" : "users",
                Queueing.stations(demand, concurrencyLimit, 0), seen.percentileMs(0.5), seen.percentileMs(0.99));
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
        demand.further().forEach(station -> held.add(model.pool((int) station.servers())));
        held.forEach(pool -> steps.add(pool.take()));
        steps.addAll(served());
        held.reversed().forEach(pool -> steps.add(pool.giveBack()));
        return steps;
    }

    private List<Step> served() {
        Time wait = Time.fixed(demand.waitSeconds());
        if (demand.isPinned()) {
            return List.of(carriers().pinned(Time.fixed(demand.seconds())));
        }
        if (demand.cpuSeconds() == 0) {
            return List.of(model.waiting(wait));
        }
        Time lead = Time.fixed(demand.leadSeconds());
        Time rest = Time.fixed(demand.waitSeconds() - demand.leadSeconds());
        Time work = Time.fixed(demand.cpuSeconds());
        if (timeSliced) {
            SharedCpus shared = model.cpus(cpus);
            return List.of(model.waiting(lead), shared.compute(work), model.waiting(rest));
        }
        // A new request comes from the server's poller, in a line of its own: carriers take from both in turn, so it
        // hardly waits. A thread whose wait is over stands in the line of the timer, behind all that were ready before.
        Carriers on = carriers();
        return List.of(model.waiting(lead), on.run(work), model.waiting(rest), on.run(Time.NONE));
    }

    private Carriers carriers() {
        return model.carriers(model.cpus(cpus), cpus, Carriers.Lines.ONE);
    }
}
