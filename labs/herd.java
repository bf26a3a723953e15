///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 7 herd: do virtual threads help when many users arrive at the same time?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Herd.java
//FILES published/e5.csv=../data/published/e5.csv
//FILES source/labs/herd.java=herd.java source/apps/Herd.java=../apps/Herd.java
//MAIN HerdLab

import static kit.page.TableColumn.column;
import static kit.trust.Claim.*;
import static kit.trust.Metric.*;

import apps.Herd;
import java.time.Duration;
import java.util.List;
import kit.page.Page;
import kit.plan.*;
import kit.trust.Results;

/// # 7 herd: Do virtual threads help when many users arrive at the same time?
/// A request waits 1 s in each of five concurrent tasks, and answers. Three variants serve {users} users:
///
/// - platform-500: Tomcat with a pool of {POOL} platform threads. A request creates five more for its tasks, as
///   published
/// - virtual: a virtual thread for each request and for each task
/// - platform-sized: a pool of {users} platform threads for requests, and one of {taskThreads} for their tasks. It
///   shows whether virtual threads are faster, or the pool is too small
///
/// The load generator has a JVM of its own in this lab. Otherwise pauses of the service would delay it.
class HerdLab extends Page {

    private static final int POOL = 500;
    /** Platform threads of a request: its own, and one for each of its five tasks. */
    private static final int THREADS = 6;

    int users = concurrency(2000), taskThreads = (THREADS - 1) * users, rateOfBurst = users / 2;

    Variant platform = Variant.platform("platform-500", Herd.class, POOL);
    Variant virtual = Variant.virtual("virtual", Herd.class);
    Variant sized = Variant.platform("platform-sized", Herd.class, users).property("herd.pool.threads", taskThreads);

    Request block = Request.get("/block"), pooled = Request.get("/block/pooled"), nonBlock = Request.get("/non-block");
    {
        code("apps/Herd.java", "\"/block\")", "\"/non-block\")", "private static String waitInTasks");
        code("labs/herd.java", "Variant platform = ");
        withoutC2();
        // Two or three bursts before the one that counts: the first creates threads and connections.
        warmup(Duration.ofSeconds(5));
        published("e5.csv");
        publishedAs(platform, "platform");
    }

    /// ## 1. Users who arrive within a second
    /// Each user sends one request. The {users} requests are spread evenly over one second.
    Load burst = Burst.of(users, Duration.ofSeconds(1));
    Cell platformBurst = cell(platform, block, burst).needingThreads(THREADS * POOL);
    Cell virtualBurst = cell(virtual, nonBlock, burst);
    Cell sizedBurst = cell(sized, pooled, burst).needingThreads(THREADS * users);
    double burstGain = predictedRatio(virtualBurst, platformBurst);
    Prediction waves = platformBurst.prediction(jdks().getLast());
    // With fewer users than threads there are no waves, and no pool is too small.
    boolean hasWaves = waves.bound().equals("pool");
    {
        predict("In the burst: what is the throughput of virtual threads divided by that of 500 platform threads?",
                ratio(virtualBurst, platformBurst), "with a thread for each request, the last answer arrives after 2 s",
                "{POOL} threads serve {users} users in waves of {POOL} requests, which take 1 s each");
        expect("in the burst, virtual threads serve as many times more as the rule says, up to three times that",
                ratio(virtualBurst, platformBurst).atLeast(0.9 * burstGain).atMost(3 * burstGain),
                "were requests sent late (start_lag_p99_ms), or were the CPUs busy (service_cpu_s)?");
        expect("on virtual threads there are no waves", count(SPREAD, virtualBurst).atMost(0.1),
                "each request should take 1 s: see listen_overflows (refused connections) and service_cpu_s");
        if (hasWaves) {
            expect("behind the pool of 500, response times spread as waves do",
                    count(SPREAD, platformBurst).near(waves.sdMs() / waves.meanMs(), 0.3),
                    "burst.csv has the waves, 20 ms by 20 ms: can you count them?");
            expect("in the burst, pools of the right size serve more than the pool of 500",
                    ratio(sizedBurst, platformBurst).atLeast(Math.min(1.2, 0.9 * burstGain)),
                    "thousands of threads that wake within a second need CPU time: see service_cpu_s");
        }
    }

