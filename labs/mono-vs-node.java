///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 3 mono-vs-node: are virtual threads on one carrier faster than Node.js?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java ../apps/Demo.java
//FILES published/e1.csv=../data/published/e1.csv apps/demo.js=../apps/demo.js
//FILES source/labs/mono-vs-node.java.txt=mono-vs-node.java source/apps/demo.js.txt=../apps/demo.js
//FILES source/apps/Demo.java.txt=../apps/Demo.java
//MAIN MonoVsNode

import static old.page.TableColumn.column;
import static old.trust.Claim.*;
import static old.trust.Metric.*;

import apps.Demo;
import java.time.Duration;
import java.util.*;
import old.page.*;
import kit.plan.*;
import kit.rule.*;
import old.plan.*;
import old.plan.Cell;
import kit.service.*;
import old.trust.Results;

/// # 3 mono-vs-node: Are virtual threads on one carrier faster than Node.js?
/// Node.js runs JavaScript on one thread. Virtual threads on one carrier use one thread, too. {users} users send
/// requests without a pause to two routes. Three variants serve these routes:
///
/// - virtual-mono: virtual threads on one carrier, with
///   -Djdk.virtualThreadScheduler.parallelism=1 -Djdk.virtualThreadScheduler.maxPoolSize=1
/// - node: Node.js with its http module, in a process of its own
/// - virtual-tomcat-1: virtual threads and server.tomcat.threads.max=1, which a published experiment called "mono"
class MonoVsNode extends Page {

    Variant mono = Variant.virtual("virtual-mono", Demo.class).about("virtual threads on one carrier")
            .flags("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1");
    Variant tomcat1 = Variant.virtual("virtual-tomcat-1", Demo.class)
            .about("virtual threads and a Tomcat pool of 1, as published").property("server.tomcat.threads.max", 1);
    Variant node = Variant.process("node", "Node.js", new ProcessService("node", "/apps/demo.js",
            "install Node.js 16 or later (https://nodejs.org, or your package manager's nodejs)"), 1);

    int users = concurrency(100), cpus = cpus();
    {
        code("apps/demo.js", "const routes");
        code("apps/Demo.java", "public String cpuIntensive()");
        code("labs/mono-vs-node.java", "Variant mono = ");
        published("e1.csv");
        publishedAs(tomcat1, "virtual-mono");
    }

    /// ## 1. Requests that only wait
    /// A request to {light} waits 200 ms twice.
    Request light = Request.get("/demo/cpu-light");
    Demand waits = Demand.waiting(Duration.ofMillis(400));
    Cell monoLight = cell(mono, light, load(users, 1000), waits).as("light");
    Cell nodeLight = cell(node, light, load(users, 1000), waits).as("light");
    Cell tomcat1Light = cell(tomcat1, light, load(users, 1000), waits).as("light");
    {
        expect("requests that wait: one carrier has the same throughput as Node.js",
                ratio(monoLight, nodeLight).near(1, 0.05), "both wait here: was the machine busy?");
    }

    /// ## 2. Requests that need CPU
    /// A request to {intensive} waits 200 ms, spins until {burn} have passed, and waits 200 ms. It uses {burn} of CPU
    /// time here, because no other request interrupts it while it spins. On platform threads it uses less: see lab 2.
    Request intensive = Request.get("/demo/cpu-intensive");
    Duration burn = Duration.ofMillis(100);
    Demand burns = Demand.waiting(Duration.ofMillis(200)).computing(burn).andWaiting(Duration.ofMillis(200));
    Cell monoBurn = cell(mono, intensive, load(users, 100, 1000), burns).within(0.1).as("burn");
    Cell nodeBurn = cell(node, intensive, load(users, 100, 1000), burns).within(0.1).as("burn");
    Cell tomcat1Burn = cell(tomcat1, intensive, load(users, 200, 1000), burns).within(0.1)
            .claimedToNeed(burn, 1, "threads").as("burn");
    // The authors published "Multi and mono threaded perform similarly". This cell repeats their "multi".
    Variant virtual = Variant.virtual("virtual", Demo.class);
    List<Cell> multi = withAllCells(() -> List.of(cell(virtual, intensive, load(users, 200, 1000), burns).within(0.1)
            .as("burn").published(publishedFigure(
                    Map.of("lab", "cpu-intensive", "variant", "virtual", "path", intensive.path(), "c", users)))));
    {
        predict("On the route that needs CPU: which has the higher throughput, Node.js or Java on one carrier?",
                Choices.below(0.9, "Node.js").then(1.1, "neither, within 10 %").then(2, "Java on one carrier")
                        .beyond("Java on one carrier, more than twice as high"),
                ratio(monoBurn, nodeBurn),
                "how much CPU does a request need? how many CPUs can a thread use?", "a CPU has 1 s of time a second");
        expect("requests that need CPU: one carrier has the same throughput as Node.js",
                ratio(monoBurn, nodeBurn).near(1, 0.05),
                "both have one thread and 100 ms for each request: how many carriers does the table show?");
        expect("virtual-mono uses one carrier", count(CARRIERS, monoBurn).near(1, 0),
                "see the JVM's flags in run.json, and the number of carriers: carriers_busy in summary.csv");
        expect("requests that need CPU, one carrier: throughput as predicted", asPredicted(monoBurn),
                "the carrier also parses requests and writes answers: see cpu_us_per_request");
        if (cpus > 1) {
            expect("virtual-tomcat-1 uses more than one carrier",
                    count(CARRIERS, tomcat1Burn).atLeast(2).atMost(cpus),
                    "with virtual threads Tomcat has no pool: see tomcat.threads.max and the pool in run.json");
            expect("virtual-tomcat-1 reaches 1.5 to {cpus} times the limit of one thread",
                    count(OF_LIMIT, tomcat1Burn).atLeast(1.5).atMost(cpus),
                    "1 / D is 10/s: how many CPUs do the carriers have?");
        }
        for (Cell plain : multi) {
            predict("On the route that needs CPU: what is the throughput of virtual-tomcat-1 divided by that of "
                    + "virtual threads without any setting?", ratio(tomcat1Burn, plain),
                    "how many carriers does each of them have?");
            expect("requests that need CPU: virtual-tomcat-1 has the throughput of virtual threads without any setting",
                    ratio(tomcat1Burn, plain).near(1, 0.1),
                    "both have a carrier for each CPU: see carriers_busy and neighbour in summary.csv");
        }
    }

