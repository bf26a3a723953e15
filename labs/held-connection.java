///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 10 held-connection: a transaction begins before a slow call. What do virtual threads change?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java kit/postgres/package-info.java ../apps/Users.java
//FILES source/labs/held-connection.java.txt=held-connection.java source/apps/Users.java.txt=../apps/Users.java
//MAIN HeldConnection

import static kit.plan.Metric.*;

import apps.*;
import java.time.Duration;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;
import kit.postgres.Postgres;

/// # 10 held-connection: A transaction begins before a slow call. What do virtual threads change?
/// A request gets a score from an external service, which takes {call} on average, and then stores a row in PostgreSQL.
/// The service is that of lab 9 with one change: the transaction begins before the call. While a request waits for the
/// score, it holds one of {connections} database connections (Hikari's default), and does not use it.
///
/// {users} users send requests without a pause. A request waits at most {patience} for a free connection; then it fails
/// with status 503. (Spring Boot's default is 30 s.) At the same time, five probes a second are sent to the service. A
/// probe is a request that counts the rows of the table. It needs a connection for a moment only.
class HeldConnection extends Page {

    int users = users(40);
    int connections = 10;
    int permits = 8;
    Duration call = ms(500);
    int varies = 20;
    Duration patience = seconds(1);
    {
        database(Postgres::open, "users");
        // A request waits for seconds here: a block with three requests of each user would take six.
        requestsOfAUser(1);
        // Connections come free ten at a time: in a short block, one lot more or less makes a difference.
        blocks(seconds(3));
        code("apps/Users.java", "public User createInTransaction(", "@PostMapping(\"/user/create\")");
        code("labs/held-connection.java", "ServiceUnderTest service = ");
    }

    // With C2, these services are warm after some minutes; the ratios are similar.
    ServiceUnderTest service = service(Users.class).withoutC2().external("score", Score.class, call)
            // With as few requests a second as later, it would take minutes until all code is compiled.
            .atOnceWhilePrimed("score")
            // If each call took the same time, requests would get their connections ten at a time ever after.
            .property("score.varies-percent", varies)
            .property("spring.datasource.hikari.connection-timeout", patience.toMillis())
            .expect("hikari.connection-timeout-ms", patience.toMillis())
            .expect("hikari.maximum-pool-size", connections)
            .property("guard.permits", permits).expect("guard.permits", permits);
    Variant platform = service.onPlatformThreads(200);
    Variant virtual = service.onVirtualThreads();
    Variant lazily = virtual.as("virtual-lazy", "a virtual thread per request, connections are taken late")
            .property("spring.datasource.connection-fetch", "lazy");

    String ada = "{\"name\": \"Ada\", \"tag\": \"countess\"}";
    Request inTransaction = post("/user/create/in-transaction", ada);
    Request guardedRequest = post("/user/create/in-transaction/guarded", ada);
    Request callFirst = post("/user/create", ada);
    Request count = get("/user/count");
    Demand waits = waiting(call).varying(varies / 100.0);
    {
        primedBy(inTransaction);
    }

    /// ## 1. A connection is held during the call
    /// The users send the same requests to 200 platform threads, and to virtual threads.
    Comparison held = compare("held during the call").users(users).expectingErrors().within(percent(5))
            .send("in-transaction", inTransaction, waits.holding("connections", connections, call))
            .to(platform, virtual);
    Comparison probes = held.beside("probe", count, rate(5));
    {
        ask("What is the throughput of virtual threads divided by that of platform threads?",
                held.throughput(virtual, platform))
                .hint("what does a waiting request hold besides a thread?")
                .hint("{connections} connections, each held for {call}");
        claim(held.throughput(virtual, platform)).near(1, percent(5)).headline()
                .otherwise("which of the two missed its rule?");
        claim(held).asTheRuleSays();
        claim(held.figure(ERRORS, platform)).atLeast(1).otherwise("are there so few users that each gets a connection "
                + "in time? {servedInTime} requests do");
        claim(held.figure(ERRORS, virtual)).atLeast(1).otherwise("are there so few users that each gets a connection "
                + "in time? {servedInTime} requests do");
        claim(probes.figure(ERRORS, platform)).atLeast(1)
                .otherwise("the probe has a row of its own in summary.csv: see its error_kinds");
        claim(probes.figure(ERRORS, virtual)).atLeast(1)
                .otherwise("the probe has a row of its own in summary.csv: see its error_kinds");
    }

