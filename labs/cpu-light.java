///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 1 cpu-light: what limits the throughput of requests that only wait?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java kit/results/package-info.java kit/engine/package-info.java ../apps/Demo.java
//FILES published/e1.csv=../data/published/e1.csv
//FILES source/labs/cpu-light.java=cpu-light.java source/apps/Demo.java=../apps/Demo.java
//MAIN CpuLight

import static kit.page.TableColumn.column;
import static kit.trust.Claim.*;

import apps.Demo;
import java.time.Duration;
import java.util.*;
import kit.engine.EngineByRecipe;
import kit.page.Lab;
import kit.plan.*;
import kit.trust.Results;

/**
 * Lab 1. A request that waits needs a thread and almost no CPU. So the number of threads limits the throughput. The
 * experiment is a published one.
 */
class CpuLight {

    public static void main(String... args) {
        System.exit(Lab.run("cpu-light", args, CpuLight::page));
    }

    static void page(Lab lab) {
        lab.title(1, "What limits the throughput of requests that only wait?");
        lab.engines(EngineByRecipe.RECIPES);

        Request light = Request.get("/demo/cpu-light");
        Demand s = Demand.waiting(Duration.ofMillis(400));

        // -c on the command line changes these two; everything below follows.
        int few = lab.users(50, 100).getFirst();
        int many = lab.users(50, 100).getLast();

        lab.say("""
                A request to %s waits 200 ms twice, and answers. It waits as it would for a database, and needs almost
                no CPU. Each user sends the next request when the last one was answered. Three variants serve them:

                - platform: Tomcat with a pool of 50 platform threads, as published
                - virtual: a virtual thread for each request (spring.threads.virtual.enabled=true)
                - platform-sized: a pool of %d platform threads, one for each user. It shows whether virtual threads are
                  faster, or the pool is too small""", light.path(), many);

        lab.code("apps/Demo.java", "/demo/cpu-light\"");
        lab.code("labs/cpu-light.java", "Variant platform = ");

        // The pool is the only difference between the first two, and its size the only one between the first and the
        // last.
        Variant platform = Variant.platform("platform", Demo.class, 50);
        Variant virtual = Variant.virtual("virtual", Demo.class);
        Variant sized = Variant.platform("platform-sized", Demo.class, many);

        lab.published("e1.csv");
        Cell platformFew = lab.cell(platform, light, lab.load(few, 1000), s);
        Cell virtualFew = lab.cell(virtual, light, lab.load(few, 1000), s);
        Cell platformMany = lab.cell(platform, light, lab.load(many, 1000), s);
        Cell virtualMany = lab.cell(virtual, light, lab.load(many, 1000), s);
        Cell sizedMany = lab.cell(sized, light, lab.load(many, 1000), s);

        lab.predict("%s: what is the throughput of virtual threads divided by that of 50 platform threads?"
                .formatted(platformMany.load().label()), ratio(virtualMany, platformMany),
                "how many requests can wait at a time on 50 threads, and how many if each has its own thread?",
                "a thread that is held for 0.4 s completes 2.5 requests a second",
                "the throughput is min(users, threads) / S: divide one by the other");

        // Claims are made before the run, as ratios: they must hold on your machine, whatever its speed.
        lab.expect("at %s, platform and virtual threads serve the same".formatted(platformFew.load().label()),
                ratio(virtualFew, platformFew).near(1, 0.03),
                "while there is a thread for every user, the kind of thread makes no difference; are there more users "
                        + "than threads?");
        int jdk = lab.jdks().getLast();
        double gain = virtualMany.prediction(jdk).rps() / platformMany.prediction(jdk).rps();
        lab.expect(
                "at %s, virtual threads serve as many times more as the rule says"
                        .formatted(platformMany.load().label()),
                ratio(virtualMany, platformMany).near(gain, 0.05),
                "the rule says users / pool. Are there fewer users than threads? run.json has the facts: was the pool "
                        + "really 50?");
        lab.expect(
                "at %s, a pool of %d threads serves the same as virtual threads".formatted(sizedMany.load().label(),
                        many),
                ratio(sizedMany, virtualMany).near(1, 0.03),
                "a hundred platform threads are no burden for a machine; thousands are. How many were there?");
        for (Cell cell : new LinkedHashSet<>(List.of(platformFew, virtualFew, platformMany, virtualMany, sizedMany))) {
            lab.expect(cell.label() + " serves what the rule says", asPredicted(cell),
                    "a wait of 400 ms that takes longer means a machine too busy to wake threads in time");
        }

        lab.rule("""
                A request holds its thread for S = 0.4 s. So m threads complete at most m / S requests a second. c users
                without a pause send at most c / S. The lower limit is the throughput: X = min(c, m) / S. This is
                Little's law: number of requests inside = throughput x time inside.""");

        Results measured = lab.measure(platformFew, virtualFew, platformMany, virtualMany, sizedMany);
        lab.conclude();
        lab.answer("""
                With %s users, virtual threads had %s times the throughput of 50 platform threads. A pool of %s platform
                threads had %s times. With %s users there was no such difference (%s times).""",
                many, measured.over(virtualMany, platformMany), many,
                measured.over(sizedMany, platformMany), few,
                measured.over(virtualFew, platformFew));
        lab.headline("Requests per second", measured::rps, platformFew, virtualFew, platformMany, virtualMany,
                sizedMany);

        lab.show("Requests per second, and mean response time:",
                List.of(platformFew, virtualFew, platformMany, virtualMany, sizedMany),
                column("requests/s", measured::rps), column("mean ms", measured::meanMs));
        lab.explain("""
                With %s users, virtual threads had %s times the throughput of 50 platform threads. A request that finds
                no free thread waits for one. This wait is the only difference: the request itself takes 400 ms on both
                kinds of thread. A pool of %s platform threads had %s times the throughput of virtual threads. So the
                advantage of virtual threads is that no pool size has to be chosen.""",
                many, measured.over(virtualMany, platformMany), many,
                measured.over(sizedMany, virtualMany));

        lab.tryIt("""
                -c 200,400       which claim fails now, and what is its ratio? The rule gives it
                --rate 150       an open loop above the pool's 125/s: its queue grows as long as the load lasts
                --forks 3        confidence intervals instead of single figures
                --engine wrk     another load generator: do its figures agree with these?
                --driver shared  the load generator on the service's own scheduler: harmless here, wrong where \
                carriers are busy""");
    }
}
