package old.trust;

import java.util.ArrayList;
import java.util.Optional;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.report.CellReport;

/** What can be asked of a load that an engine drove, on plain numbers. */
final class EngineChecks {

    /** How far the time that an engine measured may be from the time for which it was watched, as a share. */
    static final double WINDOW = 0.05;

    private EngineChecks() {}

    /** What nothing tells of such a load, so that no check was made of it. */
    static Optional<Finding> unchecked(String engine, CellReport.Told told) {
        var missing = new ArrayList<String>();
        missing.add("when requests were due");
        missing.add("the headroom of its threads");
        missing.add("steadiness");
        missing.add("whether the service was warm");
        if (Double.isNaN(told.meanMs())) {
            missing.add("the mean response time, and so Little's law");
        }
        return Optional.of(Finding.remark(Code.ENGINE_UNCHECKED, "%s",
                "the load came from " + engine + ", so these were not checked: " + String.join(", ", missing)));
    }

    /**
     * CPU time and pins are those of the time that the engine measured.
     *
     * @param told    length of the measurement by the engine, s
     * @param watched for how long the service was watched, s
     */
    static Optional<Finding> window(double told, double watched) {
        return !(Math.abs(watched / told - 1) > WINDOW) ? Optional.empty()
                : Optional.of(Finding.remark(Code.ENGINE_WINDOW,
                        "the engine measured for %.1f s, and the service was watched for %.1f s: figures of CPU and "
                                + "pins are of the latter",
                        told, watched));
    }
}
