package old.own;

import kit.record.Verdict;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import old.own.Comparison.Under;
import old.trust.Claim;
import old.trust.Metric;
import old.trust.Results;

/**
 * What must hold of virtual threads for a build to pass, such as {@code p99 <= 1.1 x platform}.
 *
 * @param text   as it was written
 * @param metric that is compared
 * @param atMost whether the ratio may be {@code factor} at most; if not, it must be so at least
 * @param factor virtual / platform
 */
record Requirement(String text, Metric metric, boolean atMost, double factor) {

    private static final Map<String, Metric> METRICS = metrics();
    private static final Pattern FORM = Pattern
            .compile("([a-z0-9-]+)\\s*(<=|>=)\\s*([0-9]*\\.?[0-9]+)\\s*x\\s*platform");

    private static Map<String, Metric> metrics() {
        var all = new LinkedHashMap<String, Metric>();
        all.put("throughput", Metric.THROUGHPUT);
        all.put("mean", Metric.MEAN);
        all.put("p50", Metric.MEDIAN);
        all.put("p95", Metric.P95);
        all.put("p99", Metric.P99);
        all.put("cpu", Metric.CPU_PER_REQUEST);
        all.put("memory", Metric.RESIDENT);
        all.put("success", Metric.SUCCESS);
        return all;
    }

    /**
     * What came of it.
     *
     * @param load  under which
     * @param jdk   feature version
     */
    record Outcome(Requirement requirement, String load, int jdk, Claim.Judgement judged) {

        /** A requirement that cannot be judged has not held. */
        Verdict verdict() {
            return judged.verdict() == Verdict.SKIPPED ? Verdict.INVALID : judged.verdict();
        }

        /** As in {@code p99 <= 1.1 x platform with 400 users}. */
        String name() {
            return requirement.text + " with " + load;
        }

        /** For verdict.json. */
        Map<String, Object> json() {
            var json = new LinkedHashMap<String, Object>();
            json.put("required", requirement.text);
            json.put("load", load);
            json.put("verdict", verdict().name());
            json.put("ratio", Double.isNaN(judged.value()) ? null : judged.value());
            json.put("why", judged.why());
            return json;
        }
    }

    /** By the words of the command line. */
    static Requirement of(String text) {
        Matcher parts = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!parts.matches() || !METRICS.containsKey(parts.group(1))) {
            throw Arguments.refused("--require '" + text + "' must be one of " + String.join(", ", METRICS.keySet())
                    + ", and a limit, as in 'p99 <= 1.1 x platform'");
        }
        return new Requirement(text.strip(), METRICS.get(parts.group(1)), parts.group(2).equals("<="),
                Double.parseDouble(parts.group(3)));
    }

    /**
     * Holds it against what was measured under a load.
     *
     * @param isOrdered whether requests queue there, so that their order decides each percentile
     */
    Outcome judge(Under load, int jdk, Results measured, boolean isOrdered) {
        Claim.Test test = Claim.ratio(metric, load.virtual(), load.platform()).of(load.stream());
        Claim.Judgement judged = (atMost ? test.atMost(factor) : test.atLeast(factor)).judge(jdk, measured, 1);
        return new Outcome(this, load.name(), jdk, isOrdered && metric.isPercentile() && judged.isMade()
                ? undecided(judged)
                : judged);
    }

    private static Claim.Judgement undecided(Claim.Judgement judged) {
        return new Claim.Judgement(Verdict.UNDECIDED, judged.value(), judged.interval(), null, judged.why()
                + "; requests queue at the bottleneck, and their order decides this figure: require it of a peak that "
                + "the service can serve (--rate)");
    }
}
