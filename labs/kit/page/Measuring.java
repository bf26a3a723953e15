package kit.page;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.load.ExternalGenerator;
import kit.measure.Bench;
import kit.measure.Progress;
import kit.plan.LabPlan;
import kit.service.Database;

/**
 * Has a plan measured, fork after fork, shows the progress, and writes what was measured after each fork. Ctrl-C ends
 * the JVMs, and what was measured is kept.
 *
 * @param files    of the run
 * @param database where the services store rows; null where they have none
 * @param external sends the requests of the blocks that count; null where the lab's own load generator does
 * @param live     shows the progress in a browser, too; null where that was not asked for
 */
public record Measuring(LabPlan plan, RunFiles files, Database database, ExternalGenerator external,
        Terminal terminal, LiveRun live) {

    /** For which Ctrl-C waits until what was measured is written, in s. */
    private static final int WRITING = 20;

    /**
     * Measures, and has the result told. Where something fails, what was measured before is kept.
     *
     * @param tell ends the files; its result is the exit code
     */
    public int then(ToIntFunction<JudgedRun> tell) {
        try (var bench = new Bench(plan, files.folder(), database, external)) {
            var last = new AtomicReference<>(Judge.judge(plan, bench.nothingYet()));
            return stoppable(bench, database, () -> {
                try {
                    return tell.applyAsInt(measured(bench, last));
                } catch (RuntimeException | Error e) {
                    // Where the files are the trouble, nothing more is written.
                    files.close(last.get(), null, false);
                    throw e;
                }
            });
        }
    }

    /** Does something with a bench. Ctrl-C stops the bench, and waits until it is done. */
    public static <T> T stoppable(Bench bench, Database database, Supplier<T> work) {
        var over = new CountDownLatch(1);
        var hook = new Thread(() -> stop(bench, over, database));
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return work.get();
        } finally {
            over.countDown();
            remove(hook);
        }
    }

    private JudgedRun measured(Bench bench, AtomicReference<JudgedRun> last) {
        var progress = new ProgressLine(plan, terminal, TimeTable.of(plan).first());
        terminal.print("");
        try {
            return new Forking(plan.bench(), fork -> bench.fork(fork, event -> on(event, progress)),
                    measurement -> Judge.judge(plan, measurement), run -> {
                        last.set(run);
                        files.write(run);
                        noteFork(run, progress);
                        if (live != null) {
                            live.judged(run);
                        }
                    }, progress::forks, bench::isStopped).from(last.get().measurement());
        } finally {
            terminal.clear();
        }
    }

    private void on(Progress event, ProgressLine progress) {
        progress.on(event);
        if (live != null) {
            live.on(event, progress);
        }
    }

    /** Where the output is no terminal, each fork leaves a line. */
    private void noteFork(JudgedRun run, ProgressLine progress) {
        if (!terminal.isInteractive()) {
            terminal.print("after fork " + run.measurement().forks().getLast().number() + progress.load() + ": "
                    + progress.numbers());
        }
    }

    private static void stop(Bench bench, CountDownLatch over, Database database) {
        bench.stop();
        try {
            over.await(WRITING, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (database != null) {
            database.close();
        }
    }

    /** Takes a shutdown hook away. */
    static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down already: that is what the hook is for.
        }
    }
}
