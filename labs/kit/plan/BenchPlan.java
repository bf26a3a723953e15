package kit.plan;

import java.time.Duration;
import java.util.List;

/**
 * How a plan is measured: side by side, in blocks and rounds.
 *
 * @param block      the least length of a block, its ramp left out
 * @param userRounds how many requests each user of a closed loop sends in a block at least
 * @param rounds     recorded blocks of each cell in a fork
 * @param warmup     the longest warm-up of a group; it ends before where no variant becomes faster any more
 * @param forks      the most that are measured; fewer where the claims are decided before
 * @param limit      no further fork begins after this time
 * @param jdks       feature versions of the JDKs, the oldest first
 * @param generator  where the load comes from
 * @param apart      whether each cell has a JVM of its own, one after the other, in place of living side by side
 * @param fixed      whether exactly so many forks are measured, whatever the claims
 * @param seed       of the order of blocks and the moments at which users begin
 */
public record BenchPlan(Duration block, int userRounds, int rounds, Duration warmup, int forks, Duration limit,
        List<Integer> jdks, GeneratorMode generator, boolean apart, boolean fixed, long seed) {

    /** What a lab has that says nothing else, on the JDK that runs it. */
    public static BenchPlan usual(int jdk) {
        return new BenchPlan(Duration.ofSeconds(2), 4, 2, Duration.ofSeconds(20), 8, Duration.ofMinutes(4),
                List.of(jdk), GeneratorMode.OWN_SCHEDULER, false, false, 1);
    }

    /** The same with another longest warm-up. */
    public BenchPlan warmup(Duration longest) {
        return new BenchPlan(block, userRounds, rounds, longest, forks, limit, jdks, generator, apart, fixed, seed);
    }

    /** The same with another number of rounds. */
    public BenchPlan rounds(int number) {
        return new BenchPlan(block, userRounds, number, warmup, forks, limit, jdks, generator, apart, fixed, seed);
    }

    /** The same with another limit. */
    public BenchPlan limit(Duration time) {
        return new BenchPlan(block, userRounds, rounds, warmup, forks, time, jdks, generator, apart, fixed, seed);
    }
}
