///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 12 backlog: the service answers before the row is stored. How many rows are still to be stored, and why?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java kit/postgres/package-info.java ../apps/Customers.java
//FILES published/e4.csv=../data/published/e4.csv source/apps/Customers.java.txt=../apps/Customers.java
//FILES source/labs/backlog.java.txt=backlog.java
//MAIN Backlog

import static old.page.TableColumn.column;
import static old.trust.Claim.*;
import static old.trust.Metric.*;

import apps.*;
import java.time.Duration;
import java.util.*;
import old.page.*;
import kit.plan.*;
import kit.rule.*;
import old.plan.*;
import old.plan.Cell;
import kit.postgres.Postgres;
import old.trust.Results;

/// # 12 backlog: The service answers before the row is stored. How many rows are still to be stored, and why?
/// A request contains a person. The service puts it into a queue in memory and answers at once. Later, a writer stores
/// the row in PostgreSQL, over one of {CONNECTIONS} connections. Rows that are accepted and not yet stored are the
/// backlog. After each cell the lab waits until all are stored, and counts the rows in the table. Three services:
///
/// - platform: requests on 200 platform threads, a writer of 500 platform threads, an unbounded queue (published)
/// - virtual: requests on virtual threads, the same writer and queue
/// - virtual-bounded: a virtual thread stores each row. At most {ROOM} rows are queued, and further requests wait
class Backlog extends Page {
    static final int CONNECTIONS = 32, ROOM = 500, SLOW_MS = 400;
    static final Request ROW = Request.post("/person/async", Person.ADA);
    Duration length = Duration.ofSeconds(6), untilCompiled = Duration.ofSeconds(8);
    {
        database(Postgres::open, "customers");
        published("e4.csv");
        withoutC2();
        code("apps/Customers.java", "public Person async(");
        code("labs/backlog.java", "Variant platform = ");
    }

    Variant platform = Variant.platform("platform", Customers.class, 200).flags("-Xmx2g")
            .expectingFact("hikari.maximum-pool-size", CONNECTIONS).expectingFact("writer.queue", "unbounded");
    Variant virtual = Variant.virtual("virtual", Customers.class).flags("-Xmx2g")
            .expectingFact("hikari.maximum-pool-size", CONNECTIONS).expectingFact("writer.queue", "unbounded");
    Variant bounded = virtual.expectingFact("writer.queue", ROOM)
            .as("virtual-bounded", "a virtual thread per request and per row, at most " + ROOM + " rows queued")
            .property("customers.writer", "bounded").property("customers.writer.rows", ROOM);

    /// ## 1. The same writer behind both kinds of request thread
    /// {users} users send requests without a pause. CPUs are the bottleneck. A pilot measures D, the CPU time of a row.
    List<Integer> users = users(List.of(100), List.of(10, 50, 100));
    List<Cell> onPlatform = cells(platform, needs(platform, ROW)), onVirtual = cells(virtual, needs(virtual, ROW));
    {
        onVirtual.forEach(v -> expect(v.label() + ": 0.8 to 1.25 times as many rows a second as platform threads",
                ratio(STORED, v, onPlatform.get(onVirtual.indexOf(v))).atLeast(0.8).atMost(1.25),
                "the same writer shares the CPUs with the requests: see machine_cpu in summary.csv"));
        withAllCells(() -> onVirtual).forEach(v -> expect(v.label() + ": 0.6 to 1 times as many rows accepted",
                ratio(v, onPlatform.get(onVirtual.indexOf(v))).atLeast(0.6).atMost(1), "see machine_cpu and rps"));
    }

    /// ## 2. A slow database
    /// The database takes {SLOW_MS} ms for each row. {arrive} rows arrive a second, twice what it can store.
    /// `--all-cells` adds a wait of 64 ms with 1000 rows a second, for the published 120 s.
    int stored = CONNECTIONS * 1000 / SLOW_MS, arrive = 2 * stored, seconds = unlessQuick(5, 2);
    Cell slowPlatform = growing(platform, SLOW_MS, seconds), slowVirtual = growing(virtual, SLOW_MS, seconds);
    List<Cell> large = withAllCells(() -> List.of(growing(platform, 64, unlessQuick(120, 4))));
    List<Cell> growing = List.of(List.of(slowPlatform, slowVirtual), large).stream().flatMap(List::stream).toList();
    {
        predict("{arrive} rows arrive a second, {stored} are stored. On which threads is the backlog larger?",
                Choices.below(0.8, "platform threads").then(1.25, "neither").beyond("virtual threads"),
                ratio(BACKLOG, slowVirtual, slowPlatform).byRule(1), "both accept the same; how fast are rows stored?");
        growing.forEach(cell -> expect(cell.label() + ": the backlog grows at half the arrival rate",
                count(BACKLOG_GROWTH, cell).near(((OpenLoop) cell.load()).rate() / 2, 0.1),
                "see lag_rows and predicted_lag_rows in timeline.csv, and machine_cpu: was the CPU short?"));
        expect("at the same arrival rate the backlog is the same", ratio(BACKLOG, slowVirtual, slowPlatform)
                .near(1, 0.1), "which of the two differs? see accepted_rows and persisted_rows in timeline.csv");
        expect("at the same arrival rate the backlog is stored in the same time", ratio(DRAIN, slowVirtual,
                slowPlatform).near(1, 0.1), "persisted_rows in timeline.csv: how many rows a second are stored?");
    }

