package kit.trust;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import contract.Forks;
import kit.base.Numbers;
import contract.Verdict;
import kit.plan.Cell;
import kit.report.CellReport;

/**
 * A sentence that a lab commits to before the run, as a ratio or a count, and what came of it.
 */
public final class Claim {

    /**
     * What of a cell is compared. Give it a name in words: it stands in the table.
     *
     * @param percentile share below, 0 to 1, where it is a percentile of the response time; else NaN
     */
    public record Metric(String name, ToDoubleFunction<CellResult> of, double percentile) {

        public static final Metric THROUGHPUT = new Metric("throughput", CellResult::rps);
        public static final Metric MEAN = new Metric("mean response time", CellResult::meanMs);
        /** How far response times spread, as a share of their mean. */
        public static final Metric SPREAD = new Metric("standard deviation / mean of response times",
                r -> r.sdMs() / r.meanMs());
        public static final Metric SD = new Metric("standard deviation of response times", CellResult::sdMs);
        public static final Metric OK = new Metric("requests that succeeded", CellResult::ok);
        public static final Metric THREADS = new Metric("platform threads at most",
                r -> r.vital(CellReport.VitalsSecond::platformThreads));
        public static final Metric RESIDENT = new Metric("MiB of memory at most (RSS)",
                r -> r.outcome().residentPeakMb);
        /** Requests that the service had under way together when its memory was looked at, see {@link Burst#after}. */
        public static final Metric WAITING = new Metric("requests that waited together", r -> r.memory().requests());
        public static final Metric THREADS_PER_WAITING = new Metric("platform threads for each request that waits",
                r -> r.memory().threads() / r.memory().requests());
        public static final Metric HEAP_PER_WAITING = new Metric("KiB of heap for each request that waits",
                r -> r.memory().heapKbPerRequest());
        public static final Metric MEMORY_PER_WAITING = new Metric("KiB of memory for each request that waits",
                r -> r.memory().residentKbPerRequest());
        public static final Metric CPU_PER_REQUEST = new Metric("CPU per request", CellResult::cpuMicrosPerRequest);
        public static final Metric MEDIAN = responseTime("median response time", 0.5);
        /** Throughput as a share of what the CPUs allow, if each request needs the CPU that it is said to need. */
        public static final Metric OF_LIMIT = new Metric("share of the CPUs' limit", r -> r.rps() / r.limit());
        public static final Metric CARRIERS = new Metric("carriers at work", CellResult::carriersBusy);
        public static final Metric PINNED = new Metric("pinned threads", CellResult::pinned);
        /** Share of the pinned threads of which the flight recording says why they were; 0 where none was. */
        public static final Metric PINNED_WITH_REASON = new Metric("share of pinned threads with a reason",
                r -> r.pins(pin -> pin.reason() != null && !pin.reason().isBlank()) / Math.max(1.0, r.pinned()));
        public static final Metric CPU = new Metric("CPUs that the service used",
                r -> r.serviceCpuSeconds() / r.stream().duration());
        public static final Metric P95 = responseTime("95th percentile of response times", 0.95);
        /** By the utilisation law, throughput x the time for which a request holds one. */
        public static final Metric CONNECTIONS = new Metric("connections to the database in use",
                CellResult::connectionsActive);
        /** Rows that were accepted and are not in the table in the end. */
        public static final Metric LOST = new Metric("rows lost", r -> r.rows().lost());
        /** Rows that were accepted and not yet stored when the load ended. */
        public static final Metric BACKLOG = new Metric("rows behind at the end of the load", r -> r.rows().backlog());
        /** The most of them at the end of any second, until all were stored. */
        public static final Metric BACKLOG_PEAK = new Metric("rows behind at most", r -> r.rows().backlogPeak());
        /** Time after the load until all were stored, in s. */
        public static final Metric DRAIN = new Metric("seconds until all was stored", r -> r.rows().drainSeconds());
        /** Rows stored in the measurement, whenever they were accepted. */
        public static final Metric STORED = new Metric("rows stored a second",
                r -> r.rows().stored() / r.stream().duration());
        public static final Metric DATABASE_CPU = new Metric("µs of CPU in the database for each row stored",
                r -> 1e6 * r.databaseCpuSeconds() / r.rows().stored());
        public static final Metric ERRORS = new Metric("failed requests", CellResult::errors);
        /** How long no request had succeeded when the measurement ended, in s; 0 where none was given up. */
        public static final Metric STALLED = new Metric("seconds without an answer at the end",
                CellResult::stalledSeconds);

