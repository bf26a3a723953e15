///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 17 event-broker: the service hands each row to an event broker. Does the kind of thread matter?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java kit/postgres/package-info.java ../apps/CustomersBroker.java
//FILES published/e4.csv=../data/published/e4.csv source/apps/CustomersBroker.java.txt=../apps/CustomersBroker.java
//FILES source/labs/event-broker.java.txt=event-broker.java
//MAIN EventBroker

import static kit.plan.Metric.*;

import apps.*;
import java.time.Duration;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;
import kit.postgres.Postgres;

/// # 17 event-broker: The service hands each row to an event broker. Does the kind of thread matter?
/// A request contains a person. The service sends the person to an event broker, and answers. {consumers} consumers in
/// the same service take the messages and store each person as a row in PostgreSQL. The broker is Apache Artemis, in
/// the JVM of the service and in memory. Lab 12 repeats a published experiment. Its authors also used virtual threads
/// in a service with a broker, and report "a favorable outcome". After each block, the lab waits for all rows.
class EventBroker extends Page {

    int users = users(300);
    int few = users(100);
    int threads = 200;
    int consumers = 32;
    Duration brokerAnswers = seconds(1);
    Duration slowRow = ms(400);
    long stored = consumers * 1000 / slowRow.toMillis();
    long arrive = 2 * stored;
    {
        database(Postgres::open, "customers");
        published("e4.csv");
        measureAtMost(minutes(3));
        code("apps/CustomersBroker.java", "@PostMapping(\"/person/event\")", "@JmsListener");
        code("labs/event-broker.java", "ServiceUnderTest broker = ");
    }

    // With C2, these services are warm after some minutes; the ratios are similar.
    ServiceUnderTest broker = service(CustomersBroker.class).flags("-Xmx2g").withoutC2()
            // Else the broker writes four lines of a log for each message: more work than the message itself.
            .property("logging.level.org.apache.activemq.audit", "off")
            .expect("hikari.maximum-pool-size", consumers);
    Variant platform = broker.onPlatformThreads(threads);
    Variant virtual = broker.onVirtualThreads();

    Request event = post("/person/event", Person.ADA);
    Request waitingEvent = post("/person/event?ms=" + brokerAnswers.toMillis(), Person.ADA);

    /// ## 1. A broker that answers at once
    /// {few} users send requests without a pause. The broker, the consumers and the database share the CPUs with the
    /// requests. Rows may be accepted faster than they are stored, and then work is left when a block ends. So the time
    /// until all of its rows are stored counts, too.
    Comparison fast = compare("broker answers at once").users(few).within(percent(15)).send("event", event, measured())
            .to(platform, virtual);
    {
        // How much CPU time a row needs on either kind of thread differs from machine to machine: the ratio was 0.99 on
        // one, and 1.17 on another.
        claim(fast.ratio(ACCEPTED_AND_STORED, virtual, platform)).between(0.7, 1.4)
                .otherwise("do requests or consumers use the CPUs? see cpu_us_per_request in summary.csv");
    }

    /// ## 2. A broker that answers after {brokerAnswers}
    /// A broker on another machine that writes to several disks takes longer to answer. {users} users wait for it.
    Comparison waits = compare("broker answers late").users(users).within(percent(5))
            .send("late-event", waitingEvent, waiting(brokerAnswers)).to(platform, virtual);
    {
        ask("The broker answers after {brokerAnswers}. What is the throughput of virtual threads divided by that of "
                + "{threads} platform threads?", waits.throughput(virtual, platform))
                .hint("a request holds its thread while it waits for the broker")
                .hint("how many of {users} requests can wait at the same time?");
        claim(waits).asTheRuleSays();
        claim(waits.throughput(virtual, platform)).asTheRuleSays(percent(5)).headline()
                .otherwise("which of the two missed its rule?");
    }

    /// ## 3. A slow database behind the broker
    /// The database takes {slowRow} for each row, so the consumers store {stored} rows a second. {arrive} arrive.
    ServiceUnderTest behind = broker.property("customers.insert-takes-ms", slowRow.toMillis())
            .expect("insert-takes-ms", slowRow.toMillis());
    Variant platformSlow = behind.onPlatformThreads(threads).named("platform-slow");
    Variant virtualSlow = behind.onVirtualThreads().named("virtual-slow");
    Comparison slow = compare("slow database").load(rate(arrive))
            .send("event", event, storedLater("connections", consumers, slowRow)).to(platformSlow, virtualSlow);
    {
        claim(slow.backlogGrowth(platformSlow), slow.backlogGrowth(virtualSlow)).asTheRuleSays(percent(10))
                .otherwise("see lag_rows and rule_lag_rows in timeline.csv: from which second on do they differ?");
    }

    /// ## The rule
    /// A request holds its thread for S, the wait for the broker. So {threads} threads accept {threads} / S rows a
    /// second. Virtual threads accept N / S from N users, until CPUs are the bottleneck. If the broker answers at once,
    /// k CPUs accept and store at most k / D rows a second. D is the CPU time of a request and of storing its row, on
    /// any kind of thread. The consumers store P = {consumers} / {slowRow} = {stored} rows a second in the slow
    /// database. If A rows arrive a second, the backlog grows by A - P each second.
    {
        rule(waits, fast, slow);
    }

    /// ## The answer
    /// With a broker that answered after {brokerAnswers}, virtual threads accepted
    /// {waits.throughput(virtual, platform)} times as many rows as {threads} platform threads. With one that
    /// answered at once, they accepted and stored {fast.ratio(ACCEPTED_AND_STORED, virtual, platform)} times as many.
    {
        bars("Rows accepted in a second", fast, waits);
    }

    /// ## What happened
    {
        table(fast).ratiosTo(platform).columns(THROUGHPUT, ACCEPTED_AND_STORED, BACKLOG, CPU_PER_REQUEST);
        table(waits).ratiosTo(platform).columns(THROUGHPUT, MEAN);
        table(slow).columns(THROUGHPUT, STORED, BACKLOG_GROWTH, BACKLOG, DRAIN);
    }

    /// By the rule, virtual threads help if the pool is too small for the requests that wait for the broker. They do
    /// not change how fast the consumers store the rows. With the slow database, the backlog at the end of a block was
    /// {slow.figure(BACKLOG, platformSlow)} messages on platform threads and {slow.figure(BACKLOG, virtualSlow)} on
    /// virtual threads. If such a load lasts longer, the next limit is the memory of the broker.
    ///
    /// ## Try it
    /// - `-c 600` more users wait for the broker: how many times as many rows do virtual threads accept now?
    /// - `--jdk 21,25` the JMS session pool of Spring uses synchronized: are virtual threads pinned on JDK 21?
    /// - `--jdbc-url ...` a PostgreSQL of your own, across a network

    EventBroker(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("event-broker", EventBroker::new, args);
    }
}
