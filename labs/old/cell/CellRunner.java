package old.cell;

import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import kit.machine.Machine;
import old.plan.Cell;
import kit.report.CellReport;
import kit.service.Database;

/**
 * What a lab's cells are given to. It is {@link Bench}, which measures them, unless the class path provides another one
 * ({@link ServiceLoader}): a page and its claims can be tested with numbers that nothing had to be measured for.
 */
public interface CellRunner {

    /** The one that the class path provides, or a bench. */
    static CellRunner on(Machine machine, Bench.Waits waits) {
        return ServiceLoader.load(CellRunner.class).findFirst().orElseGet(() -> new Bench(machine, waits));
    }

    /**
     * Runs one cell.
     *
     * @param cell     what is planned
     * @param outcome  filled while the cell runs, so that it has what there is at any moment
     * @param java     home of the JDK to run it on
     * @param log      where its JVM's output goes
     * @param database that its service uses, or null
     * @param tick     told of every report
     */
    void run(Cell cell, Outcome outcome, Path java, Path log, Database database, Consumer<CellReport> tick);

    /** The number by which services are calibrated: what this measures, unless services are not started. */
    default long calibrated(LongSupplier measure) {
        return measure.getAsLong();
    }

    /** Ends what runs; what was reported is kept. */
    void stop();

    /** Whether {@link #stop} was called: no cell runs any more. */
    boolean isStopped();
}
