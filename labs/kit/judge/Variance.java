package kit.judge;

import java.util.List;
import org.apache.commons.statistics.descriptive.Mean;

/**
 * A variance that was estimated.
 *
 * @param value   of logarithms of ratios
 * @param freedom degrees of freedom: how much the estimate is worth; 0 where there is none
 */
public record Variance(double value, double freedom) {

    /** Nothing is known. */
    public static final Variance UNKNOWN = new Variance(0, 0);

    /** Sample variance: sum((x - mean)^2) / (n - 1), with n - 1 degrees of freedom. */
    public static Variance of(List<Double> sample) {
        if (sample.size() < 2) {
            return UNKNOWN;
        }
        double mean = Mean.of(sample.stream().mapToDouble(x -> x).toArray()).getAsDouble();
        int freedom = sample.size() - 1;
        return new Variance(sample.stream().mapToDouble(x -> (x - mean) * (x - mean)).sum() / freedom, freedom);
    }

    /**
     * One estimate from several of the same variance: each counts by its degrees of freedom, which add up. Where one of
     * them is a prior, this is the posterior variance of an empirical Bayes estimate (G. K. Smyth, "Linear models and
     * empirical Bayes methods", Statistical Applications in Genetics and Molecular Biology 3, 2004).
     */
    public static Variance pooled(List<Variance> estimates) {
        double freedom = estimates.stream().mapToDouble(Variance::freedom).sum();
        return freedom == 0 ? UNKNOWN
                : new Variance(estimates.stream().mapToDouble(one -> one.freedom * one.value).sum() / freedom, freedom);
    }

    /** Of a mean of n values. */
    public Variance over(double n) {
        return new Variance(value / n, freedom);
    }

    /**
     * Of a sum of two independent parts, with the degrees of freedom of Satterthwaite ("An approximate distribution of
     * estimates of variance components", Biometrics Bulletin 2, 1946).
     */
    public Variance plus(Variance other) {
        double sum = value + other.value;
        return sum == 0 ? new Variance(0, freedom + other.freedom)
                : new Variance(sum, sum * sum / (part() + other.part()));
    }

    private double part() {
        return value == 0 ? 0 : value * value / freedom;
    }
}
