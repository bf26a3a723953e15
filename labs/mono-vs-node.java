///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 3 mono-vs-node: are virtual threads on one carrier faster than Node.js?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Demo.java
//FILES published/e1.csv=../data/published/e1.csv apps/demo.js=../apps/demo.js
//FILES source/labs/mono-vs-node.java.txt=mono-vs-node.java source/apps/demo.js.txt=../apps/demo.js
//FILES source/apps/Demo.java.txt=../apps/Demo.java
//MAIN MonoVsNode

import static kit.plan.Metric.*;

import apps.Demo;
import java.time.Duration;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;

/// # 3 mono-vs-node: Are virtual threads on one carrier faster than Node.js?
/// Node.js runs JavaScript on one thread. A carrier is the thread that runs virtual threads: with one carrier, Java
/// uses one thread, too. Users send requests without a pause to two routes: on one, requests only wait; on the other,
/// they also need {unit} of CPU time. Three variants serve both routes:
///
/// - virtual-1-carrier: virtual threads on one carrier, with -Djdk.virtualThreadScheduler.parallelism=1 and
///   -Djdk.virtualThreadScheduler.maxPoolSize=1
/// - node: Node.js with its http module, in a process of its own
/// - virtual-tomcat-1: virtual threads and server.tomcat.threads.max=1, which the published experiment called "mono"
class MonoVsNode extends Page {

    // With the published times, 100 users × 100 ms on one thread take 10 s for one request of each user.
    int faster = unlessPublished(5, 1);
    Duration unit = ms(100).dividedBy(faster);
    Duration wait = unit.multipliedBy(2);
    int users = users(100);
    int fewUsers = users(20, 100);
    int cpus = cpus();
    {
        primedBy(get("/demo/trivial"));
        code("apps/demo.js", "const routes");
        code("apps/Demo.java", "public String cpuIntensive()");
        code("labs/mono-vs-node.java", "Variant oneCarrier = ");
    }

    ServiceUnderTest demo = service(Demo.class).property("demo.unit-ms", unit.toMillis());
    Variant oneCarrier = demo.onVirtualThreads().named("virtual-1-carrier").flags(
            "-Djdk.virtualThreadScheduler.parallelism=1",
            "-Djdk.virtualThreadScheduler.maxPoolSize=1");
    Variant tomcat1 = demo.onVirtualThreads().named("virtual-tomcat-1").property("server.tomcat.threads.max", 1);
    Variant virtual = demo.onVirtualThreads();
    Variant node = onNodeJs("/apps/demo.js", "--unit-ms=" + unit.toMillis());

    /// ## 1. Requests that only wait
    /// A request to {light} waits twice for 200 ms. There are {users} users.
    Request light = get("/demo/cpu-light");
    Demand twoWaits = waiting(ms(200)).andWaiting(ms(200));
    {
        published("e1.csv");
    }
    Comparison waits = compare("requests that wait").users(users).send("light", light, twoWaits)
            .to(oneCarrier, node, tomcat1);
    {
        claim(waits.throughput(oneCarrier, node)).near(1, percent(5))
                .otherwise("both only wait here: was the machine busy?");
        claim(waits).asTheRuleSays();
    }

