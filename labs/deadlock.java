///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 13 deadlock: can one lock inside synchronized stop a whole service?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java ../apps/Pinning.java
//FILES source/labs/deadlock.java.txt=deadlock.java source/apps/Pinning.java.txt=../apps/Pinning.java
//MAIN DeadlockLab

import static old.trust.Claim.*;
import static old.trust.Metric.*;

import apps.Pinning;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import old.page.*;
import kit.plan.*;
import kit.rule.*;
import old.plan.*;
import old.plan.Cell;
import old.trust.Results;

/// # 13 deadlock: Can one lock inside synchronized stop a whole service?
/// Before JDK 24, a virtual thread that waits inside synchronized is pinned: it keeps its carrier, the platform thread
/// that runs it. This lab reproduces a deadlock that stopped real services before JDK 24.
///
/// Every request waits 50 ms and then reports to a shared buffer, as a tracing library does. To report, it acquires the
/// buffer's lock and releases it at once. Another virtual thread flushes the buffer every 3.2 s: it acquires the same
/// lock, and waits 200 ms while it holds it. It does not use synchronized. {users} users send requests for {LENGTH}
/// without a pause, to virtual threads on {cpus} carriers, one for each CPU of this machine. A request that is not
/// answered fails after {TIMEOUT}.
class DeadlockLab extends Page {

    // Long enough for the buffer to be flushed, also in a short run.
    static final Duration LENGTH = Duration.ofSeconds(8), TIMEOUT = Duration.ofSeconds(2);
    int cpus = cpus(), users = concurrency(Math.max(20, 4 * cpus));
    double withoutFlush = users / 0.05;
    {
        alsoOnJdk(21);
        warmup(Duration.ofSeconds(1)); // requests that only wait leave little to warm up
        code("apps/Pinning.java", "\"/pinning/report\"", "private void flushes()");
        code("labs/deadlock.java", "Variant virtual = ");
    }

    // With this flag, a JDK before 24 prints the stack of a thread that is pinned: see the .log of its cell.
    Variant virtual = Variant.virtual("virtual", Pinning.class).flagUntil(23, "-Djdk.tracePinnedThreads=full");

    /// ## 1. The report inside synchronized
    /// A request to /pinning/report acquires the buffer's lock inside synchronized on the request's own object. So no
    /// request waits for a monitor. Each cell runs on these JDKs: {jdks}.
    List<Integer> jdks = jdks();
    int old = Math.min(jdks.getFirst(), 23), now = Math.max(jdks.getLast(), 24); // JEP 491 came with 24
    Cell inMonitor = reporting("report");
    {
        predict("JDK {old}: how many seconds before the end of the load is the last request answered?",
                Choices.below(1, "less than 1 s: a flush delays a request by 0.2 s at most")
                        .then(3, "1 to 3 s: the requests time out, then the service answers again")
                        .beyond("3 s or more: it answers no request any more"),
                count(STALLED, inMonitor).before(24),
                "a request that waits for the lock inside synchronized keeps its carrier: how many carriers are there?",
                "what does the thread that flushes the buffer need after its wait of 200 ms?");
        expect("with the report inside synchronized, the service stops: no answer in the last 3 s",
                count(STALLED, inMonitor).atLeast(3).before(24),
                "the deadlock needs one waiting request for each carrier during a flush: try -c 100");
        expect("with the report inside synchronized, no request fails", count(ERRORS, inMonitor).atMost(0).since(24),
                "requests should wait 0.2 s at most, and not fail: see error_kinds in summary.csv");
    }

    /// ## 2. The same report without a monitor
    /// A request to /pinning/report-lock holds a ReentrantLock of its own in place of the monitor. Nothing else
    /// differs.
    Cell inLock = reporting("report-lock");
    {
        expect("with a ReentrantLock in place of synchronized, the service answers until the end",
                count(STALLED, inLock).atMost(0), "which virtual threads are pinned in the thread dump, and where?");
        expect("with a ReentrantLock in place of synchronized, no request fails", count(ERRORS, inLock).atMost(0),
                "requests should wait 0.2 s at most, and not fail: see error_kinds in summary.csv");
        expect("the throughput without a monitor is 0.7 to 1.4 times that inside synchronized",
                ratio(inLock, inMonitor).atLeast(0.7).atMost(1.4).byRule(1).since(24),
                "a flush lasts 0.2 s of the {LENGTH}: did one of the cells have more flushes?");
    }

