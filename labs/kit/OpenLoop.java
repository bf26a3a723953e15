package kit;

import java.time.Duration;

/**
 * Requests start at a constant rate, whatever became of the ones before.
 *
 * @param rate     requests started each second
 * @param duration length of the measurement
 */
public record OpenLoop(double rate, Duration duration) implements Load {

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
