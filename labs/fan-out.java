///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 5 fan-out: one request, three calls. What pays: to make them at the same time, or to wait on virtual threads?
//JAVA 25+
//PREVIEW
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/BackOffice.java
//FILES published/e3.csv=../data/published/e3.csv
//FILES source/labs/fan-out.java=fan-out.java source/apps/BackOffice.java=../apps/BackOffice.java
//MAIN FanOut

import static kit.trust.Metric.told;
import static kit.trust.Claim.asPredicted;
import static kit.trust.Claim.count;
import static kit.trust.Claim.ratio;

import apps.Accounts;
import apps.BackOffice;
import apps.Orders;
import apps.Products;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import kit.page.Lab;
import kit.plan.Cell;
import kit.plan.Demand;
import kit.plan.OpenLoop;
import kit.plan.Prediction;
import kit.plan.Published;
import kit.plan.Request;
import kit.plan.Variant;
import kit.service.BackendMode;
import kit.trust.Metric;
import kit.trust.Results;

/**
 * Lab 5. A back office answers a request with what three other services know. It can ask them one after the other or
 * all at once, and wait for them on one kind of thread or the other. The experiment is a published one, of ten cells.
 */
class FanOut {

    /** The ways of making the calls, by the names under which they were published. */
    private static final String SEQUENTIAL = "sequential";
    private static final String COMMON_POOL = "completableFuture";
    private static final String THREAD_EACH = "completableFutureWithThreadTaskExecutor";
    private static final String VIRTUAL_EACH = "completableFutureWithVirtualTaskExecutor";
    private static final String SCOPE = "scopeFork";
    private static final List<String> MODES = List.of(SEQUENTIAL, COMMON_POOL, THREAD_EACH, VIRTUAL_EACH, SCOPE);

    public static void main(String... args) {
        System.exit(Lab.run("fan-out", args, FanOut::page));
    }

