package audit;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import kit.base.Histograms;
import kit.base.Numbers;
import kit.results.LoadResult;

/** Whether percentiles are of enough values, and of values at all. */
final class PercentileChecks {

    /** Up to this one a percentile is what people look at. */
    private static final double USUAL = 99;
    /** A percentile that is the mean of its parts' within this share. */
    private static final double SAME = 0.01;
    /** Parts that differ by less than this share have the same mean and percentile. */
    private static final double APART = 0.2;
    private static final double FROM = 90;

    private PercentileChecks() {}

    /** At least ten values lie beyond each percentile: n (1 - p) >= 10. */
    static Answer enough(LoadResult result) {
        double count = values(result);
        if (Double.isNaN(count) || result.times().percentiles().isEmpty()) {
            return Answer.unknown(Check.FEW_VALUES, Double.isNaN(count) ? "the file has no number of requests"
                    : "the file has no percentiles", "Give the tool's whole output");
        }
        List<Double> tooFew = result.times().percentiles().keySet().stream()
                .filter(p -> !Histograms.tells(count, p / 100)).toList();
        if (tooFew.isEmpty()) {
            return Answer.ok(Check.FEW_VALUES, "%s response times are enough for each percentile in the file",
                    Numbers.trim(count, 12));
        }
        double least = tooFew.get(0);
        return Answer.found(Check.FEW_VALUES, least <= USUAL, "Leave those percentiles out, or send more requests",
                "%s response times are too few for %s. Values beyond %s: %s; 10 are needed, which are %s requests",
                Numbers.trim(count, 12), tooFew.stream().map(PercentileChecks::name).collect(Collectors.joining(", ")),
                name(least), Numbers.trim(Math.floor(count * (1 - least / 100) + 1e-6)),
                Numbers.trim(Math.ceil(Histograms.BEYOND / (1 - least / 100) - 1e-6), 12));
    }

    /** Of which the percentiles are. */
    private static double values(LoadResult result) {
        return Double.isNaN(result.times().values()) ? result.counts().requests() : result.times().values();
    }

    private static String name(double percentage) {
        return "p" + Numbers.trim(percentage);
    }

    /** The percentiles of a total are not the means of its parts' percentiles. Null where there are no parts. */
    static Answer averaged(LoadResult result) {
        List<LoadResult> parts = result.parts().stream().filter(part -> part.counts().requests() > 0).toList();
        if (parts.size() < 2) {
            return null;
        }
        List<Double> apart = result.times().percentiles().keySet().stream()
                .filter(p -> p >= FROM && differ(parts, p)).toList();
        if (apart.isEmpty()) {
            return Answer.unknown(Check.AVERAGED_PERCENTILES,
                    "the percentiles of its " + parts.size() + " parts differ by less than 20 %", "");
        }
        for (ToDoubleFunction<LoadResult> weight : List.<ToDoubleFunction<LoadResult>>of(part -> 1,
                part -> part.counts().requests())) {
            if (apart.size() > 1 && apart.stream().allMatch(p -> isMean(result, parts, p, weight))) {
                double p = apart.get(apart.size() - 1);
                return Answer.found(Check.AVERAGED_PERCENTILES, true, "Take the percentiles of all requests together, "
                        + "or tell them part by part",
                        "the %s of all requests, %s ms, is the mean of the %s of %d parts (%s ms). A mean of "
                                + "percentiles is not a percentile",
                        name(p), Numbers.trim(result.times().percentile(p)), name(p), parts.size(),
                        parts.stream().map(part -> Numbers.trim(part.times().percentile(p)))
                                .collect(Collectors.joining(", ")));
            }
        }
        return Answer.ok(Check.AVERAGED_PERCENTILES, "the percentiles of all requests are not the means of the parts'");
    }

    private static boolean differ(List<LoadResult> parts, double percentage) {
        var all = parts.stream().mapToDouble(part -> part.times().percentile(percentage)).summaryStatistics();
        return all.getMax() > (1 + APART) * all.getMin();
    }

    private static boolean isMean(LoadResult result, List<LoadResult> parts, double percentage,
            ToDoubleFunction<LoadResult> weight) {
        double mean = mean(parts, percentage, weight);
        return Math.abs(result.times().percentile(percentage) - mean) <= Math.max(SAME * mean,
                result.times().step() / 2);
    }

    private static double mean(List<LoadResult> parts, double percentage, ToDoubleFunction<LoadResult> weight) {
        return parts.stream().map(part -> Map.entry(weight.applyAsDouble(part), part.times().percentile(percentage)))
                .mapToDouble(one -> one.getKey() * one.getValue()).sum() / parts.stream().mapToDouble(weight).sum();
    }
}
