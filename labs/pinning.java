///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 4 pinning: which waits pin a virtual thread to its carrier?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Pinning.java
//FILES source/labs/pinning.java.txt=pinning.java source/apps/Pinning.java.txt=../apps/Pinning.java
//MAIN PinningLab

import static kit.plan.Metric.*;

import apps.Pinning;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;
import kit.plan.Quantity.Figure;

/// # 4 pinning: Which waits pin a virtual thread to its carrier?
/// A carrier is a platform thread that runs virtual threads. A virtual thread leaves its carrier while it waits. A
/// pinned one keeps it. These routes wait for 100 ms:
///
/// - /pinning/plain: in the controller's method
/// - /pinning/synchronized: inside synchronized, on an object of its own: requests do not block each other
/// - /pinning/lock: holding a ReentrantLock of its own
/// - /pinning/initializer: in the static initialiser of a class that is used for the first time
/// - /pinning/native: in a method called by reflection through native code: a native frame is on the stack
///
/// First the service has one carrier, and {users} users send requests without a pause. Then it has {cpus} carriers, one
/// for each CPU, and {more} users. It runs on JDK {jdks}.
class PinningLab extends Page {
    {
        alsoOnJdk(21);
        primedBy(get("/pinning/plain?ms=0"));
        blocks(seconds(1));
        code("apps/Pinning.java", "\"/pinning/synchronized\"");
        code("labs/pinning.java", "Variant traced = ");
    }

    String jdks = jdks();
    int old = jdkBefore(24);
    int now = jdkSince(24);
    int cpus = cpus();
    int users = users(5);
    int more = Math.max(users, 4 * cpus);
    int limit = 10 * cpus;

    // A JDK before 24 prints the stack of a pinned thread, see the .log of its variant. JDK 21 may hang when it prints
    // (JDK-8322846). Then the cells of the variant are INVALID: run the lab again.
    Variant traced = onVirtualThreads(Pinning.class).flagUntil(23, "-Djdk.tracePinnedThreads=full");
    Variant all = traced.flags("-Djdk.virtualThreadScheduler.maxPoolSize=" + cpus);
    Variant one = traced.named("one-carrier").flags("-Djdk.virtualThreadScheduler.parallelism=1",
            "-Djdk.virtualThreadScheduler.maxPoolSize=1");
    // With this flag any route pins, since Spring calls each controller by reflection. Without it, reflection uses
    // method handles since JDK 18 (JEP 416), and does not pin.
    String byNativeCode = "-Djdk.reflect.useNativeAccessorOnly=true";
    Variant oneNative = one.named("one-carrier-native").flags(byNativeCode);

    Request plain = get("/pinning/plain");
    Request monitor = get("/pinning/synchronized");
    Request lock = get("/pinning/lock");
    Request initializer = get("/pinning/initializer");
    Request nativeFrame = get("/pinning/native");
    Demand waits = waiting(ms(100));

    /// ## 1. One carrier
    /// Each route has {users} users. How many of their requests wait at the same time?
    Comparison oneCarrier = compare("one carrier").users(users)
            .send("plain", plain, waits).to(one)
            .send("synchronized", monitor, waits.pinnedBefore(24)).to(one)
            .send("lock", lock, waits).to(one)
            // A pinned request also keeps its carrier while it computes, in code that few requests have compiled.
            .within(percent(5))
            .send("initializer", initializer, waits.pinned()).to(one)
            .send(nativeFrame, waits.pinned()).to(oneNative);
    Figure onPlain = oneCarrier.throughput("plain", one);
    Figure onMonitor = oneCarrier.throughput("synchronized", one);
    Figure onLock = oneCarrier.throughput("lock", one);
    Figure onInitializer = oneCarrier.throughput("initializer", one);
    Figure onNative = oneCarrier.throughput(oneNative);
    {
        ask("JDK {old}, one carrier: what is the throughput with the lock divided by that with synchronized?",
                onLock.over(onMonitor)).before(24)
                .hint("a request that waits inside synchronized keeps the carrier: how many wait at a time?");
        ask("JDK {now}, one carrier: what has the higher throughput?", onLock.over(onMonitor)).since(24)
                .oneOf(percent(10), "synchronized", "neither, within 10 %", "the lock")
                .hint("JEP 491 is called \"Synchronize Virtual Threads without Pinning\", and came with JDK 24");
        claim(onLock.over(onMonitor)).asTheRuleSays(percent(5)).headline()
                .otherwise("which JDK was it? Synchronized pins before JDK 24 only");
        claim(onLock.over(onPlain)).near(1, percent(5)).otherwise("both only wait: was the machine busy?");
        claim(oneCarrier).asTheRuleSays()
                .otherwise("too high: is the flag of one-carrier-native in run.json? Does every request initialise its "
                        + "own class?");
    }

