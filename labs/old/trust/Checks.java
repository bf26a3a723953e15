package old.trust;

import kit.plan.Station;
import kit.record.LatencyLimits;
import java.util.List;
import java.util.Optional;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.base.Numbers;
import old.cell.Outcome;
import kit.machine.Hiccups;
import kit.rule.RuleFigures;
import kit.rule.Queueing;
import kit.report.CellReport;
import kit.report.Totals;
import kit.service.Facts;

/**
 * The checks that decide whether a cell's numbers can be believed. Each takes plain numbers, so that each can be seen
 * to fire. A finding that invalidates makes the cell INVALID; any other is a remark that stands beside the verdict.
 */
public final class Checks {

    /** Part of the users' time that may go missing before Little's law counts as broken. */
    public static final double UNACCOUNTED = 0.02;
    /** Rounding that the utilisation law is allowed. */
    static final double UTILISATION = 1.01;
    /**
     * A rare hiccup (99th percentile) is worth a word when it is longer than this (ms) and this share of the median
     * latency.
     */
    static final double HICCUP_MS = 1;
    static final double HICCUP_SHARE = 0.01;
    /** A driver with a thread busier than this share of a CPU may itself be what is measured. */
    static final double GENERATOR_BUSY = 0.8;
    /** Coefficient of variation of the throughput up to which it counts as steady. */
    static final double STEADY = 0.02;
    /** Share by which a service may become faster from the first half of a measurement to the second. */
    public static final double WARM = 0.03;
    /** Share of failed requests from which throughput says nothing about the service any more. */
    static final double ERRORS = 0.01;

    /**
     * From this share of the CPUs on, on average, there are too few: a thread that is ready then waits for one of two
     * more than twice as long as it needs it (M/M/2, see {@link Queueing#erlangWait}).
     */
    static final double CPU_BUSY = 0.85;
    /** Up to this share of the CPUs a wait for one is short: in M/M/2 a third as long as it is needed. */
    static final double CPU_HALF = 0.5;
    /** Share by which the machine may be faster for one cell than for another before it counts. */
    public static final double DRIFT = 0.03;
    /** Threads or connections are short when, on average, at least so many wait for one. */
    static final double WAITING = 1;
    /**
     * And connections when besides this share of them is in use: else a request that waits for one waits for a CPU.
     */
    static final double IN_USE = 0.9;
    /** Throughput within this of the rule, or of the rate that is offered, is all that there could be. */
    public static final double REACHED = 0.03;

    private Checks() {}

    /**
     * What held the throughput, by the vitals; NaN for what nothing tells.
     *
     * @param generatorBusy CPU time of the driver's busiest thread, as a share
     * @param cpuBusy    CPU time that the whole machine used, as a share of what it has
     * @param pending    threads that wait for a connection, on average
     * @param inUse      connections in use on average, as a share of all
     * @param queued     requests that wait for a thread, on average
     */
    static String bound(double generatorBusy, double cpuBusy, double pending, double inUse, double queued) {
        if (generatorBusy > GENERATOR_BUSY) {
            return "driver";
        }
        if (cpuBusy >= CPU_BUSY) {
            return "cpu";
        }
        return pending >= WAITING && inUse >= IN_USE ? "connections" : queued >= WAITING ? "pool" : "users";
    }

    /**
     * What was accepted is in the table, and nothing else.
     *
     * @param accepted  rows by the client's count; NaN where none are stored
     * @param table     rows in the table; NaN where they could not be counted
     * @param sent      requests that might have stored one
     * @param tolerated true where failures are what the cell is there to show
     * @param uncounted why they could not be counted, or null
     * @param why       rows were lost, as the service says, or null
     */
    static Optional<Finding> rows(double accepted, double table, long sent, boolean tolerated, String uncounted,
            String why) {
        if (uncounted != null) {
            return Optional.of(Finding.invalid(Code.ROWS_UNCOUNTED,
                    "the rows could not be counted (%s): %.0f were accepted", uncounted, accepted));
        }
        if (table < accepted) {
            return Optional.of(new Finding(Code.ROWS_LOST, !tolerated, Numbers.format(
                    "%.0f of %.0f accepted rows are not in the table (%s); the cell's log says which, "
                            + "as far as the service could tell",
                    accepted - table, accepted, why == null ? "still in the queue when the service ended" : why)));
        }
        return sent < 0 || !(table > sent) ? Optional.empty()
                : Optional.of(Finding.invalid(Code.ROWS_UNEXPECTED,
                        "there are %.0f rows in the table and only %d requests were sent: "
                                + "something stores rows twice",
                        table, sent));
    }

