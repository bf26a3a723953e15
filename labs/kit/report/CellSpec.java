package kit.report;

import java.io.Serializable;
import java.util.List;
import kit.plan.GeneratorMode;
import kit.plan.Look;
import kit.plan.Traffic;
import kit.plan.Variant;
import kit.plan.WarmUp;

/**
 * What a cell's JVM is told to do. Parent and child have the same class path, so it travels by Java serialisation.
 *
 * @param name      name of the cell
 * @param variant   what to start, and what must hold once it runs
 * @param streams   what to send; the first is the main one
 * @param warmup    how long to send without recording
 * @param driver    where from
 * @param recording path of the flight recording to write
 * @param look      at what after the measurement, while the load goes on
 * @param seed      of the random moments at which users set out and requests arrive
 */
public record CellSpec(String name, Variant variant, List<Traffic> streams, WarmUp warmup, GeneratorMode driver,
        String recording, Look look, long seed)
        implements Serializable {

    /** One whose load ends with the measurement. */
    public CellSpec(String name, Variant variant, List<Traffic> streams, WarmUp warmup, GeneratorMode driver,
            String recording) {
        this(name, variant, streams, warmup, driver, recording, Look.NONE, 0);
    }

    /** The same with its load from elsewhere. */
    public CellSpec from(GeneratorMode other) {
        return new CellSpec(name, variant, streams, warmup, other, recording, look, seed);
    }

    /** The stream that the cell is about. */
    public Traffic main() {
        return streams.getFirst();
    }
}
