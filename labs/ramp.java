///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 9 ramp: the number of users grows, and each request waits for a slow external service. What is short first?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java kit/postgres/package-info.java ../apps/Users.java
//SOURCES kit/results/package-info.java kit/engine/package-info.java
//FILES published/e2.csv=../data/published/e2.csv
//FILES source/labs/ramp.java=ramp.java source/apps/Users.java=../apps/Users.java
//MAIN Ramp

import static kit.trust.Claim.*;

import apps.Score;
import apps.Users;
import java.time.Duration;
import java.util.*;
import kit.engine.EngineByRecipe;
import kit.page.Lab;
import kit.plan.*;
import kit.postgres.Postgres;
import kit.trust.*;

/**
 * Lab 9. A service calls a slow external service, and stores what it answers. As the number of users grows, something
 * becomes the bottleneck: the pool of threads, the connections to the database, the CPUs, or the load generator.
 */
class Ramp {

    /** What the external service takes to answer. */
    private static final Duration EXTERNAL = Duration.ofMillis(500);
    /** Tomcat's and Hikari's defaults. */
    private static final int THREADS = 200;
    private static final int CONNECTIONS = 10;
    private static final Request CREATE = Request.post("/user/create", """
            {"name": "Ada", "tag": "countess"}""");
    private static final Duration UNTIL_COMPILED = Duration.ofSeconds(8);

    public static void main(String... args) {
        System.exit(Lab.run("ramp", args, Ramp::page));
    }

    static void page(Lab lab) {
        lab.title(9,
                "The number of users grows, and each request waits for a slow external service. What is short first?");
        lab.database(Postgres::open, "users");
        lab.published("e2.csv");
        lab.engines(EngineByRecipe.RECIPES);
        lab.withoutC2();
        Stages stages = lab.stages(List.of(50, 500), List.of(50, 500, 2000, 2500));
        Stages.Stage few = stages.stages().getFirst();
        Stages.Stage many = stages.stages().stream().filter(stage -> stage.users() > THREADS).findFirst()
                .orElse(stages.stages().getLast());
        double s = EXTERNAL.toMillis() / 1000.0;

        lab.say("""
                A request creates a user. It asks an external service for the user's score, which takes %d ms. Then it
                stores the user in PostgreSQL, in one transaction. It holds no connection while it waits for the
                external service. Threads and connections are Spring Boot's defaults: %d Tomcat threads and %d Hikari
                connections.

                The number of users rises in stages (%s) and is constant in each. They send requests without a pause.
                Three variants serve them:

                - platform: Tomcat's %2$d platform threads
                - virtual: a virtual thread for every request
                - platform-sized: %d platform threads, one for each user

                The external service has a JVM of its own, and the database its own processes. All of them share this
                machine's %d CPUs with the service and the load generator.""",
                EXTERNAL.toMillis(), THREADS, CONNECTIONS, stages.label(), stages.users(), lab.cpus());
        lab.code("apps/Users.java", "@PostMapping(\"/user/create\")");
        lab.code("labs/ramp.java", "Variant platform = ");

        Variant platform = service(Variant.platform("platform", Users.class, THREADS));
        Variant virtual = service(Variant.virtual("virtual", Users.class));
        Variant sized = service(Variant.platform("platform-sized", Users.class, stages.users()));

        Needs platformNeeds = needs(lab, platform);
        Needs virtualNeeds = needs(lab, virtual);
        Cell onPlatform = cell(lab, platform, stages, platformNeeds);
        Cell onVirtual = cell(lab, virtual, stages, virtualNeeds);
        Cell onSized = cell(lab, sized, stages, platformNeeds).needingThreads(stages.users());

        lab.predict("With %d users: what is the throughput of virtual threads divided by that of %d platform threads?"
                .formatted(many.users(), THREADS), ratio(onVirtual, onPlatform).of(many.name()),
                "how many users wait for the external service at a time, and how many wait for a thread?");
        for (Cell cell : List.of(onPlatform, onVirtual)) {
            lab.expect("%d users, %s: the rule gives the throughput".formatted(few.users(), cell.variant().name()),
                    asPredicted(cell).of(few.name()),
                    "how busy were the CPUs in this stage? see machine_cpu in timeline.csv");
        }
        lab.expect("%d users, platform: the rule gives the throughput".formatted(many.users()),
                asPredicted(onPlatform).of(many.name()),
                "were requests waiting for a thread? see pool_queued in timeline.csv");
        int jdk = lab.jdks().getLast();
        double gain = onVirtual.prediction(jdk, many.name()).rps() / onPlatform.prediction(jdk, many.name()).rps();
        lab.expect("%d users: virtual threads serve as many times more as the rule says".formatted(many.users()),
                ratio(onVirtual, onPlatform).of(many.name()).near(gain, 0.15),
                "bound_seen in summary.csv names what was short: the CPUs are shared by service, database and load");
        lab.expect("%d users: a pool of %d threads serves as much as virtual threads".formatted(many.users(),
                stages.users()), ratio(onSized, onVirtual).of(many.name()).near(1, 0.2),
                "a platform thread may take more CPU for each request: see cpu_us_per_request, and bound_seen");

        lab.rule("""
                A request holds its thread for S = %1$s s and a little. So N users have a throughput of min(N, %2$d) / S
                from the pool: %3$.0f/s with %4$d users. Virtual threads have N / S: %5$.0f/s with %4$d users.

                CPUs and connections are further limits. k CPUs serve k / D requests a second at most. A connection
                that each request holds for the time h serves 1 / h, and the %6$d of them %6$d / h. Where CPUs are
                short, h is longer, since a request that holds a connection waits for a CPU, too.""",
                s, THREADS, Math.min(many.users(), THREADS) / s, many.users(), many.users() / s, CONNECTIONS);

        Results measured = lab.measure(onPlatform, onVirtual, onSized);
        lab.conclude();
        lab.answer("""
                With %s users, virtual threads had %s times the throughput of %s platform threads, and %s platform
                threads had %s times. Short was: %s on %3$s platform threads, %s on virtual threads.""",
                many.users(), measured.over(Metric.THROUGHPUT, onVirtual, onPlatform, many.name()), THREADS,
                stages.users(),
                measured.over(Metric.THROUGHPUT, onSized, onPlatform, many.name()),
                measured.boundSeen(onPlatform, many.name()), measured.boundSeen(onVirtual, many.name()));
        lab.headline("Requests per second with %d users".formatted(many.users()),
                cell -> measured.mean(Metric.THROUGHPUT, cell, many.name()), onPlatform, onVirtual, onSized);

        lab.show("Stage by stage:", List.of("variant", "users", "short", "requests/s", "p95 ms", "CPUs of the service",
                "CPU µs per request", "connection held, ms"),
                List.of(onPlatform, onVirtual, onSized).stream().flatMap(cell -> stages.stages().stream()
                        .filter(stage -> !measured.of(cell, stage.name()).isEmpty())
                        .map(stage -> row(measured, cell, stage))).toList());
        lab.explain("""
                With %s users, %s platform threads served %s requests a second and virtual threads %s, %s times as many.
                A pool of %s threads served %s. It is the fair comparison: the benefit of virtual threads is that no
                pool has to be sized.""",
                many.users(), THREADS, measured.mean(Metric.THROUGHPUT, onPlatform, many.name()),
                measured.mean(Metric.THROUGHPUT, onVirtual, many.name()),
                measured.over(Metric.THROUGHPUT, onVirtual, onPlatform, many.name()), stages.users(),
                measured.mean(Metric.THROUGHPUT, onSized, many.name()));
        lab.explain("""
                Virtual threads used %s times the CPUs (published: 20 %% / 5 %% = 4), and for each request %s times the
                CPU (published figures: 1.6). A variant that serves more requests uses more CPU. In short runs much of
                it is JIT compilation. The authors' service also used an HTTP client with threads of its own.""",
                measured.over(Metric.CPU, onVirtual, onPlatform, many.name()),
                measured.over(Metric.CPU_PER_REQUEST, onVirtual, onPlatform, many.name()));
        lab.explain("""
                The authors published 394 and 975 requests a second with 500 users, 2.5 times. Their summary says "about
                5 times", which compares different numbers of users. With 2500 users their single-threaded load
                generator was the bottleneck, at about 1700 a second. Three load generators reached 2700 with 2000
                users, on the same service. Here one JVM sends all requests; --all-cells has both numbers of users.""");

        lab.tryIt("""
                --all-cells                   2000 and 2500 users, too: what is short there?
                -c 100,200,300                where does the line of 200 platform threads bend?
                --variant platform,virtual    the published comparison only
                --jdbc-url jdbc:postgresql:.. a database of your own
                --published                   the published lengths: a minute to rise, two minutes for each stage
                --jdk 21,25                   does anything hold a carrier on JDK 21? see pinned in summary.csv""");
    }

