package kit.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;

/**
 * The flight recording of a cell: few events, so that it costs next to nothing: pinning and the threads' CPU load,
 * which the lab reads (see {@link Flight}), and what is looked for first in JDK Mission Control.
 */
public final class FlightRecorder implements AutoCloseable {

    /** The JDK's own default is 20 ms; a call to a database on the same machine takes less. */
    public static final Duration PINNED_THRESHOLD = Duration.ofMillis(1);

    private final Recording recording = new Recording();
    private MeasurementEvent measurement;

    /** Starts recording; the file is complete once this is closed. */
    public FlightRecorder(Path file) throws IOException {
        recording.enable("jdk.VirtualThreadPinned").withThreshold(PINNED_THRESHOLD).withStackTrace();
        recording.enable("jdk.VirtualThreadSubmitFailed").withStackTrace();
        recording.enable("jdk.GarbageCollection");
        recording.enable("jdk.GCPhasePause");
        recording.enable("jdk.GCHeapSummary");
        recording.enable("jdk.CPULoad").withPeriod(Duration.ofSeconds(1));
        recording.enable("jdk.ThreadCPULoad").withPeriod(Duration.ofSeconds(1));
        recording.enable("jdk.JVMInformation");
        // What was looked for: without it, "no pins" and "not recorded" look the same.
        recording.enable("jdk.ActiveSetting");
        recording.enable(MeasurementEvent.class);
        recording.setName("lab");
        recording.setToDisk(true);
        recording.setDestination(file);
        recording.start();
    }

    /** The measurement of a cell begins, or a block of it. */
    public void begin(String cell) {
        measurement = new MeasurementEvent();
        measurement.cell = cell;
        measurement.begin();
    }

    /** The measurement is over. */
    public void end() {
        measurement.commit();
    }

    @Override
    public void close() {
        recording.stop();
        recording.close();
    }
}
