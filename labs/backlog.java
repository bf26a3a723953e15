///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 12 backlog: the service answers before the row is stored. How many rows are still to be stored, and why?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java kit/postgres/package-info.java ../apps/Customers.java
//FILES published/e4.csv=../data/published/e4.csv
//FILES source/labs/backlog.java=backlog.java source/apps/Customers.java=../apps/Customers.java
//MAIN Backlog

import static kit.page.TableColumn.column;
import static kit.trust.Claim.*;

import apps.Customers;
import java.time.Duration;
import java.util.*;
import java.util.stream.Stream;
import kit.page.*;
import kit.plan.*;
import kit.postgres.Postgres;
import kit.trust.*;

/**
 * Lab 12. A service answers before it has stored the row. A published experiment praised virtual threads for a smaller
 * backlog: they had accepted fewer rows.
 */
class Backlog {

    private static final int CONNECTIONS = 32;
    /** Rows that the bounded writer takes before requests have to wait. */
    private static final int ROOM = 500;
    private static final Request ROW = Request.post("/person/async", """
            {"firstName": "Ada", "middleName": "King", "lastName": "Lovelace", \
            "gender": "X", "birthDate": "1815-12-10"}""");
    private static final Duration UNTIL_COMPILED = Duration.ofSeconds(8);
    private static final Duration MEASURED = Duration.ofSeconds(6);
    private static final Duration PUBLISHED = Duration.ofSeconds(120);
    /** What the slow database takes for a row: so long that two CPUs are half idle. */
    private static final Duration SLOW = Duration.ofMillis(400);
    private static final double SLOW_ROWS = CONNECTIONS * 1000.0 / SLOW.toMillis();
    private static final List<Prediction.Station> SLOW_CONNECTIONS = List
            .of(new Prediction.Station("connections", CONNECTIONS, SLOW.toMillis() / 1000.0));

    public static void main(String... args) {
        System.exit(Lab.run("backlog", args, Backlog::page));
    }

