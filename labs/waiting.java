///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 8 waiting: thousands of requests wait. How much memory does each need, and what limits their number?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Herd.java
//FILES source/labs/waiting.java.txt=waiting.java source/apps/Herd.java.txt=../apps/Herd.java
//MAIN Waiting

import static kit.plan.Metric.*;

import apps.Herd;
import java.time.Duration;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;

/// # 8 waiting: Thousands of requests wait. How much memory does each need, and what limits their number?
/// The service is that of lab 7. A request waits in each of five concurrent tasks, and is then answered. No request is
/// answered before the last one has arrived. While all of them wait, the lab runs a garbage collection in the service.
/// It compares the service's memory (heap and RSS) with that before the first request:
///
/// - platform-sized: {some} requests. Each has a platform thread of Tomcat's pool, and creates five more for its tasks
/// - virtual: {some}, {many} and {most} requests, with a virtual thread for each request and for each task
///
/// Memory that one burst leaves behind would be missing in the next. So each burst has a JVM of its own, one after the
/// other. The load generator has another JVM: its memory must not count as the service's.
class Waiting extends Page {

    int some = users(1000);
    int many = 10 * some;
    int most = 20 * some;
    int heapMb = 512 + most / 4;
    {
        eachInAJvmOfItsOwn();
        rounds(1);
        code("apps/Herd.java", "\"/block\")", "\"/non-block\")", "private static String waitInTasks");
        code("labs/waiting.java", "ServiceUnderTest herd = ");
    }

    // The heap gives back what is unused at each collection, and its young generation has a constant size. Otherwise
    // RSS would depend on the collector. The compiler C2 is off: it uses memory at moments that differ from run to run.
    ServiceUnderTest herd = service(Herd.class)
            .flags("-Xmx" + heapMb + "m", "-Xmn128m", "-XX:+UseSerialGC", "-XX:-ShrinkHeapInSteps",
                    "-XX:MinHeapFreeRatio=5", "-XX:MaxHeapFreeRatio=10", "-XX:TieredStopAtLevel=1");
    ServiceUnderTest open = herd.property("server.tomcat.max-connections", 2 * most)
            .property("server.tomcat.accept-count", 4096);
    // Tomcat creates a thread when it is needed, as those of the tasks are created.
    Variant platform = open.onPlatformThreads(some).named("platform-sized")
            .property("server.tomcat.threads.min-spare", 10);
    Variant virtual = open.onVirtualThreads();

    /// ## 1. Memory
    /// Tomcat accepts all connections here. {some} requests arrive within {ramp}, since two CPUs need seconds to create
    /// six threads for each. Each request takes {wait}.
    Duration ramp = seconds(5);
    Duration wait = ramp.plusSeconds(3);
    Request onPool = get("/block?ms=" + wait.toMillis());
    Request onVirtual = get("/non-block?ms=" + wait.toMillis());
    Comparison together = compare("requests that wait").burst(some, ramp)
            .lookingAtMemoryAfter(get("/block?ms=1")).send(onPool, waiting(wait).onThreads(6)).to(platform)
            .lookingAtMemoryAfter(get("/non-block?ms=1")).send(onVirtual, waiting(wait)).to(virtual);
    Comparison more = compare("more requests").burst(many, ramp)
            .lookingAtMemoryAfter(get("/non-block?ms=1")).send(onVirtual, waiting(wait)).to(virtual);

    /// {most} requests arrive within {longRamp}, and take {longWait} each.
    Duration longRamp = seconds(10);
    Duration longWait = longRamp.plusSeconds(3);
    Comparison crowd = compare("most requests").burst(most, longRamp)
            .lookingAtMemoryAfter(get("/non-block?ms=1"))
            .send(get("/non-block?ms=" + longWait.toMillis()), waiting(longWait)).to(virtual);
    {
        ask("What is the memory of a request on platform threads divided by that on virtual threads?",
                together.ratio(MEMORY_PER_WAITING, platform, virtual))
                .hint("a stack may have 1 MiB (-Xss), but only the part that was used is memory")
                .hint("each connection has buffers in Tomcat, on any kind of thread");
        // How much more is the finding: it depends on the operating system and on the depth of the stacks.
        claim(together.ratio(MEMORY_PER_WAITING, platform, virtual)).atLeast(1.5).headline()
                .otherwise("only the part of a stack that was used is memory: see rss_kb_per_waiting in summary.csv");
        claim(together.figure(THREADS_PER_WAITING, platform)).near(6, percent(5))
                .otherwise("did all requests wait together? See waiting and threads_waiting in summary.csv");
        claim(together.figure(THREADS_PER_WAITING, virtual)).atMost(0.2)
                .otherwise("a few dozen threads of the JVM and of Tomcat always exist: see threads_waiting");
        claim(together.figure(WAITING, platform)).near(some, 0)
                .otherwise("did all arrive before the first was answered? See in_flight in burst.csv");
        claim(more.figure(WAITING, virtual)).near(many, 0)
                .otherwise("did all arrive before the first was answered? See in_flight in burst.csv");
        claim(crowd.figure(WAITING, virtual)).near(most, 0)
                .otherwise("did all arrive before the first was answered? See in_flight in burst.csv");
    }

