package old.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import kit.base.LabException;
import kit.base.Numbers;
import kit.record.CellName;
import kit.record.Verdict;
import old.cell.AotCaches;
import old.cell.Bench;
import old.cell.Outcome;
import kit.load.Engine;
import kit.machine.Machine;
import old.plan.Cell;
import kit.plan.GeneratorMode;
import kit.plan.Load;
import kit.plan.Traffic;
import kit.plan.Variant;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.CellSpec;
import kit.service.Database;
import kit.service.Facts;
import old.trust.CellResult;
import old.trust.Results;

/** The measurements of a lab: in which order, on which JDKs, in how many forks, with which database. */
final class Campaign {

    private static final Duration QUICK_LOOK_AROUND = Duration.ofMillis(100);
    private static final Duration QUICK_CANARY = Duration.ofMillis(50);

    private final String lab;
    private final LabOptions options;
    private final Narrator narrator;
    private final Machine machine;
    private final JdkChoice jdks;
    private final Sizes sizes;
    private final Possible possible;
    private final ForkPlan forks;
    private final RunRecord run;
    private final Results results;
    private final Bench bench;
    private final AotCaches aotCaches;
    private final List<Calibration> calibrations = new ArrayList<>();
    private Database.Opening opening;
    private String table;
    private Database database;
    private double secondsDone;
    private int positions;
    /** Of the cells that {@link #measure} measures now: how many were begun, and how many there are. */
    private int number;
    private int count;
    private double secondsOrdered;

    /** A number that is measured once in each fork, and the property by which services are told it. */
    private record Calibration(String property, String about, LongSupplier measure) {}

    Campaign(String lab, LabOptions options, Narrator narrator, Machine machine, JdkChoice jdks, Sizes sizes,
            Possible possible, ForkPlan forks, RunRecord run, Results results) {
        this.lab = lab;
        this.options = options;
        this.narrator = narrator;
        this.machine = machine;
        this.jdks = jdks;
        this.sizes = sizes;
        this.possible = possible;
        this.forks = forks;
        this.run = run;
        this.results = results;
        this.bench = new Bench(machine, waits(options));
        this.aotCaches = new AotCaches(machine);
    }

    /** A smoke test looks at the machine's speed only where it may measure a cell once more for it. */
    private static Bench.Waits waits(LabOptions options) {
        return !options.quick ? Bench.Waits.USUAL
                : Bench.Waits.USUAL.looks(QUICK_LOOK_AROUND, options.attempts() > 1 ? QUICK_CANARY : Duration.ZERO);
    }

    /** See {@link Lab#calibrate}. */
    void calibrate(String property, String about, LongSupplier measure) {
        calibrations.add(new Calibration(property, about, measure));
    }

    /** See {@link Lab#database(Database.Opening, String)}. */
    void stores(Database.Opening how, String rows) {
        opening = how;
        table = rows;
    }

    boolean stores() {
        return opening != null;
    }

    /** What is true of the database; null where there is none (yet, or any more). */
    synchronized Facts databaseFacts() {
        return database == null ? null : database.facts();
    }

    /** Ends the cell that runs, if any; from another thread too. */
    void stop() {
        bench.stop();
        aotCaches.stop();
    }

    boolean isStopped() {
        return bench.isStopped();
    }

    synchronized void closeDatabase() {
        if (database != null) {
            database.close();
            database = null;
        }
    }

    /** Measures these cells, see {@link Lab#measure}. */
    void measure(List<Cell> wanted) {
        openDatabase();
        goOn();
        run.open();
        if (wanted.stream().map(Cell::shortName).distinct().count() < wanted.size()) {
            throw new IllegalStateException("two cells have the same name: tell them apart with as(...)");
        }
        if (options.driver == GeneratorMode.SHARED
                && wanted.stream().anyMatch(c -> c.driver(options.driver) != options.driver)) {
            narrator.detail("--driver shared is ignored in cells whose load generator must run outside the service's "
                    + "JVM: see driver in summary.csv");
        }
        if (sizes.isWithoutC2()) {
            narrator.detail(options.c2 ? "the services are compiled with C1 and C2"
                    : "the services are compiled with C1 only, so they are warm after some seconds; --c2 adds C2");
        }
        RuleTable.show(narrator, wanted, possible, jdks.areSeveral());
        skipImpossible(wanted);
        if (options.step) {
            narrator.waits();
        }
        secondsOrdered += secondsOf(wanted);
        narrator.progressBegins(lab, secondsOrdered);
        number = 0;
        count = wanted.stream().mapToInt(c -> forks.of(c) * possible.jdks(c).size()).sum();
        List<Possible.OnJdk> order = order(wanted);
        CapacityCurves.write(run.folder(), order, jdks.areSeveral());
        for (int fork = 1; fork <= forks.most(wanted); fork++) {
            Map<String, Long> calibrated = calibrate(fork);
            int now = fork;
            List<Possible.OnJdk> round = order.stream().filter(one -> now <= forks.of(one.cell())).toList();
            // Counterbalanced: a machine that becomes slower hits the last cells of one fork and the first of the next.
            round = fork % 2 == 1 ? round : round.reversed();
            for (Possible.OnJdk one : round) {
                if (one.wasStopped(results)) {
                    narrator.detail(next(one, fork) + " is left out: the load on its variant was stopped");
                } else {
                    measure(one, calibrated, fork, 1);
                }
            }
            if (options.attempts() > 1) {
                measureAgain(round, calibrated, fork);
            }
        }
        narrator.progressEnds();
    }

