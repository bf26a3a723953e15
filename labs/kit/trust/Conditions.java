package kit.trust;

import contract.Validity;
import kit.base.Finding;
import kit.plan.Queueing;

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

    /** Whether something else than the cell had a part in its times, such as a neighbour, though it may be valid. */
    boolean areDisturbed() {
        return row.codes().stream().anyMatch(Finding.Code::disturbs);
    }

    /** Whether the row is INVALID for reasons which all may well be gone in another attempt. */
    public boolean spoiltForNow() {
        return row.validity() == Validity.INVALID && row.reasons().allMatch(Finding.Code::mayPass);
    }

    /**
     * How much faster the second half of the measurement was than the first, as a share; NaN where nothing tells. Where
     * it was faster by much, the service was not warm yet.
     */
    public double speedUp() {
        return row.stream().totals == null ? Double.NaN : row.stream().totals.speedUp();
    }

    /** How fast the machine was before and after, on average, see {@link kit.machine.Canary}; NaN if not known. */
    public double speed() {
        return (row.outcome().speedBefore + row.outcome().speedAfter) / 2;
    }
}
