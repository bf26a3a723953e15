///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION 8 db-insert: a row for each request. What do threads matter, and what is left to store when the load ends?
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java kit/postgres/package-info.java ../apps/Customers.java ../apps/CustomersReactive.java
//FILES published/e4.csv=../data/published/e4.csv
//FILES source/labs/db-insert.java=db-insert.java source/apps/Customers.java=../apps/Customers.java
//FILES source/apps/CustomersReactive.java=../apps/CustomersReactive.java
//MAIN DbInsert

import static kit.trust.Claim.asPredicted;
import static kit.trust.Claim.count;
import static kit.trust.Claim.ratio;

import apps.Customers;
import apps.CustomersReactive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import kit.page.Choices;
import kit.page.Lab;
import kit.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Prediction;
import kit.plan.Request;
import kit.plan.Variant;
import kit.postgres.Postgres;
import kit.trust.Metric;
import kit.trust.Results;

/**
 * Lab 8. Each request leaves a row in a database. A published experiment found virtual threads slower at that, and
 * praised them for leaving fewer rows unstored. Here is what stores a row, and what the second figure is made of.
 */
class DbInsert {

    private static final int CONNECTIONS = 32;
    /** Rows that the bounded writer takes before requests have to wait. */
    private static final int ROOM = 500;
    private static final String PERSON = """
            {"firstName": "Ada", "middleName": "King", "lastName": "Lovelace", \
            "gender": "X", "birthDate": "1815-12-10"}""";

    /** Until JPA is compiled, two CPUs do little else, and which variant is further with it is luck. */
    private static final Duration UNTIL_COMPILED = Duration.ofSeconds(15);
    /** What the slow database takes for a row: so long that two CPUs can keep up while code is compiled. */
    private static final Duration SLOW = Duration.ofMillis(200);
    private static final double SLOW_ROWS = CONNECTIONS * 1000.0 / SLOW.toMillis();

    /** The five ways of the experiment, for one number of users. */
    private record Five(int users, Cell platformSync, Cell virtualSync, Cell platformAsync, Cell virtualAsync,
            Cell reactive) {
        Stream<Cell> all() {
            return Stream.of(platformSync, virtualSync, platformAsync, virtualAsync, reactive);
        }

        Stream<Cell> withinTheRequest() {
            return Stream.of(platformSync, virtualSync, reactive);
        }

        Stream<Cell> queueing() {
            return Stream.of(platformAsync, virtualAsync);
        }
    }

    /** With the slow database: stored before the answer, after it, and after it with bounded room. */
    private record Slow(Cell platformSync, Cell virtualSync, Cell platformAsync, Cell virtualAsync, Cell bounded) {
        Stream<Cell> all() {
            return Stream.of(platformSync, virtualSync, platformAsync, virtualAsync, bounded);
        }

        Stream<Cell> queueing() {
            return Stream.of(platformAsync, virtualAsync);
        }
    }

    public static void main(String... args) {
        System.exit(Lab.run("db-insert", args, DbInsert::page));
    }

