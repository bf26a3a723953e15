///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 9 ramp: the number of users grows, and each request waits for a slow external service. What runs out first?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java kit/postgres/package-info.java ../apps/Users.java
//FILES published/e2.csv=../data/published/e2.csv
//FILES source/labs/ramp.java.txt=ramp.java source/apps/Users.java.txt=../apps/Users.java
//MAIN Ramp

import static kit.plan.Metric.*;

import apps.*;
import java.time.Duration;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;
import kit.postgres.Postgres;

/// # 9 ramp: The number of users grows, and each request waits for a slow external service. What runs out first?
/// A request gets a score from an external service, which takes {call} on average, and then stores a row in PostgreSQL.
/// While it waits for the score, it holds no database connection. Spring Boot's defaults apply: {threads} Tomcat
/// threads and {connections} database connections (Hikari's pool). Users send requests without a pause, first
/// {fewUsers} of them, and then {manyUsers}. Service, external service, database and load generator share {cpus} CPUs.
class Ramp extends Page {

    int fewUsers = users(50);
    int manyUsers = users(400, 500);
    int threads = 200;
    int connections = 10;
    int cpus = cpus();
    // With the published 500 ms, 500 users need all of two CPUs. With 1 s, 400 users need about half of them.
    int slower = unlessPublished(2, 1);
    Duration call = ms(500).multipliedBy(slower);
    // If each call took the same time, users who waited for one garbage collection would stay together ever after.
    int varies = unlessPublished(20, 0);
    {
        database(Postgres::open, "users");
        published("e2.csv", 1.0 / slower);
        code("apps/Users.java", "@PostMapping(\"/user/create\")");
        code("labs/ramp.java", "ServiceUnderTest service = ");
    }

    // With C2, three services are warm after some minutes; the ratios are similar.
    ServiceUnderTest service = service(Users.class).external("score", Score.class, call).withoutC2()
            .property("score.varies-percent", varies).expect("hikari.maximum-pool-size", connections);
    Variant platform = service.onPlatformThreads(threads);
    Variant virtual = service.onVirtualThreads();
    Variant sized = service.onPlatformThreads(manyUsers).named("platform-sized");
    Variant huge = service.onPlatformThreads(2500).named("platform-2500");

    Request create = post("/user/create", "{\"name\": \"Ada\", \"tag\": \"countess\"}");
    Demand needs = waiting(call).varying(varies / 100.0).holdingConnections();

    /// ## 1. Few users
    /// There are more threads than users: {fewUsers} users send requests to {threads} platform threads (platform), and
    /// to virtual threads.
    Comparison few = compare("few users").users(fewUsers).send(create, needs).within(percent(5))
            .to(platform, virtual);
    {
        claim(few).asTheRuleSays();
    }

    /// ## 2. Many users
    /// {manyUsers} users send requests to the same two variants, and to a pool of {manyUsers} platform threads
    /// (platform-sized). The CPUs of this machine may run out here.
    Comparison many = compare("many users").users(manyUsers).send(create, needs).within(percent(10))
            .to(platform, virtual, sized);
    {
        ask("With {manyUsers} users: what is the throughput of virtual threads divided by that of {threads} platform "
                + "threads?", many.throughput(virtual, platform))
                .hint("how many users wait for the external service at a time, and how many wait for a thread?");
        claim(many.throughput(virtual, platform)).asTheRuleSays(percent(10)).headline()
                .otherwise("which limit did virtual threads reach? The load generator and the database need CPUs, too");
        claim(many.throughput(sized, virtual)).asTheRuleSays(percent(10))
                .otherwise("a platform thread may take more CPU for each request: see cpu_us_per_request");
        claim(many).asTheRuleSays();
        claim(many.ratio(PLATFORM_THREADS, virtual, sized)).atMost(0.2).otherwise("see platform_threads_peak");
        claim(many.figure(GC, virtual)).atMost(0.05)
                .otherwise("see heap_mb and gc_ms in timeline.csv: how full was the heap?");
    }

    /// ## 3. Thousands of users (only with `--all-cells`)
    /// 2000 and 2500 users, on virtual threads and on a pool of 2500 platform threads (platform-2500).
    Comparison with2000 = compare("2000 users").onlyWithAllCells().users(2000).send(create, needs).within(percent(10))
            .to(virtual, huge);
    Comparison with2500 = compare("2500 users").onlyWithAllCells().users(2500).send(create, needs).within(percent(10))
            .to(virtual, huge);
    {
        claim(with2000, with2500).asTheRuleSays();
    }

    /// ## The rule
    /// A request holds its thread for S, a little more than {call}. {threads} platform threads serve min(N, {threads})
    /// / S requests a second, at most {pooled}/s with {manyUsers} users. Virtual threads serve N / S, at most
    /// {unpooled}/s. There are two more limits. k CPUs serve k / D (D: CPU time of a request, in all processes).
    /// {connections} connections serve {connections} / h, where a request holds one for h. The warm-up measures D and
    /// h.
    long pooled = Math.min(manyUsers, threads) * 1000 / call.toMillis();
    long unpooled = manyUsers * 1000 / call.toMillis();
    {
        rule(few, many, with2000, with2500);
    }

    /// ## The answer
    /// With {manyUsers} users, virtual threads had {many.throughput(virtual, platform)} times the throughput of
    /// {threads} platform threads, and {manyUsers} platform threads had {many.throughput(sized, platform)} times. With
    /// {fewUsers} users, the ratio of virtual to platform threads was {few.throughput(virtual, platform)}.
    {
        bars("Requests per second", few, many);
    }

    /// ## What happened
    {
        table(few, many, with2000, with2500).columns(THROUGHPUT, P95, SERVICE_CPU, CPU_PER_REQUEST, CONNECTION_HELD);
    }

    /// The fair comparison is with {manyUsers} platform threads. They served {many.throughput(sized)} requests a
    /// second, and virtual threads {many.throughput(virtual)}. For virtual threads, no pool has to be sized. They used
    /// {many.ratio(SERVICE_CPU, virtual, platform)} times the CPUs of {threads} platform threads, because they served
    /// more requests (published: 20 % / 5 % = 4 times). A request on virtual threads needed
    /// {many.cpuPerRequest(virtual, sized)} times the CPU time of one on {manyUsers} platform threads.
    ///
    /// With 500 users and calls of 500 ms, the authors published 394 (platform) and 975 (virtual) requests a second:
    /// 2.5 times. Their "about 5 times" compares different numbers of users. With 2500, their load generator was the
    /// bottleneck.
    ///
    /// ## Try it
    /// - `--all-cells` 2000 and 2500 users, too: what runs out there?
    /// - `-c 100,300` from which number of users on is the throughput of 200 platform threads constant?
    /// - `--published` calls of 500 ms: do the CPUs of this machine run out?

    Ramp(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("ramp", Ramp::new, args);
    }
}
