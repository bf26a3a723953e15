///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 12 backlog: the service answers before the row is stored. How many rows are still to be stored, and why?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java kit/postgres/package-info.java ../apps/Customers.java
//FILES published/e4.csv=../data/published/e4.csv source/apps/Customers.java.txt=../apps/Customers.java
//FILES source/labs/backlog.java.txt=backlog.java
//MAIN Backlog

import static kit.plan.Metric.*;

import apps.*;
import java.time.Duration;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;
import kit.postgres.Postgres;

/// # 12 backlog: The service answers before the row is stored. How many rows are still to be stored, and why?
/// A request contains a person. The service puts it into a queue in memory and answers at once. Later, a writer stores
/// the row in PostgreSQL, over one of {connections} connections. Rows that are accepted and not yet stored are the
/// backlog. After each block the lab waits until all are stored, and counts the rows in the table. There are three
/// variants:
///
/// - platform: requests on 200 platform threads, a writer of 500 platform threads, an unbounded queue (published)
/// - virtual: requests on virtual threads, the same writer and queue
/// - bounded: requests on virtual threads, and a virtual thread stores each row. The backlog is at most {room} rows:
///   then further requests wait
class Backlog extends Page {

    int users = users(100);
    int connections = 32;
    int room = 64;
    Duration slowRow = ms(400);
    long stored = connections * 1000 / slowRow.toMillis();
    long arrive = 2 * stored;
    {
        database(Postgres::open, "customers");
        published("e4.csv");
        blocks(unlessPublished(seconds(2), seconds(60)));
        requestsOfAUser(2);
        measureAtMost(minutes(3));
        code("apps/Customers.java", "public Person async(");
        code("labs/backlog.java", "ServiceUnderTest jpa = ");
    }

    // With C2, JPA services are warm after some minutes; the ratios are similar.
    ServiceUnderTest jpa = service(Customers.class).flags("-Xmx2g").withoutC2()
            .expect("hikari.maximum-pool-size", connections);
    ServiceUnderTest unbounded = jpa.expect("writer.queue", "unbounded");
    Variant platform = unbounded.onPlatformThreads(200);
    Variant virtual = unbounded.onVirtualThreads();

    Request row = post("/person/async", Person.ADA);

    /// ## 1. A fast database
    /// {users} users send requests without a pause. CPUs are the bottleneck. The time until all rows of a block are
    /// stored counts, too.
    Comparison fast = compare("fast database").users(users).within(percent(15)).send("async", row, measured())
            .to(platform, virtual);
    Comparison with10 = compare("fast database, 10 users").onlyWithAllCells().users(10).within(percent(15))
            .send("async", row, measured()).to(platform, virtual);
    Comparison with50 = compare("fast database, 50 users").onlyWithAllCells().users(50).within(percent(15))
            .send("async", row, measured()).to(platform, virtual);
    {
        // How much CPU time a row needs on either kind of thread differs from machine to machine.
        claim(fast.ratio(ACCEPTED_AND_STORED, virtual, platform)).between(0.8, 1.25)
                .otherwise("which needs more CPU for a row? see cpu_us_per_request in summary.csv");
    }

    /// ## 2. A slow database
    /// The database takes {slowRow} for each row, so it stores {stored} rows a second. {arrive} arrive a second.
    ServiceUnderTest slowJpa = jpa.property("customers.insert-takes-ms", slowRow.toMillis())
            .expect("insert-takes-ms", slowRow.toMillis());
    ServiceUnderTest slowUnbounded = slowJpa.expect("writer.queue", "unbounded");
    Variant platformSlow = slowUnbounded.onPlatformThreads(200).named("platform-slow");
    Variant virtualSlow = slowUnbounded.onVirtualThreads().named("virtual-slow");
    Comparison slow = compare("slow database").load(rate(arrive))
            .send("async", row, storedLater("connections", connections, slowRow)).to(platformSlow, virtualSlow);
    {
        ask("{arrive} rows arrive a second, {stored} are stored. Is the backlog larger on virtual threads?",
                slow.ratio(BACKLOG, virtualSlow, platformSlow))
                .oneOf(percent(20), "no, it is smaller", "it is the same", "yes")
                .hint("both accept the same number of rows a second. How many do they store?");
        claim(slow.backlogGrowth(platformSlow), slow.backlogGrowth(virtualSlow)).asTheRuleSays(percent(10)).headline()
                .otherwise("see lag_rows and rule_lag_rows in timeline.csv: from which second on do they differ?");
        claim(slow.ratio(BACKLOG, virtualSlow, platformSlow)).near(1, percent(10))
                .otherwise("see lag_rows in timeline.csv: which of the two differs from the rule?");
        claim(slow.ratio(DRAIN, virtualSlow, platformSlow)).near(1, percent(10))
                .otherwise("how many rows a second are stored? see stored_rows and drain_s in summary.csv");
    }

