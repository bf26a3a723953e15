///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 1 cpu-light: two waits of 200 ms. What runs out first?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Demo.java
//FILES published/e1.csv=../data/published/e1.csv
//FILES source/labs/cpu-light.java=cpu-light.java source/apps/Demo.java=../apps/Demo.java
//MAIN CpuLight

import static kit.trust.Claim.asPredicted;
import static kit.trust.Claim.ratio;

import apps.Demo;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import kit.page.Lab;
import kit.plan.Cell;
import kit.plan.Demand;
import kit.plan.Request;
import kit.plan.Variant;
import kit.trust.Results;

/**
 * Lab 1. A request that waits needs a thread and no CPU. So the first thing to run out is threads, and their number
 * alone says how many requests a second there can be. The experiment is a published one; its figures stand beside
 * yours.
 */
class CpuLight {

    public static void main(String... args) {
        System.exit(Lab.run("cpu-light", args, CpuLight::page));
    }

    static void page(Lab lab) {
        lab.title(1, "Two waits of 200 ms. What runs out first?");

        Request light = Request.get("/demo/cpu-light");
        Demand s = Demand.waiting(Duration.ofMillis(400));

        // -c on the command line changes these two; everything below follows.
        int few = lab.users(50, 100).getFirst();
        int many = lab.users(50, 100).getLast();

        lab.say("""
                A request to %s waits 200 ms, waits 200 ms once more, and answers. It needs next to no CPU: it waits as
                a service waits for a database. Each of c users sends the next request when the last one was answered.
                We serve them in three ways:

                - platform: Tomcat with a pool of 50 platform threads, as published
                - virtual: a virtual thread for every request (spring.threads.virtual.enabled=true)
                - platform-sized: a pool of %d threads, one for each user. If virtual threads win only against a pool
                  that is too small, this variant shows it.""", light.path(), many);

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

        lab.predict("At %s, how many times as many requests a second do virtual threads serve as 50 platform threads?"
                .formatted(platformMany.load().label()), ratio(virtualMany, platformMany),
                "how many requests can wait together on 50 threads, and how many when each has a thread of its own?",
                "a thread that is held for 0.4 s completes 2.5 requests a second",
                "the throughput is min(users, threads) / S: divide one by the other");

        lab.rule("""
                A request holds its thread for S = 0.4 s. So m threads complete at most m / S requests a second, and c
                users who never pause send at most c / S. The lesser of the two is the throughput: X = min(c, m) / S.
                (Little's law: what is inside = throughput x time inside.)""");

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

        Results measured = lab.measure(platformFew, virtualFew, platformMany, virtualMany, sizedMany);
        lab.conclude();

        lab.explain("""
                %s: %s/s on 50 platform threads, %s/s on virtual threads.
                %s: %s/s on 50 platform threads, %s/s on virtual threads, %s/s on a thread for each user; requests
                took %s, %s and %s ms. A request that finds no thread free waits for one, and that wait is all the
                difference: the work itself takes 400 ms on either kind of thread. Virtual threads took the queue away,
                and so did a larger pool. So here the virtue of virtual threads is that nobody had to know the right
                size of the pool.""",
                platformFew.load().label(), measured.rps(platformFew), measured.rps(virtualFew),
                platformMany.load().label(), measured.rps(platformMany), measured.rps(virtualMany),
                measured.rps(sizedMany),
                measured.meanMs(platformMany), measured.meanMs(virtualMany), measured.meanMs(sizedMany));

        lab.tryIt("""
                -c 200,400       which claim breaks now, and what is its ratio? (the rule knows)
                --rate 150       an open loop above the pool's 125/s: the queue grows for as long as it lasts, so a \
                claim breaks
                --forks 3        intervals instead of single figures
                --driver shared  the client on the service's own scheduler: harmless here, ruinous where carriers are \
                busy""");
    }
}