    static void page(Lab lab) {
        lab.title(8, "A row for each request. What do threads matter, and what is left to store when the load ends?");
        lab.database(Postgres::open, "customers");
        lab.published("e4.csv");

        List<Integer> users = lab.users(10, 50, 100);
        if (load(lab, users.getLast()) instanceof OpenLoop) {
            users = users.subList(users.size() - 1, users.size());
        }

        lab.say("""
                A request brings a person, and the service leaves a row in a PostgreSQL table. It has %d connections to
                it, and does so in one of five ways:

                - platform (sync), virtual (sync): the request stores the row through JPA, then answers
                - platform (async), virtual (async): the request puts the row into a queue without limit and answers at
                  once. A pool of 500 platform threads stores what is in the queue, on either kind of request thread, as
                  published
                - reactive: WebFlux and R2DBC, on few threads that never wait; it answers when the row is stored

                JPA makes three round trips for a row: its id, the row, the commit. R2DBC makes one, because the
                database makes the id and commits by itself. This is unrelated to the kind of thread.

                %s. PostgreSQL is a real one, with durable commits (fsync=on). After each cell the lab counts the rows
                in the table: accepted rows that are not there are lost.""",
                CONNECTIONS, load(lab, users.getLast()) instanceof OpenLoop loop
                        ? "Requests arrive at " + loop.label() + ", independent of earlier responses"
                        : String.join(", then ", users.stream().map(String::valueOf).toList())
                                + " users send requests without a pause");
        lab.say("""
                On a machine with few CPUs these are the bottleneck, not the database. So a second scene has a database
                that waits %d ms with each row, as a remote or busy one does. It adds a sixth way, virtual-bounded
                (async): a virtual thread of its own stores each row, but only %d of them can be queued.""",
                SLOW.toMillis(), ROOM);

        lab.code("apps/Customers.java", "public Person sync(", "public Person async(");
        lab.code("apps/CustomersReactive.java", "public Mono<Person> reactive(");
        lab.code("labs/db-insert.java", "Variant platform = ");

        Variant platform = unbounded(Variant.platform("platform", Customers.class, 200));
        Variant virtual = unbounded(Variant.virtual("virtual", Customers.class));
        Variant reactive = Variant.reactive("reactive", CustomersReactive.class).flags("-Xmx2g")
                .expectingFact("r2dbc.pool.max-size", CONNECTIONS);
        Variant bounded = experiment(Variant.virtual("virtual-bounded", Customers.class))
                .as("virtual-bounded", "a virtual thread per request and per row, at most " + ROOM + " rows queued")
                .property("customers.writer", "bounded").property("customers.writer.rows", ROOM)
                .expectingFact("writer.queue", ROOM);

        List<Five> fives = users.stream().map(n -> new Five(n,
                cell(lab, platform, "sync", n), cell(lab, virtual, "sync", n),
                cell(lab, platform, "async", n), cell(lab, virtual, "async", n),
                cell(lab, reactive, "reactive", n))).toList();
        Five most = fives.getLast();
        Cell withBound = cell(lab, bounded, "async", most.users());
        Slow slow = slow(lab, platform, virtual, bounded, most.users());
        lab.warmup(Duration.ofSeconds(6)); // of the slow database's cells, which leave the compiler enough CPU

        lab.predict("%s, and each request stores its row: which serve more requests a second?".formatted(who(most)),
                Choices.below(0.8, "platform threads").then(1.25, "neither, give or take a quarter")
                        .beyond("virtual threads"),
                ratio(most.virtualSync(), most.platformSync()).byRule(1),
                "what does a row need that there is not enough of: threads, connections, or CPU?",
                "there are 200 platform threads, and " + who(most));
        lab.predict("Rows are queued instead: how many times as many are stored a second, on platform threads?",
                ratio(Metric.STORED, most.platformAsync(), most.platformSync()).byRule(1),
                "an early answer accepts more; but what does it take to store a row, and is there more of it now?");

        lab.rule("""
                A row needs one of %d connections for a time S_db, and CPU time D: in the service, in the database, in
                the client. So no more than %1$d / S_db rows are stored a second, and no more than k / D on the k CPUs
                that all of them share. Neither knows of threads: the ratio of virtual to platform threads is 1.

                A service that answers before the row is stored can accept more: A rows a second, of which P are stored.
                The lag grows by A - P each second, and a row waits lag / P (Little). A service that accepts less has a
                smaller lag; this says nothing about how fast it stores.

                With room for %d rows the lag is at most %2$d. Until the room is full, users are answered at once, so
                even few users fill it. Then A = P: one request gets in for each row that is stored, all connections
                are at work, and N users wait N / P for an answer on average (Little).

                S_db and D are not known before this machine is measured, so the first scene predicts ratios only. In
                the second S_db is %4$s s, which gives %1$d / %4$s = %3$s rows a second."""
                .formatted(CONNECTIONS, ROOM, Math.round(SLOW_ROWS), SLOW.toMillis() / 1000.0));

        // Wide: where CPUs that still compile are the limit, single forks of a cell lie up to 1.6 times apart.
        for (Five five : fives) {
            if (five.users() >= CONNECTIONS) {
                lab.expect("%s, platform threads: queueing stores at most twice as many rows".formatted(who(five)),
                        ratio(Metric.STORED, five.platformAsync(), five.platformSync()).atMost(2),
                        "the same connections store them on the same CPUs: see connections_active in timeline.csv");
            }
            // More than 1 is possible: where the CPUs are short, the variant with less CPU per request serves more.
            lab.expect("%s: where each request stores its row, virtual threads serve more than half as many"
                    .formatted(who(five)), ratio(five.virtualSync(), five.platformSync()).atLeast(0.5),
                    "what is short on this machine? see bound_seen, machine_cpu and pinned in summary.csv");
        }
        for (Cell cell : List.of(slow.platformSync(), slow.virtualSync(), slow.bounded())) {
            Prediction rule = cell.prediction(lab.jdks().getFirst());
            if (rule.exists()) {
                lab.expect("%s: the slow database's %d connections are %s".formatted(cell.label(), CONNECTIONS,
                        rule.bound().equals("connections") ? "the limit" : "enough, and the rule says what is served"),
                        asPredicted(cell), "does each row hold a connection for so long? see insert-takes-ms in "
                                + "run.json, and connections_active in timeline.csv");
            }
        }
        slow.queueing().forEach(cell -> lab.expect(
                "%s: twice as much comes, and what is stored is %.0f rows a second".formatted(cell.label(), SLOW_ROWS),
                count(Metric.STORED, cell).near(SLOW_ROWS, 0.1),
                "below: was the CPU short after all? see machine_cpu. Above: see insert-takes-ms in run.json"));
        lab.expect("where both are offered the same, as many rows are behind on either kind of thread",
                ratio(Metric.BACKLOG, slow.virtualAsync(), slow.platformAsync()).near(1, 0.2),
                "which of the two differs? see accepted_rows and persisted_rows in timeline.csv");
        for (Cell cell : List.of(withBound, slow.bounded())) {
            lab.expect("%s: at the end of no second more than %d rows are behind".formatted(cell.label(), ROOM),
                    count(Metric.BACKLOG_PEAK, cell).atMost(ROOM),
                    "see writer.queue among the facts in run.json: was the writer the one with a bound?");
        }
        Stream.of(fives.stream().flatMap(Five::queueing), Stream.of(withBound), slow.queueing())
                .flatMap(cells -> cells).forEach(cell -> lab.expect(
                        "%s: every accepted row is in the table in the end".formatted(cell.label()),
                        count(Metric.LOST, cell).atMost(0),
                        "why says for which reason rows were lost, and the cell's log which they were"));

        Results measured = lab.measure(Stream.of(fives.stream().flatMap(Five::all), Stream.of(withBound), slow.all())
                .flatMap(cells -> cells).toArray(Cell[]::new));

        // What the slowest of them stores, and a good part of it: at this rate nobody is behind for long.
        double slowest = measured.means(Metric.STORED, most.all()).stream().filter(Double::isFinite)
                .min(Double::compare).orElse(Double.NaN);
        List<Cell> offered = new ArrayList<>();
        if (slowest > 0 && !(load(lab, most.users()) instanceof OpenLoop)) {
            double rate = Math.max(1, Math.floor(0.7 * slowest));
            lab.say("""
                    The slowest of the five ways stored %s rows a second with %s users. Now requests come at 70 %% of
                    that, whatever became of the ones before: %s a second, to platform and to virtual threads alike.""",
                    Math.round(slowest), most.users(), Math.round(rate));
            Load open = new OpenLoop(rate, most.platformAsync().load() instanceof ClosedLoop loop
                    && loop.duration() != null ? loop.duration() : Duration.ofSeconds(10));
            for (Variant variant : List.of(platform, virtual)) {
                // Fewer requests than users would send: it takes longer until their code is compiled.
                Cell cell = lab.cell(variant, post("async"), open, Prediction.none()).as("offered").throughputOnly()
                        .warmup(UNTIL_COMPILED.multipliedBy(2));
                offered.add(cell);
                lab.expect("%s: when as much is offered to both, rows of less than half a second are behind"
                        .formatted(cell.label()), count(Metric.BACKLOG, cell).atMost(Math.max(CONNECTIONS, rate / 2)),
                        "lag_rows in timeline.csv shows when the lag grew: was the machine busy then?");
            }
            lab.measure(offered.toArray(Cell[]::new));
            if (offered.stream().noneMatch(measured::has)) {
                lab.say("(Left out by --variant, or by --cells, which can name only what is known from the start.)");
            }
        }
        lab.conclude();
        show(lab, measured, fives, withBound, slow, offered);
        explain(lab, measured, most, slow, offered);

        lab.tryIt("""
                -c 200          more users than Tomcat has threads, and far more than connections: which ratio moves?
                --jdk 21,25     the published experiment ran on JDK 21: were virtual threads slower there?
                --jdbc-url ...  a PostgreSQL of your own, across a network with enough CPU: does the queue grow?
                -c 20           fewer users than connections: what does the slow database store, sync and async?
                --published     120 s for each cell, most of an hour: what is lag_rows in timeline.csv after a minute?
                --forks 5       intervals, in an hour: how far from 1 are the ratios of the first scene?""");
    }

