///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 2 cpu-intensive: 100 ms of CPU between two waits. Are virtual threads slower?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Demo.java
//FILES published/e1.csv=../data/published/e1.csv
//FILES source/labs/cpu-intensive.java=cpu-intensive.java source/apps/Demo.java=../apps/Demo.java
//MAIN CpuIntensive

import static kit.trust.Claim.asPredicted;
import static kit.trust.Claim.count;
import static kit.trust.Claim.ratio;

import apps.Demo;
import apps.Work;
import java.time.Duration;
import kit.page.Choices;
import kit.page.Lab;
import kit.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Queueing;
import kit.plan.Request;
import kit.plan.Variant;
import kit.trust.Metric;
import kit.trust.Results;

/**
 * Lab 2. A published run found virtual threads 2.5 times slower where requests burn CPU. It burned by the clock: it
 * spun until 100 ms had gone by. Here the same burn stands beside an honest one, and what virtual threads really cost
 * beside both.
 */
class CpuIntensive {

    public static void main(String... args) {
        System.exit(Lab.run("cpu-intensive", args, CpuIntensive::page));
    }

    static void page(Lab lab) {
        lab.title(2, "100 ms of CPU between two waits. Are virtual threads slower?");

        Duration burn = Duration.ofMillis(100);
        Request byTheClock = Request.get("/demo/cpu-intensive");
        Request byTheWork = Request.get("/demo/cpu-intensive/work");
        Demand needs = Demand.waiting(Duration.ofMillis(200)).computing(burn).andWaiting(Duration.ofMillis(200));
        int cpus = lab.cpus();

        // The published pool of 50 overloads few CPUs; a larger machine needs a larger pool to show the same.
        int pool = lab.isPublished() ? 50 : Math.max(50, 25 * cpus);
        int users = lab.concurrency(2 * pool);

        lab.say("""
                A request waits 200 ms, burns 100 ms of CPU, waits 200 ms, and answers. %d users send them without a
                pause. The burn is done in two ways:

                - %s spins until the clock has moved 100 ms, as in the published experiment
                - %s does a fixed amount of work, which takes 100 ms on a CPU that it has for itself

                and served in three: by a pool of %d platform threads, by virtual threads, and by a pool of %d platform
                threads, one for each CPU of this machine, as is often advised for work that needs the CPU.""",
                users, byTheClock.path(), byTheWork.path(), pool, cpus);

        lab.code("apps/Demo.java", "public String cpuIntensive()", "public String cpuIntensiveWork()");
        lab.code("labs/cpu-intensive.java", "Variant platform = ");

        Variant platform = Variant.platform("platform", Demo.class, pool);
        Variant virtual = Variant.virtual("virtual", Demo.class);
        Variant perCpu = Variant.platform("platform-cpus", Demo.class, cpus);

        // Every variant of a fork is given the same work.
        lab.calibrate("demo.work.rounds", "rounds of work take 100 ms on a CPU of this machine, while all work",
                () -> Work.calibrate(burn, cpus));

        // By the clock: on platform threads the spin is as good as a wait, for while one is off its CPU its clock moves
        // on. A virtual thread keeps its carrier until it waits, so that it really gets the 100 ms.
        lab.published("e1.csv");
        Cell clockPlatform = lab
                .cell(platform, byTheClock, lab.load(users, 300, 1000), Demand.waiting(Duration.ofMillis(500)))
                .claimedToNeed(burn, cpus, "CPUs").within(0.25).as("clock");
        Cell clockVirtual = lab.cell(virtual, byTheClock, lab.load(users, 100, 1000), needs).within(0.1).as("clock");
        Cell clockPerCpu = lab.cell(perCpu, byTheClock, lab.load(5 * cpus, 10L * cpus), needs).within(0.1).as("clock");

        // By the work.
        Cell workPlatform = lab.cell(platform, byTheWork, lab.load(users, 100, 1000), needs).within(0.15).as("work");
        Cell workVirtual = lab.cell(virtual, byTheWork, lab.load(users, 100, 1000), needs).within(0.15).as("work");
        Cell workPerCpu = lab.cell(perCpu, byTheWork, lab.load(5 * cpus, 10L * cpus), needs).within(0.1).as("work");

        // And somebody else's request, twenty times a second, while fewer users keep all CPUs busy: no pool is full
        // here.
        int busy = 10 * cpus;
        Request other = Request.get("/demo/trivial");
        Load steady = lab.load(busy, 10L * busy);
        double line = steady instanceof ClosedLoop ? 1000 * Queueing.besideConvoy(busy, needs, cpus) : Double.NaN;
        OpenLoop arrivals = new OpenLoop(20, Duration.ofMinutes(10));
        Cell besidePlatform = lab.cell(platform, byTheWork, steady, needs).within(0.15).as("beside")
                .beside("other", other, arrivals);
        Cell besideVirtual = lab.cell(virtual, byTheWork, steady, needs).within(0.15).as("beside")
                .beside("other", other, arrivals, line);

        lab.predict(
                ("Spinning by the clock, how many times as many requests a second do %d platform threads serve as "
                        + "virtual threads?").formatted(pool),
                ratio(clockPlatform, clockVirtual),
                "while a platform thread is off its CPU, the clock that it looks at moves on",
                "so to platform threads the burn is a wait: m threads that are held for S = 0.5 s serve m / S",
                "a virtual thread keeps its carrier while it spins: as many as there are CPUs spin at a time, 0.1 s "
                        + "each");
        lab.predict("When a request needs a fixed amount of work instead: which serve more requests a second?",
                Choices.below(0.85, "virtual threads").then(1.15, "neither, within 15 %").beyond("platform threads"),
                ratio(workPlatform, workVirtual),
                "how much CPU does a request need now, on either kind of thread?",
                "X <= k / D knows of CPUs and of nothing else");

        lab.rule("""
                A request that needs D = 0.1 s of CPU leaves k CPUs room for k / D requests a second: X <= %d / 0.1 s =
                %d/s on this machine, whatever the threads are called. m threads that are held for S = 0.5 s allow m /
                S. Whoever serves more than k / D did not do the work: that is the utilisation law, X D <= k.

                Virtual threads stay a little below k / D. A carrier takes whoever is first in line and keeps it until
                it waits. So the last short step of a request, which only writes the answer, stands in line behind
                everybody's burn; the users get their answers all at once, wait the first 200 ms all at once, and the
                CPUs stand idle until they are over: X = N / (N D / k + 0.2 s)."""
                .formatted(cpus, 10 * cpus));

        lab.expect("by the clock, platform threads serve at least twice as many as virtual threads",
                ratio(clockPlatform, clockVirtual).atLeast(2),
                "the pool must be large enough to overload the CPUs: are there more CPUs than run.json says?");
        lab.expect("by the clock, platform threads serve more than the CPUs can",
                count(Metric.OF_LIMIT, clockPlatform).atLeast(1.5),
                "more than k / D cannot be worked; less means that the threads got no time slices from each other");
        lab.expect("by the clock, virtual threads serve what the rule says", asPredicted(clockVirtual),
                "a virtual thread keeps its carrier while it spins: is something else using the CPUs?");
        lab.expect("by the clock, a pool of one thread for each CPU serves what it serves by the work",
                ratio(clockPerCpu, workPerCpu).near(1, 0.1),
                "a thread that has a CPU for itself works while it spins: did anything else want the CPUs?");
        lab.expect("a platform thread that spins by the clock gets less than half of the CPU that it claims",
                ratio(Metric.CPU_PER_REQUEST, clockPlatform, workPlatform).atMost(0.5),
                "the CPU per request is measured, not claimed: is the service's CPU time in summary.csv right?");
        lab.expect("with fixed work, platform and virtual threads serve the same",
                ratio(workPlatform, workVirtual).near(1, 0.1),
                "the same work on the same CPUs: was there another load on the machine? --forks 5 tells chance from "
                        + "difference");
        lab.expect("a pool of one thread for each CPU serves what the rule says", asPredicted(workPerCpu),
                "it serves k / S, a fifth of k / D, since its threads are held by the waits as well");
        lab.expect("somebody else's light request waits at least 5 times as long beside virtual threads",
                ratio(Metric.MEDIAN, besideVirtual, besidePlatform).of("other").atLeast(5),
                "a carrier is left only when a virtual thread waits, a CPU whenever the operating system says so");

        Results measured = lab.measure(clockPlatform, clockVirtual, clockPerCpu, workPlatform, workVirtual, workPerCpu,
                besidePlatform,
                besideVirtual);
        lab.conclude();

        // Where the throughput is not impossible (few users, many CPUs) there is nothing of the kind to explain.
        if (measured.mean(Metric.OF_LIMIT, clockPlatform) > 1) {
            lab.explain("""
                    By the clock, platform threads "served" %s requests a second and virtual threads %s. The first
                    number is impossible as CPU work: at 100 ms each this machine's %s CPUs can do %s. Measured, those
                    requests got %s ms of CPU each. The operating system takes turns among the threads that spin, and a
                    thread that waits for its turn sees the clock move: its 100 ms pass while others work. A virtual
                    thread is not taken off its carrier while it spins, so its 100 ms are worked. The published run had
                    4 CPUs, which can do 40 requests a second. It found 90.7/s on platform threads, and 36.3/s on
                    virtual threads, where the rule says 100 / (100 x 0.1 / 4 + 0.2 s) = 37.""",
                    measured.rps(clockPlatform), measured.rps(clockVirtual), cpus, 10 * cpus,
                    measured.mean(Metric.CPU_PER_REQUEST, clockPlatform) / 1000);
        }
        lab.explain("""
                With a fixed amount of work, platform threads serve %s requests a second and virtual threads %s, at %s
                and %s ms of CPU each. That is %s times as many on platform threads, where the rule says %s and spinning
                by the clock %s. What is left of the published penalty is the first of these.""",
                measured.rps(workPlatform), measured.rps(workVirtual),
                measured.mean(Metric.CPU_PER_REQUEST, workPlatform) / 1000,
                measured.mean(Metric.CPU_PER_REQUEST, workVirtual) / 1000,
                measured.rps(workPlatform) / measured.rps(workVirtual),
                workPlatform.prediction(lab.jdks().getLast()).rps()
                        / workVirtual.prediction(lab.jdks().getLast()).rps(),
                measured.rps(clockPlatform) / measured.rps(clockVirtual));
        lab.explain("""
                What remains is this: beside %s busy users, a request that needs next to nothing was answered in %s ms
                (median) on platform threads and in %s ms on virtual threads. It stands in line behind every burn that
                came before it, because nothing takes a virtual thread off its carrier. So CPU work belongs on a pool of
                its own, of about as many platform threads as there are CPUs; and only the work, since a pool that small
                which also waits serves %s/s.""",
                busy, measured.mean(Metric.MEDIAN, besidePlatform, "other"),
                measured.mean(Metric.MEDIAN, besideVirtual, "other"),
                measured.rps(workPerCpu));

        lab.tryIt("""
                --published      50 threads, 100 users, 1000 requests by each of the first two pairs, as published: \
                five minutes
                --forks 5        is platform / virtual with fixed work really 1? the interval tells
                -c 20            fewer users than threads: by the clock, what is the throughput of either now? (the \
                rule knows)
                --driver shared  the client behind the same carriers: its clock stops with them. Which check finds \
                out?""");
    }
}
