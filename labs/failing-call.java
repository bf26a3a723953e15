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

import static kit.page.Lab.bar;
import static kit.trust.Claim.*;
import static kit.trust.Metric.told;

import apps.Accounts;
import apps.Orders;
import apps.Products;
import apps.ScopedBackOffice;
import java.time.Duration;
import java.util.*;
import kit.page.*;
import kit.plan.*;
import kit.trust.*;

/** Lab 6. The back office of lab 5, where one of the three calls fails or hangs. It needs a preview of JDK 25. */
class FailingCall {

    /** The ways of making the calls, by the names under which they were published. */
    private static final String SEQUENTIAL = "sequential";
    private static final String VIRTUAL_EACH = "completableFutureWithVirtualTaskExecutor";
    private static final String SCOPE = "scopeFork";
    private static final List<String> FUTURES = List.of("completableFuture", "completableFutureWithThreadTaskExecutor",
            VIRTUAL_EACH);
    /** What becomes of a call; answered in vain, where its request failed. */
    private static final String ANSWERED = "answered";
    private static final String CANCELLED = "cancelled";
    private static final String NOT_SENT = "not-sent";
    private static final List<String> MODES = List.of(SEQUENTIAL, FUTURES.get(0), FUTURES.get(1), VIRTUAL_EACH, SCOPE);

    public static void main(String... args) {
        System.exit(Lab.run("failing-call", args, FailingCall::page));
    }

    static void page(Lab lab) {
        lab.title(6, "One of three concurrent calls fails. What becomes of the other two?");
        int faster = lab.unlessPublished(10, 1);
        Duration unit = Duration.ofSeconds(1).dividedBy(faster);
        int users = lab.concurrency(200);

        lab.say("""
                For each request, the back office of lab 5 calls three services: orders (%d ms), products and accounts
                (%d ms each). It makes the calls in one of five ways:

                - %s: one after the other
                - %s: three futures on the common pool, joined by allOf
                - %s: the same, each on a new platform thread
                - %s: the same, each on a new virtual thread
                - %s: structured concurrency (StructuredTaskScope, a preview of JDK 25)

                Each way has ten requests a second, on virtual threads. Every second call for products fails at once. In
                another cell it hangs, until the back office gives it up after %d ms. In two more cells no call fails,
                and %d users send requests without a pause.""", 2 * unit.toMillis(), unit.toMillis(), SEQUENTIAL,
                FUTURES.get(0), FUTURES.get(1), VIRTUAL_EACH, SCOPE, 5 * unit.toMillis(), users);
        lab.code("apps/BackOffice.java", "private static void futures");
        lab.code("apps/ScopedBackOffice.java", "private static void scopeFork");
        lab.code("labs/failing-call.java", "Variant platform = ");

        Variant platform = calling(lab, Variant.platform("platform", ScopedBackOffice.class, 10), unit);
        Variant virtual = calling(lab, Variant.virtual("virtual", ScopedBackOffice.class), unit);
        Variant fails = virtual.as("virtual-failing", "products fail").property("products.every-second", "fails");
        Variant hangs = virtual.as("virtual-hanging", "products hang").property("products.every-second", "hangs")
                .property("http.timeout-ms", unit.multipliedBy(5).toMillis());

        // ## 1. No call fails: structured concurrency as it was published
        lab.published("e3.csv", faster);
        Cell scopeOnPlatform = scope(lab, platform, lab.load(users, 200, 1000), unit);
        Cell scopeOnVirtual = scope(lab, virtual, lab.load(users, 3000, 1000), unit).warmup(Duration.ofSeconds(12));
        lab.expect("on platform threads, scopeFork serves what the rule says", asPredicted(scopeOnPlatform),
                "the pool has 10 threads: see the facts in run.json");
        lab.expect("on virtual threads, scopeFork serves what the rule says", asPredicted(scopeOnVirtual),
                "below the rule: is service_cpu in timeline.csv near the number of CPUs? Then they are the bound: "
                        + "fewer users, or --warmup 30s");

        // ## 2. A call fails at once
        Cell failing = asManyOfEach(lab, fails);
        lab.predict("A call fails at once: how many of the two other calls does CompletableFuture.allOf wait for?",
                count(calls(VIRTUAL_EACH, ANSWERED), failing).byRule(2),
                "allOf joins three futures: when does it complete, and what has become of the other two by then?");
        lab.predict("A call fails at once: how many of the two other calls does a StructuredTaskScope cancel?",
                count(calls(SCOPE, CANCELLED), failing).byRule(2), "a scope ends when its first call has failed");
        lab.expect("one after the other: where the second call fails, the third is not made",
                count(calls(SEQUENTIAL, NOT_SENT), failing).near(1, 0.01).inEveryFork(),
                "see the facts of the cell in run.json: in which order are the calls made?");
        for (String mode : FUTURES) {
            lab.expect(mode + ": where one call fails at once, both others are waited for in vain",
                    count(calls(mode, ANSWERED), failing).near(2, 0.01).inEveryFork(),
                    "allOf ends when the last of them has ended; a call that failed for another reason counts as "
                            + "failed");
        }
        lab.expect("scopeFork: where one call fails at once, both others are cancelled",
                count(calls(SCOPE, CANCELLED), failing).near(2, 0.05),
                "an answer that came at the very moment of the failure is not cancelled: how busy was the machine?");

        // ## 3. A call hangs
        Cell hanging = asManyOfEach(lab, hangs);
        lab.predict("A call hangs: how many of the two other calls does a StructuredTaskScope cancel?",
                Choices.below(0.5, "none").then(1.5, "one").beyond("both"),
                count(calls(SCOPE, CANCELLED), hanging).byRule(0), "has a call failed while it hangs?");
        lab.expect("scopeFork: where one call hangs, nothing is cancelled: both others have long been answered",
                count(calls(SCOPE, ANSWERED), hanging).near(2, 0.01).inEveryFork(),
                "a scope cancels when a call has failed, and a call that hangs has not: who set a time limit?");

        lab.rule("""
                Where no call fails, concurrent calls take S = %s s, the longest of the three waits: 10 threads serve
                10 / S = %s/s, and %d users on virtual threads %d / S = %s/s.

                Calls one after the other end with the first failure. allOf completes when all of its futures have
                completed: the failure is reported after S, and two answers were awaited in vain. A scope is cancelled
                by the first failure: it interrupts the other two calls, and the failure is reported at once. A call
                that hangs has not failed. So every way reports it after the timeout of the HTTP client.""",
                2.0 / faster, 5.0 * faster, users, users, users * faster / 2.0);

        Results measured = lab.measure(scopeOnPlatform, scopeOnVirtual, failing, hanging);
        lab.conclude();
        lab.answer("""
                Where one call failed at once, allOf waited for %s of the other two in vain, and reported the failure
                after %s ms. A StructuredTaskScope cancelled %s of them, and reported it after %s ms.""",
                measured.mean(calls(VIRTUAL_EACH, ANSWERED), failing),
                measured.mean(untilFailed(VIRTUAL_EACH), failing),
                measured.mean(calls(SCOPE, CANCELLED), failing), measured.mean(untilFailed(SCOPE), failing));
        lab.headline("Time until a call that failed at once was reported, in ms",
                bar("one after the other", measured.mean(untilFailed(SEQUENTIAL), failing)),
                bar("allOf", measured.mean(untilFailed(VIRTUAL_EACH), failing)),
                bar("StructuredTaskScope", measured.mean(untilFailed(SCOPE), failing)));

        showFates(lab, measured, "A call fails at once. For each request that failed:", failing);
        showFates(lab, measured, "A call hangs for %d ms. For each request that failed:".formatted(5 * unit.toMillis()),
                hanging);
        lab.explain("""
                The scope reported the failure after %s ms and cancelled the other two calls. The called services
                finished their work: they notice that the caller is gone when they send the answer. A scope without a
                timeout does not help against a call that hangs: that failure was reported after %s ms.""",
                measured.mean(untilFailed(SCOPE), failing), measured.mean(untilFailed(SCOPE), hanging));
        lab.explain("""
                Where no call failed, the scope had %s/s on platform threads and %s/s on virtual threads, %s and %s
                times what the rule gives to any way of making the calls concurrently.""",
                measured.rps(scopeOnPlatform), measured.rps(scopeOnVirtual),
                measured.rps(scopeOnPlatform) / (5.0 * faster), measured.rps(scopeOnVirtual) * 2 / (users * faster));

        lab.tryIt("""
                --cells 'virtual-failing*'     only the calls that fail at once
                --backends own-jvm             does it matter where the three services run?
                --forks 3                      are the counts the same in each fork?
                In the page: let every second call of accounts fail. Which way makes fewer calls then?""");
    }

