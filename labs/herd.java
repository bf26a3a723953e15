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

import apps.Herd;
import java.time.Duration;
import java.util.List;
import kit.page.Lab;
import kit.plan.*;
import kit.trust.*;

/**
 * Lab 7. Many users send one request each within a second. In a published experiment, virtual threads then had 1.78
 * times the throughput. The length of the ramp is part of that figure. So the same users also stay.
 */
class HerdLab {

    private static final int POOL = 500;
    /** Platform threads of a request: its own, and one for each of its five tasks. */
    private static final int THREADS = 6;

    public static void main(String... args) {
        System.exit(Lab.run("herd", args, HerdLab::page));
    }

    static void page(Lab lab) {
        lab.title(7, "Do virtual threads help when many users arrive at the same time?");
        int users = lab.concurrency(2000);

        lab.say("""
                A request waits 1 s in each of five concurrent tasks, and answers. %d users send one request each,
                evenly within one second. Three variants serve them:

                - platform-500: Tomcat with a pool of %d platform threads. A request creates five more for its tasks, as
                  published
                - virtual: a virtual thread for each request and for each task
                - platform-sized: a pool of %1$d platform threads for requests, and one of %d for their tasks. It shows
                  whether virtual threads are faster, or the pool is too small

                Then the same users send requests without a pause. The load generator has a JVM of its own in this lab.
                Otherwise pauses of the service would delay it.""",
                users, POOL, (THREADS - 1) * users);
        lab.code("apps/Herd.java", "\"/block\")", "\"/non-block\")", "private static String waitInTasks");
        lab.code("labs/herd.java", "Variant platform = ");

        Variant platform = Variant.platform("platform-500", Herd.class, POOL);
        Variant virtual = Variant.virtual("virtual", Herd.class);
        Variant sized = Variant.platform("platform-sized", Herd.class, users)
                .property("herd.pool.threads", (THREADS - 1) * users);

        Request block = Request.get("/block");
        Request pooled = Request.get("/block/pooled");
        Request nonBlock = Request.get("/non-block");
        lab.withoutC2();
        // Two or three bursts before the one that counts: the first creates threads and connections.
        lab.warmup(Duration.ofSeconds(5));
        lab.published("e5.csv");
        lab.publishedAs(platform, "platform");

        // ## 1. Users who arrive within a second
        Load burst = Burst.of(users, Duration.ofSeconds(1));
        Cell platformBurst = cell(lab, platform, block, burst).needingThreads(THREADS * POOL);
        Cell virtualBurst = cell(lab, virtual, nonBlock, burst);
        Cell sizedBurst = cell(lab, sized, pooled, burst).needingThreads(THREADS * users);
        Prediction waves = platformBurst.prediction(lab.jdks().getLast());
        double burstGain = gain(lab, virtualBurst, platformBurst);
        lab.predict(
                "In the burst: what is the throughput of virtual threads divided by that of 500 platform threads?",
                ratio(virtualBurst, platformBurst),
                "with a thread for each request, the last user arrives after 1 s and is answered 1 s later",
                "%d users on 500 threads are served in %d waves of 1 s".formatted(users, (users + POOL - 1) / POOL));
        lab.expect("in the burst, virtual threads serve as many times more as the rule says, up to three times that",
                ratio(virtualBurst, platformBurst).atLeast(0.9 * burstGain).atMost(3 * burstGain),
                "did the users come late (start_lag_p99_ms), or had virtual threads no CPU left (service_cpu_s)?");
        lab.expect("on virtual threads there are no waves", count(Metric.SPREAD, virtualBurst).atMost(0.1),
                "each request should take 1 s: was a connection refused (listen_overflows), or the CPU busy "
                        + "(service_cpu_s)?");

        // ## 2. Users who stay: three rounds of the slowest. -n, --duration and --rate change this load only
        Load steady = lab.load(users, Duration.ofSeconds(12));
        Cell platformSteady = cell(lab, platform, block, steady).needingThreads(THREADS * POOL).whereCpuBinds();
        Cell virtualSteady = cell(lab, virtual, nonBlock, steady).whereCpuBinds();
        Cell sizedSteady = cell(lab, sized, pooled, steady).needingThreads(THREADS * users).whereCpuBinds();
        double steadyGain = gain(lab, virtualSteady, platformSteady);
        lab.predict("When the users stay: what is the throughput of virtual threads divided by that of 500 platform "
                + "threads?", ratio(virtualSteady, platformSteady), "how many requests are served at a time?");
        lab.expect("if users stay, virtual threads serve as many times more as the rule says, up to three times that",
                ratio(virtualSteady, platformSteady).atLeast(0.9 * steadyGain).atMost(3 * steadyGain),
                "users / S may be more than these CPUs can do on any kind of thread: see service_cpu in timeline.csv, "
                        + "and try -c");
        lab.expect("pooled platform threads need more CPU time for a request than virtual threads (1.2 to 20 times)",
                ratio(Metric.CPU_PER_REQUEST, sizedSteady, virtualSteady).atLeast(1.2).atMost(20),
                "each request switches six threads: see cpu_us_per_request");
        lab.expect("platform threads that are created for a request need 2 to 40 times the CPU time",
                ratio(Metric.CPU_PER_REQUEST, platformSteady, virtualSteady).atLeast(2).atMost(40),
                "the operating system creates and ends five for each request: see cpu_us_per_request");
        // With fewer users than threads there are no waves, and no pool is too small.
        if (waves.bound().equals("pool")) {
            lab.expect("behind the pool of 500, response times spread as waves do",
                    count(Metric.SPREAD, platformBurst).near(waves.sdMs() / waves.meanMs(), 0.3),
                    "burst.csv has the waves, 20 ms by 20 ms: can you count them?");
            lab.expect("in the burst, pools of the right size serve more than the pool of 500",
                    ratio(sizedBurst, platformBurst).atLeast(Math.min(1.2, 0.9 * burstGain)),
                    "thousands of threads that wake within a second need CPU time: see service_cpu_s");
            lab.expect("when the users stay, pools of the right size serve far more than the pool of 500",
                    ratio(sizedSteady, platformSteady).atLeast(Math.min(2, 0.9 * steadyGain)),
                    "thousands of threads that wake all the time need CPU time: see service_cpu in timeline.csv");
        }

        lab.rule("""
                A request that finds one of the m threads free is answered after S = 1 s. The others queue until a
                thread is free. So N users that arrive within the ramp T are served in waves of m requests. Wave j,
                counted from 0, waits j (S - m T / N). The throughput of a burst is N divided by the time until its last
                wave ends. With one thread per request it is N / (T + S): for %d users about %d/s, on any machine. If
                the users stay, the ramp does not matter: X = min(N, m) / S. The rule leaves out the CPU time that it
                takes to create and to switch threads.""", users, users / 2);

        // Closed loops first: then the load generator is warm for the bursts, whose schedule is tight.
        Cell[] all = {platformSteady, virtualSteady, sizedSteady, platformBurst, virtualBurst, sizedBurst};
        Results measured = lab.measure(all);
        lab.conclude();
        lab.answer("""
                When %s users arrived within 1 s, virtual threads had %s times the throughput of 500 platform threads,
                and platform threads of the right number %s times. When the users stayed, it was %s and %s times.""",
                users, measured.over(virtualBurst, platformBurst),
                measured.over(sizedBurst, platformBurst),
                measured.over(virtualSteady, platformSteady),
                measured.over(sizedSteady, platformSteady));
        lab.headline("Requests per second, in the burst and where users stay", measured::rps, platformBurst,
                virtualBurst, sizedBurst, platformSteady, virtualSteady, sizedSteady);

        lab.show("The burst, and users who stay:",
                List.of(platformBurst, virtualBurst, sizedBurst, platformSteady, virtualSteady, sizedSteady),
                column("requests/s", measured::rps), column("mean ms", measured::meanMs),
                column("standard deviation, ms", cell -> measured.mean(Metric.SD, cell)),
                column("CPU time per request, ms", cell -> measured.mean(Metric.CPU_PER_REQUEST, cell) / 1000));
        lab.explain("""
                In the burst, virtual threads had %s times the throughput of 500 platform threads (the rule: %s,
                published: 1.78). The ramp is part of this figure: on virtual threads it is half of the time. When the
                users stayed, it was %s times (the rule: %s). That is what the service can do for hours.""",
                measured.over(virtualBurst, platformBurst), burstGain,
                measured.over(virtualSteady, platformSteady), steadyGain);
        lab.explain("""
                The published experiment had 665 requests a second on virtual threads: 2000 / 665 = 3 s in all. A
                request took 1.003 s with a standard deviation of 5 ms, so none of them queued. That leaves 2 s for a
                ramp of 1 s. Probably the load generator was late; the published figures do not have send times.""");
        lab.explain("""
                Pools of the right size had %s times the throughput of the pool of 500 when the users stayed. What is
                left is CPU time: a request on 500 platform threads creates %s threads a second in all.""",
                measured.over(sizedSteady, platformSteady), (THREADS - 1) * measured.rps(platformSteady));

        lab.tryIt("""
                -c 4000         how many waves are there now? What is the ratio in the burst?
                -c 500          now there is a thread for each user: which difference is left, and why?
                --forks 3       confidence intervals
                In the page: a ramp of 2 s. What does the rule say of the burst now, and of users who stay?""");
    }

    /** Services with thousands of threads: their pauses would make a client in their JVM late. */
    private static Cell cell(Lab lab, Variant variant, Request request, Load load) {
        return lab.cell(variant, request, load, Demand.waiting(Duration.ofSeconds(1))).within(0.1).clientApart();
    }

    private static double gain(Lab lab, Cell above, Cell below) {
        int jdk = lab.jdks().getLast();
        return above.prediction(jdk).rps() / below.prediction(jdk).rps();
    }
}
