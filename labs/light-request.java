///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 16 light-request: how long does a light request take beside requests that keep all CPUs busy?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Demo.java
//FILES source/labs/light-request.java.txt=light-request.java source/apps/Demo.java.txt=../apps/Demo.java
//MAIN LightRequest

import static kit.plan.Metric.*;

import apps.Demo;
import apps.Work;
import java.time.Duration;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;
import kit.rule.Queueing;

/// # 16 light-request: How long does a light request take beside requests that keep all CPUs busy?
/// A request waits {wait}, does a fixed amount of work, which needs {unit} of CPU time, and waits {wait} again. {users}
/// users send such requests without a pause, more work than the CPUs can do. At the same time, 20 requests a second go
/// to a light route, which needs almost no CPU. No request waits for a free thread of Tomcat. The variants differ in
/// the thread that does the work:
///
/// - platform (work): Tomcat's platform threads
/// - virtual (work): the virtual threads of the requests
/// - virtual (pooled): a pool of {cpus} platform threads, one for each CPU. The virtual thread of the request waits
///   for the result
class LightRequest extends Page {

    Duration unit = ms(100);
    Duration wait = unit.multipliedBy(2);
    int cpus = cpus();
    int users = users(6 * cpus);
    long limit = cpus * 1000 / unit.toMillis();
    {
        primedBy(get("/demo/trivial"));
        code("apps/Demo.java", "public String cpuIntensiveWork()", "public String cpuIntensivePooled()", "class Pool");
        code("labs/light-request.java", "Variant platform = ");
        calibrate("demo.work.rounds", "rounds of work take {unit} on a CPU of this machine, with all CPUs busy",
                () -> Work.calibrate(unit, cpus));
    }

    int spare = 50; // threads for the light requests
    Variant platform = onPlatformThreads(Demo.class, users + spare);
    Variant virtual = onVirtualThreads(Demo.class);
    Request lightRequest = get("/demo/trivial");

    /// ## 1. The work on the thread of the request
    Demand needs = waiting(wait).computing(unit).andWaiting(wait);
    // See the rule: on platform threads, users fall in step in part, which the rule leaves out. So 25 % is allowed.
    Comparison work = compare("work").users(users)
            .send("work", get("/demo/cpu-intensive/work"), needs).within(percent(25)).to(platform)
            .within(percent(10)).to(virtual);
    Comparison light = work.beside("light", lightRequest, rate(20));
    long meanWait = Math.round(1000 * Queueing.besideConvoy(users, needs, cpus));
    {
        ask("Median response time of a light request: what is it while virtual threads do the work, divided by what it "
                + "is while platform threads do?", light.ratio(P50, virtual, platform))
                .hint("the operating system time-slices platform threads: what time-slices virtual threads?");
        claim(light.ratio(P50, virtual, platform)).atLeast(3).headline()
                .otherwise("a virtual thread leaves its carrier only when it blocks; a platform thread is time-sliced");
        claim(work.throughput(virtual)).asTheRuleSays(percent(10))
                .otherwise("all users queue for the CPUs together, and wait {wait} together: what else uses the CPUs?");
    }

    /// ## 2. The work on a pool of its own
    // The warm-up measures the CPU time of the work, so it is not declared: the request itself only waits.
    Comparison pooled = compare("work on a pool").users(users).within(percent(10))
            .send("pooled", get("/demo/cpu-intensive/pooled"), waiting(wait).andWaiting(wait)).to(virtual);
    Comparison lightBesidePool = pooled.beside("light", lightRequest, rate(20));
    Quantity.Ratio withPool = lightBesidePool.figure(P50, virtual).over(light.figure(P50, virtual));
    {
        ask("Median response time of a light request: what is it while a pool of {cpus} platform threads does the "
                + "work, divided by what it is while virtual threads do?", withPool)
                .hint("what does a carrier do while the pool works?");
        claim(withPool).atMost(0.3)
                .otherwise("the carriers are free then: which other threads use the CPUs?");
        claim(pooled).asTheRuleSays();
    }

    /// ## The rule
    /// A request needs D = {unit} of CPU time, so k CPUs serve at most k / D = {limit}/s here. A carrier runs virtual
    /// threads in the order in which they become ready, each until it blocks. So the users fall in step, as in lab 2:
    ///
    /// - Phase 1 takes c D / k. The work of c users is a queue. Light requests wait behind it, and so do the answers
    /// - Phase 2 takes {wait}. All answers have left, all users wait, and the queue is empty
    ///
    /// On average over both phases, a light request waits {meanWait} ms. The median can be larger or smaller.
    ///
    /// The operating system time-slices platform threads, and soon runs a thread that has waited. So for light requests
    /// there is no rule where platform threads do the work. The rule below is about the other requests.
    {
        rule(work, pooled);
    }

    /// ## The answer
    /// A light request took {light.figure(P50, virtual)} ms (median) while virtual threads did the work, and
    /// {light.figure(P50, platform)} ms while platform threads did. While a pool of {cpus} platform threads did the
    /// work, it took {lightBesidePool.figure(P50, virtual)} ms.
    {
        bars("A light request, median, in ms", light.figure(P50, platform), light.figure(P50, virtual),
                lightBesidePool.figure(P50, virtual));
    }

    /// ## What happened
    {
        table(light, lightBesidePool).columns(THROUGHPUT, P50, P95);
        table(work, pooled).columns(THROUGHPUT, MEAN, CPU_PER_REQUEST);
    }

    /// The scheduler of virtual threads does not preempt them. A light request on a virtual thread waits until a
    /// carrier is free, although it needs almost no CPU itself.
    ///
    /// If requests compute for long, let a pool do the work, with one platform thread for each CPU. The request waits
    /// for the result, and the carriers stay free. Do only the work in this pool. If its threads did the waits as well,
    /// each would be held for five times the work, and the throughput would be a fifth of k / D.
    ///
    /// ## Try it
    /// - `-c {fewer}` half as many users: how long is the queue now?
    /// - `--forks 5` more forks: narrower intervals
    int fewer = users / 2;

    LightRequest(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("light-request", LightRequest::new, args);
    }
}
