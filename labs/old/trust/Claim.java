package old.trust;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import kit.record.Forks;
import kit.base.Numbers;
import kit.record.Undecided;
import kit.record.Validity;
import kit.record.Verdict;
import kit.base.Finding;
import old.plan.Cell;
import kit.rule.RuleFigures;

/**
 * A sentence that a lab commits to before the run, as a ratio or a count, and what came of it.
 */
public final class Claim {

    /**
     * The outcome of a claim.
     *
     * @param value    the ratio or count; NaN when it could not be formed
     * @param interval  95 % interval; null where there is none, as with one fork
     * @param undecided why it is UNDECIDED; null where it is not
     * @param why       a sentence for people
     */
    public record Judgement(Verdict verdict, double value, Forks.Interval interval, Undecided undecided,
            String why) {

        /** Whether there was something to judge by that can be believed. */
        public boolean isMade() {
            return verdict != Verdict.INVALID && verdict != Verdict.SKIPPED;
        }

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
        private boolean mustAlwaysHold;
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

        /**
         * It is a limit that nothing may pass, so it must hold in every fork, and one that does not refutes it. Also
         * for a share near 0: its forks differ by factors, so an interval would contain any limit.
         */
        public Test inEveryFork() {
            mustAlwaysHold = true;
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

        /** The rules of its cells for the stream that it is about. */
        List<RuleFigures> rules(int jdk) {
            return cells().stream().map(cell -> cell.prediction(jdk, stream)).toList();
        }

        /** Whether it is about this stream of one of its cells. */
        public boolean isAbout(CellResult result) {
            return cells().contains(result.cell()) && stream.equals(result.stream().stream.name());
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
            if (most == Double.POSITIVE_INFINITY) {
                return "at least " + Numbers.trim(least);
            }
            return least == most ? "exactly " + Numbers.trim(most) : Numbers.trim(least) + " to " + Numbers.trim(most);
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
                    return new Judgement(Verdict.SKIPPED, Double.NaN, null, null, cell.label() + ": "
                            + (measured.skipped(cell) != null ? measured.skipped(cell) : "was not measured"));
                }
                for (CellResult result : results) {
                    if (result.validity() == Validity.INVALID && !isAboutItsFault(result)) {
                        return new Judgement(Verdict.INVALID, Double.NaN, null, null,
                                result.name() + " is INVALID, see above");
                    }
                }
            }
            if (Double.isNaN(least) || Double.isNaN(most)) {
                return new Judgement(Verdict.INVALID, Double.NaN, null, null,
                        "its bounds are not known: the rule says nothing of " + above.label());
            }
            Forks numerator = forks(measured.on(jdk, above, stream), metric.of());
            var bounds = new Decision.Bounds(least, most);
            var where = new Decision.Circumstances(claims, spread(jdk, measured),
                    dependsOnCpu(jdk, measured) ? drift(jdk, measured) : 0, speedUp(jdk, measured),
                    cut(jdk, measured));
            boolean isClientLate = metric.nature() == Metric.Nature.RESPONSE_TIME && cells().stream()
                    .flatMap(cell -> measured.on(jdk, cell, stream).stream()).anyMatch(r -> !r.isLatencyTrusted());
            if (kind == Kind.MEAN) {
                double value = numerator.mean();
                if (Double.isNaN(value)) {
                    return new Judgement(Verdict.INVALID, value, null, null, metric.name() + " is not known");
                }
                return judged(value, (mustAlwaysHold ? Decision.ofEach(numerator, bounds)
                        : Decision.ofFigure(numerator, bounds, where)).where(isClientLate), where,
                        metric.name() + " " + Numbers.trim(value));
            }
            Forks denominator = kind == Kind.RATIO_TO_RULE
                    ? forks(measured.on(jdk, above, stream), r -> r.prediction().rps())
                    : forks(measured.on(jdk, below, stream), metric.of());
            double ratio = numerator.over(denominator);
            if (!Double.isFinite(ratio)) {
                return new Judgement(Verdict.INVALID, Double.NaN, null, null, "there is nothing to form a ratio of: "
                        + numerator.mean() + " / " + denominator.mean());
            }
            Decision decision = kind == Kind.RATIO_TO_RULE
                    ? Decision.ofRatioToRule(numerator, denominator, bounds, where)
                    : Decision.ofRatio(numerator, denominator, bounds, where);
            return judged(ratio, decision.where(isClientLate), where,
                    metric.name() + " ratio " + Numbers.fixed(ratio, 3));
        }

        /** Whether all that makes the row INVALID is what the claim is about. */
        private boolean isAboutItsFault(CellResult row) {
            return metric == Metric.LOST && row.reasons().allMatch(code -> code == Finding.Code.ROWS_LOST);
        }

        /** By how much forks are assumed to differ where there is one, see {@link Decision.Circumstances}. */
        private double spread(int jdk, Results measured) {
            return switch (metric.nature()) {
            case COUNT -> Decision.UNDISTURBED;
            case CPU_TIME, AMOUNT -> Decision.DISTURBED;
            case TIME, RESPONSE_TIME -> conditions(jdk, measured).mapToDouble(this::spread).max()
                    .orElse(Decision.UNDISTURBED);
            };
        }

        /** A throughput below its limit was disturbed by no more than that. */
        private double spread(Conditions row) {
            if (!row.isCpuBusy() && !row.areDisturbed()) {
                return Decision.UNDISTURBED;
            }
            return metric != Metric.THROUGHPUT ? Decision.DISTURBED
                    : Math.clamp(row.fromItsLimit(), Decision.UNDISTURBED, Decision.DISTURBED);
        }

