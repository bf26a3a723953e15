package own;

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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import kit.base.LabException;
import kit.base.LastWords;
import kit.base.Secrets;
import kit.load.Exchanges;
import kit.machine.Children;
import kit.machine.Connections;
import kit.machine.Jdks;
import kit.plan.Request;
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
 * error, so such a request is named, and left out or refused.
 *
 * @param boot    time until the service was ready
 * @param answers in the order of the requests
 * @param warm    response times when each was sent once more
 * @param failing what happened to each call that failed when it was sent once more
 * @param lightest the call that is much lighter than the heaviest one; null where there is none
 * @param elsewhere what the service was connected to on other machines meanwhile; null where its process is unknown
 * @param threads of the pool of its web server; empty where the service does not tell
 */
record FirstTry(Duration boot, List<Answer> answers, Map<Call, Duration> warm, Map<Call, String> failing,
        Call lightest, List<String> elsewhere, OptionalInt threads) {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    /** From this ratio of response times on a call may suffer from a heavier one. */
    private static final int MUCH_LIGHTER = 3;
    private static final int SUCCESS = 2;
    private static final int REDIRECT = 3;
    private static final int BAD_REQUEST = 400;
    /** What web servers say where a request is not encrypted. */
    private static final Pattern TLS = Pattern.compile("\\b(?:TLS|SSL|HTTPS)\\b");

    /** Those that do not fail, for a pilot. Without --keep-failing, they are all. */
    Request succeeding(Request all) {
        return failing.isEmpty() ? all
                : Request.of(all.calls().stream().filter(call -> !failing.containsKey(call))
                        .toList()).stoppingAbove(all.mostFailed());
    }

    /** The longest response time of these requests, each of which was tried. */
    Duration longest(Request request) {
        return request.calls().stream().map(warm::get).max(Duration::compareTo).orElseThrow();
    }

    /**
     * What a call was answered.
     *
     * @param status 0 where there was none
     * @param bytes  length of the body
     * @param took   time until the answer was complete
     * @param fault  null for success
     */
    record Answer(Call call, int status, long bytes, Duration took, Fault fault) {}

    /** A call that failed. @param what happened, with the call; @param advice what to do */
    private record Fault(String what, String advice) {

        LabException refused() {
            return new LabException(what + ": nothing was measured. " + advice);
        }
    }

    /**
     * Starts the service, tries each request twice, and ends the service. The first answer is that of a service that is
     * cold; a request that fails the second time, such as one that deletes, would fail under load.
     *
     * @param isRefused whether a request that fails is refused; if not, that it fails is told
     * @throws LabException where it does not start, or no request is answered with success
     */
    static FirstTry of(Target target, boolean isRefused) throws IOException, InterruptedException {
        Path log = Files.createTempFile("own", ".log");
        System.out.println(target.change() == null ? "Trying each request ..."
                : "Starting the service, to try each request ...");
        try {
            return tried(target, log, isRefused);
        } catch (IllegalStateException | IOException e) {
            throw new LabException(e.getMessage() + lastWords(log) + hint(target, e), e);
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private static FirstTry tried(Target target, Path log, boolean isRefused)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (RunningService running = started(target, log)) {
            var boot = Duration.ofNanos(System.nanoTime() - start);
            checkFigures(target, running);
            ProcessHandle process = ProcessHandle.of(running.pid()).orElse(null);
            var cold = new ArrayList<Answer>();
            List<String> elsewhere;
            try (var downstream = new Downstream(() -> process == null ? List.of()
                    : Connections.elsewhere(Children.withDescendants(process)))) {
                for (Call call : target.request().weights().keySet()) {
                    cold.add(answer(target, running, call));
                }
                elsewhere = process == null ? null : downstream.seen();
            }
            // Looks need CPU time, so there is none where response times are compared.
            var again = new ArrayList<Answer>();
            for (Answer first : cold) {
                again.add(first.took.compareTo(LIMIT) < 0 ? answer(target, running, first.call) : first);
            }
            Map<Call, String> failing = failing(again, isRefused);
            List<Answer> answers = IntStream.range(0, cold.size()).mapToObj(i -> cold.get(i).fault == null && again.get(
                    i).fault == null ? cold.get(i) : again.get(i)).toList();
            var warm = new HashMap<Call, Duration>();
            again.forEach(answer -> warm.put(answer.call, answer.took));
            return new FirstTry(boot, answers, warm, failing, lightest(again), elsewhere, threads(running));
        }
    }

    private static Map<Call, String> failing(List<Answer> again, boolean isRefused) {
        List<Answer> failed = again.stream().filter(answer -> answer.fault != null).toList();
        if (!failed.isEmpty() && (isRefused || failed.size() == again.size())) {
            throw failed.getFirst().fault.refused();
        }
        var failing = new LinkedHashMap<Call, String>();
        failed.forEach(answer -> failing.put(answer.call, answer.fault.what));
        return failing;
    }

    private static OptionalInt threads(RunningService running) {
        try (PoolFigures figures = running.figures()) {
            return figures.read().stream().filter(use -> use.kind() == PoolUse.Kind.THREADS).mapToInt(PoolUse::size)
                    .max();
        } catch (IOException e) {
            return OptionalInt.empty();
        }
    }

    /** Of the calls that change nothing; null where none is much lighter than another one. */
    private static Call lightest(List<Answer> warm) {
        List<Answer> safe = warm.stream().filter(answer -> answer.fault == null && answer.call.isSafe())
                .sorted(Comparator.comparing(Answer::took)).toList();
        return safe.isEmpty() || safe.getLast().took.compareTo(safe.getFirst().took.multipliedBy(MUCH_LIGHTER)) < 0
                ? null
                : safe.getFirst().call;
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
            return new Answer(call, 0, 0, LIMIT,
                    new Fault(call + " was not answered within " + LIMIT.toSeconds() + " s",
                            "Try the request with curl"));
        } catch (IOException e) {
            // Where the service has ended, that is the reason.
            running.facts();
            Duration took = took(start);
            return new Answer(call, 0, 0, took, new Fault("%s broke off after %d ms (%s)".formatted(call, took
                    .toMillis(), e.getMessage()), "Send it with curl, and read the output of the service"));
        }
        return new Answer(call, got.statusCode(), got.body().length, took(start), fault(target, call, got));
    }

    /** Null for success. @throws LabException where the service cannot be asked at all */
    private static Fault fault(Target target, Call call, HttpResponse<byte[]> got) {
        if (got.statusCode() / 100 == SUCCESS) {
            return null;
        }
        if (got.statusCode() / 100 == REDIRECT) {
            return new Fault(call + " is redirected to " + Secrets.masked(got.headers().firstValue("Location").orElse(
                    "nowhere")) + " (status " + got.statusCode() + ")",
                    "A redirect, such as one to a login, is not the "
                            + "answer that users wait for; request a path that answers by itself");
        }
        if (got.statusCode() == BAD_REQUEST
                && TLS.matcher(new String(got.body(), StandardCharsets.ISO_8859_1)).find()) {
            throw new LabException(call + " was answered with the status " + BAD_REQUEST
                    + ": the service speaks HTTPS: "
                    + (target.change() == null ? "write https in the --url" : "add --server.ssl.enabled=false"));
        }
        return new Fault(call + " was answered with the status " + got.statusCode(),
                "Errors are no throughput; request "
                        + "a path that succeeds");
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
                        ? ". A service that is not Spring Boot needs --command"
                        : "";
    }
}
