///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 8 waiting: thousands of requests wait. How much memory does each need, and what limits their number?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java ../apps/Herd.java
//FILES source/labs/waiting.java.txt=waiting.java source/apps/Herd.java.txt=../apps/Herd.java
//MAIN Waiting

import static old.page.TableColumn.column;
import static old.trust.Claim.*;
import static old.trust.Metric.*;

import apps.Herd;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import old.page.*;
import kit.plan.*;
import kit.rule.*;
import old.plan.*;
import old.plan.Cell;
import old.trust.Results;

/// # 8 waiting: Thousands of requests wait. How much memory does each need, and what limits their number?
/// The service is that of lab 7. A request waits in each of five concurrent tasks, and answers. No request is answered
/// before the last one has arrived. While all of them wait, the lab runs a garbage collection in the service and
/// compares its memory (heap and RSS) with that before the load:
///
/// - platform-sized: {some} requests. Each has a platform thread of Tomcat's pool, and creates five more for its tasks
/// - virtual: {some}, {many} and {most} requests, with a virtual thread for each request and for each task
class Waiting extends Page {
    static final int MAX_CONNECTIONS = 8192; // Tomcat's default
    int users = concurrency(2000), some = unlessQuick(users, users / 4), many = unlessQuick(5 * users, users);
    int most = unlessQuick(10 * users, users), beyond = Math.max(5 * users, 10_000);
    {
        withoutC2();
        warmup(Duration.ofSeconds(5));
        code("apps/Herd.java", "\"/block\")", "\"/non-block\")", "private static String waitInTasks");
        code("labs/waiting.java", "Variant platform = ");
    }

    // Tomcat makes its threads when they are needed, as those of the tasks are made.
    Variant platform = Variant.platform("platform-sized", Herd.class, users)
            .property("herd.pool.threads", 5 * users).property("server.tomcat.threads.min-spare", 10);
    Variant virtual = Variant.virtual("virtual", Herd.class);

    /// ## 1. Memory
    /// Tomcat accepts all connections. The load generator has a JVM of its own: its memory must not count as the
    /// service's. {some} requests arrive within {slowly}: two CPUs need seconds to create so many platform threads.
    Duration slowly = Duration.ofMillis(unlessQuick(5000, 1250));
    Cell onPlatform = waiting(platform, "/block", some, slowly).needingThreads(6 * some);
    Cell onVirtual = waiting(virtual, "/non-block", some, slowly);
    List<Cell> crowds = Stream.of(many, most).distinct()
            .map(n -> waiting(virtual, "/non-block", n, slowly.multipliedBy(n).dividedBy(many))).toList();
    {
        predict("What is the memory of a request on platform threads divided by that on virtual threads?",
                Choices.below(1.5, "less than 1.5 times").then(10, "1.5 to 10 times").then(100, "10 to 100 times")
                        .beyond("more than 100 times"),
                ratio(MEMORY_PER_WAITING, onPlatform, onVirtual),
                "a stack may have 1 MiB (-Xss), but only the part that was used is memory",
                "each connection has buffers in Tomcat, on any kind of thread");
        expect("platform-sized: a request holds six threads", count(THREADS_PER_WAITING, onPlatform).near(6, 0.1),
                "did all requests wait together? See waiting and threads_waiting in summary.csv");
        expect("a waiting request on virtual threads holds no platform thread",
                count(THREADS_PER_WAITING, onVirtual).atMost(0.2),
                "a few dozen carriers and Tomcat threads always exist: see threads_waiting in summary.csv");
        expect("memory of a waiting request: 1.5 to 30 times as much on platform threads",
                ratio(MEMORY_PER_WAITING, onPlatform, onVirtual).atLeast(1.5).atMost(30),
                "only the part of a stack that was used is memory: see rss_kb_per_waiting and heap_kb_per_waiting");
        crowds.forEach(cell -> expect("on virtual threads, " + cell.load().users() + " requests wait together",
                count(WAITING, cell).near(cell.load().users(), 0),
                "did all arrive before the first was answered? See in_flight in burst.csv"));
    }

