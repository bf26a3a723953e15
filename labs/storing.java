///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 11 storing: each request stores a row. Does the kind of thread matter?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java kit/postgres/package-info.java ../apps/Customers.java ../apps/CustomersReactive.java
//FILES published/e4.csv=../data/published/e4.csv source/apps/Customers.java.txt=../apps/Customers.java
//FILES source/labs/storing.java.txt=storing.java source/apps/CustomersReactive.java.txt=../apps/CustomersReactive.java
//MAIN Storing

import static kit.plan.Metric.*;

import apps.*;
import java.time.Duration;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;
import kit.postgres.Postgres;

/// # 11 storing: Each request stores a row. Does the kind of thread matter?
/// A request contains a person. The service stores it as a row in a PostgreSQL table, and then answers. It has
/// {connections} connections to the database. As in the published experiment, there are three variants:
///
/// - platform: JPA, on Tomcat's 200 platform threads
/// - virtual: the same service on virtual threads
/// - reactive: WebFlux and R2DBC, on a few event-loop threads that never block
///
/// JPA makes three round trips for a row: its id, the row, the commit. R2DBC makes one, because the database creates
/// the id and commits by itself. This is unrelated to the kind of thread. PostgreSQL is a real server with durable
/// commits (fsync=on). The lab counts the rows. A row is lost if it was confirmed and is missing.
class Storing extends Page {

    int users = users(100);
    int connections = 32;
    Duration slowRow = ms(200);
    long slowRows = connections * 1000 / slowRow.toMillis();
    {
        database(Postgres::open, "customers");
        published("e4.csv");
        blocks(unlessPublished(seconds(2), seconds(60)));
        code("apps/Customers.java", "public Person sync(");
        code("apps/CustomersReactive.java", "public Mono<Person> reactive(");
        code("labs/storing.java", "ServiceUnderTest jpa = ");
    }

    // With C2, three JPA services are warm after some minutes; the ratios are similar.
    ServiceUnderTest jpa = service(Customers.class).flags("-Xmx2g").withoutC2()
            .expect("hikari.maximum-pool-size", connections);
    ServiceUnderTest r2dbc = service(CustomersReactive.class).flags("-Xmx2g").withoutC2()
            .expect("r2dbc.pool.max-size", connections);
    Variant platform = jpa.onPlatformThreads(200);
    Variant virtual = jpa.onVirtualThreads();
    Variant reactive = r2dbc.onEventLoops();

    Request sync = post("/person/sync", Person.ADA);
    Request stream = post("/person/reactive", Person.ADA);
    Request async = post("/person/async", Person.ADA);

    /// ## 1. A fast database
    /// {users} users send requests without a pause. On few CPUs, the CPUs are the bottleneck, not the connections.
    Comparison fast = compare("fast database").users(users).within(percent(15))
            .send("sync", sync, measured()).to(platform, virtual)
            .send("reactive", stream, measured()).to(reactive);
    Comparison with10 = compare("fast database, 10 users").onlyWithAllCells().users(10).within(percent(15))
            .send("sync", sync, measured()).to(platform, virtual)
            .send("reactive", stream, measured()).to(reactive);
    Comparison with50 = compare("fast database, 50 users").onlyWithAllCells().users(50).within(percent(15))
            .send("sync", sync, measured()).to(platform, virtual)
            .send("reactive", stream, measured()).to(reactive);
    {
        ask("{users} users: what is the throughput of virtual threads divided by that of platform threads?",
                fast.throughput(virtual, platform))
                .hint("which resource is scarce: threads, connections, or CPU?")
                .hint("there are 200 platform threads");
        // How much CPU time a row needs on either kind of thread differs from machine to machine.
        claim(fast.throughput(virtual, platform)).between(0.8, 1.25).headline()
                .otherwise("which needs more CPU for a row? see cpu_us_per_request and pinned in summary.csv");
        claim(with10.throughput(virtual, platform)).between(0.8, 1.25)
                .otherwise("which needs more CPU for a row? see cpu_us_per_request and pinned in summary.csv");
        claim(with50.throughput(virtual, platform)).between(0.8, 1.25)
                .otherwise("which needs more CPU for a row? see cpu_us_per_request and pinned in summary.csv");
        claim(fast, with10, with50).asTheRuleSays();
        // One round trip, not three. How much of its time a database spends on each differs from machine to machine.
        claim(fast.ratio(DATABASE_CPU, reactive, platform)).between(0.4, 0.8)
                .otherwise("is the database shared with others? see database_cpu_s and neighbour in summary.csv");
    }

