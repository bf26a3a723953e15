///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 6 herd: 2000 users come within a second. Who waits, and what for?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Herd.java
//FILES published/e5.csv=../data/published/e5.csv
//FILES source/labs/herd.java=herd.java source/apps/Herd.java=../apps/Herd.java
//MAIN HerdLab

import static kit.trust.Claim.count;
import static kit.trust.Claim.ratio;

import apps.Herd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import kit.page.Lab;
import kit.plan.Burst;
import kit.plan.Cell;
import kit.plan.Demand;
import kit.plan.Load;
import kit.plan.Prediction;
import kit.plan.Request;
import kit.plan.Variant;
import kit.trust.Metric;
import kit.trust.Results;

/**
 * Lab 6. Everybody comes at once, as when a shop opens, and sends one request. A published experiment says that virtual
 * threads then serve 1.78 times as many requests a second. That figure is made of the herd's length as much as of its
 * threads: here is what becomes of it when the herd stays, what a request takes that does nothing but wait, and which
 * limits are no limits of threads.
 */
class HerdLab {

    private static final int POOL = 500;
    /** Platform threads of a request: its own, and one for each of its five tasks. */
    private static final int THREADS = 6;
    /** Tomcat's own limit, where nobody says anything else. */
    private static final int MAX_CONNECTIONS = 8192;

    public static void main(String... args) {
        System.exit(Lab.run("herd", args, HerdLab::page));
    }

