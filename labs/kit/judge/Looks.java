package kit.judge;

import java.util.List;
import java.util.stream.Stream;
import kit.judge.Spread.Kind;

/**
 * After which forks the claims of a run are looked at, and how much of the error each look may spend. After n of at
 * most N forks, (n / N)^{@value #POWER} of the error is spent: a spending function (Lan and DeMets, "Discrete
 * sequential boundaries for clinical trials", Biometrika 70, 1983; this family: Jennison and Turnbull, "Group
 * Sequential Methods", 2000, section 7.2). A look may spend what was not spent at the look before. The sum over all
 * looks is 1, so the level holds whatever the looks have in common.
 *
 * <p>The power lies between 1 (Pocock) and 3 (like O'Brien and Fleming). With 3, the look after one of eight forks
 * would have 0.2 % of the error, too little to confirm a claim of 3 % where requests wait. With {@value #POWER} it has
 * 4.4 %.
 *
 * @param most number of forks after which no further one starts; known before the run
 * @param once whether all of them are measured, and the run is looked at then alone
 */
public record Looks(int most, boolean once) {

    /** With more forks to come, a run is looked at after these. */
    private static final List<Integer> AFTER = List.of(1, 3, 5, 8);
    private static final double POWER = 1.5;
    /** How often a claim is CONFIRMED although the ratio is one of its bounds. */
    private static final double FALSELY_CONFIRMED = 0.05;
    /** Of runs in which every claim is true, the share in which one of them is a SURPRISE. */
    private static final double FALSE_SURPRISES = 0.05;

    public Looks {
        if (most < 1) {
            throw new IllegalArgumentException("a run has at least one fork, not " + most);
        }
    }

    /** Of a run that ends when its claims are decided. */
    public Looks(int most) {
        this(most, false);
    }

    /** Of a run with exactly so many forks. */
    public static Looks once(int forks) {
        return new Looks(forks, true);
    }

    /** Of a run with at most 8 forks: after 1, 3, 5 and 8. */
    public static Looks usual() {
        return new Looks(AFTER.getLast());
    }

    /** The numbers of forks after which the run is looked at. */
    public List<Integer> after() {
        return once ? List.of(most)
                : Stream.concat(AFTER.stream().filter(forks -> forks < most), Stream.of(most)).toList();
    }

    /** Whether so many forks may decide a claim. Where CPU binds, one fork decides nothing. */
    public static boolean mayDecide(Kind kind, int forks) {
        return kind != Kind.CPU || forks > 1;
    }

    /**
     * The confidence that a look needs at each of the two bounds to call a claim CONFIRMED.
     *
     * @param forks so far; a run may end between two looks, too
     */
    public double toConfirm(Kind kind, int forks) {
        return 1 - FALSELY_CONFIRMED * share(kind, forks);
    }

    /**
     * The confidence that a look needs at one of the two bounds to call a claim a SURPRISE.
     *
     * @param forks  so far
     * @param claims of the run that are decided by an interval: each has its part of the error (Bonferroni)
     */
    public double toRefute(Kind kind, int forks, int claims) {
        return 1 - FALSE_SURPRISES / claims / 2 * share(kind, forks);
    }

    private double share(Kind kind, int forks) {
        if (forks > most) {
            throw new IllegalArgumentException(forks + " forks in a run with at most " + most);
        }
        int before = after().stream().filter(look -> look < forks && mayDecide(kind, look)).reduce(0, Math::max);
        return spent(forks) - spent(before);
    }

    /** A run that is looked at once, and is broken off before, has spent nothing. */
    private double spent(int forks) {
        return once && forks > 0 ? 1 : Math.pow((double) forks / most, POWER);
    }
}
