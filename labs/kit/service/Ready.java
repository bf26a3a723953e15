package kit.service;

import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import kit.base.Numbers;
import kit.base.Secrets;
import kit.machine.Connections;

/**
 * When a service that is starting is ready: it answers a GET.
 *
 * @param path   that is requested: any answer will do but those of a gateway in front of a service that is not there
 * @param within time for it to be ready
 */
public record Ready(String path, Duration within) implements Serializable {

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration ONE_GET = Duration.ofSeconds(10);
    /** For a service that a script has started in the background to listen. */
    private static final Duration IN_BACKGROUND = Duration.ofSeconds(5);
    /** Bad gateway, service unavailable, gateway timeout. */
    private static final Set<Integer> UNAVAILABLE = Set.of(502, 503, 504);

    /** What starts the service, and may fail before it is ready. */
    @FunctionalInterface
    interface Starting {
        /**
         * To be asked before each look.
         *
         * @param when it would have failed, in words
         * @throws IllegalStateException where it has failed
         */
        void throwWhereFailed(String when);
    }

    /**
     * Waits until it is ready.
     *
     * @param address where it will listen
     * @throws IOException where it is not ready in time
     */
    void await(URI address, Starting starting) throws IOException, InterruptedException {
        long start = System.nanoTime();
        String last = "there was no answer";
        while (System.nanoTime() - start < within.toNanos()) {
            try {
                starting.throwWhereFailed(Numbers.format("before it was ready (after %.1f s)",
                        (System.nanoTime() - start) / 1e9));
            } catch (ForeignProcess.InBackground e) {
                throw withListener(address, e);
            }
            try {
                Duration left = within.minusNanos(System.nanoTime() - start);
                SingleGet answer = SingleGet.of(address.resolve(path), left.compareTo(ONE_GET) < 0 ? left : ONE_GET);
                if (!UNAVAILABLE.contains(answer.status())) {
                    return;
                }
                last = "the last answer had the status " + answer.status();
            } catch (IOException e) {
                // It does not listen yet.
            }
            Thread.sleep(LOOK);
        }
        throw new IOException("the service was not ready within " + within.toSeconds() + " s (GET "
                + Secrets.masked(path) + "): " + last);
    }

    /** What was started in the background goes on, and may not listen yet. It is named, so that a person can end it. */
    private static IllegalStateException withListener(URI address, IllegalStateException ended)
            throws InterruptedException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < IN_BACKGROUND.toNanos()) {
            OptionalLong pid = Connections.listener(address);
            if (pid.isPresent()) {
                return new IllegalStateException(ended.getMessage() + ". Process " + pid.getAsLong() + " listens at "
                        + address + " and goes on: end it", ended);
            }
            Thread.sleep(LOOK);
        }
        return ended;
    }
}
