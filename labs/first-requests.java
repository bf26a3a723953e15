///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 15 first-requests: why is the throughput of the first 1000 requests below the rule?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/Demo.java
//FILES published/e1.csv=../data/published/e1.csv
//FILES source/labs/first-requests.java.txt=first-requests.java source/apps/Demo.java.txt=../apps/Demo.java
//MAIN FirstRequests

import static kit.plan.Metric.*;

import apps.Demo;
import kit.page.Options;
import kit.page.Page;
import kit.plan.*;

/// # 15 first-requests: Why is the throughput of the first 1000 requests below the rule?
/// The published experiment of lab 1 used the load generator `ab`. It sent 1000 requests, without a warm-up, and opened
/// a connection for each. The throughput was 6 to 15 % below the rule. This lab measures the effect of each condition.
///
/// {users} users send the requests of lab 1, which wait for 0.4 s. The service has 50 platform threads, or virtual
/// threads. The conditions are:
///
/// - warm: after a warm-up, on connections that are kept, as in all other labs
/// - connections: after a warm-up, with a connection for each request
/// - published: as ab sends requests, but after a warm-up: with a connection for each request. The first request is
///   sent alone; then all users send the others. With -n 150 -c 50, ab 2.3 sends 1, 50, 50 and 49 requests at a time
/// - first: the first {requests} requests of a service that has just started, on connections that are kept
/// - together: the first {requests} requests of a service that has just started, as ab sends them
///
/// A service has its first requests only once. So each measurement of first and together has a JVM of its own, which
/// starts right before it. The warm variants live side by side, as in all other labs.
class FirstRequests extends Page {

    int users = users(100);
    long requests = requests(1000);

    Request kept = get("/demo/cpu-light");
    Request closing = kept.closing();
    Demand twoWaits = waiting(ms(200)).andWaiting(ms(200));
    Load test = closed(users, requests);
    {
        // In the JVM of a service that has just started, its own first requests would be slow, too.
        loadGeneratorInAJvmOfItsOwn();
        rounds(1);
        published("e1.csv");
        code("apps/Demo.java", "/demo/cpu-light\"");
        code("labs/first-requests.java", "Variant platform = ");
    }

    Variant platform = onPlatformThreads(Demo.class, 50);
    Variant virtual = onVirtualThreads(Demo.class);

    /// ## 1. A connection for each request, and the first request alone
    /// `--all-cells` adds the published test with 50 users.
    Comparison warm = compare("warm").users(users).send("warm", kept, twoWaits).to(platform, virtual);
    Comparison connections = compare("a connection for each request").users(users)
            .send("connections", closing, twoWaits).to(virtual);
    Comparison asPublished = compare("as ab sends requests").within(percent(5)).load(test.asByAb())
            .send("published", closing, twoWaits).to(platform, virtual)
            .onlyWithAllCells().load(closed(50, requests).asByAb()).to(platform, virtual);
    Quantity.Ratio ofConnections = connections.throughput(virtual).over(warm.throughput(virtual));
    {
        claim(ofConnections).near(1, percent(5))
                .otherwise("to open a connection takes less than 1 ms: were the CPUs busy?");
        claim(warm, asPublished).asTheRuleSays();
    }

