///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 7 ramp: users become more and more, and each of them waits for somebody else's service. What gives first?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java kit/postgres/package-info.java ../apps/Users.java
//FILES published/e2.csv=../data/published/e2.csv
//FILES source/labs/ramp.java=ramp.java source/apps/Users.java=../apps/Users.java
//MAIN Ramp

import static kit.trust.Claim.asPredicted;
import static kit.trust.Claim.count;
import static kit.trust.Claim.ratio;

import apps.Score;
import apps.Users;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import kit.page.Choices;
import kit.page.Lab;
import kit.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.OpenLoop;
import kit.plan.Prediction;
import kit.plan.Request;
import kit.plan.Stages;
import kit.plan.Variant;
import kit.postgres.Postgres;
import kit.trust.Metric;
import kit.trust.Results;

/**
 * Lab 7. A service asks another one, which is somebody else's and slow, and stores what it said. As users become more,
 * something gives: the pool of threads, the connections to the database, the CPUs, or the client. The experiment is a
 * published one. A second scene has one line of the service moved, and neither kind of thread is of any help.
 */
class Ramp {

    /** What the external service takes to answer. */
    private static final Duration EXTERNAL = Duration.ofMillis(500);
    /** Tomcat's pool and Hikari's, where nobody tells Spring Boot anything else. */
    private static final int THREADS = 200;
    private static final int CONNECTIONS = 10;

    /**
     * In the second scene: users, for how long one waits for a connection, and how many the semaphore lets into the
     * transaction.
     */
    private static final int USERS = 100;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int PERMITS = 8;
    private static final String PROBE = "probe";

    public static void main(String... args) {
        System.exit(Lab.run("ramp", args, Ramp::page));
    }