    /** What was accepted was stored in the end. */
    static Optional<Finding> drained(CellReport.Drained drained) {
        return drained == null || drained.all() ? Optional.empty()
                : Optional.of(Finding.remark(Code.NOT_DRAINED,
                        "the lab stopped waiting %.1f s after the load: rows were left, and none had been stored for "
                                + "10 s",
                        drained.seconds()));
    }

    /** The facts that were asked for hold. */
    static Optional<Finding> facts(Facts asked, Facts found) {
        List<String> differences = asked.differences(found);
        return differences.isEmpty() ? Optional.empty()
                : Optional.of(Finding.invalid(Code.FACTS_DIFFER,
                        "%s: the variant is not configured as declared",
                        String.join("; ", differences)));
    }

    /**
     * Every request that the client sent was counted by the server, and no other. Those that the client gave up may or
     * may not have been.
     */
    static Optional<Finding> counts(long client, long givenUp, long server) {
        return server < 0 || server <= client && server >= client - givenUp ? Optional.empty()
                : Optional.of(Finding.invalid(Code.REQUESTS_DIFFER,
                        "the client sent %d requests and the server counted %d: something between them repeats or "
                                + "loses requests",
                        client, server));
    }

    /**
     * Little's law as the users' account of their time: N users for T seconds have N T seconds, which went into
     * requests, into failures, into being sent late and into thinking. What is missing was spent where nothing is
     * measured.
     *
     * @param users N
     */
    static Optional<Finding> unaccountedTime(int users, Totals t) {
        double all = users * t.seconds();
        double missing = all - t.serviceSeconds() - t.thinkSeconds() - t.sendDelaySeconds() - t.errorSeconds();
        if (Math.abs(missing) > UNACCOUNTED * all) {
            return Optional.of(Finding.invalid(Code.TIME_UNACCOUNTED,
                    "Little's law check failed: %.1f %% of the users' time is unaccounted for",
                    100 * missing / all));
        }
        double gap = unaccountedShare(users, t);
        return Math.abs(gap) <= UNACCOUNTED ? Optional.empty()
                : Optional.of(Finding.remark(Code.USERS_DELAYED, "%.1f %% of the users' time went into %s",
                        -100 * gap,
                        t.errorSeconds() > t.sendDelaySeconds() ? "failed requests" : "requests being sent late"));
    }

    /**
     * Little's law with what a row says: X (R + Z) = N.
     *
     * @param gap X (R + Z) / N - 1, as a share; NaN where the users are not constant
     */
    static Optional<Finding> little(double gap) {
        return !(Math.abs(gap) > UNACCOUNTED) ? Optional.empty()
                : Optional.of(Finding.remark(Code.LITTLE_MISSED,
                        "the mean is left out: throughput x mean response time is %+.1f %% from the number of users "
                                + "(Little's law). The mean lacks requests that failed, and requests that began or "
                                + "ended outside of the measurement",
                        100 * gap));
    }

    /**
     * X (R + Z) / N - 1 with R from the actual send, in the operational form (Denning and Buzen 1978): the time that
     * users spent in requests and thinking, over the time that they had.
     */
    public static double unaccountedShare(int users, Totals t) {
        return (t.serviceSeconds() + t.thinkSeconds()) / (users * t.seconds()) - 1;
    }

    /**
     * Utilisation law: X D cannot exceed the servers (Denning and Buzen 1978). It only remarks on carriers: that
     * requests hold one is what a lab wants to know, and more than that allows shows that they do not.
     *
     * <p>When the measurement begins, each server may be with a request that it has nearly served. So in T seconds it
     * can complete what takes T + D.
     *
     * @param seconds length of the measurement, T
     */
    static Optional<Finding> utilisation(double rps, double seconds, List<Station> stations) {
        return stations.stream().filter(s -> isImpossible(rps, seconds, s)).findFirst()
                .map(s -> new Finding(Code.IMPOSSIBLE, !s.name().equals(Queueing.CARRIERS), Numbers.format(
                        "not possible: %.1f requests/s at %s s each need %.1f servers; available: %s (%s). Either a "
                                + "request takes less time, or more servers took part",
                        rps, Numbers.trim(s.demandSeconds()), rps * s.demandSeconds(), Numbers.trim(s.servers()),
                        s.name())));
    }