    static void page(Lab lab) {
        lab.title(5,
                "One request, three calls. What pays: to make them at the same time, or to wait on virtual threads?");

        // Unless --published: everything in a tenth of the time that it took them. Ratios stay what they are.
        int faster = lab.isPublished() ? 1 : 10;
        Duration unit = Duration.ofSeconds(1).dividedBy(faster);
        int users = lab.concurrency(200);
        int fewer = Math.min(users, 50);
        int ownPool = ForkJoinPool.getCommonPoolParallelism();

        lab.say("""
                A back office has a pool of 10 Tomcat threads, or a virtual thread for every request. For each request
                it asks three services, which are Spring Boot applications too, and joins their answers: the orders
                (they take %d ms), the products and the accounts (%d ms each). It does so in one of five ways:

                - %s: one after the other, by the request's own thread
                - %s: at the same time, by the JVM's common pool
                - %s: at the same time, each by a new platform thread
                - %s: at the same time, each by a new virtual thread
                - %s: the same with structured concurrency (StructuredTaskScope, a preview of JDK 25)

                %d users send requests without a pause.""", 2 * unit.toMillis(), unit.toMillis(), SEQUENTIAL,
                COMMON_POOL, THREAD_EACH,
                VIRTUAL_EACH, SCOPE, users);
        lab.say("""
                The three services run %s, on virtual threads. Usually that is the JVM of the back office: it boots
                faster, and a machine with few CPUs has only one JVM to warm up. But there they share its carriers, so
                one cell has them elsewhere, and you see what it matters. --backends own-jvm turns that round.%s""",
                WHERE.get(lab.backends()),
                faster == 1 ? ""
                        : " (The authors' services took 10 times as long. Their throughput is shown times 10.)");

        lab.code("apps/BackOffice.java", "private static void sequential", "private static void futures",
                "private static void scopeFork");
        lab.code("labs/fan-out.java", "Variant platform = ");

        Variant platform = calling(Variant.platform("platform", BackOffice.class, 10), unit, lab.backends());
        Variant virtual = calling(Variant.virtual("virtual", BackOffice.class), unit, lab.backends());
        Variant sized = calling(Variant.platform("platform-sized", BackOffice.class, users), unit, lab.backends());

        lab.published("e3.csv", faster);
        // Faster cells need a longer warm-up: with so many requests on few CPUs, it is the compiler that they wait for
        // at first.
        Duration untilCompiled = Duration.ofSeconds(12);
        Map<String, Cell> onPlatform = new LinkedHashMap<>();
        Map<String, Cell> onVirtual = new LinkedHashMap<>();
        for (String mode : MODES) {
            Demand demand = demand(mode, unit, 7);
            // The calls themselves take some ms beside the waits: of a tenth of the published ones that is a few
            // hundredths.
            Cell slow = lab.cell(platform, request(mode), lab.load(users, 200, 1000), demand).as(mode).within(0.1);
            Cell fast = lab
                    .cell(virtual, request(mode), lab.load(users, mode.equals(COMMON_POOL) ? 200 : 3000, 1000), demand)
                    .as(mode)
                    .within(0.1);
            onPlatform.put(mode, slow.published(published(lab, "platform", mode, users)));
            onVirtual.put(mode, (mode.equals(COMMON_POOL) ? fast : fast.warmup(untilCompiled))
                    .published(published(lab, "virtual", mode, users)));
        }
        Cell enough = lab.cell(sized, request(SEQUENTIAL), lab.load(users, 3000), demand(SEQUENTIAL, unit, 7))
                .as(SEQUENTIAL)
                .warmup(untilCompiled).within(0.1);

        // The pool as large as the JVM makes it here, for so few users that one worker is done with them in a while.
        Cell own = lab.cell(
                virtual.as("virtual-own-pool", "the common pool that the JVM makes on this machine").without(SEVEN)
                        .expectingFact("common-pool.parallelism", ownPool),
                request(COMMON_POOL), lab.load(Math.min(users, 10), 10),
                demand(COMMON_POOL, unit, ownPool)).as(COMMON_POOL).within(0.1);

        // What runs out once threads do not: the connections to the three services.
        Map<Integer, Cell> byConnections = new LinkedHashMap<>();
        for (int connections : List.of(10, 25, 50, 500)) {
            Variant pooled = connections == 500 ? virtual
                    : virtual.as("virtual-" + connections, connections + " connections to the services")
                            .property("http.connections", connections).expectingFact("http.connections", connections);
            byConnections
                    .put(connections, lab
                            .cell(pooled, request(SCOPE), lab.load(fewer, Duration.ofSeconds(3)), demand(SCOPE, unit, 7)
                                    .holding("connections", connections, unit.multipliedBy(4)))
                            .as("connections").within(0.1));
        }
        byConnections.computeIfPresent(500, (connections, cell) -> cell.warmup(untilCompiled));

        BackendMode other = lab.backends() == BackendMode.IN_CELL ? BackendMode.OWN_JVM : BackendMode.IN_CELL;
        Cell elsewhere = lab
                .cell(virtual.as("virtual-" + other, "the three services " + WHERE.get(other)).backends(other),
                        request(SCOPE),
                        lab.load(fewer, Duration.ofSeconds(3)), demand(SCOPE, unit, 7))
                .as("backends").warmup(untilCompiled).within(0.1);

        // Every second request to the products fails at once, or is not answered before the back office gives it up.
        Cell failing = asManyOfEach(lab,
                virtual.as("virtual-failing", "products fail").property("products.every-second", "fails"));
        Cell hanging = asManyOfEach(lab,
                virtual.as("virtual-hanging", "products hang").property("products.every-second", "hangs")
                        .property("http.timeout-ms", unit.multipliedBy(5).toMillis()));

        lab.predict(
                "Three calls at the same time instead of one after the other: how many times the requests a second on "
                        + "10 platform threads?",
                ratio(onPlatform.get(VIRTUAL_EACH), onPlatform.get(SEQUENTIAL)),
                "for how long is a Tomcat thread held: by the sum of the three waits, or by the longest of them?");
        lab.predict(
                "Three calls one after the other, on virtual threads instead of 10 platform threads: how many times "
                        + "the requests a second?",
                ratio(onVirtual.get(SEQUENTIAL), onPlatform.get(SEQUENTIAL)),
                ("each request takes as long as before: how many of %d users are served at a time now, and how many "
                        + "were?").formatted(users));
        lab.predict(
                "Three calls at the same time on virtual threads, instead of one after the other on 10 platform "
                        + "threads: how many times?",
                ratio(onVirtual.get(VIRTUAL_EACH), onPlatform.get(SEQUENTIAL)),
                "one made requests shorter, the other served more of them at a time");

        double seconds = 4.0 / faster;
        lab.rule("""
                A request needs 4 units of waiting, a unit being %1$s s: S = 4 units one after the other, but S = 2
                units at the same time. Its Tomcat thread is held for all of S. So 10 threads serve 10 / S: %2$s/s and
                %3$s/s. Virtual threads serve %4$d users / S: %5$s/s and %6$s/s. The common pool is a pool like any
                other: the calls of a request keep its workers busy for 4 units, so W workers serve W / (4 units), which
                is %7$s/s for the 7 of a machine with 8 CPUs, on whatever threads the requests wait."""
                .formatted(seconds / 4, 10 / seconds, 20 / seconds, users, users / seconds, 2 * users / seconds,
                        7 / seconds));

        for (String mode : MODES) {
            lab.expect("on platform threads, " + mode + " serves what the rule says", asPredicted(onPlatform.get(mode)),
                    "the pool of 10 threads, or of 7 workers, is what is shared: see the facts in run.json for their "
                            + "sizes");
            if (!mode.equals(THREAD_EACH)) {
                lab.expect("on virtual threads, " + mode + " serves what the rule says",
                        asPredicted(onVirtual.get(mode)),
                        "below the rule: is service_cpu in timeline.csv near the number of CPUs? Then they are the "
                                + "bound: fewer users, or --warmup 30s");
            }
        }
        // The rule does not know what it costs to make a thread, and that is very different from machine to machine.
        lab.expect("on virtual threads, a new platform thread for each call serves no more than a new virtual one",
                ratio(onVirtual.get(THREAD_EACH), onVirtual.get(VIRTUAL_EACH)).atMost(1.1),
                "the operating system makes and ends three for each request: see cpu_us_per_request of both");
        lab.expect("the common pool serves the same on either kind of thread",
                ratio(onVirtual.get(COMMON_POOL), onPlatform.get(COMMON_POOL)).near(1, 0.1),
                "the calls are made by its workers, whoever waits for them: was the pool really 7? see run.json");
        lab.expect("one after the other, a Tomcat thread for each user serves what virtual threads do",
                ratio(enough, onVirtual.get(SEQUENTIAL)).near(1, 0.1),
                "a few hundred platform threads are no burden; was the machine busy with something else?");
        lab.expect("the common pool of this machine serves what its number of workers allows", asPredicted(own),
                "before JDK 25 supplyAsync made a thread for each task where the pool had one worker: which JDK is "
                        + "this?");
        byConnections.forEach((connections, cell) -> {
            lab.expect("with %d connections it serves what the rule says".formatted(connections), asPredicted(cell),
                    "a request holds connections for 4 units in all: see http.connections among the facts in run.json");
        });
        lab.expect("with the three services elsewhere it serves the same",
                ratio(elsewhere, byConnections.get(500)).near(1, 0.1),
                "carriers that wait for nobody can be shared; is the machine so busy that two JVMs are one too many?");

        lab.expect("one after the other: where the second call fails, the third is not made",
                count(notSent(SEQUENTIAL), failing).near(1, 0.01),
                "see the facts of the cell in run.json: in which order are the calls made?");
        for (String mode : List.of(COMMON_POOL, THREAD_EACH, VIRTUAL_EACH)) {
            lab.expect(mode + ": where one call fails at once, both others are waited for in vain",
                    count(inVain(mode), failing).near(2, 0.01),
                    "allOf ends when the last of them has ended; a call that failed for another reason counts as "
                            + "failed");
        }
        lab.expect("scopeFork: where one call fails at once, both others are cancelled",
                count(cancelled(SCOPE), failing).near(2, 0.05),
                "an answer that came at the very moment of the failure is not cancelled: how busy was the machine?");
        lab.expect("scopeFork: where one call hangs, nothing is cancelled: both others have long been answered",
                count(inVain(SCOPE), hanging).near(2, 0.01),
                "a scope cancels when a call has failed, and a call that hangs has not: who set a time limit?");

        List<Cell> all = new ArrayList<>(onPlatform.values());
        all.addAll(onVirtual.values());
        all.addAll(List.of(enough, own));
        all.addAll(byConnections.values());
        all.addAll(List.of(elsewhere, failing, hanging));
        lab.compare(all.subList(0, 2 * MODES.size()), onPlatform.get(SEQUENTIAL));
        Results measured = lab.measure(all.toArray(Cell[]::new));
        lab.conclude();

        lab.explain("""
                On 10 platform threads, three calls at the same time made %s requests a second out of %s. Virtual
                threads made %s of them without any change of the code, and both together %s. The first gain is a
                shorter S, and a request feels it too: %s ms instead of %s. The second is more threads, which %s Tomcat
                threads give as well (%s/s).""",
                measured.rps(onPlatform.get(VIRTUAL_EACH)), measured.rps(onPlatform.get(SEQUENTIAL)),
                measured.rps(onVirtual.get(SEQUENTIAL)),
                measured.rps(onVirtual.get(VIRTUAL_EACH)), measured.meanMs(onVirtual.get(VIRTUAL_EACH)),
                measured.meanMs(onVirtual.get(SEQUENTIAL)), users, measured.rps(enough));
        lab.explain("""
                A new platform thread for each call gave virtual threads %s/s, a new virtual thread %s/s, for %s and %s
                µs of CPU for each request: the difference is what this machine takes to make and end three platform
                threads.""",
                measured.rps(onVirtual.get(THREAD_EACH)), measured.rps(onVirtual.get(VIRTUAL_EACH)),
                measured.mean(Metric.CPU_PER_REQUEST, onVirtual.get(THREAD_EACH)),
                measured.mean(Metric.CPU_PER_REQUEST, onVirtual.get(VIRTUAL_EACH)));
        lab.explain("""
                CompletableFuture without an executor served %s/s on platform and %s/s on virtual threads: its 7 workers
                were the pool that counted, and no setting of Spring Boot touches them. On this machine the JVM itself
                would make %s of them: %s/s. (From JDK 25 on. Before, where one worker was all, supplyAsync took a new
                thread for each task, and a service on a small machine was faster than on a large one.)""",
                measured.rps(onPlatform.get(COMMON_POOL)), measured.rps(onVirtual.get(COMMON_POOL)), ownPool,
                measured.rps(own));
        lab.explain("""
                Where threads are no limit any more, connections are: 10, 25, 50 and 500 of them gave %s, %s, %s and %s
                requests a second to %s users. A pool of connections was chosen once for as many threads as there
                were.""",
                measured.rps(byConnections.get(10)), measured.rps(byConnections.get(25)),
                measured.rps(byConnections.get(50)),
                measured.rps(byConnections.get(500)), fewer);
        lab.explain("""
                With the three services %s it served %s/s, with them %s %s/s; a request cost %s and %s µs of CPU, which
                in so short a time is mostly the compiler's.""", WHERE.get(other), measured.rps(elsewhere),
                WHERE.get(lab.backends()), measured.rps(byConnections.get(500)),
                measured.mean(Metric.CPU_PER_REQUEST, elsewhere),
                measured.mean(Metric.CPU_PER_REQUEST, byConnections.get(500)));
        showFates(lab, measured, "Every second call for products fails at once. For each request that failed:",
                failing);
        showFates(lab, measured,
                ("Every second call for products hangs, until the back office gives it up after %d ms. For each "
                        + "request that failed:").formatted(5 * unit.toMillis()),
                hanging);
        lab.explain("""
                What was answered was answered in vain. As published, the futures are joined by allOf, which waits for
                all of them: the failure was known at once and told %s ms later. The scope told it after %s ms, and
                ended the two calls that nobody needed any more. The services worked on: that their caller has gone,
                they notice when they answer. Against silence a scope is no help unless it is given a time limit: a
                hanging call was told after %s ms.""",
                measured.mean(untilFailed(VIRTUAL_EACH), failing), measured.mean(untilFailed(SCOPE), failing),
                measured.mean(untilFailed(SCOPE), hanging));

        lab.tryIt("""
                -c 20                          which ratios stay, and which fall to 2 and 4? (the rule knows)
                --variant platform,virtual     the ten published cells only
                --backends own-jvm             does it matter where the three services run?
                --forks 3                      intervals, in a quarter of an hour
                --published                    their delays and numbers: the best part of an hour, half of it for a \
                pool of 7""");
    }