    static void page(Lab lab) {
        lab.title(7,
                "Users become more and more, and each of them waits for somebody else's service. What gives first?");

        lab.database(Postgres::open, "users");
        Stages some = lab.stages(50, 500);
        Stages all = lab.isQuick() ? some : lab.stages(50, 500, 2500);
        int few = some.stages().getFirst().users();
        int many = some.users();
        int most = all.users();
        String atFew = some.stages().getFirst().name();
        String atMany = some.stages().getLast().name();
        String atMost = all.stages().getLast().name();
        double s = EXTERNAL.toMillis() / 1000.0;

        lab.say("""
                A request creates a user. It asks an external service for the user's score, which takes %d ms to answer,
                and then stores the user in PostgreSQL, in one transaction. So nobody holds a connection to the database
                while waiting. Threads and connections are as many as Spring Boot makes them: Tomcat has %d threads and
                Hikari %d connections.

                They become more, %s, and stay for a while each time. They never pause. Three ways of serving them:

                - platform: Tomcat with its %2$d platform threads. It has at most %d users
                - virtual: a virtual thread for every request
                - platform-sized: %d platform threads, one for each user. If virtual threads win only against a pool
                  that is too small, this variant shows it.

                The external service is in a JVM of its own, and the database in processes of its own. All share this
                machine's %d CPUs with the service and with the client.""",
                EXTERNAL.toMillis(), THREADS, CONNECTIONS, all.label(), many, most, lab.cpus());
        lab.say("""
                Then one line is moved: the transaction begins before the call. Now a connection is held while the
                external service is waited for. %d users come, and one of them waits %d s for a connection before giving
                up with an error. (Spring Boot's default is 30 s. So few users would not wait as long: a request would
                take %s s and succeed, and every other use of the database would wait about as long. From some %s users
                on they would give up there, too.) Beside them a probe comes five times a second. It needs a connection
                for a moment: it counts the users. Three things that might help are tried on virtual threads:

                - guarded: a semaphore before the transaction lets %d requests in at a time, two fewer than there are
                  connections. At the semaphore they wait as long as it takes
                - lazy: spring.datasource.connection-fetch=lazy, which Spring Boot has from 4.1 on. A connection is
                  taken at the first statement, not at the beginning of the transaction
                - call-first: the line is moved back""", USERS, PATIENCE.toSeconds(), USERS * s / CONNECTIONS,
                Math.round(30 * CONNECTIONS / s), PERMITS);

        lab.code("apps/Users.java", "@PostMapping(\"/user/create\")", "public User createInTransaction(");
        lab.code("labs/ramp.java", "Variant platform = ");

        Demand wait = Demand.waiting(EXTERNAL);
        Request create = Request.post("/user/create", """
                {"name": "Ada", "tag": "countess"}""");
        Request inTransaction = Request.post("/user/create/in-transaction", create.body());
        Request guarded = Request.post("/user/create/in-transaction/guarded", create.body());

        Variant platform = calling(Variant.platform("platform", Users.class, THREADS));
        Variant virtual = calling(Variant.virtual("virtual", Users.class));
        Variant sized = calling(Variant.platform("platform-sized", Users.class, most));

        lab.published("e2.csv");
        // Every request runs through Spring Data, Hibernate and two HTTP stacks: it takes many of them to have all that
        // compiled.
        Duration untilCompiled = Duration.ofSeconds(15);
        Cell onPlatform = published(lab, some,
                lab.cell(platform, create, some, wait).within(0.1).warmup(untilCompiled));
        Cell onVirtual = published(lab, all, lab.cell(virtual, create, all, wait).within(0.1).warmup(untilCompiled));
        Cell onSized = lab.cell(sized, create, all, wait).needingThreads(most).within(0.1).warmup(untilCompiled);

        var held = new Prediction(CONNECTIONS / s, Double.NaN, "connections",
                List.of(new Prediction.Station("connections", CONNECTIONS, s)));
        Variant brief = brief(virtual);
        Cell trapOnPlatform = probed(lab, brief(platform), inTransaction, held).as("in-transaction");
        Cell trap = probed(lab, brief, inTransaction, held).as("in-transaction");
        Cell withGuard = probed(lab, brief, guarded, wait.holding("permits", PERMITS, EXTERNAL)).as("guarded");
        Variant late = brief.as("virtual-lazy", "connections are taken late")
                .property("spring.datasource.connection-fetch", "lazy");
        Cell lazy = probed(lab, late, inTransaction, wait).as("in-transaction").warmup(Duration.ofSeconds(6));
        Cell callFirst = probed(lab, brief, create, wait).as("call-first").warmup(Duration.ofSeconds(6));

        lab.predict(
                ("With %d users, how many times as many requests a second do virtual threads serve as %d platform "
                        + "threads?").formatted(many, THREADS),
                ratio(onVirtual, onPlatform).of(atMany),
                "how many users wait for the external service at a time, and how many of them wait for a thread?");
        lab.predict("Once the transaction begins before the call, which serve more requests a second?",
                Choices.below(0.8, "platform threads").then(1.25, "neither").then(3, "virtual threads")
                        .beyond("virtual threads, more than three times as many"),
                ratio(trap, trapOnPlatform),
                "whoever waits for the external service now holds something else than a thread",
                "%d connections, each held for %s s".formatted(CONNECTIONS, s));

        lab.rule("""
                A request holds its thread for S = %s s. So N users have X = min(N, %d) / S from the pool, which is
                %.0f/s with %d users, and N / S on virtual threads: %.0f/s with %d users, unless the CPUs or the %d
                connections give before. A connection that each request holds for s seconds serves 1 / s requests a
                second, and all of them %7$d / s. Held for 2 ms that is %.0f/s. Held while the external service is
                waited for, it is %.0f/s, on whatever threads."""
                .formatted(s, THREADS, Math.min(many, THREADS) / s, many, most / s, most, CONNECTIONS,
                        CONNECTIONS / 0.002, CONNECTIONS / s));

        for (Stages.Stage stage : some.stages()) {
            lab.expect("%d users are served by %d platform threads as the rule says".formatted(stage.users(), THREADS),
                    asPredicted(onPlatform).of(stage.name()),
                    "how busy were the CPUs in this stage? see machine_cpu in timeline.csv, and neighbour");
        }
        lab.expect("%d users are served by virtual threads as the rule says".formatted(few),
                asPredicted(onVirtual).of(atFew),
                "how busy were the CPUs in this stage? see machine_cpu in timeline.csv, and neighbour");
        double gain = many / (double) Math.min(many, THREADS);
        lab.expect("with %d users virtual threads serve as many times more as there are users for each thread"
                .formatted(many), ratio(onVirtual, onPlatform).of(atMany).near(gain, 0.15),
                "bound_seen in summary.csv names what was short: the client, the database and the external service "
                        + "share the CPUs");
        boolean farMore = 0.9 * gain >= 1.5;
        lab.expect("with %d users a pool of the right size serves %s than the one of %d".formatted(many,
                farMore ? "far more" : "no less", THREADS),
                ratio(onSized, onPlatform).of(atMany).atLeast(farMore ? 1.5 : 0.9),
                "a platform thread takes more CPU for each request here: see cpu_us_per_request, and bound_seen");
        if (lab.isPublished()) {
            // In a shorter run it would be a claim about the compiler.
            lab.expect(
                    "on virtual threads a request takes at most 1.6 times the CPU that it takes on %d platform threads"
                            .formatted(THREADS),
                    ratio(Metric.CPU_PER_REQUEST, onVirtual, onPlatform).of(atMany).atMost(1.6),
                    "published was 4 times the CPU, for 2.5 times the requests: see cpu_us_per_request");
        }
        if (most > many) {
            lab.expect("with %d users nobody serves more than the rule says".formatted(most),
                    asPredicted(onVirtual).of(atMost).atLeast(0).atMost(1.02),
                    "more than N / S cannot be: was the external service faster than it says?");
            lab.expect("with %d users, a platform thread for each serves no more than virtual threads".formatted(most),
                    ratio(onSized, onVirtual).of(atMost).atMost(1.15),
                    "what is short then is short for both: bound_seen names it");
        }

        lab.expect("a connection held while waiting: platform threads serve %d / S".formatted(CONNECTIONS),
                asPredicted(trapOnPlatform),
                "how many connections were there? see hikari.maximum-pool-size among the facts in run.json");
        lab.expect("and virtual threads serve the same", asPredicted(trap),
                "connections_active in timeline.csv: were all of them in use?");
        for (Cell cell : List.of(trapOnPlatform, trap)) {
            lab.expect("users give up waiting for a connection (%s)".formatted(cell.variant().name()),
                    count(Metric.ERRORS, cell).atLeast(1),
                    "nobody waited longer than hikari.connection-timeout-ms (run.json): were there enough users?");
            lab.expect("and so does the probe, which needs one for a moment (%s)".formatted(cell.variant().name()),
                    count(Metric.ERRORS, cell).of(PROBE).atLeast(1),
                    "the probe has a row of its own in summary.csv: see its error_kinds");
        }
        lab.expect("with a semaphore before it the service serves %d / S, a little less".formatted(PERMITS),
                asPredicted(withGuard),
                "how many permits were there? see guard.permits among the facts in run.json");
        lab.expect("but nobody fails for want of a connection", count(Metric.ERRORS, withGuard).atMost(0),
                "error_kinds says how they failed: http-503 is for want of a connection");
        lab.expect("and the probe finds a connection each time", count(Metric.ERRORS, withGuard).of(PROBE).atMost(0),
                "there are two connections that no request in the semaphore can hold: who else had them?");
        lab.expect("connections that are taken late: at least 5 times as many requests, and no line of code moved",
                ratio(lazy, trap).atLeast(5),
                "a statement before the call takes the connection after all: does the service make one?");
        lab.expect("the call before the transaction: at least 5 times as many", ratio(callFirst, trap).atLeast(5),
                "it should be %d users / S: was the machine busy?".formatted(USERS));

        Results measured = lab.measure(onPlatform, onVirtual, onSized, trapOnPlatform, trap, withGuard, lazy,
                callFirst);
        lab.conclude();

        showStages(lab, measured, List.of(onPlatform, onVirtual, onSized), all);
        lab.explain("""
                With %s users, %s platform threads served %s requests a second (short: %s) and virtual threads %s
                (short: %s), %s times as many. The published figures, of 500 users, are 394 and 975. Their summary says
                "about 5 times", which is no comparison of equal loads.""",
                many, THREADS, measured.mean(Metric.THROUGHPUT, onPlatform, atMany),
                inWords(measured.boundSeen(onPlatform, atMany)),
                measured.mean(Metric.THROUGHPUT, onVirtual, atMany), inWords(measured.boundSeen(onVirtual, atMany)),
                measured.mean(Metric.THROUGHPUT, onVirtual, atMany)
                        / measured.mean(Metric.THROUGHPUT, onPlatform, atMany));
        lab.explain("A pool of %s platform threads served %s: that is what virtual threads are fairly compared with.",
                most,
                measured.mean(Metric.THROUGHPUT, onSized, atMany));
        lab.explain("""
                The service used %s CPUs on platform threads and %s on virtual threads, %s times as many. The published
                comparison stops there: 5 %% and 20 %%. Divided by the requests served it is %s µs and %s µs for each,
                %s times as many; the published figures come to (20 / 975) / (5 / 394) = 1.6. (In a run of minutes much
                of it is the compiler's, and most where the fewest requests were served before: that is no property of
                the threads. --warmup 60s comes nearer to one.) The authors' service also called by a client that ran
                platform threads of its own, whatever served the request. The one here uses the request's thread and has
                none.""",
                measured.mean(Metric.CPU, onPlatform, atMany), measured.mean(Metric.CPU, onVirtual, atMany),
                measured.mean(Metric.CPU, onVirtual, atMany) / measured.mean(Metric.CPU, onPlatform, atMany),
                measured.mean(Metric.CPU_PER_REQUEST, onPlatform, atMany),
                measured.mean(Metric.CPU_PER_REQUEST, onVirtual, atMany),
                measured.mean(Metric.CPU_PER_REQUEST, onVirtual, atMany)
                        / measured.mean(Metric.CPU_PER_REQUEST, onPlatform, atMany));
        if (most > many) {
            lab.explain("""
                    With %s users the rule says %s/s. Virtual threads served %s (short: %s). In the published experiment
                    it was the load generator, a single-threaded one, that gave at about 1700/s; three of them had 2780
                    out of the same service. Whoever looks at throughput alone blames the service.""",
                    most, most / s, measured.mean(Metric.THROUGHPUT, onVirtual, atMost),
                    inWords(measured.boundSeen(onVirtual, atMost)));
            lab.explain("A platform thread for each of them served %s (short: %s).",
                    measured.mean(Metric.THROUGHPUT, onSized, atMost),
                    inWords(measured.boundSeen(onSized, atMost)));
            lab.explain("""
                    With %s users a request on virtual threads held its connection for %s ms (connections in use /
                    throughput), which lets the %s of them serve %s/s; with %s users it was about %s ms, a rough figure,
                    since so few were in use at a time. The statements are the same. But whoever holds a connection also
                    waits for a CPU, behind everybody else: where CPUs are short, connections become short too.""",
                    most, 1000 * heldSeconds(measured, onVirtual, atMost), CONNECTIONS,
                    CONNECTIONS / heldSeconds(measured, onVirtual, atMost), few,
                    Math.max(1, Math.round(1000 * heldSeconds(measured, onVirtual, atFew))));
        }
        showTrap(lab, measured, List.of(trapOnPlatform, trap, withGuard, lazy, callFirst));
        lab.explain("""
                One line moved: %s requests a second on platform threads, %s on virtual threads, out of %s, and %s and
                %s requests failed. Whoever is in holds a connection while nothing is asked of the database, and the
                others wait for one. Virtual threads let as many in as come; there are still %s connections.""",
                measured.rps(trapOnPlatform), measured.rps(trap), measured.rps(callFirst),
                measured.mean(Metric.ERRORS, trapOnPlatform),
                measured.mean(Metric.ERRORS, trap),
                CONNECTIONS);
        lab.explain("""
                The semaphore repairs what can be repaired. %s requests failed, since they waited for it without a
                limit, as they might have for a connection. What only the semaphore does is for others: the probe, which
                has nothing to do with the external service, found a connection each time; before, %s of its requests
                failed. But %s requests a second are no more than before, and each took %s ms. For that the connection
                must not be held while waiting: taken late it was %s requests a second, and with the call before the
                transaction %s.""",
                measured.mean(Metric.ERRORS, withGuard), measured.mean(Metric.ERRORS, trap, PROBE),
                measured.rps(withGuard), measured.meanMs(withGuard),
                measured.rps(lazy),
                measured.rps(callFirst));

        lab.tryIt("""
                -c 100,200,300                where does the line of 200 platform threads bend, and what is short there?
                --variant platform,virtual    the published comparison only
                --jdbc-url jdbc:postgresql:.. a database of your own: the way to it is part of the time for which a
                connection is held
                --published                   a minute to become more, two to stay: the best part of half an hour
                --forks 3                     intervals
                --jdk 21,25                   does anything hold a carrier on JDK 21? see pinned in summary.csv
                In the page: halve EXTERNAL. Which of the throughputs double, and which one does not?""");
    }

