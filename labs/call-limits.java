///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 14 call-limits: concurrent calls on virtual threads. What limits them next?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/BackOffice.java
//FILES source/labs/call-limits.java.txt=call-limits.java source/apps/BackOffice.java.txt=../apps/BackOffice.java
//MAIN CallLimits

import static kit.plan.Metric.*;

import apps.*;
import java.time.Duration;
import java.util.concurrent.ForkJoinPool;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;
import kit.plan.Measurable.Fact;
import kit.service.BackendMode;

/// # 14 call-limits: Concurrent calls on virtual threads. What limits them next?
/// The back office of lab 5 has a virtual thread for each request. It calls three services concurrently: orders
/// (takes {twoUnits}), products and accounts ({unit} each). So no Tomcat pool limits the throughput. This lab changes
/// the possible next limits, one at a time:
///
/// - the workers of the common pool, if these make the calls
/// - the HTTP connections of the back office to the three services: 10, 25, 50 or 500 in all
/// - where the three services run: in the JVM of the back office, or in a JVM of their own
class CallLimits extends Page {

    // A tenth of the published time, as in lab 5.
    Duration unit = unlessPublished(ms(100), seconds(1));
    Duration twoUnits = unit.multipliedBy(2);
    Duration fourUnits = unit.multipliedBy(4);
    int workers = ForkJoinPool.getCommonPoolParallelism();
    int users = users(50);
    {
        warmUpAtMost(seconds(20)); // five JVMs; one with the services that it calls keeps the CPUs busy
        code("apps/BackOffice.java", "setMaxConnTotal", "private static void futures");
        code("labs/call-limits.java", "ServiceUnderTest backOffice = ", "Variant virtual = ");
    }

    ServiceUnderTest backOffice = service(BackOffice.class)
            .backend("orders", Orders.class, twoUnits)
            .backend("products", Products.class, unit)
            .backend("accounts", Accounts.class, unit)
            .expect("common-pool.parallelism", workers);
    ServiceUnderTest with10 = backOffice.property("http.connections", 10).expect("http.connections", 10);
    ServiceUnderTest with25 = backOffice.property("http.connections", 25).expect("http.connections", 25);
    ServiceUnderTest with50 = backOffice.property("http.connections", 50).expect("http.connections", 50);
    ServiceUnderTest with500 = backOffice.expect("http.connections", 500);

    Variant virtual = with500.onVirtualThreads();
    Variant virtual10 = with10.onVirtualThreads().named("virtual-10");
    Variant virtual25 = with25.onVirtualThreads().named("virtual-25");
    Variant virtual50 = with50.onVirtualThreads().named("virtual-50");
    Variant elsewhere = virtual.backends(BackendMode.OWN_JVM).named("virtual-own-jvm");

    String path = "/backoffice/api/v1/backoffice/orders/byRestTemplate?concurrency=";
    Demand concurrent = waiting(twoUnits);

    /// ## 1. The workers of the common pool
    /// Where the code names no executor, CompletableFuture makes the calls on the common pool. In lab 5 this pool has 7
    /// workers. Here it has the default of the JVM: one worker fewer than CPUs, and at least one. That makes {workers}
    /// on this machine. {pool.users} users, two for each worker, send requests without a pause.
    // Before JDK 25, CompletableFuture does not use a common pool of one worker: it makes a thread for each task.
    Comparison pool = compare("common pool").users(2 * workers).within(percent(5))
            .send("common-pool", get(path + "completableFuture"), concurrent.onCommonPool(workers, fourUnits))
            .to(virtual);
    {
        claim(pool).asTheRuleSays().otherwise("how many workers were there? See common-pool.parallelism in run.json");
    }