    /// ## 3. A queue with a bound
    /// The bounded queue is in front of the slow database. The load is {slowBounded.load}. The warm-up fills the queue.
    Load waves = load(users.getLast(), length).inWaves(CONNECTIONS, Duration.ofMillis(SLOW_MS));
    Cell slowBounded = slow(bounded, SLOW_MS, waves,
            Queueing.fullQueue(waves, "connections", CONNECTIONS, SLOW_MS / 1e3)).warmup(untilCompiled);
    List<Cell> all = List.of(onPlatform, onVirtual, growing, List.of(slowBounded)).stream().flatMap(List::stream)
            .toList();
    {
        expectRule("was the queue full when the measurement began? see lag_begin_rows in summary.csv", slowBounded);
        expect("the bounded queue holds at most {ROOM} rows, and at its peak more than half of that",
                count(BACKLOG_PEAK, slowBounded).atLeast(ROOM / 2.0).atMost(ROOM).inEveryFork(),
                "see writer.queue among the facts in run.json: was the writer the one with a bound?");
        all.forEach(cell -> expect(cell.label() + ": every accepted row is in the table in the end",
                count(LOST, cell).atMost(0), "`why` in summary.csv has the reason; the cell's log says which rows"));
    }

    /// ## The rule
    /// A service accepts A rows a second and stores P. So the backlog grows by A - P each second, and a row waits
    /// backlog / P (Little's law). A service that accepts fewer rows has a smaller backlog, but does not store them
    /// faster. The slow database stores P = {CONNECTIONS} / {SLOW_MS} ms = {stored} rows a second. With the fast
    /// database, k CPUs accept and store at most k / D (D is the CPU time of a row). When a queue of {ROOM} rows is
    /// full, A = P, and each of N users waits N / P.
    Results measured = measure(all);

    /// ## The answer
    /// Where {arrive} rows arrived a second and the database stored {stored}, the backlog grew by
    /// {slowPlatform.backlogGrowth} a second on platform threads and by {slowVirtual.backlogGrowth} on virtual threads.
    /// A bounded queue never had more than {slowBounded.backlogPeak} rows; its users waited {slowBounded.mean} ms.
    /// ## What happened
    {
        headline("Rows by which the backlog grew in a second", cell -> measured.mean(BACKLOG_GROWTH, cell),
                slowPlatform, slowVirtual, slowBounded);
        show("Rows a second, backlog when the load ends, and seconds until it was stored:", all,
                column("accepted", measured::rps), column("stored", c -> measured.mean(STORED, c)),
                column("backlog", c -> measured.mean(BACKLOG, c)), column("drain s", c -> measured.mean(DRAIN, c)),
                column("backlog, published", c -> c.published().said("lag_rows")),
                column("drain s, published", c -> c.published().said("drain_s")));
        show("Published, 100 users:", List.of("threads", "accepted/s", "stored/s", "left after 120 s"), List.of(
                List.of("platform", "10,223", "6350", "465,000"), List.of("virtual", "7274", "6856", "50,000")));
    }

    /// Virtual threads had 415,000 rows less left in the publication. Of these, 61,000 come from 8 % more rows stored,
    /// and 354,000 from 29 % fewer accepted.
    /// ## Try it
    /// - `--all-cells` 10 and 50 users, and a backlog of 60,000 rows
    /// - `--jdbc-url ...` a PostgreSQL of your own, with enough CPU, over a network: does the backlog grow?

    private List<Cell> cells(Variant variant, Needs needs) {
        return users.stream().map(n -> cell(variant, ROW, load(n, length, Duration.ofSeconds(120)), needs).within(0.15)
                .as("async").warmup(untilCompiled).throughputOnly().whereCpuBinds()
                .published(publishedFigure(Map.of("variant", variant.name(), "save", "async", "users", n)))).toList();
    }

    private Cell growing(Variant variant, int ms, int seconds) {
        var twice = new OpenLoop(2.0 * CONNECTIONS * 1000 / ms, Duration.ofSeconds(seconds));
        return slow(variant, ms, twice, Prediction.served(twice, Double.NaN)).whereCpuBinds()
                .warmup(Duration.ofSeconds(6)).backlog(Forecast.backlog(twice, CONNECTIONS, Duration.ofMillis(ms)));
    }

    private Cell slow(Variant variant, int ms, Load load, Prediction rule) {
        return cell(variant.property("customers.insert-takes-ms", ms).expectingFact("insert-takes-ms", ms),
                ROW, load, rule).as("async-slow").throughputOnly().within(0.1);
    }

    public static void main(String... args) {
        System.exit(run("backlog", args, Backlog::new));
    }
}
