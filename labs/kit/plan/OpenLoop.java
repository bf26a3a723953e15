package kit.plan;

import java.time.Duration;
import kit.base.Numbers;

/**
 * Requests start at a constant rate, whatever became of the ones before.
 *
 * @param rate     requests started each second
 * @param duration length of the measurement
 */
public record OpenLoop(double rate, Duration duration) implements Load {

    /**
     * When the i-th request is due, in ns since the first: the rate rises evenly for a while, and stays. A service that
     * is still cold would be buried under the whole of it, and would dig itself out in the measurement.
     *
     * @param i     from 0; a fraction is due between two requests
     * @param rises for so long, in ns
     */
    public long due(double i, long rises) {
        double meanwhile = rate * rises / 1e9 / 2;
        return Math.round(i < meanwhile ? rises * Math.sqrt(i / meanwhile) : rises + (i - meanwhile) * 1e9 / rate);
    }

    @Override
    public String kind() {
        return "open";
    }

    @Override
    public String shortName() {
        return "r" + Numbers.trim(rate);
    }

    @Override
    public String label() {
        return Numbers.trim(rate) + "/s";
    }

    @Override
    public int users() {
        return 0;
    }

    @Override
    public int primed() {
        return 1;
    }

    @Override
    public Duration expected(double rps) {
        return duration;
    }

    @Override
    public double warmUp(double asked, double rps) {
        return asked;
    }
}
