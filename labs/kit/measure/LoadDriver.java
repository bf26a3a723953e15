package kit.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import kit.base.Finding.Code;
import kit.load.Exchanges;
import kit.load.ExternalGenerator;
import kit.load.Failing;
import kit.load.LoadGenerator;
import kit.load.LoadScheduler;
import kit.machine.CpuUsage;
import kit.plan.ClosedLoop;
import kit.plan.GeneratorMode;
import kit.plan.Traffic;
import kit.report.CellReport;

/**
 * Sends a load to a JVM, from wherever it comes: the JVM itself, the lab's, or an external load generator.
 *
 * @param external null where there is none
 * @param stopped  whether nothing further is to be done
 */
record LoadDriver(ExternalGenerator external, BooleanSupplier stopped) {

    /** An external load generator ends so soon where the lab is stopped. */
    private static final Duration STOP_LOOK = Duration.ofMillis(200);

    /**
     * The lab's own load generator, in the JVM of the service or in this one.
     *
     * @param look has the memory looked at, of a burst that asks for it: its load generator is in this JVM
     */
    Order.Answer drive(Jvm jvm, Order.Drive drive, Duration limit, Consumer<CellReport> heard,
            Consumer<CellReport.Moment> look) {
        return jvm.booted().generator().isApart() ? driveHere(jvm, drive, limit, heard, look)
                : jvm.drive(drive, limit, heard);
    }

    /** The service's JVM while it watches a load that comes from elsewhere. */
    private static final class Watching implements AutoCloseable {
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        private final Jvm jvm;
        private final Order.Drive drive;
        private final Duration limit;
        private final Consumer<CellReport> heard;
        private Future<Order.Answer.Block> answer;

        Watching(Jvm jvm, Order.Drive drive, Duration limit, Consumer<CellReport> heard) {
            this.jvm = jvm;
            this.drive = drive;
            this.limit = limit;
            this.heard = heard;
        }

        /** Returns when the JVM has been told: it must not hear before that the window is over. */
        void begin() {
            var begun = new CountDownLatch(1);
            answer = threads.submit(() -> jvm.watch(drive.cell(), drive.inside(), limit, heard, begun::countDown));
            try {
                begun.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** What it says when the window is over; null where there was none. */
        Order.Answer.Block answer() throws InterruptedException {
            try {
                return answer == null ? null : answer.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }

        void lookInside(long underWay) {
            try {
                answer();
                jvm.lookInside(underWay);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void close() {
            threads.close();
        }
    }

    /** The load generator is in this JVM, and the service's JVM watches. */
    private Order.Answer driveHere(Jvm jvm, Order.Drive drive, Duration limit,
            Consumer<CellReport> heard, Consumer<CellReport.Moment> look) {
        Exchanges.setClientProperties();
        try (var scheduler = jvm.booted().generator() == GeneratorMode.PLATFORM_THREADS
                ? LoadScheduler.platformThreads()
                : LoadScheduler.ownOrShared();
                var watching = new Watching(jvm, drive, limit, heard)) {
            var generator = new LoadGenerator(jvm.booted().address(), drive.traffic(), drive.ramp(), scheduler,
                    CpuUsage::processNanos, heard).externals(jvm.booted().externals()).seeded(drive.seed())
                    .ofWarmService(!drive.isCold()).expectingErrors(drive.errors());
            if (drive.inside().isAny()) {
                generator.thenLook(underWay -> watching.lookInside(underWay.getAsLong()));
            }
            generator.run(watching::begin, jvm::over, look);
            return watching.answer();
        } catch (Failing e) {
            return new Order.Answer.Stopped(Failing.code(e), e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** An external load generator sends them, and the service's JVM watches. @param files begin of their names */
    Order.Answer driveByExternal(Jvm jvm, Order.Drive drive, Duration limit, Path files,
            Consumer<CellReport> heard) {
        Traffic main = drive.traffic().getFirst();
        Duration length = main.load() instanceof ClosedLoop loop ? loop.duration()
                : main.load().expected(History.UNKNOWN_RPS);
        var job = new ExternalGenerator.Job(jvm.booted().address(), main, length, files);
        try (var watching = new Watching(jvm, drive, limit, heard);
                ExternalGenerator.Run run = external.prepare(job, heard);
                var ending = new Ending(run)) {
            run.measure(watching::begin, jvm::over);
            if (drive.inside().isAny() && main.load().users() > 0) {
                run.whileItGoesOn(() -> watching.lookInside(main.load().users()));
            }
            return watching.answer();
        } catch (Failing e) {
            return new Order.Answer.Stopped(Failing.code(e), e.getMessage());
        } catch (IOException e) {
            return new Order.Answer.Stopped(Code.EXTERNAL_FAILED, "the files of " + external
                    + " cannot be written: " + e.getMessage());
        } catch (InterruptedException e) {
            // It was stopped with the lab.
            return null;
        }
    }

    /** Ends an external load generator where the lab is stopped. */
    private final class Ending implements AutoCloseable {
        private final Thread looking;

        Ending(ExternalGenerator.Run run) {
            looking = Thread.ofVirtual().start(() -> {
                try {
                    while (!stopped.getAsBoolean()) {
                        Thread.sleep(STOP_LOOK);
                    }
                    run.stop();
                } catch (InterruptedException e) {
                    // It has ended by itself.
                }
            });
        }

        @Override
        public void close() {
            looking.interrupt();
        }
    }
}