    static void page(Lab lab) {
        lab.title(6, "2000 users come within a second. Who waits, and what for?");

        int users = lab.concurrency(2000);
        int beyond = Math.max(5 * users, 10_000);

        lab.say("""
                A request waits in five tasks at once, 1 s in each, and answers. %d users come within a second, one
                after the other, and send one request each. We serve them in three ways:

                - platform-500: Tomcat with a pool of %d platform threads. For its tasks a request makes five more and
                  ends them, as published
                - virtual: a virtual thread for every request and for every task
                - platform-sized: a pool of %d platform threads for requests and one of %d for their tasks, made once.
                  If virtual threads win only against a pool that is too small, this variant shows it.

                Then the same users stay: each sends the next request when the last one was answered.""",
                users, POOL, users, (THREADS - 1) * users);
        lab.say("""
                Last, what it takes to let requests wait. Everybody comes, and nobody is answered before all are there.
                While they all wait, the service's garbage is collected, and its memory is held against what it was
                before, when nobody waited: its heap, and all of it (RSS). %d users do so on platform threads, and on
                virtual threads %1$d, %d and %d. Tomcat is told to take as many connections. It is not told for another
                %d users: then it takes %d.

                In this lab the client is in the lab's own JVM: else the service's pauses would make it late, and its
                memory would be the service's.""",
                users, 5 * users, 10 * users, beyond, MAX_CONNECTIONS);

        lab.code("apps/Herd.java", "\"/block\")", "\"/non-block\")", "private static String waitInTasks");
        lab.code("labs/herd.java", "Variant platform = ");

        Demand s = Demand.waiting(Duration.ofSeconds(1));
        Request block = Request.get("/block");
        Request pooled = Request.get("/block/pooled");
        Request nonBlock = Request.get("/non-block");

        Variant platform = Variant.platform("platform-500", Herd.class, POOL);
        Variant virtual = Variant.virtual("virtual", Herd.class);
        Variant sized = Variant.platform("platform-sized", Herd.class, users).property("herd.pool.threads",
                (THREADS - 1) * users);

        // Two bursts or three before the one that counts: the first makes threads and connections.
        lab.warmup(Duration.ofSeconds(5));
        lab.published("e5.csv");
        lab.publishedAs(platform, "platform");
        Load burst = Burst.of(users, Duration.ofSeconds(1));
        Cell platformBurst = lab.cell(platform, block, burst, s).needingThreads(THREADS * POOL).within(0.1)
                .clientApart();
        Cell virtualBurst = lab.cell(virtual, nonBlock, burst, s).within(0.1).clientApart();
        Cell sizedBurst = lab.cell(sized, pooled, burst, s).needingThreads(THREADS * users).within(0.1).clientApart();

        // Three rounds of the slowest. -n, --duration and --rate change this load, and leave the bursts as they are.
        Load steady = lab.load(users, Duration.ofSeconds(12));
        Cell platformSteady = lab.cell(platform, block, steady, s).needingThreads(THREADS * POOL).within(0.1)
                .clientApart().whereCpuBinds();
        Cell virtualSteady = lab.cell(virtual, nonBlock, steady, s).within(0.1).clientApart().whereCpuBinds();
        Cell sizedSteady = lab.cell(sized, pooled, steady, s).needingThreads(THREADS * users).within(0.1).clientApart()
                .whereCpuBinds();

        // They come slowly: two CPUs need seconds to make that many platform threads.
        int some = lab.isQuick() ? users / 4 : users;
        int many = lab.isQuick() ? users : 5 * users;
        Duration slowly = Duration.ofMillis(lab.isQuick() ? 1250 : 5000);
        // Tomcat makes its threads when they are needed, as those of the tasks are made.
        Variant onDemand = sized.property("server.tomcat.threads.min-spare", 10);
        Cell platformWaits = waiting(lab, onDemand, "/block", some, slowly).needingThreads(THREADS * some);
        Cell virtualWaits = waiting(lab, virtual, "/non-block", some, slowly);
        Cell manyWait = waiting(lab, virtual, "/non-block", many, slowly);
        List<Cell> crowds = lab.isQuick() ? List.of(manyWait)
                : List.of(manyWait, waiting(lab, virtual, "/non-block", 2 * many, slowly.multipliedBy(2)));
        Cell limited = limited(lab, virtual, beyond);

        int jdk = lab.jdks().getLast();
        double burstGain = virtualBurst.prediction(jdk).rps() / platformBurst.prediction(jdk).rps();
        double steadyGain = virtualSteady.prediction(jdk).rps() / platformSteady.prediction(jdk).rps();
        boolean areQueueing = platformBurst.prediction(jdk).bound().equals("pool");
        double waves = platformBurst.prediction(jdk).sdMs() / platformBurst.prediction(jdk).meanMs();

        lab.predict(
                "In the burst, how many times as many requests a second do virtual threads serve as 500 platform "
                        + "threads?",
                ratio(virtualBurst, platformBurst),
                "with a thread for everybody the last user comes after 1 s, and is answered 1 s later",
                "%d users behind 500 threads are served in %d waves of 1 s".formatted(users,
                        (users + POOL - 1) / POOL));
        lab.predict(
                "When the users stay and never pause, how many times as many requests a second do virtual threads "
                        + "serve as 500 platform threads?",
                ratio(virtualSteady, platformSteady),
                "now nobody is ever last: how many are served at a time?");

        lab.rule("""
                Who finds one of m threads free is answered after S = 1 s. The others wait until somebody is done. So N
                users who come within T are served in waves of m, and wave j (the first is 0) waits j (S - m T / N). The
                burst is over when its last wave is, and its throughput is N over that time. With a thread for everybody
                it is N / (T + S), as of %d users about %d/s, however large the machine. If the users stay, the ramp
                does not count any more: X = min(N, m) / S."""
                .formatted(users, users / 2));

        lab.expect("in the burst, virtual threads serve as many times more as the rule says, or still more",
                ratio(virtualBurst, platformBurst).atLeast(0.9 * burstGain),
                "did the users come late (start_lag_p99_ms), or had virtual threads no CPU left (service_cpu_s)?");
        // Not with -c 500 or less.
        if (areQueueing) {
            lab.expect("behind the pool of 500, response times spread as waves do",
                    count(Metric.SPREAD, platformBurst).near(waves, 0.3),
                    "burst.csv has the waves, 20 ms by 20 ms: can you count them?");
            lab.expect("in the burst, pools of the right size serve more than the pool of 500",
                    ratio(sizedBurst, platformBurst).atLeast(Math.min(1.2, 0.9 * burstGain)),
                    "thousands of threads that wake within a second want a CPU each: see service_cpu_s");
            lab.expect("when the users stay, pools of the right size serve far more than the pool of 500",
                    ratio(sizedSteady, platformSteady).atLeast(Math.min(2, 0.9 * steadyGain)),
                    "thousands of threads that wake all the time want CPU: see service_cpu in timeline.csv");
        }
        lab.expect("on virtual threads there are no waves", count(Metric.SPREAD, virtualBurst).atMost(0.1),
                "everybody should take 1 s: was a connection turned away (listen_overflows), or the CPU busy "
                        + "(service_cpu_s)?");
        lab.expect("when the users stay, virtual threads serve as many times more as the rule says, or still more",
                ratio(virtualSteady, platformSteady).atLeast(0.9 * steadyGain),
                "users / S may be more than these CPUs can do on any kind of thread: see service_cpu in timeline.csv, "
                        + "and try -c");
        lab.expect("platform threads that are there need more CPU for a request than virtual threads",
                ratio(Metric.CPU_PER_REQUEST, sizedSteady, virtualSteady).atLeast(1.2),
                "they change places six times for each request: cpu_us_per_request has what that costs here");
        lab.expect("platform threads that are made for a request need far more",
                ratio(Metric.CPU_PER_REQUEST, platformSteady, virtualSteady).atLeast(2),
                "the operating system makes and ends five for each request: cpu_us_per_request has what that costs "
                        + "here");

        lab.expect("a request that waits holds six platform threads",
                count(Metric.THREADS_PER_WAITING, platformWaits).near(THREADS, 0.1),
                "were all of them in? see waiting and threads_waiting in summary.csv");
        lab.expect("on virtual threads it holds none", count(Metric.THREADS_PER_WAITING, virtualWaits).atMost(0.2),
                "carriers and Tomcat's own threads are some dozen, however many requests wait");
        lab.expect("on platform threads it takes at least 1.5 times the memory",
                ratio(Metric.MEMORY_PER_WAITING, platformWaits, virtualWaits).atLeast(1.5),
                "of a thread's stack only what it has touched is memory: see rss_kb_per_waiting, and "
                        + "heap_kb_per_waiting beside it");
        for (Cell cell : crowds) {
            lab.expect("on virtual threads %d requests wait together".formatted(cell.load().users()),
                    count(Metric.WAITING, cell).near(cell.load().users(), 0),
                    "did the service take them in before the first was due to be answered? see in_flight in burst.csv");
        }
        lab.expect("on a Tomcat with its default settings, %d of %d do".formatted(MAX_CONNECTIONS, beyond),
                count(Metric.WAITING, limited).near(MAX_CONNECTIONS, 0.01),
                "another version may have another limit: see tomcat.max-connections in run.json");
        lab.expect("and about as many are answered in time", count(Metric.OK, limited).near(MAX_CONNECTIONS, 0.1),
                "whoever is let in late waits for as long as the first did: has the time-out become longer than two "
                        + "waits?");

        // Those who stay come first: they leave the client warm, whose schedule is tight when all come within a second.
        var all = new ArrayList<>(
                List.of(platformSteady, virtualSteady, sizedSteady, platformBurst, virtualBurst, sizedBurst,
                        platformWaits, virtualWaits));
        all.addAll(crowds);
        all.add(limited);
        Results measured = lab.measure(all.toArray(Cell[]::new));
        lab.conclude();

        lab.explain("""
                The burst: %s requests a second on 500 platform threads, %s on virtual threads, %s times as many. The
                rule says %s, and the published figures 1.78. Response times were %s ms with a standard deviation of %s
                behind the pool, and %s ms with one of %s on virtual threads. How long the herd takes to come is part of
                all these figures: on virtual threads, half of the burst's time.""",
                measured.rps(platformBurst), measured.rps(virtualBurst),
                measured.rps(virtualBurst) / measured.rps(platformBurst), burstGain,
                measured.meanMs(platformBurst), measured.mean(Metric.SD, platformBurst), measured.meanMs(virtualBurst),
                measured.mean(Metric.SD, virtualBurst));
        lab.explain("""
                The published experiment counted 665 requests a second on virtual threads: 2000 / 665 = 3 s in all. A
                request took 1.003 s, with a standard deviation of 5 ms, so none of them waited for another. That leaves
                2 s in which the users came, where 1 s was asked for. So the load generator was probably late; the
                published figures do not say when requests were sent.""");
        lab.explain("""
                When the users stay it is %s against %s a second, %s times as many, and the rule says %s. That is what
                the service can do for hours; the burst tells how long the queue at its door was.""",
                measured.rps(virtualSteady), measured.rps(platformSteady),
                measured.rps(virtualSteady) / measured.rps(platformSteady), steadyGain);
        lab.explain("""
                With pools of the right size platform threads served %s a second in the burst and %s when the users
                stayed. So much of the difference was the size of the pool, again. What is left is CPU: %s µs for each
                request on virtual threads, %s on platform threads that are there, %s where a request makes five of them
                and ends them, %s a second in all. Where these bind, platform threads fall behind the rule, which knows
                nothing of them.""",
                measured.rps(sizedBurst), measured.rps(sizedSteady),
                measured.mean(Metric.CPU_PER_REQUEST, virtualSteady),
                measured.mean(Metric.CPU_PER_REQUEST, sizedSteady),
                measured.mean(Metric.CPU_PER_REQUEST, platformSteady), (THREADS - 1) * measured.rps(platformSteady));
        lab.explain("""
                Pools of that size are %s threads, and the process took up to %s MiB; with virtual threads it had %s
                threads and took %s MiB. Most of that is garbage which nobody had collected yet: it says little of what
                is needed.""",
                measured.mean(Metric.THREADS, sizedSteady), measured.mean(Metric.RESIDENT, sizedSteady),
                measured.mean(Metric.THREADS, virtualSteady),
                measured.mean(Metric.RESIDENT, virtualSteady));
        lab.explain("""
                What is needed shows when the garbage has gone: each request that waits takes %s KiB on platform threads
                and %s KiB on virtual threads. %s and %s KiB of it are heap: mostly buffers that Tomcat has for every
                connection, on any kind of thread. A platform thread is outside the heap, with what it has touched of
                its stack, and takes %s KiB here; a request holds six. A virtual thread that waits is a small object on
                the heap.""",
                measured.mean(Metric.MEMORY_PER_WAITING, platformWaits),
                measured.mean(Metric.MEMORY_PER_WAITING, virtualWaits),
                measured.mean(Metric.HEAP_PER_WAITING, platformWaits),
                measured.mean(Metric.HEAP_PER_WAITING, virtualWaits),
                (measured.mean(Metric.MEMORY_PER_WAITING, platformWaits)
                        - measured.mean(Metric.HEAP_PER_WAITING, platformWaits))
                        / THREADS);
        lab.explain("""
                %s requests waited together on virtual threads. Where nobody had told Tomcat, %s of %s did, %s failed,
                and not for want of threads: server.tomcat.max-connections was %s. Of those outside, %s had a place in
                line (server.tomcat.accept-count); the others were turned away at the door. Whoever switches virtual
                threads on and sees a service stop at 8192 has met that limit, or its sister, the %s file descriptors
                (ulimit -n) of this process.""",
                measured.mean(Metric.WAITING, manyWait), measured.mean(Metric.WAITING, limited), beyond,
                measured.mean(Metric.ERRORS, limited),
                measured.fact(limited, "tomcat.max-connections"), measured.fact(limited, "tomcat.accept-count"),
                measured.fact(limited, "jvm.file-descriptors.max"));

        lab.tryIt("""
                -c 4000         how many waves are there now, and how many times as many requests do virtual threads \
                serve in the burst?
                -c 500          and now there is a thread for everybody: what is left of the difference when the users \
                stay, and why?
                --jdk 21,25     has what a virtual thread needs become less?
                --forks 3       intervals
                ulimit -n       where it is large, twice as many users come at the end: how much memory will they \
                take?""");
    }