    /// The flight recording has a line for each thread that is pinned for 1 ms or longer. A request that is pinned has
    /// one, with the line of the service that waits. From JDK 24 on it has a reason, too.
    {
        claim(oneCarrier.figure(PINNED, "lock", one)).atMost(0)
                .otherwise("pinning.csv has the stacks: where did the request wait?");
        claim(oneCarrier.figure(PINNED, "synchronized", one)).atMost(0).since(24)
                .otherwise("pinning.csv has the stacks: where did the request wait?");
        claim(oneCarrier.figure(PINNED_PER_REQUEST, "synchronized", one)).near(1, percent(10)).before(24)
                .otherwise("pinning.csv has the stacks: where do they point?");
        claim(oneCarrier.figure(PINNED_PER_REQUEST, "initializer", one),
                oneCarrier.figure(PINNED_PER_REQUEST, oneNative)).near(1, percent(10))
                .otherwise("pinning.csv has the stacks: where do they point?");
        claim(oneCarrier.figure(PINNED_WITH_REASON, "initializer", one),
                oneCarrier.figure(PINNED_WITH_REASON, oneNative)).atLeast(0.95).since(24)
                .otherwise("see the column reason of pinning.csv");
    }

    /// ## 2. A carrier for each CPU
    /// Four of the routes with {cpus} carriers, the number that a JVM has here by default.
    Comparison allCarriers = compare("all carriers").users(more)
            .send("plain", plain, waits).to(all)
            .send("synchronized", monitor, waits.pinnedBefore(24)).to(all)
            .send("lock", lock, waits).to(all)
            .within(percent(5))
            .send("initializer", initializer, waits.pinned()).to(all);
    {
        claim(allCarriers).asTheRuleSays()
                .otherwise("a JDK may add carriers while some are blocked: see carriers in summary.csv");
    }

    /// ## The rule
    /// A virtual thread that waits leaves its carrier. Then only users limit the throughput: users / S, with S = 0.1 s
    /// and a little. A pinned thread keeps its carrier while it waits. Then the carriers limit the throughput, as a
    /// pool does: at most carriers / S, which is 10/s on one carrier and {limit}/s on {cpus}.
    {
        rule(oneCarrier, allCarriers);
    }

    /// ## The answer
    /// On JDK {old}, one carrier had {onMonitor.on(old)}/s where requests wait inside synchronized, and
    /// {onLock.on(old)}/s where they hold a ReentrantLock.
    ///
    /// On JDK {now}, one carrier had {onMonitor.on(now)}/s with synchronized and {onLock.on(now)}/s with the lock. A
    /// wait in a class initialiser pins: {onInitializer.on(now)}/s. So does one below a native frame:
    /// {onNative.on(now)}/s.
    {
        bars("Requests per second on one carrier", onMonitor, onLock, onInitializer, onNative);
    }

    /// ## What happened
    {
        table(oneCarrier, allCarriers).columns(THROUGHPUT, MEAN, PINNED_PER_REQUEST);
    }

    /// Before JDK 24, the advice was a ReentrantLock in place of synchronized. JDK 24 made it unnecessary (JEP 491).
    ///
    /// A wait still pins when the JVM cannot move a frame off the carrier's stack. On JDK {now} the flight recording
    /// has the reason "{oneCarrier.pinnedReason(oneNative).on(now)}" for /pinning/native and
    /// "{oneCarrier.pinnedReason("initializer", one).on(now)}" for /pinning/initializer.
    ///
    /// ## Try it
    /// - `--jdk 21,24` which JDK has the change? You can compare any from 21 on (./jbang jdk install 24)
    /// - Your service: java -XX:StartFlightRecording:filename=mine.jfr ..., then ./jbang pins mine.jfr

    PinningLab(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("pinning", PinningLab::new, args);
    }
}
