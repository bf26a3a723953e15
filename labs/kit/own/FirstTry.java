package kit.own;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import kit.base.LabException;
import kit.base.LastWords;
import kit.base.Secrets;
import kit.load.Exchanges;
import kit.machine.Children;
import kit.machine.Connections;
import kit.machine.Jdks;
import kit.plan.Request.Call;
import kit.service.AddressedService;
import kit.service.ForeignService;
import kit.service.Management;
import kit.service.OperatedService;
import kit.service.PoolFigures;
import kit.service.PoolUse;
import kit.service.RunningService;

/**
 * What each request is answered before anything is measured. An answer that is no success would be measured as an
 * error, so it is refused here.
 *
 * @param boot    time until the service was ready
 * @param answers in the order of the requests
 * @param lightest the call that is much lighter than the heaviest one; null where there is none
 * @param elsewhere what the service was connected to on other machines meanwhile; null where its process is unknown
 * @param threads of the pool of its web server; empty where the service does not tell
 */
record FirstTry(Duration boot, List<Answer> answers, Call lightest, List<String> elsewhere, OptionalInt threads) {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    /** From this ratio of response times on a call may suffer from a heavier one. */
    private static final int MUCH_LIGHTER = 3;
    private static final int SUCCESS = 2;
    private static final int REDIRECT = 3;
    private static final int BAD_REQUEST = 400;
    /** What web servers say where a request is not encrypted. */
    private static final Pattern TLS = Pattern.compile("\\b(?:TLS|SSL|HTTPS)\\b");

    /** The longest response time: of a service that is cold, so it is an upper bound. */
    Duration longest() {
        return answers.stream().map(Answer::took).max(Duration::compareTo).orElseThrow();
    }

    /**
     * What a call was answered.
     *
     * @param bytes length of the body
     * @param took  time until the answer was complete
     */
    record Answer(Call call, int status, long bytes, Duration took) {}

