///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 10 held-connection: a transaction begins before a slow call. What do virtual threads change?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java kit/postgres/package-info.java ../apps/Users.java
//FILES source/labs/held-connection.java.txt=held-connection.java source/apps/Users.java.txt=../apps/Users.java
//MAIN HeldConnection

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

/// # 10 held-connection: A transaction begins before a slow call. What do virtual threads change?
/// A request gets a score from an external service, which takes {EXTERNAL}, and then stores a row in PostgreSQL. The
/// service is that of lab 9 with one change: the transaction begins before the call. While a request waits for the
/// score, it holds one of {CONNECTIONS} database connections (Hikari's default), and does not use it.
///
/// {users} users send requests without a pause. A request waits at most {TIMEOUT} for a free connection; then it fails
/// with status 503. (Spring Boot's default is 30 s.) At the same time, five probes a second are sent to the service. A
/// probe is a request that counts the rows of the table. It needs a connection for a moment only.
class HeldConnection extends Page {

    static final int CONNECTIONS = 10, PERMITS = 8;
    static final Duration EXTERNAL = Duration.ofMillis(500), TIMEOUT = Duration.ofSeconds(2);
    static final String PROBE = "probe", BODY = "{\"name\": \"Ada\", \"tag\": \"countess\"}";
    int users = concurrency(100);
    double s = EXTERNAL.toMillis() / 1000.0, perSecond = CONNECTIONS / s, tooManyByDefault = 30 * perSecond;
    boolean tooMany = users > perSecond * TIMEOUT.toSeconds();
    double gain = Math.max(1, users / (double) CONNECTIONS), least = 0.5 * gain, most = 1.5 * gain;
    {
        database(Postgres::open, "users");
        withoutC2();
        code("apps/Users.java", "public User createInTransaction(", "@PostMapping(\"/user/create\")");
        code("labs/held-connection.java", "Variant virtual = ");
    }

    Variant virtual = calling(Variant.virtual("virtual", Users.class));
    Variant platform = calling(Variant.platform("platform", Users.class, 200));
    Variant lazily = virtual.as("virtual-lazy", "connections are taken at the first statement")
            .property("spring.datasource.connection-fetch", "lazy");
    Demand wait = Demand.waiting(EXTERNAL), held = wait.holding("connections", CONNECTIONS, EXTERNAL);

    /// ## 1. A connection is held during the call
    /// The users send the same requests to 200 platform threads, and to virtual threads.
    Cell onPlatform = probed(platform, "/in-transaction", held), onVirtual = probed(virtual, "/in-transaction", held);
    {
        predict("What is the throughput of virtual threads divided by that of platform threads?",
                Choices.below(0.8, "less than 0.8").then(1.25, "about 1").then(3, "1.25 to 3")
                        .beyond("more than 3"),
                ratio(onVirtual, onPlatform),
                "what does a waiting request hold besides a thread?", "{CONNECTIONS} connections, each held for {s} s");
        for (Cell cell : List.of(onPlatform, onVirtual)) {
            expectRule(cell);
            expectFailures(cell, "requests", count(ERRORS, cell),
                    "how long did requests wait? see hikari.connection-timeout-ms in run.json");
            expectFailures(cell, "probes", count(ERRORS, cell).of(PROBE),
                    "the probe has a row of its own in summary.csv: see its error_kinds");
        }
    }

    /// ## 2. Three repairs, on virtual threads
    /// - guarded: a semaphore before the transaction admits {PERMITS} requests at a time, two fewer than there are
    ///   connections. A request waits for it without a timeout
    /// - virtual-lazy: the first statement takes the connection (spring.datasource.connection-fetch=lazy, Boot 4.1+)
    /// - call-first: the call comes before the transaction, as in lab 9
    Cell guarded = probed(virtual, "/in-transaction/guarded", wait.holding("permits", PERMITS, EXTERNAL));
    Cell lazy = probed(lazily, "/in-transaction", wait).warmup(Duration.ofSeconds(10));
    Cell callFirst = probed(virtual, "", wait).as("call-first").warmup(Duration.ofSeconds(10));
    {
        expectRule(guarded);
        expect("guarded: no request fails", count(ERRORS, guarded).atMost(0),
                "error_kinds says why they failed: with http-503, the service had no connection in time");
        expect("guarded: no probe fails", count(ERRORS, guarded).of(PROBE).atMost(0),
                "two connections stay free for probes: see connections_active in timeline.csv");
        List.of(lazy, callFirst).forEach(cell -> expect(
                cell.label() + ": {least} to {most} times the throughput of virtual threads that hold a connection",
                ratio(cell, onVirtual).atLeast(least).atMost(most).byRule(gain),
                "does a statement before the call take the connection? If not, was the machine busy?"));
    }

