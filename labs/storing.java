///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 11 storing: each request stores a row. Does the kind of thread matter?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java kit/postgres/package-info.java ../apps/Customers.java ../apps/CustomersReactive.java
//FILES published/e4.csv=../data/published/e4.csv
//FILES source/labs/storing.java=storing.java source/apps/Customers.java=../apps/Customers.java
//FILES source/apps/CustomersReactive.java=../apps/CustomersReactive.java
//MAIN Storing

import static kit.trust.Claim.*;

import apps.Customers;
import apps.CustomersReactive;
import java.time.Duration;
import java.util.*;
import kit.page.*;
import kit.plan.*;
import kit.postgres.Postgres;
import kit.trust.*;

/** Lab 11. Each request stores a row in a database. A published experiment found virtual threads slower at that. */
class Storing {

    private static final int CONNECTIONS = 32;
    private static final String PERSON = """
            {"firstName": "Ada", "middleName": "King", "lastName": "Lovelace", \
            "gender": "X", "birthDate": "1815-12-10"}""";
    private static final Duration UNTIL_COMPILED = Duration.ofSeconds(8);
    private static final Duration MEASURED = Duration.ofSeconds(8);
    private static final Duration PUBLISHED = Duration.ofSeconds(120);
    /** What the slow database takes for a row. */
    private static final Duration SLOW = Duration.ofMillis(200);

    /** The same number of users on each of the services. */
    private record Users(Cell platform, Cell virtual, Cell reactive) {
        List<Cell> all() {
            return List.of(platform, virtual, reactive);
        }

        String label() {
            return platform.load().label();
        }
    }

    public static void main(String... args) {
        System.exit(Lab.run("storing", args, Storing::page));
    }

