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
/// each). It makes the calls one after the other (sequential), or at the same time, each on a new virtual thread
/// (concurrent). {users} users send requests without a pause. There are three variants, the last one in part 1 only:
///
/// - platform: a pool of {pool} platform threads
/// - virtual: a virtual thread for each request
/// - platform-sized: a pool of {users} platform threads, one for each user
///
/// The three called services run in the JVM of the back office, on virtual threads. The calls use HTTP all the same.
class FanOut extends Page {

    // Our services are this many times as fast as those of the published experiment.
    int faster = unlessPublished(10, 1);
    int users = users(40, 200);
    int pool = 10;
    Duration unit = seconds(1).dividedBy(faster);
    Duration twoUnits = unit.multipliedBy(2);
    Duration fourUnits = unit.multipliedBy(4);
    double limit = 1000.0 * pool / fourUnits.toMillis();
    String path = "/backoffice/api/v1/backoffice/orders/byRestTemplate?concurrency=";
    {
        published("e3.csv", faster);
        code("apps/BackOffice.java", "private static void sequential", "private static void futures");
        code("labs/fan-out.java", "ServiceUnderTest backOffice = ");
        primedBy(get(path + "sequential"));
    }

    ServiceUnderTest backOffice = service(BackOffice.class)
            .backend("orders", Orders.class, twoUnits)
            .backend("products", Products.class, unit)
            .backend("accounts", Accounts.class, unit)
            .flags("-Djava.util.concurrent.ForkJoinPool.common.parallelism=7")
            // With as few requests a second as later, it would take minutes until all code is compiled.
            .atOnceWhilePrimed("orders", "products", "accounts")
            // Read back from the running service: a run with other values is INVALID.
            .expect("common-pool.parallelism", 7).expect("http.connections", 500);
    Variant platform = backOffice.onPlatformThreads(pool);
    Variant virtual = backOffice.onVirtualThreads();
    // The published experiment had no such variant.
    Variant sized = backOffice.onPlatformThreads(users).named("platform-sized");

    Demand allThree = waiting(twoUnits).andWaiting(unit).andWaiting(unit);
    Demand longestOnly = waiting(twoUnits);

    /// ## 1. Sequential calls
    /// A request waits for orders, then for products, then for accounts: 4 units of {unit}.
    Comparison sequential = compare("sequential calls").users(users).within(percent(10))
            .send("sequential", get(path + "sequential"), allThree).to(platform, virtual, sized);
    {
        ask("Sequential calls: what is the throughput of virtual threads divided by that of {pool} platform "
                + "threads?", sequential.throughput(virtual, platform))
                .hint("a request takes the same time on both: how many at a time?");
        claim(sequential.throughput(virtual, platform)).asTheRuleSays(percent(10))
                .otherwise("compare the CPU times of a request: are the CPUs the bottleneck?");
        claim(sequential.throughput(sized, virtual)).near(1, percent(10))
                .otherwise("both need little CPU: was the machine busy?");
    }

    /// ## 2. Concurrent calls
    /// A request waits for all three at the same time: for 2 units, the longest of the calls.
    Comparison concurrent = compare("concurrent calls").users(users).within(percent(10))
            .send("concurrent", get(path + "completableFutureWithVirtualTaskExecutor"), longestOnly)
            .to(platform, virtual);
    Quantity.Ratio onlyConcurrent = concurrent.throughput(platform).over(sequential.throughput(platform));
    Quantity.Ratio both = concurrent.throughput(virtual).over(sequential.throughput(platform));
    {
        ask("{pool} platform threads: what is the throughput of concurrent calls divided by that of sequential calls?",
                onlyConcurrent).hint("is a thread held for the sum of the waits, or for the longest?");
        ask("What is the throughput of concurrent calls on virtual threads, divided by that of sequential calls on "
                + "{pool} platform threads?", both)
                .hint("concurrent calls shorten requests; virtual threads serve more at a time");
        claim(both).asTheRuleSays(percent(10)).headline()
                .otherwise("which effect is missing: shorter requests, or more requests at a time?");
        claim(onlyConcurrent).asTheRuleSays(percent(10))
                .otherwise("is a thread held for the sum of the waits, or for the longest?");
        claim(sequential, concurrent).asTheRuleSays();
    }

    /// ## 3. Other ways to call concurrently (only with `--all-cells`)
    /// The calls run on the JVM's common pool (7 workers, as published), or each on a new platform thread. In the
    /// common pool the three calls of a request keep workers busy for 2 + 1 + 1 = 4 units.
    Demand onWorkers = longestOnly.holding("common pool", 7, fourUnits);
    Comparison otherWays = compare("other ways").users(users).within(percent(10)).onlyWithAllCells()
            .send("common-pool", get(path + "completableFuture"), onWorkers).to(platform, virtual)
            .send("new-threads", get(path + "completableFutureWithThreadTaskExecutor"), longestOnly)
            .to(platform, virtual);
    {
        claim(otherWays.throughput("common-pool", virtual, platform)).near(1, percent(10))
                .otherwise("the workers limit both: did the pool have 7? See run.json");
        // The rule does not include the cost of making a thread, which differs from machine to machine.
        claim(otherWays.throughput("new-threads", virtual).over(concurrent.throughput(virtual))).between(0.2, 1.1)
                .otherwise("compare the CPU times of a request");
    }

    /// ## The rule
    /// A unit of time is {unit}. A request takes S = 4 units with sequential calls, and S = 2 units with concurrent
    /// ones. It holds its thread for S. So m threads serve at most m / S requests a second. For example, {pool} threads
    /// with sequential calls serve at most {limit}/s. With virtual threads, or a pool of {users}, there is a thread for
    /// each user, and m = {users}.
    {
        rule(sequential, concurrent, otherWays);
    }

    /// ## The answer
    /// Both help, and their factors multiply. Compared with sequential calls on {pool} platform threads, the throughput
    /// was {onlyConcurrent} times as high with concurrent calls, {sequential.throughput(virtual, platform)} times with
    /// virtual threads, and {both} times with both. Sequential calls on {users} platform threads had
    /// {sequential.throughput(sized, platform)} times, as on virtual threads.
    {
        bars("Requests per second", sequential, concurrent);
    }

    /// ## What happened
    {
        table(sequential, concurrent, otherWays).columns(THROUGHPUT, MEAN, CPU_PER_REQUEST);
    }

    /// Concurrent calls shorten S. Virtual threads serve more requests at a time, and so does a larger Tomcat pool.
    ///
    /// Calls on the common pool had {otherWays.throughput("common-pool", platform)}/s on platform threads and
    /// {otherWays.throughput("common-pool", virtual)}/s on virtual threads. The calls of a request keep workers busy
    /// for 4 units, so 7 workers serve at most 7 / (4 units) requests a second. Lab 14 measures this limit.
    ///
    /// ## Try it
    /// - `--all-cells` calls on the common pool, and on new platform threads: which of them are slower, and why?
    /// - `-c 20` run with 20 users. Which ratios stay the same, and which become half? The rule says it
    /// - `--published` the published size: 200 users, and calls of 1 s and 2 s

    FanOut(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("fan-out", FanOut::new, args);
    }
}
