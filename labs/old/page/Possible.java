package old.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import kit.base.Finding;
import kit.base.LabException;
import kit.load.Engine;
import kit.load.Engines;
import kit.machine.Limits;
import old.plan.Cell;
import old.trust.Results;

/** What this machine can measure, and why not the rest. */
final class Possible {

    private final LabOptions options;
    private final JdkChoice jdks;
    private final Limits limits;
    private Engines engines;
    private Engine engine;

    Possible(LabOptions options, JdkChoice jdks, Limits limits) {
        this.options = options;
        this.jdks = jdks;
        this.limits = limits;
    }

    /**
     * What the lab sends these can send, too, and one of them does where {@code --engine} names it.
     *
     * @throws LabException where there is none of that name
     */
    void engines(Engines known) {
        engines = known;
        try {
            if (options.engine != null) {
                drivenBy(known.named(options.engine));
                if (engine.isElsewhere()) {
                    throw new LabException("--engine " + options.engine + ": the services of labs listen on 127.0.0.1, "
                            + "which other machines do not reach. Take a load generator on this machine");
                }
            }
        } catch (IOException e) {
            throw new LabException("--engine " + options.engine + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Null where none but the kit's own can drive. */
    Engines engines() {
        return engines;
    }

    /** From now on this engine drives all cells but pilots. */
    void drivenBy(Engine driving) {
        engine = driving;
    }

    /** That drives all cells but pilots; null where the load generator does. */
    Engine engine() {
        return engine;
    }

    /** Whether an engine is to drive that is missing: all cells are SKIPPED then. */
    boolean isWithoutItsEngine() {
        return engine != null && engine.missing() != null;
    }

    /** A cell on one of the JDKs of the run. */
    record OnJdk(Cell cell, int jdk) {

        private static final Set<Finding.Code> STOPPED = EnumSet.of(Finding.Code.TOO_MANY_FAILED, Finding.Code.CAPPED);

        /** Whether the load on its variant was stopped: then nothing more is sent to it. */
        boolean wasStopped(Results results) {
            return results.all().stream().anyMatch(row -> row.outcome().jdk == jdk
                    && row.variant().name().equals(cell.variant().name())
                    && row.codes().stream().anyMatch(STOPPED::contains));
        }
    }

    /** What this machine cannot measure, by the reason. */
    Map<String, List<OnJdk>> impossible(List<Cell> wanted) {
        var impossible = new LinkedHashMap<String, List<OnJdk>>();
        for (Cell cell : wanted) {
            for (int jdk : jdks.of(cell.variant())) {
                String missing = missing(cell, jdk);
                if (missing != null) {
                    impossible.computeIfAbsent(missing, reason -> new ArrayList<>()).add(new OnJdk(cell, jdk));
                }
            }
        }
        return impossible;
    }

    /** Why this machine cannot measure a cell on a JDK, and what would help; null where it can. */
    String missing(Cell cell, int jdk) {
        if (engine != null && !cell.route().equals(Pilots.ROUTE)) {
            String why = engine.missing() != null ? engine.missing() : engine.cannot(cell.streams());
            if (why != null) {
                return why;
            }
        }
        String missing = jdks.missing(cell.variant(), jdk);
        return missing != null ? missing : limits.missing(cell.need(options.driver));
    }

    /** The JDKs on which it can. */
    List<Integer> jdks(Cell cell) {
        return jdks.of(cell.variant()).stream().filter(jdk -> missing(cell, jdk) == null).toList();
    }
}