    static void page(Lab lab) {
        lab.title(11, "Each request stores a row. Does the kind of thread matter?");
        lab.database(Postgres::open, "customers");
        lab.published("e4.csv");
        lab.withoutC2();
        List<Integer> users = lab.users(List.of(100), List.of(10, 50, 100));

        lab.say("""
                A request brings a person. The service stores it as a row in a PostgreSQL table, and then answers. It
                has %d connections to the database. Three services do this:

                - platform: JPA, on Tomcat's 200 platform threads
                - virtual: the same service on virtual threads
                - reactive: WebFlux and R2DBC, on a few event-loop threads that never block

                JPA makes three round trips for a row: its id, the row, the commit. R2DBC makes one, because the
                database creates the id and commits by itself. This is unrelated to the kind of thread.

                PostgreSQL is a real one with durable commits (fsync=on). After each cell the lab counts the rows in the
                table: an accepted row that is not there is lost.

                On a machine with few CPUs these are the bottleneck, and not the database. So two more cells have a
                database that waits %d ms with each row, as a remote or busy one does.""",
                CONNECTIONS, SLOW.toMillis());
        lab.code("apps/Customers.java", "public Person sync(");
        lab.code("apps/CustomersReactive.java", "public Mono<Person> reactive(");
        lab.code("labs/storing.java", "Variant platform = ");

        Variant platform = service(Variant.platform("platform", Customers.class, 200));
        Variant virtual = service(Variant.virtual("virtual", Customers.class));
        Variant reactive = Variant.reactive("reactive", CustomersReactive.class).flags("-Xmx2g")
                .expectingFact("r2dbc.pool.max-size", CONNECTIONS);

        Needs onPlatform = lab.needs(platform, save("sync"));
        Needs onVirtual = lab.needs(virtual, save("sync"));
        Needs onReactive = lab.needs(reactive, save("reactive"));

        // ## 1. CPUs are the bottleneck
        List<Users> loads = users.stream().map(n -> new Users(cell(lab, platform, "sync", n, onPlatform),
                cell(lab, virtual, "sync", n, onVirtual), cell(lab, reactive, "reactive", n, onReactive))).toList();
        Users most = loads.getLast();
        lab.predict("%s: what is the throughput of virtual threads divided by that of platform threads?"
                .formatted(most.label()),
                Choices.below(0.8, "less than 0.8: platform threads are faster").then(1.25, "about 1")
                        .beyond("more than 1.25: virtual threads are faster"),
                ratio(most.virtual(), most.platform()).byRule(1),
                "which resource does a row need that is scarce: threads, connections, or CPU?",
                "there are 200 platform threads");
        for (Users load : loads) {
            lab.expect("%s: virtual threads store 0.85 to 1.5 times as many rows as platform threads"
                    .formatted(load.label()), ratio(load.virtual(), load.platform()).atLeast(0.85).atMost(1.5),
                    "which needs more CPU for a row? see cpu_us_per_request, machine_cpu and pinned in summary.csv");
        }
        lab.expect("%s: with one round trip instead of three, a row takes 0.3 to 0.9 times the CPU in the database"
                .formatted(most.label()),
                ratio(Metric.DATABASE_CPU, most.reactive(), most.platform()).atLeast(0.3).atMost(0.9),
                "is the database shared with others? see database_cpu_s in summary.csv, and neighbour");

        // ## 2. Connections are the bottleneck: a slow database
        Cell slowPlatform = slow(lab, platform, users.getLast(), onPlatform);
        Cell slowVirtual = slow(lab, virtual, users.getLast(), onVirtual);
        lab.predict("The database takes %d ms for each row. What is the same ratio now?".formatted(SLOW.toMillis()),
                Choices.below(0.8, "less than 0.8").then(1.25, "about 1").beyond("more than 1.25"),
                ratio(slowVirtual, slowPlatform), "how many rows can %d connections store?".formatted(CONNECTIONS));
        for (Cell cell : List.of(slowPlatform, slowVirtual)) {
            lab.expect("%s: the rule gives the throughput".formatted(cell.label()), asPredicted(cell),
                    "is a connection held for so long? see insert-takes-ms in run.json, and connections_active in "
                            + "timeline.csv");
        }
        lab.expect("slow database: the kind of thread does not matter",
                ratio(slowVirtual, slowPlatform).near(1, 0.05), "which of the two missed its rule?");

        lab.rule("""
                A row needs one of %1$d connections for a time S, and a CPU for a time D: in the service, in the
                database and in the load generator. So at most %1$d / S rows are stored a second, and at most k / D on
                the k CPUs that all of them share.

                Where connections are the bottleneck, the kind of thread does not matter. The slow database allows
                %1$d / %2$s s = %3$.0f rows a second, on any thread. Where CPUs are the bottleneck, the ratio is 1 only
                if both kinds of thread need the same D. D is measured: see the table at the end.""",
                CONNECTIONS, SLOW.toMillis() / 1000.0, CONNECTIONS * 1000.0 / SLOW.toMillis());

        Results measured = lab.measure(loads.stream().flatMap(load -> load.all().stream()).toList(),
                List.of(slowPlatform, slowVirtual));
        lab.conclude();
        lab.answer("""
                %s: virtual threads stored %s times as many rows as platform threads (published: %s). With a
                database that takes %s ms for each row it was %s times.""",
                most.label(), measured.over(most.virtual(), most.platform()),
                most.virtual().published().rps() / most.platform().published().rps(), SLOW.toMillis(),
                measured.over(slowVirtual, slowPlatform));
        lab.headline("Rows per second", measured::rps, most.platform(), most.virtual(), slowPlatform, slowVirtual);

        lab.show("Published and measured, as ratios to platform threads with the same number of users:",
                List.of("cell", "throughput, published", "throughput", "p95 published", "p95", "CPU of the service",
                        "CPU of the database"),
                loads.stream().flatMap(load -> load.all().stream().filter(measured::has)
                        .map(cell -> row(measured, cell, load.platform()))).toList());
        lab.explain("""
                Virtual threads stored %s times as many rows as platform threads (published: %s). A row took %s times
                the CPU in the service.""",
                measured.over(most.virtual(), most.platform()),
                most.virtual().published().rps() / most.platform().published().rps(),
                measured.over(Metric.CPU_PER_REQUEST, most.virtual(), most.platform()));
        lab.explain("""
                Short on this machine: %s on platform threads, %s on virtual threads, %s on the reactive service
                (bound_seen). The published experiment had more CPUs for its database than this one.""",
                measured.boundSeen(most.platform(), ""), measured.boundSeen(most.virtual(), ""),
                measured.boundSeen(most.reactive(), ""));
        lab.explain("With the slow database, platform threads stored %s rows a second and virtual threads %s.",
                measured.rps(slowPlatform), measured.rps(slowVirtual));

        lab.tryIt("""
                --all-cells     10 and 50 users, too: is the ratio the same when few connections are in use?
                -c 20           fewer users than connections: what does the slow database store now?
                --jdk 21,25     the published experiment ran on JDK 21: were virtual threads slower there?
                --jdbc-url ...  a PostgreSQL of your own, across a network: are CPUs still the bottleneck?
                --published     120 s for each cell""");
    }

    private static List<Object> row(Results measured, Cell cell, Cell platform) {
        return List.of(cell.label(), cell.published().rps() / platform.published().rps(),
                measured.over(cell, platform), cell.published().p95Ms() / platform.published().p95Ms(),
                measured.over(Metric.P95, cell, platform), measured.over(Metric.CPU_PER_REQUEST, cell, platform),
                measured.over(Metric.DATABASE_CPU, cell, platform));
    }

    private static Variant service(Variant variant) {
        return variant.flags("-Xmx2g").expectingFact("hikari.maximum-pool-size", CONNECTIONS);
    }

    private static Request save(String how) {
        return Request.post("/person/" + how, PERSON);
    }

    private static Cell cell(Lab lab, Variant variant, String save, int users, Needs needs) {
        return lab.cell(variant, save(save), lab.load(users, MEASURED, PUBLISHED), needs).as(save).within(0.15)
                .warmup(UNTIL_COMPILED).throughputOnly().whereCpuBinds().published(lab.publishedFigure(
                        Map.of("variant", variant.name(), "save", save, "users", users)));
    }

    private static Cell slow(Lab lab, Variant variant, int users, Needs needs) {
        long ms = SLOW.toMillis();
        return lab.cell(variant.property("customers.insert-takes-ms", ms).expectingFact("insert-takes-ms", ms),
                save("sync"), lab.load(users, MEASURED), needs.with(demand -> demand.andWaiting(SLOW)
                        .holdingThroughout("connections", CONNECTIONS)))
                .as("sync-slow").warmup(Duration.ofSeconds(6)).throughputOnly().within(0.1)
                .published(Published.Figure.NONE);
    }
}
