package own.generator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;
import kit.base.Finding.Code;
import kit.base.LastWords;
import kit.base.LabException;
import kit.base.Numbers;
import kit.base.Secrets;
import kit.load.ExternalGenerator;
import kit.load.Failing;
import kit.machine.Connections;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.report.CellReport;
import kit.report.Totals;
import org.apache.commons.io.FileUtils;

/**
 * The load of a block, by an external load generator: its command is run once, and once more for whatever
 * is looked at while the load goes on. Requests may have passwords, so its script is in memory where the system allows
 * it, and is removed; its output and its result are kept.
 */
final class RecipeRun implements ExternalGenerator.Run {

    /** For a load generator to wait for the last answers, and to write its result. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int LONGEST_LOOK = 20;
    private static final int TRIES = 10;
    /** Files here are in memory, on no disk: Linux. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private final String generator;
    private final Recipe recipe;
    private final ExternalGenerator.Job job;
    private final Consumer<CellReport> out;
    /** Of its script. */
    private final Path script;
    /** Of results that are not kept. */
    private final Path folder;
    private volatile GeneratorProcess running;
    private volatile boolean stopped;

    /**
     * @param generator its name, for people
     * @param out    takes the reports
     */
    RecipeRun(String generator, Recipe recipe, ExternalGenerator.Job job, Consumer<CellReport> out) throws IOException {
        this.generator = generator;
        this.recipe = recipe;
        this.job = job;
        this.out = out;
        this.folder = Files.createTempDirectory("generator");
        this.script = isInMemory(MEMORY) ? Files.createTempDirectory(MEMORY, "generator") : folder;
        try {
            for (Map.Entry<String, String> file : recipe.files(request()).entrySet()) {
                Files.writeString(script.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            removeFolders();
            throw e;
        }
    }

    private static boolean isInMemory(Path path) throws IOException {
        return Files.isWritable(path) && Files.getFileStore(path).type().equals("tmpfs");
    }

    private Request request() {
        return job.traffic().request();
    }

    private Path log() {
        return Path.of(job.files() + ".generator.log");
    }

    /** One run of the command. */
    private record Ran(CellReport.Told told, double cpuSeconds) {}

    @Override
    public void measure(Runnable begun, Runnable over) throws InterruptedException {
        Duration shortest = recipe.shortest();
        Ran measured = run(job.length().compareTo(shortest) < 0 ? shortest : job.length(),
                Path.of(job.files() + ".generator"), begun, over);
        out.accept(measured.told);
        out.accept(new CellReport.LoadEnded(job.traffic().name(),
                Totals.ofExternal(measured.told.seconds(), measured.cpuSeconds)));
        throwWhereTooManyFailed(measured.told);
    }

    private void throwWhereTooManyFailed(CellReport.Told told) {
        long all = told.ok() + told.failed();
        if (told.ok() == 0) {
            throw new Failing(Code.NO_SUCCESS, "no request succeeded (" + Totals.kinds(told.errors()) + ")");
        }
        if (told.failed() > request().mostFailed() * all) {
            throw new Failing(Code.TOO_MANY_FAILED, Numbers.format("%d of %d requests failed, more than %.0f %% (%s)",
                    told.failed(), all, 100 * request().mostFailed(), Totals.kinds(told.errors())));
        }
    }

    /**
     * Runs the command to its end.
     *
     * @param result where it goes
     */
    private Ran run(Duration length, Path result, Runnable begun, Runnable over) throws InterruptedException {
        GeneratorProcess process = start(seconds(length), result, log());
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
            CellReport.Told told = Reading.of(generator, recipe.result(result, log()));
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

    private GeneratorProcess start(long seconds, Path result, Path log) throws InterruptedException {
        throwWhereStopped();
        try {
            var process = new GeneratorProcess(command(seconds, result), recipe.environment(), recipe
                    .isElsewhere() ? GeneratorProcess.UNSEEN : Connections.port(job.base()), log);
            running = process;
            if (stopped) {
                process.kill(recipe.patience());
            }
            return process;
        } catch (IOException e) {
            throw failing("could not be started: " + e.getMessage(), e);
        }
    }

    /** Whole seconds, at least one: load generators take no others. */
    private static long seconds(Duration length) {
        return Math.max(1, Math.round(length.toMillis() / 1000.0));
    }

    private void throwWhereStopped() throws InterruptedException {
        if (stopped) {
            throw new InterruptedException("stopped");
        }
    }

    private Failing failing(String how, Throwable e) {
        var failing = new Failing(Code.EXTERNAL_FAILED, generator + " " + how + lastWords());
        failing.initCause(e);
        return failing;
    }

    private String lastWords() {
        try {
            return LastWords.of(Files.readString(log(), StandardCharsets.ISO_8859_1))
                    .map(line -> "; it printed: " + Secrets.masked(line)).orElse("") + "; its output is in "
                    + log().getFileName();
        } catch (IOException e) {
            return "";
        }
    }

    private List<String> command(long seconds, Path result) throws IOException {
        boolean isRated = job.traffic().load() instanceof OpenLoop;
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
        GeneratorProcess process = start(LONGEST_LOOK, folder.resolve("look"), folder.resolve("look.log"));
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
        GeneratorProcess now = running;
        if (now != null) {
            now.kill(recipe.patience());
        }
    }

    @Override
    public void close() {
        stop();
        removeFolders();
        if (request().calls().stream().anyMatch(call -> !Secrets.masked(call.path()).equals(call.path()))) {
            maskKept();
        }
    }

    /** A worker that was killed may still write. */
    private void removeFolders() {
        for (int i = 0; i < TRIES && !(FileUtils.deleteQuietly(script.toFile()) | FileUtils.deleteQuietly(folder
                .toFile())); i++) {
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    /** Paths with keys stand in outputs and results. */
    private void maskKept() {
        String beginning = job.files().getFileName() + ".generator";
        try (Stream<Path> kept = Files.list(job.files().toAbsolutePath().getParent())) {
            for (Path file : kept.filter(one -> one.getFileName().toString().startsWith(beginning)).toList()) {
                Path masked = folder.resolveSibling(folder.getFileName() + ".masked");
                try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
                    Files.write(masked, (Iterable<String>) lines.map(Secrets::masked)::iterator,
                            StandardCharsets.ISO_8859_1);
                }
                Files.move(masked, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a result cannot be written without its keys", e);
        }
    }
}