    /// ## 2. The connections to the three services
    /// Each call has a new virtual thread, and {users} users send requests without a pause.
    Request each = get(path + "completableFutureWithVirtualTaskExecutor");
    Comparison connections = compare("connections").users(users).within(percent(5))
            .send(each, concurrent.holding("connections", 10, fourUnits)).to(virtual10)
            .send(each, concurrent.holding("connections", 25, fourUnits)).to(virtual25)
            .send(each, concurrent.holding("connections", 50, fourUnits)).to(virtual50)
            .send(each, concurrent.holding("connections", 500, fourUnits)).within(percent(10)).to(virtual);
    {
        ask("{users} users: what is the throughput with 25 connections divided by that with 500 connections?",
                connections.throughput(virtual25, virtual))
                .hint("a call holds a connection until its answer is there: for how long do the three calls hold one "
                        + "in all?")
                .hint("a request holds connections for 4 units, so 25 connections serve at most 25 / (4 units)")
                .hint("{users} users send at most {users} / (2 units): the lower limit, divided by this one, is the "
                        + "ratio");
        claim(connections.throughput(virtual25, virtual)).asTheRuleSays(percent(10)).headline()
                .otherwise("a request holds connections for 4 units in all: how many were there? See http.connections "
                        + "in run.json");
        claim(connections).asTheRuleSays()
                .otherwise("a request holds connections for 4 units in all: how many were there? See http.connections "
                        + "in run.json");
    }

    /// ## 3. Where the three services run
    /// The same with 500 connections, and the three services in a JVM of their own.
    Comparison moved = compare("services elsewhere").users(users).within(percent(10)).send(each, concurrent)
            .to(elsewhere);
    Quantity.Ratio byMoving = moved.throughput(elsewhere).over(connections.throughput(virtual));
    {
        claim(byMoving).near(1, percent(10)).otherwise("how busy were the CPUs? A second JVM needs some of them");
        claim(moved).asTheRuleSays();
    }

    /// ## The rule
    /// A unit is {unit}. The three calls of a request take 2, 1 and 1 units. They run concurrently, so a request takes
    /// S = 2 units, and {users} users send at most {users} / S. Each call holds a connection until its answer is there.
    /// A request holds connections for 4 units in all, so N connections serve at most N / (4 units). The lower limit is
    /// the throughput.
    ///
    /// The workers of a pool limit the throughput in the same way. The calls of one request keep them busy for 4 units.
    /// So W workers serve at most W / (4 units), on any kind of request thread.
    ///
    /// A call also holds its connection or worker while it needs CPU time: some ms, which the rule leaves out. So where
    /// connections or workers are the limit, up to 5 % less is allowed.
    {
        rule(pool, connections, moved);
    }

    /// ## The answer
    /// Compared with 500 connections, the throughput was {connections.throughput(virtual10, virtual)} times as high
    /// with 10, {connections.throughput(virtual25, virtual)} times with 25, and
    /// {connections.throughput(virtual50, virtual)} times with 50. The common pool of this machine (workers: {workers})
    /// served {pool.throughput(virtual)} requests a second.
    {
        bars("Requests per second with {users} users", connections);
    }

    /// ## What happened
    Fact poolWorkers = fact("common-pool.parallelism").named("workers");
    Fact most = fact("http.connections").named("connections");
    {
        table(pool, connections, moved).columns(most, poolWorkers, THROUGHPUT, MEAN, CPU_PER_REQUEST);
    }

    /// A call that finds no free connection waits for one. With 10 connections a request took
    /// {connections.mean(virtual10)} ms, with 500 connections {connections.mean(virtual)} ms. Virtual threads remove
    /// the queue for a Tomcat thread. The requests queue for connections instead.
    ///
    /// With the three services in a JVM of their own, the throughput was {byMoving} times as high as with all in one.
    ///
    /// No property of Spring Boot changes the number of workers of the common pool. (The rule for workers holds from
    /// JDK 25 on. Before, CompletableFuture made a thread for each task where the pool had one worker. So a small
    /// machine was faster than a large one.)
    ///
    /// ## Try it
    /// - `-c 20` which numbers of connections still limit the throughput? The rule gives them
    /// - `--part 1` only the common pool of this machine
    /// - `--jdk 21,25` the authors' JDK beside this one: what does the common pool do there?
    /// - `--published` the published delays: ten times as long

    CallLimits(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("call-limits", CallLimits::new, args);
    }
}
