package audit;

import kit.base.Numbers;
import kit.results.LoadResult;
import kit.results.LoadResult.Loop;

/** The laws that every load obeys, whatever the tool: Little 1961; Denning and Buzen 1978. */
final class Laws {

    /** Of the users' time that may be missing, beside what the ends of the load and the clock explain. */
    private static final double TOLERANCE = 0.02;
    /** Rounding that the utilisation law is allowed. */
    private static final double ROUNDING = 1.01;
    /** Part of a rate that was to be offered. */
    private static final double OFFERED = 0.97;
    /** Share of failed requests from which throughput and response times say nothing about the service any more. */
    private static final double ERRORS = 0.01;

    private static final String NO_THROUGHPUT = "the file has no throughput, or times of day that are too coarse";

    private Laws() {}

    /** N of Little's law: as claimed, or as the tool tells. */
    static double users(LoadResult result, Claims claims) {
        return Double.isNaN(claims.users()) ? result.users().count() : claims.users();
    }

    /** Z, ms: as claimed, as the tool tells, or as its single requests show; NaN where none of them does. */
    static double think(LoadResult result, Claims claims) {
        if (!Double.isNaN(claims.thinkMs())) {
            return claims.thinkMs();
        }
        return !Double.isNaN(result.users().thinkMs()) || result.requests() == null ? result.users().thinkMs()
                : result.requests().users().meanPause();
    }

    /**
     * Little's law: N = X (R + Z). A request that is under way when the load begins or ends is not counted whole, which
     * is one cycle (R + Z) of the load's length at most; and a clock of step s makes R wrong by s / 2 at most.
     */
    static Answer little(LoadResult result, Claims claims) {
        if (result.users().loop() != Loop.CLOSED) {
            return Answer.noMatter(Check.LITTLE_LAW, result.tool() + " sends at a rate (open loop), so the number of "
                    + "requests under way is not a number of users");
        }
        double users = users(result, claims);
        double think = think(result, claims);
        double throughput = result.counts().throughput();
        double mean = result.times().mean();
        if (Double.isNaN(users)) {
            return Answer.notAsked(Check.LITTLE_LAW, "Give the number of concurrent users: --users N");
        }
        if (Double.isNaN(throughput) || Double.isNaN(mean)) {
            return Answer.unknown(Check.LITTLE_LAW, Double.isNaN(mean) ? "the file has no mean response time"
                    : NO_THROUGHPUT, "Give the tool's whole output");
        }
        if (!result.tool().failedToo() && result.counts().errors() > 0) {
            return Answer.unknown(Check.LITTLE_LAW,
                    "throughput and mean are of the requests that succeeded, and the time "
                            + "of the others is not in the file",
                    "");
        }
        if (result.requests() != null && result.requests().users().followed() > 0
                && !result.requests().users().isClosedLoop()) {
            return Answer.unknown(Check.LITTLE_LAW, "users had several requests under way at a time, as for the parts "
                    + "of a page", "");
        }
        if (Double.isNaN(think)) {
            return Answer.unknown(Check.LITTLE_LAW, Numbers.format("the file does not tell for how long a user waits "
                    + "between two requests. It would hold for %s ms", Numbers.trim(users / throughput * 1000 - mean)),
                    "Compare that with your script, or give it: --think 100ms (0ms for none)");
        }
        double cycle = mean + think;
        double inside = throughput * cycle / 1000;
        double step = result.times().step();
        double tolerance = TOLERANCE + cycle / 1000 / result.counts().seconds()
                + (Double.isNaN(step) ? 0 : step / 2 / cycle);
        String law = Numbers.format("%s requests/s x (%s ms response + %s ms think time) = %s users, and there were %s "
                + "(Little's law; %.1f %% allowed)", Numbers.trim(throughput), Numbers.trim(mean), Numbers.trim(think),
                Numbers.trim(inside), Numbers.trim(users), 100 * tolerance);
        double gap = inside / users - 1;
        if (Math.abs(gap) <= tolerance) {
            return Answer.ok(Check.LITTLE_LAW, "%s", law);
        }
        if (gap > 0 && result.times().corrected()) {
            return Answer.unknown(Check.LITTLE_LAW, result.tool() + " adds response times that it did not measure to "
                    + "its mean: " + law, "");
        }
        return gap < 0
                ? Answer.found(Check.LITTLE_LAW, true, "Look at the CPUs and the pauses of the load generator, leave "
                        + "out the time in which users arrive, and compare --think with the script",
                        "%.1f %% of the users' time is missing: %s. The users waited somewhere else than in requests, "
                                + "or there were fewer of them",
                        -100 * gap, law)
                : Answer.found(Check.LITTLE_LAW, true, "Look for further load generators, and for a mean that is not "
                        + "of the same requests as the throughput",
                        "the users had %.1f %% more requests under way than they could have: %s", 100 * gap, law);
    }