    /** Nobody is answered before everybody has come, and the memory has been looked at. */
    private static Cell waiting(Lab lab, Variant variant, String path, int users, Duration ramp) {
        Duration wait = ramp.plusSeconds(3);
        Variant open = variant.property("server.tomcat.max-connections", 2 * users)
                .property("server.tomcat.accept-count", 4096);
        return lab.cell(accounted(open, users), Request.get(path + "?ms=" + wait.toMillis()),
                Burst.of(users, ramp).after(Request.get(path + "?ms=1")), Demand.waiting(wait)).within(0.2)
                .as("waiting");
    }

    /**
     * The same where Tomcat has its own limits. By the rule whoever is in is answered, and whoever came last gives up
     * last.
     */
    private static Cell limited(Lab lab, Variant variant, int users) {
        Duration ramp = Duration.ofMillis(users / 2);
        Duration wait = ramp.plusSeconds(3);
        Duration patience = wait.plusSeconds(2);
        double last = ramp.plus(patience).toMillis() / 1000.0;
        return lab.cell(accounted(variant, users), Request.get("/non-block?ms=" + wait.toMillis()).timeout(patience),
                Burst.of(users, ramp).after(Request.get("/non-block?ms=1")),
                new Prediction(MAX_CONNECTIONS / last, Double.NaN, "max-connections", List.of())).within(0.2)
                .expectingErrors()
                .as("limited");
    }

    /**
     * A heap that gives back at once what it does not need when its garbage is collected, and new objects in a part of
     * it that never changes its size: else RSS would tell what the collector found convenient. The same for both kinds
     * of thread.
     */
    private static Variant accounted(Variant variant, int users) {
        // Room for twice what they take.
        int most = 512 + users / 4;
        return variant.flags("-Xmx" + most + "m", "-XX:+UseSerialGC", "-Xmn128m", "-XX:-ShrinkHeapInSteps",
                "-XX:MinHeapFreeRatio=5",
                "-XX:MaxHeapFreeRatio=10");
    }
}
