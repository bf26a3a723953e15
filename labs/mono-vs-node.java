///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 3 mono-vs-node: virtual threads on one carrier against Node.js. Which is faster?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Demo.java
//FILES published/e1.csv=../data/published/e1.csv
//FILES apps/demo.js=../apps/demo.js
//FILES source/labs/mono-vs-node.java=mono-vs-node.java source/apps/demo.js=../apps/demo.js
//FILES source/apps/Demo.java=../apps/Demo.java
//MAIN MonoVsNode

import static kit.trust.Claim.asPredicted;
import static kit.trust.Claim.count;
import static kit.trust.Claim.ratio;

import apps.Demo;
import java.time.Duration;
import kit.page.Choices;
import kit.page.Lab;
import kit.plan.Cell;
import kit.plan.Demand;
import kit.plan.Request;
import kit.plan.Variant;
import kit.service.Facts;
import kit.service.ProcessService;
import kit.trust.Metric;
import kit.trust.Results;

/**
 * Lab 3. Node.js runs JavaScript on one thread. Virtual threads on one carrier are the same bargain: cheap waiting, one
 * CPU. A published run found them nearly four times as fast as Node.js; it was not one carrier that it measured.
 */
class MonoVsNode {

    public static void main(String... args) {
        System.exit(Lab.run("mono-vs-node", args, MonoVsNode::page));
    }