    /**
     * The utilisation law: X D cannot exceed the CPUs. At the start each CPU may be with a request that it has nearly
     * served, so in T seconds it can complete what takes T + D.
     */
    static Answer utilisation(LoadResult result, Claims claims) {
        if (Double.isNaN(claims.cpus()) || Double.isNaN(claims.demandMs())) {
            return Answer.notAsked(Check.UTILISATION_LAW,
                    "Give the CPUs of the service and the CPU time of a request: --cpus 4 --demand 5ms");
        }
        if (Double.isNaN(result.counts().throughput())) {
            return Answer.unknown(Check.UTILISATION_LAW, NO_THROUGHPUT, "Give the tool's whole output");
        }
        double demand = claims.demandMs() / 1000;
        double needed = result.counts().throughput() * demand;
        String law = Numbers.format("%s requests/s at %s ms of CPU time each need %s CPUs, and there are %s",
                Numbers.trim(result.counts().throughput()), Numbers.trim(claims.demandMs()), Numbers.trim(needed),
                Numbers.trim(claims.cpus()));
        return needed > ROUNDING * claims.cpus() * (1 + demand / result.counts().seconds())
                ? Answer.found(Check.UTILISATION_LAW, true, "Measure the CPU time of a request again, and look whether "
                        + "failed requests or a cache are among the answers", "not possible: %s", law)
                : Answer.ok(Check.UTILISATION_LAW, "%s", law);
    }

    /** A rate that was claimed was offered. */
    static Answer offeredRate(LoadResult result, Claims claims) {
        if (Double.isNaN(claims.rate())) {
            return Answer.notAsked(Check.OFFERED_RATE, "For an open loop give the rate that was ordered: --rate N");
        }
        double throughput = result.counts().throughput();
        if (Double.isNaN(throughput)) {
            return Answer.unknown(Check.OFFERED_RATE, NO_THROUGHPUT, "Give the tool's whole output");
        }
        return throughput < OFFERED * claims.rate()
                ? Answer.found(Check.OFFERED_RATE, true, "Allow the load generator more users, or order a lower rate",
                        "%s requests/s ended, and %s were ordered: the load generator or the service did not keep up, "
                                + "so the response times are those of a lower rate",
                        Numbers.trim(throughput), Numbers.trim(claims.rate()))
                : Answer.ok(Check.OFFERED_RATE, "%s requests/s ended, and %s were ordered", Numbers.trim(throughput),
                        Numbers.trim(claims.rate()));
    }

    /** Failed requests are no throughput, and often they are answered sooner. */
    static Answer errors(LoadResult result) {
        double share = result.counts().errorShare();
        if (Double.isNaN(share)) {
            return Answer.unknown(Check.FAILED_REQUESTS, "the file does not tell which requests failed",
                    "Look for failed requests in the tool's other output, or in the service's log");
        }
        if (share == 0) {
            return Answer.ok(Check.FAILED_REQUESTS, "no request failed");
        }
        String times = "";
        if (result.requests() != null && !Double.isNaN(result.requests().meanOfOthers())) {
            times = Numbers.format(". A failed one took %s ms on average, the others %s ms",
                    Numbers.trim(result.requests().meanOfFailed()), Numbers.trim(result.requests().meanOfOthers()));
        }
        if (!result.tool().failedToo()) {
            return Answer.found(Check.FAILED_REQUESTS, false, "Look at why they failed",
                    "%s of %s requests failed (%.2f %%). They are not in the throughput",
                    Numbers.trim(result.counts().errors()), Numbers.trim(result.counts().requests(), 12), 100 * share);
        }
        return Answer.found(Check.FAILED_REQUESTS, share > ERRORS, share > ERRORS ? "Mend what fails, and measure again"
                : "Report the throughput without them",
                "%s of %s requests failed (%.2f %%; 1 %% allowed). %s counts them as throughput: of %s requests/s, %s "
                        + "succeeded%s",
                Numbers.trim(result.counts().errors()), Numbers.trim(result.counts().requests(), 12), 100 * share,
                result.tool(), Numbers.trim(result.counts().throughput()),
                Numbers.trim(result.counts().throughput() * (1 - share)), times);
    }
}
