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
/// The requests of lab 2 wait {wait}, do a fixed amount of work, which needs {unit} of CPU time, and wait {wait} again.
/// {users} users send them without a pause, more than the CPUs can serve. Beside them, 20 requests a second go to a
/// light route, which needs almost no CPU. Every request has a thread of its own at once. What differs is the thread
/// that does the work:
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

    Variant platform = onPlatformThreads(Demo.class, users + 50);
    Variant virtual = onVirtualThreads(Demo.class);
    Request lightRequest = get("/demo/trivial");

    /// ## 1. The work on the thread of the request
    Demand needs = waiting(wait).computing(unit).andWaiting(wait);
    // On platform threads, users fall in step as well, but not fully: the rule leaves this out.
    Comparison work = compare("work").users(users)
            .send("work", get("/demo/cpu-intensive/work"), needs).within(percent(25)).to(platform)
            .within(percent(10)).to(virtual);
    Comparison light = work.beside("light", lightRequest, rate(20));
    long line = Math.round(1000 * Queueing.besideConvoy(users, needs, cpus));
    {
        ask("What is the response time of a light request (median) beside work on virtual threads, divided by that "
                + "beside work on platform threads?", light.ratio(P50, virtual, platform))
                .hint("the operating system time-slices platform threads: what time-slices virtual threads?");
        claim(light.ratio(P50, virtual, platform)).atLeast(3).headline()
                .otherwise("a virtual thread leaves its carrier only when it blocks; a platform thread is time-sliced");
        claim(work.throughput(virtual)).asPredicted(percent(10))
                .otherwise("all users queue for the CPUs together, and wait {wait} together: what else uses the CPUs?");
    }

    /// ## 2. The work on a pool of its own
    Comparison pooled = compare("work on a pool").users(users).within(percent(10))
            .send("pooled", get("/demo/cpu-intensive/pooled"), waiting(wait).andWaiting(wait)).to(virtual);
    Comparison lightBesidePool = pooled.beside("light", lightRequest, rate(20));
    Quantity.Ratio withPool = lightBesidePool.figure(P50, virtual).over(light.figure(P50, virtual));
    {
        ask("A pool of {cpus} platform threads does the work. What is the response time of a light request (median), "
                + "divided by that beside work on virtual threads?", withPool)
                .hint("what does a carrier do while the pool works?");
        claim(withPool).atMost(0.3)
                .otherwise("the carriers are free then: which other threads use the CPUs?");
        claim(pooled).asPredicted();
    }

    /// ## The rule
    /// A request needs D = {unit} of CPU time, so k CPUs serve at most k / D = {limit}/s here. A carrier runs virtual
    /// threads in the order in which they become ready, each until it blocks. So the work of N users is a queue of
    /// N D / k seconds, and a light request waits behind it. The short steps that write the answers wait behind it,
    /// too. So all users get their answers together, and wait the first {wait} together. Meanwhile the queue is empty.
    /// On average over both phases, a light request waits {line} ms.
    ///
    /// The operating system time-slices platform threads, and soon runs a thread that has waited. There is no rule for
    /// a light request beside work on platform threads, and none beside work on the pool.
    {
        rule(work, pooled);
    }

    /// ## The answer
    /// A light request took {light.figure(P50, virtual)} ms (median) beside work on virtual threads, and
    /// {light.figure(P50, platform)} ms beside work on platform threads. With the work on a pool of {cpus} platform
    /// threads, it took {lightBesidePool.figure(P50, virtual)} ms.
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
    /// for the result, and the carriers stay free. Do only the work in this pool: in lab 2, platform-cpus also does the
    /// waits in its pool, and reaches a fifth of k / D.
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
