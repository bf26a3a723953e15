package kit.judge;

import kit.measure.Measurement;
import kit.plan.LabPlan;

/** Judges a measurement of a plan. */
public final class Judge {

    private Judge() {}

    /** What the measurement says of the plan. */
    public static JudgedRun judge(LabPlan plan, Measurement measurement) {
        throw new UnsupportedOperationException();
    }
}
