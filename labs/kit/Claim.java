package kit;

import java.util.List;
import java.util.stream.Stream;

/**
 * A sentence that a lab commits to before the run, as a ratio or a count, and what came of it.
 */
public final class Claim {

    /** What of a cell is compared. Give it a name in words: it stands in the table. */
    public record Metric(String name, java.util.function.ToDoubleFunction<CellResult> of) {
        public static final Metric THROUGHPUT = new Metric("throughput", CellResult::rps);
        public static final Metric MEAN = new Metric("mean response time", CellResult::meanMs);
        public static final Metric CPU_PER_REQUEST = new Metric("CPU per request", CellResult::cpuMicrosPerRequest);
        public static final Metric PINNED = new Metric("pinned threads", CellResult::pinned);
    }

    /**
     * The outcome of a claim.
     *
     * @param value    the ratio; NaN when it could not be formed
     * @param interval 95 % interval, or null with one fork
     * @param why      a sentence for people
     */
    public record Judgement(Verdict verdict, double value, Forks.Interval interval, String why) {
    }

    /** A ratio and what must hold of it. Made by {@link #ratio} and {@link #asPredicted}. */
    public static final class Test {
        private final Metric metric;
        private final Cell above;
        private final Cell below;
        private double least = Double.NEGATIVE_INFINITY;
        private double most = Double.POSITIVE_INFINITY;

        private Test(Metric metric, Cell above, Cell below) {
            this.metric = metric;
            this.above = above;
            this.below = below;
        }

        public Test atLeast(double ratio) {
            least = ratio;
            return this;
        }

        public Test atMost(double ratio) {
            most = ratio;
            return this;
        }

        /** Within a share of a ratio: {@code near(1, 0.03)} is 0.97 to 1.03. */
        public Test near(double ratio, double share) {
            least = ratio * (1 - share);
            most = ratio * (1 + share);
            return this;
        }

        List<Cell> cells() {
            return Stream.of(above, below).filter(java.util.Objects::nonNull).toList();
        }

        String bound() {
            if (least == Double.NEGATIVE_INFINITY) {
                return "at most " + Numbers.trim(most);
            }
            return most == Double.POSITIVE_INFINITY ? "at least " + Numbers.trim(least)
                    : Numbers.trim(least) + " to " + Numbers.trim(most);
        }

        /** The ratio that the rules predict; 1 where the rule itself is the measure. */
        double predicted() {
            return below == null ? 1 : above.prediction().rps() / below.prediction().rps();
        }

        Judgement judge(int jdk) {
            for (Cell cell : cells()) {
                if (cell.skipped() != null) {
                    return new Judgement(Verdict.SKIPPED, Double.NaN, null, cell.label() + ": " + cell.skipped());
                }
                List<CellResult> results = cell.on(jdk);
                if (results.isEmpty()) {
                    return new Judgement(Verdict.SKIPPED, Double.NaN, null, cell.label() + " was not measured");
                }
                for (CellResult result : results) {
                    if (result.verdict() == Verdict.INVALID) {
                        return new Judgement(Verdict.INVALID, Double.NaN, null, result.name() + " is INVALID, see above");
                    }
                }
            }
            Forks numerator = forks(above, jdk);
            // Without a second cell the rule is what is compared with, and it is the same in every fork.
            Forks denominator = below != null ? forks(below, jdk)
                    : Forks.of(above.on(jdk).stream().mapToDouble(r -> r.prediction().rps()).toArray());
            double ratio = numerator.over(denominator);
            Forks.Interval interval = numerator.ratioInterval(denominator);
            double low = interval == null ? ratio : interval.low();
            double high = interval == null ? ratio : interval.high();
            String measured = Numbers.fixed(ratio, 3) + (interval == null ? "" : " " + interval);
            boolean difference = least > 1 || most < 1;
            if (Double.isNaN(ratio)) {
                return new Judgement(Verdict.INVALID, ratio, interval, "there is nothing to form a ratio of");
            }
            if (difference && interval != null && interval.holds(1)) {
                return new Judgement(Verdict.SURPRISE, ratio, interval, measured + " holds 1: no difference can be claimed");
            }
            boolean holds = low >= least && high <= most;
            return new Judgement(holds ? Verdict.CONFIRMED : Verdict.SURPRISE, ratio, interval,
                    metric.name() + " ratio " + measured + ", claimed " + bound());
        }

        private Forks forks(Cell cell, int jdk) {
            return Forks.of(cell.on(jdk).stream().mapToDouble(metric.of()).toArray());
        }
    }

    private final String text;
    private final Test test;
    private final String hint;

    Claim(String text, Test test, String hint) {
        this.text = text;
        this.test = test;
        this.hint = hint;
    }

    /** Ratio of two cells' throughput. */
    public static Test ratio(Cell above, Cell below) {
        return ratio(Metric.THROUGHPUT, above, below);
    }

    public static Test ratio(Metric metric, Cell above, Cell below) {
        return new Test(metric, above, below);
    }

    /** Ratio of a cell's throughput to what its rule says, within the cell's tolerance. */
    public static Test asPredicted(Cell cell) {
        return new Test(Metric.THROUGHPUT, cell, null).near(1, cell.tolerance());
    }

    public String text() {
        return text;
    }

    public String hint() {
        return hint;
    }

    Test test() {
        return test;
    }

    /** The bound that explains the cells of this claim, in words. */
    String bounds() {
        return test.cells().stream().filter(c -> c.prediction().exists())
                .map(c -> c.label() + " by " + c.prediction().boundInWords(c.load()))
                .collect(java.util.stream.Collectors.joining("; "));
    }
}