    /// ## 2. A limit that looks like a thread limit
    /// {beyond} requests arrive within {ramp} at a Tomcat with its defaults, on virtual threads. The load generator
    /// gives a request up after {patience}. So a request cannot wait for an earlier one to end, and then itself.
    int beyond = 10_000;
    // Of Tomcat, server.tomcat.max-connections.
    int maxConnections = 8192;
    Duration patience = wait.plusSeconds(2);
    Variant defaults = herd.onVirtualThreads().named("virtual-defaults");
    Comparison limited = compare("Tomcat's defaults").burst(beyond, ramp).expectingErrors()
            .lookingAtMemoryAfter(get("/non-block?ms=1")).send(onVirtual.timeout(patience), Demand.unknown())
            .to(defaults);
    {
        ask("{beyond} requests arrive at a Tomcat with its defaults, on virtual threads. How many wait together?",
                limited.figure(WAITING, defaults))
                .hint("each request has its own connection: what is the default of server.tomcat.max-connections?");
        claim(limited.figure(WAITING, defaults)).near(maxConnections, percent(1))
                .otherwise("another version may have another limit: see tomcat.max-connections in run.json");
        claim(limited.figure(ANSWERED, defaults)).near(maxConnections, percent(10))
                .otherwise("a late request waits for an earlier one to end, then itself: is the time-out shorter?");
    }

    /// ## The rule
    /// A request that waits needs its connection, with Tomcat's buffers on the heap, and the stacks of its six threads.
    /// The stack of a platform thread is outside the heap: at most 1 MiB, and only the used part is memory. A virtual
    /// thread that waits is an object on the heap, as large as its frames. N requests wait together only if each has
    /// its six threads: 6 N platform threads here. On virtual threads, the next limit is the lowest of
    /// server.tomcat.max-connections ({maxConnections} by default), the file descriptors (ulimit -n), and the memory.
    ///
    /// N requests that arrive within T and take S each all wait together if T is less than S. The last one is answered
    /// after T + S, so the throughput of such a burst is N / (T + S).
    {
        rule(together, more, crowd);
    }

    /// ## The answer
    /// A request that waits needed {together.figure(MEMORY_PER_WAITING, platform)} KiB on platform threads and
    /// {together.figure(MEMORY_PER_WAITING, virtual)} KiB on virtual threads. With Tomcat's defaults,
    /// {limited.figure(WAITING, defaults)} of {beyond} requests waited together: Tomcat accepts {maxConnections}
    /// connections.
    {
        bars("KiB of memory for each request that waits", together.figure(MEMORY_PER_WAITING, platform),
                together.figure(MEMORY_PER_WAITING, virtual));
    }

    /// ## What happened
    {
        table(together, more, crowd, limited)
                .columns(WAITING, THREADS_PER_WAITING, MEMORY_PER_WAITING, HEAP_PER_WAITING, ERRORS);
    }

    /// The heap part includes Tomcat's buffers for each connection. It can be larger than the growth of RSS, if the
    /// heap had free space before. Outside the heap are the stacks of platform threads: the difference between the two
    /// columns, divided by six, is at most what the stack of one needs.
    ///
    /// With Tomcat's defaults, {limited.figure(ERRORS, defaults)} requests failed. A service on virtual threads that
    /// stops at {maxConnections} connections has reached this limit, and no limit of threads. The next one is the
    /// number of file descriptors of the process.
    ///
    /// ## Try it
    /// - `-c 250` does a request need as much memory where fewer wait?
    /// - `--jdk 21,25` is the memory of a virtual thread different?
    /// - `-c 2000` twice as many requests wait, where the limit of file descriptors (ulimit -n) is high enough

    Waiting(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("waiting", Waiting::new, args);
    }
}
