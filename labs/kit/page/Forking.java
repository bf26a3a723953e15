package kit.page;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import kit.judge.JudgedRun;
import kit.measure.Measurement;
import kit.plan.BenchPlan;

/**
 * Measures fork after fork until all claims are decided, no fork is left, the time is over, or it is stopped.
 *
 * @param bench    how it is measured
 * @param fork     measures the fork of this number
 * @param judge    what has been measured so far
 * @param keep     what has been judged so far
 * @param next     is told how many forks there will be at least
 * @param isStopped whether it was stopped
 */
record Forking(BenchPlan bench, IntFunction<Measurement.Fork> fork, Function<Measurement, JudgedRun> judge,
        Consumer<JudgedRun> keep, IntConsumer next, BooleanSupplier isStopped) {

    private static final String STOPPED = "interrupted with Ctrl-C";

    /** @param begun what is known before the first fork */
    JudgedRun from(Measurement begun) {
        long end = System.nanoTime() + bench.limit().toNanos();
        Measurement measurement = begun;
        for (int number = 1;; number++) {
            measurement = measurement.plus(fork.apply(number));
            boolean isBroken = isStopped.getAsBoolean();
            measurement = isBroken ? measurement.brokenOff(STOPPED) : measurement;
            JudgedRun judged = judge.apply(measurement);
            keep.accept(judged);
            boolean isLook = TimeTable.looks(bench).contains(number);
            if (isBroken || number >= bench.forks() || isLook && !judged.isOpen()
                    || !bench.fixed() && System.nanoTime() > end) {
                return judged;
            }
            next.accept(TimeTable.nextLook(bench, number));
        }
    }
}
