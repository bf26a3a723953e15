package kit.rule;

import java.util.SplittableRandom;

/** How long something takes, in s; each time it may be different. */
@FunctionalInterface
public interface Time {

    /** No time. */
    Time NONE = fixed(0);

    /** The next of them, in s. */
    double next(SplittableRandom random);

    /** Always the same. */
    static Time fixed(double seconds) {
        return random -> seconds;
    }

    /** Each of the times that differ from the mean by this share of it at most is as frequent. */
    static Time uniform(double mean, double share) {
        return share == 0 ? fixed(mean) : random -> mean * (1 + share * (2 * random.nextDouble() - 1));
    }

    /** Exponentially distributed: the coefficient of variation is 1. */
    static Time exponential(double mean) {
        return random -> -mean * Math.log(1 - random.nextDouble());
    }
}
