///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 6 failing-call: one of three concurrent calls fails. What becomes of the other two?
//JAVA 25+
//PREVIEW
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/ScopedBackOffice.java
//FILES published/e3.csv=../data/published/e3.csv source/apps/ScopedBackOffice.java.txt=../apps/ScopedBackOffice.java
//FILES source/labs/failing-call.java.txt=failing-call.java source/apps/BackOffice.java.txt=../apps/BackOffice.java
//MAIN FailingCall

import static kit.plan.Metric.*;

import apps.*;
import java.time.Duration;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;
import kit.plan.Measurable.Told;

/// # 6 failing-call: One of three concurrent calls fails. What becomes of the other two?
/// The back office of lab 5 calls orders (takes {twoUnits}), products and accounts ({unit} each) in one of five ways:
///
/// - sequential: one after the other
/// - completableFuture: three futures on the common pool, joined by allOf
/// - completableFutureWithThreadTaskExecutor: the same, each on a new platform thread
/// - completableFutureWithVirtualTaskExecutor: the same, each on a new virtual thread
/// - scopeFork: structured concurrency (StructuredTaskScope, a preview of JDK 25)
class FailingCall extends Page {

    // Our services are this many times as fast as those of the published experiment.
    int faster = unlessPublished(10, 1);
    int users = users(40, 200);
    int pool = 10;
    Duration unit = seconds(1).dividedBy(faster);
    Duration twoUnits = unit.multipliedBy(2);
    Duration timeout = unit.multipliedBy(5);
    double poolLimit = 1000.0 * pool / twoUnits.toMillis();
    double usersLimit = 1000.0 * users / twoUnits.toMillis();
    {
        published("e3.csv", faster);
        code("apps/BackOffice.java", "private static void futures");
        code("apps/ScopedBackOffice.java", "private static void scopeFork");
        code("labs/failing-call.java", "ServiceUnderTest backOffice = ");
    }

    ServiceUnderTest backOffice = service(ScopedBackOffice.class)
            .backend("orders", Orders.class, twoUnits)
            .backend("products", Products.class, unit)
            .backend("accounts", Accounts.class, unit)
            .flags("-Djava.util.concurrent.ForkJoinPool.common.parallelism=7")
            // Read back from the running service: a run with other values is INVALID.
            .expect("common-pool.parallelism", 7).expect("http.connections", 500);
    Variant platform = backOffice.onPlatformThreads(pool);
    Variant virtual = backOffice.onVirtualThreads();
    Variant fails = backOffice.property("products.every-second", "fails").onVirtualThreads()
            .as("virtual-failing", "every second call for products fails");
    Variant hangs = backOffice.property("products.every-second", "hangs")
            .property("http.timeout-ms", timeout.toMillis()).onVirtualThreads()
            .as("virtual-hanging", "every second call for products hangs");

    String path = "/backoffice/api/v1/backoffice/orders/byRestTemplate?concurrency=";

    /// ## 1. No call fails
    /// {users} users send requests without a pause. The calls are made with structured concurrency, as published, on a
    /// pool of {pool} platform threads (platform) and on a virtual thread for each request (virtual).
    Comparison noFailure = compare("no call fails").users(users).within(percent(10))
            .send("scopeFork", get(path + "scopeFork"), waiting(twoUnits)).to(platform, virtual);
    {
        claim(noFailure).asTheRuleSays().otherwise("compare the CPU times of a request: are the CPUs the bottleneck?");
    }

    /// ## 2. A call fails at once, or hangs
    /// Ten requests a second are sent of each way, all at the same time. Every second call for products fails at once
    /// (virtual-failing), or hangs until a timeout of {timeout} (virtual-hanging).
    Comparison failure = compare("a call fails").load(rate(10)).expectingErrors()
            .send("sequential", get(path + "sequential")).to(fails, hangs)
            .send("completableFuture", get(path + "completableFuture")).to(fails, hangs)
            .send("completableFutureWithThreadTaskExecutor", get(path + "completableFutureWithThreadTaskExecutor"))
            .to(fails, hangs)
            .send("completableFutureWithVirtualTaskExecutor", get(path + "completableFutureWithVirtualTaskExecutor"))
            .to(fails, hangs)
            .send("scopeFork", get(path + "scopeFork")).to(fails, hangs)
            .together();