        /** Whether the figure depends on the machine's speed: CPU time always, a count never. */
        private boolean dependsOnCpu(int jdk, Results measured) {
            return switch (metric.nature()) {
            case COUNT, AMOUNT -> false;
            case CPU_TIME -> true;
            case TIME, RESPONSE_TIME -> conditions(jdk, measured).anyMatch(row -> row.isCpuBusy()
                    && !(metric == Metric.THROUGHPUT && row.fromItsLimit() <= Checks.REACHED));
            };
        }

        private Stream<Conditions> conditions(int jdk, Results measured) {
            return cells().stream().flatMap(cell -> measured.on(jdk, cell, stream).stream())
                    .map(CellResult::conditions);
        }

        /**
         * How much faster the machine was for one of the cells, as a share, on average over all forks. If the machine
         * differs in the same way in every fork, no spread shows it. So even a small difference counts.
         */
        private double drift(int jdk, Results measured) {
            double drift = kind == Kind.RATIO_TO_RULE ? sincePilot(jdk, measured)
                    : below == null ? 1
                            : forks(measured.on(jdk, above, stream), r -> r.conditions().speed())
                                    .over(forks(measured.on(jdk, below, stream), r -> r.conditions().speed()));
            return Double.isFinite(drift) ? Conditions.apart(drift) : 0;
        }

        /** The same where the rule has its numbers from a pilot, compared with that; 1 where it has not. */
        private double sincePilot(int jdk, Results measured) {
            double drift = 1 + measured.on(jdk, above, stream).stream()
                    .mapToDouble(r -> r.conditions().sincePilot()).average().orElse(Double.NaN);
            return Double.isFinite(drift) ? drift : 1;
        }

        /**
         * How much faster the service of one of the cells would be if it were warm, as a share, on average over the
         * forks; 0 where that is little, and where the figure is no time.
         */
        private double speedUp(int jdk, Results measured) {
            if (metric.nature() == Metric.Nature.COUNT || metric.nature() == Metric.Nature.AMOUNT) {
                return 0;
            }
            double most = cells().stream()
                    .mapToDouble(cell -> measured.on(jdk, cell, stream).stream()
                            .mapToDouble(r -> r.conditions().gainWhenWarm()).average().orElse(0))
                    .max().orElse(0);
            return most > Checks.WARM ? most : 0;
        }

        /** What may be missing of a throughput, as a share, in the worst of all rows. */
        private double cut(int jdk, Results measured) {
            return metric != Metric.THROUGHPUT ? 0
                    : cells().stream()
                            .flatMap(cell -> measured.on(jdk, cell, stream).stream())
                            .mapToDouble(r -> r.conditions().cut())
                            .max().orElse(0);
        }

        private Judgement judged(double value, Decision decision, Decision.Circumstances where, String figure) {
            String measured = figure + (decision.interval() == null ? "" : " " + decision.interval()) + ", claimed "
                    + bound();
            return new Judgement(decision.verdict(), value, decision.interval(), decision.why(),
                    decision.why() == null ? measured : "preliminary: " + measured + "; " + undecided(decision, where));
        }

        private static String undecided(Decision decision, Decision.Circumstances where) {
            return switch (decision.why()) {
            case SPREAD -> {
                OptionalInt forks = decision.forks();
                yield forks.isPresent() ? "the forks do not decide it; --forks " + forks.getAsInt()
                        + " would, if further forks are like these"
                        : "the forks do not decide it, and a hundred forks like these would not either";
            }
            case ONE_FORK -> Numbers.format("too near to the bound for one fork (others are assumed to differ by "
                    + "%.0f %%): --forks 3 gives an interval", 100 * where.spread());
            case MACHINE_DRIFT -> Numbers.format("the machine was %.0f %% faster for one of the measurements "
                    + "than for the other, which may be the reason: run it again when the machine is quiet",
                    100 * where.drift());
            case NOT_WARM -> Numbers.format("a service was not warm, and would be at least %.0f %% faster when warm, "
                    + "which may be the reason: use --warmup for a longer warm-up", 100 * where.speedUp());
            case ROUND_CUT -> Numbers.format(
                    "the load generator does not count requests that are under way at the end, "
                            + "up to %.1f %% of the throughput, which may be the reason: use --duration for a longer "
                            + "measurement",
                    100 * where.cut());
            case DISTURBED -> throw new IllegalStateException("only of variants side by side");
            case CLIENT_LATE -> "the load generator was late for one of the measurements, and its response times are "
                    + "not reliable: see start_lag_p99_ms and hiccup_driver_p99_ms in summary.csv";
            };
        }

        /** Whether an interval decides it once there are forks: it is no count that must hold in each. */
        public boolean isDecidedByInterval() {
            return !mustAlwaysHold && !new Decision.Bounds(least, most).areExact();
        }

        private static Forks forks(List<CellResult> results, ToDoubleFunction<CellResult> of) {
            return Forks.of(results.stream().mapToDouble(of).toArray());
        }
    }

    private final String text;
    private final Test test;
    private final String hint;

    /** @param hint where to look when it fails; null for what the bounds of its cells suggest */
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

    /** Where to look when it fails on that JDK. */
    public String hint(int jdk) {
        return hint != null ? hint : Hints.of(test.rules(jdk));
    }

    public Test test() {
        return test;
    }

    /** The bound that explains the cells of this claim on that JDK, in words. */
    public String bounds(int jdk) {
        return test.cells().stream().filter(c -> c.prediction(jdk).exists())
                .map(c -> c.label() + " is limited by " + c.prediction(jdk).boundInWords(c.load()))
                .collect(java.util.stream.Collectors.joining("; "));
    }
}
