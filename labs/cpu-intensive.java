///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 2 cpu-intensive: are virtual threads slower when each request needs 100 ms of CPU?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java ../apps/Demo.java
//FILES published/e1.csv=../data/published/e1.csv
//FILES source/labs/cpu-intensive.java.txt=cpu-intensive.java source/apps/Demo.java.txt=../apps/Demo.java
//MAIN CpuIntensive

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

/// # 2 cpu-intensive: Are virtual threads slower when each request needs 100 ms of CPU?
/// A request waits 200 ms, uses a CPU for 100 ms, and waits 200 ms. Then it is answered. {users} users send requests
/// without a pause, to a pool of {pool} platform threads or to virtual threads. A third variant, with fewer users, has
/// {cpus} platform threads, one for each CPU of this machine, as is often advised for CPU-bound work.
class CpuIntensive extends Page {

    Duration burn = Duration.ofMillis(100);
    Demand needs = Demand.waiting(Duration.ofMillis(200)).computing(burn).andWaiting(Duration.ofMillis(200));
    int cpus = cpus(), limit = 10 * cpus;
    // A pool of 50, as published, overloads a machine with few CPUs. More CPUs need a larger pool to show the same.
    int pool = unlessPublished(Math.max(50, 25 * cpus), 50);
    int users = concurrency(2 * pool);
    {
        published("e1.csv");
        code("apps/Demo.java", "public String cpuIntensive()", "public String cpuIntensiveWork()");
        code("labs/cpu-intensive.java", "Variant platform = ");
        calibrate("demo.work.rounds", "rounds of work take 100 ms on a CPU of this machine, with all CPUs busy",
                () -> Work.calibrate(burn, cpus));
    }

    Variant platform = Variant.platform("platform", Demo.class, pool);
    Variant virtual = Variant.virtual("virtual", Demo.class);
    Variant perCpu = Variant.platform("platform-cpus", Demo.class, cpus);

    /// ## 1. By the clock
    /// A request to {byTheClock} spins until the clock has moved by 100 ms, as in the published experiment.
    Request byTheClock = Request.get("/demo/cpu-intensive");
    // The rule for platform threads counts the spin as a wait: the clock also runs while a thread is off its CPU.
    Cell clockPlatform = cell(platform, byTheClock, load(users, 300, 1000), Demand.waiting(Duration.ofMillis(500)))
            .claimedToNeed(burn, cpus, "CPUs").within(0.25).as("clock");
    Cell clockVirtual = cell(virtual, byTheClock, load(users, 100, 1000), needs).within(0.1).as("clock");
    Cell clockPerCpu = cell(perCpu, byTheClock, load(5 * cpus, 10L * cpus), needs).within(0.1).as("clock");
    // As many requests as published. The published 99th percentile is at most the longest response time.
    Load all = load(users, 1000);
    List<Cell> tail = withAllCells(() -> List.of(cell(virtual, byTheClock, all, needs).within(0.1).as("clock-tail")));
    double longest = Queueing.longestBesideOthers(all, needs, cpus), gain = predictedRatio(clockPlatform, clockVirtual);
    double mean = clockVirtual.prediction(jdks().getLast()).meanMs() / 1000;
    double most = Math.max(2, 1.25 * gain), top = Math.max(1.5, 2.2 * pool / limit);
    {
        predict("By the clock: what is the throughput of {pool} platform threads divided by that of virtual threads?",
                ratio(clockPlatform, clockVirtual), "the clock also runs while a platform thread is off its CPU",
                "so on platform threads the spin is a wait: m threads that are held for S = 0.5 s serve m / S",
                "a virtual thread keeps its carrier for the 0.1 s of its spin: only one per CPU can spin at a time");
        expect("by the clock: platform threads have 2 to {most} times the throughput of virtual threads",
                ratio(clockPlatform, clockVirtual).atLeast(2).atMost(most), "are there too many CPUs for this pool?");
        expect("by the clock: platform threads reach 1.5 to {top} times the limit of the CPUs",
                count(OF_LIMIT, clockPlatform).atLeast(1.5).atMost(top), "did the threads share the CPUs?");
        expect("by the clock, virtual threads: throughput as predicted", asPredicted(clockVirtual),
                "a virtual thread keeps its carrier while it spins: what else uses the CPUs?");
        tail.forEach(cell -> expect("by the clock, virtual: the longest request takes about twice the mean at most",
                count(LONGEST_BY_RULE, cell).atLeast(0.9).atMost(1.1 * longest / mean).inEveryFork(),
                "a request queues behind the work of all others: what else used the CPUs? See max_ms and neighbour"));
    }

