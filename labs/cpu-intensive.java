///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 2 cpu-intensive: are virtual threads slower when each request needs 100 ms of CPU?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Demo.java
//FILES published/e1.csv=../data/published/e1.csv
//FILES source/labs/cpu-intensive.java=cpu-intensive.java source/apps/Demo.java=../apps/Demo.java
//MAIN CpuIntensive

import static kit.page.TableColumn.column;
import static kit.trust.Claim.*;

import apps.Demo;
import apps.Work;
import java.time.Duration;
import java.util.List;
import kit.page.*;
import kit.plan.*;
import kit.trust.*;

/**
 * Lab 2. A published run found virtual threads 2.5 times slower where requests need CPU. Its requests spun until the
 * clock had moved by 100 ms. This lab compares that with a fixed amount of work.
 */
class CpuIntensive {

    public static void main(String... args) {
        System.exit(Lab.run("cpu-intensive", args, CpuIntensive::page));
    }

    static void page(Lab lab) {
        lab.title(2, "Are virtual threads slower when each request needs 100 ms of CPU?");

        Duration burn = Duration.ofMillis(100);
        Request byTheClock = Request.get("/demo/cpu-intensive");
        Request byTheWork = Request.get("/demo/cpu-intensive/work");
        Demand needs = Demand.waiting(Duration.ofMillis(200)).computing(burn).andWaiting(Duration.ofMillis(200));
        int cpus = lab.cpus();

        // The published pool of 50 overloads few CPUs; a larger machine needs a larger pool to show the same.
        int pool = lab.unlessPublished(Math.max(50, 25 * cpus), 50);
        int users = lab.concurrency(2 * pool);

        lab.say("""
                A request waits 200 ms, uses a CPU for 100 ms, waits 200 ms, and answers. %d users send requests without
                a pause. There are two routes:

                - %s spins until the clock has moved by 100 ms, as in the published experiment
                - %s does a fixed amount of work, which takes 100 ms of CPU time

                Three variants serve them: a pool of %d platform threads, virtual threads, and a pool of %d platform
                threads, one for each CPU of this machine, as is often advised for CPU-bound work.""",
                users, byTheClock.path(), byTheWork.path(), pool, cpus);

        lab.code("apps/Demo.java", "public String cpuIntensive()", "public String cpuIntensiveWork()");
        lab.code("labs/cpu-intensive.java", "Variant platform = ");

        Variant platform = Variant.platform("platform", Demo.class, pool);
        Variant virtual = Variant.virtual("virtual", Demo.class);
        Variant perCpu = Variant.platform("platform-cpus", Demo.class, cpus);

        // Every variant of a fork is given the same work.
        lab.calibrate("demo.work.rounds", "rounds of work take 100 ms on a CPU of this machine, while all work",
                () -> Work.calibrate(burn, cpus));

        // ## 1. By the clock. On platform threads the spin is as good as a wait: the clock also runs while a thread
        // is off its CPU. A virtual thread keeps its carrier until it waits, so it uses all of the 100 ms
        lab.published("e1.csv");
        Cell clockPlatform = lab
                .cell(platform, byTheClock, lab.load(users, 300, 1000), Demand.waiting(Duration.ofMillis(500)))
                .claimedToNeed(burn, cpus, "CPUs").within(0.25).as("clock");
        Cell clockVirtual = lab.cell(virtual, byTheClock, lab.load(users, 100, 1000), needs).within(0.1).as("clock");
        Cell clockPerCpu = lab.cell(perCpu, byTheClock, lab.load(5 * cpus, 10L * cpus), needs).within(0.1).as("clock");
        lab.predict("Requests spin by the clock: what is the throughput of %d platform threads divided by that of "
                .formatted(pool) + "virtual threads?", ratio(clockPlatform, clockVirtual),
                "the clock also runs while a platform thread is off its CPU",
                "so on platform threads the spin is a wait: m threads that are held for S = 0.5 s serve m / S",
                "a virtual thread keeps its carrier while it spins: as many spin at a time as there are CPUs, 0.1 s "
                        + "each");
        lab.expect("by the clock, platform threads serve at least twice as many as virtual threads",
                ratio(clockPlatform, clockVirtual).atLeast(2),
                "the pool must be large enough to overload the CPUs: are there more CPUs than run.json says?");
        lab.expect("by the clock, platform threads serve more than the CPUs can",
                count(Metric.OF_LIMIT, clockPlatform).atLeast(1.5),
                "more than k / D is no CPU work; less: did the operating system time-slice the threads?");
        lab.expect("by the clock, virtual threads serve what the rule says", asPredicted(clockVirtual),
                "a virtual thread keeps its carrier while it spins: is something else using the CPUs?");
        // As many requests as were published: fewer have no 99th percentile. It is at most what the longest takes
        Load published = lab.load(users, 1000);
        double twice = Queueing.longestBesideOthers(published, needs, cpus);
        List<Cell> tail = lab.withAllCells(() -> {
            Cell cell = lab.cell(virtual, byTheClock, published, needs).within(0.1).as("clock-tail");
            double mean = cell.prediction(lab.jdks().getLast()).meanMs() / 1000;
            lab.expect("by the clock, no request on virtual threads stands in line more than twice",
                    count(Metric.LONGEST, cell).atLeast(0.9).atMost(1.1 * twice / mean).inEveryFork(),
                    "a line is as long as the work of all other users: what else used the CPUs? see max_ms, neighbour");
            return List.of(cell);
        });

        // ## 2. By a fixed amount of work
        Cell workPlatform = lab.cell(platform, byTheWork, lab.load(users, 100, 1000), needs).within(0.15).as("work");
        Cell workVirtual = lab.cell(virtual, byTheWork, lab.load(users, 100, 1000), needs).within(0.15).as("work");
        Cell workPerCpu = lab.cell(perCpu, byTheWork, lab.load(5 * cpus, 10L * cpus), needs).within(0.1).as("work");
        lab.predict("Requests do a fixed amount of work: which variant has the higher throughput?",
                Choices.below(0.85, "virtual threads").then(1.15, "neither, within 15 %").beyond("platform threads"),
                ratio(workPlatform, workVirtual),
                "how much CPU time does a request need now, on either kind of thread?",
                "X <= k / D contains CPUs, and no threads");
        lab.expect("by the clock, a pool of one thread for each CPU serves what it serves by the work",
                ratio(clockPerCpu, workPerCpu).near(1, 0.1),
                "a thread that has a CPU for itself works while it spins: did anything else use the CPUs?");
        lab.expect("by the clock, a request on platform threads uses at most half of the CPU time of fixed work",
                ratio(Metric.CPU_PER_REQUEST, clockPlatform, workPlatform).atMost(0.5),
                "see cpu_us_per_request in summary.csv: the CPU time is measured");
        lab.expect("with fixed work, platform and virtual threads serve the same",
                ratio(workPlatform, workVirtual).near(1, 0.1),
                "the same work on the same CPUs: was there another load on the machine? --forks 5 tells chance from "
                        + "difference");
        lab.expect("a pool of one thread for each CPU serves what the rule says", asPredicted(workPerCpu),
                "it serves k / S, a fifth of k / D, since its threads are held by the waits as well");

        // ## 3. A light request, twenty times a second, while fewer users keep all CPUs busy: no pool is full here
        int busy = 10 * cpus;
        Load steady = lab.load(busy, 10L * busy);
        Request other = Request.get("/demo/trivial");
        OpenLoop arrivals = new OpenLoop(20, Duration.ofMinutes(10));
        Cell besidePlatform = lab.cell(platform, byTheWork, steady, needs).within(0.15).as("beside")
                .beside("other", other, arrivals);
        Cell besideVirtual = lab.cell(virtual, byTheWork, steady, needs).within(0.15).as("beside")
                .beside("other", other, arrivals, 1000 * Queueing.besideConvoy(steady, needs, cpus));
        lab.expect("a light request takes at least 5 times as long beside busy virtual threads (median)",
                ratio(Metric.MEDIAN, besideVirtual, besidePlatform).of("other").atLeast(5),
                "a virtual thread leaves its carrier only when it blocks; a platform thread is time-sliced");

        lab.rule("""
                A request needs D = 0.1 s of CPU time. So k CPUs serve at most k / D requests a second, on any kind of
                thread: X <= %d / 0.1 s = %d/s on this machine. m threads that are held for S = 0.5 s allow m / S. A
                throughput above k / D means that the work was not done (utilisation law: X D <= k).

                Virtual threads stay a little below k / D. A carrier runs virtual threads in the order in which they
                become ready, and keeps each one until it blocks. The last short step of a request, which writes the
                answer, queues behind the work of all other requests. So all users get their answers together, and then
                wait the first 200 ms together. The CPUs are idle during these 200 ms: X = N / (N D / k + 0.2 s).""",
                cpus, 10 * cpus);

        Results measured = lab.measure(List.of(clockPlatform, clockVirtual, clockPerCpu, workPlatform, workVirtual,
                workPerCpu, besidePlatform, besideVirtual), tail);
        lab.conclude();
        lab.answer("""
                With a fixed amount of work, virtual threads had %s times the throughput of platform threads. With work
                that was timed by the clock, as published, it was %s times. Beside busy virtual threads a light request
                took %s times as long as beside busy platform threads (median).""",
                measured.over(workVirtual, workPlatform),
                measured.over(clockVirtual, clockPlatform),
                measured.over(Metric.MEDIAN, besideVirtual, besidePlatform, "other"));
        lab.headline("Requests per second", measured::rps, workPlatform, workVirtual, clockPlatform, clockVirtual);

        lab.show("By the clock and by a fixed amount of work:",
                List.of(clockPlatform, clockVirtual, workPlatform, workVirtual), column("requests/s", measured::rps),
                column("CPU time per request, ms", cell -> measured.mean(Metric.CPU_PER_REQUEST, cell) / 1000));
        // With few users, or many CPUs, the throughput is possible, and there is nothing to explain.
        if (measured.mean(Metric.OF_LIMIT, clockPlatform) > 1) {
            lab.explain("""
                    By the clock, the throughput of platform threads (%s/s) is impossible as CPU work: at 100 ms each,
                    this machine's %s CPUs can do %s/s. The requests used only %s ms of CPU time each. The operating
                    system time-slices the spinning threads, and the clock runs while a thread is off its CPU. A virtual
                    thread keeps its carrier while it spins, so it uses the full 100 ms.""",
                    measured.rps(clockPlatform), cpus, 10 * cpus,
                    measured.mean(Metric.CPU_PER_REQUEST, clockPlatform) / 1000);
            lab.explain("""
                    The published machine had 4 CPUs, which can do 40 requests a second. Its figures are 90.7/s on
                    platform threads, and 36.3/s on virtual threads, where the rule gives 100 / (100 x 0.1 / 4 + 0.2 s)
                    = 37.""");
        }
        lab.explain("""
                With a fixed amount of work, platform threads had %s times the throughput of virtual threads (the rule:
                %s); by the clock it was %s times. So the published difference comes from timing the work by the clock,
                and not from the kind of thread.""",
                measured.over(workPlatform, workVirtual),
                workPlatform.prediction(lab.jdks().getLast()).rps()
                        / workVirtual.prediction(lab.jdks().getLast()).rps(),
                measured.over(clockPlatform, clockVirtual));
        lab.explain("""
                One difference is real. Beside %s busy users, a light request was answered in %s ms (median) on platform
                threads, and in %s ms on virtual threads. It queues behind all work that became ready before it, because
                the scheduler does not preempt virtual threads. So run CPU-bound work on a separate pool with one
                platform thread for each CPU. Run only the CPU-bound part there: the pool of this size that also
                executes the waits served %s/s.""",
                busy, measured.mean(Metric.MEDIAN, besidePlatform, "other"),
                measured.mean(Metric.MEDIAN, besideVirtual, "other"),
                measured.rps(workPerCpu));

        tail.forEach(cell -> lab.explain("""
                The published 99th percentile is 4.8 s on virtual threads, and the longest request took 4.9 s, on 4
                CPUs. A user in step with the others stands in line once: N D / k + 0.2 s, there 2.7 s. A user out of
                step finds the line again before the last short step: S + 2 (N - 1) D / k = 5.45 s at most. On this
                machine that is %s s. The 99th percentile was %s s, and the longest request took %s times the mean of
                the rule.""", twice, measured.mean(Metric.P99, cell) / 1000, measured.mean(Metric.LONGEST, cell)));

        lab.tryIt("""
                --all-cells      1000 requests by the clock on virtual threads: how long does the longest take?
                --published      50 threads, 100 users, 1000 requests in each of the first two pairs: five minutes
                --forks 5        is the ratio with fixed work 1? The interval shows it
                -c 20            fewer users than threads: what is the throughput by the clock now? The rule gives it
                --driver shared  the load generator on the service's carriers: its clock stops with them. Which check \
                fails?""");
    }
}
