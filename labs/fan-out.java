///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 5 fan-out: which helps more: concurrent calls, virtual threads, or both?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java ../apps/BackOffice.java
//FILES published/e3.csv=../data/published/e3.csv
//FILES source/labs/fan-out.java=fan-out.java source/apps/BackOffice.java=../apps/BackOffice.java
//MAIN FanOut

import static kit.page.Lab.bar;
import static kit.page.TableColumn.column;
import static kit.trust.Claim.*;

import apps.Accounts;
import apps.BackOffice;
import apps.Orders;
import apps.Products;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import kit.page.Lab;
import kit.plan.*;
import kit.service.BackendMode;
import kit.trust.*;

/** Lab 5. A request makes three calls to other services. The experiment is a published one; lab 6 has its fifth way. */
class FanOut {

    /** The ways of making the calls, by the names under which they were published. */
    private static final String SEQUENTIAL = "sequential";
    private static final String COMMON_POOL = "completableFuture";
    private static final String THREAD_EACH = "completableFutureWithThreadTaskExecutor";
    private static final String VIRTUAL_EACH = "completableFutureWithVirtualTaskExecutor";
    /** The common pool as large as the authors' was. */
    private static final String SEVEN = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=7";
    /** With so many requests on few CPUs, it is the compiler that they wait for at first. */
    private static final Duration UNTIL_COMPILED = Duration.ofSeconds(12);

    public static void main(String... args) {
        System.exit(Lab.run("fan-out", args, FanOut::page));
    }