    // The service looks at its calls when a request has failed and is about to be answered.
    Told neverMade = told("calls-not-sent", "requests-failed").named("calls never made");
    Told inVain = told("calls-answered", "requests-failed").named("calls answered in vain");
    Told cancelled = told("calls-cancelled", "requests-failed").named("calls cancelled");
    Told leftRunning = told("calls-left-running", "requests-failed").named("calls left running");
    Told reported = told("ms-until-failed", "requests-failed").named("time until the failure was reported").in("ms");

    Quantity.Figure inVainByAllOf = failure.figure(inVain, "completableFutureWithVirtualTaskExecutor", fails);
    Quantity.Figure cancelledByScope = failure.figure(cancelled, "scopeFork", fails);
    Quantity.Figure reportedInSequence = failure.figure(reported, "sequential", fails);
    Quantity.Figure reportedByAllOf = failure.figure(reported, "completableFutureWithVirtualTaskExecutor", fails);
    Quantity.Figure reportedByScope = failure.figure(reported, "scopeFork", fails);
    {
        ask("A call fails at once: how many of the two other calls does CompletableFuture.allOf wait for?",
                inVainByAllOf).hint("when does allOf complete?");
        ask("A call fails at once: how many of the two other calls does a StructuredTaskScope cancel?",
                cancelledByScope).hint("a scope ends when its first call has failed");
        ask("A call hangs: how many of the two other calls does a StructuredTaskScope cancel?",
                failure.figure(cancelled, "scopeFork", hangs)).hint("has a call failed while it hangs?");
        claim(cancelledByScope).near(2, percent(5)).headline()
                .otherwise("an answer that arrives in the moment of the failure is not cancelled: were the CPUs busy?");
        claim(failure.figure(neverMade, "sequential", fails)).near(1, percent(5))
                .otherwise("see sequential in apps/BackOffice.java: in which order are the calls made?");
        claim(failure.figure(inVain, "completableFuture", fails),
                failure.figure(inVain, "completableFutureWithThreadTaskExecutor", fails), inVainByAllOf)
                .near(2, percent(5))
                .otherwise("allOf waits for all calls. Did another call fail, for a reason of its own? See "
                        + "service_counts");
        claim(failure.figure(inVain, "scopeFork", hangs)).near(2, percent(5))
                .otherwise("both others were answered before the timeout. Did another call reach it? See "
                        + "service_counts");
    }

    /// ## The rule
    /// Concurrent calls take S = {twoUnits}, the longest wait. {pool} threads serve at most {pool} / S = {poolLimit}
    /// requests a second. With a virtual thread for each request, {users} users send at most
    /// {users} / S = {usersLimit}.
    ///
    /// Sequential calls end with the first failure. allOf waits for all futures and reports the failure after S. A
    /// scope cancels the other calls and reports the failure at once. A call that hangs fails only after its timeout.
    {
        rule(noFailure);
    }

    /// ## The answer
    /// Where one call failed at once, allOf waited in vain for {inVainByAllOf} of the two other calls. It reported the
    /// failure after {reportedByAllOf} ms. A StructuredTaskScope cancelled {cancelledByScope} of them, and reported the
    /// failure after {reportedByScope} ms.
    {
        bars("Time until the failure of a call was reported, in ms", reportedInSequence, reportedByAllOf,
                reportedByScope);
    }

    /// ## What happened
    {
        table(noFailure).columns(THROUGHPUT, MEAN, CPU_PER_REQUEST);
    }

    /// Where calls for products failed or hung, for each request that failed:
    {
        table(failure).columns(neverMade, inVain, cancelled, leftRunning, reported);
    }

    /// A called service detects a cancellation only when it sends its answer. A call that hangs needs a timeout: with
    /// a scope, the failure was reported after {failure.figure(reported, "scopeFork", hangs)} ms.
    ///
    /// ## Try it
    /// - `--part 2` only the calls that fail or hang
    /// - `--published` the published size: 200 users, and calls of 1 s and 2 s
    /// - In this file: let every second call of accounts fail. Which way then makes all three calls?

    FailingCall(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("failing-call", FailingCall::new, args);
    }
}