    /// ## The rule
    /// k carriers run all virtual threads of the service. A pinned request that waits for the buffer's lock keeps its
    /// carrier. The thread that flushes holds the lock, and waits 200 ms without a carrier. It needs a carrier to
    /// continue, and to release the lock. When k pinned requests wait for the lock, they hold all k carriers. The
    /// flush gets none, and no request makes progress: a deadlock. Each user needs the lock every 50 ms, and a flush
    /// holds it for 200 ms. So at least k requests need it during a flush, if there are k users or more. Users:
    /// {users}. Carriers: {cpus}.
    ///
    /// A request that is not pinned leaves its carrier, so the flush continues. Then a flush delays a request by 200 ms
    /// at most, every 3.2 s. Without flushes, the throughput is {users} / 50 ms = {withoutFlush}/s at most. The flushes
    /// lower it by about 6 %, with a monitor and without.
    Results measured = measure(inMonitor, inLock);
    double silentOld = measured.mean(STALLED, inMonitor, old), silentNow = measured.mean(STALLED, inMonitor, now);
    double lockSilentOld = measured.mean(STALLED, inLock, old), lockSilentNow = measured.mean(STALLED, inLock, now);
    double failedOld = measured.mean(ERRORS, inMonitor, old), pinnedOld = measured.mean(PINNED, inMonitor, old);
    double rpsNow = measured.rps(inMonitor, now), lockRatioNow = measured.rps(inLock, now) / rpsNow;
    boolean stalled = silentOld >= 3, repaired = stalled && lockSilentOld == 0;

    /// ## The answer
    /// With the lock inside synchronized, the measurement ended with {silentOld} s without an answer on JDK {old}, and
    /// with {silentNow} s on JDK {now}. With a ReentrantLock in place of synchronized, it ended with {lockSilentOld} s
    /// on JDK {old}.
    ///
    /// ## What happened
    {
        headline("Seconds without an answer at the end", bar("synchronized, JDK " + old, silentOld),
                bar("synchronized, JDK " + now, silentNow), bar("ReentrantLock, JDK " + old, lockSilentOld),
                bar("ReentrantLock, JDK " + now, lockSilentNow));
        show("Both routes on each JDK:", List.of("cell", "JDK", "requests/s", "failed", "s without answer at the end"),
                jdks.stream().flatMap(jdk -> Stream.of(inMonitor, inLock).map(cell -> row(cell, jdk))).toList());
    }

    /// {?stalled} JDK {old}, inside synchronized: {failedOld} requests failed. The thread that flushes has slept its
    /// 200 ms, but needs a carrier to return from the sleep. Pinned requests hold all carriers. They wait for its lock
    /// inside synchronized: a deadlock. The flight recording has {pinnedOld} pinned threads of this cell, but not those
    /// that hold the carriers now: the JVM records a pinned thread when its wait ends, and these waits do not end. The
    /// thread dump above has them: jcmd Thread.dump_to_file lists virtual threads, and jstack does not.
    ///
    /// {?repaired} JDK {old}, with a ReentrantLock in place of synchronized: a request that waits for the buffer's lock
    /// leaves its carrier. So the thread that holds the lock can continue.
    ///
    /// JDK {now}, inside synchronized: {rpsNow} requests a second. A request that waits for the buffer's lock leaves
    /// its carrier. The ReentrantLock had {lockRatioNow} times this throughput.
    ///
    /// ## Try it
    /// - `-c 1` fewer users than carriers, if there are two CPUs or more: which claim fails? What does the rule say?
    /// - `--jdk 21,24` which JDK no longer pins here? You can choose any JDK from 21 on (./jbang jdk install 24)
    /// - `--forks 3` does the service stop every time?
    /// - Your own service: jcmd PID Thread.dump_to_file threads.txt while it gives no answer. On JDK 21, a pinned
    ///   thread that waits for a lock has the frame parkOnCarrierThread

    private Cell reporting(String route) {
        return cell(virtual, Request.get("/pinning/" + route).timeout(TIMEOUT), ClosedLoop.of(users, LENGTH),
                Prediction.none()).expectingErrors().throughputOnly().as(route);
    }

    private List<Object> row(Cell cell, int jdk) {
        return List.of(cell.label(), jdk, measured.rps(cell, jdk), measured.mean(ERRORS, cell, jdk),
                measured.mean(STALLED, cell, jdk));
    }

    public static void main(String... args) {
        System.exit(run("deadlock", args, DeadlockLab::new));
    }
}
