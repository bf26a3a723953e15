package kit.judge;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kit.judge.Spread.Kind;

/**
 * After which forks a run is looked at, and how much of the error each look may spend. After a share t of the forks,
 * the share t^{@value #POWER} of the error is spent, so an early look decides only what is plain. This is a spending
 * function that is close to O'Brien and Fleming's (Lan and DeMets, "Discrete sequential boundaries for clinical
 * trials", Biometrika 70, 1983; Jennison and Turnbull, "Group Sequential Methods", 2000, section 7.2).
 *
 * @param most number of forks after which no further one is started
 */
public record Looks(int most) {

    /** Where a run may have more forks, it has a look after each of these. */
    private static final List<Integer> AFTER = List.of(1, 3, 5, 8);
    private static final int POWER = 3;
    private static final double CONFIRMED = 0.05;
    private static final double SURPRISE = 0.05;

    public Looks {
        if (most < 1) {
            throw new IllegalArgumentException("a run has at least one fork");
        }
    }

    /** After 1, 3, 5 and 8 forks. */
    public static Looks usual() {
        return new Looks(AFTER.getLast());
    }

    /** Of a run that has at most so many forks. */
    public static Looks upTo(int forks) {
        return new Looks(forks);
    }

    /** The numbers of forks after which the run is looked at. */
    public List<Integer> after() {
        return Stream.concat(AFTER.stream().filter(forks -> forks < most), Stream.of(most)).toList();
    }

    /** Whether anything may be decided of cells of this kind: where CPU binds, one fork decides nothing. */
    public boolean mayDecide(Kind kind, int forks) {
        return kind == Kind.WAITING || forks > 1;
    }

    /** The share of the error that the look after so many forks may spend. A run may end between two looks, too. */
    public double share(Kind kind, int forks) {
        int before = after().stream().filter(look -> look < forks && mayDecide(kind, look)).reduce(0, Math::max);
        return spent(forks) - spent(before);
    }

    private double spent(int forks) {
        return Math.pow(Math.min(1, (double) forks / most), POWER);
    }

    /** How often this look may call a claim CONFIRMED although the ratio is one of its bounds. */
    public double falselyConfirmed(Kind kind, int forks) {
        return CONFIRMED * share(kind, forks);
    }

    /**
     * How often this look may call a claim a SURPRISE although it is true.
     *
     * @param claims of the run that are decided by an interval: Bonferroni
     */
    public double falseSurprises(Kind kind, int forks, int claims) {
        return SURPRISE / claims * share(kind, forks);
    }
}
