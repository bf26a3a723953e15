package old.cell;

import static old.cell.OneCell.WAITS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import kit.base.Finding.Code;
import kit.machine.Machine;
import kit.plan.ClosedLoop;
import kit.plan.Load;
import kit.report.CellReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** Cells that do not come to an end, or never begin: they are ended, and the bench goes on. */
@Tag(Lane.FAULTS)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the programs that stand for a JVM are shell scripts")
class HangTest {

    private static final Load LOAD = ClosedLoop.of(5, 50);
    private static final Duration WARMUP = Duration.ofMillis(200);

    @TempDir
    Path folder;

    /** A JDK whose {@code java} is this shell script. */
    private Path jdk(String script) throws Exception {
        Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/bash\n" + script);
        assertTrue(java.toFile().setExecutable(true));
        return folder.resolve("jdk");
    }

    private OneCell cell(String name, Light.Fault fault, Load load) throws Exception {
        return new OneCell(Files.createDirectory(folder.resolve(name)), Light.virtual(name, fault), load);
    }

    @Test
    void aCellThatNeverConnectsIsGivenUpAndEnded() throws Exception {
        var waits = new Bench.Waits(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(500), WAITS.boot(),
                WAITS.grace(),
                WAITS.ending());
        OneCell cell = cell("silent", Light.Fault.NONE, LOAD);
        // What it has started itself is to end, too.
        Path jdk = jdk("sleep 100.5 & wait\n");
        long start = System.nanoTime();
        Outcome outcome = cell.on(new Bench(new Machine(), waits), jdk, WARMUP, report -> {});
        assertEquals(Code.NO_CONTACT, outcome.failureCode, outcome.failure);
        assertTrue(System.nanoTime() - start < Duration.ofSeconds(30).toNanos(),
                "as long as it was told to wait, and not for a minute");
        assertNull(outcome.began);
        assertEquals(List.of(), cell.left());
        assertTrue(
                ProcessHandle.allProcesses().noneMatch(p -> p.info().commandLine().orElse("").contains("sleep 100.5")),
                "its child is gone");
    }

    /** Stops the process of a cell, which from then on does nothing at all, when its first second has been told. */
    private static Consumer<CellReport> freezes(long[] pid) {
        return report -> {
            if (report instanceof CellReport.Booted booted) {
                pid[0] = booted.pid();
            } else if (report instanceof CellReport.LoadSecond) {
                try {
                    Repository.run(new ProcessBuilder("kill", "-STOP", String.valueOf(pid[0])));
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    @Test
    void aCellThatHangsInStartLoadOrCloseIsEndedAndTheNextOneRuns() throws Exception {
        OneCell start = cell("start", Light.Fault.HANGS_IN_START, LOAD);
        OneCell load = cell("load", Light.Fault.NONE, ClosedLoop.of(5, 500));
        OneCell close = cell("close", Light.Fault.HANGS_IN_CLOSE, LOAD);
        Path java = Path.of(System.getProperty("java.home"));
        Duration soon = Duration.ofMillis(500);
        var bootsSoon = new Bench(new Machine(),
                new Bench.Waits(Duration.ofMillis(1), Duration.ofMillis(1), WAITS.contact(), soon, soon,
                        WAITS.ending()));
        var endsSoon = new Bench(new Machine(),
                new Bench.Waits(Duration.ofMillis(1), Duration.ofMillis(1), WAITS.contact(), WAITS.boot(),
                        Duration.ofSeconds(3), WAITS.ending()));
        // They wait more than they do anything: all at once.
        try (var side = Executors.newCachedThreadPool()) {
            var all = side.invokeAll(List.<Callable<Outcome>>of(() -> start.on(bootsSoon),
                    () -> load.on(endsSoon, java, WARMUP, freezes(new long[1])), () -> close.on(endsSoon)));
            Outcome inStart = all.get(0).get();
            Outcome inLoad = all.get(1).get();
            Outcome inClose = all.get(2).get();
            assertEquals(List.of(Code.HUNG, Code.HUNG, Code.HUNG),
                    List.of(inStart.failureCode, inLoad.failureCode, inClose.failureCode),
                    inStart.failure + inLoad.failure + inClose.failure);
            assertNull(inStart.booted);
            assertTrue(inLoad.main().ok >= 20 && inLoad.main().totals == null,
                    "the seconds that it told are kept: " + inLoad.main().ok);
            assertTrue(inClose.main().ok >= 50 && inClose.main().totals != null,
                    "the load was over: " + inClose.main().ok);
        }
        for (OneCell one : List.of(start, load, close)) {
            assertEquals(List.of(), one.left());
        }
        assertNull(cell("next", Light.Fault.NONE, LOAD).on(endsSoon).failure);
    }

    /**
     * Others know the port, for instance from the list of processes. What the lab tells its cell may hold a password.
     */
    @Test
    void aClientWithoutTheTokenIsToldNothingAndTheCellIsMeasured() throws Exception {
        OneCell cell = cell("met", Light.Fault.NONE, LOAD);
        // One says nothing, one brings a token of its own; then the real one comes.
        Path jdk = jdk("""
                port=${@: -1}
                exec 3<>/dev/tcp/127.0.0.1/$port 4<>/dev/tcp/127.0.0.1/$port
                head -c 32 /dev/zero >&4
                cat <&3 >%1$s/silent &
                cat <&4 >%1$s/wrong &
                exec 3>&- 4>&-
                exec %2$s/bin/java "$@"
                """.formatted(folder, System.getProperty("java.home")));
        Outcome outcome = cell.on(new Bench(new Machine(), WAITS), jdk, WARMUP, report -> {});
        assertNull(outcome.failure);
        assertTrue(outcome.main().ok >= 50);
        for (String other : List.of("silent", "wrong")) {
            assertTrue(Files.exists(folder.resolve(other)), "it has connected");
            assertEquals(0, Files.size(folder.resolve(other)), "it was told something");
        }
    }
}
