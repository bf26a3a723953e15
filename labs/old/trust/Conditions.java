package old.trust;

import kit.record.Validity;
import java.util.List;
import kit.base.Finding;
import old.cell.Outcome;
import kit.plan.ClosedLoop;
import kit.rule.Queueing;
import kit.report.CellReport;

/** What the machine was like while a row was measured, and what of the row depends on it. */
public final class Conditions {

    private final CellResult row;
    private final int cpus;

    Conditions(CellResult row, int cpus) {
        this.row = row;
        this.cpus = cpus;
    }

    /**
     * Whether the row's times depend on the speed of the CPUs: they were half busy or more, nothing tells how busy they
     * were, or the rule says that they bind.
     */
    public boolean isCpuBusy() {
        return row.prediction().bound().equals(Queueing.CPU) || !(row.machineCpu() < Checks.CPU_HALF * cpus);
    }

    /**
     * How far the row's throughput is from what its rule allows, as a share, where requests wait. The rule is a limit,
     * and whatever disturbs a cell only keeps it below: so it was disturbed by no more than that. Infinite where CPUs
     * are the limit, or no rule tells it.
     */
    public double fromItsLimit() {
        return row.prediction().exists() && !row.prediction().bound().equals(Queueing.CPU) ? Math.abs(row.ruleGap())
                : Double.POSITIVE_INFINITY;
    }

    /**
     * Whether something else than the cell had a part in its times, such as a neighbour, though it may be valid; or the
     * machine was not as fast after it as before.
     */
    boolean areDisturbed() {
        return row.codes().stream().anyMatch(Finding.Code::disturbs)
                || apart(row.outcome().speedAfter / row.outcome().speedBefore) > Checks.DRIFT;
    }

    /** By how much the greater of two is above the lesser, as a share. @param ratio of the two */
    static double apart(double ratio) {
        return Math.max(ratio, 1 / ratio) - 1;
    }

    /** Whether the row is INVALID for reasons which all may well be gone in another attempt. */
    public boolean spoiltForNow() {
        return row.validity() == Validity.INVALID && row.reasons().allMatch(Finding.Code::mayPass);
    }

    /**
     * How much faster the second half of the measurement was than the first, as a share; NaN where nothing tells. Where
     * it was faster by much, the service was not warm yet. Users who are constant have X = N / (R + Z), so the mean
     * response times of both halves tell: they do not depend on how many whole waves a half has. NaN also where the
     * first requests of a service are the question.
     */
    public double speedUp() {
        if (!row.load().isClosed() || row.load().cold()) {
            return Double.NaN;
        }
        double think = row.load() instanceof ClosedLoop loop ? loop.think().toNanos() : 0;
        List<Outcome.Responses> seconds = row.stream().responses();
        int half = seconds.size() / 2;
        var first = Outcome.Responses.of(seconds.subList(0, half));
        var second = Outcome.Responses.of(seconds.subList(half, seconds.size()));
        return Math.min(first.count(), second.count()) < row.load().users() ? Double.NaN
                : (first.meanNanos() + think) / (second.meanNanos() + think) - 1;
    }

    /**
     * What may be missing of the throughput, as a share: one round of the users, where an engine drove that counts what
     * was answered within a time. 0 where the load generator drove: it counts whole rounds.
     */
    double cut() {
        return row.outcome().engine != null && row.load().isClosed() && row.ok() > 0
                ? (double) row.load().users() / row.ok()
                : 0;
    }

    /** CPU time of the JIT compilers of the service's JVM during the measurement, in s; NaN if not known. */
    public double jitSeconds() {
        return row.seconds().mapToDouble(v -> v.jitCpu() * v.length()).sum();
    }

    /**
     * How much faster the service would at least be without its JIT compilers, as a share, where its CPUs bind: what
     * these used would have served further requests. 0 where CPUs do not bind, or nothing is known, or the first
     * requests of a service are the question.
     */
    double gainWhenCompiled() {
        if (row.load().cold()) {
            return 0;
        }
        double length = row.seconds().mapToDouble(CellReport.VitalsSecond::length).sum();
        double busy = row.machineCpu() * length;
        double share = jitSeconds() / busy;
        return row.machineCpu() / cpus >= Checks.CPU_BUSY && share > 0 ? share / (1 - share) : 0;
    }

    /** How much faster the service would be if it were warm, as a share, by all that is known. */
    double gainWhenWarm() {
        return Math.max(gainSinceItBegan(), upToItsLimit(gainWhenCompiled()));
    }

    /** The same by the halves of the measurement alone; see {@link #speedUp}. */
    double gainSinceItBegan() {
        double speedUp = speedUp();
        return Double.isNaN(speedUp) ? 0 : upToItsLimit(speedUp);
    }

    /**
     * No more than what the row is below its rule: where a request waits, the rule is an upper limit. In a short
     * measurement with few rounds, the response times of the halves differ by chance.
     */
    private double upToItsLimit(double gain) {
        boolean isLimit = row.prediction().exists() && !row.prediction().bound().equals(Queueing.CPU)
                && row.ruleGap() <= row.cell().tolerance();
        return isLimit ? Math.min(gain, Math.max(0, 1 / (1 + row.ruleGap()) - 1)) : gain;
    }

    /**
     * How far the machine's speed was from a usual one, as a share: of the looks before and after, the one that is
     * nearer; 0 where one is faster and the other slower.
     */
    public double leastGap(double usual) {
        double before = row.outcome().speedBefore / usual - 1;
        double after = row.outcome().speedAfter / usual - 1;
        return before * after <= 0 ? 0 : Math.abs(before) < Math.abs(after) ? before : after;
    }

    /**
     * How much faster the machine was than for the pilot from which the rule has its numbers, as a share; NaN where
     * there was none, or nothing is known.
     */
    double sincePilot() {
        return speed() / row.cell().needs().speed(row.outcome().jdk) - 1;
    }

    /** How fast the machine was before and after, on average, see {@link kit.machine.Canary}; NaN if not known. */
    public double speed() {
        return (row.outcome().speedBefore + row.outcome().speedAfter) / 2;
    }
}
