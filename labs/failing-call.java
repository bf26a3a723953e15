///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 6 failing-call: one of three concurrent calls fails. What becomes of the other two?
//JAVA 25+
//PREVIEW
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES old/package-info.java ../apps/ScopedBackOffice.java
//FILES published/e3.csv=../data/published/e3.csv source/apps/ScopedBackOffice.java.txt=../apps/ScopedBackOffice.java
//FILES source/labs/failing-call.java.txt=failing-call.java source/apps/BackOffice.java.txt=../apps/BackOffice.java
//MAIN FailingCall

import static old.trust.Claim.*;

import apps.*;
import java.time.Duration;
import java.util.*;
import old.page.*;
import kit.plan.*;
import kit.rule.*;
import old.plan.*;
import old.plan.Cell;
import old.trust.*;
import old.trust.Metric;

/// # 6 failing-call: One of three concurrent calls fails. What becomes of the other two?
/// The back office of lab 5 calls orders ({twoUnits}), products and accounts ({unit} each) in one of five ways:
///
/// - sequential: one after the other
/// - completableFuture: three futures on the common pool, joined by allOf
/// - completableFutureWithThreadTaskExecutor: the same, each on a new platform thread
/// - completableFutureWithVirtualTaskExecutor: the same, each on a new virtual thread
/// - scopeFork: structured concurrency (StructuredTaskScope, a preview of JDK 25)
class FailingCall extends Page {
    static final String PATH = "/backoffice/api/v1/backoffice/orders/byRestTemplate?concurrency=", SCOPE = "scopeFork";
    static final String SEQUENTIAL = "sequential", VIRTUAL_EACH = "completableFutureWithVirtualTaskExecutor";
    static final List<String> WAYS = List.of(SEQUENTIAL, "completableFuture", "completableFutureWithThreadTaskExecutor",
            VIRTUAL_EACH, SCOPE), FUTURES = WAYS.subList(1, 4);
    static final String ANSWERED = "calls-answered", CANCELLED = "calls-cancelled", REPORTED = "ms-until-failed";

    Duration unit = unlessPublished(Duration.ofMillis(100), Duration.ofSeconds(1));
    Duration twoUnits = unit.multipliedBy(2), timeout = unit.multipliedBy(5);
    int users = concurrency(200);
    {
        published("e3.csv", unlessPublished(10, 1));
        code("apps/BackOffice.java", "private static void futures");
        code("apps/ScopedBackOffice.java", "private static void scopeFork");
        code("labs/failing-call.java", "Variant platform = ");
    }

    Variant platform = calling(Variant.platform("platform", ScopedBackOffice.class, 10));
    Variant virtual = calling(Variant.virtual("virtual", ScopedBackOffice.class));
    Variant fails = virtual.as("virtual-failing", "products fail").property("products.every-second", "fails");
    Variant hangs = virtual.as("virtual-hanging", "products hang").property("products.every-second", "hangs")
            .property("http.timeout-ms", timeout.toMillis());

    /// ## 1. No call fails
    /// {users} users send requests without a pause, with structured concurrency as published.
    Cell scopeOnPlatform = scope(platform, load(users, 200, 1000));
    Cell scopeOnVirtual = scope(virtual, load(users, 3000, 1000)).warmup(Duration.ofSeconds(12));
    {
        expectRule(scopeOnPlatform, scopeOnVirtual);
    }

    /// ## 2. A call fails at once, or hangs
    /// Each way has ten requests a second. Every second call for products fails, or hangs until a timeout ({timeout}).
    Cell failing = tenASecond(fails), hanging = tenASecond(hangs);
    {
        predict("A call fails at once: how many of the two other calls does CompletableFuture.allOf wait for?",
                count(perFailure(ANSWERED, VIRTUAL_EACH), failing).byRule(2), "when does allOf complete?");
        predict("A call fails at once: how many of the two other calls does a StructuredTaskScope cancel?",
                count(perFailure(CANCELLED, SCOPE), failing).byRule(2), "a scope ends when its first call has failed");
        predict("A call hangs: how many of the two other calls does a StructuredTaskScope cancel?",
                Choices.below(0.5, "none").then(1.5, "one").beyond("both"),
                count(perFailure(CANCELLED, SCOPE), hanging).byRule(0), "has a call failed while it hangs?");
        expect("one after the other: if the second call fails, the third is not made",
                count(perFailure("calls-not-sent", SEQUENTIAL), failing).near(1, 0.01).inEveryFork(),
                "see sequential in apps/BackOffice.java: in which order are the calls made?");
        FUTURES.forEach(way -> expect(way + ": if one call fails at once, the request waits for both others",
                count(perFailure(ANSWERED, way), failing).near(2, 0.01).inEveryFork(),
                "allOf waits for all calls. Did another call fail, for a reason of its own? See run.json"));
        expect("scopeFork: if one call fails at once, both others are cancelled",
                count(perFailure(CANCELLED, SCOPE), failing).near(2, 0.05),
                "an answer that came at the very moment of the failure is not cancelled: how busy was the machine?");
        expect("scopeFork: if one call hangs, nothing is cancelled: both others have been answered",
                count(perFailure(ANSWERED, SCOPE), hanging).near(2, 0.01).inEveryFork(), "a timeout? see run.json");
    }