    static void page(Lab lab) {
        lab.title(12, "The service answers before the row is stored. How many rows are still to be stored, and why?");
        lab.database(Postgres::open, "customers");
        lab.published("e4.csv");
        lab.withoutC2();
        List<Integer> users = lab.users(List.of(100), List.of(10, 50, 100));

        lab.say("""
                A request brings a person. The service puts it into a queue in memory and answers at once. Later, a
                writer stores the row in PostgreSQL, over one of %d connections. Rows that are accepted and not yet
                stored are the backlog. Three services do this:

                - platform: requests on Tomcat's 200 platform threads. The writer is a pool of 500 platform threads with
                  an unbounded queue, as published
                - virtual: requests on virtual threads, the same writer
                - virtual-bounded: a virtual thread stores each row, and at most %d rows may be queued. A request that
                  finds no room waits for it

                On a machine with few CPUs these are the bottleneck, and not the database. So there is a slow database,
                too: it waits %d ms with each row, as a remote or busy one does. There, rows arrive at %.0f a second,
                twice what the connections can store.

                When a cell is over, the lab waits until the backlog is stored, and counts the rows in the table.""",
                CONNECTIONS, ROOM, SLOW.toMillis(), 2 * SLOW_ROWS);
        lab.code("apps/Customers.java", "public Person async(");
        lab.code("labs/backlog.java", "Variant platform = ");

        Variant platform = service(Variant.platform("platform", Customers.class, 200), "unbounded");
        Variant virtual = service(Variant.virtual("virtual", Customers.class), "unbounded");
        Variant bounded = service(Variant.virtual("virtual-bounded", Customers.class), ROOM)
                .as("virtual-bounded", "a virtual thread per request and per row, at most " + ROOM + " rows queued")
                .property("customers.writer", "bounded").property("customers.writer.rows", ROOM);

        // ## 1. The same writer behind both kinds of request thread
        List<Cell> onPlatform = users.stream().map(n -> cell(lab, platform, n)).toList();
        List<Cell> onVirtual = users.stream().map(n -> cell(lab, virtual, n)).toList();
        for (int i = 0; i < users.size(); i++) {
            lab.expect("%s: rows are stored equally fast on both kinds of request thread (0.75 to 1.5 times)"
                    .formatted(onPlatform.get(i).load().label()),
                    ratio(Metric.STORED, onVirtual.get(i), onPlatform.get(i)).atLeast(0.75).atMost(1.5),
                    "the writer is the same; requests on the same CPUs leave it more or less of them: machine_cpu");
        }

        // ## 2. The slow database, and twice as many rows as it stores
        OpenLoop twice = new OpenLoop(2 * SLOW_ROWS, Duration.ofSeconds(lab.unlessQuick(5, 2)));
        Cell slowPlatform = overloaded(lab, platform, twice);
        Cell slowVirtual = overloaded(lab, virtual, twice);
        lab.predict("%.0f rows arrive a second, and the slow database stores %.0f. Which kind of request thread leaves "
                .formatted(2 * SLOW_ROWS, SLOW_ROWS) + "the larger backlog?",
                Choices.below(0.8, "platform threads").then(1.25, "neither").beyond("virtual threads"),
                ratio(Metric.BACKLOG, slowVirtual, slowPlatform).byRule(1),
                "both accept the same; how fast are rows stored, and what is short there?");
        for (Cell cell : List.of(slowPlatform, slowVirtual)) {
            lab.expect("%s: %.0f rows a second are stored".formatted(cell.label(), SLOW_ROWS),
                    count(Metric.STORED, cell).near(SLOW_ROWS, 0.1),
                    "below: was the CPU short? see machine_cpu. Above: see insert-takes-ms in run.json");
            lab.expect("%s: the backlog grows by %.0f rows a second".formatted(cell.label(), SLOW_ROWS),
                    count(Metric.BACKLOG_GROWTH, cell).near(SLOW_ROWS, 0.1),
                    "see lag_rows and predicted_lag_rows in timeline.csv: from which second on do they part?");
        }
        lab.expect("at the same arrival rate the backlog is the same", ratio(Metric.BACKLOG, slowVirtual, slowPlatform)
                .near(1, 0.1), "which of the two differs? see accepted_rows and persisted_rows in timeline.csv");

        // ## 3. A queue with a bound, which must be full before the measurement begins
        Load waves = wholeWaves(lab.load(users.getLast(), MEASURED));
        Cell slowBounded = slow(lab, bounded, waves, admitted(waves)).warmup(UNTIL_COMPILED);
        if (slowBounded.prediction(lab.jdks().getFirst()).exists()) {
            lab.expect("a full queue admits one request for each row that is stored", asPredicted(slowBounded),
                    "was the queue full when the measurement began? see lag_begin_rows in summary.csv");
        }
        lab.expect("the bounded queue never holds more than %d rows, and more than half of them".formatted(ROOM),
                count(Metric.BACKLOG_PEAK, slowBounded).atLeast(ROOM / 2.0).atMost(ROOM).inEveryFork(),
                "see writer.queue among the facts in run.json: was the writer the one with a bound?");

        List<Cell> all = Stream.of(onPlatform, onVirtual, List.of(slowPlatform, slowVirtual, slowBounded))
                .flatMap(List::stream).toList();
        all.forEach(cell -> lab.expect("%s: every accepted row is in the table in the end".formatted(cell.label()),
                count(Metric.LOST, cell).atMost(0),
                "`why` in summary.csv has the reason, and the cell's log says which rows"));

        lab.rule("""
                A rows a second are accepted, and P are stored. The backlog grows by A - P each second, and a row waits
                backlog / P (Little's law). A service that accepts fewer rows has a smaller backlog. This does not show
                how fast it stores rows.

                The slow database stores P = %1$d / %2$s s = %3$.0f rows a second. If %4$.0f arrive, the backlog grows
                by %3$.0f a second, on any kind of request thread.

                A queue with room for %5$d rows has a backlog of at most %5$d. When it is full, A = P: each stored row
                admits one request. N users then wait N / P for an answer on average.""",
                CONNECTIONS, SLOW.toMillis() / 1000.0, SLOW_ROWS, 2 * SLOW_ROWS, ROOM);

        Results measured = lab.measure(all);
        lab.conclude();
        lab.answer("""
                Where %s rows arrived a second and the database stored %s, the backlog grew by %s a second on platform
                threads and by %s on virtual threads. A bounded queue never had more than %s rows.""",
                2 * SLOW_ROWS, SLOW_ROWS, measured.mean(Metric.BACKLOG_GROWTH, slowPlatform),
                measured.mean(Metric.BACKLOG_GROWTH, slowVirtual),
                measured.mean(Metric.BACKLOG_PEAK, slowBounded));
        lab.headline("Rows by which the backlog grew in a second", cell -> measured.mean(Metric.BACKLOG_GROWTH, cell),
                slowPlatform, slowVirtual, slowBounded);

        lab.show("Rows a second, backlog when the load ends, and seconds until it was stored:", all,
                column("accepted", measured::rps), column("stored", cell -> measured.mean(Metric.STORED, cell)),
                column("backlog", cell -> measured.mean(Metric.BACKLOG, cell)),
                column("drain s", cell -> measured.mean(Metric.DRAIN, cell)),
                column("backlog, published", cell -> cell.published().said("lag_rows")),
                column("drain s, published", cell -> cell.published().said("drain_s")));
        lab.explain("""
                With the slow database and the same arrival rate, %s rows were still to be stored on platform threads,
                and %s on virtual threads.""", measured.mean(Metric.BACKLOG, slowPlatform),
                measured.mean(Metric.BACKLOG, slowVirtual));
        lab.explain("""
                The bounded queue accepted %s rows a second, what the database stores, and its users waited %s ms for an
                answer. So they notice how fast the database is, and rows do not pile up in memory.""",
                measured.rps(slowBounded), measured.meanMs(slowBounded));
        lab.explain("""
                In the published experiment with 100 users, platform threads accepted 10,223 rows a second and had a
                backlog of some 465,000 after 120 s. Virtual threads accepted 7274 and had 50,000. So they stored 6350
                and 6856 rows a second: 8 %% more explain 61,000 rows of the difference. 29 %% fewer accepted rows
                explain 354,000.""");

        lab.tryIt("""
                --all-cells     10 and 50 users, too
                --published     120 s for each cell: what is lag_rows in timeline.csv after a minute?
                -c 20           fewer users than connections: is the bounded queue full?
                --jdbc-url ...  a PostgreSQL of your own, across a network with enough CPU: does the backlog grow?""");
    }