    /// ## 2. Three repairs, on virtual threads
    /// - guarded: a semaphore before the transaction admits {permits} requests at a time, two fewer than there are
    ///   connections. A request waits for it without a timeout
    /// - virtual-lazy: the first statement takes the connection (spring.datasource.connection-fetch=lazy, Boot 4.1+)
    /// - call-first: the call comes before the transaction, as in lab 9
    Comparison guarded = compare("guarded").users(users).within(percent(5))
            .send("guarded", guardedRequest, waits.holding("permits", permits, call)).to(virtual);
    Comparison guardedProbes = guarded.beside("probe", count, rate(5));
    Comparison late = compare("taken late").users(users).within(percent(5))
            .send("in-transaction", inTransaction, waits).to(lazily);
    Comparison first = compare("call first").users(users).within(percent(5))
            .send("call-first", callFirst, waits).to(virtual);
    Quantity.Ratio gainLate = late.throughput(lazily).over(held.throughput(virtual));
    Quantity.Ratio gainFirst = first.throughput(virtual).over(held.throughput(virtual));
    {
        claim(guarded).asTheRuleSays();
        claim(guarded.figure(ERRORS, virtual)).atMost(0)
                .otherwise("error_kinds says why they failed: with http-503, the service had no connection in time");
        claim(guardedProbes.figure(ERRORS, virtual)).atMost(0)
                .otherwise("two connections stay free for probes: see connections_active in timeline.csv");
        claim(late, first).asTheRuleSays();
        claim(gainLate).asTheRuleSays(percent(5))
                .otherwise("does a statement before the call take the connection?");
        claim(gainFirst).asTheRuleSays(percent(5)).otherwise("which of the two missed its rule? Was the machine busy?");
    }

    /// ## The rule
    /// Each request holds a connection for h = {call}. One connection serves 1 / h requests a second. All of the
    /// connections serve {connections} / h = {perSecond}/s, on any kind of thread. With the semaphore it is {permits} /
    /// h = {guardedPerSecond}/s. If no connection is held during the call, {users} users send {users} / h =
    /// {freePerSecond}/s.
    ///
    /// A request that cannot have a connection within {patience} fails: so with more than about {servedInTime} users,
    /// requests fail. With the default timeout of 30 s it takes more than {servedByDefault} users, and each request
    /// waits for up to 30 s.
    long perSecond = connections * 1000 / call.toMillis();
    long guardedPerSecond = permits * 1000 / call.toMillis();
    long freePerSecond = users * 1000 / call.toMillis();
    long servedInTime = perSecond * patience.toSeconds() + connections;
    long servedByDefault = perSecond * 30 + connections;
    {
        rule(held, guarded, late, first);
    }

    /// ## The answer
    /// Nothing, while connections are the limit: virtual threads had {held.throughput(virtual, platform)} times the
    /// throughput of platform threads. With the call before the transaction it was {gainFirst} times as high.
    {
        bars("Requests per second", held, guarded, late, first);
    }

    /// ## What happened
    {
        table(held, guarded, late, first).columns(THROUGHPUT, MEAN, ERRORS, CONNECTIONS);
        table(probes, guardedProbes).columns(THROUGHPUT, MEAN, ERRORS);
    }

    /// On either kind of thread, {connections} connections limit the throughput. Virtual threads served
    /// {held.throughput(virtual)} requests/s, platform threads {held.throughput(platform)}, call-first
    /// {first.throughput(virtual)}.
    ///
    /// The semaphore keeps connections free for other work: {guardedProbes.figure(ERRORS, virtual)} probes failed with
    /// it, and {probes.figure(ERRORS, virtual)} without it. guarded served {guarded.throughput(virtual)} requests/s
    /// (mean response time {guarded.mean(virtual)} ms). virtual-lazy served {late.throughput(lazily)}: there, a request
    /// takes its connection after the call.
    ///
    /// ## Try it
    /// - `-c 20` do requests still fail? from which number of users on do they fail?
    /// - `--part 2` the repairs only: one of them is a property, and no change of the code
    /// - `--jdbc-url jdbc:postgresql:..` a database of your own
    /// - `--jdk 21,25` is there a difference?
    /// - In this file: halve `call`. Which throughputs double?

    HeldConnection(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("held-connection", HeldConnection::new, args);
    }
}