    /// ## The rule
    /// Concurrent calls take S = {twoUnits}, the longest wait. 10 threads serve 10 / S, virtual threads {users} / S.
    ///
    /// Sequential calls end with the first failure. allOf waits for all futures and reports the failure after S. A
    /// scope cancels the other calls and reports the failure at once. A call that hangs fails only after its timeout.
    Results measured = measure(scopeOnPlatform, scopeOnVirtual, failing, hanging);
    double inVain = mean(ANSWERED, VIRTUAL_EACH, failing), cancelled = mean(CANCELLED, SCOPE, failing);
    double allOfMs = mean(REPORTED, VIRTUAL_EACH, failing), scopeMs = mean(REPORTED, SCOPE, failing);

    /// ## The answer
    /// Where one call failed at once, allOf waited in vain for {inVain} of the two other calls. It reported the failure
    /// after {allOfMs} ms. A StructuredTaskScope cancelled {cancelled} of them, and reported it after {scopeMs} ms.
    ///
    /// ## What happened
    {
        headline("Time until the failure of a call was reported, in ms",
                bar("one after the other", mean(REPORTED, SEQUENTIAL, failing)), bar("allOf", allOfMs),
                bar("StructuredTaskScope", scopeMs));
        for (Cell cell : List.of(failing, hanging)) {
            show("Where " + cell.variant().about() + ", for each request that failed:", List.of("calls", "never made",
                    "answered in vain", "cancelled", "left running", "reported after ms"),
                    WAYS.stream().filter(way -> measured.has(cell)).map(way -> List.<Object>of(way,
                            mean("calls-not-sent", way, cell), mean(ANSWERED, way, cell), mean(CANCELLED, way, cell),
                            mean("calls-left-running", way, cell), mean(REPORTED, way, cell))).toList());
        }
    }

    /// A called service detects a cancellation only when it sends its answer. A call that hangs needs a timeout.
    ///
    /// ## Try it
    /// - `--backends own-jvm` does it matter where the three services run?
    /// - In this file: let every second call of accounts fail. Which way then makes all three calls?

    private Variant calling(Variant variant) {
        return variant.flags("-Djava.util.concurrent.ForkJoinPool.common.parallelism=7")
                .expectingFact("common-pool.parallelism", 7).expectingFact("http.connections", 500)
                .backend("orders", Orders.class, twoUnits).backend("products", Products.class, unit)
                .backend("accounts", Accounts.class, unit).backends(backends());
    }

    private Cell scope(Variant variant, Load load) {
        return cell(variant, Request.get(PATH + SCOPE), load, Demand.waiting(twoUnits)).as(SCOPE).within(0.1).published(
                publishedFigure(Map.of("profile", variant.name(), "concurrency_mode", SCOPE, "c", load.users())));
    }

    private Cell tenASecond(Variant variant) {
        var load = new OpenLoop(10, Duration.ofSeconds(4));
        Cell cell = cell(variant, Request.get(PATH + SEQUENTIAL), load, Prediction.none()).as(SEQUENTIAL);
        for (String way : FUTURES) {
            cell = cell.beside(way, Request.get(PATH + way), load);
        }
        return cell.beside(SCOPE, Request.get(PATH + SCOPE), load).expectingErrors();
    }

    /** For each request that failed: its calls with this fate when the failure was reported, or ms until then. */
    private static Metric perFailure(String what, String way) {
        return Metric.told(what.replace('-', ' ') + " by " + way + " for each failed request", way + "." + what,
                way + ".requests-failed");
    }

    private double mean(String what, String way, Cell cell) {
        return measured.mean(perFailure(what, way), cell);
    }

    public static void main(String... args) {
        System.exit(run("failing-call", args, FailingCall::new));
    }
}