    /** The variant with the external service beyond it. */
    private static Variant calling(Variant variant) {
        return variant.external("score", Score.class).property("score.delay-ms", EXTERNAL.toMillis())
                .property("guard.permits", PERMITS).expectingFact("guard.permits", PERMITS)
                .expectingFact("hikari.maximum-pool-size", CONNECTIONS);
    }

    // ---- the scene of the transaction that begins too early ----

    /** The variant where nobody waits long for a connection. */
    private static Variant brief(Variant variant) {
        return variant.as(variant.name() + "-brief", "a connection is waited for " + PATIENCE.toSeconds() + " s")
                .property("spring.datasource.hikari.connection-timeout", PATIENCE.toMillis())
                .expectingFact("hikari.connection-timeout-ms", PATIENCE.toMillis());
    }

    private static Cell probed(Lab lab, Variant variant, Request request, Demand demand) {
        return probed(lab.cell(variant, request, users(lab), demand));
    }

    private static Cell published(Lab lab, Stages stages, Cell cell) {
        Cell published = cell;
        for (Stages.Stage stage : stages.stages()) {
            published = published.published(stage.name(), lab.publishedFigure(
                    Map.of("variant", cell.variant().name(), "users", stage.users())));
        }
        return published;
    }

    private static Cell probed(Lab lab, Variant variant, Request request, Prediction rule) {
        return probed(lab.cell(variant, request, users(lab), rule));
    }