    /**
     * The same of what others claim (see {@link old.plan.Cell#claimedToNeed}): that it is impossible is then what the
     * cell shows.
     */
    static Optional<Finding> claimed(double rps, double seconds, Station station) {
        return isImpossible(rps, seconds, station)
                ? Optional.of(Finding.remark(Code.IMPOSSIBLE_AS_CLAIMED, "not possible as claimed: at %s s each, %.1f "
                        + "requests/s need %.1f %s; there are %s. So a request takes less time, or more %s are used",
                        Numbers.trim(station.demandSeconds()), rps, rps * station.demandSeconds(), station.name(),
                        Numbers.trim(station.servers()), station.name()))
                : Optional.empty();
    }

    private static boolean isImpossible(double rps, double seconds, Station station) {
        return rps * station.demandSeconds() > UTILISATION * station.servers()
                * (1 + station.demandSeconds() / seconds);
    }

    /**
     * Requests were sent when they should have been. With too few for a 99th percentile (NaN), half of them must have
     * been, and the latest is told.
     *
     * @param delayP50Ms NaN where there are too few for a median, too
     * @param rampMs     of a burst, 0 of other loads
     */
    static Optional<Finding> sendDelay(double delayP99Ms, double delayP50Ms, double delayMaxMs, double p50Ms,
            double rampMs) {
        double limit = LatencyLimits.late(p50Ms);
        if (Double.isNaN(delayP99Ms) && delayP50Ms > LatencyLimits.tooLate(p50Ms, rampMs)) {
            return Optional.of(Finding.invalid(Code.SENT_LATE,
                    "half of the requests were sent %.1f ms late or more (%.1f ms allowed), so the latencies are not "
                            + "reliable",
                    delayP50Ms, LatencyLimits.tooLate(p50Ms, rampMs)));
        }
        if (Double.isNaN(delayP99Ms)) {
            // Where there were none, neither is there a limit.
            return !(delayMaxMs > limit) ? Optional.empty()
                    : Optional.of(Finding.remark(Code.TOO_FEW_FOR_DELAY,
                            "too few requests for a 99th percentile of the send delay; the longest delay was %.1f ms",
                            delayMaxMs));
        }
        if (!(delayP99Ms > limit)) {
            return Optional.empty();
        }
        if (delayP99Ms <= LatencyLimits.tooLate(p50Ms, rampMs)) {
            // Response times count from when they were due, so that none is too short.
            return Optional.of(Finding.remark(Code.SENT_LATE,
                    "requests were sent late: 99th percentile %.1f ms, in a burst of %.0f ms", delayP99Ms, rampMs));
        }
        return Optional.of(Finding.invalid(Code.SENT_LATE,
                "requests were sent late: 99th percentile %.1f ms (%.1f ms allowed), so the latencies are not reliable",
                delayP99Ms, LatencyLimits.tooLate(p50Ms, rampMs)));
    }

    /**
     * What was found of latencies where throughput alone is asked for, or where all CPUs are busy, the client's too:
     * response times count from when a request was due, and a user that is late only sends less. As long as that is a
     * small part of the load, the throughput is right.
     *
     * @param notOffered the part of the load that was not offered
     */
    static Optional<Finding> latenciesAside(Optional<Finding> found, double notOffered) {
        return found.map(finding -> finding.invalidates() && notOffered <= UNACCOUNTED
                ? Finding.remark(finding.code(), "%s", finding.text()
                        + " (ignore the latencies of this cell; its throughput is valid)")
                : finding);
    }

    /** The driver's own scheduler ran it on time. */
    static Optional<Finding> generatorHiccups(Hiccups.Measured seen, double p50Ms) {
        if (LatencyLimits.oversleptUsually(seen.p50Ms(), p50Ms)) {
            return Optional.of(Finding.invalid(Code.GENERATOR_LATE,
                    "the load generator ran late throughout: its median sleep was %.1f ms too long, so the latencies "
                            + "are not reliable",
                    seen.p50Ms()));
        }
        if (!(seen.p99Ms() > Math.max(HICCUP_MS, HICCUP_SHARE * p50Ms))) {
            return Optional.empty();
        }
        boolean tooLong = LatencyLimits.oversleptRarely(seen.p99Ms(), p50Ms);
        return Optional.of(new Finding(Code.GENERATOR_STOPPED, tooLong, Numbers.format(
                "the load generator paused sometimes: the 99th percentile of its sleeps was %.1f ms too long%s",
                seen.p99Ms(), tooLong ? ", so the latencies are not reliable" : "")));
    }