    /** What was spoilt in this fork, once more; the last attempt counts. */
    private void measureAgain(List<Possible.OnJdk> round, Map<String, Long> calibrated, int fork) {
        Map<Possible.OnJdk, String> spoilt = Spoilt.of(round, fork, results);
        count += spoilt.size();
        secondsOrdered += spoilt.keySet().stream().mapToDouble(one -> sizes.secondsOf(one.cell(), one.jdk())).sum();
        spoilt.forEach((one, why) -> {
            narrator.detail(one.cell().label() + " is measured again: " + why);
            measure(one, calibrated, fork, 2);
        });
    }

    /** The cells of an odd fork, variants in turn. */
    private List<Possible.OnJdk> order(List<Cell> wanted) {
        var order = new ArrayList<Possible.OnJdk>();
        for (int jdk : jdks.all()) {
            for (Cell cell : wanted) {
                int on = cell.variant().jdk() == 0 ? jdk : cell.variant().jdk();
                // A variant that needs a certain JDK is measured once, not once for each of the others.
                if ((cell.variant().jdk() == 0 || jdk == jdks.all().getFirst())
                        && possible.missing(cell, on) == null) {
                    order.add(new Possible.OnJdk(cell, on));
                }
            }
        }
        return order;
    }

    /** Says what cannot be measured here before the first cell starts. */
    private void skipImpossible(List<Cell> wanted) {
        possible.impossible(wanted).forEach((reason, some) -> {
            for (Possible.OnJdk one : some) {
                results.skip(one.cell(), reason);
                run.folder().write(one.cell(), one.jdk(), reason);
            }
            narrator.verdict(Verdict.SKIPPED,
                    (some.size() == 1 ? "a cell" : some.size() + " cells") + " (" + some.getFirst().cell().label()
                            + (some.size() == 1 ? "" : " and others") + "): " + reason);
        });
    }

    private Map<String, Long> calibrate(int fork) {
        var values = new LinkedHashMap<String, Long>();
        for (Calibration calibration : calibrations) {
            long value = calibration.measure().getAsLong();
            values.put(calibration.property(), value);
            narrator.detail(Numbers.format("calibrated%s: %,d %s", fork > 1 ? " for fork " + fork : "", value,
                    calibration.about()));
        }
        return values;
    }

    /** Unless Ctrl-C was pressed. */
    private void goOn() {
        if (bench.isStopped()) {
            throw new LabCommand.Interrupted();
        }
    }

    /** Counts one cell more, and names it. */
    private String next(Possible.OnJdk one, int fork) {
        return "[" + ++number + "/" + count + "] " + one.cell().label()
                + (jdks.areSeveral() ? ", JDK " + one.jdk() : "") + (forks.of(one.cell()) > 1 ? ", fork " + fork : "");
    }

    private void measure(Possible.OnJdk one, Map<String, Long> calibrated, int fork, int attempt) {
        goOn();
        Cell cell = one.cell();
        int jdk = one.jdk();
        String id = CellName.ofFork(cell.shortName(), jdks.areSeveral() ? jdk : 0, fork, attempt);
        String what = next(one, fork) + (attempt > 1 ? ", again" : "");
        Variant variant = inCell(cell, jdk, calibrated);
        Database.Schema schema = database == null ? null : schema(id);
        CellSpec spec = spec(id, cell, variant, schema);
        Engine engine = possible.engine();
        var outcome = new Outcome(engine == null ? spec : spec.from(GeneratorMode.OWN_JVM), fork, attempt, jdk);
        outcome.engine = engine;
        outcome.position = ++positions;
        double before = secondsDone;
        double length = sizes.secondsOf(cell, jdk);
        double all = secondsOrdered;
        narrator.progress(what, before, all - before, true);
        var inCell = new double[] {0};
        var drains = new AtomicBoolean();
        bench.run(cell, outcome, jdks.home(jdk).orElseThrow(), run.folder().file(id, ".log"), database,
                report -> {
                    if (report instanceof CellReport.LoadSecond && inCell[0] < length) {
                        inCell[0]++;
                        narrator.progress(what, before + inCell[0], all - before - inCell[0], false);
                    } else if (report instanceof CellReport.VitalsSecond second && second.draining()
                            && second.gauges().backlog() > 0) {
                        // That takes as long as it takes.
                        narrator.progress(
                                Numbers.format("%s: the load is over, and %,.0f rows are still to be stored", what,
                                        second.gauges().backlog()),
                                before + inCell[0], all - before - inCell[0], !drains.getAndSet(true));
                    }
                });
        secondsDone = before + length;
        if (schema != null) {
            count(outcome, schema);
        }
        List<CellResult> measured = rows(cell, outcome);
        measured.forEach(results::add);
        run.folder().write(outcome, measured);
        goOn();
        if (outcome.failure != null) {
            narrator.verdict(Verdict.INVALID, id + ": " + measured.getFirst().why());
            if (options.verbose && outcome.trace != null) {
                System.err.println(outcome.trace);
            }
        }
    }

