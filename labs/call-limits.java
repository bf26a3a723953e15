///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 14 call-limits: concurrent calls on virtual threads. What limits them next?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java ../apps/BackOffice.java
//SOURCES kit/results/package-info.java old/engine/package-info.java
//FILES source/labs/call-limits.java.txt=call-limits.java source/apps/BackOffice.java.txt=../apps/BackOffice.java
//MAIN CallLimits

import static old.page.TableColumn.column;
import static old.trust.Claim.*;

import apps.*;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import old.engine.EngineByRecipe;
import old.page.Page;
import kit.plan.*;
import kit.rule.*;
import old.plan.*;
import old.plan.Cell;
import kit.service.BackendMode;
import old.trust.*;
import old.trust.Metric;

/// # 14 call-limits: Concurrent calls on virtual threads. What limits them next?
/// The back office of lab 5 has a virtual thread for each request. It calls three services concurrently: orders
/// ({twoUnits}), products and accounts ({unit} each). So no Tomcat pool limits the throughput. This lab changes the
/// possible next limits, one at a time:
///
/// - the workers of the common pool, if these make the calls
/// - the HTTP connections of the back office to the three services: 10, 25, 50 or 500 in all
/// - where the three services run: {backends.where}, and in one cell {elsewhere.where}. `--backends` exchanges the two
class CallLimits extends Page {

    static final String SEVEN_WORKERS = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=7";
    static final String PATH = "/backoffice/api/v1/backoffice/orders/byRestTemplate?concurrency=";

    // A tenth of the published time, as in lab 5.
    Duration unit = unlessPublished(Duration.ofMillis(100), Duration.ofSeconds(1));
    Duration twoUnits = unit.multipliedBy(2), fourUnits = unit.multipliedBy(4);
    int users = concurrency(50);
    BackendMode backends = backends(), elsewhere = backends.other();
    {
        engines(EngineByRecipe.RECIPES);
        code("apps/BackOffice.java", "setMaxConnTotal", "private static void futures");
        code("labs/call-limits.java", "Variant virtual = ");
    }

    Variant virtual = Variant.virtual("virtual", BackOffice.class).flags(SEVEN_WORKERS)
            .expectingFact("common-pool.parallelism", 7).expectingFact("http.connections", 500)
            .backend("orders", Orders.class, twoUnits).backend("products", Products.class, unit)
            .backend("accounts", Accounts.class, unit).backends(backends);
    Demand concurrent = Demand.waiting(twoUnits);

    /// ## 1. The workers of the common pool
    /// Where the code names no executor, CompletableFuture makes the calls on the common pool. In lab 5 this pool has 7
    /// workers. Here it has the default of the JVM: one worker fewer than CPUs, and at least one.
    int workers = ForkJoinPool.getCommonPoolParallelism();
    Variant ownPool = virtual.as("virtual-own-pool", "the common pool that the JVM makes on this machine")
            .without(SEVEN_WORKERS).expectingFact("common-pool.parallelism", workers);
    // So few users that one worker is done with them in a while. Before JDK 25 a pool of one worker was not used:
    // supplyAsync made a thread for each task.
    Cell own = cell(ownPool, Request.get(PATH + "completableFuture"), load(Math.min(users, 10), 10),
            jdk -> jdk < 25 && workers == 1 ? concurrent : concurrent.holding("common pool", workers, fourUnits))
            .as("completableFuture").within(0.1);
    {
        expect("the common pool of this machine: throughput as predicted from its number of workers", asPredicted(own),
                "how many workers were there? See common-pool.parallelism in run.json");
    }

