package kit.measure;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kit.base.Finding;
import kit.base.Histograms;
import kit.base.Numbers;
import kit.load.Exchanges;
import kit.machine.Hiccups;
import kit.machine.Machine;
import kit.report.CellReport;
import kit.report.Totals;
import kit.service.Gauges;
import org.HdrHistogram.Histogram;

/**
 * One cell driven once: what came back, as it came.
 *
 * @param cell         name of the cell in the plan
 * @param jdk          feature version of the JDK that served
 * @param fork         from 1
 * @param round        from 1; in the warm-up, too, where 0 is the pilot: few users, who do not wait for each other
 * @param attempt      1, or 2 where it was repeated at the end of its round
 * @param order        its place among all blocks of the fork, from 1
 * @param warmup       whether it belongs to the warm-up: such a block counts for nothing but the pilot
 * @param began        when its window began; null where it never did
 * @param seconds      of the load, second by second
 * @param vitals       of the JVM, likewise
 * @param totals       of the load; null where it did not end well
 * @param generatorTimer lateness of the load generator's timer beside it, in ms: the mean
 * @param serviceTimer the same of the service's timer, where its requests wait
 * @param hiccups      of the service's JVM; null where it did not end well
 * @param usage        what the JVM used
 * @param surroundings what went on around it
 * @param disturbances what else had a part in its times; see {@link #counts}
 * @param dump         taken when the service stopped answering; null where it answered to the end
 * @param waves        when the requests of a burst started and ended; null of any other load
 * @param memory       of the service; {@link Memory#NONE} where it was not looked at
 * @param backlog      rows that the service had still to store; {@link Backlog#NONE} where it does not tell of any
 * @param stopped      why the load was stopped before the block was over; null where it was not
 * @param told         what an external load generator told of the load; null where the lab's own drove
 * @param inside       of a service in a process of its own, what was seen in it while the load went on after the block;
 *                     null where it was not looked at
 */