    /// ## 2. Users who stay
    /// The same {users} users send requests without a pause.
    // Three rounds of the slowest. The options -n, --duration and --rate change this load only.
    Load steady = load(users, Duration.ofSeconds(12));
    Cell platformSteady = cell(platform, block, steady).needingThreads(THREADS * POOL).whereCpuBinds();
    Cell virtualSteady = cell(virtual, nonBlock, steady).whereCpuBinds();
    Cell sizedSteady = cell(sized, pooled, steady).needingThreads(THREADS * users).whereCpuBinds();
    double steadyGain = predictedRatio(virtualSteady, platformSteady);
    {
        predict("When the users stay: what is the throughput of virtual threads divided by that of 500 platform "
                + "threads?", ratio(virtualSteady, platformSteady), "how many requests are served at a time?");
        expect("if users stay, virtual threads serve as many times more as the rule says, up to three times that",
                ratio(virtualSteady, platformSteady).atLeast(0.9 * steadyGain).atMost(3 * steadyGain),
                "users / S may be more than these CPUs can do: see service_cpu in timeline.csv, and try -c");
        expect("pooled platform threads need more CPU time for a request than virtual threads (1.2 to 20 times)",
                ratio(CPU_PER_REQUEST, sizedSteady, virtualSteady).atLeast(1.2).atMost(20),
                "each request switches six threads: see cpu_us_per_request");
        expect("platform threads that are created for a request need 2 to 40 times the CPU time",
                ratio(CPU_PER_REQUEST, platformSteady, virtualSteady).atLeast(2).atMost(40),
                "the operating system creates and ends five for each request: see cpu_us_per_request");
        if (hasWaves) {
            expect("when the users stay, pools of the right size serve far more than the pool of 500",
                    ratio(sizedSteady, platformSteady).atLeast(Math.min(2, 0.9 * steadyGain)),
                    "thousands of threads that wake all the time need CPU time: see service_cpu in timeline.csv");
        }
    }

    /// ## The rule
    /// A request that finds one of the m threads free is answered after S = 1 s. The others queue until a thread is
    /// free. So N users that arrive within the ramp T are served in waves of m requests. Wave j, counted from 0, waits
    /// j (S - m T / N). The throughput of a burst is N divided by the time until its last wave ends. With one thread
    /// per request it is N / (T + S): for {users} users about {rateOfBurst}/s, on any machine. If the users stay, the
    /// ramp does not matter: X = min(N, m) / S. The rule leaves out the CPU time that it takes to create and to switch
    /// threads.
    // Closed loops first: then the load generator is warm for the bursts, whose schedule is tight.
    Results measured = measure(platformSteady, virtualSteady, sizedSteady, platformBurst, virtualBurst, sizedBurst);
    double threadsCreated = (THREADS - 1) * measured.rps(platformSteady);

    /// ## The answer
    /// When {users} users arrived within 1 s, virtual threads had {virtualBurst / platformBurst} times the throughput
    /// of 500 platform threads, and platform threads of the right number {sizedBurst / platformBurst} times. When the
    /// users stayed, it was {virtualSteady / platformSteady} and {sizedSteady / platformSteady} times.
    ///
    /// ## What happened
    {
        Cell[] cells = {platformBurst, virtualBurst, sizedBurst, platformSteady, virtualSteady, sizedSteady};
        headline("Requests per second, in the burst and where users stay", measured::rps, cells);
        show("The burst, and users who stay:", List.of(cells),
                column("requests/s", measured::rps), column("mean ms", measured::meanMs),
                column("standard deviation, ms", cell -> measured.mean(SD, cell)),
                column("CPU time per request, ms", cell -> measured.mean(CPU_PER_REQUEST, cell) / 1000));
    }

    /// The ramp is part of the figure of the burst (the rule: {burstGain} times, published: 1.78 times): on virtual
    /// threads it is half of the time. What the service can do for hours is the figure where users stay (the rule:
    /// {steadyGain} times).
    ///
    /// The published experiment had 665 requests a second on virtual threads: 2000 / 665 = 3 s in all. A request took
    /// 1.003 s with a standard deviation of 5 ms, so none of them queued. That leaves 2 s for a ramp of 1 s. Probably
    /// the load generator was late; the published figures do not have send times.
    ///
    /// With pools of the right size no request waits for a thread. The remaining difference to virtual threads is CPU
    /// time. The requests on 500 platform threads created {threadsCreated} threads a second.
    ///
    /// ## Try it
    /// - `-c 4000` how many waves are there now? What is the ratio in the burst?
    /// - `-c 500` now there is a thread for each user: which difference is left, and why?
    /// - `--forks 3` confidence intervals
    /// - In this file: a ramp of 2 s. What does the rule say of the burst now, and of users who stay?

    public static void main(String... args) {
        System.exit(run("herd", args, HerdLab::new));
    }

    /** Services with thousands of threads: their pauses would make a client in their JVM late. */
    private Cell cell(Variant variant, Request request, Load load) {
        return cell(variant, request, load, Demand.waiting(Duration.ofSeconds(1))).within(0.1).clientApart();
    }
}
