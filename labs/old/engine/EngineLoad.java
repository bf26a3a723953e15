package old.engine;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import kit.base.Finding.Code;
import kit.base.LastWords;
import kit.base.LabException;
import kit.base.Numbers;
import kit.load.Engine;
import kit.load.Failing;
import kit.machine.Connections;
import kit.machine.SteadyClock;
import kit.plan.ClosedLoop;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Stages;
import kit.plan.Traffic;
import kit.report.CellReport;
import kit.report.Totals;

/**
 * The load of a cell, by an engine: its command is run for the warm-up, for the measurement, and once more for whatever
 * is looked at while the load goes on. Requests may have passwords, so its script is in memory where the system allows
 * it, and is removed; its output and its result are kept.
 */
final class EngineLoad implements Engine.Run {

    /** For an engine to wait for the last answers, and to write its result. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int LONGEST_LOOK = 20;
    /** Files here are in memory, on no disk: Linux. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private final String engine;
    private final Recipe recipe;
    private final Engine.Job job;
    private final Consumer<CellReport> out;
    /** Of its script. */
    private final Path script;
    /** Of results that are not kept. */
    private final Path folder;
    private volatile EngineProcess running;
    private volatile boolean stopped;

    /**
     * @param engine its name, for people
     * @param out    takes the reports
     */
    EngineLoad(String engine, Recipe recipe, Engine.Job job, Consumer<CellReport> out) throws IOException {
        this.engine = engine;
        this.recipe = recipe;
        this.job = job;
        this.out = out;
        this.folder = Files.createTempDirectory("engine");
        this.script = isInMemory(MEMORY) ? Files.createTempDirectory(MEMORY, "engine") : folder;
        for (Map.Entry<String, String> file : recipe.files(request()).entrySet()) {
            Files.writeString(script.resolve(file.getKey()), file.getValue());
        }
    }

    private static boolean isInMemory(Path path) throws IOException {
        return Files.isWritable(path) && Files.getFileStore(path).type().equals("tmpfs");
    }

    private Request request() {
        return job.stream().request();
    }

    private Path log() {
        return Path.of(job.files() + ".engine.log");
    }

    /** One run of the command. */
    private record Ran(CellReport.Told told, double engineSeconds) {}

    @Override
    public void measure(Runnable begun, Runnable over) throws InterruptedException {
        long start = System.nanoTime();
        Duration shortest = recipe.shortest();
        Ran warmed = run(job.warmUp().compareTo(shortest) < 0 ? shortest : job.warmUp(), folder.resolve("warm-up"),
                () -> {}, () -> {});
        throwWhereTooManyFailed(warmed.told);
        double warmUp = (System.nanoTime() - start) / 1e9;
        Ran measured = run(length(job.stream().load()), Path.of(job.files() + ".engine"), () -> {
            begun.run();
            out.accept(new CellReport.Began(SteadyClock.now(), warmUp));
        }, () -> {
            over.run();
            out.accept(new CellReport.Over());
        });
        for (Traffic stream : job.streams()) {
            out.accept(measured.told.of(stream.name()));
            out.accept(new CellReport.LoadEnded(stream.name(),
                    Totals.ofEngine(measured.told.seconds(), measured.engineSeconds)));
        }
        throwWhereTooManyFailed(measured.told);
    }

    private static Duration length(Load load) {
        return switch (load) {
        case ClosedLoop loop when loop.duration() != null -> loop.duration();
        case OpenLoop loop -> loop.duration();
        case Stages stages -> Duration.ofSeconds(stages.stages().getLast().to());
        default -> throw new IllegalStateException("an engine that is to send " + load);
        };
    }