    /// ## 2. Requests that need CPU
    /// A request to {cpuRequest} waits {wait}, loops until {unit} have passed, and waits {wait}. Here, no other request
    /// interrupts the loop, so the loop uses all of the {unit} on a CPU. (On platform threads it uses less: see lab 2.)
    /// There are {fewUsers} users.
    Request cpuRequest = get("/demo/cpu-intensive");
    Demand needs = waiting(wait).computing(unit).andWaiting(wait);
    {
        published("e1.csv", faster);
    }
    Comparison computes = compare("requests that need CPU").within(percent(10)).users(fewUsers)
            .send("burn", cpuRequest, needs).to(oneCarrier, node, tomcat1)
            .onlyWithAllCells().to(virtual);
    {
        ask("Requests need CPU: which has the higher throughput?", computes.throughput(oneCarrier, node))
                .oneOf(percent(10), "Node.js", "neither, within 10 %", "Java on one carrier")
                .hint("how much CPU time does a request need, and how many CPUs can one thread use?")
                .hint("in one second, one CPU can work for one second");
        claim(computes.throughput(oneCarrier, node)).near(1, percent(10)).headline()
                .otherwise("both have one thread and the same work for it: how many carriers does the table show?");
        ask("Requests need CPU: what is the throughput of virtual-tomcat-1 divided by that of "
                + "virtual-1-carrier?",
                computes.throughput(tomcat1, oneCarrier))
                .hint("how many carriers does virtual-tomcat-1 have? This machine has {cpus} CPUs");
        claim(computes.throughput(tomcat1, oneCarrier)).asTheRuleSays(percent(10))
                .otherwise(
                        "with virtual threads Tomcat has no pool, so the setting limits nothing. See run.json");
        claim(computes).asTheRuleSays();
    }

    /// ## The rule
    /// One thread has at most 1 s of CPU time a second. Waiting needs none of it: on the first route, c users who never
    /// pause have a throughput of X = c / 0.4 s. On the second route a request needs D = {unit}, so one thread serves
    /// at most 1 / D requests a second, in any language. A throughput above 1 / D needs more than one thread.
    ///
    /// X is a little lower than 1 / D, because the users fall in step, as in lab 2. First the thread does the work of
    /// all c users, which takes c D, and all answers leave at the end. Then all users wait {wait} together. So
    /// X = c / (c D + {wait}), or a little more: while some users wait, HTTP keeps the thread busy for the others.
    /// Carriers on k CPUs do the work in c D / k. With so few users that the thread is not
    /// always busy, X is at most c / S, where S is the time of a request alone.
    {
        rule(waits, computes);
    }

    /// ## The answer
    /// No. Both use one thread, so both have the same limit. Virtual threads on one carrier had
    /// {waits.throughput(oneCarrier, node)} times the throughput of Node.js where requests wait, and
    /// {computes.throughput(oneCarrier, node)} times where they need CPU. There, virtual-tomcat-1 had
    /// {computes.throughput(tomcat1, oneCarrier)} times the throughput of virtual-1-carrier: it is not limited to one
    /// thread.
    {
        bars("Requests per second", computes);
    }

    /// ## What happened
    {
        table(waits, computes).columns(THROUGHPUT, MEAN, CPU_PER_REQUEST, CARRIERS);
    }

    /// While a request waits, the one thread of virtual-1-carrier, or of Node.js, serves other requests.
    ///
    /// virtual-tomcat-1 had {computes.figure(CARRIERS, tomcat1)} carriers at work. With virtual threads, Tomcat has no
    /// pool: server.tomcat.threads.max has no effect, and all CPUs may be used. For 4 CPUs, 100 users and 100 ms of CPU
    /// time, as published, the rule gives 37/s for it (published: 35.8), and 9.8/s for Node.js (published: 9.7).
    ///
    /// The authors concluded that "multi and mono threaded perform similarly" (36.3/s and 35.8/s). One thread serves at
    /// most 10/s, so both used several carriers. `--all-cells` repeats their "multi": virtual threads without any
    /// setting.
    ///
    /// Virtual threads without any setting had {computes.throughput(virtual, tomcat1)} times the throughput of
    /// virtual-tomcat-1.
    ///
    /// ## Try it
    /// - `--all-cells` virtual threads without any setting, too: do "multi" and "mono" differ?
    /// - `-c 100,4` four users do not keep one thread busy: what is the throughput now?
    /// - `--jdk 21,25` JDK 21 and JDK 25
    /// - `--published` 100 users, and the published times

    MonoVsNode(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("mono-vs-node", MonoVsNode::new, args);
    }
}