    /// ## 3. A backlog with a bound
    /// {users} users send requests without a pause. The database is as slow, and the backlog is at most {room} rows.
    Variant bounded = slowJpa.property("customers.writer", "bounded").property("customers.writer.rows", room)
            .expect("writer.queue", room).onVirtualThreads().named("bounded");
    // Once it is full, a request is admitted for each row that is stored: as if requests held the connections.
    Comparison full = compare("slow database, bounded").users(users).within(percent(5))
            .send("async", row, waiting(slowRow).holdingThroughout("connections", connections)).to(bounded);
    {
        claim(full).asTheRuleSays();
        claim(full.figure(BACKLOG_PEAK, bounded)).near(room, percent(5))
                .otherwise("see writer.queue among the facts in run.json: did the writer have a bound?");
    }

    /// ## The rule
    /// A service accepts A rows a second and stores P. So the backlog grows by A - P each second, and a row waits for
    /// backlog / P (Little's law). The slow database stores P = {connections} / {slowRow} = {stored} rows a second.
    /// With the fast database, k CPUs accept and store at most k / D rows a second, where D is the CPU time of a row.
    /// The warm-up measures D. When a bounded backlog is full, A = P, and each of N users waits for N / P.
    ///
    /// A service that accepts fewer rows has a smaller backlog, and does not store them faster.
    {
        rule(fast, with10, with50, slow, full);
    }

    /// ## The answer
    /// {arrive} rows arrived a second, and the slow database could store {stored}. The backlog grew by
    /// {slow.backlogGrowth(platformSlow)} rows a second on platform threads and by {slow.backlogGrowth(virtualSlow)} on
    /// virtual threads. With a bound it had at most {full.figure(BACKLOG_PEAK, bounded)} rows, and a user waited for
    /// {full.mean(bounded)} ms.
    {
        bars("Rows by which the backlog grew in a second", slow.backlogGrowth(platformSlow),
                slow.backlogGrowth(virtualSlow), full.backlogGrowth(bounded));
    }

    /// ## What happened
    {
        table(fast, with10, with50).ratiosTo(platform).columns(THROUGHPUT, ACCEPTED_AND_STORED, BACKLOG,
                CPU_PER_REQUEST);
        table(slow, full).columns(THROUGHPUT, STORED, BACKLOG_GROWTH, BACKLOG, DRAIN, MEAN);
    }

    /// Published, for 100 users during 120 s:
    ///
    /// | threads | accepted/s | stored/s | backlog after 120 s |
    /// |---|---|---|---|
    /// | platform | 10,223 | 6350 | 465,000 |
    /// | virtual | 7274 | 6856 | 50,000 |
    ///
    /// Virtual threads had 415,000 rows less left. Of these, 61,000 come from 8 % more rows stored, and 354,000 from
    /// 29 % fewer accepted.
    ///
    /// ## Try it
    /// - `--all-cells` 10 and 50 users, too: how many rows a second are stored?
    /// - `--jdbc-url ...` a PostgreSQL of your own, with CPUs of its own: does the backlog of part 1 grow now?
    /// - `--published` a minute for each block

    Backlog(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("backlog", Backlog::new, args);
    }
}
