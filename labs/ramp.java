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
import static kit.trust.Metric.*;

import apps.*;
import java.time.Duration;
import java.util.*;
import java.util.stream.Stream;
import kit.engine.EngineByRecipe;
import kit.page.Page;
import kit.plan.*;
import kit.postgres.Postgres;
import kit.trust.*;

/// # 9 ramp: The number of users grows, and each request waits for a slow external service. What is short first?
/// A request creates a user. It asks an external service for the user's score, which takes {EXTERNAL}. Then it stores
/// the user in PostgreSQL, in one transaction. It holds no connection while it waits for the external service. Threads
/// and connections are Spring Boot's defaults: {THREADS} Tomcat threads and {CONNECTIONS} Hikari connections.
///
/// The number of users rises in stages ({stages}) and is constant in each. They send requests without a pause. The
/// external service has a JVM of its own, and the database its own processes. All of them share this machine's {cpus}
/// CPUs with the service and the load generator.
class Ramp extends Page {

    private static final Duration EXTERNAL = Duration.ofMillis(500);
    private static final int THREADS = 200, CONNECTIONS = 10;

    Request create = Request.post("/user/create", "{\"name\": \"Ada\", \"tag\": \"countess\"}");
    Stages stages = stages(List.of(50, 500), List.of(50, 500, 2000, 2500));
    Stages.Stage few = stages.stages().getFirst();
    Stages.Stage many = stages.stages().stream().filter(stage -> stage.users() > THREADS).findFirst()
            .orElse(stages.stages().getLast());
    int most = stages.users(), cpus = cpus();
    double virtualLimit = 1000.0 * many.users() / EXTERNAL.toMillis();
    double poolLimit = 1000.0 * Math.min(many.users(), THREADS) / EXTERNAL.toMillis();
    {
        database(Postgres::open, "users");
        published("e2.csv");
        engines(EngineByRecipe.RECIPES);
        withoutC2();
        code("apps/Users.java", "@PostMapping(\"/user/create\")");
        code("labs/ramp.java", "Variant platform = ");
    }

    Variant platform = service(Variant.platform("platform", Users.class, THREADS));
    Variant virtual = service(Variant.virtual("virtual", Users.class));
    Variant sized = service(Variant.platform("platform-sized", Users.class, most));

    /// ## 1. Tomcat's threads, virtual threads, and a platform thread for each user
    /// First, pilots measure the time and the CPU time that a request needs. Then the users send requests to Tomcat's
    /// {THREADS} platform threads (platform), to a service with a virtual thread for every request (virtual), and to
    /// one with {most} platform threads (platform-sized).
    Needs platformNeeds = needs(platform), virtualNeeds = needs(virtual);
    Cell onPlatform = cell(platform, platformNeeds), onVirtual = cell(virtual, virtualNeeds);
    Cell onSized = cell(sized, platformNeeds).needingThreads(most);
    {
        predict("With {many.users} users: what is the throughput of virtual threads divided by that of {THREADS} "
                + "platform threads?", ratio(onVirtual, onPlatform).of(many.name()),
                "how many users wait for the external service at a time, and how many wait for a thread?");
        for (Cell cell : List.of(onPlatform, onVirtual)) {
            expect("{few.users} users, " + cell.variant().name() + ": the rule gives the throughput",
                    asPredicted(cell).of(few.name()), "how busy were the CPUs then? see machine_cpu in timeline.csv");
        }
        expect("{many.users} users, platform: the rule gives the throughput", asPredicted(onPlatform).of(many.name()),
                "were requests waiting for a thread? see pool_queued in timeline.csv");
        Claim.Test gain = ratio(onVirtual, onPlatform).of(many.name());
        expect("{many.users} users: virtual threads have the throughput ratio that the rule predicts",
                gain.near(gain.predicted(jdks().getLast()), 0.15),
                "bound_seen in summary.csv names what was short: the CPUs are shared by service, database and load");
        expect("{many.users} users: a pool of {most} threads serves as much as virtual threads",
                ratio(onSized, onVirtual).of(many.name()).near(1, 0.2),
                "a platform thread may take more CPU for each request: see cpu_us_per_request, and bound_seen");
    }

