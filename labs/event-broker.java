///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 17 event-broker: the service hands each row to an event broker. Does the kind of thread matter?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java kit/postgres/package-info.java ../apps/CustomersBroker.java
//FILES published/e4.csv=../data/published/e4.csv source/apps/CustomersBroker.java.txt=../apps/CustomersBroker.java
//FILES source/labs/event-broker.java.txt=event-broker.java
//MAIN EventBroker

import static old.page.TableColumn.column;
import static old.trust.Claim.*;
import static old.trust.Metric.*;

import apps.*;
import java.time.Duration;
import java.util.List;
import old.page.*;
import kit.plan.*;
import kit.rule.*;
import old.plan.*;
import old.plan.Cell;
import kit.postgres.Postgres;
import old.trust.*;
import old.trust.Claim;

/// # 17 event-broker: The service hands each row to an event broker. Does the kind of thread matter?
/// A request contains a person. The service sends the person to an event broker, and answers. {CONSUMERS} consumers in
/// the same service take the messages and store each person as a row in PostgreSQL. The broker is Apache Artemis, in
/// the JVM of the service and in memory. Lab 12 repeats a published experiment. Its authors also used virtual threads
/// in a service with a broker, and report "a favorable outcome". After each cell, the lab waits for all rows.
class EventBroker extends Page {

    static final int CONSUMERS = 32, THREADS = 200, SLOW_MS = 400, SLOW_ROWS = CONSUMERS * 1000 / SLOW_MS;
    static final Duration ANSWER = Duration.ofSeconds(1), UNTIL_COMPILED = Duration.ofSeconds(8);
    static final Request EVENT = Request.post("/person/event", Person.ADA);
    int users = concurrency(300);
    {
        database(Postgres::open, "customers");
        published("e4.csv");
        withoutC2();
        code("apps/CustomersBroker.java", "@PostMapping(\"/person/event\")", "@JmsListener");
        code("labs/event-broker.java", "Variant platform = ");
    }

    Variant platform = Variant.platform("platform", CustomersBroker.class, THREADS).flags("-Xmx2g")
            .expectingFact("hikari.maximum-pool-size", CONSUMERS);
    Variant virtual = Variant.virtual("virtual", CustomersBroker.class).flags("-Xmx2g")
            .expectingFact("hikari.maximum-pool-size", CONSUMERS);

    /// ## 1. A broker that answers at once
    /// 100 users send requests without a pause. The broker, the consumers and the database share the CPUs with the
    /// requests. A pilot measures the CPU time D of a request and its row.
    Load steady = load(100, Duration.ofSeconds(6));
    Needs ofPlatform = needs(platform, EVENT), ofVirtual = needs(virtual, EVENT);
    Cell onPlatform = steady(platform, ofPlatform), onVirtual = steady(virtual, ofVirtual);
    {
        expect("the broker answers at once: virtual threads accept 0.8 to 1.25 times as many rows as platform threads",
                ratio(onVirtual, onPlatform).atLeast(0.8).atMost(1.25),
                "do requests or consumers use the CPUs? see machine_cpu, and `stored` on the page");
    }

    /// ## 2. A broker that answers after {ANSWER}
    /// A broker on another machine that writes to several disks takes longer to answer. {users} users wait for it.
    Cell waitsOnPlatform = waiting(platform), waitsOnVirtual = waiting(virtual);
    {
        predict("The broker answers after {ANSWER}. What is the throughput of virtual threads divided by that of "
                + "{THREADS} platform threads?", ratio(waitsOnVirtual, waitsOnPlatform),
                "a request holds its thread while it waits for the broker: how many wait at a time?");
        expectRule(waitsOnPlatform, waitsOnVirtual);
        Claim.Test gain = ratio(waitsOnVirtual, waitsOnPlatform);
        expect("the broker answers after {ANSWER}: virtual threads have the throughput ratio that the rule predicts",
                gain.near(gain.predicted(jdks().getLast()), 0.15), "which of the two missed its rule?");
    }