        public Metric(String name, ToDoubleFunction<CellResult> of) {
            this(name, of, Double.NaN);
        }

        private static Metric responseTime(String name, double percentile) {
            return new Metric(name, r -> r.percentileMs(percentile), percentile);
        }

        boolean isPercentile() {
            return !Double.isNaN(percentile);
        }

        /**
         * A quotient of two numbers that the service itself tells among its {@link Facts}, both counted over its whole
         * life; 0 where it does not tell the first.
         *
         * @param name in words
         */
        public static Metric told(String name, String fact, String per) {
            return new Metric(name, r -> number(r.fact(fact), 0) / number(r.fact(per), Double.NaN));
        }

        private static double number(String fact, double otherwise) {
            return fact == null ? otherwise : Double.parseDouble(fact);
        }

        /** Pinned threads whose line of code (see pinning.csv) is in that class, for each request that succeeded. */
        public static Metric pinnedAt(Class<?> application) {
            return new Metric("pinned threads at a line of " + application.getSimpleName() + " for each request",
                    r -> r.pins(pin -> pin.frame().startsWith(application.getName())) / (double) r.ok());
        }
    }

    /**
     * The outcome of a claim.
     *
     * @param value    the ratio or count; NaN when it could not be formed
     * @param interval 95 % interval; null where there is none, as with one fork
     * @param why      a sentence for people
     */
    public record Judgement(Verdict verdict, double value, Forks.Interval interval, String why) {

        /** The value and its interval, as a table has them; empty where there is none. */
        public String figure() {
            return Double.isNaN(value) ? "" : Numbers.trim(value) + (interval == null ? "" : " " + interval);
        }
    }

    /** A number and what must hold of it. Made by {@link #ratio}, {@link #asPredicted} and {@link #count}. */
    public static final class Test {

        /** What the number is. */
        private enum Kind { RATIO_OF_CELLS, RATIO_TO_RULE, MEAN }

        private final Kind kind;
        private final Metric metric;
        private final Cell above;
        private final Cell below;
        private String stream = "";
        private double least = Double.NEGATIVE_INFINITY;
        private double most = Double.POSITIVE_INFINITY;
        private double ruled = Double.NaN;
        private int firstJdk;
        private int lastJdk = Integer.MAX_VALUE;

        private Test(Kind kind, Metric metric, Cell above, Cell below) {
            this.kind = kind;
            this.metric = metric;
            this.above = above;
            this.below = below;
        }

        public Test atLeast(double value) {
            least = value;
            return this;
        }

        public Test atMost(double value) {
            most = value;
            return this;
        }

        /** Within a share of a value: {@code near(1, 0.03)} is 0.97 to 1.03. */
        public Test near(double value, double share) {
            least = value * (1 - share);
            most = value * (1 + share);
            return this;
        }

        /** What the rule says of it, where that does not follow from what it says of the cells. */
        public Test byRule(double value) {
            ruled = value;
            return this;
        }

        /** Of a further stream of the cells, not of the main one. */
        public Test of(String name) {
            stream = name;
            return this;
        }

        /** Only on JDKs of this feature version or a later one. */
        public Test since(int jdk) {
            firstJdk = jdk;
            return this;
        }

        /** Only on JDKs before this feature version. */
        public Test before(int jdk) {
            lastJdk = jdk - 1;
            return this;
        }

        public boolean isAbout(int jdk) {
            return firstJdk <= jdk && jdk <= lastJdk;
        }

        /** The cells that it is about. */
        public List<Cell> cells() {
            return Stream.of(above, below).filter(Objects::nonNull).toList();
        }

        /** What the value must be at least; minus infinity where nothing is claimed. */
        public double least() {
            return least;
        }

        /** What the value may be at most; infinity where nothing is claimed. */
        public double most() {
            return most;
        }

        public String bound() {
            if (least == Double.NEGATIVE_INFINITY) {
                return "at most " + Numbers.trim(most);
            }
            return most == Double.POSITIVE_INFINITY ? "at least " + Numbers.trim(least)
                    : Numbers.trim(least) + " to " + Numbers.trim(most);
        }

        /** What the rules predict of it; NaN where they say nothing. */
        public double predicted(int jdk) {
            if (kind == Kind.RATIO_TO_RULE) {
                return 1;
            }
            return !Double.isNaN(ruled) || kind != Kind.RATIO_OF_CELLS || metric != Metric.THROUGHPUT ? ruled
                    : above.prediction(jdk, stream).rps() / below.prediction(jdk, stream).rps();
        }