    /**
     * Starts the service, tries each request once, and ends the service.
     *
     * @throws LabException where it does not start, or does not answer with success
     */
    static FirstTry of(Target target) throws IOException, InterruptedException {
        Path log = Files.createTempFile("own", ".log");
        System.out.println(target.change() == null ? "Trying each request once ..."
                : "Starting the service, to try each request once ...");
        try {
            return tried(target, log);
        } catch (IllegalStateException | IOException e) {
            throw new LabException(e.getMessage() + lastWords(log) + hint(target, e), e);
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private static FirstTry tried(Target target, Path log) throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (RunningService running = started(target, log)) {
            var boot = Duration.ofNanos(System.nanoTime() - start);
            checkFigures(target, running);
            ProcessHandle process = ProcessHandle.of(running.pid()).orElse(null);
            Set<Call> calls = target.request().weights().keySet();
            var answers = new ArrayList<Answer>();
            List<String> elsewhere;
            try (var downstream = new Downstream(() -> process == null ? List.of()
                    : Connections.elsewhere(Children.withDescendants(process)))) {
                for (Call call : calls) {
                    answers.add(answer(target, running, call));
                }
                elsewhere = process == null ? null : downstream.seen();
            }
            // Looks need CPU time, so there is none where response times are compared.
            return new FirstTry(boot, List.copyOf(answers), lightest(target, running, calls), elsewhere, threads(
                    running));
        }
    }

    private static OptionalInt threads(RunningService running) {
        try (PoolFigures figures = running.figures()) {
            return figures.read().stream().filter(use -> use.kind() == PoolUse.Kind.THREADS).mapToInt(PoolUse::size)
                    .max();
        } catch (IOException e) {
            return OptionalInt.empty();
        }
    }

    /**
     * The first answers are those of a service that is cold: here calls that change nothing are sent once more.
     *
     * @return null where none is much lighter than another one
     */
    private static Call lightest(Target target, RunningService running, Set<Call> calls) throws InterruptedException {
        if (calls.size() < 2) {
            return null;
        }
        var again = new ArrayList<Answer>();
        for (Call call : calls) {
            if (call.isSafe()) {
                again.add(answer(target, running, call));
            }
        }
        again.sort(Comparator.comparing(Answer::took));
        return again.isEmpty() || again.getLast().took.compareTo(again.getFirst().took.multipliedBy(MUCH_LIGHTER)) < 0
                ? null
                : again.getFirst().call;
    }

    private static RunningService started(Target target, Path log) throws IOException, InterruptedException {
        return switch (target.platform().service()) {
        case ForeignService one -> one.start(Jdks.home(target.jdks().getFirst()).orElseThrow(), log);
        case AddressedService one -> one.unrecorded();
        case OperatedService one -> one.start(log);
        default -> throw new IllegalStateException("a service that is not started by own: " + target.service());
        };
    }

    /** Where a person named a place that tells of the service, something must tell there. */
    private static void checkFigures(Target target, RunningService running) throws IOException {
        Management named = switch (target.service()) {
        case AddressedService one -> one.management();
        case OperatedService one -> one.management();
        default -> Management.NONE;
        };
        if (!named.equals(Management.NONE)) {
            running.figures().close();
        }
    }

    private static Answer answer(Target target, RunningService running, Call call)
            throws InterruptedException {
        long start = System.nanoTime();
        HttpResponse<byte[]> got;
        try {
            got = Exchanges.once(running.address(), call, LIMIT);
        } catch (ConnectException e) {
            running.facts();
            if (target.change() != null) {
                throw new IllegalStateException("the service was ready, and refused the connection for " + call
                        + " then: nothing was measured. Send the request with curl, and read the output of the "
                        + "service", e);
            }
            throw new LabException("nothing listens at " + running.address() + ": start the service first", e);
        } catch (HttpTimeoutException e) {
            running.facts();
            throw new LabException(call + " was not answered within " + LIMIT.toSeconds() + " s: nothing was measured. "
                    + "Try the request with curl", e);
        } catch (IOException e) {
            // Where the service has ended, that is the reason.
            running.facts();
            throw new IllegalStateException("%s broke off after %d ms (%s): nothing was measured. "
                    .formatted(call, took(start).toMillis(), e.getMessage())
                    + "Send it with curl, and read the output of the service", e);
        }
        Duration took = took(start);
        if (got.statusCode() / 100 == REDIRECT) {
            throw new LabException(call + " is redirected to " + Secrets.masked(got.headers()
                    .firstValue("Location").orElse("nowhere")) + " (status " + got.statusCode()
                    + "): nothing was measured. A redirect, such as one to a login, is not the answer that users wait "
                    + "for; request a path that answers by itself");
        }
        if (got.statusCode() == BAD_REQUEST
                && TLS.matcher(new String(got.body(), StandardCharsets.ISO_8859_1)).find()) {
            throw new LabException(call + " was answered with the status " + BAD_REQUEST
                    + ": the service speaks HTTPS: "
                    + (target.change() == null ? "write https in the --url" : "add --server.ssl.enabled=false"));
        }
        if (got.statusCode() / 100 != SUCCESS) {
            throw new LabException(call + " was answered with the status " + got.statusCode()
                    + ": nothing was measured. Errors are no throughput; request a path that succeeds");
        }
        return new Answer(call, got.statusCode(), got.body().length, took);
    }

    private static Duration took(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** What the service printed before it ended. */
    private static String lastWords(Path log) {
        try {
            return LastWords.of(Files.readString(log, StandardCharsets.ISO_8859_1))
                    .map(line -> "; it printed: " + Secrets.masked(line)).orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hint(Target target, Exception e) {
        return e instanceof IOException && target.service() instanceof ForeignService started
                && started.words().contains("-jar")
                        ? ". A service that is not Spring Boot needs --command; a slow one needs --ready-within"
                        : "";
    }
}
