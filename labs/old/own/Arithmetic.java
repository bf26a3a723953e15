package old.own;

import java.util.Map;
import java.util.Optional;
import kit.base.Numbers;
import course.SwitchAdvice;
import kit.service.PoolUse;

/** The answer by arithmetic, and whether the measurement refutes it. The pilot knows no lock and no queue. */
record Arithmetic(SwitchAdvice advice) {

    /** A throughput below this share of a limit has not reached it. */
    private static final double REACHED = 0.85;

    /**
     * What was measured under the load with the most users.
     *
     * @param load for people
     * @param cpus busy CPUs as a share; NaN where that is not told
     */
    record Seen(String load, Bottleneck bottleneck, double rps, double cpus) {}

    /** Why the answer is wrong of a service that runs as it is; empty where it is not refuted. */
    Optional<String> refutedBy(Seen seen) {
        return refutedBy(seen, advice.bottleneck(), "");
    }

    /** The same of the service on virtual threads. */
    Optional<String> refutedBy(Seen onVirtual, OwnVerdict.Word word) {
        return refutedBy(onVirtual, advice.bottleneckOnVirtual(), " on virtual threads").or(() -> Optional.of(word)
                .filter(this::contradicts).map(verdict -> "The answer by arithmetic was \"" + advice.word()
                        + "\". The measurement says: " + verdict + "."));
    }

    /** For verdict.json: the answer, and why it is wrong; null where there is none, or it is not refuted. */
    static void put(Map<String, Object> json, Optional<Arithmetic> answer, Optional<String> refuted) {
        json.put("arithmetic", answer.map(one -> one.advice.answer()).orElse(null));
        json.put("arithmetic_refuted", refuted.orElse(null));
    }

    private boolean contradicts(OwnVerdict.Word word) {
        return switch (word) {
        case ENABLE -> !advice.word().equals("Yes");
        case NO_EFFECT, HARMFUL -> advice.word().equals("Yes");
        case CANNOT_TELL, INVALID -> false;
        };
    }

    private static Optional<String> refutedBy(Seen seen, kit.plan.Station expected, String where) {
        return !isLimit(seen.bottleneck.station()) || isSame(expected, seen.bottleneck.station())
                || !(seen.rps < REACHED * expected.limit()) ? Optional.empty()
                        : Optional.of(Numbers.format("The answer by arithmetic is wrong here: by the numbers of the "
                                + "pilot, %s would limit the service%s to %s/s. With %s it had %s/s%s, and the "
                                + "bottleneck is %s.", expected.name(), where, Numbers.trim(expected.limit(), 3),
                                seen.load, Numbers.trim(seen.rps, 3), Double.isNaN(seen.cpus) ? ""
                                        : Numbers.format(" with the CPUs %.0f %% busy", 100 * seen.cpus),
                                seen.bottleneck.words()));
    }

    /** Whether the service was at a limit of its own. */
    private static boolean isLimit(Station station) {
        return switch (station) {
        case POOL, CPU, CARRIERS, CONNECTIONS, OTHER -> true;
        case USERS, RATE, GENERATOR, UNKNOWN -> false;
        };
    }

    private static boolean isSame(kit.plan.Station expected, Station measured) {
        return switch (measured) {
        case POOL -> expected.name().startsWith(PoolUse.Kind.THREADS.words());
        case CPU -> expected.name().startsWith(PoolUse.Kind.CPUS.words());
        case CONNECTIONS -> expected.name().startsWith(PoolUse.Kind.CONNECTIONS.words());
        default -> false;
        };
    }
}