    private void throwWhereTooManyFailed(CellReport.Told told) {
        long all = told.ok() + told.failed();
        if (told.ok() == 0) {
            throw new Failing(Code.NO_SUCCESS, "no request succeeded (" + Totals.kinds(told.errors()) + ")");
        }
        if (told.failed() > request().stop().mostFailed() * all) {
            throw new Failing(Code.TOO_MANY_FAILED, Numbers.format("%d of %d requests failed, more than %.0f %% (%s)",
                    told.failed(), all, 100 * request().stop().mostFailed(), Totals.kinds(told.errors())));
        }
    }

    /**
     * Runs the command to its end.
     *
     * @param result where it goes
     */
    private Ran run(Duration length, Path result, Runnable begun, Runnable over) throws InterruptedException {
        EngineProcess process = start(seconds(length), result);
        try {
            boolean hasBegun = process.awaitLoad(recipe.start());
            double before = process.cpuSeconds();
            begun.run();
            boolean isOver = process.awaitLoadEnd(length, PATIENCE);
            over.run();
            double used = process.cpuSeconds() - before;
            throwWhereStopped();
            if (!isOver || !process.awaitEnd(PATIENCE)) {
                throw failing("did not end within " + length.plus(PATIENCE).toSeconds() + " s and was stopped", null);
            }
            throwWhereStopped();
            if (process.exitCode() != 0) {
                throw failing("ended with exit code " + process.exitCode(), null);
            }
            CellReport.Told told = Reading.of(recipe.result(result, log()));
            if (!hasBegun) {
                throw failing("reports a load, but never connected to the service at " + job.base(), null);
            }
            return new Ran(told, used);
        } catch (LabException e) {
            throw failing("left no result that can be read: " + e.getMessage(), e);
        } finally {
            process.kill(recipe.patience());
            running = null;
        }
    }

    private EngineProcess start(long seconds, Path result) throws InterruptedException {
        throwWhereStopped();
        try {
            var process = new EngineProcess(command(seconds, result), recipe.environment(), recipe
                    .isElsewhere() ? EngineProcess.UNSEEN : Connections.port(job.base()), log());
            running = process;
            if (stopped) {
                process.kill(recipe.patience());
            }
            return process;
        } catch (IOException e) {
            throw failing("could not be started: " + e.getMessage(), e);
        }
    }

    /** Whole seconds, at least one: engines take no others. */
    private static long seconds(Duration length) {
        return Math.max(1, Math.round(length.toMillis() / 1000.0));
    }

    private void throwWhereStopped() throws InterruptedException {
        if (stopped) {
            throw new InterruptedException("stopped");
        }
    }

    private Failing failing(String how, Throwable e) {
        var failing = new Failing(Code.ENGINE_FAILED, engine + " " + how + lastWords());
        failing.initCause(e);
        return failing;
    }

    private String lastWords() {
        try {
            return LastWords.of(Files.readString(log(), StandardCharsets.ISO_8859_1))
                    .map(line -> "; it printed: " + line).orElse("") + "; its output is in " + log().getFileName();
        } catch (IOException e) {
            return "";
        }
    }

    private List<String> command(long seconds, Path result) throws IOException {
        boolean isRated = job.stream().load() instanceof OpenLoop;
        var words = new ArrayList<>(recipe.words(isRated));
        words.addAll(words.size() - 1, recipe.options(request()));
        var values = new Placeholders(job, seconds, result, script, freePort());
        return words.stream().map(values::fill).toList();
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    @Override
    public void whileItGoesOn(Runnable look) throws InterruptedException {
        EngineProcess process = start(LONGEST_LOOK, folder.resolve("look"));
        try {
            process.awaitLoad(recipe.start());
            look.run();
        } finally {
            process.kill(recipe.patience());
            running = null;
        }
    }

    @Override
    public void stop() {
        stopped = true;
        EngineProcess now = running;
        if (now != null) {
            now.kill(recipe.patience());
        }
    }

    @Override
    public void close() {
        stop();
        Stream.of(script, folder).distinct().forEach(EngineLoad::remove);
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException("the folder of a script cannot be removed", e);
        }
    }
}
