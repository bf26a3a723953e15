///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 16 light-request: how long does a light request take beside requests that keep all CPUs busy?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java ../apps/Demo.java
//FILES source/labs/light-request.java.txt=light-request.java source/apps/Demo.java.txt=../apps/Demo.java
//MAIN LightRequest

import static old.page.TableColumn.column;
import static old.trust.Claim.*;
import static old.trust.Metric.*;

import apps.*;
import java.time.Duration;
import java.util.List;
import old.page.*;
import kit.plan.*;
import kit.rule.*;
import old.plan.*;
import old.plan.Cell;
import old.trust.Results;

/// # 16 light-request: How long does a light request take beside requests that keep all CPUs busy?
/// The requests of lab 2 wait 200 ms, do a fixed amount of work, which takes 100 ms of CPU time, and wait 200 ms again.
/// {users} users send them without a pause, more than the CPUs can serve. Beside them, 20 requests a second go to a
/// light route, which needs almost no CPU. Every request gets a thread of its own at once. The cells differ in the
/// threads that do the work:
///
/// - platform (work): Tomcat's platform threads
/// - virtual (work): the virtual threads of the requests
/// - virtual (pooled): a pool of {cpus} platform threads, one for each CPU. The virtual thread of the request waits
///   for the result
class LightRequest extends Page {

    Duration burn = Duration.ofMillis(100), twoWaits = Duration.ofMillis(400);
    Demand needs = Demand.waiting(Duration.ofMillis(200)).computing(burn).andWaiting(Duration.ofMillis(200));
    int cpus = cpus(), limit = 10 * cpus, users = concurrency(6 * cpus);
    {
        code("apps/Demo.java", "public String cpuIntensiveWork()", "public String cpuIntensivePooled()", "class Pool");
        code("labs/light-request.java", "Variant platform = ");
        calibrate("demo.work.rounds", "rounds of work take 100 ms on a CPU of this machine, with all CPUs busy",
                () -> Work.calibrate(burn, cpus));
    }

    Variant platform = Variant.platform("platform", Demo.class, users + 50);
    Variant virtual = Variant.virtual("virtual", Demo.class);
    Load busy = load(users, 10L * users);
    double line = 1000 * Queueing.besideConvoy(busy, needs, cpus);

    /// ## 1. The work on the thread of the request
    Request work = Request.get("/demo/cpu-intensive/work");
    Cell onPlatform = beside(cell(platform, work, busy, needs), "work", Double.NaN); // no rule, see below
    Cell onVirtual = beside(cell(virtual, work, busy, needs), "work", line);
    {
        predict("What is the response time of a light request (median) beside work on virtual threads, divided by "
                + "that beside work on platform threads?",
                Choices.below(0.5, "less than 0.5").then(2, "about 1").then(5, "2 to 5").beyond("more than 5"),
                ratio(MEDIAN, onVirtual, onPlatform).of("light"),
                "the operating system time-slices platform threads: what time-slices virtual threads?");
        expect("a light request takes 5 to 100 times as long beside work on virtual as on platform threads (median)",
                ratio(MEDIAN, onVirtual, onPlatform).of("light").atLeast(5).atMost(100),
                "a virtual thread leaves its carrier only when it blocks; a platform thread is time-sliced");
        expect("work on virtual threads: throughput as predicted", asPredicted(onVirtual),
                "all users queue for the CPUs together, and wait 200 ms together: what else uses the CPUs?");
    }

    /// ## 2. The work on a pool of its own
    Demand pooled = Demand.waiting(twoWaits.plus(burn)).holding("pool of work", cpus, burn);
    Cell onPool = beside(cell(virtual, Request.get("/demo/cpu-intensive/pooled"), busy, pooled), "pooled", Double.NaN);
    {
        predict("The work is done by a pool of {cpus} platform threads. What is the response time of a light request "
                + "(median), divided by that beside work on virtual threads?",
                Choices.below(0.2, "less than 0.2").then(0.8, "0.2 to 0.8").beyond("about 1, or more"),
                ratio(MEDIAN, onPool, onVirtual).of("light"), "what does a carrier do while the pool works?");
        expect("a light request takes 0.002 to 0.2 times as long beside work on a pool as on virtual threads (median)",
                ratio(MEDIAN, onPool, onVirtual).of("light").atLeast(0.002).atMost(0.2),
                "carriers are free then: which other threads use the CPUs?");
        expect("work on a pool: 0.95 to 1.5 times the throughput of work on virtual threads",
                ratio(onPool, onVirtual).atLeast(0.95).atMost(1.5),
                "the CPUs have work all the time: what else do they do? see cpu_us_per_request and jit_cpu_s");
    }

    /// ## The rule
    /// A request needs D = 0.1 s of CPU time, so k CPUs serve at most k / D = {limit}/s here. A carrier runs virtual
    /// threads in the order in which they become ready, each until it blocks. So the work of N users is a queue of
    /// N D / k seconds, and a light request waits behind it. The steps that write the answers wait behind it, too. So
    /// all users get their answers together, and their next requests wait the first 200 ms together. Meanwhile the
    /// queue is empty. On average over both phases, a light request waits {line} ms.
    ///
    /// The operating system time-slices platform threads, and soon runs a thread that has waited. This lab has no rule
    /// for a light request beside work on platform threads, and none for a light request beside work on the pool.
    Results measured = measure(onPlatform, onVirtual, onPool);
    double platformMs = light(onPlatform), virtualMs = light(onVirtual), poolMs = light(onPool);

    /// ## The answer
    /// A light request took {virtualMs} ms (median) beside work on virtual threads, and {platformMs} ms beside
    /// work on platform threads. With the work on a pool of {cpus} platform threads, it took {poolMs} ms.
    {
        headline("A light request, median, in ms", this::light, onPlatform, onVirtual, onPool);
    }

    /// ## What happened
    {
        show("The light requests, and the requests with work:", List.of(onPlatform, onVirtual, onPool),
                column("light: median, ms", this::light),
                column("work: requests/s", measured::rps),
                column("work: median, ms", cell -> measured.mean(MEDIAN, cell)));
    }

    /// The scheduler of virtual threads does not preempt them. A light request on a virtual thread waits until a
    /// carrier is free, although it needs almost no CPU itself. On virtual threads, the work used
    /// {onVirtual.cpuPerRequest / onPlatform.cpuPerRequest} times as much CPU time as on platform threads.
    ///
    /// If requests compute for long, let a pool do the work, with one platform thread for each CPU. The request waits
    /// for the result, and the carriers stay free. The pool had {onPool / onVirtual} times the throughput of virtual
    /// threads (the rule: {onPool.rule / onVirtual.rule}, since not all users wait at the same time). Do only the work
    /// in this pool. In lab 2, platform-cpus also does the waits in its pool, and reaches a fifth of k / D.
    ///
    /// ## Try it
    /// - `-c {fewer}` half as many users: how long is the queue now?
    /// - `--forks 5` more forks: narrower intervals
    int fewer = users / 2;

    /** Adds light requests to another route. */
    private Cell beside(Cell cell, String where, double meanMs) {
        return cell.as(where).within(0.25).warmup(Duration.ofSeconds(6)).whereCpuBinds().beside("light",
                Request.get("/demo/trivial"),
                new OpenLoop(20, Duration.ofMinutes(10)), meanMs);
    }

    private double light(Cell cell) {
        return measured.mean(MEDIAN, cell, "light");
    }

    public static void main(String... args) {
        System.exit(run("light-request", args, LightRequest::new));
    }
}
