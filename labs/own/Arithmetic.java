package own;

import java.util.Map;
import java.util.Optional;
import course.SwitchAdvice;
import kit.base.Numbers;
import kit.judge.Bottleneck;
import kit.plan.Station;
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
    record Seen(String load, Limit limit, double rps, double cpus) {}

    /** Why the answer is wrong of a service that runs as it is; empty where it is not refuted. */
    Optional<String> refutedBy(Seen seen) {
        return refutedBy(seen, advice.bottleneck(), "");
    }

    /** Of the service on virtual threads. */
    Optional<String> refutedBy(Seen onVirtual, OwnVerdict.Word word) {
        return refutedBy(onVirtual, advice.bottleneckOnVirtual(), " on virtual threads").or(() -> Optional.of(word)
                .filter(this::contradicts).map(verdict -> "The answer by arithmetic was \"" + advice.word()
                        + "\". The measurement says: " + verdict + "."));
    }

    private boolean contradicts(OwnVerdict.Word word) {
        return switch (word) {
        case ENABLE -> !advice.word().equals("Yes");
        case NO_EFFECT, HARMFUL -> advice.word().equals("Yes");
        case CANNOT_TELL, INVALID -> false;
        };
    }

    private static Optional<String> refutedBy(Seen seen, Station expected, String where) {
        return !seen.limit.isOfService() || isSame(expected, seen.limit.bottleneck())
                || !(seen.rps < REACHED * expected.limit()) ? Optional.empty()
                        : Optional.of(Numbers.format("The answer by arithmetic is wrong here: by the numbers of the "
                                + "pilot, %s would limit the service%s to %s/s. With %s it had %s/s%s, and the "
                                + "bottleneck is %s.", expected.name(), where, Numbers.trim(expected.limit(), 3),
                                seen.load, Numbers.trim(seen.rps, 3), Double.isNaN(seen.cpus) ? ""
                                        : Numbers.format(" with the CPUs %.0f %% busy", 100 * seen.cpus),
                                seen.limit.words()));
    }

    private static boolean isSame(Station expected, Bottleneck measured) {
        return switch (measured) {
        case POOL -> expected.name().startsWith(PoolUse.Kind.THREADS.words());
        case CPU -> expected.name().startsWith(PoolUse.Kind.CPUS.words());
        case CONNECTIONS -> expected.name().startsWith(PoolUse.Kind.CONNECTIONS.words());
        default -> false;
        };
    }
}
