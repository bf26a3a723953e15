///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 3 mono-vs-node: are virtual threads on one carrier faster than Node.js?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Demo.java
//FILES published/e1.csv=../data/published/e1.csv
//FILES apps/demo.js=../apps/demo.js
//FILES source/labs/mono-vs-node.java=mono-vs-node.java source/apps/demo.js=../apps/demo.js
//FILES source/apps/Demo.java=../apps/Demo.java
//MAIN MonoVsNode

import static kit.page.TableColumn.column;
import static kit.trust.Claim.*;

import apps.Demo;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import kit.page.*;
import kit.plan.*;
import kit.service.Facts;
import kit.service.ProcessService;
import kit.trust.*;

/**
 * Lab 3. Node.js runs JavaScript on one thread. Virtual threads on one carrier have one thread, too. A published run
 * found them nearly four times as fast as Node.js, but it measured more than one carrier.
 */
class MonoVsNode {

    public static void main(String... args) {
        System.exit(Lab.run("mono-vs-node", args, MonoVsNode::page));
    }

    static void page(Lab lab) {
        lab.title(3, "Are virtual threads on one carrier faster than Node.js?");

        Request light = Request.get("/demo/cpu-light");
        Request intensive = Request.get("/demo/cpu-intensive");
        Duration burn = Duration.ofMillis(100);
        Demand waits = Demand.waiting(Duration.ofMillis(400));
        Demand burns = Demand.waiting(Duration.ofMillis(200)).computing(burn).andWaiting(Duration.ofMillis(200));
        int users = lab.concurrency(100);

        lab.say("""
                There are two routes, the same in Java and in JavaScript. %s waits 200 ms twice. %s waits 200 ms, spins
                100 ms by the clock, and waits 200 ms. (By the clock, a request uses its full 100 ms of CPU time here,
                because no other request runs on the thread while it spins; see lab 2.) %d users send requests without a
                pause. Three variants serve them:

                - virtual-mono: virtual threads on one carrier, with
                  -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1
                - node: Node.js with its http module, in a process of its own
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

        lab.predict("On the route that needs CPU: which variant has the higher throughput?",
                Choices.below(0.9, "Node.js").then(1.1, "neither, within 10 %").then(2, "Java on one carrier")
                        .beyond("Java on one carrier, more than twice as high"),
                ratio(monoBurn, nodeBurn),
                "how much CPU time does a request need, and how many CPUs can one thread use?",
                "X <= 1 / D in any language");

        lab.expect("waiting, one carrier serves the same as Node.js", ratio(monoLight, nodeLight).near(1, 0.05),
                "both wait here: was the machine busy?");
        lab.expect("burning, one carrier serves the same as Node.js", ratio(monoBurn, nodeBurn).near(1, 0.05),
                "both have one thread and 100 ms for each request: how many carriers does the table show?");
        lab.expect("one carrier is one carrier", count(Metric.CARRIERS, monoBurn).near(1, 0),
                "run.json has the flags of the JVM, and carriers_busy in summary.csv the carriers that used a CPU");
        lab.expect("burning, one carrier serves what the rule says", asPredicted(monoBurn),
                "beside the 100 ms the carrier parses the request and writes the answer: how long is that here?");
        if (lab.cpus() > 1) {
            lab.expect("the published setting has more carriers than one",
                    count(Metric.CARRIERS, tomcat1Burn).atLeast(2),
                    "with virtual threads Tomcat has no pool: see tomcat.threads.max and the pool in run.json");
            lab.expect("the published setting serves more than one thread can",
                    count(Metric.OF_LIMIT, tomcat1Burn).atLeast(1.5),
                    "1 / D is 10/s: how many CPUs do the carriers have?");
        }

        // "Multi and mono threaded perform similarly" was published: this is the multi of the two
        List<Cell> multi = lab.withAllCells(() -> {
            Cell plain = lab.cell(Variant.virtual("virtual", Demo.class), intensive, lab.load(users, 200, 1000), burns)
                    .within(0.1).as("burn").published(lab.publishedFigure(Map.of("lab", "cpu-intensive", "variant",
                            "virtual", "path", intensive.path(), "c", users)));
            lab.predict("On the route that needs CPU: what is the throughput of the published setting divided by that "
                    + "of virtual threads without any setting?", ratio(tomcat1Burn, plain),
                    "how many carriers does each of them have?");
            lab.expect("burning, the published setting serves the same as virtual threads without it",
                    ratio(tomcat1Burn, plain).near(1, 0.1),
                    "both have a carrier for each CPU: see carriers_busy in summary.csv, and neighbour");
            return List.of(plain);
        });

        lab.rule("""
                One thread has one second of CPU time a second. Waiting needs none of it: on the first route, c users
                have a throughput of X = c / 0.4 s. On the second route a request needs D = 0.1 s, so X <= 1 / D = 10/s
                in any language. A higher throughput needs more than one thread. (It is a little lower, since the users
                of one thread fall in step, as in lab 2: X = c / (c D + 0.2 s).)""");

        Results measured = lab.measure(
                List.of(monoLight, nodeLight, tomcat1Light, monoBurn, nodeBurn, tomcat1Burn), multi);
        lab.conclude();
        lab.answer("""
                Virtual threads on one carrier had %s times the throughput of Node.js where requests wait, and %s times
                where they need CPU. The published setting had %s times, because it used %s carriers.""",
                measured.over(monoLight, nodeLight), measured.over(monoBurn, nodeBurn),
                measured.over(tomcat1Burn, nodeBurn), measured.mean(Metric.CARRIERS, tomcat1Burn));
        lab.headline("Requests per second", measured::rps, monoLight, nodeLight, monoBurn, nodeBurn, tomcat1Burn);

        lab.show("Requests per second, and CPU time of a request:",
                Stream.of(List.of(monoLight, nodeLight, monoBurn, nodeBurn, tomcat1Burn), multi)
                        .flatMap(Collection::stream).toList(),
                column("requests/s", measured::rps),
                column("published", cell -> cell.published().rps()),
                column("CPU time, ms", cell -> measured.mean(Metric.CPU_PER_REQUEST, cell) / 1000));
        lab.explain("""
                One carrier had %s times the throughput of Node.js where requests wait, and %s times where they need
                CPU. Both use one thread, which serves other requests while one waits. Only the programming style
                differs.""",
                measured.over(monoLight, nodeLight), measured.over(monoBurn, nodeBurn));
        lab.explain("""
                The published setting had %s carriers at work. Tomcat's pool was "%s", and server.tomcat.threads.max
                was %s: with virtual threads Tomcat has no pool, so the setting has no effect, and all CPUs are used.
                The published run had 35.8/s on 4 CPUs (the rule: 37), against 9.7/s in Node.js on one (the rule:
                9.8).""",
                measured.mean(Metric.CARRIERS, tomcat1Burn),
                measured.fact(tomcat1Burn, Facts.POOL),
                measured.fact(tomcat1Burn, Facts.PROPERTY + "server.tomcat.threads.max"));
        multi.forEach(plain -> lab.explain("""
                The authors concluded that "multi and mono threaded perform similarly" (36.3/s and 35.8/s). Here virtual
                threads without any setting had %s/s on %s carriers, and the published setting had %s times that. By the
                rule both are multi. On one carrier, virtual threads had %s times that.""",
                measured.rps(plain), measured.mean(Metric.CARRIERS, plain), measured.over(tomcat1Burn, plain),
                measured.over(monoBurn, plain)));

        lab.tryIt("""
                --published      1000 requests in each cell, as published: 15 minutes
                --all-cells      virtual threads without any setting, too: do "multi" and "mono" differ?
                -c 4             four users do not keep one thread busy: what is the throughput now?
                --jdk 21,25      JDK 21 and JDK 25
                --variant node   Node.js only""");
    }
}
