package kit.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import kit.judge.Spread.Kind;
import kit.record.Verdict;

/**
 * Runs whose truth is known. A run measures one cell for each claim, and one more that all of them are compared with:
 * the claims of a run are no more independent than those of a lab.
 *
 * @param forkSd          standard deviation between forks, of the logarithm of a ratio
 * @param blockSd         the same between the rounds of a fork
 * @param skew            whether differences are rarely large and then make a cell slower, or as often faster as slower
 * @param autocorrelation between a block and the next of the same cell in a fork
 * @param machineDrift    by how much the machine's speed changes from round to round, for all cells alike
 * @param roundDrift      by how much it changes from block to block within a round, steadily
 * @param toRule          whether each cell is compared with its rule, which is a constant
 */
public record SimulatedRuns(Kind kind, double forkSd, double blockSd, int rounds, boolean skew, double autocorrelation,
        double machineDrift, double roundDrift, boolean toRule) {

    private static final double OF_ONE_CELL = Math.sqrt(0.5);

    /** As the kit's spread, times a factor. */
    public static SimulatedRuns like(Spread spread, double factor) {
        return new SimulatedRuns(spread.kind(), factor * spread.forkSd(), factor * spread.blockSd(), 3, false, 0, 0, 0,
                false);
    }

    public SimulatedRuns rounds(int number) {
        return new SimulatedRuns(kind, forkSd, blockSd, number, skew, autocorrelation, machineDrift, roundDrift,
                toRule);
    }

    public SimulatedRuns skewed() {
        return new SimulatedRuns(kind, forkSd, blockSd, rounds, true, autocorrelation, machineDrift, roundDrift,
                toRule);
    }

    public SimulatedRuns autocorrelated(double share) {
        return new SimulatedRuns(kind, forkSd, blockSd, rounds, skew, share, machineDrift, roundDrift, toRule);
    }

    public SimulatedRuns drifting(double fromRoundToRound, double fromBlockToBlock) {
        return new SimulatedRuns(kind, forkSd, blockSd, rounds, skew, autocorrelation, fromRoundToRound,
                fromBlockToBlock, toRule);
    }

    public SimulatedRuns toTheirRules() {
        return new SimulatedRuns(kind, forkSd, blockSd, rounds, skew, autocorrelation, machineDrift, roundDrift, true);
    }

    /**
     * What many runs said.
     *
     * @param surprises  runs in which a claim was a SURPRISE at any look
     * @param surprised  runs that ended with a SURPRISE
     * @param confirmed  runs that ended with all claims CONFIRMED
     * @param decided    for each look, the runs that ended there with all claims decided
     */
    public record Tally(int runs, int surprises, int surprised, int confirmed, TreeMap<Integer, Integer> decided) {

        public double surpriseShare() {
            return (double) surprises / runs;
        }

        public double surprisedShare() {
            return (double) surprised / runs;
        }

        public double confirmedShare() {
            return (double) confirmed / runs;
        }

        /** Runs that were decided after so many forks or fewer. */
        public double decidedShare(int forks) {
            return (double) decided.headMap(forks, true).values().stream().mapToInt(i -> i).sum() / runs;
        }
    }

    /**
     * Judges as the kit does: until all claims are decided, or there are no more forks.
     *
     * @param measured the spread that the kit knows of
     * @param ratio    the true one of all claims
     */
    public Tally judge(int runs, Spread measured, Bounds bounds, double ratio, int claims, Looks looks, long seed) {
        var random = new SplittableRandom(seed);
        var decided = new TreeMap<Integer, Integer>();
        int surprises = 0;
        int surprised = 0;
        int confirmed = 0;
        for (int run = 0; run < runs; run++) {
            List<List<List<Double>>> ratios = measure(claims, looks.most(), Math.log(ratio), random);
            boolean isSurprise = false;
            for (int forks : looks.after()) {
                List<Evidence> all = ratios.stream()
                        .map(one -> new Evidence(measured, one.subList(0, forks), Variance.UNKNOWN, 0)).toList();
                Variance rounds = Evidence.roundsOf(all);
                List<Verdict> verdicts = all.stream()
                        .map(one -> Decision.ofRatio(one.withRounds(rounds), bounds, looks, claims).verdict()).toList();
                isSurprise |= verdicts.contains(Verdict.SURPRISE);
                boolean isDecided = !verdicts.contains(Verdict.UNDECIDED);
                if (isDecided || forks == looks.most()) {
                    surprised += verdicts.contains(Verdict.SURPRISE) ? 1 : 0;
                    confirmed += verdicts.stream().allMatch(one -> one == Verdict.CONFIRMED) ? 1 : 0;
                }
                if (isDecided) {
                    decided.merge(forks, 1, Integer::sum);
                    break;
                }
            }
            surprises += isSurprise ? 1 : 0;
        }
        return new Tally(runs, surprises, surprised, confirmed, decided);
    }

    /** For each claim and fork, the logarithms of its rounds. */
    private List<List<List<Double>>> measure(int claims, int forks, double logRatio, SplittableRandom random) {
        var ratios = IntStream.range(0, claims).<List<List<Double>>>mapToObj(i -> new ArrayList<>()).toList();
        double ofOneCell = toRule ? 1 : OF_ONE_CELL;
        double speed = 0;
        for (int fork = 0; fork < forks; fork++) {
            ratios.forEach(one -> one.add(new ArrayList<>()));
            double[] jvms = noise(claims + 1, random);
            double[] blocks = noise(claims + 1, random);
            for (int round = 0; round < rounds; round++) {
                double[] fresh = noise(claims + 1, random);
                speed += machineDrift * random.nextGaussian();
                double slope = roundDrift * random.nextGaussian();
                int[] place = places(claims + 1, random);
                double[] cells = new double[claims + 1];
                for (int cell = 0; cell <= claims; cell++) {
                    blocks[cell] = autocorrelation * blocks[cell]
                            + Math.sqrt(1 - autocorrelation * autocorrelation) * fresh[cell];
                    cells[cell] = ofOneCell * (forkSd * jvms[cell] + blockSd * blocks[cell]) + speed
                            + slope * place[cell];
                }
                for (int claim = 0; claim < claims; claim++) {
                    ratios.get(claim).get(fork).add(logRatio + cells[claim] - (toRule ? 0 : cells[claims]));
                }
            }
        }
        return ratios;
    }

    /** With mean 0 and standard deviation 1. */
    private double[] noise(int count, SplittableRandom random) {
        return IntStream.range(0, count)
                .mapToDouble(i -> skew ? 1 + Math.log(1 - random.nextDouble()) : random.nextGaussian()).toArray();
    }

    /** The order in which a round drives the cells. */
    private static int[] places(int cells, SplittableRandom random) {
        int[] places = IntStream.range(0, cells).toArray();
        for (int i = cells - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int place = places[i];
            places[i] = places[other];
            places[other] = place;
        }
        return places;
    }
}
