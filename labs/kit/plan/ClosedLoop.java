package kit.plan;

import java.time.Duration;

/**
 * N users, each of whom sends the next request when the last one ended and the think time is over.
 *
 * @param users    concurrent users N
 * @param requests the measurement ends after this many requests; 0 where {@code duration} ends it
 * @param duration the measurement ends with the first whole round of users after this time, or with the first request
 *     where {@code served} is known; null where {@code requests} ends it
 * @param think    time between an answer and the user's next request, Z
 * @param spread   users start at random moments within this time, so that they do not march in step
 * @param served   time for which a request is served at most: before, it waits in a line for a thread or something
 *     else. Null where that is not known, or all requests are served by turns
 * @param primer   is sent for as long as a warm-up before the warm-up, by {@link #primed} users without a pause (where
 *     the first request is sent alone it is the whole warm-up); null
 *     where their own request makes the service's first ones
 * @param cold     the measurement begins with the first request that the service ever serves: no warm-up
 * @param alone    whether the measurement begins with a request that is sent alone: all users set out when it is
 *     answered
 */
public record ClosedLoop(int users, long requests, Duration duration, Duration think, Duration spread, Duration served,
        Request primer, boolean cold, boolean alone) implements Load {

    /** Ends when so many requests have been answered. */
    public static ClosedLoop of(int users, long requests) {
        return new ClosedLoop(users, requests, null, Duration.ZERO, Duration.ZERO, null, null, false, false);
    }

    /** Ends with the first whole round of its users after this time. */
    public static ClosedLoop of(int users, Duration duration) {
        return new ClosedLoop(users, 0, duration, Duration.ZERO, Duration.ZERO, null, null, false, false);
    }

    /** Of so many users. */
    public ClosedLoop users(int number) {
        return new ClosedLoop(number, requests, duration, think, spread, served, primer, cold, alone);
    }

    /** Users who pause for this time between an answer and the next request. */
    public ClosedLoop think(Duration time) {
        return new ClosedLoop(users, requests, duration, time, spread, served, primer, cold, alone);
    }

    /** Users who begin one by one within this time. */
    public ClosedLoop spread(Duration time) {
        return new ClosedLoop(users, requests, duration, think, time, served, primer, cold, alone);
    }

    /** Whose requests are served for so long each. */
    public ClosedLoop served(Duration time) {
        return new ClosedLoop(users, requests, duration, think, spread, time, primer, cold, alone);
    }

    @Override
    public ClosedLoop primedBy(Request request) {
        return new ClosedLoop(users, requests, duration, think, spread, served, request, cold, alone);
    }

    /** They set out all at once. */
    @Override
    public ClosedLoop first() {
        return new ClosedLoop(users, requests, duration, think, Duration.ZERO, null, null, true, false);
    }

    @Override
    public ClosedLoop firstAsByAb() {
        return new ClosedLoop(users, requests, duration, think, Duration.ZERO, null, null, true, true);
    }

    @Override
    public ClosedLoop asByAb() {
        return new ClosedLoop(users, requests, duration, think, Duration.ZERO, null, primer, false, true);
    }

    /** Whether the measurement begins with the first request, and users set out with it. */
    public boolean isFromTheFirst() {
        return cold || alone;
    }

    @Override
    public String kind() {
        return "closed";
    }

    @Override
    public String shortName() {
        return "c" + users;
    }

    @Override
    public String label() {
        return "c=" + users;
    }

    @Override
    public int primed() {
        return cold ? 0 : alone ? users : Math.min(users, PRIMING);
    }

    @Override
    public Duration expected(double rps) {
        if (duration == null) {
            return Duration.ofMillis(Math.round(1000 * requests / rps));
        }
        double round = 1000 * users / rps;
        return Duration.ofMillis(Math.round(round * Math.ceil(duration.toMillis() / round)));
    }

    /** Every user has to be answered once. */
    @Override
    public double warmUp(double asked, double rps) {
        double priming = primer == null ? 0 : asked;
        return cold ? 0 : alone ? priming : priming + (rps > 0 ? Math.max(asked, (primed() + users) / rps) : asked);
    }
}