    private static Variant service(Variant variant) {
        return variant.external("score", Score.class, EXTERNAL).expectingFact("hikari.maximum-pool-size", CONNECTIONS);
    }

    /** The pilot's external service answers at once, so that few users keep the CPUs busy. */
    private static Needs needs(Lab lab, Variant variant) {
        return lab.needs(variant.property("score.delay-ms", 0), CREATE).with(demand -> demand.andWaiting(EXTERNAL));
    }

    private static Cell cell(Lab lab, Variant variant, Stages stages, Needs needs) {
        Cell cell = lab.cell(variant, CREATE, stages, needs).within(0.15).warmup(UNTIL_COMPILED).whereCpuBinds();
        for (Stages.Stage stage : stages.stages()) {
            cell = cell.published(stage.name(), lab.publishedFigure(Map.of("variant", variant.name(), "users",
                    stage.users())));
        }
        return cell;
    }

    /** The utilisation law, U = X h, gives how long a request holds a connection. */
    private static List<Object> row(Results measured, Cell cell, Stages.Stage stage) {
        String name = stage.name();
        double throughput = measured.mean(Metric.THROUGHPUT, cell, name);
        return List.of(cell.variant().name(), stage.users(), measured.boundSeen(cell, name), throughput,
                measured.mean(Metric.P95, cell, name), measured.mean(Metric.CPU, cell, name),
                measured.mean(Metric.CPU_PER_REQUEST, cell, name),
                1000 * measured.mean(Metric.CONNECTIONS, cell, name) / throughput);
    }
}
