///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 5 fan-out: which helps more: concurrent calls, virtual threads, or both?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java ../apps/BackOffice.java
//FILES published/e3.csv=../data/published/e3.csv
//FILES source/labs/fan-out.java.txt=fan-out.java source/apps/BackOffice.java.txt=../apps/BackOffice.java
//MAIN FanOut

import static old.page.TableColumn.column;
import static old.trust.Claim.ratio;

import apps.*;
import java.time.Duration;
import java.util.*;
import old.page.Page;
import kit.plan.*;
import kit.rule.*;
import old.plan.*;
import old.plan.Cell;
import old.trust.*;

/// # 5 fan-out: Which helps more: concurrent calls, virtual threads, or both?
/// A back-office service calls three others for each request: orders (takes {twoUnits}), products and accounts ({unit}
/// each). It has 10 Tomcat threads, or a virtual thread for each request. It makes the calls in one of four ways:
///
/// - sequential: one after the other, on the request's own thread
/// - completableFuture: concurrently, on the JVM's common pool
/// - completableFutureWithThreadTaskExecutor: concurrently, each on a new platform thread
/// - completableFutureWithVirtualTaskExecutor: concurrently, each on a new virtual thread ("concurrent calls" below)
///
/// {users} users send requests without a pause. The three services run {where}, on virtual threads. The services of the
/// published experiment took {faster} times as long. So the published throughput is multiplied by {faster}.
class FanOut extends Page {
    int faster = unlessPublished(10, 1), users = concurrency(200);
    Duration unit = Duration.ofSeconds(1).dividedBy(faster), twoUnits = unit.multipliedBy(2);
    String where = backends().where();
    {
        published("e3.csv", faster);
        code("apps/BackOffice.java", "private static void sequential", "private static void futures");
        code("labs/fan-out.java", "Variant platform = ");
    }

    Variant platform = calling(Variant.platform("platform", BackOffice.class, 10));
    Variant virtual = calling(Variant.virtual("virtual", BackOffice.class));
    Variant sized = calling(Variant.platform("platform-sized", BackOffice.class, users));

    /// ## 1. The published cells, and a Tomcat thread for each user
    /// The common pool has 7 workers, as published. `platform-sized` (not published) has {users} Tomcat threads.
    Load slow = load(users, 200, 1000), fast = load(users, 3000, 1000);
    Way sequential = new Way("sequential", Demand.waiting(twoUnits.multipliedBy(2)));
    Way concurrent = new Way("completableFutureWithVirtualTaskExecutor", Demand.waiting(twoUnits));
    Way threads = new Way("completableFutureWithThreadTaskExecutor", Demand.waiting(twoUnits));
    Way pooled = new Way("completableFuture", concurrent.demand.holding("common pool", 7, twoUnits.multipliedBy(2)));
    Cell slowest = cell(platform, sequential, slow), sequentialOnVirtual = cell(virtual, sequential, fast);
    Cell threadsOnPlatform = cell(platform, threads, slow), enough = cell(sized, sequential, fast);
    Cell threadsOnVirtual = cell(virtual, threads, fast).warmup(Duration.ofSeconds(20)); // the JIT takes longer here
    Cell concurrentOnPlatform = cell(platform, concurrent, slow), bothWays = cell(virtual, concurrent, fast);
    Cell pooledOnPlatform = cell(platform, pooled, slow), pooledOnVirtual = cell(virtual, pooled, slow);
    List<Cell> cells = List.of(slowest, threadsOnPlatform, concurrentOnPlatform, pooledOnPlatform, sequentialOnVirtual,
            threadsOnVirtual, bothWays, pooledOnVirtual, enough);
    {
        predict("10 platform threads: what is the throughput of concurrent calls divided by that of sequential calls?",
                ratio(concurrentOnPlatform, slowest), "is a thread held for the sum of the waits, or for the longest?");
        predict("Sequential calls: what is the throughput of virtual threads divided by that of 10 platform threads?",
                ratio(sequentialOnVirtual, slowest), "a request takes the same time on both: how many at a time?");
        predict("Throughput: concurrent calls on virtual threads, divided by sequential calls on 10 platform threads?",
                ratio(bothWays, slowest), "concurrent calls shorten requests; virtual threads serve more at a time");
        expectRule(slowest, threadsOnPlatform, concurrentOnPlatform, pooledOnPlatform, sequentialOnVirtual, bothWays,
                pooledOnVirtual);
        // The rule does not include the cost of making a thread, which differs from machine to machine.
        expect("virtual: a platform thread for each call has 0.2 to 1.1 times the throughput of a virtual thread",
                ratio(threadsOnVirtual, bothWays).atLeast(0.2).atMost(1.1), "compare cpu_us_per_request of both cells");
        expect("sequential calls: {users} Tomcat threads have the same throughput as virtual threads",
                ratio(enough, sequentialOnVirtual).near(1, 0.1), "both need little CPU: was the machine busy?");
        expect("calls on the common pool: the same throughput on either kind of request thread",
                ratio(pooledOnVirtual, pooledOnPlatform).near(1, 0.1), "did it have 7 workers? See run.json");
        compare(cells, slowest);
    }