    /// ## 2. A slow database
    /// The database takes {slowRow} for each row, as a remote or busy database does.
    Variant platformSlow = jpa.property("customers.insert-takes-ms", slowRow.toMillis())
            .expect("insert-takes-ms", slowRow.toMillis()).onPlatformThreads(200).named("platform-slow");
    Variant virtualSlow = jpa.property("customers.insert-takes-ms", slowRow.toMillis())
            .expect("insert-takes-ms", slowRow.toMillis()).onVirtualThreads().named("virtual-slow");
    Comparison slow = compare("slow database").users(users).within(percent(5))
            .send("sync", sync, waiting(slowRow).holdingThroughout("connections", connections))
            .to(platformSlow, virtualSlow);
    {
        ask("{slowRow} for each row: what is the throughput of virtual threads divided by that of platform threads?",
                slow.throughput(virtualSlow, platformSlow))
                .hint("how many rows can {connections} connections store?");
        claim(slow).asTheRuleSays();
        claim(slow.throughput(virtualSlow, platformSlow)).near(1, percent(5))
                .otherwise("which of the two missed its rule?");
    }

    /// ## 3. Rows that are stored after the answer (only with `--all-cells`)
    /// The service answers before it stores the row, as in lab 12.
    Comparison after = compare("stored after the answer").onlyWithAllCells().users(users).within(percent(15))
            .send("async", async, measured()).to(platform);
    {
        claim(after.figure(P50, platform).over(fast.figure(P50, platform))).atMost(1)
                .otherwise("the rows are stored by the same CPUs: see machine_cpu");
        claim(after.figure(P50, platform).over(fast.figure(P50, reactive))).atMost(1)
                .otherwise("the rows are stored by the same CPUs: see machine_cpu");
    }

    /// ## The rule
    /// A row holds one of {connections} connections for a time h. It also needs CPU time D, in the service, the
    /// database and the load generator, which share k CPUs. So the limits are {connections} / h and k / D rows a
    /// second. The warm-up measures h with one user, and D with all of them. If CPUs are the bottleneck, the
    /// throughputs are equal only if both kinds of thread need the same D. If connections are the bottleneck, the kind
    /// of thread does not matter. With the slow database, h is a little above {slowRow}: at most {connections} /
    /// {slowRow} = {slowRows} rows a second.
    {
        rule(fast, with10, with50, slow, after);
    }

    /// ## The answer
    /// {users} users: virtual threads stored {fast.throughput(virtual, platform)} times as many rows as platform
    /// threads. With a database that takes {slowRow} for each row it was {slow.throughput(virtualSlow, platformSlow)}
    /// times.
    {
        bars("Rows per second", fast, slow);
    }

    /// ## What happened
    {
        table(fast, with10, with50, after).ratiosTo(platform).columns(THROUGHPUT, P95, CPU_PER_REQUEST, DATABASE_CPU);
        table(slow).columns(THROUGHPUT, MEAN, CONNECTIONS, CONNECTION_HELD);
    }

    /// For a row, the service used {fast.cpuPerRequest(virtual, platform)} times as much CPU time on virtual threads as
    /// on platform threads, and {fast.cpuPerRequest(reactive, platform)} times as much with WebFlux. The published
    /// machine has eleven CPUs, so its bottleneck may differ.
    ///
    /// ## Try it
    /// - `--all-cells` 10 and 50 users, too, and rows that are stored after the answer: which median is the lowest?
    /// - `-c 20` fewer users than connections: how many rows a second does the slow database store now?
    /// - `--jdk 21,25` also on JDK 21: are virtual threads slower there?
    /// - `--jdbc-url ...` a PostgreSQL of your own, across a network: are CPUs still the bottleneck?
    /// - `--published` two minutes for each cell, as published

    Storing(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("storing", Storing::new, args);
    }
}
