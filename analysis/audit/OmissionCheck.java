package audit;

import java.util.OptionalDouble;
import kit.base.Numbers;
import kit.results.LoadResult;
import kit.results.LoadResult.Loop;
import kit.results.RequestLog;
import org.HdrHistogram.Histogram;

/**
 * Coordinated omission: a load generator whose users wait for a slow answer sends nothing meanwhile, so the requests
 * that would have been slow are missing in its percentiles (Gil Tene, "How NOT to Measure Latency"). A pause is seen as
 * a time in which no request starts.
 */
final class OmissionCheck {

    /** A pause is longer than so many cycles of a user: users in step with each other make gaps of one cycle. */
    private static final double CYCLES = 3;
    /** And at least so many requests would have started in it; by chance none does once in 10^9. */
    private static final double EXPECTED = 20;
    /** Share of requests that may be missing: with one in a hundred, the 99th percentile is another. */
    private static final double MISSING = 0.01;
    private static final double FINE_MS = 100;
    /** Ratio of the corrected 99th percentile to the one that was told, from which it is worth a word. */
    private static final double FAR = 1.5;
    private static final long MOST_ADDED = 100_000;
    private static final double P90 = 90;
    private static final double P99 = 99;
    private static final String OPEN_LOOP = "Measure with an open loop (wrk2 -R, k6's constant-arrival-rate, --rate of "
            + "a lab), whose response times count from when a request was due";

    private final LoadResult result;
    private final Claims claims;
    private final double cycle;
    private final double throughput;

    OmissionCheck(LoadResult result, Claims claims) {
        this.result = result;
        this.claims = claims;
        this.throughput = result.counts().throughput();
        this.cycle = cycle();
    }

    /**
     * Of a user, ms: from one start to the next when nothing is slow. As claimed by rate and users, as the single
     * requests show, or else by Little's law.
     */
    double cycle() {
        double users = Laws.users(result, claims);
        if (!Double.isNaN(claims.rate()) && !Double.isNaN(users)) {
            return users / claims.rate() * 1000;
        }
        if (result.requests() != null && result.requests().users().followed() > 0) {
            return result.requests().users().usualCycle();
        }
        if (!Double.isNaN(users) && result.requests() == null) {
            return users / throughput * 1000;
        }
        double think = Laws.think(result, claims);
        return result.times().median() + (Double.isNaN(think) ? 0 : think);
    }

    Answer answer() {
        double never = result.counts().neverSent();
        if (never > 0) {
            return Answer.found(Check.COORDINATED_OMISSION, never > MISSING * result.counts().requests(),
                    "Allow the load generator more users (maxVUs), or order a lower rate",
                    "the load generator did not start %s iterations that were due (%s requests were sent): the "
                            + "requests that would have waited are missing in its percentiles",
                    Numbers.trim(never, 12), Numbers.trim(result.counts().requests(), 12));
        }
        if (result.users().loop() != Loop.CLOSED) {
            return openLoop();
        }
        if (result.requests() != null) {
            return bySingleRequests(result.requests());
        }
        if (result.times().corrected()) {
            return byAddedTimes();
        }
        return result.times().histogram() != null ? byHistogram() : byLongest();
    }

    /** It does not wait for answers. Whether it was late, the rate shows. */
    private Answer openLoop() {
        return Answer.ok(Check.COORDINATED_OMISSION,
                "%s sends at a rate (open loop), and its response times count from "
                        + "when a request was %s",
                result.tool(), result.users().loop() == Loop.OPEN_FROM_DUE
                        ? "due: they have all that a request waited"
                        : "sent");
    }

    private Answer bySingleRequests(RequestLog log) {
        if (log.stampStep() > FINE_MS || Double.isNaN(throughput)) {
            return Answer.unknown(Check.COORDINATED_OMISSION, Numbers.format("the file's times of day have steps of %s "
                    + "ms, so a shorter pause cannot be seen", Numbers.trim(log.stampStep())),
                    "Let the tool write finer ones: K6_CSV_TIME_FORMAT=unix_micro for k6; ab -g has none");
        }
        Pauses pauses = Pauses.of(log.timeline().starts(), log.timeline().width(),
                Math.max(Math.max(CYCLES * cycle / 1000, EXPECTED / throughput), CYCLES * log.stampStep() / 1000));
        if (pauses.longest() == 0) {
            return withoutPause(log);
        }
        return withPauses(log, pauses);
    }

    private Answer withPauses(RequestLog log, Pauses pauses) {
        double missing = Math.max(0, pauses.seconds() - pauses.count() * cycle / 1000) * throughput;
        // A request of each user was under way in the pause, or the load generator did nothing.
        boolean waited = result.times().greatest() / 1000 > pauses.longest() / 2;
        String text = Numbers.format(
                "no request started in %d pauses. The longest was %s s (a user's usual cycle is %s "
                        + "ms); then %d requests started within %s ms. At %s requests/s, %s requests were due in the "
                        + "pauses (%.1f %%). ",
                pauses.count(), Numbers.trim(pauses.longest()), Numbers.trim(cycle), pauses.burst(),
                Numbers.trim(pauses.within() * 1000), Numbers.trim(throughput), Numbers.trim(missing, 3),
                100 * missing / result.counts().requests());
        return Answer.found(Check.COORDINATED_OMISSION, missing > MISSING * result.counts().requests(),
                waited ? OPEN_LOOP : "Look at the load generator's CPUs, memory and garbage collections", "%s",
                text + (waited ? waited(log) : "No response time was that long, so the load generator itself stopped"));
    }

