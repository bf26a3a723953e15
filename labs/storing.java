///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 11 storing: each request stores a row. Does the kind of thread matter?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java kit/postgres/package-info.java ../apps/Customers.java ../apps/CustomersReactive.java
//FILES published/e4.csv=../data/published/e4.csv source/apps/Customers.java.txt=../apps/Customers.java
//FILES source/labs/storing.java.txt=storing.java source/apps/CustomersReactive.java.txt=../apps/CustomersReactive.java
//MAIN Storing

import static old.trust.Claim.*;

import apps.*;
import java.time.Duration;
import java.util.*;
import old.page.*;
import kit.plan.*;
import old.plan.*;
import old.plan.Cell;
import kit.postgres.Postgres;
import old.trust.*;
import old.trust.Metric;

/// # 11 storing: Each request stores a row. Does the kind of thread matter?
/// A request contains a person. The service stores it as a row in a PostgreSQL table, and then answers. It has
/// {CONNECTIONS} connections to the database. As in the published experiment, there are three variants:
///
/// - platform: JPA, on Tomcat's 200 platform threads
/// - virtual: the same service on virtual threads
/// - reactive: WebFlux and R2DBC, on a few event-loop threads that never block
///
/// JPA makes three round trips for a row: its id, the row, the commit. R2DBC makes one, because the database creates
/// the id and commits by itself. This is unrelated to the kind of thread. PostgreSQL is a real server with durable
/// commits (fsync=on). After each cell the lab counts the rows. A row is lost if it was confirmed and is missing.
class Storing extends Page {

    static final int CONNECTIONS = 32, SLOW_MS = 200, SLOW_ROWS = CONNECTIONS * 1000 / SLOW_MS;
    static final Duration MEASURED = Duration.ofSeconds(8), SLOWLY = Duration.ofSeconds(5),
            SLOW = Duration.ofMillis(SLOW_MS);
    List<Integer> users = users(List.of(100), List.of(10, 50, 100));
    {
        database(Postgres::open, "customers");
        published("e4.csv");
        withoutC2();
        code("apps/Customers.java", "public Person sync(");
        code("apps/CustomersReactive.java", "public Mono<Person> reactive(");
        code("labs/storing.java", "Variant platform = ");
    }

    Variant platform = Variant.platform("platform", Customers.class, 200).flags("-Xmx2g")
            .expectingFact("hikari.maximum-pool-size", CONNECTIONS);
    Variant virtual = Variant.virtual("virtual", Customers.class).flags("-Xmx2g")
            .expectingFact("hikari.maximum-pool-size", CONNECTIONS);
    Variant reactive = Variant.reactive("reactive", CustomersReactive.class).flags("-Xmx2g")
            .expectingFact("r2dbc.pool.max-size", CONNECTIONS);

    // Only a measurement can tell the CPU time of a row. So a pilot measures it for each variant.
    Request jpa = Request.post("/person/sync", Person.ADA), r2dbc = Request.post("/person/reactive", Person.ADA);
    Needs onPlatform = needs(platform, jpa).holdingConnections(), onVirtual = needs(virtual, jpa).holdingConnections();
    Needs onReactive = needs(reactive, r2dbc).holdingConnections();

    /// ## 1. A fast database
    /// {users} users (c) send requests without a pause. On few CPUs, the CPUs are the bottleneck, not the connections.
    List<List<Cell>> all = users.stream().map(n -> List.of(cell(platform, jpa, n, onPlatform),
            cell(virtual, jpa, n, onVirtual), cell(reactive, r2dbc, n, onReactive))).toList();
    Request async = Request.post("/person/async", Person.ADA);
    List<Cell> early = withAllCells(() -> List.of(cell(platform, async, users.getLast(), needs(platform, async))));
    Cell platformMany = all.getLast().get(0), virtualMany = all.getLast().get(1), reactiveMany = all.getLast().get(2);
    {
        predict("{platformMany.load}: what is the throughput of virtual threads divided by that of platform threads?",
                Choices.below(0.8, "less than 0.8: platform threads are faster").then(1.25, "about 1")
                        .beyond("more than 1.25: virtual threads are faster"),
                ratio(virtualMany, platformMany).byRule(1),
                "which resource is scarce: threads, connections, or CPU?", "there are 200 platform threads");
        all.forEach(at -> expect(at.get(1).label() + ": 0.8 to 1.25 times as many rows a second as platform threads",
                ratio(at.get(1), at.get(0)).atLeast(0.8).atMost(1.25),
                "which needs more CPU for a row? see cpu_us_per_request, machine_cpu and pinned in summary.csv"));
        expect("{platformMany.load}, reactive: one round trip, not three: a row needs 0.3 to 0.9 times the database "
                + "CPU of JPA", ratio(Metric.DATABASE_CPU, reactiveMany, platformMany).atLeast(0.3).atMost(0.9),
                "is the database shared with others? see database_cpu_s and neighbour in summary.csv");
        all.forEach(at -> expect(at.get(2).label() + ": the 95th percentile is 0.3 to 1 times that of platform threads "
                + "(published: 0.57 to 0.69)", ratio(Metric.P95, at.get(2), at.get(0)).atLeast(0.3).atMost(1),
                "with busy CPUs, higher throughput means shorter response times: see rps and p95_ms in summary.csv"));
        early.forEach(cell -> List.of(platformMany, reactiveMany).forEach(other -> expect("if a service "
                + "answers before it stores the row, its median response time is at most that of " + other.label(),
                ratio(Metric.MEDIAN, cell, other).atMost(1), "the rows are stored by the same CPUs: see machine_cpu")));
    }

