package own;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kit.base.Numbers;
import kit.judge.JudgedRun;
import kit.judge.JudgedRun.JudgedClaim;
import kit.plan.Claim;
import kit.plan.Metric;
import kit.record.Undecided;
import kit.record.Verdict;

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
    private static final String ORDERED = "; requests queue at the bottleneck, and their order decides this figure: "
            + "require it of a peak that the service can serve (--rate)";

    private static Map<String, Metric> metrics() {
        var all = new LinkedHashMap<String, Metric>();
        all.put("throughput", Metric.THROUGHPUT);
        all.put("mean", Metric.MEAN);
        all.put("p50", Metric.P50);
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
     * @param ratio virtual / platform; NaN where it is not known
     * @param why   for people
     */
    record Outcome(Requirement requirement, String load, Verdict verdict, double ratio, String why) {

        /** As in {@code p99 <= 1.1 x platform with 400 users}. */
        String name() {
            return requirement.text + " with " + load;
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

    /** The claim that it holds under a load. */
    Claim claim(Under load) {
        return new Claim(load.comparison().ratio(metric, load.virtual(), load.platform()),
                range(), "", 0);
    }

    /** In which the ratio must lie. */
    Claim.Range range() {
        return atMost ? Claim.Range.of(0, factor) : Claim.Range.of(factor, Double.POSITIVE_INFINITY);
    }

    private static String reason(JudgedClaim one) {
        return one.why() == Undecided.SPREAD || one.why() == Undecided.ONE_FORK
                ? "; the interval is not narrow enough: more time may decide it (--minutes)"
                : one.reason().isEmpty() ? "" : "; " + one.reason();
    }

    /**
     * What became of it. One that cannot be judged has not held.
     *
     * @param isOrdered whether requests queue there, so that their order decides each percentile
     */
    Outcome judged(JudgedRun run, Under load, int jdk, boolean isOrdered) {
        Claim claim = claim(load);
        Optional<JudgedClaim> found = run.claims().stream()
                .filter(one -> one.jdk() == jdk && one.claim().equals(claim)).findFirst();
        if (found.isEmpty() || found.get().verdict() == Verdict.INVALID
                || found.get().verdict() == Verdict.SKIPPED) {
            return new Outcome(this, load.name(), Verdict.INVALID, Double.NaN, found.map(JudgedClaim::reason)
                    .orElse("it was not measured"));
        }
        JudgedClaim one = found.get();
        String measured = Numbers.format("virtual / platform is %s", Numbers.ratio(one.value()))
                + (one.interval() == null ? ""
                        : Numbers.format(" [%s, %s]", Numbers.ratio(one.interval().low()),
                                Numbers.ratio(one.interval().high())));
        boolean isByOrder = isOrdered && (metric == Metric.P50 || metric == Metric.P95 || metric == Metric.P99);
        return new Outcome(this, load.name(), isByOrder ? Verdict.UNDECIDED : one.verdict(), one.value(),
                measured + (isByOrder ? ORDERED : reason(one)));
    }
}