    private String waited(RequestLog log) {
        return Numbers.format("The users waited for an answer and sent nothing. p90 and p99 of the file are %s and %s "
                + "ms; with the missing requests they are about %s and %s ms",
                Numbers.trim(result.times().percentile(P90)), Numbers.trim(result.times().percentile(P99)),
                Numbers.trim(corrected(log.times(), P90)), Numbers.trim(corrected(log.times(), P99)));
    }

    private Answer withoutPause(RequestLog log) {
        double recorded = result.times().percentile(P99);
        double corrected = corrected(log.times(), P99);
        String loop = !log.users().isClosedLoop() ? ""
                : ". Each user sent the next request after the answer (closed loop)";
        if (log.users().isClosedLoop() && corrected > FAR * recorded) {
            return Answer.found(Check.COORDINATED_OMISSION, false, OPEN_LOOP,
                    "some users waited for long while others went on. If each had sent a request every %s ms, p99 "
                            + "would be about %s ms and not %s ms",
                    Numbers.trim(cycle), Numbers.trim(corrected), Numbers.trim(recorded));
        }
        return Answer.ok(Check.COORDINATED_OMISSION, "requests started all the time%s", loop);
    }

    /** Gil Tene's correction: a request that took k cycles hid k - 1 of its user's. ms */
    private double corrected(Histogram times, double percentage) {
        // It adds the values one by one: no more of them for one request than its three digits can tell apart.
        long interval = Math.max(Math.max(1, Math.round(cycle * 1e6)), times.getMaxValue() / MOST_ADDED);
        return times.copyCorrectedForCoordinatedOmission(interval).getValueAtPercentile(percentage) / 1e6;
    }

    /** The tool has corrected its response times: its mean then contradicts its throughput. */
    private Answer byAddedTimes() {
        double inside = throughput * result.times().mean() / 1000;
        double added = inside / result.users().count() - 1;
        return added > FAR - 1
                ? Answer.found(Check.COORDINATED_OMISSION, true, OPEN_LOOP,
                        "%s added response times for requests that its connections were too late to send: %s "
                                + "requests/s x %s ms would be %s requests at a time, and there were %s connections. "
                                + "The service stopped for a while, so neither mean nor percentiles were measured",
                        result.tool(), Numbers.trim(throughput), Numbers.trim(result.times().mean()),
                        Numbers.trim(inside), Numbers.trim(result.users().count()))
                : byLongest();
    }

    private Answer byHistogram() {
        if (Double.isNaN(claims.rate()) || Double.isNaN(claims.users())) {
            return Answer.unknown(Check.COORDINATED_OMISSION, "the file has no single requests, and does not tell how "
                    + "often a user was to send one", "If it is of a closed loop, give both: --users 100 --rate 250");
        }
        double recorded = result.times().percentile(P99);
        double corrected = corrected(result.times().histogram(), P99);
        String text = Numbers
                .format("with a request of each user every %s ms, p99 would be about %s ms; in the file it "
                        + "is %s ms", Numbers.trim(cycle), Numbers.trim(corrected), Numbers.trim(recorded));
        return corrected > FAR * recorded
                ? Answer.found(Check.COORDINATED_OMISSION, true, OPEN_LOOP, "%s", text)
                : Answer.ok(Check.COORDINATED_OMISSION, "%s", text);
    }

    /** The most that the longest response time may have hidden, if all users waited for it. */
    private Answer byLongest() {
        double longest = result.times().greatest() / 1000;
        double due = (longest - cycle / 1000) * throughput;
        OptionalDouble hidden = Double.isNaN(due) || longest < CYCLES * cycle / 1000 ? OptionalDouble.empty()
                : OptionalDouble.of(due / result.counts().requests());
        if (!Double.isNaN(due) && Math.max(0, due) <= MISSING * result.counts().requests()) {
            return Answer.ok(Check.COORDINATED_OMISSION, "the longest response time is %s ms. Even if all users waited "
                    + "for it, less than 1 %% of the requests are missing", Numbers.trim(longest * 1000));
        }
        return Answer.unknown(Check.COORDINATED_OMISSION, "the file has no single requests" + (hidden.isEmpty() ? ""
                : Numbers.format(". The longest took %s s, %s times a user's usual cycle: if all users waited for it, "
                        + "%s requests were not sent in time (%.1f %%)", Numbers.trim(longest),
                        Numbers.trim(longest * 1000 / cycle, 3), Numbers.trim(due, 3), 100 * hidden.getAsDouble())),
                "Let the tool write a file of single requests");
    }
}