    /// ## 2. By a fixed amount of work
    /// A request to {byTheWork} does a fixed amount of work, which takes 100 ms of CPU time.
    Request byTheWork = Request.get("/demo/cpu-intensive/work");
    Cell workPlatform = cell(platform, byTheWork, load(users, 100, 1000), needs).within(0.15).as("work");
    Cell workVirtual = cell(virtual, byTheWork, load(users, 100, 1000), needs).within(0.15).as("work");
    Cell workPerCpu = cell(perCpu, byTheWork, load(5 * cpus, 10L * cpus), needs).within(0.1).as("work");
    {
        predict("Requests do a fixed amount of work: which variant has the higher throughput?",
                Choices.below(0.85, "virtual threads").then(1.15, "neither, within 15 %").beyond("platform threads"),
                ratio(workPlatform, workVirtual), "how much CPU time does a request need now, on both kinds of thread?",
                "the limit is CPUs / CPU time of a request: the number of threads does not change it");
        expect("one thread for each CPU: the throughput by the clock is that of fixed work",
                ratio(clockPerCpu, workPerCpu).near(1, 0.1), "each thread has a CPU of its own: was the machine busy?");
        expect("by the clock: a request on platform threads uses 0.1 to 0.5 times the CPU time of fixed work",
                ratio(CPU_PER_REQUEST, clockPlatform, workPlatform).atLeast(0.1).atMost(0.5), "see cpu_us_per_request");
        expect("fixed work: platform and virtual threads have the same throughput",
                ratio(workPlatform, workVirtual).near(1, 0.1), "is the machine busy? --forks 5 narrows the interval");
        expect("fixed work, one thread for each CPU: throughput as predicted", asPredicted(workPerCpu),
                "the pool serves k / S, a fifth of k / D: a request holds its thread while it waits, too");
    }

    /// ## The rule
    /// A request needs D = 0.1 s of CPU time. So k CPUs serve at most k / D requests a second, on any kind of thread: X
    /// <= {cpus} / 0.1 s = {limit}/s on this machine. m threads that are held for S = 0.5 s allow m / S. A throughput
    /// above k / D means that the work was not done (utilisation law: X D <= k).
    ///
    /// The throughput of virtual threads is a little below k / D. A carrier runs virtual threads in the order in which
    /// they become ready, and keeps each one until it blocks. The last short step of a request writes the answer. It
    /// queues behind the work of all other requests. So all N users get their answers together, and their next requests
    /// wait the first 200 ms together. The CPUs are idle during these 200 ms: X = N / (N D / k + 0.2 s).
    Results measured = measure(List.of(clockPlatform, clockVirtual, clockPerCpu, workPlatform, workVirtual, workPerCpu),
            tail);
    boolean isImpossible = measured.mean(OF_LIMIT, clockPlatform) > 1; // false with few users, or with many CPUs
    boolean isTiming = measured.confirms(ratio(workPlatform, workVirtual).near(1, 0.15));
    double clockCpuMs = measured.mean(CPU_PER_REQUEST, clockPlatform) / 1000;

    /// ## The answer
    /// With a fixed amount of work, platform threads had {workPlatform / workVirtual} times the throughput of virtual
    /// threads. With work timed by the clock, as published, the factor was {clockPlatform / clockVirtual}.
    /// ## What happened
    {
        headline("Requests per second", measured::rps, workPlatform, workVirtual, clockPlatform, clockVirtual);
        show("By the clock and by the work:", List.of(clockPlatform, clockVirtual, workPlatform, workVirtual),
                column("requests/s", measured::rps),
                column("CPU per request, ms", cell -> measured.mean(CPU_PER_REQUEST, cell) / 1000));
        show("Published, by the clock, on 4 CPUs:", List.of("100 users", "published", "the limit of 4 CPUs"), List.of(
                List.of("platform threads, requests/s", "90.7", "4 / 0.1 s = 40"),
                List.of("virtual threads, requests/s", "36.3", "100 / (100 x 0.1 / 4 + 0.2 s) = 37"),
                List.of("virtual threads, longest request", "4.9 s", "0.5 + 2 x 99 x 0.1 / 4 s = 5.45 s")));
    }

    /// {?isImpossible} By the clock, the throughput of platform threads ({clockPlatform.throughput}/s) is impossible as
    /// CPU work: at 100 ms each, {cpus} CPUs can do {limit}/s. A request used only {clockCpuMs} ms of CPU time. The
    /// operating system time-slices the spinning threads, and the clock runs while a thread is off its CPU.
    ///
    /// With fixed work, platform threads have {workPlatform.rule / workVirtual.rule} times the throughput of virtual
    /// threads, by the rule. One thread for each CPU served {workPerCpu.throughput}/s: requests also hold it in waits.
    ///
    /// {?isTiming} So the published difference comes from timing the work by the clock, not from the kind of thread.
    ///
    /// If all requests wait at the same time, each takes N D / k + 0.2 s. But the last step of a request can become
    /// ready together with the other users' next requests, and may queue behind their work. Then the request takes at
    /// most S + 2 (N - 1) D / k, {longest} s on this machine. The longest request took {tail.longestByRule} times the
    /// mean response time of the rule (published: 4.9 s / 2.7 s = 1.8).
    ///
    /// ## Try it
    /// - `--all-cells` 1000 requests by the clock on virtual threads: how long does the longest take?
    /// - `--published` 50 threads, 100 users, 1000 requests in each cell except platform-cpus
    /// - `-c 20` fewer users than threads: platform threads serve N / S. What is the throughput by the clock now?
    /// - `--driver shared` the load generator runs on the service's carriers, and waits for them. Which check fails?

    public static void main(String... args) {
        System.exit(run("cpu-intensive", args, CpuIntensive::new));
    }
}
