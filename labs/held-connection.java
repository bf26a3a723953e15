///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 10 held-connection: a transaction begins before a slow call. What do virtual threads change?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java kit/postgres/package-info.java ../apps/Users.java
//FILES source/labs/held-connection.java=held-connection.java source/apps/Users.java=../apps/Users.java
//MAIN HeldConnection

import static kit.page.TableColumn.column;
import static kit.trust.Claim.*;

import apps.Score;
import apps.Users;
import java.time.Duration;
import java.util.List;
import kit.base.Numbers;
import kit.page.*;
import kit.plan.*;
import kit.postgres.Postgres;
import kit.trust.*;

/**
 * Lab 10. The service of lab 9 with one line moved: the transaction begins before the call, so a request holds a
 * connection while it waits. No kind of thread helps.
 */
class HeldConnection {

    /** What the external service takes to answer. */
    private static final Duration EXTERNAL = Duration.ofMillis(500);
    /** Hikari's default. */
    private static final int CONNECTIONS = 10;
    private static final int USERS = 100;
    /** How long a request waits for a connection, and how many requests the semaphore admits to the transaction. */
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int PERMITS = 8;
    private static final String PROBE = "probe";
    private static final String BODY = """
            {"name": "Ada", "tag": "countess"}""";

    public static void main(String... args) {
        System.exit(Lab.run("held-connection", args, HeldConnection::page));
    }

