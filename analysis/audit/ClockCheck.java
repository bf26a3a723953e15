package audit;

import kit.base.Numbers;
import kit.results.LoadResult;

/** Whether the clock of a tool is fine enough for the response times that it measured. */
final class ClockCheck {

    /** Of the median. */
    private static final double COARSE = 0.1;

    private ClockCheck() {}

    static Answer coarse(LoadResult result) {
        double step = result.times().step();
        double median = result.times().median();
        if (Double.isNaN(step) || Double.isNaN(median)) {
            return Answer.unknown(Check.COARSE_CLOCK, Double.isNaN(median) ? "the file has no median"
                    : "the file does not show the step of its clock", "");
        }
        String both = Numbers.format("the step of the response times is %s ms, and their median is %s ms",
                Numbers.trim(step), Numbers.trim(median));
        return step > COARSE * median
                ? Answer.found(Check.COARSE_CLOCK, true, "Take a tool that measures in µs, such as wrk or k6; the "
                        + "throughput is not affected",
                        "%s: a response time may be wrong by more than a tenth", both)
                : Answer.ok(Check.COARSE_CLOCK, "%s", both);
    }
}