    private static final Map<BackendMode, String> WHERE = Map.of(BackendMode.IN_CELL, "in the same JVM",
            BackendMode.OWN_JVM, "in a JVM of their own");

    /** The common pool as large as the authors' was. */
    private static final String SEVEN = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=7";

    /** The variant with the three services behind it, which take two units of time and one each. */
    private static Variant calling(Variant variant, Duration unit, BackendMode where) {
        return variant.flags(SEVEN).expectingFact("common-pool.parallelism", 7).expectingFact("http.connections", 500)
                .backend("orders", Orders.class).backend("products", Products.class).backend("accounts", Accounts.class)
                .property("orders.delay-ms", unit.multipliedBy(2).toMillis())
                .property("products.delay-ms", unit.toMillis())
                .property("accounts.delay-ms", unit.toMillis())
                .backends(where);
    }

    private static Request request(String mode) {
        return Request.get("/backoffice/api/v1/backoffice/orders/byRestTemplate?concurrency=" + mode);
    }

    private static Demand demand(String mode, Duration unit, int workers) {
        return switch (mode) {
        case SEQUENTIAL -> Demand.waiting(unit.multipliedBy(4));
        case COMMON_POOL -> Demand.waiting(unit.multipliedBy(2)).holding("common pool", workers, unit.multipliedBy(4));
        default -> Demand.waiting(unit.multipliedBy(2));
        };
    }