    /// ## The rule
    /// A request holds its thread for S = {EXTERNAL} and a little. So N users have min(N, {THREADS}) / S from the pool:
    /// {poolLimit}/s with {many.users} users. Virtual threads have N / S: {virtualLimit}/s.
    ///
    /// CPUs and connections are further limits. k CPUs serve k / D requests a second at most. A connection that each
    /// request holds for the time h serves 1 / h, and the {CONNECTIONS} of them {CONNECTIONS} / h. Where CPUs are
    /// short, h is longer, since a request that holds a connection waits for a CPU, too.
    Results measured = measure(onPlatform, onVirtual, onSized);
    double platformRps = throughput(onPlatform), virtualRps = throughput(onVirtual), sizedRps = throughput(onSized);
    String shortOnPlatform = measured.boundSeen(onPlatform, many.name());
    String shortOnVirtual = measured.boundSeen(onVirtual, many.name());
    double cpuRatio = measured.over(CPU, onVirtual, onPlatform, many.name());
    double cpuEachRatio = measured.over(CPU_PER_REQUEST, onVirtual, onPlatform, many.name());

    /// ## The answer
    /// With {many.users} users, virtual threads had {virtualRps / platformRps} times the throughput of {THREADS}
    /// platform threads, and {most} platform threads had {sizedRps / platformRps} times. Short was: {shortOnPlatform}
    /// on {THREADS} platform threads, {shortOnVirtual} on virtual threads.
    ///
    /// ## What happened
    {
        headline("Requests per second with {many.users} users", this::throughput, onPlatform, onVirtual, onSized);
        show("Stage by stage:", List.of("variant", "users", "short", "requests/s", "p95 ms", "CPUs of the service",
                "CPU µs per request", "connection held, ms"),
                Stream.of(onPlatform, onVirtual, onSized).flatMap(cell -> stages.stages().stream()
                        .filter(stage -> !measured.of(cell, stage.name()).isEmpty())
                        .map(stage -> row(cell, stage))).toList());
    }

    /// With {many.users} users, {most} platform threads served {sizedRps} requests a second, and virtual threads
    /// {virtualRps}. This is the fair comparison: the benefit of virtual threads is that no pool has to be sized.
    /// {THREADS} platform threads served {platformRps}.
    ///
    /// Virtual threads used {cpuRatio} times the CPUs (published: 20 % / 5 % = 4), and for each request {cpuEachRatio}
    /// times the CPU (published figures: 1.6). A variant that serves more requests uses more CPU. In short runs much of
    /// it is JIT compilation. The authors' service also used an HTTP client with threads of its own.
    ///
    /// The authors published 394 and 975 requests a second with 500 users, 2.5 times. Their summary says "about 5
    /// times", which compares different numbers of users. With 2500 users their single-threaded load generator was the
    /// bottleneck, at about 1700 a second. Three load generators reached 2700 with 2000 users, on the same service.
    /// Here one JVM sends all requests; --all-cells has both numbers of users.
    ///
    /// ## Try it
    /// - `--all-cells` 2000 and 2500 users, too: what is short there?
    /// - `-c 100,200,300` where does the line of 200 platform threads bend?
    /// - `--variant platform,virtual` the published comparison only
    /// - `--jdbc-url jdbc:postgresql:..` a database of your own
    /// - `--published` the published lengths: a minute to rise, two minutes for each stage
    /// - `--jdk 21,25` does anything hold a carrier on JDK 21? see pinned in summary.csv

    public static void main(String... args) {
        System.exit(run("ramp", args, Ramp::new));
    }

    private Variant service(Variant variant) {
        return variant.external("score", Score.class, EXTERNAL).expectingFact("hikari.maximum-pool-size", CONNECTIONS);
    }

    /** The pilot's external service answers at once, so that few users keep the CPUs busy. */
    private Needs needs(Variant variant) {
        return needs(variant.property("score.delay-ms", 0), create).with(demand -> demand.andWaiting(EXTERNAL));
    }

    /** A service is compiled after 8 s. Each stage has its published figure. */
    private Cell cell(Variant variant, Needs needs) {
        Cell cell = cell(variant, create, stages, needs).within(0.15).warmup(Duration.ofSeconds(8)).whereCpuBinds();
        for (Stages.Stage one : stages.stages()) {
            cell = cell.published(one.name(), publishedFigure(Map.of("variant", variant.name(), "users", one.users())));
        }
        return cell;
    }

    private double throughput(Cell cell) {
        return measured.mean(THROUGHPUT, cell, many.name());
    }

    /** How long a request holds a connection follows from the utilisation law, U = X h. */
    private List<Object> row(Cell cell, Stages.Stage stage) {
        String name = stage.name();
        double throughput = measured.mean(THROUGHPUT, cell, name);
        return List.of(cell.variant().name(), stage.users(), measured.boundSeen(cell, name), throughput,
                measured.mean(P95, cell, name), measured.mean(CPU, cell, name),
                measured.mean(CPU_PER_REQUEST, cell, name),
                1000 * measured.mean(Metric.CONNECTIONS, cell, name) / throughput);
    }
}