    private static void explain(Lab lab, Results measured, Five most, Slow slow, List<Cell> offered) {
        lab.explain("""
                With %s, where each request stores its row, virtual threads served %s times what platform threads did
                (published: %s), and the reactive service %s times (published: %s). What held them on this machine: %s,
                %s and %s (bound_seen). A row cost %s, %s and %s µs of CPU in the service, and %s, %s and %s in the
                database.""",
                who(most), measured.rps(most.virtualSync()) / measured.rps(most.platformSync()),
                published(most.virtualSync(), most.platformSync()),
                measured.rps(most.reactive()) / measured.rps(most.platformSync()),
                published(most.reactive(), most.platformSync()),
                most.withinTheRequest().map(cell -> measured.boundSeen(cell, "")).toList(),
                measured.means(Metric.CPU_PER_REQUEST, most.withinTheRequest()),
                measured.means(Metric.DATABASE_CPU, most.withinTheRequest()));
        lab.explain("""
                With a queue, platform threads accepted %s rows a second and stored %s, virtual threads accepted %s and
                stored %s. That left %s and %s rows behind at the end. Without a queue %s and %s were stored.""",
                measured.rps(most.platformAsync()), measured.mean(Metric.STORED, most.platformAsync()),
                measured.rps(most.virtualAsync()), measured.mean(Metric.STORED, most.virtualAsync()),
                measured.means(Metric.BACKLOG, most.queueing()),
                measured.means(Metric.STORED, Stream.of(most.platformSync(), most.virtualSync())));
        lab.explain("""
                The published figures with 100 users: platform threads accepted 10,223 a second and were some 465,000
                behind, virtual threads 7274 and 50,000. In 120 s the first stored 1,226,975 - 465,000 rows, 6350 a
                second, the second 872,774 - 50,000, 6856 a second: 8 %% more (6 to 10 %%: the first lag is given as
                450,000 to 480,000). This made the lag some 61,000 rows smaller; accepting 29 %% less made it 354,000
                smaller. (The published total of virtual (sync), 50 users, belongs to another row: 5688 a second are
                682,560, not 822,087.)""");
        lab.explain("""
                With the slow database, %s had %s rows stored a second on platform threads and %s on virtual threads.
                When %s a second came and were queued, where the rule lets %s be stored, %s and %s were, and %s and %s
                rows were behind in the end, which took %s and %s s more. It is the same on either kind of thread, since
                the same was accepted. With room for %s rows, %s were accepted a second, and %s rows were behind.
                Requests that find no room wait for it, which costs little on virtual threads, and the users see how
                fast the database is.""",
                who(most), measured.rps(slow.platformSync()), measured.rps(slow.virtualSync()), 2 * SLOW_ROWS,
                SLOW_ROWS, measured.means(Metric.STORED, slow.queueing()),
                measured.means(Metric.BACKLOG, slow.queueing()), measured.means(Metric.DRAIN, slow.queueing()), ROOM,
                measured.rps(slow.bounded()), measured.mean(Metric.BACKLOG, slow.bounded()));
        if (!offered.isEmpty()) {
            lab.explain("""
                    When both were offered %s rows a second, which they can store, %s rows were behind on platform
                    threads and %s on virtual threads. That is the comparison which the published lag was taken for.""",
                    measured.rps(offered.getFirst()), measured.means(Metric.BACKLOG, offered.stream()));
        }
    }

