package old.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import kit.record.Validity;
import fixtures.Light;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import kit.base.Finding.Code;
import kit.machine.Hiccups;
import kit.machine.Machine;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.rule.RuleFigures;
import kit.plan.Published;
import kit.report.CellReport;
import old.trust.CellResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Certain;
import tests.Lane;
import tests.Measures;
import tests.Repository;

/** A JVM that something outside it stops in the measurement is no measurement of the service. */
@Tag(Lane.QUIET)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGSTOP")
class StoppedTest {

    private static final double TOLERANCE_S = 0.05;
    /** Stops a process for a second and a half, and says when. */
    private static final String STOPS = "kill -STOP %1$d; date +%%s.%%N; sleep 1.5; date +%%s.%%N; kill -CONT %1$d";

    @TempDir
    Path folder;

    private record Measured(Outcome outcome, Instant stopped, Instant continued) {}

    private Measured measured() throws Exception {
        var cell = new OneCell(folder, Light.virtual("stopped"), ClosedLoop.of(5, Duration.ofSeconds(4)));
        var pid = new long[1];
        var times = new Instant[2];
        Outcome outcome = cell.on(new Bench(new Machine(), OneCell.WAITS), Path.of(System.getProperty("java.home")),
                Duration.ofMillis(500), report -> {
                    if (report instanceof CellReport.Booted booted) {
                        pid[0] = booted.pid();
                    } else if (report instanceof CellReport.LoadSecond && times[0] == null) {
                        stop(pid[0], times);
                    }
                });
        return new Measured(outcome, times[0], times[1]);
    }

    private static void stop(long pid, Instant[] times) {
        try {
            List<String> said = Repository.run(new ProcessBuilder("sh", "-c", STOPS.formatted(pid))).out().lines()
                    .toList();
            for (int i = 0; i < 2; i++) {
                String[] parts = said.get(i).split("\\.");
                times[i] = Instant.ofEpochSecond(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    @Test
    @Measures
    void itIsInvalidAndSaysWhenAndForHowLong() throws Exception {
        Measured run = measured();
        List<Hiccups.Stop> stops = run.outcome.ended.hiccups().stops();
        assertEquals(1, stops.size(), stops.toString());
        assertEquals(0, seconds(run.stopped, stops.getFirst().start()), TOLERANCE_S, stops + " " + run.stopped);
        assertEquals(seconds(run.stopped, run.continued), stops.getFirst().length().toNanos() / 1e9, TOLERANCE_S);

        Outcome outcome = run.outcome;
        // A single sleep was late, yet a good part of the time was lost.
        double p99 = outcome.main().totals.hiccups().p99Ms();
        assertTrue(p99 > 1000 * TOLERANCE_S, "of the client's time: " + p99);
        var plan = new Cell(outcome.spec.variant(), outcome.spec.streams(), jdk -> RuleFigures.none(),
                Published.Figure.NONE);
        var result = new CellResult(plan, outcome, outcome.main(), 2);
        // A stop that the meter has seen is named.
        Certain.holds(() -> {
            assertEquals(Validity.INVALID, result.validity(), result.why());
            assertTrue(result.codes().contains(Code.JVM_STOPPED), result.why());
        });
    }
}
