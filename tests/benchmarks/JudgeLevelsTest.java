package benchmarks;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import kit.judge.Bounds;
import kit.judge.Looks;
import kit.judge.SimulatedRuns;
import kit.judge.Spread;
import kit.judge.Spread.Kind;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tests.Lane;

/**
 * How often the judge is wrong, how soon it decides, and why its constants are what they are. Prints tables, and holds
 * them against nothing. A share of 5 % of {@value #RUNS} runs has a standard error of 0.4 %.
 */
@Tag(Lane.BENCH)
class JudgeLevelsTest {

    private static final int RUNS = 3000;
    private static final int CLAIMS = 8;
    private static final long SEED = 4949;
    private static final Bounds WITHIN_10_PERCENT = Bounds.within(0.1);
    /** The largest ratio that the claim of 10 % allows. */
    private static final double AT_MOST = 1.1;
    /** The smallest. Skewed cells are rarely much slower. */
    private static final double AT_LEAST = 0.9;

    /** All claims are true by a hair. */
    @ParameterizedTest
    @EnumSource
    void falseVerdicts(Kind kind) {
        System.out.println("false SURPRISES in % (8 claims, at most 8, 3, 1 forks; 1 claim, at most 8, 3, 1 forks), "
                + "falsely CONFIRMED in % (1 claim, at most 8, 3, 1 forks)");
        Spread measured = Spread.of(kind);
        for (int factor = 1; factor <= 3; factor++) {
            SimulatedRuns normal = SimulatedRuns.like(measured, factor);
            var cases = new LinkedHashMap<String, SimulatedRuns>();
            cases.put("normal", normal);
            cases.put("skewed", normal.skewed());
            cases.put("autocorrelated (0.8)", normal.autocorrelated(0.8));
            cases.put("drifting (3 %, in a round 0.2 % a block)", normal.drifting(0.03, 0.002));
            cases.put("to the rule, skewed", normal.toTheirRules().skewed());
            cases.put("to the rule, machine drifts by 0.5 % a round", normal.toTheirRules().drifting(0.005, 0));
            for (var one : cases.entrySet()) {
                falseVerdicts(kind + ", spread x " + factor + ", " + one.getKey(), one.getValue(), measured,
                        one.getKey().contains("skewed") ? AT_LEAST : AT_MOST);
            }
        }
    }

    private static void falseVerdicts(String what, SimulatedRuns runs, Spread measured, double ratio) {
        var line = new StringBuilder(String.format("%-75s", what));
        for (int claims : new int[] {CLAIMS, 1}) {
            for (int most : new int[] {8, 3, 1}) {
                line.append(percent(runs.judge(RUNS, measured, WITHIN_10_PERCENT, ratio, claims, new Looks(most), SEED)
                        .surpriseShare()));
            }
        }
        line.append(" |");
        for (int most : new int[] {8, 3, 1}) {
            line.append(percent(runs.judge(RUNS, measured, WITHIN_10_PERCENT, ratio, 1, new Looks(most), SEED)
                    .confirmedShare()));
        }
        System.out.println(line);
    }

    /** All claims are true by far. */
    @Test
    void decided() {
        System.out.println("runs with all of 8 claims decided after 1, 3, 5, 8 forks, in %; the ratio is 1");
        for (Kind kind : Kind.values()) {
            Spread measured = Spread.of(kind);
            for (double within : new double[] {0.02, 0.03, 0.05, 0.1}) {
                for (double factor : new double[] {1, 2}) {
                    SimulatedRuns.Tally tally = SimulatedRuns.like(measured, factor).judge(RUNS, measured,
                            Bounds.within(within), 1, CLAIMS, Looks.usual(), SEED);
                    System.out.printf("%s, within %.0f %%, spread x %.0f:%s%s%s%s%n", kind, 100 * within, factor,
                            percent(tally.decidedShare(1)), percent(tally.decidedShare(3)),
                            percent(tally.decidedShare(5)), percent(tally.decidedShare(8)));
                }
            }
        }
    }

    /** A cell that is 5 % faster or slower than the other, and a claim that they are equal. */
    @Test
    void planted() {
        System.out.println("planted 5 % found in %: one claim, at most 3, 5, 8 forks");
        Spread measured = Spread.of(Kind.CPU);
        for (int rounds : new int[] {2, 3, 6}) {
            for (double within : new double[] {0.01, 0.02, 0.03}) {
                var line = new StringBuilder(String.format("%d rounds, claimed within %.0f %%:", rounds, 100 * within));
                for (int most : new int[] {3, 5, 8}) {
                    double found = 0;
                    for (double ratio : new double[] {0.95, 1.05}) {
                        found += SimulatedRuns.like(measured, 1).rounds(rounds).judge(RUNS, measured,
                                Bounds.within(within), ratio, 1, new Looks(most), SEED).surprisedShare() / 2;
                    }
                    line.append(percent(found));
                }
                System.out.println(line);
            }
        }
    }

