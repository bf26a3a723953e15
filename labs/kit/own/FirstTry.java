package kit.own;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import kit.base.LabException;
import kit.machine.Jdks;
import kit.service.ForeignService;
import kit.service.LoopbackGet;
import kit.service.RunningService;

/**
 * What each request is answered before anything is measured. An answer that is no success would be measured as an
 * error, so it is refused here.
 *
 * @param boot    time until the service was ready
 * @param answers in the order of the requests
 */
record FirstTry(Duration boot, List<Answer> answers) {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int REDIRECT = 3;

    /** The longest response time: of a service that is cold, so it is an upper bound. */
    Duration longest() {
        return answers.stream().map(answer -> answer.got().took()).max(Duration::compareTo).orElseThrow();
    }

    /** What a path was answered. */
    record Answer(String path, LoopbackGet got) {}

    /**
     * Starts the service, tries each request once, and ends the service.
     *
     * @throws LabException where it does not start, or does not answer with success
     */
    static FirstTry of(Target target) throws IOException, InterruptedException {
        Path log = Files.createTempFile("own", ".log");
        System.out.println("Starting the service, to try each request once ...");
        try {
            return tried(target, log);
        } catch (IllegalStateException | IOException e) {
            throw new LabException(e.getMessage() + lastWords(log) + hint(target, e), e);
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private static FirstTry tried(Target target, Path log) throws IOException, InterruptedException {
        Path java = Jdks.home(target.jdks().getFirst()).orElseThrow();
        var service = (ForeignService) target.platform().service();
        long start = System.nanoTime();
        try (RunningService running = service.start(java, log)) {
            var boot = Duration.ofNanos(System.nanoTime() - start);
            var answers = new ArrayList<Answer>();
            for (String path : target.request().paths()) {
                answers.add(new Answer(path, answer(running, path)));
            }
            return new FirstTry(boot, List.copyOf(answers));
        }
    }

    private static LoopbackGet answer(RunningService running, String path) {
        LoopbackGet got;
        try {
            got = LoopbackGet.of(running.address().resolve(path), LIMIT);
        } catch (IOException e) {
            // Where the service has ended, that is the reason.
            running.facts();
            throw new LabException("GET " + path + " was not answered within " + LIMIT.toSeconds() + " s ("
                    + e.getMessage() + "): nothing was measured. Try the request with curl", e);
        }
        if (got.status() / 100 == REDIRECT) {
            throw new LabException("GET " + path + " is redirected to " + got.location() + " (status " + got.status()
                    + "): nothing was measured. A redirect, such as one to a login, is not the answer that users "
                    + "wait for; request a path that answers by itself");
        }
        if (!got.isOk()) {
            throw new LabException("GET " + path + " was answered with the status " + got.status()
                    + ": nothing was measured. Errors are no throughput; request a path that succeeds");
        }
        return got;
    }

    /** The last line that the service printed: most often it says why. */
    private static String lastWords(Path log) {
        try {
            return Files.readString(log, StandardCharsets.ISO_8859_1).lines().filter(line -> !line.isBlank())
                    .reduce((a, b) -> b).map(line -> "; its last line was: " + line.strip()).orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hint(Target target, Exception e) {
        return e instanceof IOException && target.service().words().contains("-jar")
                ? ". A service that is not Spring Boot needs --command; a slow one needs --ready-within"
                : "";
    }
}
