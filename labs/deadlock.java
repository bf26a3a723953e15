///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 13 deadlock: can one lock inside synchronized stop a whole service?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Pinning.java
//FILES source/labs/deadlock.java.txt=deadlock.java source/apps/Pinning.java.txt=../apps/Pinning.java
//MAIN DeadlockLab

import static kit.plan.Metric.*;

import apps.Pinning;
import java.time.Duration;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;
import kit.plan.Quantity.Figure;

/// # 13 deadlock: Can one lock inside synchronized stop a whole service?
/// Before JDK 24, a virtual thread that waits inside synchronized is pinned: it keeps its carrier, the platform thread
/// that runs it. This lab reproduces a deadlock that stopped real services before JDK 24.
///
/// Every request waits 50 ms and then reports to a shared buffer, as a tracing library does. To report, it acquires the
/// buffer's lock and releases it at once. Another virtual thread flushes the buffer every 3.2 s: it acquires the same
/// lock, and waits 200 ms while it holds it. It does not use synchronized. {users} users send requests for {length}
/// without a pause, to virtual threads on {cpus} carriers, one for each CPU of this machine. A request that is not
/// answered fails after {timeout}.
///
/// A service that has stopped cannot be measured again. So its variants do not live side by side here: each measurement
/// has a JVM of its own, one after the other.
class DeadlockLab extends Page {
    {
        alsoOnJdk(21);
        eachInAJvmOfItsOwn();
        rounds(1);
        warmUpAtMost(seconds(1)); // requests that only wait leave little to warm up
        code("apps/Pinning.java", "\"/pinning/report\"", "private void flushes()");
        code("labs/deadlock.java", "Variant virtual = ");
    }

    String jdks = jdks();
    int old = jdkBefore(24); // JEP 491 came with 24
    int now = jdkSince(24);
    int cpus = cpus();
    int users = users(Math.max(20, 4 * cpus));
    long limit = users * 1000 / 53;

    // Long enough for the buffer to be flushed.
    Duration length = seconds(8);
    Duration timeout = seconds(2);
    // A flush delays a request by 3 ms on average.
    Demand waits = waiting(ms(50)).andWaiting(ms(3));

    // With this flag, a JDK before 24 prints the stack of a thread that is pinned: see the .log of its cell.
    Variant virtual = onVirtualThreads(Pinning.class).flagUntil(23, "-Djdk.tracePinnedThreads=full");

    /// ## 1. The report inside synchronized
    /// A request to /pinning/report acquires the buffer's lock inside synchronized on the request's own object. So no
    /// request waits for a monitor. It runs on these JDKs: {jdks}.
    Comparison inMonitor = compare("inside synchronized").load(closed(users, length)).within(percent(10))
            .send("report", get("/pinning/report").timeout(timeout), waits).expectingErrors().to(virtual);
    Figure silent = inMonitor.figure(STALLED, virtual);
    {
        ask("JDK {old}: how many seconds before the end of the load is the last request answered?", silent).before(24)
                .below(1, "less than 1 s: a flush delays a request by 0.2 s at most")
                .below(3, "1 to 3 s: the requests time out, then the service answers again")
                .orMore("3 s or more: it answers no request any more")
                .hint("a request that waits for the lock inside synchronized keeps its carrier: how many carriers are "
                        + "there?")
                .hint("what does the thread that flushes the buffer need after its wait of 200 ms?");
        claim(silent).atLeast(3).before(24).headline()
                .otherwise("the deadlock needs one waiting request for each carrier during a flush: try -c 100");
        claim(inMonitor.figure(ERRORS, virtual)).atMost(0).since(24)
                .otherwise("requests should wait 0.2 s at most, and not fail: see error_kinds in summary.csv");
    }

