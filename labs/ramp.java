///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 9 ramp: the number of users grows, and each request waits for a slow external service. What runs out first?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java kit/postgres/package-info.java ../apps/Users.java
//SOURCES kit/results/package-info.java old/engine/package-info.java
//FILES published/e2.csv=../data/published/e2.csv
//FILES source/labs/ramp.java.txt=ramp.java source/apps/Users.java.txt=../apps/Users.java
//MAIN Ramp

import static old.trust.Claim.*;
import static old.trust.Metric.*;

import apps.*;
import java.time.Duration;
import java.util.*;
import old.engine.EngineByRecipe;
import old.page.Page;
import kit.plan.*;
import old.plan.*;
import old.plan.Cell;
import kit.postgres.Postgres;
import old.trust.*;
import old.trust.Metric;
import old.trust.Claim;

/// # 9 ramp: The number of users grows, and each request waits for a slow external service. What runs out first?
/// A request gets a score from an external service, which takes {EXTERNAL}, and then stores a row in PostgreSQL. While
/// it waits for the score, it holds no database connection. Spring Boot's defaults apply: {THREADS} Tomcat threads and
/// {CONNECTIONS} database connections (Hikari's pool). Users send requests without a pause, and their number rises in
/// stages ({stages}). Service, external service, database and load generator share {cpus} CPUs.
class Ramp extends Page {
    private static final Duration EXTERNAL = Duration.ofMillis(500);
    private static final int THREADS = 200, CONNECTIONS = 10;
    Request create = Request.post("/user/create", "{\"name\": \"Ada\", \"tag\": \"countess\"}");
    Stages stages = stages(List.of(50, 500), List.of(50, 500, 2000, 2500));
    Stages.Stage few = stages.stages().getFirst();
    Stages.Stage many = stages.stages().stream().filter(stage -> stage.users() > THREADS).findFirst()
            .orElse(stages.stages().getLast());
    int most = stages.users(), cpus = cpus();
    double s = EXTERNAL.toMillis() / 1000.0, poolLimit = Math.min(many.users(), THREADS) / s;
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
    /// A pilot measures the CPU time D of a request, and for how long it holds a connection, h. Then the users send
    /// requests to {THREADS} platform threads (platform), virtual threads, or {most} platform threads (platform-sized).
    // The pilot's external service answers at once, so that few users keep the CPUs busy.
    Needs onPool = needs(platform.property("score.delay-ms", 0), create).with(demand -> demand.andWaiting(EXTERNAL));
    Needs onOwn = needs(virtual.property("score.delay-ms", 0), create).with(demand -> demand.andWaiting(EXTERNAL));
    Cell onPlatform = cell(platform, onPool), onVirtual = cell(virtual, onOwn);
    Cell onSized = cell(sized, onPool).needingThreads(most);
    {
        predict("With {many.users} users: what is the throughput of virtual threads divided by that of {THREADS} "
                + "platform threads?", ratio(onVirtual, onPlatform).of(many.name()),
                "how many users wait for the external service at a time, and how many wait for a thread?");
        List.of(onPlatform, onVirtual).forEach(cell -> expect("{few.users} users, " + cell.variant().name()
                + ": throughput as predicted", asPredicted(cell).of(few.name()),
                "how busy were the CPUs then? see machine_cpu in timeline.csv"));
        expect("{many.users} users, platform: throughput as predicted", asPredicted(onPlatform).of(many.name()),
                "were requests waiting for a thread? see pool_queued in timeline.csv");
        Claim.Test gain = ratio(onVirtual, onPlatform).of(many.name());
        expect("{many.users} users: throughput of virtual / platform threads is the predicted ratio (within 15 %)",
                gain.near(gain.predicted(jdks().getLast()), 0.15),
                "see bound_seen in summary.csv: the load generator and the database need CPUs, too");
        expect("{many.users} users: a pool of {most} threads has the throughput of virtual threads",
                ratio(onSized, onVirtual).of(many.name()).near(1, 0.2),
                "a platform thread may take more CPU for each request: see cpu_us_per_request, and bound_seen");
        expect("{many.users} users: CPU time of a request, virtual / platform threads, is 0.67 to 1.5 (published: 1.6)",
                ratio(CPU_PER_REQUEST, onVirtual, onPlatform).of(many.name()).atLeast(0.67).atMost(1.5),
                "jit_cpu in timeline.csv: did the JIT compilers need more CPU for one kind of thread?");
        expect("{many.users} users, virtual: platform threads are at most 0.2 times those of a pool of {most}",
                ratio(Metric.THREADS, onVirtual, onSized).of(many.name()).atMost(0.2), "see platform_threads_peak");
        expect("{many.users} users, virtual: GC pauses take at most 5 % of the time", count(GC, onVirtual)
                .of(many.name()).atMost(0.05), "see heap_mb and gc_ms in timeline.csv: how full was the heap?");
        expect("{many.users} users: the heap of virtual threads peaks at 0.9 to 2 times that of a pool of {most}",
                ratio(HEAP, onVirtual, onSized).of(many.name()).atLeast(0.9).atMost(2), "see heap_mb, and gc_ms");
    }

