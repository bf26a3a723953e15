package kit.load;

import java.util.Map;
import java.util.function.Consumer;
import kit.machine.Hiccups;
import kit.plan.Stages;
import kit.report.CellReport;

/** A stage of a load while it passes. */
final class StagePart {

    private final Stages.Stage stage;
    private final StreamRecorder recorder;
    private final LoadScheduler scheduler;
    private final Consumer<CellReport> out;
    private Map<Thread, Long> byThread = Map.of();
    private long cpu = -1;
    private double generatorSeconds = Double.NaN;
    private double busiest = Double.NaN;
    private boolean told;

    StagePart(Stages.Stage stage, StreamRecorder recorder, LoadScheduler scheduler, Consumer<CellReport> out) {
        this.stage = stage;
        this.recorder = recorder;
        this.scheduler = scheduler;
        this.out = out;
    }

    Stages.Stage stage() {
        return stage;
    }

    StreamRecorder.Window window() {
        return recorder.window();
    }

    /** A second has ended. */
    void passes(int second, long cpuNow) {
        if (second == stage.from()) {
            cpu = cpuNow;
            byThread = scheduler.canAccount() ? scheduler.cpuNanosByThread() : Map.of();
        } else if (second == stage.to() && cpu >= 0) {
            generatorSeconds = (cpuNow - cpu) / 1e9;
            busiest = scheduler.canAccount() ? scheduler.busiestSince(byThread, stage.to() - stage.from()) : Double.NaN;
        } else if (second > stage.to()) {
            // By now all have been recorded that ended within it.
            tellRequests();
        }
    }

    private void tellRequests() {
        if (!told) {
            told = true;
            out.accept(recorder.second(stage.to(), recorder.window().seconds(), Double.NaN, Double.NaN));
        }
    }

    /** The requests that were under way when it ended have ended too: they are part of its users' time. */
    void tell() {
        if (!recorder.window().hasBegun()) {
            return;
        }
        tellRequests();
        out.accept(
                new CellReport.LoadEnded(stage.name(),
                        recorder.totals(generatorSeconds, busiest, Hiccups.Measured.NOT)));
    }
}
