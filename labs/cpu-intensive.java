///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 2 cpu-intensive: are virtual threads slower when each request needs 100 ms of CPU?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Demo.java
//FILES published/e1.csv=../data/published/e1.csv
//FILES source/labs/cpu-intensive.java.txt=cpu-intensive.java source/apps/Demo.java.txt=../apps/Demo.java
//MAIN CpuIntensive

import static kit.plan.Metric.*;

import apps.Demo;
import apps.Work;
import java.time.Duration;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;

/// # 2 cpu-intensive: Are virtual threads slower when each request needs 100 ms of CPU?
/// A request waits {wait}, uses a CPU for {work}, and waits {wait}. Then it is answered. (By default, all times are a
/// fifth of the published ones: 200 ms, 100 ms, 200 ms. `--published` restores them.) {users} users send requests
/// without a pause, to a pool of {pool} platform threads or to virtual threads.
class CpuIntensive extends Page {

    // A run of the published times would take a quarter of an hour until it is decided.
    int faster = unlessPublished(5, 1);
    Duration unit = ms(100).dividedBy(faster);
    Duration wait = unit.multipliedBy(2);
    Duration work = unit;
    Demand needs = waiting(wait).computing(work).andWaiting(wait);
    int cpus = cpus();
    // Fewer threads than this would be the bottleneck; the published pool overloads a machine with few CPUs.
    int pool = unlessPublished(Math.max(25, 12 * cpus), 50);
    int users = users(2 * pool, 100);
    long limit = cpus * 1000 / work.toMillis();
    {
        published("e1.csv", faster);
        code("apps/Demo.java", "public String cpuIntensive()", "public String cpuIntensiveWork()");
        code("labs/cpu-intensive.java", "Variant platform = ");
        calibrate("demo.work.rounds", "rounds of work take {work} on a CPU of this machine, with all CPUs busy",
                () -> Work.calibrate(work, cpus));
    }

    ServiceUnderTest demo = service(Demo.class).property("demo.unit-ms", unit.toMillis());
    Variant platform = demo.onPlatformThreads(pool);
    Variant virtual = demo.onVirtualThreads();
    Variant perCpu = demo.onPlatformThreads(cpus).named("platform-cpus");

    /// ## 1. By a fixed amount of work
    /// A request to {byTheWork} does a fixed amount of work, which takes {work} of CPU time.
    Request byTheWork = get("/demo/cpu-intensive/work");
    Comparison fixedWork = compare("fixed work").within(percent(10))
            .users(users).send("work", byTheWork, needs).to(platform, virtual)
            .onlyWithAllCells().users(5 * cpus).to(perCpu);
    {
        ask("Requests do a fixed amount of work: which variant has the higher throughput?",
                fixedWork.throughput(platform, virtual))
                .oneOf(percent(15), "virtual threads", "neither, within 15 %", "platform threads")
                .hint("how much CPU time does a request need on either kind of thread?")
                .hint("the limit is CPUs / CPU time of a request: the number of threads does not change it");
        claim(fixedWork.throughput(platform, virtual)).near(1, percent(15)).headline()
                .because("both need the same CPU time for a request: compare cpu_us_per_request. Is the machine busy?");
        claim(fixedWork).asPredicted();
    }

    /// ## 2. By the clock
    /// A request to {byTheClock} spins until the clock has moved by {work}, as in the published experiment.
    Request byTheClock = get("/demo/cpu-intensive");
    // The clock also runs while a platform thread is off its CPU: to it, the spin is a wait.
    Demand allWaits = waiting(wait).andWaiting(work).andWaiting(wait);
    Comparison clock = compare("by the clock").within(percent(10))
            .users(users).send("clock", byTheClock, allWaits).believedToNeed(work, cpus).within(percent(25))
            .to(platform)
            .send("clock", byTheClock, needs).within(percent(10)).to(virtual)
            .onlyWithAllCells().users(5 * cpus).to(perCpu);
    {
        ask("By the clock: what is the throughput of {pool} platform threads divided by that of virtual threads?",
                clock.throughput(platform, virtual))
                .hint("the clock also runs while a platform thread is off its CPU")
                .hint("so on platform threads the spin is a wait: m threads that are held for S serve m / S")
                .hint("a virtual thread keeps its carrier while it spins: only one per CPU can spin at a time");
        claim(clock.throughput(platform, virtual)).betweenTimesRule(0.7, 1.4)
                .because(
                        "did the threads share the CPUs? With few users, or many CPUs, each spin has a CPU of its own");
        claim(clock.throughput(virtual)).asPredicted()
                .because("a virtual thread keeps its carrier while it spins: what else uses the CPUs?");
        claim(clock.cpuPerRequest(platform).over(fixedWork.cpuPerRequest(platform))).between(0.1, 0.7)
                .because("by the clock, most of the work is not done: see cpu_us_per_request");
    }

    /// ## The rule
    /// A request needs D = {work} of CPU time. So k CPUs serve at most k / D requests a second, on any kind of thread:
    /// X <= {limit}/s on the {cpus} CPUs of this machine. m threads that are held for S = 5 D allow m / S. A throughput
    /// above k / D means that the work was not done (utilisation law: X D <= k).
    ///
    /// The throughput of virtual threads is a little below k / D. A carrier runs virtual threads in the order in which
    /// they become ready, and keeps each one until it blocks. The last short step of a request writes the answer. It
    /// queues behind the work of all other requests. So all N users get their answers together, and their next requests
    /// wait together, for {wait}. The CPUs are idle meanwhile: X = N / (N D / k + {wait}).
    {
        rule(fixedWork, clock);
    }

    /// ## The answer
    /// With a fixed amount of work, platform threads had {fixedWork.throughput(platform, virtual)} times the throughput
    /// of virtual threads. With work timed by the clock, as published, the factor was
    /// {clock.throughput(platform, virtual)}.
    {
        bars("Requests per second", fixedWork, clock);
    }

    /// ## What happened
    {
        table(fixedWork, clock).columns(THROUGHPUT, MEAN, CPU_PER_REQUEST);
    }

    /// By the clock, platform threads had {clock.ofLimit(platform)} times the throughput that {cpus} CPUs allow if each
    /// request works for {work}. More than 1 is impossible: the work was not done. A request used
    /// {clock.cpuPerRequest(platform)} ms of CPU time there, and {fixedWork.cpuPerRequest(platform)} ms with a fixed
    /// amount of work.
    ///
    /// The published figures are of 100 users on 4 CPUs, by the clock:
    ///
    /// - platform threads: 90.7 requests/s; the limit of 4 CPUs is 4 / 0.1 s = 40
    /// - virtual threads: 36.3 requests/s; the rule says 100 / (100 x 0.1 / 4 + 0.2 s) = 37
    /// - virtual threads, the longest request: 4.9 s; the rule says 0.5 + 2 x 99 x 0.1 / 4 s = 5.45 s
    ///
    /// ## Try it
    /// - `--all-cells` one platform thread for each CPU, as is often advised for CPU-bound work: the pool serves k / S
    /// - `--published` 50 threads, 100 users, and the published times
    /// - `-c 20` fewer users than threads: platform threads serve N / S. What is the throughput by the clock now?
    /// - `--generator shared` the load generator runs on the service's carriers, and waits for them. Which check fails?

    CpuIntensive(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("cpu-intensive", CpuIntensive::new, args);
    }
}