    static void page(Lab lab) {
        lab.title(10, "A transaction begins before a slow call. What do virtual threads change?");
        lab.database(Postgres::open, "users");
        lab.withoutC2();
        int users = lab.concurrency(USERS);
        double s = EXTERNAL.toMillis() / 1000.0;

        lab.say("""
                A request asks an external service for a score, which takes %d ms, and stores it in PostgreSQL. The
                service has %d connections to the database. The transaction begins before the call. So the request holds
                a connection that it does not use while it waits.

                There are %d users who send requests without a pause. A request that finds no free connection waits for
                one, %d s at most; then it fails with status 503. (Spring Boot's default is 30 s. With so few users no
                request would wait as long: it would take %s s and succeed. From about %s users on, requests would fail
                there, too.) Beside them a probe sends five requests a second, which count the users. A probe needs a
                connection for a moment only.

                Three repairs are tried on virtual threads:

                - guarded: a semaphore before the transaction admits %d requests at a time, two fewer than there are
                  connections. A request waits for it without a time-out
                - lazy: spring.datasource.connection-fetch=lazy, which Spring Boot has from 4.1 on. A request takes a
                  connection at its first statement, not when the transaction begins
                - call-first: the call comes before the transaction, as in lab 9""",
                EXTERNAL.toMillis(), CONNECTIONS, users, TIMEOUT.toSeconds(), users * s / CONNECTIONS,
                Math.round(30 * CONNECTIONS / s), PERMITS);
        lab.code("apps/Users.java", "public User createInTransaction(", "@PostMapping(\"/user/create\")");
        lab.code("labs/held-connection.java", "Variant virtual = ");

        Variant virtual = calling(Variant.virtual("virtual", Users.class));
        Variant platform = calling(Variant.platform("platform", Users.class, 2 * USERS));
        Variant lazily = virtual.as("virtual-lazy", "connections are taken at the first statement")
                .property("spring.datasource.connection-fetch", "lazy");
        Request inTransaction = Request.post("/user/create/in-transaction", BODY);
        Demand held = Demand.waiting(EXTERNAL).holding("connections", CONNECTIONS, EXTERNAL);
        Demand wait = Demand.waiting(EXTERNAL);

        // ## 1. A connection held during the call
        Cell onPlatform = probed(lab, platform, inTransaction, held, users).as("in-transaction");
        Cell onVirtual = probed(lab, virtual, inTransaction, held, users).as("in-transaction");
        lab.predict("What is the throughput of virtual threads divided by that of platform threads?",
                Choices.below(0.8, "less than 0.8").then(1.25, "about 1").then(3, "more than 1.25")
                        .beyond("more than 3"),
                ratio(onVirtual, onPlatform), "what does a request hold while it waits, beside its thread?",
                "%d connections, each held for %s s".formatted(CONNECTIONS, s));
        boolean tooMany = users > CONNECTIONS * TIMEOUT.toMillis() / EXTERNAL.toMillis();
        for (Cell cell : List.of(onPlatform, onVirtual)) {
            String name = cell.variant().name();
            lab.expect("%s: the connections give the throughput".formatted(name), asPredicted(cell),
                    "how many connections were there? see hikari.maximum-pool-size among the facts in run.json");
            String so = tooMany ? "fail, because a connection is not free in time" : "succeed";
            lab.expect("%s: %s".formatted(name, tooMany ? "some requests " + so : "all requests " + so),
                    failures(count(Metric.ERRORS, cell), tooMany),
                    "how long did requests wait? see hikari.connection-timeout-ms in run.json");
            lab.expect("%s: %s".formatted(name, tooMany ? "some probes " + so : "all probes " + so),
                    failures(count(Metric.ERRORS, cell).of(PROBE), tooMany),
                    "the probe has a row of its own in summary.csv: see its error_kinds");
        }

        // ## 2. Three repairs
        Cell guarded = probed(lab, virtual, Request.post("/user/create/in-transaction/guarded", BODY),
                wait.holding("permits", PERMITS, EXTERNAL), users).as("guarded");
        lab.expect("guarded: the permits of the semaphore give the throughput", asPredicted(guarded),
                "how many permits were there? see guard.permits among the facts in run.json");
        lab.expect("guarded: no request fails", count(Metric.ERRORS, guarded).atMost(0),
                "error_kinds says why they failed: http-503 is for want of a connection");
        lab.expect("guarded: no probe fails", count(Metric.ERRORS, guarded).of(PROBE).atMost(0),
                "two connections are left that no request in the semaphore can hold: which requests had them?");
        Duration untilCompiled = Duration.ofSeconds(10);
        Cell lazy = probed(lab, lazily, inTransaction, wait, users).as("in-transaction").warmup(untilCompiled);
        Cell callFirst = probed(lab, virtual, Request.post("/user/create", BODY), wait, users).as("call-first")
                .warmup(untilCompiled);
        double gain = Math.max(1, users / (double) CONNECTIONS);
        for (Cell cell : List.of(lazy, callFirst)) {
            lab.expect("%s: %s to %s times the throughput of a held connection".formatted(cell.label(),
                    Numbers.trim(0.5 * gain), Numbers.trim(1.5 * gain)),
                    ratio(cell, onVirtual).atLeast(0.5 * gain).atMost(1.5 * gain).byRule(gain),
                    "a statement before the call takes the connection; else: was the machine busy?");
        }

        lab.rule("""
                Each request holds a connection for h = %s s. One connection serves 1 / h requests a second, and all of
                them %d / h = %.0f, on any kind of thread. With the semaphore it is %d / h = %.0f. If no connection is
                held during the call, %d users have %6$d / S = %.0f/s.""",
                s, CONNECTIONS, CONNECTIONS / s, PERMITS, PERMITS / s, users, users / s);

        Results measured = lab.measure(onPlatform, onVirtual, guarded, lazy, callFirst);
        lab.conclude();
        lab.answer("""
                Virtual threads had %s times the throughput of platform threads: the limit is %s connections, each held
                for %s s. With the call before the transaction it was %s times.""",
                measured.over(onVirtual, onPlatform), CONNECTIONS, s,
                measured.over(callFirst, onPlatform));
        lab.headline("Requests per second", measured::rps, onPlatform, onVirtual, guarded, lazy, callFirst);

        lab.show("What became of the requests, and of the probes beside them:",
                List.of(onPlatform, onVirtual, guarded, lazy, callFirst), column("requests/s", measured::rps),
                column("mean ms", measured::meanMs), column("failed", cell -> measured.mean(Metric.ERRORS, cell)),
                column("probe answered", cell -> measured.mean(Metric.OK, cell, PROBE)),
                column("probe failed", cell -> measured.mean(Metric.ERRORS, cell, PROBE)),
                column("probe mean ms", cell -> measured.mean(Metric.MEAN, cell, PROBE)));
        lab.explain("""
                With the transaction begun before the call, platform threads served %s requests a second and virtual
                threads %s; with the call first it was %s. Virtual threads admit every request, but there are only %s
                connections.""",
                measured.rps(onPlatform), measured.rps(onVirtual), measured.rps(callFirst), CONNECTIONS);
        lab.explain("""
                The semaphore protects other work: %s probes failed with it, and %s without it. It does not raise the
                throughput: %s requests a second, at %s ms each. To raise it, requests must not hold a connection while
                they wait: with lazy connections it was %s.""",
                measured.mean(Metric.ERRORS, guarded, PROBE), measured.mean(Metric.ERRORS, onVirtual, PROBE),
                measured.rps(guarded), measured.meanMs(guarded), measured.rps(lazy));

        lab.tryIt("""
                -c 30                         do requests still fail? which is the first number of users with failures?
                --variant virtual-lazy        one property, and no line of code moved
                --jdbc-url jdbc:postgresql:.. a database of your own
                --jdk 21,25                   is there a difference?
                In the page: halve EXTERNAL. Which throughputs double, and which one does not?""");
    }

    /** The variant with the external service beyond it, where a request does not wait long for a connection. */
    private static Variant calling(Variant variant) {
        return variant.external("score", Score.class, EXTERNAL).property("guard.permits", PERMITS)
                .expectingFact("guard.permits", PERMITS)
                .property("spring.datasource.hikari.connection-timeout", TIMEOUT.toMillis())
                .expectingFact("hikari.connection-timeout-ms", TIMEOUT.toMillis())
                .expectingFact("hikari.maximum-pool-size", CONNECTIONS);
    }

    private static Claim.Test failures(Claim.Test count, boolean expected) {
        return expected ? count.atLeast(1) : count.atMost(0);
    }

    /** Whether requests fail for want of a connection is the question here. */
    private static Cell probed(Lab lab, Variant variant, Request request, Demand demand, int users) {
        return lab.cell(variant, request, ClosedLoop.of(users, Duration.ofSeconds(lab.unlessQuick(10, 6))), demand)
                .beside(PROBE, Request.get("/user/count"), new OpenLoop(5, Duration.ofSeconds(10))).within(0.1)
                .expectingErrors();
    }
}
