///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 4 pinning: where can a virtual thread wait without holding its carrier?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Pinning.java
//FILES source/labs/pinning.java=pinning.java source/apps/Pinning.java=../apps/Pinning.java
//MAIN PinningLab

import static kit.trust.Claim.asPredicted;
import static kit.trust.Claim.count;
import static kit.trust.Claim.ratio;

import apps.Pinning;
import java.time.Duration;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import kit.page.Choices;
import kit.page.Lab;
import kit.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.Load;
import kit.plan.Prediction;
import kit.plan.Request;
import kit.plan.Variant;
import kit.trust.Metric;
import kit.trust.Results;

/**
 * Lab 4. A virtual thread that waits leaves its carrier to others, unless something holds it there: it is pinned. On
 * JDK 21 it was enough to wait inside synchronized; from JDK 24 on (JEP 491) little is left. Here is what, what it
 * costs, and how it once brought services to a halt.
 */
class PinningLab {

    public static void main(String... args) {
        System.exit(Lab.run("pinning", args, PinningLab::page));
    }

    static void page(Lab lab) {
        lab.title(4, "Where can a virtual thread wait without holding its carrier?");

        // Beside the JDK that runs this page. JEP 491 came with 24.
        lab.alsoOnJdk(21);
        int old = lab.jdks().stream().filter(jdk -> jdk < 24).findFirst().orElse(21);
        int now = lab.jdks().stream().filter(jdk -> jdk >= 24).findFirst().orElse(25);

        int cpus = lab.cpus();
        int users = lab.concurrency(20);
        int more = Math.max(users, 4 * cpus);

        lab.say("""
                A request waits 50 ms and answers. It waits in one of five places:

                - /pinning/plain         nowhere special
                - /pinning/synchronized  inside synchronized, on an object of its own: nobody waits for anybody's lock
                - /pinning/lock          holding a ReentrantLock of its own
                - /pinning/native        below a native frame: a call by reflection that the JVM is told to make by \
                native code
                - /pinning/initializer   in the static initialiser of a class that is used for the first time

                Spring calls every controller by reflection. That does not pin: since JDK 18, reflection uses method
                handles (JEP 416). Only /pinning/native runs with the flag -Djdk.reflect.useNativeAccessorOnly=true.

                %d users send each of them without a pause to virtual threads on one carrier, and %d users to virtual
                threads on as many carriers as there are CPUs here, which is %d. All that on JDK %s, in JVMs of their
                own.""",
                users, more, cpus,
                lab.jdks().stream().map(String::valueOf).collect(Collectors.joining(" and on JDK ")));
        lab.say("""
                Then a scene that has stopped real services. Every request waits 50 ms and reports what it did, as with
                a tracing library: inside synchronized it takes the lock of a buffer, and gives it back at once. Every 3
                s another virtual thread writes the buffer out. It holds that lock, and nothing else, while it waits 200
                ms.""");

        lab.code("apps/Pinning.java", "\"/pinning/synchronized\"", "public String report(");
        lab.code("labs/pinning.java", "Variant all = ");

        Demand wait = Demand.waiting(Duration.ofMillis(50));
        IntFunction<Demand> never = jdk -> wait;
        IntFunction<Demand> before24 = jdk -> wait.pinned(jdk < 24);
        IntFunction<Demand> always = jdk -> wait.pinned(true);

        // A JDK that knows this flag prints the stack of a thread that is pinned: see the .log of its cell.
        Variant all = Variant.virtual("virtual", Pinning.class).flagUntil(23, "-Djdk.tracePinnedThreads=full");
        Variant one = all.as("one-carrier", "virtual threads on one carrier")
                .flags("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1");
        // Only for its route: Spring calls every controller by reflection, so that with this flag all routes would be
        // pinned.
        String byNativeCode = "-Djdk.reflect.useNativeAccessorOnly=true";

        // Requests that only wait leave little to warm up.
        lab.warmup(Duration.ofSeconds(1));
        Load few = lab.load(users, Duration.ofSeconds(3));
        Cell plain = lab.cell(one, Request.get("/pinning/plain"), few, never).within(0.1).as("plain");
        Cell monitor = lab.cell(one, Request.get("/pinning/synchronized"), few, before24).within(0.1)
                .as("synchronized");
        Cell lock = lab.cell(one, Request.get("/pinning/lock"), few, never).within(0.1).as("lock");
        Cell reflection = lab.cell(one.flags(byNativeCode), Request.get("/pinning/native"), few, always).within(0.1)
                .as("native");
        Cell initializer = lab.cell(one, Request.get("/pinning/initializer"), few, always).within(0.1)
                .as("initializer");

        Load many = lab.load(more, Duration.ofSeconds(3));
        Cell plainAll = lab.cell(all, Request.get("/pinning/plain"), many, never).within(0.1).as("plain");
        Cell monitorAll = lab.cell(all, Request.get("/pinning/synchronized"), many, before24).within(0.1)
                .as("synchronized");
        Cell lockAll = lab.cell(all, Request.get("/pinning/lock"), many, never).within(0.1).as("lock");
        Cell reflectionAll = lab.cell(all.flags(byNativeCode), Request.get("/pinning/native"), many, always).within(0.1)
                .as("native");
        Cell initializerAll = lab.cell(all, Request.get("/pinning/initializer"), many, always).within(0.1)
                .as("initializer");

        // Long enough for the buffer to be written out, however short the rest is made; a request that hangs is given
        // up after 2 s.
        Request report = Request.get("/pinning/report").timeout(Duration.ofSeconds(2));
        Cell reports = lab.cell(all, report, ClosedLoop.of(more, Duration.ofSeconds(8)), Prediction.none())
                .expectingErrors().as("report");

        lab.predict(
                ("On one carrier of JDK %d, how many times as many requests a second go through the lock as through "
                        + "synchronized?").formatted(old),
                ratio(lock, monitor).before(24),
                "who waits inside synchronized keeps the carrier: how many can wait on one carrier at a time?",
                "the lock lets all %d users wait at a time".formatted(users));
        lab.predict(
                "On one carrier of JDK %d, how many requests a second go through the lock, beside synchronized?"
                        .formatted(now),
                Choices.below(0.8, "fewer").then(1.25, "about as many").then(5, "a few times as many")
                        .beyond("more than five times as many"),
                ratio(lock, monitor).since(24),
                "JEP 491 is called \"Synchronize Virtual Threads without Pinning\", and came with JDK 24");

        lab.rule("""
                A virtual thread that waits leaves its carrier, so only the users bound the throughput: c / S. One that
                is pinned keeps its carrier while it waits, and then carriers are what a pool of platform threads would
                be: X <= carriers / S. With S = 0.05 s that is 20/s on one carrier and %d/s on %d, where %d users could
                have %d/s."""
                .formatted(20 * cpus, cpus, users, 20 * users));

        lab.expect("inside synchronized one carrier serves 1 / S", asPredicted(monitor).before(24),
                "below the rule: early updates of JDK 21 may hang over tracePinnedThreads (JDK-8322846), and above "
                        + "it: who was not pinned?");
        lab.expect("inside synchronized %d carriers serve %1$d / S".formatted(cpus), asPredicted(monitorAll).before(24),
                "a JDK may lend carriers for those that are blocked: see carriers in summary.csv");
        lab.expect("inside synchronized each request is pinned once, at a line of the service",
                count(Metric.pinnedAt(Pinning.class), monitor).near(1, 0.1).before(24),
                "pinning.csv has the stacks: where do they point?");
        lab.expect("inside synchronized one carrier serves what it serves without",
                ratio(monitor, plain).near(1, 0.1).since(24),
                "JEP 491 is in JDK 24 and later: which JDK did this cell run on? see jdk in summary.csv");
        lab.expect("inside synchronized nobody is pinned", count(Metric.PINNED, monitor).atMost(0).since(24),
                "pinning.csv says where and why: something else than the monitor must hold the carrier");

        lab.expect("holding a lock of java.util.concurrent, one carrier serves what it serves without",
                ratio(lock, plain).near(1, 0.1),
                "nobody shares this lock: was there another load on the machine?");
        lab.expect("holding a lock of java.util.concurrent, nobody is pinned", count(Metric.PINNED, lock).atMost(0),
                "pinning.csv says where and why: did the request wait in something else?");

        lab.expect("below a native frame one carrier serves 1 / S", asPredicted(reflection),
                "without its flag the call is made by a method handle, which pins nobody: see the flags in run.json");
        lab.expect("below a native frame %d carriers serve %1$d / S".formatted(cpus), asPredicted(reflectionAll),
                "a JDK may lend carriers for those that are blocked: see carriers in summary.csv");
        lab.expect("below a native frame each request is pinned once, at a line of the service",
                count(Metric.pinnedAt(Pinning.class), reflection).near(1, 0.1),
                "the recording keeps pinnings of 20 ms and more: did the request wait less?");
        lab.expect("below a native frame the flight recording says why",
                count(Metric.PINNED_WITH_REASON, reflection).atLeast(1).since(24),
                "the event has the field pinnedReason from JDK 24 on: see reason in pinning.csv");

        lab.expect("in a class initialiser one carrier serves 1 / S", asPredicted(initializer),
                "a class is initialised once: did every request bring one of its own?");
        lab.expect("in a class initialiser %d carriers serve %1$d / S".formatted(cpus), asPredicted(initializerAll),
                "a JDK may lend carriers for those that are blocked: see carriers in summary.csv");
        lab.expect("in a class initialiser each request is pinned once, at a line of the service",
                count(Metric.pinnedAt(Pinning.class), initializer).near(1, 0.1),
                "the recording keeps pinnings of 20 ms and more: did the request wait less?");
        lab.expect("in a class initialiser the flight recording says why",
                count(Metric.PINNED_WITH_REASON, initializer).atLeast(1).since(24),
                "the event has the field pinnedReason from JDK 24 on: see reason in pinning.csv");

        lab.expect("the report under synchronized stops the service for good",
                count(Metric.STALLED, reports).atLeast(3).before(24),
                "there must be at least as many users at the lock as carriers, while the buffer is written out: -c "
                        + "100?");
        lab.expect("the report under synchronized stops nobody", count(Metric.ERRORS, reports).atMost(0).since(24),
                "requests failed that should only have waited a fifth of a second: see error_kinds in summary.csv");

        Results measured = lab.measure(plain, monitor, lock, reflection, initializer, plainAll, monitorAll, lockAll,
                reflectionAll,
                initializerAll, reports);
        lab.conclude();

        // Fewer users than that never miss a carrier.
        if (users > 1) {
            lab.explain("""
                    On JDK %s a wait inside synchronized let one carrier serve %s requests a second, as a pool of one
                    platform thread would. With a lock of java.util.concurrent in its place it was %s. Hence the advice
                    of those years, to replace the one by the other.""",
                    old, measured.rps(monitor, old), measured.rps(lock, old));
            lab.explain("""
                    On all %s carriers of this machine it was %s with synchronized and %s with the lock.""",
                    cpus, measured.rps(monitorAll, old), measured.rps(lockAll, old));
            lab.explain("""
                    On JDK %s synchronized holds no carrier: %s requests a second, where the lock served %s and neither
                    of them %s. What still holds it is a frame that the JVM cannot move off its stack: one carrier
                    served %s requests a second below a native frame and %s in class initialisers. The flight recording
                    calls these "%s" and
                    "%s".""",
                    now, measured.rps(monitor, now), measured.rps(lock, now), measured.rps(plain, now),
                    measured.rps(reflection, now), measured.rps(initializer, now),
                    measured.pinnedReason(reflection, now), measured.pinnedReason(initializer, now));
        }
        if (measured.mean(Metric.STALLED, reports, old) > 0) {
            lab.explain("""
                    Then the scene. On JDK %s nobody had an answer in the last %s s before the cell's time was up, and
                    %s requests were given up. Each carrier is held by a request that waits for the buffer's lock inside
                    synchronized. The owner of the lock has long had its sleep, but needs a carrier to wake up on, and
                    there is none, nor will there be. The flight recording has %s pinned threads of this cell, and those
                    that hold the carriers are not among them: the event is written when a pinning ends. The thread dump
                    above shows them, because this jcmd command lists virtual threads, as jstack does not.""",
                    old, measured.mean(Metric.STALLED, reports, old), measured.mean(Metric.ERRORS, reports, old),
                    measured.mean(Metric.PINNED, reports, old));
        }
        lab.explain("""
                On JDK %s requests wait for the buffer's lock off their carriers: %s were served a second, and %s
                failed.""",
                now, measured.rps(reports, now), measured.mean(Metric.ERRORS, reports, now));

        lab.tryIt("""
                --jdk 21,24             where does the change lie? any JDK from 21 on will do (./jbang jdk install 24)
                -c 5                    one carrier, pinned, serves as before. And not pinned? Which ratio stays, \
                which falls?
                --variant one-carrier   the first half only
                --forks 3               intervals
                Your own service: java -XX:StartFlightRecording:filename=mine.jfr ..., then ./jbang analysis/pins.java
                mine.jfr""");
    }
}
