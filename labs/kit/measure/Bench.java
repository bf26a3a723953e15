package kit.measure;

import java.nio.file.Path;
import java.util.function.Consumer;
import kit.plan.LabPlan;

/** Measures a plan, fork by fork. */
public final class Bench implements AutoCloseable {

    /**
     * @param folder for the files of JVMs: logs and flight recordings
     */
    public Bench(LabPlan plan, Path folder) {}

    /** What is known before the first fork: the machine, and what is skipped. */
    public Measurement nothingYet() {
        throw new UnsupportedOperationException();
    }

    /** Measures one more fork. Returns what there is where it is stopped meanwhile. */
    public Measurement.Fork fork(int number, Consumer<Progress> progress) {
        throw new UnsupportedOperationException();
    }

    /** Whether {@link #stop} was called. */
    public boolean isStopped() {
        throw new UnsupportedOperationException();
    }

    /** Ends every process that it has started; from any thread. What they reported is kept. */
    public void stop() {}

    @Override
    public void close() {}
}
