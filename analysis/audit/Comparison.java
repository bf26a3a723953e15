package audit;

import kit.record.Forks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import kit.base.Numbers;
import kit.results.LoadResult;

/**
 * Two sides of a comparison, with one run or several on each. A run is one value, whatever the number of its
 * requests: the next run of the same service has another one.
 */
final class Comparison {

    private static final String MEASURE = "Run each side at least three times, and give all files: audit A1 A2 A3 "
            + "--against B1,B2,B3";

    private record Figure(String name, ToDoubleFunction<LoadResult> value) {}

    private static final List<Figure> FIGURES = List.of(
            new Figure("throughput", result -> result.counts().throughput()),
            new Figure("median response time", result -> result.times().median()),
            new Figure("p99", result -> result.times().percentile(99)));

    private Comparison() {}

    /** An answer for each figure that all runs have. */
    static List<Answer> of(List<LoadResult> side, List<LoadResult> other) {
        var answers = new ArrayList<Answer>();
        for (Figure figure : FIGURES) {
            Forks above = forks(side, figure);
            Forks below = forks(other, figure);
            if (above.mean() > 0 && below.mean() > 0) {
                answers.add(answer(figure, above, below));
            }
        }
        return answers.isEmpty()
                ? List.of(Answer.unknown(Check.SINGLE_RUNS, "the files have no figure in common", ""))
                : answers;
    }

    private static Forks forks(List<LoadResult> side, Figure figure) {
        return Forks.of(side.stream().mapToDouble(figure.value).toArray());
    }

    private static Answer answer(Figure figure, Forks above, Forks below) {
        Forks.Interval interval = above.independentRatio(below, Forks.LEVEL);
        String ratio = Numbers.format("%s: %s against %s, ratio %.3f", figure.name, Numbers.trim(above.mean()),
                Numbers.trim(below.mean()), above.over(below));
        if (interval == null) {
            return Answer.unknown(Check.SINGLE_RUNS, ratio + ". With one run on a side there is no interval, so this "
                    + "does not show a difference", MEASURE);
        }
        return interval.holds(1)
                ? Answer.unknown(Check.SINGLE_RUNS,
                        Numbers.format("%s, 95 %% interval %s (%d and %d runs). It contains "
                                + "1, so this does not show a difference", ratio, interval, above.count(),
                                below.count()),
                        "Run each side more often if the difference matters")
                : Answer.ok(Check.SINGLE_RUNS, "%s, 95 %% interval %s (%d and %d runs): the sides differ", ratio,
                        interval, above.count(), below.count());
    }
}
