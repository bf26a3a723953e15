///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 7 herd: do virtual threads help when many users arrive at the same time?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java ../apps/Herd.java
//FILES published/e5.csv=../data/published/e5.csv
//FILES source/labs/herd.java.txt=herd.java source/apps/Herd.java.txt=../apps/Herd.java
//MAIN HerdLab

import static old.page.TableColumn.column;
import static old.trust.Claim.*;
import static old.trust.Metric.*;

import apps.Herd;
import java.time.Duration;
import java.util.List;
import old.page.Page;
import kit.plan.*;
import kit.rule.*;
import old.plan.*;
import old.plan.Cell;
import old.trust.Results;

/// # 7 herd: Do virtual threads help when many users arrive at the same time?
/// A request waits for five concurrent tasks of 1 s each, and is then answered. Three variants serve {users} users:
///
/// - platform-500: a pool of {POOL} platform threads, as published. A request creates five more threads for its tasks
/// - virtual: a virtual thread for each request and for each task
/// - platform-sized: pools of the right size, {users} platform threads for requests and {taskThreads} for their tasks
class HerdLab extends Page {
    static final int POOL = 500, THREADS = 6; // threads of a request: its own, and one for each of five tasks
    String hint = "were requests sent late (start_lag_p99_ms), or CPUs busy (machine_cpu)?";
    int users = concurrency(2000), taskThreads = (THREADS - 1) * users, rateOfBurst = users / 2;

    Variant platform = Variant.platform("platform-500", Herd.class, POOL);
    Variant virtual = Variant.virtual("virtual", Herd.class);
    Variant sized = Variant.platform("platform-sized", Herd.class, users).property("herd.pool.threads", taskThreads);

    Request block = Request.get("/block"), pooled = Request.get("/block/pooled"), nonBlock = Request.get("/non-block");
    {
        code("apps/Herd.java", "\"/block\")", "\"/non-block\")", "private static String waitInTasks");
        code("labs/herd.java", "Variant platform = ");
        withoutC2();
        warmup(Duration.ofSeconds(5)); // two or three bursts: the first creates threads and connections
        published("e5.csv");
        publishedAs(platform, "platform");
    }

    /// ## 1. Users who arrive within a second
    /// Each user sends one request. The {users} requests are spread evenly over one second.
    Burst burst = Burst.of(users, Duration.ofSeconds(1));
    Cell platformBurst = cell(platform, block, burst).needingThreads(THREADS * POOL).whereCpuBinds();
    Cell virtualBurst = cell(virtual, nonBlock, burst);
    Cell sizedBurst = cell(sized, pooled, burst).needingThreads(THREADS * users).whereCpuBinds();
    Prediction waves = platformBurst.prediction(jdks().getLast());
    boolean hasWaves = waves.bound().equals("pool"); // with fewer users than threads, the pool is large enough
    double gain = predictedRatio(virtualBurst, platformBurst), spread = waves.sdMs() / waves.meanMs();
    {
        expectRule(virtualBurst);
        predict("In the burst: what is the throughput of virtual threads divided by that of 500 platform threads?",
                ratio(virtualBurst, platformBurst), "with a thread for each request, the last answer arrives after 2 s",
                "{POOL} threads serve {users} users in waves of {POOL} requests, which take 1 s each");
        expect("in the burst, throughput of virtual / platform threads is 0.9 to 3 times the predicted ratio",
                ratio(virtualBurst, platformBurst).atLeast(0.9 * gain).atMost(3 * gain), hint);
        expect("in the burst, virtual threads: the standard deviation of response times is at most 20 % of the mean",
                count(SPREAD, virtualBurst).atMost(0.2).inEveryFork(), "each request should take 1 s: " + hint);
        if (hasWaves) {
            expect("in the burst, pool of 500: standard deviation / mean is 0.5 to 2 times what the rule predicts",
                    count(SPREAD, platformBurst).atLeast(0.5 * spread).atMost(2 * spread), "burst.csv has the waves");
            expect("in the burst, pools of the right size have a higher throughput than the pool of 500",
                    ratio(sizedBurst, platformBurst).atLeast(Math.min(1.2, 0.9 * gain)).atMost(3 * gain), hint);
        }
    }

