package kit.plan;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a plan is measured: side by side, in blocks and rounds.
 *
 * @param block      the least length of a block of users whose requests wait, its ramp left out
 * @param busyBlock  the same of any other block: throughput differs more from block to block where CPUs are busy
 * @param userRounds how many requests each user of a closed loop sends in a block at least
 * @param rounds     recorded blocks of each cell in a fork
 * @param warmup     for so long at most, cells are warmed up further that are not warm after the first two rounds
 * @param primer     a request that needs next to no time; each JVM is sent many of them first, so that its framework is
 *                   compiled, which would take minutes where the CPUs serve few requests a second. Null for none
 * @param forks      the most that are measured; fewer where the claims are decided before
 * @param limit      no further fork begins after this time
 * @param jdks       feature versions of the JDKs, the oldest first
 * @param generator  where the load comes from
 * @param alive      which JVMs of a fork are alive at the same time
 * @param fixed      whether exactly so many forks are measured, whatever the claims
 * @param seed       of the order of blocks and the moments at which users begin
 */
public record BenchPlan(Duration block, Duration busyBlock, int userRounds, int rounds, Duration warmup, Request primer,
        int forks, Duration limit, List<Integer> jdks, GeneratorMode generator, Alive alive, boolean fixed,
        long seed) {

    /** Which JVMs of a fork are alive at the same time. */
    public enum Alive {
        /** Those of all variants: cells are driven in turn. */
        ALL,
        /** That of one variant, one after the other: where two of them cannot live side by side. */
        ONE_VARIANT,
        /** That of one cell, one after the other. */
        ONE_CELL
    }

    /** The usual least length of a block of users whose requests wait. */
    public static final Duration BLOCK = Duration.ofMillis(1500);

    /** For so long a JVM is sent primers. */
    public static final Duration PRIMING = Duration.ofSeconds(2);

    /** What a lab has that says nothing else, on the JDK that runs it. */
    public static BenchPlan usual(int jdk) {
        return new BenchPlan(BLOCK, Duration.ofSeconds(2), 3, 2, Duration.ofSeconds(20), null, 8, Duration.ofMinutes(4),
                List.of(jdk), GeneratorMode.OWN_SCHEDULER, Alive.ALL, false, 1);
    }

    public BenchPlan warmup(Duration longest) {
        return new BenchPlan(block, busyBlock, userRounds, rounds, longest, primer, forks, limit, jdks, generator,
                alive, fixed, seed);
    }

    public BenchPlan rounds(int number) {
        return new BenchPlan(block, busyBlock, userRounds, number, warmup, primer, forks, limit, jdks, generator, alive,
                fixed, seed);
    }

    /** Where each user sends another number of requests in a block at least. */
    public BenchPlan userRounds(int least) {
        return new BenchPlan(block, busyBlock, least, rounds, warmup, primer, forks, limit, jdks, generator, alive,
                fixed, seed);
    }

    public BenchPlan block(Duration least) {
        return new BenchPlan(least, least, userRounds, rounds, warmup, primer, forks, limit, jdks, generator, alive,
                fixed, seed);
    }

    /** On this JDK, too. */
    public BenchPlan alsoOn(int jdk) {
        return new BenchPlan(block, busyBlock, userRounds, rounds, warmup, primer, forks, limit,
                Stream.concat(jdks.stream(), Stream.of(jdk)).distinct().sorted().toList(), generator, alive, fixed,
                seed);
    }

    public BenchPlan limit(Duration time) {
        return new BenchPlan(block, busyBlock, userRounds, rounds, warmup, primer, forks, time, jdks, generator, alive,
                fixed, seed);
    }

    public BenchPlan generator(GeneratorMode where) {
        return new BenchPlan(block, busyBlock, userRounds, rounds, warmup, primer, forks, limit, jdks, where, alive,
                fixed, seed);
    }

    public BenchPlan eachApart() {
        return new BenchPlan(block, busyBlock, userRounds, rounds, warmup, primer, forks, limit, jdks, generator,
                Alive.ONE_CELL, fixed, seed);
    }

    /** Where each JVM is sent many of these requests first. */
    public BenchPlan primedBy(Request request) {
        return new BenchPlan(block, busyBlock, userRounds, rounds, warmup, request, forks, limit, jdks, generator,
                alive, fixed, seed);
    }
}
