///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 7 herd: do virtual threads help when many users arrive at the same time?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Herd.java
//FILES published/e5.csv=../data/published/e5.csv
//FILES source/labs/herd.java.txt=herd.java source/apps/Herd.java.txt=../apps/Herd.java
//MAIN HerdLab

import static kit.plan.Metric.*;

import apps.Herd;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;

/// # 7 herd: Do virtual threads help when many users arrive at the same time?
/// A request waits for five concurrent tasks of 1 s each, and is then answered. Three variants serve {users} users:
///
/// - platform: a pool of {pool} platform threads for requests. Each request creates five more threads for its tasks
/// - virtual: a virtual thread for each request, and for each task
/// - platform-sized: pools of the right size, {users} platform threads for requests and {taskThreads} for their tasks
///
/// The published experiment had 2000 users and 500 threads. Pools of the right size would have 12,000 threads then.
/// Two CPUs need longer to wake 12,000 threads than the requests take. So there are a quarter of the users here, and a
/// quarter of the threads. By the rule, the ratios are nearly the same.
class HerdLab extends Page {

    int pool = unlessPublished(125, 500);
    int users = users(500, 2000);
    int taskThreads = 5 * users;
    int rateOfBurst = users / 2;
    {
        published("e5.csv");
        primedBy(get("/block?ms=0"));
        code("apps/Herd.java", "\"/block\")", "\"/non-block\")", "private static String waitInTasks");
        code("labs/herd.java", "Variant platform = ");
    }

    Variant platform = onPlatformThreads(Herd.class, pool);
    Variant virtual = onVirtualThreads(Herd.class);
    // Not published.
    Variant sized = onPlatformThreads(Herd.class, users).named("platform-sized")
            .property("herd.pool.threads", taskThreads);

    Demand tasks = waiting(seconds(1)).onThreads(6);

    /// ## 1. Users who arrive within a second
    /// Each user sends one request. The {users} requests are spread evenly over one second.
    Comparison burst = compare("a burst").burst(users, seconds(1))
            .send(get("/non-block"), tasks).to(virtual)
            // Platform threads need more CPU time, for which they may have to wait.
            .within(percent(10)).send(get("/block"), tasks).to(platform)
            .send(get("/block/pooled"), tasks).to(sized);
    {
        ask("In the burst: what is the throughput of virtual threads divided by that of {pool} platform threads?",
                burst.throughput(virtual, platform))
                .hint("with a thread for each request, the last answer arrives after 2 s")
                .hint("{pool} threads serve {users} users in waves of {pool} requests, which take 1 s each");
        claim(burst.throughput(virtual, platform)).asTheRuleSays(percent(5)).headline()
                .otherwise("burst.csv has the waves: were requests sent late (send_delay_p99_ms)?");
        claim(burst.throughput(sized, virtual)).near(1, percent(10))
                .otherwise("were CPUs busy (machine_cpu)? Then threads wait for them");
        claim(burst.spread(platform)).asTheRuleSays(percent(10))
                .otherwise("burst.csv has the waves");
        claim(burst.spread(virtual)).atMost(0.05)
                .otherwise("each request should take 1 s: were CPUs busy (machine_cpu)?");
        claim(burst).asTheRuleSays();
    }

    /// ## 2. Users who stay
    /// The same {users} users send requests without a pause.
    Comparison steady = compare("users who stay").users(users)
            .send(get("/non-block"), tasks).to(virtual)
            .within(percent(10)).send(get("/block"), tasks).to(platform)
            .send(get("/block/pooled"), tasks).to(sized);
    {
        ask("When the users stay: what is the throughput of virtual threads divided by that of {pool} platform "
                + "threads?", steady.throughput(virtual, platform)).hint("how many requests are served at a time?");
        claim(steady.throughput(virtual, platform)).asTheRuleSays(percent(5))
                .otherwise("how many requests are served at a time?");
        claim(steady.throughput(sized, virtual)).near(1, percent(10))
                .otherwise("were CPUs busy (machine_cpu)? Then threads wait for them");
        claim(steady).asTheRuleSays();
    }

    /// ## The rule
    /// A request that gets one of m threads is answered after S = 1 s. The other requests queue. So N users who arrive
    /// within the ramp T are served in waves of m requests. Each wave waits S - m T / N longer than the wave before it.
    /// The throughput of a burst is N divided by the time until its last request ends. With one thread for each
    /// request, this is N / (T + S), here {rateOfBurst}/s. If the users stay, it is min(N, m) / S.
    {
        rule(burst, steady);
    }

    /// ## The answer
    /// When {users} users arrived within 1 s, virtual threads had {burst.throughput(virtual, platform)} times the
    /// throughput of {pool} platform threads, and pools of the right size {burst.throughput(sized, platform)} times.
    /// When the users stayed, the factors were {steady.throughput(virtual, platform)} (virtual) and
    /// {steady.throughput(sized, platform)} (right size).
    {
        bars("Requests per second, in the burst and where users stay", burst, steady);
    }

    /// ## What happened
    {
        table(burst).columns(THROUGHPUT, MEAN, SD, CPU_PER_REQUEST);
        table(steady).columns(THROUGHPUT, MEAN, CPU_PER_REQUEST);
    }

    /// The ratio in the burst depends on the ramp: on virtual threads, the ramp is half of the burst's duration. The
    /// ratio for users who stay does not depend on a ramp. So the published factor of 1.78, of a burst, is not the
    /// factor that a service under a constant load has.
    ///
    /// A request needed {steady.cpuPerRequest(platform)} ms of CPU time where it created threads for its tasks,
    /// {steady.cpuPerRequest(sized)} ms with pools, and {steady.cpuPerRequest(virtual)} ms on virtual threads. With
    /// 2000 users, this is what limits platform threads on few CPUs.
    ///
    /// Published for virtual threads: 665 requests/s, so 2000 / 665 = 3 s in all. A request took 1.003 s (standard
    /// deviation 5 ms), so none queued, and the last was sent after 2 s, not 1 s. Probably the load generator was late.
    ///
    /// ## Try it
    /// - `-c 1000` how many waves are there now? What is the ratio in the burst?
    /// - `--published` 2000 users and 500 threads. Are the CPUs the bottleneck of platform threads?
    /// - `--generator platform-threads` a load generator like that of the authors, with a platform thread for each user

    HerdLab(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("herd", HerdLab::new, args);
    }
}