    private static String who(Five five) {
        Load load = five.platformSync().load();
        return load instanceof OpenLoop ? "requests at " + load.label() : five.users() + " users";
    }

    private static Variant experiment(Variant variant) {
        return variant.flags("-Xmx2g").expectingFact("hikari.maximum-pool-size", CONNECTIONS);
    }

    private static Variant unbounded(Variant variant) {
        return experiment(variant).expectingFact("writer.queue", "unbounded");
    }

    private static Load load(Lab lab, int users) {
        return lab.load(users, Duration.ofSeconds(10), Duration.ofSeconds(120));
    }

    private static Request post(String how) {
        return Request.post("/person/" + how, PERSON);
    }

    private static Cell cell(Lab lab, Variant variant, String save, int users) {
        return published(lab, lab.cell(variant, post(save), load(lab, users), Prediction.none()).as(save)
                .warmup(UNTIL_COMPILED), save);
    }

    private static Cell published(Lab lab, Cell cell, String save) {
        return cell.throughputOnly().published(lab.publishedFigure(
                Map.of("variant", cell.variant().name(), "save", save, "users", cell.load().users())));
    }

    /** The second scene. Rows that are queued arrive at twice the rate at which they can be stored. */
    private static Slow slow(Lab lab, Variant platform, Variant virtual, Variant bounded, int users) {
        Demand waits = Demand.waiting(SLOW).holding("connections", CONNECTIONS, SLOW);
        Load load = lab.load(users, Duration.ofSeconds(10));
        Load twice = new OpenLoop(2 * SLOW_ROWS, Duration.ofSeconds(lab.isQuick() ? 2 : 5));
        var rate = new Prediction(2 * SLOW_ROWS, Double.NaN, "rate", List.of());
        return new Slow(slow(lab, lab.cell(slow(platform), post("sync"), load, waits), "sync"),
                slow(lab, lab.cell(slow(virtual), post("sync"), load, waits), "sync"),
                slow(lab, lab.cell(slow(platform), post("async"), twice, rate), "async"),
                slow(lab, lab.cell(slow(virtual), post("async"), twice, rate), "async"),
                // The room must be full before the measurement begins.
                slow(lab, lab.cell(slow(bounded), post("async"), wholeWaves(load), letIn(load)), "async")
                        .warmup(UNTIL_COMPILED));
    }

