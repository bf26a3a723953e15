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
 * @param looks     in a second at what the service tells of itself, see {@link kit.service.Gauges}
 */
public record CellSpec(String name, Variant variant, List<Traffic> streams, WarmUp warmup, GeneratorMode driver,
        String recording, Look look, long seed, int looks)
        implements Serializable {

    /** Few enough to cost nothing, see {@code jbang ruler --instruments}. */
    private static final int USUAL = 10;
    /** Enough in a few seconds to tell how long a connection is in use that is free most of the time. */
    private static final int OFTEN = 50;

    /** One with the usual number of looks. */
    public CellSpec(String name, Variant variant, List<Traffic> streams, WarmUp warmup, GeneratorMode driver,
            String recording, Look look, long seed) {
        this(name, variant, streams, warmup, driver, recording, look, seed, USUAL);
    }

    /** One whose load ends with the measurement. */
    public CellSpec(String name, Variant variant, List<Traffic> streams, WarmUp warmup, GeneratorMode driver,
            String recording) {
        this(name, variant, streams, warmup, driver, recording, Look.NONE, 0);
    }

    /** The same with its load from elsewhere. */
    public CellSpec from(GeneratorMode other) {
        return new CellSpec(name, variant, streams, warmup, other, recording, look, seed, looks);
    }

    /** The same with more looks, where no small difference counts. */
    public CellSpec lookingOften() {
        return new CellSpec(name, variant, streams, warmup, driver, recording, look, seed, OFTEN);
    }

    /** The stream that the cell is about. */
    public Traffic main() {
        return streams.getFirst();
    }
}
