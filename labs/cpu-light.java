///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 1 cpu-light: what limits the throughput of requests that only wait?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java kit/results/package-info.java old/engine/package-info.java ../apps/Demo.java
//FILES published/e1.csv=../data/published/e1.csv
//FILES source/labs/cpu-light.java.txt=cpu-light.java source/apps/Demo.java.txt=../apps/Demo.java
//MAIN CpuLight

import static old.page.TableColumn.column;
import static old.trust.Claim.*;

import apps.Demo;
import java.time.Duration;
import java.util.*;
import old.engine.EngineByRecipe;
import old.page.Page;
import kit.plan.*;
import kit.rule.*;
import old.plan.*;
import old.plan.Cell;
import old.trust.Results;

/// # 1 cpu-light: What limits the throughput of requests that only wait?
/// A request to {light} waits 200 ms twice, as for a database, and needs almost no CPU. Then the service answers.
/// Each user sends the next request when the last one was answered. Three variants serve the requests:
///
/// - platform: Tomcat with a pool of 50 platform threads, as in the published experiment
/// - virtual: a virtual thread for each request (spring.threads.virtual.enabled=true)
/// - platform-sized: a pool of {many} platform threads, one for each user. It shows whether virtual threads are faster,
///   or the pool of 50 is too small
class CpuLight extends Page {

    // -c on the command line changes these two, and all that is computed from them.
    int few = users(50, 100).getFirst();
    int many = users(50, 100).getLast();

    Request light = Request.get("/demo/cpu-light");
    Demand s = Demand.waiting(Duration.ofMillis(400));
    {
        published("e1.csv");
        engines(EngineByRecipe.RECIPES);
        code("apps/Demo.java", "/demo/cpu-light\"");
        code("labs/cpu-light.java", "Variant platform = ");
    }

    // The first two differ only in the pool. The first and the last differ only in its size.
    Variant platform = Variant.platform("platform", Demo.class, 50);
    Variant virtual = Variant.virtual("virtual", Demo.class);
    Variant sized = Variant.platform("platform-sized", Demo.class, many);

    /// ## 1. As many users as threads
    /// {few} users send requests to the pool of 50, and to virtual threads.
    Cell platformFew = cell(platform, light, load(few, 1000), s);
    Cell virtualFew = cell(virtual, light, load(few, 1000), s);
    {
        // Claims are ratios: they must hold on your machine, whatever its speed.
        expect("at {platformFew.load}, platform and virtual threads have the same throughput",
                ratio(virtualFew, platformFew).near(1, 0.03),
                "while there is a thread for every user, the kind of thread makes no difference; are there more users "
                        + "than threads?");
    }

    /// ## 2. More users than threads
    /// {many} users send requests to the same two variants, and to the pool of {many}.
    Cell platformMany = cell(platform, light, load(many, 1000), s);
    Cell virtualMany = cell(virtual, light, load(many, 1000), s);
    Cell sizedMany = cell(sized, light, load(many, 1000), s);
    {
        predict("{platformMany.load}: what is the throughput of virtual threads divided by that of 50 platform "
                + "threads?", ratio(virtualMany, platformMany),
                "how many requests can wait at a time on 50 threads, and how many if each has its own thread?",
                "a thread that is held for 0.4 s completes 2.5 requests a second",
                "the throughput is min(users, threads) / 0.4 s: calculate it for both, then divide");
        expect("at {platformMany.load}, virtual threads have the throughput ratio that the rule predicts",
                ratio(virtualMany, platformMany).near(predictedRatio(virtualMany, platformMany), 0.05),
                "the rule says users / pool. Are there fewer users than threads? run.json has the facts: was the pool "
                        + "really 50?");
        expect("at {sizedMany.load}, a pool of {many} threads has the same throughput as virtual threads",
                ratio(sizedMany, virtualMany).near(1, 0.03),
                "a hundred platform threads cost a machine little; thousands cost much. How many were there?");
        expectRule(platformFew, virtualFew, platformMany, virtualMany, sizedMany);
    }

    /// ## The rule
    /// A request holds its thread for S = 0.4 s. So m threads complete at most m / S requests a second. If c users
    /// never pause, they send at most c / S. The lower limit is the throughput: X = min(c, m) / S. This is Little's
    /// law: requests in the service = throughput x time in the service.
    Results measured = measure(platformFew, virtualFew, platformMany, virtualMany, sizedMany);

    /// ## The answer
    /// With {many} users, virtual threads had {virtualMany / platformMany} times the throughput of 50 platform threads.
    /// {many} platform threads had {sizedMany / platformMany} times the throughput of 50. With {few} users, virtual
    /// threads had {virtualFew / platformFew} times the throughput of 50 platform threads.
    {
        headline("Requests per second", measured::rps, platformFew, virtualFew, platformMany, virtualMany, sizedMany);
    }

    /// ## What happened
    {
        show("Requests per second, and mean response time:",
                List.of(platformFew, virtualFew, platformMany, virtualMany, sizedMany),
                column("requests/s", measured::rps), column("mean ms", measured::meanMs));
    }

    /// A request that finds no free thread waits for one. By the rule, this wait is the only difference: the request
    /// itself takes 400 ms on both kinds of thread. A pool of {many} platform threads had {sizedMany / virtualMany}
    /// times the throughput of virtual threads. For virtual threads, no pool size has to be chosen.
    ///
    /// ## Try it
    /// - `-c 200,400` which claim fails now, and what is its ratio? The rule gives it
    /// - `--rate 150` 150 requests/s arrive (an open loop), and 50 threads serve 125/s: the queue grows
    /// - `--forks 3` confidence intervals instead of single figures
    /// - `--engine wrk` another load generator: do its figures agree with these?
    /// - `--driver shared` the load generator shares the carriers (threads that run virtual threads) of the service:
    ///   harmless here, but it falsifies the measurement where carriers are busy

    public static void main(String... args) {
        System.exit(run("cpu-light", args, CpuLight::new));
    }
}