    /** Connections that began together end together: a part of such a wave would count for a whole one. */
    private static Load wholeWaves(Load load) {
        return load instanceof ClosedLoop loop && loop.duration() != null
                ? ClosedLoop.of(loop.users(), CONNECTIONS * Math.max(1, loop.duration().dividedBy(SLOW)))
                : load;
    }

    /**
     * Once the room is full, one request gets in for each row that is stored. A low rate never fills it; a higher one
     * may take longer than the measurement to fill it.
     */
    private static Prediction letIn(Load load) {
        var stations = List.of(new Prediction.Station("connections", CONNECTIONS, SLOW.toMillis() / 1000.0));
        if (load instanceof OpenLoop open) {
            return open.rate() > SLOW_ROWS ? Prediction.none()
                    : new Prediction(open.rate(), Double.NaN, "rate", stations);
        }
        // R = N / X.
        return new Prediction(SLOW_ROWS, 1000 * load.users() / SLOW_ROWS, "connections", stations);
    }

    private static Variant slow(Variant variant) {
        long ms = SLOW.toMillis();
        return variant.property("customers.insert-takes-ms", ms).expectingFact("insert-takes-ms", ms);
    }

    private static Cell slow(Lab lab, Cell cell, String save) {
        return published(lab, cell.as(save + "-slow").within(0.1), save + "-slow");
    }

    private static void show(Lab lab, Results measured, List<Five> fives, Cell withBound, Slow slow,
            List<Cell> offered) {
        Cell reference = fives.getLast().platformSync();
        var rows = new ArrayList<List<Object>>();
        fives.forEach(five -> rows.addAll(rows(measured, five.all(), five.platformSync())));
        rows.addAll(rows(measured, Stream.of(withBound), reference));
        rows.addAll(rows(measured, slow.all(), slow.platformSync()));
        rows.addAll(rows(measured, offered.stream(), reference));
        lab.show("Throughput and rows stored a second, as ratios to platform (sync) with as many users and the same "
                + "database; rows behind at the end of the load, and seconds until they were stored:",
                List.of("cell", "throughput published", "throughput", "stored", "lag published", "lag",
                        "drain s published", "drain s"),
                rows);
    }

    private static double published(Cell cell, Cell reference) {
        return cell.published().rps() / reference.published().rps();
    }

    private static List<List<Object>> rows(Results measured, Stream<Cell> cells, Cell reference) {
        return cells.filter(measured::has).map(cell -> List.<Object>of(cell.label(), published(cell, reference),
                measured.rps(cell) / measured.rps(reference),
                measured.mean(Metric.STORED, cell) / measured.mean(Metric.STORED, reference),
                cell.published().said("lag_rows"), measured.mean(Metric.BACKLOG, cell),
                cell.published().said("drain_s"), measured.mean(Metric.DRAIN, cell))).toList();
    }
}