    /// ## 2. Users who stay
    /// The same {users} users send requests without a pause.
    Load steady = load(users, Duration.ofSeconds(12)); // 3 rounds of the slowest cell; -n, --duration, --rate change it
    Cell platformSteady = cell(platform, block, steady).needingThreads(THREADS * POOL).whereCpuBinds();
    Cell virtualSteady = cell(virtual, nonBlock, steady).whereCpuBinds();
    Cell sizedSteady = cell(sized, pooled, steady).needingThreads(THREADS * users).whereCpuBinds();
    double stayGain = predictedRatio(virtualSteady, platformSteady);
    {
        predict("When the users stay: what is the throughput of virtual threads divided by that of 500 platform "
                + "threads?", ratio(virtualSteady, platformSteady), "how many requests are served at a time?");
        expect("when the users stay, throughput of virtual / platform threads is 0.9 to 3 times the predicted ratio",
                ratio(virtualSteady, platformSteady).atLeast(0.9 * stayGain).atMost(3 * stayGain), hint);
        expect("pooled platform threads need more CPU time for a request than virtual threads (1.2 to 20 times)",
                ratio(CPU_PER_REQUEST, sizedSteady, virtualSteady).atLeast(1.2).atMost(20), "see cpu_us_per_request");
        expect("creating platform threads for each request costs 2 to 40 times the CPU time of virtual threads",
                ratio(CPU_PER_REQUEST, platformSteady, virtualSteady).atLeast(2).atMost(40), "see cpu_us_per_request");
        if (hasWaves) {
            expect("when the users stay, pools of the right size have a far higher throughput than the pool of 500",
                    ratio(sizedSteady, platformSteady).atLeast(Math.min(2, 0.9 * stayGain)).atMost(3 * stayGain), hint);
        }
    }

    /// ## 3. The burst as the authors of the published experiment sent it
    /// `--all-cells` adds two bursts: one from a load generator with a platform thread for each user, and one to the
    /// services platform-500 and virtual at the same time. Both keep the CPUs busy, so requests may be sent late.
    List<Cell> client = withAllCells(() -> List.of(cell(virtual, nonBlock, burst).throughputOnly()
            .client(GeneratorMode.PLATFORM_THREADS).as("client-on-platform-threads")));
    List<Cell> both = withAllCells(() -> List.of(cell(platform.external("virtual", Herd.class), block, burst)
            .throughputOnly().needingThreads(THREADS * POOL).as("both").beside("virtual", virtualBurst)));
    {
        client.forEach(cell -> expect("in the burst, a load generator on platform threads changes no throughput",
                ratio(cell, virtualBurst).near(1, 0.1), hint));
        both.forEach(cell -> {
            expect("both services at once, virtual threads: the standard deviation is at most 20 % of the mean",
                    count(SPREAD, cell).of("virtual").atMost(0.2).inEveryFork(), hint);
            expect("both services at once: the pool of 500 has the throughput that it has alone (0.8 to 1.25 times)",
                    ratio(cell, platformBurst).atLeast(0.8).atMost(1.25), hint);
        });
    }

    /// ## The rule
    /// A request that gets one of m threads is answered after S = 1 s; the other requests queue. So N users that arrive
    /// within the ramp T are served in waves of m. Wave j, counted from 0, waits j (S - m T / N). The throughput of a
    /// burst is N divided by the time until its last wave ends. With one thread per request it is N / (T + S), here
    /// {rateOfBurst}/s. If the users stay, it is min(N, m) / S. CPU time to create and to switch threads is left out.
    Results measured = measure(List.of(platformSteady, virtualSteady, sizedSteady, platformBurst, virtualBurst,
            sizedBurst), client, both); // closed loops first: then the load generator is warm for the bursts

    /// ## The answer
    /// When {users} users arrived within 1 s, virtual threads had {virtualBurst / platformBurst} times the throughput
    /// of 500 platform threads, and pools of the right size {sizedBurst / platformBurst} times. When the users stayed,
    /// the factors were {virtualSteady / platformSteady} (virtual) and {sizedSteady / platformSteady} (right size).
    /// ## What happened
    {
        Cell[] cells = {platformBurst, virtualBurst, sizedBurst, platformSteady, virtualSteady, sizedSteady};
        headline("Requests per second, in the burst and where users stay", measured::rps, cells);
        show("The burst, and users who stay:", List.of(cells), column("requests/s", measured::rps),
                column("mean ms", measured::meanMs), column("standard deviation, ms", cell -> measured.mean(SD, cell)),
                column("CPU time per request, ms", cell -> measured.mean(CPU_PER_REQUEST, cell) / 1000));
    }

    /// The ratio in the burst (the rule: {gain}, published: 1.78) depends on the ramp: on virtual threads, the ramp is
    /// half of the burst's duration. The ratio for users who stay does not depend on a ramp (the rule: {stayGain}).
    ///
    /// Published for virtual threads: 665 requests/s, so 2000 / 665 = 3 s in all. A request took 1.003 s (standard
    /// deviation 5 ms), so none queued, and the last was sent after 2 s, not 1 s. Probably the load generator was late.
    /// ## Try it
    /// - `--all-cells` the burst as the authors sent it: are the figures those of part 1?
    /// - `-c 4000` how many waves are there now? What is the ratio in the burst?

    public static void main(String... args) {
        System.exit(run("herd", args, HerdLab::new));
    }

    private Cell cell(Variant variant, Request request, Load load) {
        return cell(variant, request, load, Demand.waiting(Duration.ofSeconds(1))).within(0.1).clientApart();
    }
}
