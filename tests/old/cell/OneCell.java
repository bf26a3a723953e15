package old.cell;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import kit.machine.Jdks;
import kit.plan.GeneratorMode;
import kit.plan.Load;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.Variant;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.CellSpec;

/** A cell of five users that a test runs with a bench of its own, which waits as long as the test says. */
final class OneCell {

    /** Without a look around; long enough otherwise for a machine that has other things to do as well. */
    static final Bench.Waits WAITS = new Bench.Waits(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofSeconds(60),
            Duration.ofSeconds(60), Duration.ofSeconds(30),
            Duration.ofSeconds(5));

    private static final Request WAIT = Request.get("/wait").timeout(Duration.ofMillis(500));

    private final Path folder;
    private final Variant variant;
    private final Load load;

    /** @param folder that is this cell's alone */
    OneCell(Path folder, Variant variant, Load load) {
        this.folder = folder;
        this.variant = variant;
        this.load = load;
    }

    /** Runs it to its end. */
    Outcome on(Bench bench, Path java, Duration warmup, Consumer<CellReport> tick) {
        var spec = new CellSpec(variant.name(), variant, List.of(new Traffic("", WAIT, load)),
                WarmUp.fixed(warmup),
                GeneratorMode.OWN_SCHEDULER,
                folder.resolve(variant.name() + ".jfr").toString());
        var outcome = new Outcome(spec, 1, Jdks.current());
        bench.run(outcome, java, Duration.ofMillis(200), log(), null, tick);
        return outcome;
    }

    Outcome on(Bench bench) {
        return on(bench, Path.of(System.getProperty("java.home")), Duration.ofMillis(200), report -> {});
    }

    Path log() {
        return folder.resolve(variant.name() + ".log");
    }

    /** Its processes that are still running, which its temporary folder tells from others. */
    List<String> left() {
        return ProcessHandle.allProcesses().map(p -> p.info().commandLine().orElse(""))
                .filter(line -> line.contains(folder.toString())).toList();
    }
}
