package old.plan;

import kit.plan.Station;
import kit.plan.Demand;
import kit.rule.RuleFigures;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * What one request of a variant needs, by the feature version of the JDK: as a pilot measured it. {@link
 * Demand#unknown} where there was no pilot.
 */
public final class Needs implements IntFunction<Demand> {

    /**
     * What a pilot tells.
     *
     * @param demand of one request
     * @param speed  of the machine when the pilot ran, see {@link kit.machine.Canary}; NaN if unknown
     * @param connections to the database, and for how long one of them is in use for each request; null if unknown
     * @param failure why the demand is not known, in words; empty where it is
     */
    public record Piloted(Demand demand, double speed, Station connections, String failure) {

        /** Nothing is known. */
        private static final Piloted NOT = failed("there was no pilot");

        /** A pilot that told something. */
        public Piloted(Demand demand, double speed, Station connections) {
            this(demand, speed, connections, "");
        }

        /** A pilot that told nothing, and why. */
        public static Piloted failed(String why) {
            return new Piloted(Demand.unknown(), Double.NaN, null, why);
        }
    }

    /** Users of a pilot for each CPU. With fewer, event loops wake up for single events, and need more CPU time. */
    public static final int PILOT_USERS_PER_CPU = 16;

    /** Of a rule that has no number of a pilot. */
    public static final Needs NONE = new Needs(Map.of());

    private final Map<Integer, Piloted> byJdk;

    /** @param byJdk by the feature version of the JDK */
    public Needs(Map<Integer, Piloted> byJdk) {
        this.byJdk = new TreeMap<>(byJdk);
    }

    /** Nothing is known. */
    public static Needs unknown() {
        return new Needs(Map.of());
    }

    @Override
    public Demand apply(int jdk) {
        return piloted(jdk).demand();
    }

    /** The machine's speed when the pilot on that JDK ran; NaN where there was none. */
    public double speed(int jdk) {
        return piloted(jdk).speed();
    }

    /** Why the demand on that JDK is not known; empty where it is. */
    public String failure(int jdk) {
        return piloted(jdk).failure();
    }

    private Piloted piloted(int jdk) {
        return byJdk.getOrDefault(jdk, Piloted.NOT);
    }

    /** The same with something that the request needs besides, such as another wait. */
    public Needs with(UnaryOperator<Demand> more) {
        return each(piloted -> more.apply(piloted.demand()));
    }

    /**
     * The same for requests that are answered once their connection to the database is free again: they hold one for as
     * long as the pilot saw. Where it saw none, nothing changes.
     */
    public Needs holdingConnections() {
        return each(piloted -> piloted.connections() == null ? piloted.demand()
                : piloted.demand().holding(piloted.connections()));
    }

    private Needs each(Function<Piloted, Demand> demand) {
        var all = new TreeMap<Integer, Piloted>();
        byJdk.forEach((jdk, piloted) -> all.put(jdk, new Piloted(demand.apply(piloted), piloted.speed(),
                piloted.connections(), piloted.failure())));
        return new Needs(all);
    }
}