    /** With the three services behind it, which take two units of time and one each. */
    private static Variant calling(Lab lab, Variant variant, Duration unit) {
        return variant.flags("-Djava.util.concurrent.ForkJoinPool.common.parallelism=7")
                .expectingFact("common-pool.parallelism", 7).expectingFact("http.connections", 500)
                .backend("orders", Orders.class, unit.multipliedBy(2)).backend("products", Products.class, unit)
                .backend("accounts", Accounts.class, unit).backends(lab.backends());
    }

    private static Request request(String mode) {
        return Request.get("/backoffice/api/v1/backoffice/orders/byRestTemplate?concurrency=" + mode);
    }

    private static Cell scope(Lab lab, Variant variant, Load load, Duration unit) {
        return lab.cell(variant, request(SCOPE), load, Demand.waiting(unit.multipliedBy(2))).as(SCOPE).within(0.1)
                .published(lab.publishedFigure(Map.of("profile", variant.name(), "concurrency_mode", SCOPE, "c",
                        load.users())));
    }

    /** A cell in which every way of making the calls has ten requests a second. */
    private static Cell asManyOfEach(Lab lab, Variant variant) {
        var load = new OpenLoop(10, Duration.ofSeconds(4));
        Cell cell = lab.cell(variant, request(SEQUENTIAL), load, Prediction.none()).as(SEQUENTIAL).expectingErrors();
        for (String mode : MODES.subList(1, MODES.size())) {
            cell = cell.beside(mode, request(mode), load);
        }
        return cell;
    }

    /** Calls of the requests that failed, by what became of them when the failure was reported. */
    private static Metric calls(String mode, String fate) {
        return told("calls " + fate + " by " + mode + " for each failed request", mode + ".calls-" + fate,
                mode + ".requests-failed");
    }

    private static Metric untilFailed(String mode) {
        return told("ms until a failure was told by " + mode, mode + ".ms-until-failed", mode + ".requests-failed");
    }

    /** What became of the other two calls. */
    private static void showFates(Lab lab, Results measured, String text, Cell cell) {
        lab.show(text, List.of("calls", "never made", "answered in vain", "cancelled", "left running",
                "reported after ms"),
                (measured.has(cell) ? MODES : List.<String>of()).stream()
                        .map(mode -> List.<Object>of(mode, measured.mean(calls(mode, NOT_SENT), cell),
                                measured.mean(calls(mode, ANSWERED), cell), measured.mean(calls(mode, CANCELLED), cell),
                                measured.mean(calls(mode, "left-running"), cell),
                                measured.mean(untilFailed(mode), cell)))
                        .toList());
    }
}
