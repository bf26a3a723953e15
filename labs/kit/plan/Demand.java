package kit.plan;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What one request asks of the service when it is alone: {@code Demand.waiting(a).computing(b).andWaiting(c)}.
 *
 * @param waitSeconds time that it waits, holding its thread but no CPU
 * @param cpuSeconds  CPU time that it needs
 * @param leadSeconds the part of the wait that comes before the CPU
 * @param waits       how many waits it has; each ends later than it should by what the machine's timer is late
 * @param pinnedBefore it holds its carrier while it waits on JDKs before this one: 0 on none, {@link
 *     Integer#MAX_VALUE} on all
 * @param pieceSeconds the part of the CPU time that comes in one piece. The rest comes in many short pieces, in the
 *     service, its client and its database
 * @param threads     threads that it has at a time: its own, and those of its tasks
 * @param further     what else the service has a limited number of, and for how long a request holds one
 * @param holdsConnections whether it holds a connection to the database for a part of its time, which is measured
 * @param later       what it leaves to be done after its answer: what a row holds that is stored then; null where it
 *     leaves nothing
 * @param varies by which share a wait is shorter or longer at most; each length between is as frequent
 */
public record Demand(double waitSeconds, double cpuSeconds, double leadSeconds, int waits, int pinnedBefore,
        double pieceSeconds, int threads, List<Station> further, boolean holdsConnections, Station later, double varies)
        implements Serializable {

    private static final int NEVER = 0;
    private static final int ALWAYS = Integer.MAX_VALUE;

    /** A request that waits for this time and needs no CPU. */
    public static Demand waiting(Duration time) {
        return new Demand(time.toNanos() / 1e9, 0, 0, 1, NEVER, 0, 1, List.of(), false, null, 0);
    }

    /**
     * A request as it was measured where it was alone.
     *
     * @param seconds    S, its response time
     * @param cpuSeconds D, CPU time that all processes needed for it: the service, its client, its database
     */
    public static Demand measured(double seconds, double cpuSeconds) {
        return new Demand(Math.max(0, seconds - cpuSeconds), cpuSeconds, 0, 1, NEVER, 0, 1, List.of(), false, null,
                0);
    }

    /** Where it could not be measured: no rule says anything of it. */
    public static Demand unknown() {
        return measured(Double.NaN, Double.NaN);
    }

    /**
     * A request of which nothing is known but that it holds a connection to the database. The warm-up measures for how
     * long, and the time that it takes, see {@link #holdingConnections}.
     */
    public static Demand measured() {
        return unknown().holdingConnections();
    }

    /**
     * A request that is answered at once. What it leaves to be done is done later, in the order of arrival.
     *
     * @param what  name of what there is a limited number of, such as connections
     * @param count how many there are
     * @param time  for which what it leaves holds one
     */
    public static Demand storedLater(String what, int count, Duration time) {
        return new Demand(0, 0, 0, 0, NEVER, 0, 1, List.of(), false,
                new Station(what, count, time.toNanos() / 1e9), 0);
    }

    /** Where it would wait for as long as it takes in all. */
    public Demand waitingOnly() {
        return new Demand(seconds(), 0, 0, waits, pinnedBefore, 0, threads, further, holdsConnections, later,
                varies);
    }

    /** Whether there are numbers in it. */
    public boolean isKnown() {
        return !Double.isNaN(seconds());
    }

    /** And so much CPU time. */
    public Demand computing(Duration cpuTime) {
        double seconds = cpuTime.toNanos() / 1e9;
        return new Demand(waitSeconds, seconds, waitSeconds, waits, pinnedBefore, seconds, threads,
                further, holdsConnections, later, varies);
    }

    /** And another wait. */
    public Demand andWaiting(Duration time) {
        return new Demand(waitSeconds + time.toNanos() / 1e9, cpuSeconds, leadSeconds, waits + 1, pinnedBefore,
                pieceSeconds, threads, further, holdsConnections, later, varies);
    }

    /** Where its waits are up to so much shorter or longer, as a share: each length between is as frequent. */
    public Demand varying(double share) {
        return new Demand(waitSeconds, cpuSeconds, leadSeconds, waits, pinnedBefore, pieceSeconds, threads, further,
                holdsConnections, later, share);
    }

    /** Where it has so many threads at a time: its own, and one for each of its tasks. */
    public Demand onThreads(int number) {
        return new Demand(waitSeconds, cpuSeconds, leadSeconds, waits, pinnedBefore, pieceSeconds, number, further,
                holdsConnections, later, varies);
    }

    /** Where a virtual thread cannot, or can, leave its carrier while it waits. */
    public Demand pinned(boolean whether) {
        return pinnedBefore(whether ? ALWAYS : NEVER);
    }

    /** Where a virtual thread can leave its carrier on no JDK while it waits. */
    public Demand pinned() {
        return pinned(true);
    }

    /** Where a virtual thread can leave its carrier from this JDK on, while it waits. */
    public Demand pinnedBefore(int jdk) {
        return new Demand(waitSeconds, cpuSeconds, leadSeconds, waits, jdk, pieceSeconds, threads, further,
                holdsConnections, later, varies);
    }

    public Demand on(int jdk) {
        return new Demand(waitSeconds, cpuSeconds, leadSeconds, waits, jdk < pinnedBefore ? ALWAYS : NEVER,
                pieceSeconds,
                threads, further.stream().filter(station -> station.isOn(jdk)).toList(), holdsConnections, later,
                varies);
    }

    /**
     * Whether it holds its carrier while it waits.
     *
     * @throws IllegalStateException where that differs between JDKs: {@link #on} says on which it is
     */
    public boolean isPinned() {
        if (pinnedBefore != NEVER && pinnedBefore != ALWAYS) {
            throw new IllegalStateException("whether it is pinned depends on the JDK: it is before " + pinnedBefore);
        }
        return pinnedBefore == ALWAYS;
    }

    /**
     * For a service in which a request also holds something else that there is a limited number of, such as
     * connections: not longer than it takes in all, if it holds one of them, or longer, if it holds several at a time.
     * Of the same name, only the last counts.
     *
     * @param what  name of the bound that it makes
     * @param count how many there are
     * @param time  for which a request holds them, summed over all that it holds
     */
    public Demand holding(String what, int count, Duration time) {
        return holding(new Station(what, count, time.toNanos() / 1e9));
    }

    /**
     * Where calls run on the common pool of the JVM.
     *
     * @param workers that it has
     * @param time    for which a request keeps workers busy, summed over all its calls
     */
    public Demand onCommonPool(int workers, Duration time) {
        return holding(Station.COMMON_POOL, workers, time);
    }

    /** For a service in which a request holds one of these for all of its time. */
    public Demand holdingThroughout(String what, int count) {
        return holding(new Station(what, count, seconds()));
    }

    /** For a service in which a request holds what the station has. */
    public Demand holding(Station station) {
        var more = new ArrayList<>(further);
        more.removeIf(other -> other.name().equals(station.name()));
        more.add(station);
        return new Demand(waitSeconds, cpuSeconds, leadSeconds, waits, pinnedBefore, pieceSeconds, threads,
                List.copyOf(more), holdsConnections, later, varies);
    }

    /**
     * For a service in which a request holds a connection to the database for a part of its time. The warm-up
     * measures for how long, with so few users that they do not wait for each other.
     */
    public Demand holdingConnections() {
        return new Demand(waitSeconds, cpuSeconds, leadSeconds, waits, pinnedBefore, pieceSeconds, threads, further,
                true,
                later, varies);
    }

    /** Where it takes so long in all as was measured, in s: what is no CPU time is a wait. */
    public Demand taking(double seconds) {
        return new Demand(Math.max(0, seconds - cpuSeconds), cpuSeconds, leadSeconds, waits, pinnedBefore, pieceSeconds,
                threads, further, holdsConnections, later, varies);
    }

    /** Where each wait ends so much later, in s: threads are woken late. So does that of a row. */
    public Demand late(double seconds) {
        return new Demand(waitSeconds + waits * seconds, cpuSeconds, leadSeconds + (leadSeconds > 0 ? seconds : 0),
                waits, pinnedBefore, pieceSeconds, threads, heldLonger(waits * seconds), holdsConnections,
                later == null ? null : later.longer(seconds), varies);
    }

    /**
     * Whether all of its CPU time comes in many short pieces: then CPUs take turns among requests on any kind of
     * thread.
     */
    public boolean inPieces() {
        return cpuSeconds > 0 && pieceSeconds == 0;
    }

    /**
     * With the CPU time that was measured, in s, in place of what was declared. What it needs beside the piece
     * that was declared comes in many short pieces.
     */
    public Demand needing(double cpu) {
        return new Demand(waitSeconds, cpu, leadSeconds, waits, pinnedBefore, Math.min(pieceSeconds, cpu), threads,
                heldLonger(cpu - cpuSeconds), holdsConnections, later, varies);
    }

    /** What a request holds during all of its waits, it holds during its CPU time, too. */
    private List<Station> heldLonger(double seconds) {
        return further.stream().map(station -> station.isHeldFor(waitSeconds) ? station.longer(seconds) : station)
                .toList();
    }

    /** Time that it holds its thread, S, in seconds. */
    public double seconds() {
        return waitSeconds + cpuSeconds;
    }
}