    /// ## 2. A slow database
    /// The database takes {SLOW_MS} ms for each row, as a remote or busy database does.
    Cell slowPlatform = slow(platform, onPlatform), slowVirtual = slow(virtual, onVirtual);
    {
        predict("{SLOW_MS} ms for each row: throughput of virtual threads, divided by that of platform threads?",
                Choices.below(0.8, "less than 0.8").then(1.25, "about 1").beyond("more than 1.25"),
                ratio(slowVirtual, slowPlatform), "how many rows can {CONNECTIONS} connections store?");
        expectRule("does each row take {SLOW_MS} ms? see insert-takes-ms in run.json, and connections_active in "
                + "timeline.csv", slowPlatform, slowVirtual);
        expect("slow database: the kind of thread does not matter", ratio(slowVirtual, slowPlatform).near(1, 0.05),
                "which of the two missed its rule?");
    }

    /// ## The rule
    /// A row holds one of {CONNECTIONS} connections for a time h. It also needs CPU time D, in the service, the
    /// database and the load generator, which share k CPUs. So the limits are {CONNECTIONS} / h and k / D rows a
    /// second. The pilot measures h and D. If CPUs are the bottleneck, the throughputs are equal only if both kinds of
    /// thread need the same D. If connections are the bottleneck, the kind of thread does not matter. With the slow
    /// database, h is a little above {SLOW_MS} ms: at most {CONNECTIONS} / {SLOW_MS} ms = {SLOW_ROWS} rows a second.
    Results measured = measure(all.stream().flatMap(List::stream).toList(), early, List.of(slowPlatform, slowVirtual));
    /// ## The answer
    /// {platformMany.load}: virtual threads stored {virtualMany / platformMany} times as many rows as platform
    /// threads (published: {virtualMany.published / platformMany.published}). With a database that takes {SLOW_MS} ms
    /// for each row the factor was {slowVirtual / slowPlatform}.
    /// ## What happened
    {
        headline("Rows per second", measured::rps, platformMany, virtualMany, slowPlatform, slowVirtual);
        var rows = all.stream().flatMap(at -> at.stream().filter(measured::has).map(cell -> List.<Object>of(
                cell.label(), cell.published().rps() / at.get(0).published().rps(), measured.over(cell, at.get(0)),
                cell.published().p95Ms() / at.get(0).published().p95Ms(), measured.over(Metric.P95, cell, at.get(0)),
                measured.over(Metric.CPU_PER_REQUEST, cell, at.get(0)),
                measured.over(Metric.DATABASE_CPU, cell, at.get(0))))).toList();
        show("Published and measured, as ratios to platform threads with the same number of users:", List.of("cell",
                "throughput, published", "throughput", "p95 published", "p95", "service CPU", "database CPU"), rows);
    }

    /// For a row, the service used {virtualMany.cpuPerRequest / platformMany.cpuPerRequest} times as much CPU time on
    /// virtual threads as on platform threads. The bottleneck (bound_seen in summary.csv) was {platformMany.bound} on
    /// platform threads, {virtualMany.bound} on virtual threads, and {reactiveMany.bound} with WebFlux. The published
    /// machine has eleven CPUs, so its bottleneck may differ.
    /// ## Try it
    /// - `--all-cells` 10 and 50 users, too, and rows that are stored after the answer: which median is the lowest?
    /// - `-c 20` fewer users than connections: how many rows a second does the slow database store now?
    /// - `--jdk 21,25` also on JDK 21: are virtual threads slower there?
    /// - `--jdbc-url ...` a PostgreSQL of your own, across a network: are CPUs still the bottleneck?
    /// - `--published` 10, 50 and 100 users, 120 s for each cell with the fast database

    private Cell cell(Variant variant, Request request, int users, Needs needs) {
        String save = request.path().replace("/person/", "");
        return cell(variant, request, load(users, MEASURED, Duration.ofSeconds(120)), needs).as(save).within(0.15)
                .warmup(Duration.ofSeconds(6)).throughputOnly().whereCpuBinds()
                .published(publishedFigure(Map.of("variant", variant.name(), "save", save, "users", users)));
    }

    private Cell slow(Variant variant, Needs needs) {
        Needs slower = needs.with(demand -> demand.andWaiting(SLOW).holdingThroughout("connections", CONNECTIONS));
        return cell(variant.property("customers.insert-takes-ms", SLOW_MS).expectingFact("insert-takes-ms", SLOW_MS),
                jpa, load(users.getLast(), SLOWLY), slower).as("sync-slow").throughputOnly().within(0.1)
                .warmup(Duration.ofSeconds(6)).published(Published.Figure.NONE);
    }

    public static void main(String... args) {
        System.exit(run("storing", args, Storing::new));
    }
}
