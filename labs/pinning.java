///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 4 pinning: which waits pin a virtual thread to its carrier?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Pinning.java
//FILES source/labs/pinning.java=pinning.java source/apps/Pinning.java=../apps/Pinning.java
//MAIN PinningLab

import static kit.page.Lab.bar;
import static kit.trust.Claim.*;

import apps.Pinning;
import java.time.Duration;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.page.*;
import kit.plan.*;
import kit.trust.*;

/**
 * Lab 4. A virtual thread that waits leaves its carrier, unless it is pinned. On JDK 21 a wait inside synchronized
 * pins; from JDK 24 on (JEP 491) few waits do. This lab shows which ones, what they cost, and how they can stop a
 * service.
 */
class PinningLab {

    private static final Duration WAIT = Duration.ofMillis(50);

    /** The same wait by requests on one carrier, and on all. */
    private record Place(Cell one, Cell all) {}

    public static void main(String... args) {
        System.exit(Lab.run("pinning", args, PinningLab::page));
    }

    static void page(Lab lab) {
        lab.title(4, "Which waits pin a virtual thread to its carrier?");

        // Beside the JDK that runs this page. JEP 491 came with 24.
        lab.alsoOnJdk(21);
        int old = lab.jdks().stream().filter(jdk -> jdk < 24).findFirst().orElse(21);
        int now = lab.jdks().stream().filter(jdk -> jdk >= 24).findFirst().orElse(25);

        int cpus = lab.cpus();
        int users = lab.concurrency(20);
        int more = Math.max(users, 4 * cpus);

        lab.say("""
                A request waits 50 ms and answers. It waits in one of five places:

                - /pinning/plain         in the controller's method
                - /pinning/synchronized  inside synchronized, on an object of its own: no request waits for a monitor
                - /pinning/lock          holding a ReentrantLock of its own
                - /pinning/native        below a native frame: a call by reflection through native code
                - /pinning/initializer   in the static initialiser of a class that is used for the first time

                Spring calls every controller by reflection. That does not pin: since JDK 18, reflection uses method
                handles (JEP 416). Only /pinning/native runs with the flag -Djdk.reflect.useNativeAccessorOnly=true.

                %d users send requests without a pause to virtual threads on one carrier. %d users send them to virtual
                threads on %d carriers, one for each CPU of this machine. Each cell runs on JDK %s.""",
                users, more, cpus,
                lab.jdks().stream().map(String::valueOf).collect(Collectors.joining(" and on JDK ")));
        lab.say("""
                The last part reproduces a deadlock that has stopped real services before JDK 24. Every request waits 50
                ms and then reports to a shared buffer, as a tracing library does: inside synchronized it acquires the
                buffer's lock and releases it at once. Every 3 s another virtual thread flushes the buffer. It holds
                this lock, but no monitor, while it waits 200 ms.""");

        lab.code("apps/Pinning.java", "\"/pinning/synchronized\"", "public String report(");
        lab.code("labs/pinning.java", "Variant all = ");

        // A JDK that knows this flag prints the stack of a thread that is pinned: see the .log of its cell.
        Variant all = Variant.virtual("virtual", Pinning.class).flagUntil(23, "-Djdk.tracePinnedThreads=full");
        Variant one = all.as("one-carrier", "virtual threads on one carrier")
                .flags("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1");
        // Only for its route: Spring calls every controller by reflection, so all routes would be pinned with it.
        String byNativeCode = "-Djdk.reflect.useNativeAccessorOnly=true";

        // ## 1. Inside synchronized: pinned before JDK 24. Requests that only wait leave little to warm up
        lab.warmup(Duration.ofSeconds(1));
        Place plain = place(lab, one, all, "plain", jdk -> false);
        Place monitor = place(lab, one, all, "synchronized", jdk -> jdk < 24);
        Place lock = place(lab, one, all, "lock", jdk -> false);
        lab.predict("One carrier of JDK %d: what is the throughput with the lock divided by the throughput with "
                .formatted(old) + "synchronized?", ratio(lock.one(), monitor.one()).before(24),
                "a request that waits inside synchronized keeps the carrier: how many wait at a time on one carrier?",
                "with the lock, all %d users wait at a time".formatted(users));
        lab.predict("One carrier of JDK %d: how does the throughput with the lock compare with synchronized?"
                .formatted(now),
                Choices.below(0.8, "lower (less than 0.8 times)").then(1.25, "about equal (0.8 to 1.25 times)")
                        .then(5, "1.25 to 5 times").beyond("more than 5 times"),
                ratio(lock.one(), monitor.one()).since(24),
                "JEP 491 is called \"Synchronize Virtual Threads without Pinning\", and came with JDK 24");
        lab.expect("inside synchronized one carrier serves 1 / S", asPredicted(monitor.one()).before(24),
                "below the rule: early updates of JDK 21 may hang with tracePinnedThreads (JDK-8322846). Above it: "
                        + "which requests were not pinned?");
        lab.expect("inside synchronized %d carriers serve %1$d / S".formatted(cpus),
                asPredicted(monitor.all()).before(24),
                "a JDK may add carriers while some are blocked: see carriers in summary.csv");
        lab.expect("inside synchronized each request is pinned once, at a line of the service",
                count(Metric.pinnedAt(Pinning.class), monitor.one()).near(1, 0.1).before(24),
                "pinning.csv has the stacks: where do they point?");
        lab.expect("inside synchronized one carrier serves what it serves without",
                ratio(monitor.one(), plain.one()).near(1, 0.1).since(24),
                "JEP 491 is in JDK 24 and later: which JDK did this cell run on? see jdk in summary.csv");
        lab.expect("inside synchronized no request is pinned", count(Metric.PINNED, monitor.one()).atMost(0).since(24),
                "pinning.csv has the stack and the reason: what else than the monitor holds the carrier?");
        lab.expect("holding a lock of java.util.concurrent, one carrier serves what it serves without",
                ratio(lock.one(), plain.one()).near(1, 0.1),
                "no request shares this lock: was there another load on the machine?");
        lab.expect("holding a lock of java.util.concurrent, no request is pinned",
                count(Metric.PINNED, lock.one()).atMost(0),
                "pinning.csv has the stack and the reason: did the request wait elsewhere, too?");

        // ## 2. Places that pin on every JDK
        Place reflection = place(lab, one.flags(byNativeCode), all.flags(byNativeCode), "native", jdk -> true);
        Place initializer = place(lab, one, all, "initializer", jdk -> true);
        pins(lab, "below a native frame", reflection);
        pins(lab, "in a class initialiser", initializer);

        // ## 3. A deadlock. Long enough for the buffer to be flushed, also in a short run; a request that hangs times
        // out after 2 s
        Request report = Request.get("/pinning/report").timeout(Duration.ofSeconds(2));
        Cell reports = lab.cell(all, report, ClosedLoop.of(more, Duration.ofSeconds(8)), Prediction.none())
                .expectingErrors().as("report");
        lab.expect("with the report inside synchronized, the service stops: no answer in the last 3 s",
                count(Metric.STALLED, reports).atLeast(3).before(24),
                "as many users as carriers must wait for the lock while the buffer is flushed: try -c 100");
        lab.expect("with the report inside synchronized, no request fails",
                count(Metric.ERRORS, reports).atMost(0).since(24),
                "requests should wait 0.2 s at most, and not fail: see error_kinds in summary.csv");

        lab.rule("""
                A virtual thread that waits leaves its carrier, so only the users limit the throughput: c / S. A pinned
                one keeps its carrier while it waits. Then carriers are a limit as a pool of platform threads is: X <=
                carriers / S. With S = 0.05 s that is 20/s on one carrier and %d/s on %d. Without pinning, %d users have
                %d/s.""", 20 * cpus, cpus, users, 20 * users);

        Place[] places = {plain, monitor, lock, reflection, initializer};
        Results measured = lab.measure(Stream.of(Stream.of(places).map(Place::one), Stream.of(places).map(Place::all),
                Stream.of(reports)).flatMap(cells -> cells).toArray(Cell[]::new));
        lab.conclude();
        lab.answer("""
                On one carrier, requests that wait inside synchronized had %s/s on JDK %s and %s/s on JDK %s. Waits
                below a native frame (%s/s) and in a class initialiser (%s/s) still pin their carrier.""",
                measured.rps(monitor.one(), old), old, measured.rps(monitor.one(), now), now,
                measured.rps(reflection.one(), now),
                measured.rps(initializer.one(), now));
        lab.headline("Requests per second on one carrier",
                bar("synchronized, JDK " + old, measured.rps(monitor.one(), old)),
                bar("synchronized, JDK " + now, measured.rps(monitor.one(), now)),
                bar("native frame, JDK " + now, measured.rps(reflection.one(), now)),
                bar("class initialiser, JDK " + now, measured.rps(initializer.one(), now)));

        lab.explain("""
                JDK %s, one carrier: %s requests a second with a wait inside synchronized, %s with a
                java.util.concurrent lock in its place. The advice for these JDKs was to replace the one by the other.
                On all %s carriers it was %s and %s.""", old, measured.rps(monitor.one(), old),
                measured.rps(lock.one(), old), cpus, measured.rps(monitor.all(), old), measured.rps(lock.all(), old));
        lab.explain("""
                JDK %s, one carrier: %s with synchronized, %s with the lock, %s with neither. So synchronized does not
                pin any more. A frame that the JVM cannot move off its stack still does: %s requests a second below a
                native frame, and %s in class initialisers. The flight recording calls the reasons "%s" and "%s".""",
                now, measured.rps(monitor.one(), now), measured.rps(lock.one(), now), measured.rps(plain.one(), now),
                measured.rps(reflection.one(), now), measured.rps(initializer.one(), now),
                measured.pinnedReason(reflection.one(), now), measured.pinnedReason(initializer.one(), now));
        if (measured.mean(Metric.STALLED, reports, old) > 0) {
            lab.explain("""
                    The report, JDK %s: no request succeeded in the last %s s of the measurement, and %s requests
                    failed. The thread that holds the buffer's lock has finished its wait, but needs a carrier to
                    continue. All carriers are pinned by requests that wait for this lock inside synchronized: a
                    deadlock. The flight recording has %s pinned threads of this cell. Those that hold the carriers are
                    not among them, since the event is written when a pinning ends. The thread dump above has them: jcmd
                    Thread.dump_to_file lists virtual threads, and jstack does not.""",
                    old, measured.mean(Metric.STALLED, reports, old), measured.mean(Metric.ERRORS, reports, old),
                    measured.mean(Metric.PINNED, reports, old));
        }
        lab.explain("""
                The report, JDK %s: %s requests a second, and %s failed. A request that waits for the buffer's lock
                leaves its carrier.""",
                now, measured.rps(reports, now), measured.mean(Metric.ERRORS, reports, now));

        lab.tryIt("""
                --jdk 21,24             which JDK has the change? Any JDK from 21 on will do (./jbang jdk install 24)
                -c 5                    which throughput stays the same, and which one is lower?
                --variant one-carrier   the first half only
                --forks 3               confidence intervals
                Your own service: java -XX:StartFlightRecording:filename=mine.jfr ..., then ./jbang analysis/pins.java
                mine.jfr""");
    }

