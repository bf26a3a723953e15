///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 6 herd: 2000 users come within a second. Who waits, and what for?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/Kit.java ../apps/Herd.java
//FILES published/e5.csv=../data/published/e5.csv
//MAIN HerdLab

import static kit.Claim.count;
import static kit.Claim.ratio;

import apps.Herd;
import java.time.Duration;
import java.util.List;
import kit.Burst;
import kit.Cell;
import kit.Claim.Metric;
import kit.Demand;
import kit.Lab;
import kit.Load;
import kit.Prediction;
import kit.Request;
import kit.Variant;

/**
 * Lab 6. Everybody comes at once, as when a shop opens, and sends one request. The published experiment says that virtual threads
 * then serve 1.78 times as many requests a second. That is a figure of the herd's length as much as of its threads: here is what it
 * means, what becomes of it when the herd stays, what a request costs that does nothing but wait, and which limits are no threads.
 */
class HerdLab {

    /** Tomcat's own, where nobody says anything else. */
    private static final int MAX_CONNECTIONS = 8192;
    private static final int POOL = 500;
    /** Platform threads of a request: its own, and one for each of its five tasks. */
    private static final int THREADS = 6;

    public static void main(String... args) {
        System.exit(Lab.run("herd", args, HerdLab::page));
    }

    static void page(Lab lab) {
        lab.title(6, "2000 users come within a second. Who waits, and what for?");

        int users = lab.concurrency(2000);
        int many = 5 * users;
        int flood = 10 * users;
        int beyond = Math.max(many, 10_000);

        lab.says("""
                A request waits in five tasks at once, 1 s in each, and answers. %d users come within a second, one after the other, and
                send one request each. We serve them in three ways:

                - platform-500: Tomcat with a pool of %d platform threads, and for each request five more, which it makes and ends,
                  as published
                - virtual: a virtual thread for every request and for every task
                - platform-sized: a pool of %d threads for requests and one of %d for their tasks, which lie ready. If virtual
                  threads win only against a pool that is too small, this variant shows it.

                Then the same users stay: each sends the next request when the last one was answered.""",
                users, POOL, users, (THREADS - 1) * users);

        lab.rule("""
                Who finds one of m threads free is answered after S = 1 s. The others wait until somebody's is: they are served in waves
                of m, and wave j (the first is 0) waits j (S - m T / N) when N users come within T. The burst is over when the last
                wave is, and its throughput is N over that time. With a thread for everybody that is N / (T + S). If the users stay,
                the ramp does not count any more: X = min(N, m) / S.""");

        Demand s = Demand.waiting(Duration.ofSeconds(1));
        Request block = Request.get("/block");
        Request pooled = Request.get("/block/pooled");
        Request nonBlock = Request.get("/non-block");

        Variant platform = Variant.platform("platform-500", Herd.class, POOL);
        Variant virtual = Variant.virtual("virtual", Herd.class);
        Variant sized = Variant.platform("platform-sized", Herd.class, users).property("herd.pool.threads", (THREADS - 1) * users);

        lab.published("e5.csv");
        lab.publishedAs(platform, "platform");
        Load burst = Burst.of(users, Duration.ofSeconds(1));
        Cell platformBurst = lab.cell(platform, block, burst, s).holding(THREADS * POOL).within(0.1);
        Cell virtualBurst = lab.cell(virtual, nonBlock, burst, s).within(0.1);
        Cell sizedBurst = lab.cell(sized, pooled, burst, s).holding(THREADS * users).within(0.1);

        // Five rounds of the slowest. --duration, -n and --rate change this load, and leave bursts as they are.
        Load steady = lab.load(users, Duration.ofSeconds(20));
        Cell platformSteady = lab.cell(platform, block, steady, s).holding(THREADS * POOL).within(0.1);
        Cell virtualSteady = lab.cell(virtual, nonBlock, steady, s).within(0.1);
        Cell sizedSteady = lab.cell(sized, pooled, steady, s).holding(THREADS * users).within(0.1);

        lab.says("""
                Last, what it costs to let requests wait. Everybody comes and nobody is answered before all are there: so they all wait
                together. Then the service's garbage is collected, and its memory, heap and all (RSS), is held against what it was
                before, when nobody waited. %d users do so on platform threads, %1$d on virtual threads, then %d and %d. For these
                Tomcat is told to take as many connections as there are users; and last %d users come while it is not, and takes
                %d. The client is in the lab's own JVM here, so that its memory is not counted.""",
                users, many, flood, beyond, MAX_CONNECTIONS);

        // The herd comes no faster than two CPUs can make its threads.
        int few = lab.isQuick() ? users / 4 : users;
        Duration slow = Duration.ofMillis(5000L * few / users);
        Cell platformWaits = waits(lab, sized.property("server.tomcat.threads.min-spare", 10), "/block", few, slow).holding(THREADS * few);
        Cell virtualWaits = waits(lab, virtual, "/non-block", few, slow);
        Cell manyWait = waits(lab, virtual, "/non-block", lab.isQuick() ? users : many, slow);
        Cell floodWaits = waits(lab, virtual, "/non-block", flood, slow.multipliedBy(2));
        Cell limited = limited(lab, virtual, beyond);

        double burstGain = virtualBurst.prediction(lab.jdks().getLast()).rps() / platformBurst.prediction(lab.jdks().getLast()).rps();
        double steadyGain = virtualSteady.prediction(lab.jdks().getLast()).rps() / platformSteady.prediction(lab.jdks().getLast()).rps();
        double spread = platformBurst.prediction(lab.jdks().getLast()).sdMs() / platformBurst.prediction(lab.jdks().getLast()).meanMs();

        lab.predict("In the burst, how many times as many requests a second do virtual threads serve?", ratio(virtualBurst, platformBurst));
        lab.predict("And when the users stay?", ratio(virtualSteady, platformSteady));

        lab.expect("in the burst, virtual threads serve as many times more as the waves take longer, or still more",
                ratio(virtualBurst, platformBurst).atLeast(0.9 * burstGain),
                "were there fewer than the pool's threads when the burst began? or did its users come later than the ramp says: see start_lag_p99_ms");
        lab.expect("behind the pool, response times spread as in waves", count(Metric.SPREAD, platformBurst).near(spread, 0.2),
                "burst.csv has the waves: can you count them?");
        lab.expect("on virtual threads there are no waves", count(Metric.SPREAD, virtualBurst).atMost(0.1),
                "everybody should take 1 s: was the CPU busy, see service_cpu_s? or a connection refused, see listen_overflows?");
        lab.expect("when the users stay, virtual threads serve users / pool times as many, or still more",
                ratio(virtualSteady, platformSteady).atLeast(0.9 * steadyGain),
                "users / S may be more than these CPUs can do on any kind of thread: see service_cpu in timeline.csv, and try -c");
        lab.expect("in the burst, pools of the right size serve what virtual threads do", ratio(sizedBurst, virtualBurst).near(1, 0.1),
                "thousands of threads that wake at the same time are no small thing for a machine: see service_cpu_s");
        lab.expect("when the users stay, pools of the right size serve what virtual threads do",
                ratio(sizedSteady, virtualSteady).near(1, 0.1),
                "thousands of threads that wake all the time are no small thing for a machine: see service_cpu_s");
        lab.expect("a request that makes its threads needs at least twice the CPU",
                ratio(Metric.CPU_PER_REQUEST, platformSteady, virtualSteady).atLeast(2),
                "making a platform thread takes some hundred microseconds or far less, by the machine: cpu_us_per_request");
        lab.expect("a request that waits holds six platform threads", count(Metric.THREADS_PER_WAITING, platformWaits).near(THREADS, 0.1),
                "were all of them in? see waiting and threads_waiting in summary.csv");
        lab.expect("on virtual threads it holds none", count(Metric.THREADS_PER_WAITING, virtualWaits).atMost(0.2),
                "carriers and Tomcat's own threads are some dozen, however many requests wait");
        lab.expect("on platform threads it takes at least 1.5 times the memory", ratio(Metric.MEMORY_PER_WAITING, platformWaits, virtualWaits)
                .atLeast(1.5), "of each thread only what it touched of its stack is counted: see rss_kb_per_waiting");
        lab.expect("%s all wait together on virtual threads, and all are answered".formatted(manyWait.load().label()),
                count(Metric.WAITING, manyWait).atLeast(manyWait.load().users()),
                "did the service come to take them all in before the first was due to be answered? see burst.csv");
        lab.expect("of %s, on a Tomcat that nobody told anything, %d wait together".formatted(limited.load().label(), MAX_CONNECTIONS),
                count(Metric.WAITING, limited).near(MAX_CONNECTIONS, 0.001),
                "another version may have another default: see tomcat.max-connections in run.json");
        lab.expect("and as many are served", count(Metric.OK, limited).near(MAX_CONNECTIONS, 0.02),
                "who was not let in was to give up before somebody's connection was free: see error_kinds");

        lab.measure(platformBurst, virtualBurst, sizedBurst, platformSteady, virtualSteady, sizedSteady,
                platformWaits, virtualWaits, manyWait, floodWaits, limited);
        lab.concludes();

        lab.explains("x %s", platformBurst.rps());

        lab.tryIt("""
                -c 1000        how many waves?""");
    }