    /**
     * How the allowance and the degrees of freedom of the prior (kit.judge.Evidence), the power of the spending
     * function (kit.judge.Looks) and two-sided SURPRISES were chosen: of those with at most 5 % false SURPRISES at
     * twice the measured spread, they find and confirm most. A fork has one figure here, and the claims of a run have
     * nothing in common.
     */
    @Test
    void choice() {
        System.out.println("power, freedom, allowance, sides: false SURPRISES in % with twice the spread (8 claims, at "
                + "most 8 and 3 forks; 1 claim, 8 and 3), falsely CONFIRMED (8 and 3) | with the measured spread 1 %: "
                + "planted 2 % beyond the bound found after 3 forks | 0.35 %: one of 8 claims of 3 % confirmed by one "
                + "fork");
        for (double power : new double[] {1, 1.5, 2, 3}) {
            for (int freedom : new int[] {4, 8, 16}) {
                for (double allowance : new double[] {1, 1.5, 2}) {
                    for (int sides = 1; sides <= 2; sides++) {
                        choice(new Rule(power, freedom, allowance, sides));
                    }
                }
            }
        }
    }

    private static void choice(Rule rule) {
        System.out.printf("%.1f %2d %.1f %d:%s%s%s%s |%s%s |%s |%s%n", rule.power, rule.freedom, rule.allowance,
                rule.sides, percent(anyOf(CLAIMS, rule.surprises(0, 2, CLAIMS, 8))),
                percent(anyOf(CLAIMS, rule.surprises(0, 2, CLAIMS, 3))), percent(rule.surprises(0, 2, 1, 8)),
                percent(rule.surprises(0, 2, 1, 3)), percent(rule.confirmed(0, 2, 8)),
                percent(rule.confirmed(0, 2, 3)), percent(rule.surprises(0.0192 / 0.0108, 1, 1, 3)),
                percent(rule.confirmedByOneFork(0.03 / 0.0039)));
    }

    private static double anyOf(int claims, double share) {
        return 1 - Math.pow(1 - share, claims);
    }

    /** The judge's rule in few words, in units of the measured spread. */
    private record Rule(double power, int freedom, double allowance, int sides) {

        /** Share of runs in which a look calls the claim a SURPRISE; the ratio lies beyond the bound by so much. */
        double surprises(double beyond, double factor, int claims, int most) {
            return crossing(beyond, factor, 0.05 / claims / sides, most);
        }

        double confirmed(double beyond, double factor, int most) {
            return crossing(beyond, factor, 0.05, most);
        }

        double confirmedByOneFork(double margin) {
            double need = TDistribution.of(freedom).inverseSurvivalProbability(0.05 * Math.pow(1 / 8.0, power));
            return NormalDistribution.of(0, 1).cumulativeProbability(margin - allowance * need);
        }

        private double crossing(double beyond, double factor, double error, int most) {
            List<Integer> looks = new Looks(most).after().stream().filter(forks -> forks > 1).toList();
            double[] need = new double[looks.size()];
            int before = 0;
            for (int i = 0; i < need.length; i++) {
                double spent = Math.pow((double) looks.get(i) / most, power) - Math.pow((double) before / most, power);
                need[i] = TDistribution.of(freedom + looks.get(i) - 1).inverseSurvivalProbability(error * spent);
                before = looks.get(i);
            }
            var random = new SplittableRandom(SEED);
            int crossed = 0;
            for (int run = 0; run < 4 * RUNS; run++) {
                double[] forks = IntStream.range(0, most).mapToDouble(i -> beyond + factor * random.nextGaussian())
                        .toArray();
                crossed += IntStream.range(0, need.length)
                        .anyMatch(i -> t(Arrays.copyOf(forks, looks.get(i))) > need[i]) ? 1 : 0;
            }
            return crossed / (4.0 * RUNS);
        }

        private double t(double[] forks) {
            double mean = Arrays.stream(forks).average().orElseThrow();
            double squares = Arrays.stream(forks).map(x -> (x - mean) * (x - mean)).sum();
            double variance = (freedom * allowance * allowance + squares) / (freedom + forks.length - 1);
            return mean / Math.sqrt(variance / forks.length);
        }
    }

    /**
     * A look may spend a little more than its share if it is known what the looks have in common, since a run that
     * crossed the bound early does not cross it again. What this would gain, for a spread that is known exactly.
     */
    @Test
    void exactBounds() {
        int[] looks = {1, 3, 5, 8};
        var random = new SplittableRandom(SEED);
        int runs = 1_000_000;
        double[][] z = new double[runs][];
        for (int run = 0; run < runs; run++) {
            double[] sums = new double[9];
            IntStream.rangeClosed(1, 8).forEach(i -> sums[i] = sums[i - 1] + random.nextGaussian());
            z[run] = IntStream.of(looks).mapToDouble(n -> sums[n] / Math.sqrt(n)).toArray();
        }
        for (double error : new double[] {0.05, 0.025, 0.025 / 8}) {
            System.out.printf("one-sided error %.4f: after n forks, bound by its share / exact bound:", error);
            double[][] left = z;
            double before = 0;
            for (int i = 0; i < looks.length; i++) {
                double share = error * (Math.pow(looks[i] / 8.0, 1.5) - before);
                before = Math.pow(looks[i] / 8.0, 1.5);
                int look = i;
                double[] sorted = Arrays.stream(left).mapToDouble(one -> one[look]).sorted().toArray();
                double exact = sorted[sorted.length - (int) Math.round(share * runs)];
                System.out.printf(" %d: %.2f / %.2f", looks[i],
                        NormalDistribution.of(0, 1).inverseSurvivalProbability(share), exact);
                left = Arrays.stream(left).filter(one -> one[look] < exact).toArray(double[][]::new);
            }
            System.out.println();
        }
    }

    private static String percent(double share) {
        return String.format("%6.1f", 100 * share);
    }
}
