///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 8 waiting: thousands of requests wait. How much memory does each need, and what limits their number?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Herd.java
//FILES source/labs/waiting.java=waiting.java source/apps/Herd.java=../apps/Herd.java
//MAIN Waiting

import static kit.page.TableColumn.column;
import static kit.trust.Claim.*;

import apps.Herd;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import kit.page.*;
import kit.plan.*;
import kit.trust.*;

/** Lab 8. The service of lab 7, where all requests wait together: their memory, and limits that are not of threads. */
class Waiting {

    /** Platform threads of a request: its own, and one for each of its five tasks. */
    private static final int THREADS = 6;
    /** Tomcat's default. */
    private static final int MAX_CONNECTIONS = 8192;

    public static void main(String... args) {
        System.exit(Lab.run("waiting", args, Waiting::page));
    }

    static void page(Lab lab) {
        lab.title(8, "Thousands of requests wait. How much memory does each need, and what limits their number?");
        int users = lab.concurrency(2000);
        int some = lab.unlessQuick(users, users / 4);
        int many = lab.unlessQuick(5 * users, users);
        int most = lab.unlessQuick(10 * users, users);
        int beyond = Math.max(5 * users, 10_000);

        lab.say("""
                A request waits in each of five concurrent tasks, and answers. All requests arrive, and none is answered
                before the last one has arrived. While all of them wait, the lab runs a garbage collection in the
                service and compares its memory, heap and RSS, with the memory before the load:

                - platform-sized: %d requests. Each has a platform thread of Tomcat's pool, and creates five more for
                  its tasks
                - virtual: %1$d, %d and %d requests, with a virtual thread for each request and for each task

                In these cells Tomcat accepts all connections. One more cell, with %d requests, keeps Tomcat's default
                of %d. The load generator has a JVM of its own in this lab: its memory must not count as the service's.
                """, some, many, most, beyond, MAX_CONNECTIONS);
        lab.code("apps/Herd.java", "\"/block\")", "\"/non-block\")", "private static String waitInTasks");
        lab.code("labs/waiting.java", "Variant platform = ");

        // Tomcat makes its threads when they are needed, as those of the tasks are made.
        Variant platform = Variant.platform("platform-sized", Herd.class, users)
                .property("herd.pool.threads", (THREADS - 1) * users).property("server.tomcat.threads.min-spare", 10);
        Variant virtual = Variant.virtual("virtual", Herd.class);

        lab.withoutC2();
        lab.warmup(Duration.ofSeconds(5));

        // ## 1. Memory. The requests arrive slowly: two CPUs need seconds to make that many platform threads
        Duration slowly = Duration.ofMillis(lab.unlessQuick(5000, 1250));
        Cell platformWaits = waiting(lab, platform, "/block", some, slowly).needingThreads(THREADS * some);
        Cell virtualWaits = waiting(lab, virtual, "/non-block", some, slowly);
        lab.predict("How many times the memory of a request on virtual threads does one on platform threads need?",
                Choices.below(1.5, "less than 1.5 times").then(10, "1.5 to 10 times").then(100, "10 to 100 times")
                        .beyond("more than 100 times"),
                ratio(Metric.MEMORY_PER_WAITING, platformWaits, virtualWaits),
                "a stack may have 1 MiB (-Xss), but only the part that was used is memory",
                "each connection has buffers in Tomcat, on any kind of thread");
        lab.expect("a request that waits holds six platform threads",
                count(Metric.THREADS_PER_WAITING, platformWaits).near(THREADS, 0.1),
                "were all of them in? see waiting and threads_waiting in summary.csv");
        lab.expect("on virtual threads it holds none", count(Metric.THREADS_PER_WAITING, virtualWaits).atMost(0.2),
                "carriers and Tomcat's own threads are some dozen, for any number of requests");
        lab.expect("on platform threads it takes at least 1.5 times the memory",
                ratio(Metric.MEMORY_PER_WAITING, platformWaits, virtualWaits).atLeast(1.5),
                "only the part of a stack that was used is memory: see rss_kb_per_waiting and heap_kb_per_waiting");
        List<Cell> crowds = Stream.of(many, most).distinct().map(n -> waiting(lab, virtual, "/non-block", n,
                slowly.multipliedBy(n).dividedBy(many))).toList();
        for (Cell cell : crowds) {
            lab.expect("on virtual threads %d requests wait together".formatted(cell.load().users()),
                    count(Metric.WAITING, cell).near(cell.load().users(), 0),
                    "did all arrive before the first was answered? See in_flight in burst.csv");
        }

        // ## 2. A limit that looks like one of threads
        Cell limited = limited(lab, virtual, beyond);
        lab.predict("%d requests arrive at a Tomcat with its defaults, on virtual threads. How many wait together?"
                .formatted(beyond), count(Metric.WAITING, limited).byRule(MAX_CONNECTIONS),
                "each request has a connection of its own: what is the default of server.tomcat.max-connections?");
        lab.expect("with Tomcat's defaults, %d of %d do".formatted(MAX_CONNECTIONS, beyond),
                count(Metric.WAITING, limited).near(MAX_CONNECTIONS, 0.01).inEveryFork(),
                "another version may have another limit: see tomcat.max-connections in run.json");
        lab.expect("and about as many are answered in time", count(Metric.OK, limited).near(MAX_CONNECTIONS, 0.1),
                "a request that is accepted late waits as long as the first: is the timeout longer than two waits?");

        lab.rule("""
                A request that waits needs its connection with Tomcat's buffers, which are on the heap, and the stacks
                of its %d threads. A platform thread has its stack outside the heap: at most 1 MiB, of which only the
                used part is memory. A virtual thread that waits is an object on the heap, as large as its frames.

                N requests wait together on m threads only if m is N or more: %1$d N platform threads here. Virtual
                threads have no such limit. The next one is the lowest of server.tomcat.max-connections (%d by default),
                the file descriptors of the process (ulimit -n), and the memory.""", THREADS, MAX_CONNECTIONS);

        Results measured = lab.measure(Stream.of(List.of(platformWaits, virtualWaits), crowds, List.of(limited))
                .flatMap(List::stream).toArray(Cell[]::new));
        lab.conclude();
        lab.answer("""
                A request that waits needed %s KiB on platform threads and %s KiB on virtual threads. With Tomcat's
                defaults, %s of %s requests waited together: its connections were the limit, and not threads.""",
                measured.mean(Metric.MEMORY_PER_WAITING, platformWaits),
                measured.mean(Metric.MEMORY_PER_WAITING, virtualWaits), measured.mean(Metric.WAITING, limited), beyond);
        lab.headline("Memory of a request that waits, in KiB",
                cell -> measured.mean(Metric.MEMORY_PER_WAITING, cell), platformWaits, virtualWaits);

        lab.show("Memory of a request that waits:",
                Stream.of(List.of(platformWaits, virtualWaits), crowds).flatMap(List::stream).toList(),
                column("requests that wait", cell -> measured.mean(Metric.WAITING, cell)),
                column("threads each", cell -> measured.mean(Metric.THREADS_PER_WAITING, cell)),
                column("RSS KiB each", cell -> measured.mean(Metric.MEMORY_PER_WAITING, cell)),
                column("heap KiB each", cell -> measured.mean(Metric.HEAP_PER_WAITING, cell)));
        lab.explain("""
                The heap part is mostly Tomcat's buffers for each connection, on any kind of thread. A platform thread
                is outside the heap, with the used part of its stack: %s KiB here, and a request holds six. A virtual
                thread that waits is a small object on the heap.""",
                (measured.mean(Metric.MEMORY_PER_WAITING, platformWaits)
                        - measured.mean(Metric.HEAP_PER_WAITING, platformWaits)) / THREADS);
        lab.explain("""
                With Tomcat's defaults, %s of %s requests waited together, and %s failed. Threads were not the limit:
                server.tomcat.max-connections was %s. The accept queue had room for %s more
                (server.tomcat.accept-count). A service on virtual threads that stops at 8192 connections has reached
                this limit, or the limit of %s file descriptors for this process (ulimit -n).""",
                measured.mean(Metric.WAITING, limited), beyond, measured.mean(Metric.ERRORS, limited),
                measured.fact(limited, "tomcat.max-connections"), measured.fact(limited, "tomcat.accept-count"),
                measured.fact(limited, "jvm.file-descriptors.max"));

        lab.tryIt("""
                -c 500          does a request need as much memory where fewer wait?
                --jdk 21,25     is the memory of a virtual thread different?
                --forks 3       confidence intervals
                ulimit -n       where it is large, -c 4000 has twice as many requests wait""");
    }

    /** No request is answered before all have arrived, and the memory has been read. */
    private static Cell waiting(Lab lab, Variant variant, String path, int users, Duration ramp) {
        Duration wait = ramp.plusSeconds(3);
        Variant open = variant.property("server.tomcat.max-connections", 2 * users)
                .property("server.tomcat.accept-count", 4096);
        return lab.cell(accounted(open, users), Request.get(path + "?ms=" + wait.toMillis()),
                Burst.of(users, ramp).after(Request.get(path + "?ms=1")), Demand.waiting(wait)).within(0.2)
                .as("waiting");
    }

    /**
     * The same with Tomcat's defaults. By the rule, a request that is accepted is answered, and the last one times out
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
     * A heap that gives back what it does not need at each collection, with a young generation of constant size:
     * otherwise RSS would depend on the collector. The same for both kinds of thread.
     */
    private static Variant accounted(Variant variant, int users) {
        // Room for twice what they take.
        int most = 512 + users / 4;
        return variant.flags("-Xmx" + most + "m", "-XX:+UseSerialGC", "-Xmn128m", "-XX:-ShrinkHeapInSteps",
                "-XX:MinHeapFreeRatio=5",
                "-XX:MaxHeapFreeRatio=10");
    }
}