    /// ## The rule
    /// A request holds its thread for S = {EXTERNAL} plus the time of the pilot's request. Platform threads serve
    /// min(N, {THREADS}) / S requests a second, at most {poolLimit}/s with {many.users} users. Virtual threads serve
    /// N / S, at most {many.users / s}/s. There are two more limits. k CPUs serve k / D (D: CPU time of a request).
    /// {CONNECTIONS} connections serve {CONNECTIONS} / h, where a request holds one for h. Busy CPUs make h longer.
    Results measured = measure(onPlatform, onVirtual, onSized);
    double platformRps = throughput(onPlatform), virtualRps = throughput(onVirtual), sizedRps = throughput(onSized);
    String shortOnPlatform = measured.boundSeen(onPlatform, many.name());
    String shortOnVirtual = measured.boundSeen(onVirtual, many.name());
    double cpuRatio = measured.over(CPU, onVirtual, onPlatform, many.name());

    /// ## The answer
    /// With {many.users} users, virtual threads had {virtualRps / platformRps} times the throughput of {THREADS}
    /// platform threads, and {most} platform threads had {sizedRps / platformRps} times. The limit was:
    /// {shortOnPlatform} on {THREADS} platform threads, {shortOnVirtual} on virtual threads.
    /// ## What happened
    {
        headline("Requests per second with {many.users} users", bar(THREADS + " platform threads", platformRps),
                bar("virtual threads", virtualRps), bar(most + " platform threads", sizedRps));
        show("Stage by stage:", List.of("variant", "users", "limit", "requests/s", "p95 ms", "CPUs of the service",
                "CPU µs per request", "connection held, ms"),
                List.of(onPlatform, onVirtual, onSized).stream().flatMap(cell -> stages.stages().stream()
                        .filter(one -> !measured.of(cell, one.name()).isEmpty()).map(one -> row(cell, one))).toList());
    }

    /// The fair comparison is with {most} platform threads. They served {sizedRps} requests a second, and virtual
    /// threads {virtualRps}. For virtual threads, no pool has to be sized. They used {cpuRatio} times the CPUs
    /// of {THREADS} platform threads, because they served more requests (published: 20 % / 5 % = 4 times).
    ///
    /// With 500 users, the authors published 394 (platform) and 975 (virtual) requests a second: 2.5 times. Their
    /// "about 5 times" compares different numbers of users. With 2500, their load generator was the bottleneck.
    /// ## Try it
    /// - `--all-cells` 2000 and 2500 users, too: what runs out there?
    /// - `-c 100,200,300` from which number of users on is the throughput of 200 platform threads constant?

    public static void main(String... args) {
        System.exit(run("ramp", args, Ramp::new));
    }

    private Variant service(Variant variant) {
        return variant.external("score", Score.class, EXTERNAL).expectingFact("hikari.maximum-pool-size", CONNECTIONS);
    }

    private Cell cell(Variant variant, Needs needs) {
        Cell cell = cell(variant, create, stages, needs.holdingConnections()).within(0.15);
        for (Stages.Stage one : stages.stages()) {
            cell = cell.published(one.name(), publishedFigure(Map.of("variant", variant.name(), "users", one.users())));
        }
        return cell.warmup(Duration.ofSeconds(6)).whereCpuBinds();
    }

    private double throughput(Cell cell) {
        return measured.mean(THROUGHPUT, cell, many.name());
    }

    /** How long a request holds a connection follows from the utilisation law, U = X h. */
    private List<Object> row(Cell cell, Stages.Stage stage) {
        String at = stage.name();
        double throughput = measured.mean(THROUGHPUT, cell, at);
        return List.of(cell.variant().name(), stage.users(), measured.boundSeen(cell, at), throughput,
                measured.mean(P95, cell, at), measured.mean(CPU, cell, at), measured.mean(CPU_PER_REQUEST, cell, at),
                1000 * measured.mean(Metric.CONNECTIONS, cell, at) / throughput);
    }
}