    /// ## 2. The same report without a monitor
    /// A request to /pinning/report-lock holds a ReentrantLock of its own in place of the monitor. Nothing else
    /// differs.
    Comparison inLock = compare("with a lock").load(closed(users, length)).within(percent(10))
            .send("report-lock", get("/pinning/report-lock").timeout(timeout), waits).expectingErrors().to(virtual);
    Figure silentWithLock = inLock.figure(STALLED, virtual);
    {
        claim(silentWithLock).atMost(0)
                .otherwise("which virtual threads are pinned in the thread dump, and where?");
        claim(inLock.figure(ERRORS, virtual)).atMost(0)
                .otherwise("requests should wait 0.2 s at most, and not fail: see error_kinds in summary.csv");
        claim(inLock.throughput(virtual).over(inMonitor.throughput(virtual))).near(1, percent(10)).since(24)
                .otherwise("a flush lasts 0.2 s of the {length}: did one of the cells have more flushes?");
    }

    /// ## The rule
    /// k carriers run all virtual threads of the service. A pinned request that waits for the buffer's lock keeps its
    /// carrier. The thread that flushes holds the lock, and waits 200 ms without a carrier. It needs a carrier to
    /// continue, and to release the lock. When k pinned requests wait for the lock, they hold all k carriers. The
    /// flush gets none, and no request makes progress: a deadlock. Each user needs the lock every 50 ms, and a flush
    /// holds it for 200 ms. So at least k requests need it during a flush, if there are k users or more. Users:
    /// {users}. Carriers: {cpus}.
    ///
    /// A request that is not pinned leaves its carrier, so the flush continues. Then a flush delays each user by 150 to
    /// 200 ms every 3.2 s, which is 3 ms for each request. So the throughput is {users} / 53 ms = {limit}/s, with a
    /// monitor and without.
    {
        rule(inMonitor, inLock);
    }

    /// ## The answer
    /// With the lock inside synchronized, the measurement ended with {silent.on(old)} s without an answer on JDK {old}.
    /// With a ReentrantLock in place of synchronized, it ended with {silentWithLock.on(old)} s.
    ///
    /// On JDK {now}, it ended with {silent.on(now)} s without an answer with the lock inside synchronized.
    {
        bars("Seconds without an answer at the end", silent, silentWithLock);
    }

    /// ## What happened
    {
        table(inMonitor, inLock).columns(THROUGHPUT, ERRORS, STALLED);
    }

    /// JDK {old}, inside synchronized: {inMonitor.figure(ERRORS, virtual).on(old)} requests failed. When the service
    /// stops, the thread that flushes has slept its 200 ms, but needs a carrier to return from the sleep. Pinned
    /// requests hold all carriers. They wait for its lock inside synchronized: a deadlock. The flight recording has
    /// {inMonitor.figure(PINNED, virtual).on(old)} pinned threads of this cell, but not those that hold the carriers
    /// now: the JVM records a pinned thread when its wait ends, and these waits do not end. The thread dump above has
    /// them: jcmd Thread.dump_to_file lists virtual threads, and jstack does not.
    ///
    /// JDK {old}, with a ReentrantLock in place of synchronized: a request that waits for the buffer's lock leaves its
    /// carrier. So the thread that holds the lock can continue. It ended with {silentWithLock.on(old)} s without an
    /// answer.
    ///
    /// JDK {now}, inside synchronized: {inMonitor.throughput(virtual).on(now)} requests a second. A request that waits
    /// for the buffer's lock leaves its carrier. The ReentrantLock had
    /// {inLock.throughput(virtual).over(inMonitor.throughput(virtual)).on(now)} times this throughput.
    ///
    /// ## Try it
    /// - `-c 1` fewer users than carriers, if there are two CPUs or more: which claim fails? What does the rule say?
    /// - `--jdk 21,24` which JDK no longer pins here? You can choose any JDK from 21 on (./jbang jdk install 24)
    /// - `--forks 3` does the service stop every time?
    /// - Your own service: jcmd PID Thread.dump_to_file threads.txt while it gives no answer. On JDK 21, a pinned
    ///   thread that waits for a lock has the frame parkOnCarrierThread

    DeadlockLab(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("deadlock", DeadlockLab::new, args);
    }
}
