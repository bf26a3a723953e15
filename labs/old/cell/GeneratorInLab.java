package old.cell;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import kit.load.Engine;
import kit.load.Exchanges;
import kit.load.Failing;
import kit.load.LoadGenerator;
import kit.load.LoadScheduler;
import kit.machine.CpuUsage;
import kit.plan.GeneratorMode;
import kit.plan.Look;
import kit.report.CellReport;

/**
 * The driver of a cell in the lab's JVM, for a JDK that gives the cell no scheduler of its own or because it was asked
 * for; or an engine, which the lab's JVM starts. It tells the cell when the measurement begins and ends. It drives on a
 * thread of its own, and only where it is started.
 */
final class GeneratorInLab {

    /** For a look at the memory, and for the driver's end, in seconds. */
    private static final int PATIENCE = 10;
    /** For thread dumps, in seconds. */
    private static final int PATIENCE_OF_DUMPS = 30;

    private final Outcome outcome;
    private final Process process;
    private final ObjectOutputStream out;
    private final BlockingQueue<Boolean> looks = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> stop = new CompletableFuture<>();
    private final CompletableFuture<Void> breakOff = new CompletableFuture<>();
    private final CountDownLatch driven = new CountDownLatch(1);
    private volatile boolean started;

    /** @param out to the cell */
    GeneratorInLab(Outcome outcome, Process process, ObjectOutputStream out) {
        this.outcome = outcome;
        this.process = process;
        this.out = out;
    }

    /** @param heard takes the reports of the driver */
    void start(CellReport.Booted booted, Consumer<CellReport> heard) {
        started = true;
        Thread.ofPlatform().daemon().name("lab-drive").start(() -> {
            try {
                drive(booted, heard);
            } finally {
                driven.countDown();
            }
        });
    }

    private void drive(CellReport.Booted booted, Consumer<CellReport> heard) {
        try {
            if (outcome.engine == null) {
                driveHere(booted, heard);
            } else {
                driveByEngine(booted, heard);
            }
            tell(CellMain.Command.STOP);
        } catch (IOException | InterruptedException | RuntimeException e) {
            outcome.fail(Failing.code(e), String.valueOf(e.getMessage()));
            process.destroyForcibly();
        }
    }

    private void driveHere(CellReport.Booted booted, Consumer<CellReport> heard) throws InterruptedException {
        try (var scheduler = booted.driver() == GeneratorMode.PLATFORM_THREADS ? LoadScheduler.platformThreads()
                : LoadScheduler.ownOrShared()) {
            Exchanges.setClientProperties();
            var driver = new LoadGenerator(booted.address(), outcome.spec.streams(), outcome.spec.warmup(), scheduler,
                    CpuUsage::processNanos, heard).externals(booted.externals()).seeded(outcome.spec.seed());
            stop.whenComplete((nothing, e) -> driver.stop());
            breakOff.whenComplete((nothing, e) -> driver.breakOff());
            driver.run(() -> tell(CellMain.Command.BEGIN), () -> tell(CellMain.Command.END), moment -> {
                tell(moment == CellReport.Moment.REST ? CellMain.Command.LOOK_AT_REST : CellMain.Command.LOOK_WAITING);
                awaitLook(PATIENCE);
            });
        }
    }

    private void driveByEngine(CellReport.Booted booted, Consumer<CellReport> heard)
            throws IOException, InterruptedException {
        Path files = Path.of(outcome.spec.recording()).resolveSibling(outcome.spec.name());
        var job = new Engine.Job(booted.address(), outcome.spec.streams(), outcome.spec.warmup().least(), files);
        try (Engine.Run run = outcome.engine.prepare(job, heard)) {
            stop.whenComplete((nothing, e) -> run.stop());
            breakOff.whenComplete((nothing, e) -> run.stop());
            run.measure(() -> tell(CellMain.Command.BEGIN), () -> tell(CellMain.Command.END));
            if (outcome.spec.look() != Look.NONE && outcome.spec.main().load().users() > 0) {
                run.whileItGoesOn(() -> {
                    tell(CellMain.Command.LOOK_AT_WAITS);
                    awaitLook(PATIENCE_OF_DUMPS);
                });
            }
        }
    }

    private void tell(CellMain.Command command) {
        Bench.command(out, command);
    }

    /** The cell has looked, as it was told. */
    void hasLooked() {
        looks.add(true);
    }

    private void awaitLook(int patience) {
        try {
            looks.poll(patience, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the load, and keeps what it has measured. */
    void breakOff() {
        breakOff.complete(null);
    }

    /** Ends the load at once: the cell has ended. */
    void stop() {
        stop.complete(null);
    }

    /** Waits for the end of a driver that was started. One that outlived its cell would be load on the next one. */
    void awaitEnd() {
        try {
            if (started) {
                driven.await(PATIENCE, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
