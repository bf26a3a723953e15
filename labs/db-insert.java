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
import kit.trust.Claim.Metric;
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
    /**
     * Of a database that takes its time for each row: so much that two CPUs, with code that is hardly compiled, can
     * keep up.
     */
    private static final Duration SLOW = Duration.ofMillis(200);
    private static final double SLOW_ROWS = CONNECTIONS * 1000.0 / SLOW.toMillis();

    /** The five ways of the experiment, for one number of users. */
    private record Five(int users, Cell platformSync, Cell virtualSync, Cell platformAsync, Cell virtualAsync,
            Cell reactive) {
        Stream<Cell> all() {
            return Stream.of(platformSync, virtualSync, platformAsync, virtualAsync, reactive);
        }
    }

    /**
     * With a database that takes its time: who stores before he answers, who does so later, and who waits for room to
     * do it later.
     */
    private record Slow(Cell platformSync, Cell virtualSync, Cell platformAsync, Cell virtualAsync, Cell bounded) {
        List<Cell> all() {
            return List.of(platformSync, virtualSync, platformAsync, virtualAsync, bounded);
        }
    }

    public static void main(String... args) {
        System.exit(Lab.run("db-insert", args, DbInsert::page));
    }

    static void page(Lab lab) {
        lab.title(8, "A row for each request. What do threads matter, and what is left to store when the load ends?");
        lab.database(Postgres::open, "customers");
        lab.published("e4.csv");

        // In an open loop (--rate) there are no users.
        List<Integer> users = lab.users(10, 50, 100);
        if (load(lab, users.getLast()) instanceof OpenLoop) {
            users = users.subList(users.size() - 1, users.size());
        }

        lab.says("""
                A request brings a person, and the service leaves a row in a PostgreSQL table. It has %d connections to
                it, and does so in one of five ways:

                - platform (sync), virtual (sync): the request stores the row through JPA, then answers
                - platform (async), virtual (async): the request puts the row into a queue without limit and answers at
                  once. A pool of 500 platform threads stores what is in the queue, on either kind of request thread, as
                  published
                - reactive: WebFlux and R2DBC, on few threads that never wait; it answers when the row is stored

                JPA goes to the database three times for a row: for its id, with the row, for the commit. R2DBC goes
                once, since the database makes the id and commits by itself. As published, and no merit of threads.

                %s. PostgreSQL is a real one, and what makes a commit last (fsync) is switched on. After each cell the
                lab counts the rows in the table itself: accepted rows that are not there would be lost.""",
                CONNECTIONS, load(lab, users.getLast()) instanceof OpenLoop loop ? "Requests come at " + loop.label()
                        + ", whatever becomes of the ones before"
                        : String.join(", then ", users.stream().map(String::valueOf).toList())
                                + " users send requests without a pause");
        lab.says("""
                On a machine with few CPUs these are short before the database is. So there is a second scene, with a
                database that waits %d ms with each row, as one does that is far away or busy. And there is one way
                more, virtual-bounded (async): each row is stored by a virtual thread of its own, but there is room for
                %d of them only.""", SLOW.toMillis(), ROOM);

        lab.code("apps/Customers.java", "public Person sync(", "public Person async(");
        lab.code("apps/CustomersReactive.java", "public Mono<Person> reactive(");
        lab.code("labs/db-insert.java", "Variant platform = ");

        Variant platform = experiment(Variant.platform("platform", Customers.class, 200)).asking("writer.queue",
                "unbounded");
        Variant virtual = experiment(Variant.virtual("virtual", Customers.class)).asking("writer.queue", "unbounded");
        Variant reactive = Variant.reactive("reactive", CustomersReactive.class).flags("-Xmx2g")
                .asking("r2dbc.pool.max-size", CONNECTIONS);
        Variant bounded = experiment(Variant.virtual("virtual-bounded", Customers.class))
                .as("virtual-bounded",
                        "a virtual thread per request and per row, of which no more than " + ROOM + " are queued")
                .property("customers.writer", "bounded").property("customers.writer.rows", ROOM)
                .asking("writer.queue", ROOM);

        List<Five> fives = users.stream().map(n -> new Five(n,
                cell(lab, platform, "sync", n), cell(lab, virtual, "sync", n),
                cell(lab, platform, "async", n), cell(lab, virtual, "async", n),
                cell(lab, reactive, "reactive", n))).toList();
        Five most = fives.getLast();
        Cell withBound = cell(lab, bounded, "async", most.users());
        Slow slow = slow(lab, platform, virtual, bounded, most.users());

        // Of the slow database's cells, which leave the compiler CPU enough.
        lab.warmup(Duration.ofSeconds(6));

        lab.predict("%s, and each request stores its row: which serve more requests a second?".formatted(who(most)),
                Choices.below(0.8, "platform threads").then(1.25, "neither, give or take a quarter")
                        .beyond("virtual threads"),
                ratio(most.virtualSync(), most.platformSync()).byRule(1),
                "what does a row need that there is not enough of: threads, connections, or CPU?",
                "there are 200 platform threads, and " + who(most));
        lab.predict("Rows are queued instead: how many times as many are stored a second, on platform threads?",
                ratio(Metric.STORED, most.platformAsync(), most.platformSync()).byRule(1),
                "who answers earlier accepts more; but what does it take to store a row, and is there more of it now?");

        lab.rule("""
                A row needs one of %d connections for a time S_db, and CPU time D: in the service, in the database, in
                the client. So no more than %1$d / S_db rows are stored a second, and no more than k / D on the k CPUs
                that all of them share. Neither knows of threads: the ratio of virtual to platform threads is 1.

                Who answers before the row is stored can accept more than that, A rows a second. P are stored, and the
                others wait: the lag grows by A - P each second, and a row waits lag / P (Little). What accepts less
                leaves less behind, and that says nothing of how fast it stores.

                With room for %d rows only, the lag is at most %2$d. Once the room is full A = P: a request is let in
                for each row that is stored, and the others wait. Few users fill it as many do, for until it is full
                they are answered at once. So even they keep all connections at work, and N users have their answers
                after N / P on average (Little).

                Neither S_db nor D can be known before this machine has been measured, so of the first scene this page
                predicts ratios only. In the second S_db is %4$s s, and that makes %1$d / %4$s = %3$s rows a second."""
                .formatted(CONNECTIONS, ROOM, Math.round(SLOW_ROWS), SLOW.toMillis() / 1000.0));

        // Wide, and no wider than need be: where CPUs that still compile are the limit, single forks of the same cell
        // lie up to 1.6 times apart. Narrower ones take forks.
        for (Five five : fives) {
            // With fewer users than connections, who is answered at once keeps more of them at work.
            if (five.users() >= CONNECTIONS) {
                lab.expect(
                        "%s, platform threads: to queue rows does not mean to store twice as many".formatted(who(five)),
                        ratio(Metric.STORED, five.platformAsync(), five.platformSync()).atMost(2),
                        "the same connections store them on the same CPUs: were all at work? see connections_active "
                                + "in timeline.csv");
            }
            // More than 1 is possible: where the CPUs are short, whoever takes less of them for each request serves
            // more.
            lab.expect(
                    "%s: where each request stores its row, virtual threads serve more than half as many"
                            .formatted(who(five)),
                    ratio(five.virtualSync(), five.platformSync()).atLeast(0.5),
                    "what is short on this machine? see bound_seen, machine_cpu and pinned in summary.csv");
            for (Cell cell : List.of(five.platformAsync(), five.virtualAsync())) {
                lab.expect("%s: every accepted row is in the table in the end".formatted(cell.label()),
                        count(Metric.LOST, cell).atMost(0),
                        "why says for which reason rows were lost, and the cell's log which they were");
            }
        }
        for (Cell cell : List.of(slow.platformSync(), slow.virtualSync(), slow.bounded())) {
            Prediction rule = cell.prediction(lab.jdks().getFirst());
            if (rule.exists()) {
                // With -c or --rate there may be too few requests for that many.
                lab.expect("%s: %s".formatted(cell.label(), rule.bound().equals("connections")
                        ? "the slow database's %d connections are the limit".formatted(CONNECTIONS)
                        : "the slow database's %d connections are enough, and what the rule says is served"
                                .formatted(CONNECTIONS)),
                        asPredicted(cell),
                        "does each row hold a connection for so long? see insert-takes-ms in run.json, and "
                                + "connections_active in timeline.csv");
            }
        }
        for (Cell cell : List.of(slow.platformAsync(), slow.virtualAsync())) {
            lab.expect(
                    "%s: twice as much comes, and what is stored is %d rows a second".formatted(cell.label(),
                            Math.round(SLOW_ROWS)),
                    count(Metric.STORED, cell).near(SLOW_ROWS, 0.1),
                    "below: was the CPU short after all? see machine_cpu. Above: see insert-takes-ms in run.json");
            lab.expect("%s: every accepted row is in the table in the end".formatted(cell.label()),
                    count(Metric.LOST, cell).atMost(0),
                    "why says for which reason rows were lost, and the cell's log which they were");
        }
        lab.expect("where both are offered the same, as many rows are behind on either kind of thread",
                ratio(Metric.LAG, slow.virtualAsync(), slow.platformAsync()).near(1, 0.2),
                "it is what was accepted and not stored: which of the two differs? see accepted_rows and "
                        + "persisted_rows in timeline.csv");
        lab.expect("slow database, room for %d rows: at the end of no second more than that are behind".formatted(ROOM),
                count(Metric.LAG_PEAK, slow.bounded()).atMost(ROOM),
                "see writer.queue among the facts in run.json: was the writer the one with a bound?");
        lab.expect("with room for %d rows, at the end of no second more than that are behind".formatted(ROOM),
                count(Metric.LAG_PEAK, withBound).atMost(ROOM),
                "see writer.queue among the facts in run.json: was the writer the one with a bound?");
        lab.expect("and every accepted row is in the table in the end", count(Metric.LOST, withBound).atMost(0),
                "why says for which reason rows were lost, and the cell's log which they were");

        var all = new ArrayList<>(fives.stream().flatMap(Five::all).toList());
        all.add(withBound);
        all.addAll(slow.all());
        Results measured = lab.measure(all.toArray(Cell[]::new));

        // What the slowest of them stores, and a good part of it: at this rate nobody is behind for long.
        double slowest = most.all().mapToDouble(cell -> measured.mean(Metric.STORED, cell)).filter(Double::isFinite)
                .min()
                .orElse(Double.NaN);
        List<Cell> offered = new ArrayList<>();
        if (slowest > 0 && !(load(lab, most.users()) instanceof OpenLoop)) {
            double rate = Math.max(1, Math.floor(0.7 * slowest));
            lab.says("""
                    The slowest of the five ways stored %s rows a second with %s users. Now requests come at 70 %% of
                    that, whatever became of the ones before: %s a second, to platform and to virtual threads alike.""",
                    Math.round(slowest), most.users(),
                    Math.round(rate));
            Load open = new OpenLoop(rate,
                    most.platformAsync().load() instanceof ClosedLoop loop && loop.duration() != null
                            ? loop.duration()
                            : Duration.ofSeconds(10));
            for (Variant variant : List.of(platform, virtual)) {
                // Fewer requests come than users would send, and it is their number that gets code compiled. Until then
                // such a rate is too much.
                Cell cell = lab.cell(variant, post("async"), open, Prediction.none()).as("offered").throughputOnly()
                        .warmup(UNTIL_COMPILED.multipliedBy(2));
                offered.add(cell);
                lab.expect(
                        "%s: when as much is offered to both, less than half a second's rows are behind"
                                .formatted(cell.label()),
                        count(Metric.LAG, cell).atMost(Math.max(CONNECTIONS, rate / 2)),
                        "lag_rows in timeline.csv shows when the lag grew: was the machine busy with something else "
                                + "then?");
            }
            lab.measure(offered.toArray(Cell[]::new));
            if (offered.stream().noneMatch(measured::has)) {
                lab.says("(Left out by --variant, or by --cells, which can name only what is known from the start.)");
            }
        }
        lab.concludes();
        show(lab, measured, fives, withBound, slow, offered);
        explain(lab, measured, most, slow, offered);

        lab.tryIt("""
                -c 200          more users than Tomcat has threads, and far more than connections: which ratio moves?
                --jdk 21,25     the published experiment ran on JDK 21: were virtual threads slower there?
                --jdbc-url ...  a PostgreSQL of your own, across a network: where CPU is no longer short, does the \
                queue grow?
                -c 20           fewer users than connections: what does the slow database serve now, within the \
                request, and with a queue?
                --published     120 s for each cell: the best part of an hour. What does lag_rows in timeline.csv look \
                like after a minute?
                --forks 5       intervals: how far from 1 are the ratios of the first scene really? it takes an \
                hour""");
    }

    private static void explain(Lab lab, Results measured, Five most, Slow slow, List<Cell> offered) {
        lab.explains("""
                With %s, where each request stores its row, virtual threads served %s times what platform threads did
                (published: %s), and the reactive service %s times (published: %s). What held them on this machine: %s,
                %s and %s (bound_seen). A row cost %s, %s and %s µs of CPU in the service, and %s, %s and %s in the
                database.""",
                who(most), measured.rps(most.virtualSync()) / measured.rps(most.platformSync()),
                published(most.virtualSync(), most.platformSync()),
                measured.rps(most.reactive()) / measured.rps(most.platformSync()),
                published(most.reactive(), most.platformSync()),
                measured.boundSeen(most.platformSync(), ""), measured.boundSeen(most.virtualSync(), ""),
                measured.boundSeen(most.reactive(), ""),
                measured.mean(Metric.CPU_PER_REQUEST, most.platformSync()),
                measured.mean(Metric.CPU_PER_REQUEST, most.virtualSync()),
                measured.mean(Metric.CPU_PER_REQUEST, most.reactive()),
                measured.mean(Metric.DATABASE_CPU, most.platformSync()),
                measured.mean(Metric.DATABASE_CPU, most.virtualSync()),
                measured.mean(Metric.DATABASE_CPU, most.reactive()));
        lab.explains("""
                With a queue, platform threads accepted %s rows a second and stored %s, virtual threads accepted %s and
                stored %s. That left %s and %s rows behind when the load ended. Where a database is slower than those
                who ask, what a queue adds to the throughput is mostly promises.""",
                measured.rps(most.platformAsync()), measured.mean(Metric.STORED, most.platformAsync()),
                measured.rps(most.virtualAsync()),
                measured.mean(Metric.STORED, most.virtualAsync()), measured.mean(Metric.LAG, most.platformAsync()),
                measured.mean(Metric.LAG, most.virtualAsync()));
        lab.explains("""
                The published figures with 100 users are 10,223 accepted a second and some 465,000 behind on platform
                threads, 7274 and 50,000 on virtual threads. So in 120 s the first stored 1,226,975 - 465,000 rows, or
                6350 a second, and the second 872,774 - 50,000, or 6856: 8 %% more (6 to 10 %%, for the first lag is
                given as 450,000 to 480,000). That made the lag some 61,000 rows smaller; that 29 %% less was accepted
                made it 354,000 rows smaller. (One published total, 822,087 of virtual (sync) with 50 users, is another
                row's: 5688 a second are 682,560.)""");
        lab.explains("""
                With the slow database, %s had %s rows stored a second on platform threads and %s on virtual threads.
                When %s a second came and were queued, where the rule lets %s be stored, %s and %s were, and %s and %s
                rows were behind in the end, which took %s and %s s more. It is the same on either kind of thread, since
                the same was accepted. With room for %s rows, %s were accepted a second, and %s rows were behind.
                Requests that find no room wait for it, which costs little on virtual threads, and the users see how
                fast the database is.""",
                who(most), measured.rps(slow.platformSync()), measured.rps(slow.virtualSync()), 2 * SLOW_ROWS,
                SLOW_ROWS,
                measured.mean(Metric.STORED, slow.platformAsync()), measured.mean(Metric.STORED, slow.virtualAsync()),
                measured.mean(Metric.LAG, slow.platformAsync()),
                measured.mean(Metric.LAG, slow.virtualAsync()), measured.mean(Metric.DRAIN, slow.platformAsync()),
                measured.mean(Metric.DRAIN, slow.virtualAsync()), ROOM,
                measured.rps(slow.bounded()), measured.mean(Metric.LAG, slow.bounded()));
        if (!offered.isEmpty()) {
            lab.explains("""
                    When both were offered %s rows a second, which they can store, %s rows were behind on platform
                    threads and %s on virtual threads. That is the comparison which the published lag was taken for.""",
                    measured.rps(offered.getFirst()), measured.mean(Metric.LAG, offered.getFirst()),
                    measured.mean(Metric.LAG, offered.getLast()));
        }
    }

    /** Where rows come at a rate there are no users. */
    private static String who(Five five) {
        Load load = five.platformSync().load();
        return load instanceof OpenLoop ? "requests at " + load.label() : five.users() + " users";
    }

    /** As published. */
    private static Variant experiment(Variant variant) {
        return variant.flags("-Xmx2g").asking("hikari.maximum-pool-size", CONNECTIONS);
    }

    private static Load load(Lab lab, int users) {
        return lab.load(users, Duration.ofSeconds(10), Duration.ofSeconds(120));
    }

    private static Request post(String how) {
        return Request.post("/person/" + how, PERSON);
    }

    private static Cell cell(Lab lab, Variant variant, String save, int users) {
        return published(lab,
                lab.cell(variant, post(save), load(lab, users), Prediction.none()).as(save).warmup(UNTIL_COMPILED),
                save);
    }

    private static Cell published(Lab lab, Cell cell, String save) {
        return cell.throughputOnly().published(lab.publishedFigure(
                Map.of("variant", cell.variant().name(), "save", save, "users", cell.load().users())));
    }

    /**
     * The second scene. Users have their rows stored; those that are queued come at twice the rate at which rows can be
     * stored.
     */
    private static Slow slow(Lab lab, Variant platform, Variant virtual, Variant bounded, int users) {
        Demand waits = Demand.waiting(SLOW).holding("connections", CONNECTIONS, SLOW);
        Load load = lab.load(users, Duration.ofSeconds(10));
        Load twice = new OpenLoop(2 * SLOW_ROWS, Duration.ofSeconds(lab.isQuick() ? 2 : 5));
        var accepted = new Prediction(2 * SLOW_ROWS, Double.NaN, "rate", List.of());
        return new Slow(slow(lab, lab.cell(slow(platform), post("sync"), load, waits), "sync-slow"),
                slow(lab, lab.cell(slow(virtual), post("sync"), load, waits), "sync-slow"),
                slow(lab, lab.cell(slow(platform), post("async"), twice, accepted), "async-slow"),
                slow(lab, lab.cell(slow(virtual), post("async"), twice, accepted), "async-slow"),
                // Before it is measured the room has to be full.
                slow(lab, lab.cell(slow(bounded), post("async"), wholeWaves(load), letIn(load)).warmup(UNTIL_COMPILED),
                        "async-slow"));
    }

    /**
     * Connections that have all begun together end together, again and again: a part of such a wave would count for a
     * whole one.
     */
    private static Load wholeWaves(Load load) {
        return load instanceof ClosedLoop loop && loop.duration() != null
                ? ClosedLoop.of(loop.users(), CONNECTIONS * Math.max(1, loop.duration().dividedBy(SLOW)))
                : load;
    }

    /**
     * Once the room is full, a request is let in for each row that is stored, which keeps all connections at work. Any
     * user fills it who is answered at once until then. Where requests come at a rate, a lower one never fills it; a
     * higher one is let in until it is full, which may take longer than the measurement.
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
        return variant.property("customers.insert-takes-ms", SLOW.toMillis()).asking("insert-takes-ms",
                SLOW.toMillis());
    }

    /** Nothing was published of it. */
    private static Cell slow(Lab lab, Cell cell, String save) {
        return published(lab, cell.as(save).within(0.1), save);
    }

    private static void show(Lab lab, Results measured, List<Five> fives, Cell withBound, Slow slow,
            List<Cell> offered) {
        var rows = new ArrayList<List<Object>>();
        for (Five five : fives) {
            five.all().forEach(cell -> addRow(rows, measured, cell, five.platformSync()));
        }
        Cell reference = fives.getLast().platformSync();
        addRow(rows, measured, withBound, reference);
        slow.all().forEach(cell -> addRow(rows, measured, cell, slow.platformSync()));
        offered.forEach(cell -> addRow(rows, measured, cell, reference));
        lab.shows(
                "Throughput and rows stored, a second, as ratios to platform (sync) with as many users and the same "
                        + "database; rows behind "
                        + "at the end of the load, and seconds until they were stored:",
                List.of("cell", "throughput published", "throughput", "stored",
                        "lag published", "lag", "drain s published", "drain s"),
                rows);
    }

    private static double published(Cell cell, Cell reference) {
        return cell.published().rps() / reference.published().rps();
    }

    private static void addRow(List<List<Object>> rows, Results measured, Cell cell, Cell reference) {
        if (measured.has(cell)) {
            rows.add(row(measured, cell, reference));
        }
    }

    private static List<Object> row(Results measured, Cell cell, Cell reference) {
        return List.of(cell.label(), published(cell, reference), measured.rps(cell) / measured.rps(reference),
                measured.mean(Metric.STORED, cell) / measured.mean(Metric.STORED, reference),
                cell.published().said("lag_rows"),
                measured.mean(Metric.LAG, cell),
                cell.published().said("drain_s"), measured.mean(Metric.DRAIN, cell));
    }
}