    /// ## 2. A limit that looks like a thread limit
    /// {beyond} requests arrive at a Tomcat with its defaults. The burst ends when the last request times out.
    Duration ramp = Duration.ofMillis(beyond / 2), timeout = ramp.plusSeconds(5);
    Request request = Request.get("/non-block?ms=" + ramp.plusSeconds(3).toMillis()).timeout(timeout);
    Cell limited = cell(heap(virtual, beyond), request, Burst.of(beyond, ramp).after(Request.get("/non-block?ms=1")),
            new Prediction(MAX_CONNECTIONS * 1000.0 / ramp.plus(timeout).toMillis(), Double.NaN, "max-connections",
                    List.of()))
            .within(0.2).expectingErrors().as("limited");
    {
        predict("{beyond} requests arrive at a Tomcat with its defaults, on virtual threads. How many wait together?",
                count(WAITING, limited).byRule(MAX_CONNECTIONS),
                "each request has a connection of its own: what is the default of server.tomcat.max-connections?");
        expect("with Tomcat's defaults, {MAX_CONNECTIONS} of {beyond} requests wait together",
                count(WAITING, limited).near(MAX_CONNECTIONS, 0.01).inEveryFork(),
                "another version may have another limit: see tomcat.max-connections in run.json");
        expect("with Tomcat's defaults, about {MAX_CONNECTIONS} requests are answered in time",
                count(OK, limited).near(MAX_CONNECTIONS, 0.1),
                "a late request waits for an earlier one to end, then itself: is the timeout longer than both?");
    }

    /// ## The rule
    /// A request that waits needs its connection, with Tomcat's buffers on the heap, and the stacks of its six threads.
    /// The stack of a platform thread is outside the heap: at most 1 MiB, and only the used part is memory. A virtual
    /// thread that waits is an object on the heap, as large as its frames. N requests wait together only if each has
    /// its six threads: 6 N platform threads here. On virtual threads, the next limit is the lowest of
    /// server.tomcat.max-connections ({MAX_CONNECTIONS} by default), the file descriptors (ulimit -n), and the memory.
    Results measured = measure(List.of(onPlatform, onVirtual), crowds, List.of(limited));
    double stack = (measured.mean(MEMORY_PER_WAITING, onPlatform) - measured.mean(HEAP_PER_WAITING, onPlatform)) / 6;
    String allowed = measured.fact(limited, "tomcat.max-connections");
    String queue = measured.fact(limited, "tomcat.accept-count");
    String files = measured.fact(limited, "jvm.file-descriptors.max");

    /// ## The answer
    /// A request that waits needed {onPlatform.memoryPerWaiting} KiB on platform threads and
    /// {onVirtual.memoryPerWaiting} KiB on virtual threads. With Tomcat's defaults, {limited.waiting} of {beyond}
    /// requests waited together (the rule: {MAX_CONNECTIONS}, the connections that Tomcat accepts).
    ///
    /// ## What happened
    {
        headline("KiB for each request that waits", at -> measured.mean(MEMORY_PER_WAITING, at), onPlatform, onVirtual);
        show("Memory of each request:", Stream.concat(Stream.of(onPlatform, onVirtual), crowds.stream()).toList(),
                column("requests that wait", cell -> measured.mean(WAITING, cell)),
                column("threads each", cell -> measured.mean(THREADS_PER_WAITING, cell)),
                column("RSS KiB each", cell -> measured.mean(MEMORY_PER_WAITING, cell)),
                column("heap KiB each", cell -> measured.mean(HEAP_PER_WAITING, cell)));
    }

    /// The heap part includes Tomcat's buffers for each connection. It can be larger than the growth of RSS, if the
    /// heap had free space before. Outside the heap, the used stack of a platform thread is at most {stack} KiB.
    ///
    /// With Tomcat's defaults, {limited.errors} requests failed. server.tomcat.max-connections was {allowed}. The
    /// accept queue had room for {queue} more (server.tomcat.accept-count). A service on virtual threads that stops at
    /// {MAX_CONNECTIONS} connections has reached this limit. The next one is {files} file descriptors for the process.
    ///
    /// ## Try it
    /// - `-c 500` does a request need as much memory where fewer wait?
    /// - `--jdk 21,25` is the memory of a virtual thread different?
    /// - `-c 4000` twice as many requests wait, where the limit of file descriptors (ulimit -n) is high enough

    /** No request is answered before all have arrived, and the memory has been read. */
    private Cell waiting(Variant variant, String path, int number, Duration within) {
        Variant open = heap(variant, number).property("server.tomcat.max-connections", 2 * number)
                .property("server.tomcat.accept-count", 4096);
        return cell(open, Request.get(path + "?ms=" + within.plusSeconds(3).toMillis()), Burst.of(number, within)
                .after(Request.get(path + "?ms=1")), Demand.waiting(within.plusSeconds(3))).within(0.2).as("waiting");
    }

    // A heap that gives back unused memory at each collection, and a young generation of constant size: otherwise RSS
    // would depend on the collector. It has room for twice what the requests take.
    private static Variant heap(Variant variant, int number) {
        return variant.flags("-Xmx" + (512 + number / 4) + "m", "-XX:+UseSerialGC", "-Xmn128m",
                "-XX:-ShrinkHeapInSteps", "-XX:MinHeapFreeRatio=5", "-XX:MaxHeapFreeRatio=10");
    }

    public static void main(String... args) {
        System.exit(run("waiting", args, Waiting::new));
    }
}