    /** Nobody is answered before everybody has come, and the memory has been looked at. */
    private static Cell waits(Lab lab, Variant variant, String path, int users, Duration ramp) {
        Duration wait = ramp.plusSeconds(3);
        Variant open = variant.property("server.tomcat.max-connections", 2 * users).property("server.tomcat.accept-count", 4096);
        return lab.cell(accounted(open), Request.get(path + "?ms=" + wait.toMillis()), Burst.of(users, ramp).after(Request.get(path + "?ms=1")),
                Demand.waiting(wait)).within(0.2).as("waiting");
    }

    /** The same where Tomcat has its usual limits: who is not let in gives up after all others have been answered. */
    private static Cell limited(Lab lab, Variant variant, int users) {
        Duration ramp = Duration.ofMillis(users / 2);
        Duration wait = ramp.plusSeconds(3);
        Duration patience = wait.plusMillis(1500);
        double last = ramp.plus(patience).toMillis() / 1000.0;
        return lab.cell(accounted(variant), Request.get("/non-block?ms=" + wait.toMillis()).timeout(patience),
                Burst.of(users, ramp).after(Request.get("/non-block?ms=1")),
                new Prediction(MAX_CONNECTIONS / last, Double.NaN, "max-connections", List.of())).within(0.2).expectingErrors().as("limited");
    }

    /** A heap that gives back what it does not need when its garbage is collected: else nobody could tell what a request takes. */
    private static Variant accounted(Variant variant) {
        return variant.flags("-XX:+UseSerialGC", "-Xmn128m", "-XX:-ShrinkHeapInSteps", "-XX:MinHeapFreeRatio=5", "-XX:MaxHeapFreeRatio=10");
    }
}