    /// ## 2. The first requests
    /// A JVM loads a class when it is first used, and compiles code that is used often. Tomcat starts threads, and
    /// Spring creates its dispatcher, when they are first needed.
    ///
    /// The first round of a test is over when as many requests were answered as there are users. As ab sends them, the
    /// request that is sent alone is the first of these.
    Comparison first = compare("the first requests").within(percent(5)).load(test.first())
            .send("first", kept, twoWaits).to(virtual);
    Comparison together = compare("the first requests, as ab sends them").within(percent(5)).load(test.firstAsByAb())
            .send("together", closing, twoWaits).to(platform, virtual);
    Quantity.Ratio ofFirst = first.throughput(virtual).over(warm.throughput(virtual));
    Quantity.Ratio later = first.figure(AFTER_FIRST_ROUND, virtual).over(warm.throughput(virtual));
    Quantity.Ratio firstRound = first.figure(FIRST_ROUND, virtual).over(warm.mean(virtual));
    {
        ask("What is the throughput of the first {requests} requests divided by that of a warm service, on virtual "
                + "threads?", ofFirst)
                .hint("{users} users send the requests in rounds of 0.4 s, one request each. How many rounds are slow?")
                .hint("if only the first of r rounds is slow, and takes 0.4 s longer, the ratio is r / (r + 1)");
        claim(later).near(1, percent(10)).headline()
                .otherwise("the service was still becoming faster after its first round: timeline.csv has the "
                        + "throughput of each second");
        // How much longer differs from machine to machine: no rule gives it.
        claim(firstRound).atLeast(1.1)
                .otherwise("the first requests were as fast as those of a warm service: was it one?");
        claim(together.figure(AFTER_FIRST_ROUND, platform)
                .over(asPublished.figure(AFTER_FIRST_ROUND, platform))).near(1, percent(10))
                .otherwise("timeline.csv has the throughput of each second");
        claim(together.figure(AFTER_FIRST_ROUND, virtual)
                .over(asPublished.figure(AFTER_FIRST_ROUND, virtual))).near(1, percent(10))
                .otherwise("timeline.csv has the throughput of each second");
    }

    /// ## The rule
    /// A warm service follows the rule of lab 1: X = min(users, threads) / S, with S = 0.4 s. A test of n requests then
    /// takes n / X. If the first request is sent alone, the test takes S longer. This matters in a short test: 1000
    /// requests of 100 users take 10 rounds (one request of each user). The first request alone makes it 11 rounds.
    ///
    /// If the first round takes F longer than S, the test takes F longer. F is the time in which a service loads its
    /// code and creates threads and objects. No rule gives F: it differs from machine to machine. So this page claims
    /// that F is at least a tenth of a round, and not how large it is. After the first round, the code still runs
    /// slowly until it is compiled. It uses more CPU time, but the requests mostly wait: their throughput is nearly
    /// that of a warm service.
    {
        rule(warm, asPublished);
    }

    /// ## The answer
    /// On virtual threads, the first {requests} requests had {ofFirst} times the throughput of a warm service. The
    /// first round took {first.figure(FIRST_ROUND, virtual)} ms in place of {warm.mean(virtual)} ms. After it, the
    /// throughput was {later} times that of a warm service. In the published test, the first request is also sent
    /// alone, which takes a round more.
    {
        bars("Requests per second", warm.throughput(platform), asPublished.throughput(platform),
                together.throughput(platform), warm.throughput(virtual), asPublished.throughput(virtual),
                first.throughput(virtual), together.throughput(virtual));
    }

    /// ## What happened
    {
        table(warm, connections).columns(THROUGHPUT, MEAN, MAX);
        table(asPublished, first, together).columns(THROUGHPUT, FIRST_ROUND, AFTER_FIRST_ROUND, MEAN, MAX);
    }

    /// The published tests on virtual threads took 8.948 s with 50 users, and 4.701 s with 100 users. These are 21
    /// rounds of 0.427 s (their mean response time), and 11 rounds of 0.428 s: a round more than 1000 / 50 and 1000 /
    /// 100.
    ///
    /// Their longest request took 0.448 s. So the published service was already warm. Its throughput is below the rule
    /// for two reasons. A request took 27 to 28 ms longer than its waits, and ab sent the first one alone. Here a
    /// request took {asPublished.mean(virtual)} ms. The time above 400 ms is probably CPU queueing.
    ///
    /// ## Try it
    /// - `--all-cells` the published test with 50 users
    /// - `-n 4000` four times as many requests: how much does the first round lower the throughput then?
    /// - `-c 20` fewer users, more rounds: what share of the test is one round?
    /// - `--forks 5` more services that have just started

    FirstRequests(Options options) {
        super(options);
    }

    public static void main(String... args) {
        Page.run("first-requests", FirstRequests::new, args);
    }
}