    /// ## 2. The JVM parameters that the published experiment lists (only with --all-cells)
    /// With these, all virtual threads share one carrier (a platform thread). The published commands do not set them.
    Load some = load(Math.min(users, 50), Duration.ofSeconds(3));
    Variant listed = virtual.as("virtual-one-carrier", "virtual threads with the JVM parameters that are listed")
            .flagUntil(23, "-Djdk.tracePinnedThreads=full").flags("-Djdk.virtualThreadScheduler.parallelism=1",
                    "-Djdk.virtualThreadScheduler.maxPoolSize=1", "-Djdk.virtualThreadScheduler.minRunnable=1");
    List<Cell> all = withAllCells(() -> List.of(cell(virtual, concurrent, some).as("all-carriers")));
    List<Cell> one = withAllCells(() -> List.of(cell(listed, concurrent, some)));
    List<Cell> others = withAllCells(() -> List.of(cell(listed, sequential, some), cell(listed, threads, some),
            cell(listed, pooled, some)));
    {
        one.forEach(cell -> predict("Concurrent calls: throughput on one carrier, divided by that on all carriers?",
                ratio(cell, all.getFirst()), "for how much of its time does a request need a carrier?"));
        // The rule does not include the cost of new platform threads, see above.
        one.forEach(cell -> expectRule(cell, others.getFirst(), others.getLast()));
    }

    /// ## The rule
    /// A unit of time is {unit}. A request takes S = 4 units with sequential calls, and 2 with concurrent ones. It
    /// holds its thread for S. So 10 threads serve at most 10 / S requests a second, and {users} threads {users} / S.
    ///
    /// In the common pool, a request keeps workers busy for 4 units in all. So W workers serve at most W / (4 units).
    Results measured = measure(cells, all, one, others);

    /// ## The answer
    /// Sequential calls on 10 platform threads had a throughput of {slowest.throughput}/s. Concurrent calls had
    /// {concurrentOnPlatform / slowest} times this throughput, virtual threads {sequentialOnVirtual / slowest} times,
    /// both together {bothWays / slowest} times, and {users} platform threads {enough / slowest} times.
    ///
    /// ## What happened
    {
        headline("Requests per second", bar("sequential, platform threads", measured.rps(slowest)),
                bar("concurrent, platform threads", measured.rps(concurrentOnPlatform)),
                bar("sequential, virtual threads", measured.rps(sequentialOnVirtual)),
                bar("concurrent, virtual threads", measured.rps(bothWays)),
                bar("sequential, " + users + " platform threads", measured.rps(enough)));
        show("Requests per second, response time, and CPU time of a request, including its calls:", cells,
                column("requests/s", measured::rps), column("mean ms", measured::meanMs),
                column("CPU ms", cell -> measured.mean(Metric.CPU_PER_REQUEST, cell) / 1000));
    }

    /// Concurrent calls shorten S. Virtual threads serve more requests at a time, and so does a larger Tomcat pool.
    /// Calls on the common pool (completableFuture) had {pooledOnPlatform.throughput}/s on platform threads and
    /// {pooledOnVirtual.throughput}/s on virtual threads. By the rule, its 7 workers limit it. Lab 14 measures this.
    ///
    /// With the listed parameters, the throughput was {one / all} times that of all carriers. By the rule it is 1.
    ///
    /// ## Try it
    /// - `--all-cells` the JVM parameters that the authors list: what does one carrier change?
    /// - `-c 20` which ratios stay, and which fall to 2 and 4? The rule gives them

    private record Way(String name, Demand demand) {}

    private Variant calling(Variant variant) {
        return variant.flags("-Djava.util.concurrent.ForkJoinPool.common.parallelism=7")
                .expectingFact("common-pool.parallelism", 7).expectingFact("http.connections", 500)
                .backend("orders", Orders.class, twoUnits).backend("products", Products.class, unit)
                .backend("accounts", Accounts.class, unit).backends(backends());
    }

    private Cell cell(Variant variant, Way way, Load load) {
        // The calls take some ms beside the waits. A high throughput needs compiled code, so the warm-up takes 12 s.
        return cell(variant, Request.get("/backoffice/api/v1/backoffice/orders/byRestTemplate?concurrency=" + way.name),
                load, way.demand).as(way.name).within(0.1).warmup(Duration.ofSeconds(load == slow ? 3 : 12))
                .published(publishedFigure(
                        Map.of("profile", variant.name(), "concurrency_mode", way.name, "c", load.users())));
    }

    public static void main(String... args) {
        System.exit(run("fan-out", args, FanOut::new));
    }
}