    /** What the JVM of a cell is told. */
    private CellSpec spec(String id, Cell cell, Variant variant, Database.Schema schema) {
        return new CellSpec(id, schema == null ? variant : variant.settings(schema.properties()), cell.streams(),
                sizes.warmup(cell), cell.driver(options.driver),
                run.folder().file(id, ".jfr").toAbsolutePath().toString(), cell.look(),
                options.seed());
    }

    private List<CellResult> rows(Cell cell, Outcome outcome) {
        return outcome.streams.values().stream()
                .map(stream -> new CellResult(cell, outcome, stream, machine.cpus())).toList();
    }

    /**
     * Measures a pilot, see {@link Lab#needs}. Its rows are in a file of its own.
     *
     * @return those of its stages
     */
    List<CellResult> pilot(Cell cell, int jdk) {
        openDatabase();
        goOn();
        run.open();
        String id = CellName.ofFork(cell.shortName(), jdks.areSeveral() ? jdk : 0, 1, 1);
        Variant variant = inCell(cell, jdk, Map.of());
        narrator.detail("measuring what one request needs: " + cell.label());
        Database.Schema schema = database == null ? null : schema(id);
        var outcome = new Outcome(spec(id, cell, variant, schema).lookingOften(), 1, jdk);
        bench.run(cell, outcome, jdks.home(jdk).orElseThrow(), run.folder().file(id, ".log"), database,
                report -> {});
        if (schema != null) {
            count(outcome, schema);
        }
        List<CellResult> rows = rows(cell, outcome);
        run.folder().pilot(rows);
        goOn();
        return rows.subList(1, rows.size());
    }

    /** The variant of a cell on a JDK, with what is set for it alone. */
    private Variant inCell(Cell cell, int jdk, Map<String, Long> calibrated) {
        Variant variant = cell.variant().inCell(jdk, calibrated);
        return options.aot ? aotCaches.starting(variant, jdk, jdks.home(jdk).orElseThrow(),
                (other, training, load) -> train(other, training, load, cell, jdk)) : variant;
    }

    /** A small cell whose JVM lists its classes for an archive. It is not measured, and leaves no file. */
    private boolean train(Bench other, Variant variant, Load load, Cell cell, int jdk) {
        String id = cell.shortName() + "-aot";
        narrator.detail("making an archive of classes for " + variant.name() + ", which takes some seconds");
        Database.Schema schema = database == null ? null : schema(id);
        var outcome = new Outcome(new CellSpec(id, schema == null ? variant : variant.settings(schema.properties()),
                List.of(new Traffic("", cell.streams().getFirst().request(), load)),
                WarmUp.fixed(Duration.ofMillis(200)), GeneratorMode.OWN_SCHEDULER,
                run.folder().file(id, ".jfr").toAbsolutePath().toString()), 0, jdk);
        other.run(outcome, jdks.home(jdk).orElseThrow(), Duration.ofSeconds(10), run.folder().file(id, ".log"),
                database, report -> {});
        if (schema != null) {
            schema.close();
        }
        for (String ending : List.of(".jfr", ".log")) {
            run.folder().file(id, ending).toFile().delete();
        }
        return outcome.failure == null;
    }

    private synchronized void openDatabase() {
        if (opening != null && database == null) {
            database = opening.open(options.jdbcUrl);
        }
    }

    /** One for a cell; where the server was ended in the cell before, it may have to be started again. */
    private Database.Schema schema(String id) {
        try {
            return database.schema(id);
        } catch (LabException e) {
            goOn();
            throw e;
        }
    }

    /** Counts what a cell has stored, once no more is stored. */
    private void count(Outcome outcome, Database.Schema schema) {
        try {
            outcome.tableRows = schema.rows(table);
        } catch (LabException e) {
            // Where it never began there may be no table.
            outcome.uncounted = outcome.began == null ? null : e.getMessage();
        }
        try {
            schema.close();
        } catch (LabException e) {
            // Said at once, for the run may end here; what was counted stands.
            outcome.undropped = e.getMessage();
            narrator.says(outcome.spec.name() + ": " + e.getMessage());
        }
    }

    /** How long all forks of these cells take, roughly, in s. */
    double secondsOf(List<Cell> cells) {
        return cells.stream().mapToDouble(cell -> forks.of(cell) * possible.jdks(cell).stream()
                .mapToDouble(jdk -> sizes.secondsOf(cell, jdk)).sum()).sum();
    }
}