    /// ## 3. A slow database behind the broker
    /// The database takes {SLOW_MS} ms for each row. {twice.rate} rows arrive a second, twice what the consumers can
    /// store.
    OpenLoop twice = new OpenLoop(2 * SLOW_ROWS, Duration.ofSeconds(unlessQuick(5, 2)));
    Cell slowPlatform = slow(platform), slowVirtual = slow(virtual);
    List<Cell> all = List.of(onPlatform, onVirtual, waitsOnPlatform, waitsOnVirtual, slowPlatform, slowVirtual);
    {
        for (Cell cell : List.of(slowPlatform, slowVirtual)) {
            expect(cell.label() + ": the backlog in the broker grows by {SLOW_ROWS} rows a second",
                    count(BACKLOG_GROWTH, cell).near(SLOW_ROWS, 0.25),
                    "see lag_rows and predicted_lag_rows in timeline.csv: from which second on do they differ?");
        }
        all.forEach(cell -> expect(cell.label() + ": every accepted row is in the database in the end",
                count(LOST, cell).atMost(0), "`why` in summary.csv has the reason; the cell's log says which rows"));
    }

    /// ## The rule
    /// A request holds its thread for S, the wait for the broker. So {THREADS} threads accept {THREADS} / S rows a
    /// second. Virtual threads accept N / S from N users, until CPUs are the bottleneck. If the broker answers at once,
    /// k CPUs accept and store at most k / D rows a second. D contains the CPU time for storing the row, whatever the
    /// request thread is. The consumers store P = {CONSUMERS} / {SLOW_MS} ms = {SLOW_ROWS} rows a second in
    /// the slow database, for both kinds of thread. If A rows arrive a second, the backlog grows by A - P a second.
    Results measured = measure(all);

    /// ## The answer
    /// With a broker that answered after {ANSWER}, virtual threads accepted {waitsOnVirtual / waitsOnPlatform} times as
    /// many rows as {THREADS} platform threads. With one that answered at once: {onVirtual / onPlatform} times.
    ///
    /// ## What happened
    {
        headline("Rows accepted in a second", measured::rps, onPlatform, onVirtual, waitsOnPlatform, waitsOnVirtual);
        show("Rows a second, messages in the broker when the load ends, and seconds until all were stored:", all,
                column("accepted", measured::rps), column("stored", cell -> measured.mean(STORED, cell)),
                column("backlog", cell -> measured.mean(BACKLOG, cell)),
                column("drain s", cell -> measured.mean(DRAIN, cell)));
    }

    /// By the rule, virtual threads help if the pool is too small for the requests that wait for the broker. They do
    /// not change how fast the consumers store the rows. With the slow database, the backlog at the end of the load
    /// was {slowPlatform.backlog} messages on platform threads and {slowVirtual.backlog} on virtual threads. If
    /// such a load lasts longer, the next limit is the memory of the broker.
    ///
    /// ## Try it
    /// - `-c 600` more users wait for the broker: how many times as many rows do virtual threads accept now?
    /// - `--jdk 21,25` the JMS session pool of Spring uses synchronized: are virtual threads pinned on JDK 21?
    /// - `--jdbc-url ...` a PostgreSQL of your own, across a network

    private Cell steady(Variant variant, Needs needs) {
        return cell(variant, EVENT, steady, needs).within(0.15).throughputOnly().as("event").warmup(UNTIL_COMPILED)
                .whereCpuBinds();
    }

    private Cell waiting(Variant variant) {
        return cell(variant.property("customers.broker.answers-after-ms", ANSWER.toMillis())
                .expectingFact("broker.answers-after-ms", ANSWER.toMillis()), EVENT, load(users, Duration.ofSeconds(6)),
                Demand.waiting(ANSWER)).as("event-waiting").warmup(UNTIL_COMPILED).throughputOnly().within(0.15);
    }

    private Cell slow(Variant variant) {
        return cell(variant.property("customers.insert-takes-ms", SLOW_MS).expectingFact("insert-takes-ms", SLOW_MS),
                EVENT, twice, Prediction.served(twice, Double.NaN)).throughputOnly()
                .as("event-slow").warmup(Duration.ofSeconds(6)).backlog(Forecast.backlog(twice, CONSUMERS,
                        Duration.ofMillis(SLOW_MS)));
    }

    public static void main(String... args) {
        System.exit(run("event-broker", args, EventBroker::new));
    }
}