    static void page(Lab lab) {
        lab.title(5, "Which helps more: concurrent calls, virtual threads, or both?");

        // Ratios stay the same where everything takes a tenth of the published time.
        int faster = lab.unlessPublished(10, 1);
        Duration unit = Duration.ofSeconds(1).dividedBy(faster);
        int users = lab.concurrency(200);

        lab.say("""
                A back office has a pool of 10 Tomcat threads, or a virtual thread for each request. For each request it
                calls three services and joins their answers: orders (%d ms), products and accounts (%d ms each). It
                makes the calls in one of four ways:

                - %s: one after the other, on the request's own thread
                - %s: concurrently, on the JVM's common pool
                - %s: concurrently, each on a new platform thread
                - %s: concurrently, each on a new virtual thread

                %d users send requests without a pause. The three services run %s, on virtual threads; one cell has them
                %s, which --backends exchanges. The published services took %d times as long, so their throughput is
                shown times %10$d.""", 2 * unit.toMillis(), unit.toMillis(), SEQUENTIAL, COMMON_POOL, THREAD_EACH,
                VIRTUAL_EACH, users, lab.backends().where(), lab.backends().other().where(), faster);
        lab.code("apps/BackOffice.java", "private static void sequential", "private static void futures");
        lab.code("labs/fan-out.java", "Variant platform = ");

        Variant platform = calling(lab, Variant.platform("platform", BackOffice.class, 10), unit);
        Variant virtual = calling(lab, Variant.virtual("virtual", BackOffice.class), unit);
        Variant sized = calling(lab, Variant.platform("platform-sized", BackOffice.class, users), unit);

        // ## 1. The published cells, and a Tomcat thread for each user
        lab.published("e3.csv", faster);
        Load slow = lab.load(users, 200, 1000);
        Load fast = lab.load(users, 3000, 1000);
        Map<String, Cell> onPlatform = new LinkedHashMap<>();
        Map<String, Cell> onVirtual = new LinkedHashMap<>();
        for (String mode : List.of(SEQUENTIAL, THREAD_EACH, VIRTUAL_EACH)) {
            onPlatform.put(mode, cell(lab, platform, mode, slow, unit));
            onVirtual.put(mode, cell(lab, virtual, mode, fast, unit).warmup(UNTIL_COMPILED));
        }
        onPlatform.put(COMMON_POOL, cell(lab, platform, COMMON_POOL, slow, unit));
        onVirtual.put(COMMON_POOL, cell(lab, virtual, COMMON_POOL, slow, unit));
        Cell enough = cell(lab, sized, SEQUENTIAL, fast, unit).warmup(UNTIL_COMPILED);
        Cell slowest = onPlatform.get(SEQUENTIAL);
        Cell bothWays = onVirtual.get(VIRTUAL_EACH);
        lab.predict("10 platform threads: what is the throughput of concurrent calls divided by that of sequential "
                + "calls?", ratio(onPlatform.get(VIRTUAL_EACH), slowest),
                "for how long is a Tomcat thread held: for the sum of the three waits, or for the longest of them?");
        lab.predict("Sequential calls: what is the throughput of virtual threads divided by that of 10 platform "
                + "threads?", ratio(onVirtual.get(SEQUENTIAL), slowest),
                "a request takes as long as before: how many of %d users are served at a time?".formatted(users));
        lab.predict("Concurrent calls on virtual threads, divided by sequential calls on 10 platform threads?",
                ratio(bothWays, slowest),
                "concurrent calls make requests shorter; virtual threads serve more of them at a time");
        onPlatform.forEach((mode, cell) -> lab.expect("on platform threads, " + mode + " serves what the rule says",
                asPredicted(cell), "the pool has 10 threads, or 7 workers: see the facts in run.json"));
        for (String mode : List.of(SEQUENTIAL, VIRTUAL_EACH, COMMON_POOL)) {
            lab.expect("on virtual threads, " + mode + " serves what the rule says", asPredicted(onVirtual.get(mode)),
                    "below the rule: is service_cpu in timeline.csv near the number of CPUs? Then they are the bound: "
                            + "fewer users, or --warmup 30s");
        }
        // The rule does not know what it costs to make a thread, and that is very different from machine to machine.
        lab.expect("on virtual threads, new platform threads serve 0.2 to 1.1 times what new virtual threads serve",
                ratio(onVirtual.get(THREAD_EACH), bothWays).atLeast(0.2).atMost(1.1),
                "the operating system makes and ends three for each request: see cpu_us_per_request of both");
        lab.expect("one after the other, a Tomcat thread for each user serves what virtual threads do",
                ratio(enough, onVirtual.get(SEQUENTIAL)).near(1, 0.1),
                "200 platform threads need little CPU: was the machine busy with something else?");

        // ## 2. The common pool: the authors' had 7 workers, this machine's JVM makes as many as it has CPUs, less one
        lab.expect("the common pool serves the same on either kind of thread",
                ratio(onVirtual.get(COMMON_POOL), onPlatform.get(COMMON_POOL)).near(1, 0.1),
                "its workers make the calls, on any kind of request thread: was the pool 7? See run.json");
        int workers = ForkJoinPool.getCommonPoolParallelism();
        // So few users that one worker is done with them in a while.
        Cell own = lab.cell(virtual.as("virtual-own-pool", "the common pool that the JVM makes on this machine")
                .without(SEVEN).expectingFact("common-pool.parallelism", workers), request(COMMON_POOL),
                lab.load(Math.min(users, 10), 10), jdk -> ownPool(jdk, workers, unit)).as(COMMON_POOL).within(0.1);
        lab.expect("the common pool of this machine serves what its number of workers allows", asPredicted(own),
                "how many workers were there? See common-pool.parallelism in run.json");

        // ## 3. Where threads are no limit: the connections to the three services, and where these run
        int fewer = Math.min(users, 50);
        Load some = lab.load(fewer, Duration.ofSeconds(3));
        Map<Integer, Cell> byConnections = new LinkedHashMap<>();
        for (int most : List.of(10, 25, 50, 500)) {
            Variant pooled = most == 500 ? virtual
                    : virtual.as("virtual-" + most, most + " connections to the services")
                            .property("http.connections", most).expectingFact("http.connections", most);
            Cell cell = lab.cell(pooled, request(VIRTUAL_EACH), some, demand(VIRTUAL_EACH, unit).holding("connections",
                    most, unit.multipliedBy(4))).as("connections").within(0.1);
            byConnections.put(most, most == 500 ? cell.warmup(UNTIL_COMPILED) : cell);
            lab.expect("with %d connections it serves what the rule says".formatted(most),
                    asPredicted(byConnections.get(most)),
                    "a request holds connections for 4 units in all: see http.connections among the facts in run.json");
        }
        BackendMode other = lab.backends().other();
        Cell elsewhere = lab.cell(virtual.as("virtual-" + other, "the three services " + other.where()).backends(other),
                request(VIRTUAL_EACH), some, demand(VIRTUAL_EACH, unit)).as("backends").warmup(UNTIL_COMPILED)
                .within(0.1);
        lab.expect("with the three services elsewhere it serves the same",
                ratio(elsewhere, byConnections.get(500)).near(1, 0.1),
                "how busy were the CPUs? A second JVM needs some of them");

        // ## 4. The JVM parameters that the authors list. The commands that they give do not have them
        Variant listed = virtual.as("virtual-one-carrier", "virtual threads with the JVM parameters that are listed")
                .flags("-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1",
                        "-Djdk.virtualThreadScheduler.minRunnable=1")
                .flagUntil(23, "-Djdk.tracePinnedThreads=full");
        List<Cell> oneCarrier = lab.withAllCells(() -> Stream.of(VIRTUAL_EACH, SEQUENTIAL, THREAD_EACH, COMMON_POOL)
                .map(mode -> cell(lab, listed, mode, some, unit).warmup(UNTIL_COMPILED)).toList());
        // What it costs to make threads is not in the rule, see above.
        oneCarrier.stream().filter(cell -> !cell.route().equals(THREAD_EACH)).forEach(cell -> lab.expect(
                "on one carrier, " + cell.route() + " serves what the rule says, as on all", asPredicted(cell),
                "a request that waits needs no carrier: was one CPU busy? see machine_cpu in summary.csv"));
        oneCarrier.stream().findFirst().ifPresent(one -> lab.predict("Virtual threads on one carrier instead of all: "
                + "what is the throughput of concurrent calls divided by what it was?",
                ratio(one, byConnections.get(500)), "for how much of its time does a request need a carrier?"));

        double all = 4.0 / faster;
        lab.rule("""
                A request waits 4 units in all; a unit is %s s. S is 4 units with sequential calls, and 2 units with
                concurrent ones. A Tomcat thread is held for S. So 10 threads serve 10 / S: %s/s and %s/s. Virtual
                threads serve %d users / S: %s/s and %s/s.

                The common pool limits throughput as any other pool does. The calls of one request keep its workers busy
                for 4 units, so W workers serve W / (4 units), on any kind of request thread. The 7 workers used here
                are the default on a machine with 8 CPUs. They serve %s/s. Connections limit it in the same way.""",
                all / 4, 10 / all, 20 / all, users, users / all, 2 * users / all, 7 / all);

        List<Cell> published = Stream.of(onPlatform, onVirtual).flatMap(cells -> cells.values().stream()).toList();
        lab.compare(published, slowest);
        Results measured = lab.measure(published, List.of(enough, own), byConnections.values(), List.of(elsewhere),
                oneCarrier);
        lab.conclude();
        lab.answer("""
                Compared with sequential calls on 10 platform threads, concurrent calls had %s times the throughput,
                virtual threads %s times, both together %s times, and %s platform threads %s times.""",
                measured.over(onPlatform.get(VIRTUAL_EACH), slowest),
                measured.over(onVirtual.get(SEQUENTIAL), slowest), measured.over(bothWays, slowest), users,
                measured.over(enough, slowest));
        lab.headline("Requests per second", bar("sequential, platform threads", measured.rps(slowest)),
                bar("concurrent, platform threads", measured.rps(onPlatform.get(VIRTUAL_EACH))),
                bar("sequential, virtual threads", measured.rps(onVirtual.get(SEQUENTIAL))),
                bar("concurrent, virtual threads", measured.rps(bothWays)),
                bar("sequential, %d platform threads".formatted(users), measured.rps(enough)));

        lab.show("Requests per second, response time, and CPU time of a request:",
                Stream.of(published, List.of(enough, own)).flatMap(Collection::stream).toList(),
                column("requests/s", measured::rps), column("mean ms", measured::meanMs),
                column("CPU ms", cell -> measured.mean(Metric.CPU_PER_REQUEST, cell) / 1000));
        lab.explain("""
                Concurrent calls shorten S, and so the response time. Virtual threads serve more requests at a time;
                a larger Tomcat pool does the same (%s times the throughput of virtual threads).""",
                measured.over(enough, onVirtual.get(SEQUENTIAL)));
        lab.explain("""
                CompletableFuture without an executor had %s/s on platform threads and %s/s on virtual threads: its 7
                workers are the limit, and no property of Spring Boot changes their number. On this machine the JVM
                itself would have %s: %s/s. (From JDK 25 on. Before, supplyAsync made a thread for each task where the
                pool had one worker, so a small machine was faster than a large one.)""",
                measured.rps(onPlatform.get(COMMON_POOL)), measured.rps(onVirtual.get(COMMON_POOL)), workers,
                measured.rps(own));
        lab.show("%d users, by connections to each service; the last row has the services %s:"
                .formatted(fewer, other.where()),
                Stream.of(byConnections.values(), List.of(elsewhere))
                        .flatMap(Collection::stream).toList(),
                column("requests/s", measured::rps),
                column("connections", cell -> measured.fact(cell, "http.connections")));

        oneCarrier.stream().findFirst().ifPresent(one -> lab.explain("""
                With the JVM parameters that the authors list, one carrier served %s times what all carriers did. A
                request that waits needs no carrier. (Before JDK 24, tracePinnedThreads prints in the .log of its cell
                what holds one.)""", measured.over(one, byConnections.get(500))));

        lab.tryIt("""
                --all-cells                    the JVM parameters that the authors list: what does one carrier change?
                -c 20                          which ratios stay, and which fall to 2 and 4? The rule gives them
                --variant platform,virtual     the published cells, and 500 connections
                --jdk 21,25                    the authors' JDK beside this one: what does the common pool do there?
                --backends own-jvm             does it matter where the three services run?
                --published                    the published delays and numbers: about an hour""");
    }

