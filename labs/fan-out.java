///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 5 fan-out: which helps more: concurrent calls, virtual threads, or both?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/BackOffice.java
//FILES published/e3.csv=../data/published/e3.csv
//FILES source/labs/fan-out.java.txt=fan-out.java source/apps/BackOffice.java.txt=../apps/BackOffice.java
//MAIN FanOut

import static kit.plan.Metric.*;

import apps.*;
import java.time.Duration;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;

/// # 5 fan-out: Which helps more: concurrent calls, virtual threads, or both?
/// A back-office service calls three others for each request: orders (takes {twoUnits}), products and accounts ({unit}
/// each). It has 10 Tomcat threads, or a virtual thread for each request. It makes the calls one after the other
/// (sequential), or at the same time, each on a new virtual thread (concurrent). {users} users send requests without a
/// pause. The three services run in the same JVM, on virtual threads.
class FanOut extends Page {

    // The services of the published experiment took this many times as long.
    int faster = unlessPublished(10, 1);
    int users = users(40, 200);
    Duration unit = seconds(1).dividedBy(faster);
    Duration twoUnits = unit.multipliedBy(2);
    {
        published("e3.csv", faster);
        code("apps/BackOffice.java", "private static void sequential", "private static void futures");
        code("labs/fan-out.java", "ServiceUnderTest backOffice = ");
    }

    ServiceUnderTest backOffice = service(BackOffice.class)
            .backend("orders", Orders.class, twoUnits)
            .backend("products", Products.class, unit)
            .backend("accounts", Accounts.class, unit)
            .flags("-Djava.util.concurrent.ForkJoinPool.common.parallelism=7")
            .expect("common-pool.parallelism", 7).expect("http.connections", 500);
    Variant platform = backOffice.onPlatformThreads(10);
    Variant virtual = backOffice.onVirtualThreads();
    // Not published: a Tomcat thread for each user.
    Variant sized = backOffice.onPlatformThreads(users).named("platform-sized");

    String path = "/backoffice/api/v1/backoffice/orders/byRestTemplate?concurrency=";
    Demand allThree = waiting(twoUnits).andWaiting(unit).andWaiting(unit);
    Demand longestOnly = waiting(twoUnits);

    /// ## 1. Sequential calls
    /// A request waits for orders, then for products, then for accounts: 4 units of {unit}.
    Comparison sequential = compare("sequential calls").users(users).within(percent(10))
            .send("sequential", get(path + "sequential"), allThree).to(platform, virtual, sized);
    {
        ask("Sequential calls: what is the throughput of virtual threads divided by that of 10 platform threads?",
                sequential.throughput(virtual, platform))
                .hint("a request takes the same time on both: how many at a time?");
        claim(sequential.throughput(virtual, platform)).asPredicted(percent(10))
                .because("compare cpu_us_per_request: are the CPUs the bottleneck?");
        claim(sequential.throughput(sized, virtual)).near(1, percent(10))
                .because("both need little CPU: was the machine busy?");
    }

    /// ## 2. Concurrent calls
    /// A request waits for all three at the same time: for 2 units, the longest of the calls.
    Comparison concurrent = compare("concurrent calls").users(users).within(percent(10))
            .send("concurrent", get(path + "completableFutureWithVirtualTaskExecutor"), longestOnly)
            .to(platform, virtual);
    Quantity.Ratio onlyConcurrent = concurrent.throughput(platform).over(sequential.throughput(platform));
    Quantity.Ratio both = concurrent.throughput(virtual).over(sequential.throughput(platform));
    {
        ask("10 platform threads: what is the throughput of concurrent calls divided by that of sequential calls?",
                onlyConcurrent).hint("is a thread held for the sum of the waits, or for the longest?");
        ask("Concurrent calls on virtual threads, divided by sequential calls on 10 platform threads?", both)
                .hint("concurrent calls shorten requests; virtual threads serve more at a time");
        claim(both).asPredicted(percent(10)).headline()
                .because("concurrent calls shorten S, virtual threads serve more at a time: which of them did not?");
        claim(onlyConcurrent).asPredicted(percent(10))
                .because("is a thread held for the sum of the waits, or for the longest?");
        claim(sequential, concurrent).asPredicted();
    }

    /// ## 3. Other ways to call concurrently (only with `--all-cells`)
    /// The calls run on the JVM's common pool, which has 7 workers, as published; or each on a new platform thread.
    Demand onWorkers = longestOnly.holding("common pool", 7, unit.multipliedBy(4));
    Comparison otherWays = compare("other ways").users(users).within(percent(10)).onlyWithAllCells()
            .send("common-pool", get(path + "completableFuture"), onWorkers).to(platform, virtual)
            .send("new-threads", get(path + "completableFutureWithThreadTaskExecutor"), longestOnly)
            .to(platform, virtual);
    {
        claim(otherWays.throughput("common-pool", virtual, platform)).near(1, percent(10))
                .because("the workers limit both: did the pool have 7? See run.json");
        // The rule does not include the cost of making a thread, which differs from machine to machine.
        claim(otherWays.throughput("new-threads", virtual).over(concurrent.throughput(virtual))).between(0.2, 1.1)
                .because("compare cpu_us_per_request of both cells");
    }

    /// ## The rule
    /// A unit of time is {unit}. A request takes S = 4 units with sequential calls, and 2 with concurrent ones. It
    /// holds its thread for S. So 10 threads serve at most 10 / S requests a second, and {users} threads {users} / S.
    {
        rule(sequential, concurrent, otherWays);
    }

    /// ## The answer
    /// Sequential calls on 10 platform threads had a throughput of {sequential.throughput(platform)}/s. Concurrent
    /// calls had {onlyConcurrent} times this throughput, virtual threads
    /// {sequential.throughput(virtual, platform)} times, both together {both} times, and {users} platform threads
    /// {sequential.throughput(sized, platform)} times.
    {
        bars("Requests per second", sequential, concurrent);
    }

    /// ## What happened
    {
        table(sequential, concurrent, otherWays).columns(THROUGHPUT, MEAN, CPU_PER_REQUEST);
    }

    /// Concurrent calls shorten S. Virtual threads serve more requests at a time, and so does a larger Tomcat pool. The
    /// published throughput is multiplied by {faster}, since all services took {faster} times as long there.
    ///
    /// Calls on the common pool had {otherWays.throughput("common-pool", platform)}/s on platform threads and
    /// {otherWays.throughput("common-pool", virtual)}/s on virtual threads. In the common pool, a request keeps workers
    /// busy for 4 units in all. So W workers serve at most W / (4 units). Lab 14 measures this.
    ///
    /// ## Try it
    /// - `--all-cells` calls on the common pool, and on new platform threads: which of them are slower, and why?
    /// - `-c 20` which ratios stay, and which fall to 2 and 4? The rule gives them
    /// - `--published` the published size: 200 users, and calls of 1 s and 2 s

    FanOut(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("fan-out", FanOut::new, args);
    }
}