public record Block(String cell, int jdk, int fork, int round, int attempt, int order, boolean warmup, Instant began,
        List<CellReport.LoadSecond> seconds, List<CellReport.VitalsSecond> vitals, Totals totals,
        double generatorTimer, double serviceTimer, Hiccups.Summary hiccups, Usage usage, Surroundings surroundings,
        List<Finding> disturbances, ThreadDump dump, CellReport.Waves waves, Memory memory, Backlog backlog,
        Finding stopped, CellReport.Told told, Inside inside) {

    /** From which length on a time without an answer is one in which the service has stopped answering, in s. */
    public static final double STALLED = 3;

    /** One without a thread dump, of any other load than a burst. */
    public Block(String cell, int jdk, int fork, int round, int attempt, int order, boolean warmup, Instant began,
            List<CellReport.LoadSecond> seconds, List<CellReport.VitalsSecond> vitals, Totals totals,
            double generatorTimer, double serviceTimer, Hiccups.Summary hiccups, Usage usage,
            Surroundings surroundings, List<Finding> disturbances) {
        this(cell, jdk, fork, round, attempt, order, warmup, began, seconds, vitals, totals, generatorTimer,
                serviceTimer, hiccups, usage, surroundings, disturbances, null, null, Memory.NONE,
                Backlog.NONE, null, null, null);
    }

    /** With a thread dump, or null. */
    public Block with(ThreadDump taken) {
        return new Block(cell, jdk, fork, round, attempt, order, warmup, began, seconds, vitals, totals,
                generatorTimer, serviceTimer, hiccups, usage, surroundings, disturbances, taken, waves, memory,
                backlog, stopped, told, inside);
    }

    public Block ofBurst(CellReport.Waves itsWaves, Memory seen) {
        return new Block(cell, jdk, fork, round, attempt, order, warmup, began, seconds, vitals, totals,
                generatorTimer, serviceTimer, hiccups, usage, surroundings, disturbances, dump, itsWaves, seen,
                backlog, stopped, told, inside);
    }

    /** With the rows that were still to be stored. */
    public Block with(Backlog rows) {
        return new Block(cell, jdk, fork, round, attempt, order, warmup, began, seconds, vitals, totals,
                generatorTimer, serviceTimer, hiccups, usage, surroundings, disturbances, dump, waves, memory, rows,
                stopped, told, inside);
    }

    /** With what was seen in the service, or null. */
    public Block with(Inside seen) {
        return new Block(cell, jdk, fork, round, attempt, order, warmup, began, seconds, vitals, totals,
                generatorTimer, serviceTimer, hiccups, usage, surroundings, disturbances, dump, waves, memory, backlog,
                stopped, told, seen);
    }

    /** Of a load that an external load generator sent. @param report what it told; null where it did not */
    public Block ofExternal(CellReport.Told report) {
        return new Block(cell, jdk, fork, round, attempt, order, warmup, began, seconds, vitals, totals,
                generatorTimer, serviceTimer, hiccups, usage, surroundings, disturbances, dump, waves, memory, backlog,
                stopped, report, inside);
    }

    /** Of a load that was stopped. @param why null where it was not */
    public Block stopped(Finding why) {
        return new Block(cell, jdk, fork, round, attempt, order, warmup, began, seconds, vitals, totals,
                generatorTimer, serviceTimer, hiccups, usage, surroundings, disturbances, dump, waves, memory, backlog,
                why, told, inside);
    }

    /**
     * What was seen in a service in a process of its own.
     *
     * @param pools how much of its pools was in use
     * @param waits what requests waited for, by thread dumps
     */
    public record Inside(CellReport.Pools pools, CellReport.Waits waits) implements Serializable {}

    /**
     * What the JVM used within the window.
     *
     * @param serviceCpuSeconds of the service, JIT compilers included
     * @param jitCpuSeconds     of the JIT compilers; NaN where the system does not tell
     * @param gcMillis          in garbage collections
     * @param requestsCounted   by the server, from the block's first request to its last; negative where it cannot tell
     * @param sent              by the load generator over the same time
     * @param givenUp           of these, without an answer
     * @param told              what the service counted itself over the same time, by name; of all streams together
     * @param stored            what became of the rows that they store
     */
    public record Usage(double serviceCpuSeconds, double jitCpuSeconds, double gcMillis, long requestsCounted,
            long sent, long givenUp, Map<String, Long> told, Stored stored) {
        public static final Usage NONE = new Usage(Double.NaN, Double.NaN, Double.NaN, -1, 0, 0);

        /** A measurement that was saved before services told counts has none. */
        public Usage {
            told = told == null ? Map.of() : Map.copyOf(told);
        }

        /** Of a service that stores no rows. */
        public Usage(double serviceCpuSeconds, double jitCpuSeconds, double gcMillis, long requestsCounted, long sent,
                long givenUp, Map<String, Long> told) {
            this(serviceCpuSeconds, jitCpuSeconds, gcMillis, requestsCounted, sent, givenUp, told,
                    Stored.NOTHING);
        }

        /** Of a service that counts nothing itself either. */
        public Usage(double serviceCpuSeconds, double jitCpuSeconds, double gcMillis, long requestsCounted, long sent,
                long givenUp) {
            this(serviceCpuSeconds, jitCpuSeconds, gcMillis, requestsCounted, sent, givenUp,
                    Map.of());
        }
    }

    /**
     * Rows that requests store, one each, from the first request of the block until all were stored.
     *
     * @param confirmed  requests that change something and succeeded; by the service's own count where that is more
     * @param sent       requests that change something: each may have stored a row
     * @param rows       by which the table became longer; negative where they were not counted
     * @param cpuSeconds of the database meanwhile; NaN where it is not ours
     */
    public record Stored(long confirmed, long sent, long rows, double cpuSeconds) {
        public static final Stored NOTHING = new Stored(0, 0, -1, Double.NaN);
    }

    /**
     * Rows that the service has accepted and not stored yet.
     *
     * @param begin  when the window began
     * @param end    when it ended
     * @param stored rows that were stored within the window
     * @param drain  from the end of the window until all were stored, in s; NaN where they never were
     */
    public record Backlog(double begin, double end, double stored, double drain) {
        public static final Backlog NONE = new Backlog(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        /** By what the service told at both ends of the window. */
        static Backlog of(Gauges begin, Gauges end, double drain) {
            return new Backlog(begin.backlog(), end.backlog(),
                    end.last(Gauges.ROWS_PERSISTED) - begin.last(Gauges.ROWS_PERSISTED), drain);
        }
    }

    /**
     * What went on around it.
     *
     * @param others           that used the CPUs
     * @param throttledSeconds for which a quota kept the container from its CPUs; NaN where it is not known
     * @param listenOverflows  connections that found a full accept queue
     * @param idleCpus         CPUs that the busiest of the idle JVMs of the group used
     * @param idle             name of that JVM's variant; empty where there is none
     * @param residentMb       of the JVM, at the end
     */
    public record Surroundings(Machine.Others others, double throttledSeconds, double listenOverflows,
            double idleCpus, String idle, double residentMb) {
        public static final Surroundings UNKNOWN = new Surroundings(Machine.Others.UNKNOWN, Double.NaN, Double.NaN, 0,
                "", Double.NaN);
    }

    /**
     * The memory of the service after a garbage collection: at rest before the block, and while all requests of its
     * burst wait. In MiB; a number that is not known is NaN.
     *
     * @param requests      that the service itself had under way when it was looked at the second time
     * @param heapRest      heap at rest
     * @param heapWaiting   heap while they waited
     * @param residentRest  resident memory of the process at rest
     * @param residentWaiting the same while they waited
     * @param threads       platform threads of the process while they waited
     */
    public record Memory(double requests, double heapRest, double heapWaiting, double residentRest,
            double residentWaiting, double threads) {

        /** It was not looked at. */
        public static final Memory NONE = new Memory(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN,
                Double.NaN);

        /** Platform threads for each request that waits; those that are always there have a part in it. */
        public double threadsEach() {
            return threads / requests;
        }

        /** Heap for each request that waits, in KiB. */
        public double heapKbEach() {
            return 1024 * (heapWaiting - heapRest) / requests;
        }

        /** Resident memory for each request that waits, in KiB. */
        public double residentKbEach() {
            return 1024 * (residentWaiting - residentRest) / requests;
        }
    }

    /**
     * Whether its figures are used: it was recorded, came to its end, and nothing disturbed it. Where a block is
     * disturbed again when it is repeated, that is how this machine is, and the second one counts: the intervals become
     * as wide as the blocks differ. A JVM that was stopped has no figures of its own. A block whose memory was looked
     * at is not repeated, and counts: memory does not depend on what else uses the CPUs.
     */
    public boolean counts() {
        return !warmup && totals != null && stopped == null
                && (disturbances.isEmpty() || !memory.equals(Memory.NONE) || attempt > 1
                        && disturbances.stream().noneMatch(why -> why.code() == Finding.Code.JVM_STOPPED));
    }

    /** Whether it is a pilot. */
    public boolean isPilot() {
        return round == 0;
    }

    /** Connections to the database that the service may have; NaN where it does not tell. */
    public double connections() {
        return vitals.stream().mapToDouble(second -> second.gauges().last(Gauges.CONNECTIONS_MAX))
                .filter(number -> !Double.isNaN(number)).max().orElse(Double.NaN);
    }

    /** Of these, how many were in use, on average; NaN where it does not tell. */
    public double connectionsInUse() {
        List<CellReport.VitalsSecond> known = vitals.stream()
                .filter(second -> !Double.isNaN(second.gauges().mean(Gauges.CONNECTIONS_ACTIVE))).toList();
        return known.stream().mapToDouble(second -> second.length() * second.gauges().mean(Gauges.CONNECTIONS_ACTIVE))
                .sum() / known.stream().mapToDouble(CellReport.VitalsSecond::length).sum();
    }

    /** For how long a request held one, in s, by the utilisation law; NaN where the service does not tell. */
    public double connectionSeconds() {
        return connectionsInUse() / throughput();
    }

    /** Rows by which the backlog grew in a second; NaN where the service does not tell of any. */
    public double backlogGrowth() {
        return (backlog.end - backlog.begin) / length();
    }

    /** Rows that were stored in a second of the window; NaN likewise. */
    public double storedRows() {
        return backlog.stored / length();
    }

    /** Rows that were not stored yet when its window began, and those that were accepted within it; NaN likewise. */
    public double rowsToStore() {
        return backlog.begin + completed();
    }

    /** From the begin of its window until these are stored, in s; NaN likewise. */
    public double storingSeconds() {
        return length() + backlog.drain;
    }

    /** Length of its window in s. */
    public double length() {
        return totals != null ? totals.seconds() : seconds.stream().mapToDouble(CellReport.LoadSecond::length).sum();
    }

    /** When its window ended. */
    public Instant ended() {
        return began.plus(Duration.ofNanos(Math.round(1e9 * length())));
    }

    /** Requests that succeeded. */
    public long ok() {
        return told != null ? told.ok() : seconds.stream().mapToLong(CellReport.LoadSecond::ok).sum();
    }

    /** Failed requests by what they failed by. */
    public Map<String, Long> errors() {
        if (told != null) {
            return told.errors();
        }
        var errors = new TreeMap<String, Long>();
        seconds.forEach(second -> second.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum)));
        return errors;
    }

    /** Requests that succeeded, those that lie partly within it in part: see {@link Totals#completed}. */
    public double completed() {
        return totals == null || Double.isNaN(totals.completed()) ? ok() : totals.completed();
    }

    /** Requests/s that succeeded; NaN where it has no length. */
    public double throughput() {
        return length() == 0 ? Double.NaN : completed() / length();
    }

    /**
     * How long, up to its end, no request succeeded, in s; 0 while none was given up, or had to be, since a service may
     * just be slow.
     *
     * @param timeout after which a request is given up
     */
    public double stalledSeconds(Duration timeout) {
        return stalledSeconds(seconds, timeout);
    }

    /** Of the seconds that are known so far. */
    static double stalledSeconds(List<CellReport.LoadSecond> seconds, Duration timeout) {
        double stalled = 0;
        for (CellReport.LoadSecond second : seconds.reversed()) {
            if (second.ok() > 0) {
                break;
            }
            stalled += second.length();
        }
        // A load generator that shares the carriers of a service may be stopped with it, and then gives up nothing.
        boolean isGivenUp = seconds.stream().anyMatch(second -> second.errors().containsKey(Exchanges.TIMEOUT));
        return isGivenUp || stalled > timeout.toMillis() / 1e3 ? stalled : 0;
    }

    /** Time until as many requests were answered as there are users, in s; see {@link Totals#firstRound}. */
    public double firstRound() {
        return totals == null ? Double.NaN : totals.firstRound();
    }

    /** Requests/s that succeeded after the first ones. @param first how many these were */
    public double throughputAfter(int first) {
        return (completed() - first) / (length() - firstRound());
    }

    /** CPU time of the service for each request that succeeded, JIT compilers left out, in s; NaN without requests. */
    public double cpuSecondsPerRequest() {
        return completed() == 0 ? Double.NaN : cpuSeconds() / completed();
    }

    /**
     * CPU time of the machine for each request, in s, by the utilisation law: that of the service, of what it calls, of
     * its database, of the load generator and of the kernel, which no process accounts for. JIT compilers, idle JVMs
     * and other processes are left out. NaN where it is not known.
     */
    public double cpuDemandSeconds() {
        double length = vitalsLength();
        double used = vitals.stream().mapToDouble(second -> second.length() * second.machineCpu()).sum() / length;
        double failed = errors().values().stream().mapToLong(Long::longValue).sum();
        double ended = (completed() + failed) / length();
        return completed() == 0 || length == 0 ? Double.NaN : Math.max(0, used - cpusTaken()) / ended;
    }

    /** CPUs that were not used for its requests: by JIT compilers, JVMs that should be idle, and other processes. */
    public double cpusTaken() {
        return Numbers.zeroIfUnknown(surroundings.others().cpus() - surroundings.others().unseen())
                + surroundings.idleCpus()
                + Numbers.zeroIfUnknown(usage.jitCpuSeconds() / vitalsLength());
    }

    private double vitalsLength() {
        return vitals.stream().mapToDouble(CellReport.VitalsSecond::length).sum();
    }

    /** CPU time of the service in s, JIT compilers left out; not below 0, though both are known to 10 ms only. */
    public double cpuSeconds() {
        return Math.max(0, usage.serviceCpuSeconds() - Numbers.zeroIfUnknown(usage.jitCpuSeconds()));
    }

    /** Response times in ns, from when each request was due. */
    public Histogram response() {
        return Histograms.sum(seconds.stream().map(CellReport.LoadSecond::response).toList());
    }
}
