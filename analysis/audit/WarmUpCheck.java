package audit;

import kit.record.Forks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import kit.base.Numbers;
import kit.results.LoadResult;
import kit.results.LoadResult.Period;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Whether the first quarter of a load is like the rest. The load is cut into windows; one of five cycles of a user or
 * more depends little on the one before. If nothing drifts, the windows of the first quarter scatter as the later ones
 * do, so the interval of their ratio is Student's t with the spread of the later ones: their own spread would hide a
 * start that becomes faster and faster.
 */
final class WarmUpCheck {

    private static final int MOST = 20;
    private static final int LEAST = 8;
    private static final double CYCLES = 5;
    private static final double REQUESTS = 20;
    /** Share by which the whole may differ from its later part. */
    private static final double DRIFT = 0.03;

    private WarmUpCheck() {}

    /** @param cycle of a user, ms: from one start to the next; NaN where it is not known */
    static Answer drift(LoadResult result, double cycle) {
        List<Period> periods = result.periods();
        if (periods.isEmpty()) {
            return Answer.unknown(Check.WARM_UP, "the file has one figure for the whole load",
                    "Let the tool write a file with times: a JTL, k6's CSV or JSON, Locust's _stats_history.csv");
        }
        double seconds = periods.get(periods.size() - 1).start() + periods.get(periods.size() - 1).seconds();
        if (result.requests() != null && result.requests().stampStep() >= 1000 * seconds / LEAST) {
            return Answer.unknown(Check.WARM_UP, "the file's times of day have steps of "
                    + Numbers.trim(result.requests().stampStep()) + " ms", "Let the tool write finer ones");
        }
        double least = Math.max(Double.isNaN(cycle) ? 0 : CYCLES * cycle / 1000,
                REQUESTS * seconds / result.counts().requests());
        if (periods.size() < LEAST) {
            return Answer.unknown(Check.WARM_UP, "the file has " + periods.size() + " figures by time, and eight are "
                    + "needed", "Measure for longer");
        }
        int windows = Math.min(Math.min(MOST, periods.size()), (int) (seconds / least));
        if (windows < LEAST) {
            return Answer.unknown(Check.WARM_UP, Numbers.format("a load of %s s and %s requests is too short: eight "
                    + "windows of five cycles of a user and 20 requests are needed", Numbers.trim(seconds),
                    Numbers.trim(result.counts().requests(), 12)),
                    "Measure for " + Numbers.trim(Math.ceil(LEAST
                            * least)) + " s or longer");
        }
        // In the last window the users stop, one after the other.
        List<Period> all = windows(periods, seconds, windows).subList(0, windows - 1);
        if (all.stream().anyMatch(window -> window.requests() == 0)) {
            return Answer.unknown(Check.WARM_UP, "in a part of the load no request ended", "See coordinated-omission");
        }
        int quarter = Math.max(2, windows / 4);
        return answer(all, quarter);
    }

    private static List<Period> windows(List<Period> periods, double seconds, int count) {
        var windows = new ArrayList<Period>();
        int next = 0;
        for (int i = 0; i < count; i++) {
            double length = 0;
            double requests = 0;
            double millis = 0;
            double start = next < periods.size() ? periods.get(next).start() : seconds;
            // Each window has the periods whose middle lies in it.
            while (next < periods.size()
                    && periods.get(next).start() + periods.get(next).seconds() / 2 < (i + 1) * seconds / count) {
                Period period = periods.get(next++);
                length += period.seconds();
                requests += period.requests();
                millis += period.requests() == 0 ? 0 : period.requests() * period.time();
            }
            windows.add(new Period(start, length, requests, requests == 0 ? Double.NaN : millis / requests));
        }
        return windows;
    }

    private static Answer answer(List<Period> windows, int quarter) {
        Share throughput = share(windows, quarter, window -> window.requests() / window.seconds());
        Share time = share(windows, quarter, Period::time);
        String first = Numbers.format("the first %s of %s s", Numbers.trim(windows.get(quarter).start()),
                Numbers.trim(windows.get(windows.size() - 1).start() + windows.get(windows.size() - 1).seconds()));
        String text = Numbers.format("in %s the throughput was %.3f times that of the rest %s, and the response time "
                + "%.3f times %s", first, throughput.ratio, throughput.interval, time.ratio, time.interval);
        if (!throughput.isDrift() && !time.isDrift()) {
            return Answer.ok(Check.WARM_UP, "%s (95 %% intervals)", text);
        }
        return Answer.found(Check.WARM_UP, throughput.changes() || time.changes(),
                "Leave out the beginning, or warm up "
                        + "before the measurement",
                "%s (95 %% intervals). The beginning differs from the rest, so the figures "
                        + "of the whole load describe neither",
                text);
    }

    /** @param whole of all windows over that of the later ones */
    private record Share(double ratio, Forks.Interval interval, double whole) {

        boolean isDrift() {
            return !interval.holds(1) && Math.abs(ratio - 1) > DRIFT;
        }

        boolean changes() {
            return isDrift() && Math.abs(whole - 1) > DRIFT;
        }
    }

    private static Share share(List<Period> windows, int quarter, ToDoubleFunction<Period> figure) {
        double[] logs = windows.stream().mapToDouble(figure).map(Math::log).toArray();
        double[] rest = Arrays.copyOfRange(logs, quarter, logs.length);
        double difference = Mean.of(Arrays.copyOf(logs, quarter)).getAsDouble() - Mean.of(rest).getAsDouble();
        double half = StandardDeviation.of(rest).getAsDouble() * Math.sqrt(1.0 / quarter + 1.0 / rest.length)
                * TDistribution.of(rest.length - 1).inverseCumulativeProbability((1 + Forks.LEVEL) / 2);
        double whole = windows.stream().mapToDouble(figure).average().orElseThrow()
                / windows.subList(quarter, windows.size()).stream().mapToDouble(figure).average().orElseThrow();
        return new Share(Math.exp(difference),
                new Forks.Interval(Math.exp(difference - half), Math.exp(difference + half)), whole);
    }
}
