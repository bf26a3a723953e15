package kit.rule;

import kit.plan.Demand;
import kit.plan.Station;
import kit.plan.ClosedLoop;
import kit.plan.Load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The closed formulas of the labs' rules. Symbols: X throughput (requests/s), R response time, S time for which a
 * request holds its thread, D its demand of CPU (all s), N users, Z think time (s), m threads, k CPUs.
 */
public final class Queueing {

    /** The station that requests hold which are pinned. */
    public static final String CARRIERS = "carriers";
    /** The station of connections to the database. */
    public static final String CONNECTIONS = "connections";
    /** The bound of a service whose CPUs are all busy. */
    public static final String CPU = "cpu";
    /** The bound of a closed loop whose requests never queue. */
    public static final String USERS = "users";
    /** The bound of an open loop that is served all that it offers. */
    public static final String RATE = "rate";

    private Queueing() {}

    /**
     * A closed loop: X = min(N / (S + Z), m / S, k / D, ...) and R = N / X - Z, with a term for each thing that a
     * request holds ({@link Demand#holding}). Requests that are pinned hold one of k carriers for all of
     * S: then k / S stands for k / D.
     *
     * <p>Asymptotic bounds of a closed network (Denning and Buzen, "The Operational Analysis of Queueing Network
     * Models", ACM Computing Surveys 10(3), 1978); R by the interactive response time law, which is Little's law
     * (Little, "A Proof for the Queuing Formula L = λW", Operations Research 9(3), 1961) with thinking counted in.
     *
     * @param users  N
     * @param think  Z in s
     * @param demand of one request
     * @param concurrencyLimit  m, or 0 where nothing limits how many requests are served at a time
     * @param cpus   k
     */
    public static RuleFigures closed(int users, double think, Demand demand, int concurrencyLimit, int cpus) {
        var stations = stations(demand, concurrencyLimit, cpus);
        double byUsers = users / (demand.seconds() + think);
        return stations.stream().filter(s -> s.limit() < byUsers).min(Comparator.comparing(Station::limit))
                .map(s -> new RuleFigures(s.limit(), 1000 * (users / s.limit() - think), s.name(), stations))
                .orElse(new RuleFigures(byUsers, 1000 * demand.seconds(), USERS, stations));
    }

    /**
     * How long another request that needs next to nothing waits in line beside a convoy (see {@link Forecast#closed}),
     * on average over the moments at which it may come, in s: the line is N D / k long when a round begins and shrinks
     * to nothing.
     */
    public static double besideConvoy(int users, Demand demand, int cpus) {
        double line = line(users, demand, cpus);
        return line * line / 2 / (line + demand.leadSeconds());
    }

    /** Beside a load; NaN where that is no closed loop, since only users of one fall in step. */
    public static double besideConvoy(Load load, Demand demand, int cpus) {
        return load instanceof ClosedLoop loop ? besideConvoy(loop.users(), demand, cpus) : Double.NaN;
    }

    /** CPU time of a round of all users, spread over the CPUs: N D / k. */
    private static double line(int users, Demand demand, int cpus) {
        return users * demand.cpuSeconds() / cpus;
    }

    /**
     * An open loop at a constant rate: X = min(rate, m / S, k / D), with k / S for k / D as in {@link #closed}. Below
     * every bound R = S: arrivals and needs are regular, so none waits.
     *
     * @param rate arrivals/s
     */
    public static RuleFigures open(double rate, Demand demand, int concurrencyLimit, int cpus) {
        var stations = stations(demand, concurrencyLimit, cpus);
        return stations.stream().filter(s -> s.limit() <= rate).min(Comparator.comparing(Station::limit))
                .map(least -> new RuleFigures(least.limit(), Double.NaN, least.name(), stations))
                .orElseGet(() -> new RuleFigures(rate, 1000 * demand.seconds(), RATE, stations));
    }

    /**
     * n requests as {@code ab} sends them: the first alone, then the others by all users in step, in rounds of as many
     * as are served at a time. They take 1 + (n - 1) / that many rounds, rounded up.
     *
     * @param demand           of one request
     * @param concurrencyLimit m, or 0 where nothing limits how many requests are served at a time
     * @param cpus             k
     * @return none where the load is not ended by a number of requests, or CPUs serve fewer at a time than are users
     */
    public static RuleFigures firstAlone(ClosedLoop loop, Demand demand, int concurrencyLimit, int cpus) {
        RuleFigures all = closed(loop.users(), 0, demand, concurrencyLimit, cpus);
        if (loop.requests() == 0 || all.bound().equals(CPU) || all.bound().equals(CARRIERS)) {
            return RuleFigures.none();
        }
        int atATime = concurrencyLimit > 0 ? Math.min(loop.users(), concurrencyLimit) : loop.users();
        long rounds = 1 + Math.ceilDiv(loop.requests() - 1, atATime);
        return new RuleFigures(loop.requests() / (rounds * demand.seconds()), Double.NaN, all.bound(), all.stations());
    }

    static List<Station> stations(Demand demand, int concurrencyLimit, int cpus) {
        var stations = new ArrayList<Station>();
        if (concurrencyLimit > 0) {
            stations.add(new Station("pool", concurrencyLimit, demand.seconds()));
        }
        if (demand.isPinned()) {
            stations.add(new Station(CARRIERS, cpus, demand.seconds()));
        } else if (demand.cpuSeconds() > 0) {
            stations.add(new Station(CPU, cpus, demand.cpuSeconds()));
        }
        stations.addAll(demand.further());
        return stations;
    }
}
