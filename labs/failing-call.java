///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 6 failing-call: one of three concurrent calls fails. What becomes of the other two?
//JAVA 25+
//PREVIEW
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/ScopedBackOffice.java
//FILES published/e3.csv=../data/published/e3.csv
//FILES source/labs/failing-call.java=failing-call.java source/apps/BackOffice.java=../apps/BackOffice.java
//FILES source/apps/ScopedBackOffice.java=../apps/ScopedBackOffice.java
//MAIN FailingCall

import static kit.trust.Claim.*;
import static kit.trust.Metric.told;

import apps.*;
import java.time.Duration;
import java.util.*;
import java.util.stream.Stream;
import kit.page.*;
import kit.plan.*;
import kit.trust.*;

/// # 6 failing-call: One of three concurrent calls fails. What becomes of the other two?
/// For each request, the back office of lab 5 calls three services: orders ({twoUnits}), products and accounts ({unit}
/// each). It makes the calls in one of five ways:
///
/// - sequential: one after the other
/// - completableFuture: three futures on the common pool, joined by allOf
/// - completableFutureWithThreadTaskExecutor: the same, each on a new platform thread
/// - completableFutureWithVirtualTaskExecutor: the same, each on a new virtual thread
/// - scopeFork: structured concurrency (StructuredTaskScope, a preview of JDK 25)
class FailingCall extends Page {
    static final String PATH = "/backoffice/api/v1/backoffice/orders/byRestTemplate?concurrency=";
    static final String SEQUENTIAL = "sequential", VIRTUAL_EACH = "completableFutureWithVirtualTaskExecutor";
    static final List<String> FUTURES = List.of("completableFuture", "completableFutureWithThreadTaskExecutor",
            VIRTUAL_EACH);
    // What becomes of a call (answered in vain, where its request failed), and when the failure is reported.
    static final String ANSWERED = "calls-answered", CANCELLED = "calls-cancelled", NOT_SENT = "calls-not-sent";
    static final String REPORTED = "ms-until-failed", SCOPE = "scopeFork";

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
    /// {users} users send requests without a pause: structured concurrency as it was published.
    Cell scopeOnPlatform = scope(platform, load(users, 200, 1000));
    Cell scopeOnVirtual = scope(virtual, load(users, 3000, 1000)).warmup(Duration.ofSeconds(12));
    {
        expectRule("was the pool 10 threads? See run.json. Was service_cpu in timeline.csv near the number of CPUs?",
                scopeOnPlatform, scopeOnVirtual);
    }

    /// ## 2. A call fails at once, or hangs
    /// Each way has ten requests a second, on virtual threads. Every second call for products fails at once. In another
    /// cell it hangs, until the back office gives it up after {timeout}.
    Cell failing = tenASecond(fails), hanging = tenASecond(hangs);
    {
        predict("A call fails at once: how many of the two other calls does CompletableFuture.allOf wait for?",
                count(perFailure(ANSWERED, VIRTUAL_EACH), failing).byRule(2),
                "allOf joins three futures: when does it complete, and what has become of the other two by then?");
        predict("A call fails at once: how many of the two other calls does a StructuredTaskScope cancel?",
                count(perFailure(CANCELLED, SCOPE), failing).byRule(2), "a scope ends when its first call has failed");
        predict("A call hangs: how many of the two other calls does a StructuredTaskScope cancel?",
                Choices.below(0.5, "none").then(1.5, "one").beyond("both"),
                count(perFailure(CANCELLED, SCOPE), hanging).byRule(0), "has a call failed while it hangs?");
        expect("one after the other: where the second call fails, the third is not made",
                count(perFailure(NOT_SENT, SEQUENTIAL), failing).near(1, 0.01).inEveryFork(),
                "see the facts of the cell in run.json: in which order are the calls made?");
        FUTURES.forEach(way -> expect(way + ": where one call fails at once, both others are waited for in vain",
                count(perFailure(ANSWERED, way), failing).near(2, 0.01).inEveryFork(),
                "allOf ends when the last of them has ended; a call that failed for another reason counts as failed"));
        expect("scopeFork: where one call fails at once, both others are cancelled",
                count(perFailure(CANCELLED, SCOPE), failing).near(2, 0.05),
                "an answer that came at the very moment of the failure is not cancelled: how busy was the machine?");
        expect("scopeFork: where one call hangs, nothing is cancelled: both others have long been answered",
                count(perFailure(ANSWERED, SCOPE), hanging).near(2, 0.01).inEveryFork(),
                "a scope cancels when a call has failed, and a call that hangs has not: was there a time limit?");
    }