    // ---- the scene of the failing service ----

    /** A cell in which every way of making the calls has ten requests a second. */
    private static Cell asManyOfEach(Lab lab, Variant variant) {
        var load = new OpenLoop(10, Duration.ofSeconds(4));
        Cell cell = lab.cell(variant, request(SEQUENTIAL), load, Prediction.none()).as(SEQUENTIAL).expectingErrors();
        for (String mode : MODES.stream().filter(other -> !other.equals(SEQUENTIAL)).toList()) {
            cell = cell.beside(mode, request(mode), load);
        }
        return cell;
    }

    private static Metric fate(String mode, String fate, String words) {
        return told(words + " by " + mode + " for each failed request", mode + ".calls-" + fate,
                mode + ".requests-failed");
    }

    private static Metric notSent(String mode) {
        return fate(mode, "not-sent", "calls never made");
    }

    private static Metric inVain(String mode) {
        return fate(mode, "answered", "calls answered in vain");
    }

    private static Metric cancelled(String mode) {
        return fate(mode, "cancelled", "calls cancelled");
    }

    private static Metric leftRunning(String mode) {
        return fate(mode, "left-running", "calls left running");
    }

    private static Metric untilFailed(String mode) {
        return told("ms until a failure was told by " + mode, mode + ".ms-until-failed", mode + ".requests-failed");
    }

    private static Published.Figure published(Lab lab, String profile, String mode, int users) {
        return lab.publishedFigure(Map.of("profile", profile, "concurrency_mode", mode, "c", users));
    }

    /** What became of the other two calls. */
    private static void showFates(Lab lab, Results measured, String text, Cell cell) {
        if (measured.has(cell)) {
            lab.show(text,
                    List.of("calls", "never made", "answered in vain", "cancelled", "left running", "told after ms"),
                    MODES.stream()
                            .map(mode -> List.<Object>of(mode, measured.mean(notSent(mode), cell),
                                    measured.mean(inVain(mode), cell),
                                    measured.mean(cancelled(mode), cell),
                                    measured.mean(leftRunning(mode), cell), measured.mean(untilFailed(mode), cell)))
                            .toList());
        }
    }
}