        /**
         * Judges it on one JDK of the run.
         *
         * @param measured what there is to judge by
         * @param claims   of the run that are decided by an interval: the more there are, the surer a SURPRISE must be
         */
        public Judgement judge(int jdk, Results measured, int claims) {
            for (Cell cell : cells()) {
                List<CellResult> results = measured.on(jdk, cell, stream);
                if (results.isEmpty()) {
                    return new Judgement(Verdict.SKIPPED, Double.NaN, null, cell.label() + ": "
                            + (measured.skipped(cell) != null ? measured.skipped(cell) : "was not measured"));
                }
                for (CellResult result : results) {
                    if (result.verdict() == Verdict.INVALID) {
                        return new Judgement(Verdict.INVALID, Double.NaN, null,
                                result.name() + " is INVALID, see above");
                    }
                }
            }
            Forks numerator = forks(measured.on(jdk, above, stream), metric.of());
            var bounds = new Decision.Bounds(least, most);
            if (kind == Kind.MEAN) {
                double value = numerator.mean();
                if (Double.isNaN(value)) {
                    return new Judgement(Verdict.INVALID, value, null, metric.name() + " is not known");
                }
                return judged(value, Decision.ofFigure(numerator, bounds, claims), metric.name() + " "
                        + Numbers.trim(value));
            }
            // The rule is the same in every fork, so its side of the ratio has no spread.
            Forks denominator = kind == Kind.RATIO_TO_RULE
                    ? forks(measured.on(jdk, above, stream), r -> r.prediction().rps())
                    : forks(measured.on(jdk, below, stream), metric.of());
            double ratio = numerator.over(denominator);
            if (!Double.isFinite(ratio)) {
                return new Judgement(Verdict.INVALID, Double.NaN, null, "there is nothing to form a ratio of: "
                        + numerator.mean() + " / " + denominator.mean());
            }
            return judged(ratio, Decision.ofRatio(numerator, denominator, bounds, claims),
                    metric.name() + " ratio " + Numbers.fixed(ratio, 3));
        }

        private Judgement judged(double value, Decision decision, String figure) {
            String measured = figure + (decision.interval() == null ? "" : " " + decision.interval()) + ", claimed "
                    + bound();
            return new Judgement(decision.verdict(), value, decision.interval(),
                    decision.verdict() != Verdict.UNDECIDED ? measured
                            : measured + "; the forks do not decide it, " + (decision.forks().isPresent()
                                    ? "--forks " + decision.forks().getAsInt() + " would, if the others are like these"
                                    : "nor would a hundred like these"));
        }

        /** Whether an interval decides it once there are forks: it is no count that must hold in each. */
        public boolean isDecidedByInterval() {
            return !new Decision.Bounds(least, most).areExact();
        }

        private static Forks forks(List<CellResult> results, ToDoubleFunction<CellResult> of) {
            return Forks.of(results.stream().mapToDouble(of).toArray());
        }
    }

    private final String text;
    private final Test test;
    private final String hint;

    public Claim(String text, Test test, String hint) {
        this.text = text;
        this.test = test;
        this.hint = hint;
    }

    /** Ratio of two cells' throughput. */
    public static Test ratio(Cell above, Cell below) {
        return ratio(Metric.THROUGHPUT, above, below);
    }

    public static Test ratio(Metric metric, Cell above, Cell below) {
        return new Test(Test.Kind.RATIO_OF_CELLS, metric, above, below);
    }

    /** Ratio of a cell's throughput to what its rule says, within the cell's tolerance. */
    public static Test asPredicted(Cell cell) {
        return new Test(Test.Kind.RATIO_TO_RULE, Metric.THROUGHPUT, cell, null).near(1, cell.tolerance());
    }

    /** A figure of one cell that is no ratio, such as a count of pinned threads: the mean over the forks. */
    public static Test count(Metric metric, Cell cell) {
        return new Test(Test.Kind.MEAN, metric, cell, null);
    }

    public String text() {
        return text;
    }

    public String hint() {
        return hint;
    }

    public Test test() {
        return test;
    }

    /** The bound that explains the cells of this claim on that JDK, in words. */
    public String bounds(int jdk) {
        return test.cells().stream().filter(c -> c.prediction(jdk).exists())
                .map(c -> c.label() + " by " + c.prediction(jdk).boundInWords(c.load()))
                .collect(java.util.stream.Collectors.joining("; "));
    }
}
