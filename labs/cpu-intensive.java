///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 2 cpu-intensive: are virtual threads slower when each request needs much CPU time?
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

/// # 2 cpu-intensive: Are virtual threads slower when each request needs much CPU time?
/// A request waits {wait}, uses a CPU for {work}, and waits {wait}. Then it is answered. (The published experiment used
/// 200, 100 and 200 ms. This lab divides them by five; `--published` uses the published times.) {users} users send
/// requests without a pause, to a pool of {pool} platform threads or to virtual threads. A request uses the CPU in one
/// of two ways:
///
/// - work: it does a fixed amount of work, which needs {work} of CPU time
/// - clock: it loops until {work} have passed, as published. The clock also runs while the request's thread has no CPU
class CpuIntensive extends Page {

    // With the published times, a run takes a quarter of an hour.
    int faster = unlessPublished(5, 1);
    Duration unit = ms(100).dividedBy(faster);
    Duration wait = unit.multipliedBy(2);
    Duration work = unit;
    Demand needs = waiting(wait).computing(work).andWaiting(wait);
    int cpus = cpus();
    // A request holds its thread for five times its work. So 5 threads for each CPU would keep the CPUs busy; the pool
    // has more than twice as many. The published pool is far too large for a machine with few CPUs.
    int pool = unlessPublished(Math.max(25, 12 * cpus), 50);
    int users = users(2 * pool, 100);
    long limit = cpus * 1000 / work.toMillis();
    {
        published("e1.csv", faster);
        code("apps/Demo.java", "public String cpuIntensive()", "public String cpuIntensiveWork()");
        code("labs/cpu-intensive.java", "Variant platform = ");
        warmUpAtMost(seconds(4));
        primedBy(get("/demo/trivial"));
        // The CPUs serve few requests a second, so that code is compiled for long. This way, the load generator's code
        // is compiled once, and not in each service anew.
        loadGeneratorInAJvmOfItsOwn();
        // Finds the amount of work that takes so long here, and tells the services.
        calibrate("demo.work.rounds", "rounds of work take {work} on a CPU of this machine, with all CPUs busy",
                () -> Work.calibrate(work, cpus));
    }

    ServiceUnderTest demo = service(Demo.class).property("demo.unit-ms", unit.toMillis());
    Variant platform = demo.onPlatformThreads(pool);
    Variant virtual = demo.onVirtualThreads();
    Variant perCpu = demo.onPlatformThreads(cpus).named("platform-cpus");