    private static ClosedLoop users(Lab lab) {
        return ClosedLoop.of(USERS, Duration.ofSeconds(lab.isQuick() ? 6 : 10));
    }

    /** Whether somebody fails for want of a connection is what is asked here. */
    private static Cell probed(Cell cell) {
        return cell.beside(PROBE, Request.get("/user/count"), new OpenLoop(5, Duration.ofSeconds(10))).within(0.1)
                .expectingErrors();
    }

    // ---- what is shown ----

    private static String inWords(String bound) {
        return switch (bound) {
        case "users" -> "nothing";
        case "pool" -> "the pool of threads";
        case "connections" -> "the connections to the database";
        case "cpu" -> "the CPUs";
        case "driver" -> "the client";
        case "permits" -> "the permits of the semaphore";
        default -> "nobody knows what";
        };
    }

    /** How long a request holds a connection: the utilisation law, U = X s. */
    private static double heldSeconds(Results measured, Cell cell, String stage) {
        return measured.mean(Metric.CONNECTIONS, cell, stage) / measured.mean(Metric.THROUGHPUT, cell, stage);
    }

    /** What was short in each stage, and what a request took. */
    private static void showStages(Lab lab, Results measured, List<Cell> cells, Stages stages) {
        List<List<Object>> rows = cells.stream().flatMap(cell -> stages.stages().stream()
                .filter(stage -> !measured.of(cell, stage.name()).isEmpty())
                .map(stage -> List.<Object>of(cell.variant().name(), stage.users(),
                        inWords(measured.boundSeen(cell, stage.name())),
                        measured.mean(Metric.THROUGHPUT, cell, stage.name()),
                        measured.mean(Metric.P95, cell, stage.name()), measured.mean(Metric.CPU, cell, stage.name()),
                        measured.mean(Metric.CPU_PER_REQUEST, cell, stage.name()),
                        measured.mean(Metric.CONNECTIONS, cell, stage.name()))))
                .toList();
        if (!rows.isEmpty()) {
            lab.show("Stage by stage:",
                    List.of("variant", "users", "short", "requests/s", "p95 ms", "CPUs of the service",
                            "CPU µs for each request", "connections in use"),
                    rows);
        }
    }

    /** What became of the requests, and of the probe beside them. */
    private static void showTrap(Lab lab, Results measured, List<Cell> cells) {
        List<List<Object>> rows = cells.stream().filter(measured::has)
                .map(cell -> List.<Object>of(cell.label(),
                        measured.rps(cell), measured.meanMs(cell), measured.mean(Metric.ERRORS, cell),
                        measured.mean(Metric.OK, cell, PROBE),
                        measured.mean(Metric.ERRORS, cell, PROBE),
                        measured.mean(Metric.MEAN, cell, PROBE)))
                .toList();
        if (!rows.isEmpty()) {
            lab.show("The transaction that begins too early:",
                    List.of("cell", "requests/s", "mean ms", "failed", "probe answered",
                            "probe failed", "probe mean ms"),
                    rows);
        }
    }
}
