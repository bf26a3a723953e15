///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 4 pinning: which waits pin a virtual thread to its carrier?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java ../apps/Pinning.java
//FILES source/labs/pinning.java.txt=pinning.java source/apps/Pinning.java.txt=../apps/Pinning.java
//MAIN PinningLab

import static old.trust.Claim.*;
import static old.trust.Metric.*;

import apps.Pinning;
import java.time.Duration;
import java.util.List;
import old.page.*;
import kit.plan.*;
import old.plan.*;
import old.plan.Cell;
import old.trust.*;

/// # 4 pinning: Which waits pin a virtual thread to its carrier?
/// A pinned virtual thread keeps its carrier, the platform thread that runs it. These routes wait for 50 ms:
///
/// - /pinning/plain         in the controller's method
/// - /pinning/synchronized  inside synchronized, on an object of its own: requests do not block each other
/// - /pinning/lock          holding a ReentrantLock of its own
/// - /pinning/native        in a method called by reflection through native code: a native frame is on the stack
/// - /pinning/initializer   in the static initialiser of a class that is used for the first time
///
/// One carrier serves {users} users. {cpus} carriers, one for each CPU, serve {more}. Users send without a pause.
class PinningLab extends Page {
    static final int NEVER = 0, ALWAYS = 1000;
    int cpus = cpus(), users = concurrency(20), more = Math.max(users, 4 * cpus), limit = 20 * cpus;
    {
        alsoOnJdk(21);
        warmup(Duration.ofSeconds(2));
        code("apps/Pinning.java", "\"/pinning/synchronized\"");
        code("labs/pinning.java", "Variant traced = ");
    }

    // With this flag, a JDK before 24 prints the stack of a thread that is pinned: see the .log of its cell.
    Variant traced = Variant.virtual("virtual", Pinning.class).flagUntil(23, "-Djdk.tracePinnedThreads=full");
    Variant all = traced.flags("-Djdk.virtualThreadScheduler.maxPoolSize=" + cpus);
    Variant one = traced.as("one-carrier", "virtual threads on one carrier")
            .flags("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1");

    Needs alone = needs(all, Request.get("/pinning/plain"), one); // its wait, and a little

    /// ## 1. Inside synchronized
    /// A wait inside synchronized is compared with a wait under a ReentrantLock, and with a plain wait. JDKs: {jdks}.
    List<Integer> jdks = jdks();
    int old = Math.min(jdks.getFirst(), 23), now = Math.max(jdks.getLast(), 24); // JEP 491 came with 24
    Place plain = place("plain", "", NEVER), lock = place("lock", "holding a lock of java.util.concurrent,", NEVER);
    Place monitor = place("synchronized", "inside synchronized,", 24);
    {
        predict("JDK {old}, one carrier: what is the throughput with the lock divided by that with synchronized?",
                ratio(lock.one, monitor.one).before(24),
                "a request that waits inside synchronized keeps the carrier: how many wait at a time on one carrier?");
        predict("JDK {now}, one carrier: how does the throughput with the lock compare with synchronized?",
                Choices.below(0.8, "lower (less than 0.8 times)").then(1.25, "about equal (0.8 to 1.25 times)")
                        .then(5, "1.25 to 5 times").beyond("more than 5 times"),
                ratio(lock.one, monitor.one).since(24),
                "JEP 491 is called \"Synchronize Virtual Threads without Pinning\", and came with JDK 24");
        expectPinned(monitor);
        for (Place place : List.of(monitor, lock)) {
            expect(place.where + " one carrier has the throughput of a plain wait",
                    ratio(place.one, plain.one).near(1, 0.25).since(place.before),
                    "which JDK was it? See jdk in summary.csv. Was there another load on the machine?");
            expect(place.where + " no request is pinned for 1 ms or longer",
                    count(PINNED, place.one).atMost(0).since(place.before),
                    "pinning.csv has the stack and the reason: did the request wait elsewhere, too?");
        }
    }