    /// ## 2. The connections to the three services, and where these run
    /// Each call has a new virtual thread, and {users} users send requests without a pause.
    Request each = Request.get(PATH + "completableFutureWithVirtualTaskExecutor");
    Load load = load(users, Duration.ofSeconds(3));
    // On few CPUs, requests wait for the compiler at first.
    Duration compiled = Duration.ofSeconds(12);
    Cell with10 = connected(10), with25 = connected(25), with50 = connected(50), with500 = connected(500);
    Cell moved = cell(virtual.as("virtual-" + elsewhere, "the three services " + elsewhere.where()).backends(elsewhere),
            each, load, concurrent).as("backends").warmup(compiled).within(0.1);
    {
        predict("{users} users: what is the throughput with 25 connections divided by that with 500 connections?",
                ratio(with25, with500),
                "a call holds a connection until its answer is there: for how long do the three calls hold one in all?",
                "a request holds connections for 4 units, so 25 connections serve at most 25 / (4 units)",
                "{users} users send at most {users} / (2 units): the lower limit, divided by this one, is the ratio");
        expectRule("a request holds connections for 4 units in all: see http.connections among the facts in run.json",
                with10, with25, with50, with500);
        expect("with the three services in another JVM, the throughput is the same", ratio(moved, with500).near(1, 0.1),
                "how busy were the CPUs? A second JVM needs some of them");
    }

    /// ## The rule
    /// A unit is {unit}. The three calls of a request take 2, 1 and 1 units. They run concurrently, so a request takes
    /// S = 2 units, and {users} users send at most {users} / S. Each call holds a connection until its answer is there.
    /// A request holds connections for 4 units in all, so N connections serve at most N / (4 units). The lower limit is
    /// the throughput.
    ///
    /// The workers of a pool limit the throughput in the same way. The calls of one request keep them busy for 4 units.
    /// So W workers serve at most W / (4 units), on any kind of request thread.
    Results measured = measure(own, with10, with25, with50, with500, moved);

    /// ## The answer
    /// With 10, 25 and 50 connections, the throughput was {with10 / with500}, {with25 / with500} and {with50 / with500}
    /// times that with 500. The common pool of this machine (workers: {workers}) served {own.throughput} requests a
    /// second at {own.load}.
    ///
    /// ## What happened
    {
        headline("Requests per second with {users} users", bar("10 connections", measured.rps(with10)),
                bar("25 connections", measured.rps(with25)), bar("50 connections", measured.rps(with50)),
                bar("500 connections", measured.rps(with500)));
        show("Workers of the common pool, and connections. In the last row, the three services run {elsewhere.where}:",
                List.of(own, with10, with25, with50, with500, moved), column("requests/s", measured::rps),
                column("mean ms", measured::meanMs),
                column("CPU ms", cell -> measured.mean(Metric.CPU_PER_REQUEST, cell) / 1000),
                column("workers", cell -> measured.fact(cell, "common-pool.parallelism")),
                column("connections", cell -> measured.fact(cell, "http.connections")));
    }

    /// A call that finds no free connection waits for one. With 10 connections a request took {with10.mean} ms, with
    /// 500 connections {with500.mean} ms. Virtual threads remove the queue for a Tomcat thread. The requests queue for
    /// connections instead.
    ///
    /// No property of Spring Boot changes the number of workers of the common pool. (The rule for workers holds from
    /// JDK 25 on. Before, supplyAsync made a thread for each task where the pool had one worker. So a small machine was
    /// faster than a large one.)
    ///
    /// ## Try it
    /// - `-c 20` which numbers of connections still limit the throughput? The rule gives them
    /// - `--cells 'virtual-own-pool*'` only the common pool of this machine
    /// - `--jdk 21,25` the authors' JDK beside this one: what does the common pool do there?
    /// - `--backends own-jvm` does it matter where the three services run?
    /// - `--published` the published delays: ten times as long

    private Cell connected(int most) {
        Variant limited = most == 500 ? virtual
                : virtual.as("virtual-" + most, most + " connections to the services")
                        .property("http.connections", most).expectingFact("http.connections", most);
        return cell(limited, each, load, concurrent.holding("connections", most, fourUnits)).as("connections")
                .within(0.1).warmup(compiled);
    }

    public static void main(String... args) {
        System.exit(run("call-limits", args, CallLimits::new));
    }
}