    /**
     * Throughput is as the rule says.
     *
     * @param gap       from the rule, as a share of it; NaN where there is no rule
     * @param tolerance share that it may be
     * @param reason    which assumption of the rule failed; empty where that is not known
     */
    static Optional<Finding> rule(double gap, double tolerance, String reason) {
        return !(Math.abs(gap) > tolerance) ? Optional.empty()
                : Optional.of(Finding.remark(Code.RULE_MISSED, "%.1f %% %s the rule (%.0f %% allowed)%s",
                        100 * Math.abs(gap), gap > 0 ? "above" : "below", 100 * tolerance,
                        reason.isEmpty() ? "" : ": " + reason));
    }

    /** The driver has headroom. */
    static Optional<Finding> driver(double busyShare) {
        return !(busyShare > GENERATOR_BUSY) ? Optional.empty()
                : Optional.of(Finding.invalid(Code.GENERATOR_SATURATED,
                        "the load generator had no headroom: its busiest thread used %.0f %% of a CPU, so it may "
                                + "be the bottleneck",
                        100 * busyShare));
    }

    /** The service had stopped becoming faster when it was measured. */
    static Optional<Finding> warm(double speedUp) {
        return !(speedUp > WARM) ? Optional.empty()
                : Optional.of(Finding.remark(Code.NOT_WARM,
                        "not warm: the second half of the measurement was %.1f %% faster than the first, so a longer "
                                + "run would be faster still: use --warmup for a longer warm-up",
                        100 * speedUp));
    }

    /**
     * The JIT compilers had little left to do while it was measured.
     *
     * @param gain how much faster the service would be without them, as a share
     */
    static Optional<Finding> compiled(double gain) {
        return !(gain > WARM) ? Optional.empty()
                : Optional.of(Finding.remark(Code.STILL_COMPILING,
                        "the JIT compilers still used CPU time: without them, throughput would be %.0f %% higher: "
                                + "use --warmup for a longer warm-up",
                        100 * gain));
    }

    /** The throughput was the same all the time. */
    static Optional<Finding> steady(double cv) {
        return !(cv > STEADY) ? Optional.empty()
                : Optional.of(Finding.remark(Code.NOT_STEADY,
                        "not steady: throughput varied by %.1f %% over ten windows", 100 * cv));
    }

    /**
     * The server takes a connection of every user. Where it does not, that is what bounds, whatever kind of thread
     * serves.
     *
     * @param users          who may be there all at once, 0 where nothing limits them
     * @param maxConnections that the server takes, as it tells; null where it does not
     * @param acceptCount    that wait in line for it, likewise
     */
    static Optional<Finding> connections(int users, String maxConnections, String acceptCount) {
        if (maxConnections == null || Integer.parseInt(maxConnections) < 0
                || users <= Integer.parseInt(maxConnections)) {
            return Optional.empty();
        }
        return Optional.of(Finding.remark(Code.CONNECTION_LIMIT,
                "not a thread limit: the server accepts %s connections at a time (tomcat.max-connections), %s more "
                        + "wait in the accept queue (tomcat.accept-count), and there were %d users",
                maxConnections, acceptCount, users));
    }

    /** Connections found room in the line before the server. */
    static Optional<Finding> listening(double overflows, String acceptCount) {
        return !(overflows > 0) ? Optional.empty()
                : Optional.of(Finding.remark(Code.ACCEPT_QUEUE_FULL,
                        "not a thread limit: %.0f connection attempts found an accept queue full "
                                + "(%snet.core.somaxconn%s); each was retried a second later",
                        overflows, acceptCount == null ? "" : "tomcat.accept-count " + acceptCount + ", or ",
                        acceptCount == null ? "" : " if that is less"));
    }

    /** The service answered until the end. */
    static Optional<Finding> stalled(double seconds) {
        return !(seconds >= Outcome.STALLED) ? Optional.empty()
                : Optional.of(Finding.remark(Code.STALLED,
                        "the service stopped answering: no request succeeded in the "
                                + "last %.1f s",
                        seconds));
    }

    /**
     * Requests succeeded.
     *
     * @param tolerated true where failures are what the cell is there to show
     */
    static Optional<Finding> errors(long ok, long errors, String kinds, boolean tolerated) {
        if (errors == 0) {
            return Optional.empty();
        }
        boolean many = errors > ERRORS * (ok + errors);
        String text = Numbers.format("%d of %d requests failed (%s)", errors, ok + errors, kinds);
        return Optional.of(new Finding(ok == 0 ? Code.NO_SUCCESS : Code.REQUESTS_FAILED, many && !tolerated,
                many && !tolerated
                        ? text + ": the throughput of a failing service means nothing"
                        : text));
    }
}