    /// ## 2. Places that pin on every JDK
    /// Spring calls every controller by reflection. That does not pin: since JDK 18 it uses method handles (JEP 416).
    /// With -Djdk.reflect.useNativeAccessorOnly=true any route would pin. Only the JVM of /pinning/native has it.
    Place byNative = place("native", "below a native frame,", ALWAYS, "-Djdk.reflect.useNativeAccessorOnly=true");
    Place byClass = place("initializer", "in a class initialiser,", ALWAYS);
    {
        for (Place at : List.of(byNative, byClass)) {
            expectPinned(at);
            expect(at.where + " pinnings have a recorded reason",
                    count(PINNED_WITH_REASON, at.one).atLeast(0.95).since(24),
                    "the event has the field pinnedReason from JDK 24 on: see reason in pinning.csv");
        }
    }

    private void expectPinned(Place at) {
        expect(at.where + " one carrier: throughput as predicted, 1 / S", asPredicted(at.one).before(at.before),
                "too low: JDK 21 may hang with tracePinnedThreads (JDK-8322846). Too high: "
                        + "is the flag of /pinning/native in run.json? Does every request initialise its own class?");
        expect(at.where + " {cpus} carriers: throughput as predicted, {cpus} / S",
                asPredicted(at.all).before(at.before),
                "a JDK may add carriers while some are blocked: see carriers in summary.csv");
        expect(at.where + " each request is pinned once, at a line of the service",
                count(pinnedAt(Pinning.class), at.one).near(1, 0.1).before(at.before),
                "pinning.csv has the stacks: where do they point?");
    }

    /// ## The rule
    /// A virtual thread that waits leaves its carrier. Then only users limit the throughput: users / S, with S a little
    /// above 0.05 s. A pinned thread keeps its carrier while it waits. Then the carriers limit the throughput, as a
    /// pool does: at most carriers / S, almost 20/s on one carrier and {limit}/s on {cpus}.
    Results measured = measure(plain.one, monitor.one, lock.one, byNative.one, byClass.one,
            plain.all, monitor.all, lock.all, byNative.all, byClass.all);
    double monitorOld = measured.rps(monitor.one, old), lockOld = measured.rps(lock.one, old);
    double monitorNow = measured.rps(monitor.one, now), lockNow = measured.rps(lock.one, now);
    double nativeNow = measured.rps(byNative.one, now), classNow = measured.rps(byClass.one, now);
    String nativeCause = measured.pinnedReason(byNative.one, now), classCause = measured.pinnedReason(byClass.one, now);

    /// ## The answer
    /// With a wait inside synchronized, one carrier had {monitorOld}/s on JDK {old} and {monitorNow}/s on JDK {now}. On
    /// JDK {now}, a wait below a native frame had {nativeNow}/s, and a wait in a class initialiser {classNow}/s.
    {
        headline("Requests per second on one carrier", bar("synchronized, JDK " + old, monitorOld),
                bar("synchronized, JDK " + now, monitorNow), bar("native frame, JDK " + now, nativeNow),
                bar("class initialiser, JDK " + now, classNow));
    }

    /// ## What happened
    /// JDK {old}: with a ReentrantLock in place of synchronized, one carrier had {lockOld}/s. Before JDK 24, this was
    /// the advice.
    ///
    /// JDK {now}: one carrier had {monitorNow}/s with synchronized and {lockNow}/s with the lock. Since JDK 24 (JEP
    /// 491), synchronized does not pin. Waits still pin when the JVM cannot move a frame off the carrier's stack. The
    /// flight recording has the reasons "{nativeCause}" and "{classCause}".
    ///
    /// ## Try it
    /// - `--jdk 21,24` which JDK has the change? You can compare any from 21 on (./jbang jdk install 24)
    /// - Your service: java -XX:StartFlightRecording:filename=mine.jfr ..., then ./jbang pins mine.jfr

    /** The same wait by requests on one carrier, and on all. It pins on JDKs before this one. */
    record Place(String where, Cell one, Cell all, int before) {}

    private Place place(String route, String where, int before, String... flags) {
        return new Place(where, cell(one.flags(flags), route, users, before),
                cell(all.flags(flags), route, more, before), before);
    }

    private Cell cell(Variant variant, String route, int users, int before) {
        Load load = load(users, Duration.ofSeconds(3))
                .primedBy(Request.get("/pinning/plain?ms=0")); // 20 requests/s would warm a service up in minutes
        return pinnable(variant, Request.get("/pinning/" + route), load, jdk -> alone.apply(jdk).pinned(jdk < before))
                .within(0.1).throughputOnly().as(route);
    }

    public static void main(String... args) {
        System.exit(run("pinning", args, PinningLab::new));
    }
}