    /** With the three services behind it, which take two units of time and one each. */
    private static Variant calling(Lab lab, Variant variant, Duration unit) {
        return variant.flags(SEVEN).expectingFact("common-pool.parallelism", 7).expectingFact("http.connections", 500)
                .backend("orders", Orders.class, unit.multipliedBy(2)).backend("products", Products.class, unit)
                .backend("accounts", Accounts.class, unit).backends(lab.backends());
    }

    private static Request request(String mode) {
        return Request.get("/backoffice/api/v1/backoffice/orders/byRestTemplate?concurrency=" + mode);
    }

    /** The calls take some ms beside the waits: of a tenth of the published ones that is a few hundredths. */
    private static Cell cell(Lab lab, Variant variant, String mode, Load load, Duration unit) {
        return lab.cell(variant, request(mode), load, demand(mode, unit)).as(mode).within(0.1)
                .published(lab.publishedFigure(
                        Map.of("profile", variant.name(), "concurrency_mode", mode, "c", load.users())));
    }

    private static Demand demand(String mode, Duration unit) {
        return switch (mode) {
        case SEQUENTIAL -> Demand.waiting(unit.multipliedBy(4));
        case COMMON_POOL -> pool(7, unit);
        default -> Demand.waiting(unit.multipliedBy(2));
        };
    }

    private static Demand pool(int workers, Duration unit) {
        return Demand.waiting(unit.multipliedBy(2)).holding("common pool", workers, unit.multipliedBy(4));
    }

    /** Before JDK 25 a pool of one worker was not used: supplyAsync made a thread for each task. */
    private static Demand ownPool(int jdk, int workers, Duration unit) {
        return jdk < 25 && workers == 1 ? demand(THREAD_EACH, unit) : pool(workers, unit);
    }
}