    /// ## The rule
    /// Each request holds a connection for h = {s} s. One connection serves 1 / h requests a second. All of the
    /// connections serve {CONNECTIONS} / h = {CONNECTIONS / s}, on any kind of thread. With the semaphore it is
    /// {PERMITS} / h = {PERMITS / s}. If no connection is held during the call, {users} users send {users} / {s} s =
    /// {users / s}/s. With the default timeout of 30 s, each of {users} requests would take {users / perSecond} s. On
    /// virtual threads, requests would fail with more than about {tooManyByDefault} users.
    Results measured = measure(onPlatform, onVirtual, guarded, lazy, callFirst);
    double guardedFailed = measured.mean(ERRORS, guarded, PROBE), failed = measured.mean(ERRORS, onVirtual, PROBE);

    /// ## The answer
    /// Virtual threads had {onVirtual / onPlatform} times the throughput of platform threads. By the rule,
    /// {CONNECTIONS} connections are the limit. With the call first, the factor was {callFirst / onPlatform}.
    ///
    /// ## What happened
    {
        headline("Requests per second", measured::rps, onPlatform, onVirtual, guarded, lazy, callFirst);
        show("Requests, and the probes beside them:",
                List.of(onPlatform, onVirtual, guarded, lazy, callFirst), column("requests/s", measured::rps),
                column("mean ms", measured::meanMs), column("failed", cell -> measured.mean(ERRORS, cell)),
                column("probe answered", cell -> measured.mean(OK, cell, PROBE)),
                column("probe failed", cell -> measured.mean(ERRORS, cell, PROBE)),
                column("probe mean ms", cell -> measured.mean(MEAN, cell, PROBE)));
    }

    /// On either kind of thread, {CONNECTIONS} connections limit the throughput. Virtual threads served
    /// {onVirtual.throughput} requests/s, platform threads {onPlatform.throughput}, call-first {callFirst.throughput}.
    ///
    /// The semaphore keeps connections free for other work: {guardedFailed} probes failed with it, and {failed} without
    /// it. guarded served {guarded.throughput} requests/s (mean response time {guarded.mean} ms). virtual-lazy served
    /// {lazy.throughput}: there, a request takes its connection after the call.
    ///
    /// ## Try it
    /// - `-c 30` do requests still fail? from which number of users on do they fail?
    /// - `--variant virtual-lazy` one property, and no change of the code
    /// - `--jdbc-url jdbc:postgresql:..` a database of your own
    /// - `--jdk 21,25` is there a difference?
    /// - In this file: halve EXTERNAL. Which throughputs double?

    private Cell probed(Variant variant, String path, Demand demand) {
        Load load = ClosedLoop.of(users, Duration.ofSeconds(unlessQuick(10, 4)));
        return cell(variant, Request.post("/user/create" + path, BODY), load, demand).as(path.replaceFirst(".*/", ""))
                .beside(PROBE, Request.get("/user/count"), new OpenLoop(5, Duration.ofSeconds(10))).within(0.1)
                .expectingErrors();
    }

    private void expectFailures(Cell cell, String of, Claim.Test errors, String hint) {
        expect(cell.variant().name() + (tooMany ? ": some " + of + " fail, because a connection is not free in time"
                : ": all " + of + " succeed"), tooMany ? errors.atLeast(1) : errors.atMost(0), hint);
    }

    private static Variant calling(Variant variant) {
        return variant.external("score", Score.class, EXTERNAL).property("guard.permits", PERMITS)
                .expectingFact("guard.permits", PERMITS).expectingFact("hikari.maximum-pool-size", CONNECTIONS)
                .property("spring.datasource.hikari.connection-timeout", TIMEOUT.toMillis())
                .expectingFact("hikari.connection-timeout-ms", TIMEOUT.toMillis());
    }

    public static void main(String... args) {
        System.exit(run("held-connection", args, HeldConnection::new));
    }
}