    private static Variant service(Variant variant, Object queue) {
        return variant.flags("-Xmx2g").expectingFact("hikari.maximum-pool-size", CONNECTIONS)
                .expectingFact("writer.queue", queue);
    }

    private static Cell cell(Lab lab, Variant variant, int users) {
        return lab.cell(variant, ROW, lab.load(users, MEASURED, PUBLISHED), Prediction.none()).as("async")
                .warmup(UNTIL_COMPILED).throughputOnly().whereCpuBinds().published(lab.publishedFigure(
                        Map.of("variant", variant.name(), "save", "async", "users", users)));
    }

    /** Rows that arrive at a constant rate, faster than the slow database stores them. */
    private static Cell overloaded(Lab lab, Variant variant, OpenLoop rows) {
        var rule = new Prediction(rows.rate(), Double.NaN, "rate", List.of());
        return slow(lab, variant, rows, rule).warmup(Duration.ofSeconds(6)).whereCpuBinds().backlog(
                Forecast.backlog(rows.rate(), CONNECTIONS, SLOW, (int) rows.duration().toSeconds()));
    }

    private static Cell slow(Lab lab, Variant variant, Load load, Prediction rule) {
        long ms = SLOW.toMillis();
        return lab.cell(variant.property("customers.insert-takes-ms", ms).expectingFact("insert-takes-ms", ms), ROW,
                load, rule).as("async-slow").throughputOnly().within(0.1);
    }

    /** Connections that began together end together: a part of such a wave would count for a whole one. */
    private static Load wholeWaves(Load load) {
        return load instanceof ClosedLoop loop && loop.duration() != null
                ? ClosedLoop.of(loop.users(), CONNECTIONS * Math.max(1, loop.duration().dividedBy(SLOW)))
                : load;
    }

    /**
     * Once the queue is full, one request is admitted for each row that is stored, R = N / X. A low rate never fills
     * it; a higher one may take longer than the measurement to fill it.
     */
    private static Prediction admitted(Load load) {
        if (load instanceof OpenLoop open) {
            return open.rate() > SLOW_ROWS ? Prediction.none()
                    : new Prediction(open.rate(), Double.NaN, "rate", SLOW_CONNECTIONS);
        }
        return new Prediction(SLOW_ROWS, 1000 * load.users() / SLOW_ROWS, "connections", SLOW_CONNECTIONS);
    }
}