    /** What is claimed of a place that pins on every JDK. */
    private static void pins(Lab lab, String where, Place place) {
        lab.expect(where + " one carrier serves 1 / S", asPredicted(place.one()),
                "was the flag of /pinning/native set? See run.json. Did every request initialise a class of its own?");
        lab.expect(where + " %d carriers serve %1$d / S".formatted(lab.cpus()), asPredicted(place.all()),
                "a JDK may add carriers while some are blocked: see carriers in summary.csv");
        lab.expect(where + " each request is pinned once, at a line of the service",
                count(Metric.pinnedAt(Pinning.class), place.one()).near(1, 0.1),
                "the recording keeps pinnings of 20 ms and more: did the request wait less?");
        lab.expect(where + " the flight recording says why",
                count(Metric.PINNED_WITH_REASON, place.one()).atLeast(1).since(24),
                "the event has the field pinnedReason from JDK 24 on: see reason in pinning.csv");
    }

    private static Place place(Lab lab, Variant one, Variant all, String where, IntPredicate pinned) {
        int users = lab.concurrency(20);
        return new Place(waiting(lab, one, where, users, pinned),
                waiting(lab, all, where, Math.max(users, 4 * lab.cpus()), pinned));
    }

    private static Cell waiting(Lab lab, Variant variant, String where, int users, IntPredicate pinned) {
        return lab.pinnable(variant, Request.get("/pinning/" + where), lab.load(users, Duration.ofSeconds(3)),
                jdk -> Demand.waiting(WAIT).pinned(pinned.test(jdk))).within(0.1).as(where);
    }
}