    /// ## The rule
    /// One thread has at most 1 s of CPU time each second. Waiting needs none of it: on the first route, c users have a
    /// throughput of X = c / 0.4 s. On the second route a request needs D = 0.1 s, so X <= 1 / D = 10/s in any
    /// language. In fact X = c / (c D + 0.2 s), a little lower: all users get their answers together, as in lab 2. A
    /// throughput above 1 / D needs more than one thread.
    Results measured = measure(List.of(monoLight, nodeLight, tomcat1Light, monoBurn, nodeBurn, tomcat1Burn), multi);
    String pool = measured.fact(tomcat1Burn, Facts.POOL);
    String setting = measured.fact(tomcat1Burn, Facts.PROPERTY + "server.tomcat.threads.max");

    /// ## The answer
    /// Virtual threads on one carrier had {monoLight / nodeLight} times the throughput of Node.js where requests wait,
    /// and {monoBurn / nodeBurn} times where they need CPU. There, virtual-tomcat-1 had {tomcat1Burn / nodeBurn} times
    /// the throughput of Node.js. It used {tomcat1Burn.carriers} carriers.
    /// ## What happened
    {
        headline("Requests per second", measured::rps, monoLight, nodeLight, monoBurn, nodeBurn, tomcat1Burn);
        var shown = new ArrayList<>(List.of(monoLight, nodeLight, monoBurn, nodeBurn, tomcat1Burn));
        shown.addAll(multi);
        show("Requests per second, and CPU time of a request:", shown,
                column("requests/s", measured::rps), column("published", cell -> cell.published().rps()),
                column("CPU time, ms", cell -> measured.mean(CPU_PER_REQUEST, cell) / 1000));
    }

    /// One carrier and Node.js both use one thread. While a request waits, this thread serves other requests.
    ///
    /// virtual-tomcat-1 had {tomcat1Burn.carriers} carriers at work. server.tomcat.threads.max was {setting}, but
    /// Tomcat has no pool with virtual threads ("{pool}"): the setting has no effect, and all CPUs may be used. On the
    /// authors' 4 CPUs, the rule gives 37/s (published: 35.8). For Node.js, which uses one CPU: 9.8/s (published: 9.7).
    ///
    /// The authors concluded that "multi and mono threaded perform similarly" (36.3/s and 35.8/s). By the rule, both
    /// used several carriers. Here virtual threads without any setting had {multi.throughput}/s ({multi.carriers}
    /// carriers), virtual-tomcat-1 {tomcat1Burn / multi} times that, and one carrier {monoBurn / multi} times.
    ///
    /// ## Try it
    /// - `--published` 1000 requests in each cell, as published: 15 minutes
    /// - `--all-cells` virtual threads without any setting, too: do "multi" and "mono" differ?
    /// - `-c 4` four users do not keep one thread busy: what is the throughput now?
    /// - `--jdk 21,25` JDK 21 and JDK 25

    public static void main(String... args) {
        System.exit(run("mono-vs-node", args, MonoVsNode::new));
    }
}