    /// ## The rule
    /// Where no call fails, concurrent calls take S = {twoUnits}, the longest of the three waits. 10 threads serve at
    /// most 10 / S, and {users} users on virtual threads have {users} / S.
    ///
    /// Calls one after the other end with the first failure. allOf completes when all of its futures have completed:
    /// the failure is reported after S, and two answers were awaited in vain. The first failure cancels a scope. It
    /// interrupts the other two calls, and the failure is reported at once. A call that hangs has not failed. So every
    /// way reports it after the timeout of the HTTP client.
    Results measured = measure(scopeOnPlatform, scopeOnVirtual, failing, hanging);
    double inVain = measured.mean(perFailure(ANSWERED, VIRTUAL_EACH), failing);
    double cancelled = measured.mean(perFailure(CANCELLED, SCOPE), failing);
    double allOfMs = measured.mean(perFailure(REPORTED, VIRTUAL_EACH), failing);
    double scopeMs = measured.mean(perFailure(REPORTED, SCOPE), failing);
    double hangingMs = measured.mean(perFailure(REPORTED, SCOPE), hanging);

    /// ## The answer
    /// Where one call failed at once, allOf waited for {inVain} of the other two in vain, and reported the failure
    /// after {allOfMs} ms. A StructuredTaskScope cancelled {cancelled} of them, and reported it after {scopeMs} ms.
    ///
    /// ## What happened
    {
        headline("Time until a call that failed at once was reported, in ms",
                bar("one after the other", measured.mean(perFailure(REPORTED, SEQUENTIAL), failing)),
                bar("allOf", allOfMs), bar("StructuredTaskScope", scopeMs));
        for (Cell cell : List.of(failing, hanging)) {
            var ways = Stream.of(List.of(SEQUENTIAL), FUTURES, List.of(SCOPE)).flatMap(List::stream);
            show("Where " + cell.variant().about() + ", for each request that failed:", List.of("calls", "never made",
                    "answered in vain", "cancelled", "left running", "reported after ms"),
                    ways.filter(way -> measured.has(cell)).map(way -> Stream.concat(Stream.<Object>of(way),
                            Stream.of(NOT_SENT, ANSWERED, CANCELLED, "calls-left-running", REPORTED)
                                    .map(what -> measured.mean(perFailure(what, way), cell)))
                            .toList()).toList());
        }
    }

    /// The called services finish their work although the scope cancels the calls: they notice it when they answer. A
    /// scope without a timeout does not help against a call that hangs: that failure was reported after {hangingMs} ms.
    ///
    /// Where no call failed, the scope had {scopeOnPlatform / scopeOnPlatform.rule} times the throughput that the rule
    /// gives to concurrent calls on platform threads, and {scopeOnVirtual / scopeOnVirtual.rule} times on virtual ones.
    ///
    /// ## Try it
    /// - `--cells 'virtual-failing*'` only the calls that fail at once
    /// - `--backends own-jvm` does it matter where the three services run?
    /// - `--forks 3` are the counts the same in each fork?
    /// - In this file: let every second call of accounts fail. Which way makes fewer calls then?

    /** With the three services behind it, which take two units of time and one each. */
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

    /** A cell in which every way of making the calls has ten requests a second. */
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
        return told(what.replace('-', ' ') + " by " + way + " for each failed request", way + "." + what,
                way + ".requests-failed");
    }

    public static void main(String... args) {
        System.exit(run("failing-call", args, FailingCall::new));
    }
}