    /// ## 1. A fixed amount of work
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
                .otherwise("do both need the same CPU time for a request? Is something else using the CPUs?");
        claim(fixedWork).asTheRuleSays();
    }

    /// ## 2. By the clock
    /// A request to {byTheClock} loops until the clock has moved by {work}, as in the published experiment.
    Request byTheClock = get("/demo/cpu-intensive");
    // On platform threads the loop is like a wait: the clock runs on while another thread has the CPU.
    Demand allWaits = waiting(wait).andWaiting(work).andWaiting(wait);
    // believedToNeed: what the CPUs would allow if each request did its work. {clock.ofLimit} compares with it.
    Comparison clock = compare("by the clock").within(percent(10))
            .users(users).send("clock", byTheClock, allWaits).believedToNeed(work, cpus).within(percent(25))
            .to(platform)
            .send("clock", byTheClock, needs).within(percent(10)).to(virtual)
            .onlyWithAllCells().users(5 * cpus).to(perCpu);
    {
        ask("By the clock: what is the throughput of {pool} platform threads divided by that of virtual threads?",
                clock.throughput(platform, virtual))
                .hint("the clock also runs while a platform thread is off its CPU")
                .hint("so on platform threads the loop is like a wait: m threads that are held for S serve m / S")
                .hint("a virtual thread keeps its carrier, the thread that runs it, while it loops: only one for each "
                        + "CPU can loop at a time");
        claim(clock.throughput(platform, virtual)).betweenTimesRule(0.7, 1.4)
                .otherwise(
                        "did the threads share the CPUs? With few users, or many CPUs, each loop has a CPU of its own");
        claim(clock.throughput(virtual)).asTheRuleSays()
                .otherwise("a virtual thread keeps its carrier while it loops: what else uses the CPUs?");
        claim(clock.cpuPerRequest(platform).over(fixedWork.cpuPerRequest(platform))).between(0.1, 0.7)
                .otherwise("by the clock, most of the work is not done: see the CPU time of a request");
    }

    /// ## The rule
    /// A request needs D = {work} of CPU time, and a little more for HTTP. So k CPUs serve at most k / D requests a
    /// second, on any kind of thread: {limit}/s on the {cpus} CPUs of this machine. A higher throughput X shows that
    /// the work was not done (utilisation law: X × D is the CPU time used in a second, at most k).
    ///
    /// By the clock, the loop of a platform thread is like a wait. A request holds its thread for {wait}, {work} and
    /// {wait}, together S, so m threads serve m / S. This does not depend on the CPUs. A virtual thread keeps its
    /// carrier (the thread that runs it) while it loops, and there is one carrier for each CPU. So there the limit is k
    /// / D.
    ///
    /// Virtual threads have a little less than k / D, because the users fall in step. A round has two phases:
    ///
    /// - The requests of all c users do their work. This takes c D / k. A request whose second wait ends meanwhile
    ///   needs a CPU once more, to write its answer, and queues behind the work of others. So all answers leave at the
    ///   end
    /// - All users wait {wait} together, and the CPUs are idle
    ///
    /// So c users have X = c / (c D / k + {wait}), or a little more: while some users wait, HTTP keeps the CPUs busy
    /// for the others. This page's rule is a simulation of both phases. The operating system time-slices platform
    /// threads. Their users fall in step less, and with a fixed amount of work they have almost k / D.
    {
        rule(fixedWork, clock);
    }

    /// ## The answer
    /// With a fixed amount of work, platform threads had {fixedWork.throughput(platform, virtual)} times the throughput
    /// of virtual threads: where the CPUs are the bottleneck, the kind of thread changes little. With work timed by the
    /// clock, as published, platform threads had {clock.throughput(platform, virtual)} times, because they did not do
    /// all the work.
    {
        bars("Requests per second", fixedWork, clock);
    }

    /// ## What happened
    {
        table(fixedWork, clock).columns(THROUGHPUT, MEAN, CPU_PER_REQUEST);
    }

    /// By the clock, platform threads had {clock.ofLimit(platform)} times the throughput that {cpus} CPUs allow if each
    /// request works for {work}. More than 1 is impossible if the work is done. So a request did less work: it used
    /// only {clock.cpuPerRequest(platform)} ms of CPU time, compared with {fixedWork.cpuPerRequest(platform)} ms with a
    /// fixed amount of work.
    ///
    /// The published figures are of 100 users on 4 CPUs, by the clock:
    ///
    /// - platform threads: 90.7/s. The limit of 4 CPUs is 4 / 0.1 s = 40/s; the rule of 50 threads that only wait says
    ///   50 / 0.5 s = 100/s
    /// - virtual threads: 36.3/s. The rule says 100 / (100 × 0.1 s / 4 + 0.2 s) = 37/s
    /// - virtual threads, the longest request: 4.9 s. A request takes 0.5 s alone. At worst, it also queues twice
    ///   behind the work of 99 others: 0.5 s + 2 × 99 × 0.1 s / 4 = 5.45 s
    ///
    /// ## Try it
    /// - `--all-cells` one platform thread for each CPU, as is often advised for CPU-bound work: k threads serve only k
    ///   / S
    /// - `--published` 50 threads, 100 users, and the published times
    /// - `-c 20` fewer users than threads: platform threads serve c / S. Which variant has more, by the clock?
    /// - `--generator shared` load generator and service use the same carriers, and wait for them. Which claims can no
    ///   longer be decided?

    CpuIntensive(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("cpu-intensive", CpuIntensive::new, args);
    }
}