    static void page(Lab lab) {
        lab.title(3, "virtual threads on one carrier against Node.js. Which is faster?");

        Request light = Request.get("/demo/cpu-light");
        Request intensive = Request.get("/demo/cpu-intensive");
        Duration burn = Duration.ofMillis(100);
        Demand waits = Demand.waiting(Duration.ofMillis(400));
        Demand burns = Demand.waiting(Duration.ofMillis(200)).computing(burn).andWaiting(Duration.ofMillis(200));
        int users = lab.concurrency(100);

        lab.say("""
                Two routes, the same in Java and in JavaScript: %s waits 200 ms twice; %s burns 100 ms between the
                waits, by the clock. (Where one thread does all the work nobody takes turns with it, so here the clock
                tells the truth: see lab 2.) %d users send requests without a pause to

                - virtual-mono: virtual threads on one carrier, with
                  -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1
                - node: Node.js, its own http module and nothing else, in a process of its own
                - virtual-tomcat-1: what the published run called "mono": virtual threads, and
                  server.tomcat.threads.max=1""",
                light.path(), intensive.path(), users);

        lab.code("apps/demo.js", "const routes");
        lab.code("apps/Demo.java", "public String cpuIntensive()");
        lab.code("labs/mono-vs-node.java", "Variant mono = ");

        Variant mono = Variant.virtual("virtual-mono", Demo.class).about("virtual threads on one carrier")
                .flags("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1");
        Variant tomcat1 = Variant.virtual("virtual-tomcat-1", Demo.class)
                .about("virtual threads and a Tomcat pool of 1, as published")
                .property("server.tomcat.threads.max", 1);
        Variant node = Variant.process("node", "Node.js",
                new ProcessService("node", "/apps/demo.js",
                        "install Node.js 16 or later (https://nodejs.org, or your package manager's nodejs)"),
                1);

        lab.published("e1.csv");
        lab.publishedAs(tomcat1, "virtual-mono");
        Cell monoLight = lab.cell(mono, light, lab.load(users, 1000), waits).as("light");
        Cell nodeLight = lab.cell(node, light, lab.load(users, 1000), waits).as("light");
        Cell tomcat1Light = lab.cell(tomcat1, light, lab.load(users, 1000), waits).as("light");
        Cell monoBurn = lab.cell(mono, intensive, lab.load(users, 100, 1000), burns).within(0.1).as("burn");
        Cell nodeBurn = lab.cell(node, intensive, lab.load(users, 100, 1000), burns).within(0.1).as("burn");
        Cell tomcat1Burn = lab.cell(tomcat1, intensive, lab.load(users, 200, 1000), burns).within(0.1)
                .claimedToNeed(burn, 1, "threads").as("burn");

        lab.predict("On the route that burns, which serves more requests a second?",
                Choices.below(0.9, "Node.js").then(1.1, "neither, within 10 %").then(2, "Java on one carrier")
                        .beyond("Java on one carrier, more than twice as many"),
                ratio(monoBurn, nodeBurn),
                "how much CPU does a request need, and how many CPUs can one thread use?",
                "X <= 1 / D in any language");

        lab.rule("""
                One thread has one second of CPU a second. Waiting costs it nothing: c users are served at X = c / 0.4 s
                on the first route. Burning costs D = 0.1 s: X <= 1 / D = 10/s on the second, in any language. Whoever
                serves more than that has more than one thread at work. (It is a little less, since the users of one
                thread fall in step, as in lab 2: X = c / (c D + 0.2 s).)""");

        lab.expect("waiting, one carrier serves the same as Node.js", ratio(monoLight, nodeLight).near(1, 0.05),
                "neither is busy here: was the machine?");
        lab.expect("burning, one carrier serves the same as Node.js", ratio(monoBurn, nodeBurn).near(1, 0.05),
                "both have one thread and 100 ms for each request: how many carriers does the table show?");
        lab.expect("one carrier is one carrier", count(Metric.CARRIERS, monoBurn).near(1, 0),
                "run.json tells the flags that the JVM really had, and the recording which carriers used a CPU");
        lab.expect("burning, one carrier serves what the rule says", asPredicted(monoBurn),
                "the clock's 100 ms and whatever else the carrier does for a request: parsing, writing, waking up");
        if (lab.cpus() > 1) {
            lab.expect("the published setting has more carriers than one",
                    count(Metric.CARRIERS, tomcat1Burn).atLeast(2),
                    "with virtual threads Tomcat has no pool whose size one could set: what does run.json say of it?");
            lab.expect("the published setting serves more than one thread can",
                    count(Metric.OF_LIMIT, tomcat1Burn).atLeast(1.5),
                    "1 / D is 10/s. Is there more than one CPU for the carriers?");
        }

        Results measured = lab.measure(monoLight, nodeLight, tomcat1Light, monoBurn, nodeBurn, tomcat1Burn);
        lab.conclude();

        lab.explain("""
                Waiting: %s/s on one carrier, %s/s in Node.js. Burning: %s/s and %s/s. Neither can have more than one
                CPU. What a request costs beside its waits is not the same: %s µs of CPU on one carrier, and %s µs in
                Node.js, while they wait (the compiler's part included).""",
                measured.rps(monoLight), measured.rps(nodeLight), measured.rps(monoBurn), measured.rps(nodeBurn),
                measured.mean(Metric.CPU_PER_REQUEST, monoLight), measured.mean(Metric.CPU_PER_REQUEST, nodeLight));
        lab.explain("""
                The published setting served %s/s on the route that burns, with %s carriers at work: Tomcat's pool, read
                back from the running service, was "%s" although server.tomcat.threads.max was %s. With virtual threads
                there is no pool, so the setting does nothing, and all CPUs take part. That is why the published run had
                35.8/s on 4 CPUs (the rule: 37), against 9.7/s in Node.js (the rule: 9.8): four CPUs against one.""",
                measured.rps(tomcat1Burn), measured.mean(Metric.CARRIERS, tomcat1Burn),
                measured.fact(tomcat1Burn, Facts.POOL),
                measured.fact(tomcat1Burn, Facts.PROPERTY + "server.tomcat.threads.max"));

        lab.tryIt("""
                --published      1000 requests in each cell, as published: six minutes
                -c 4             four users cannot keep even one thread busy with burning: what is the throughput now?
                --jdk 21,25      an older JDK beside this one
                --variant node   Node.js alone""");
    }
}
