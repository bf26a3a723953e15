package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the back office of lab 6 counts where every second call for products fails at once. */
final class FailedCalls {

    private static final List<String> FUTURES = List.of("completableFuture", "completableFutureWithThreadTaskExecutor",
            "completableFutureWithVirtualTaskExecutor");

    private FailedCalls() {}

    static void check(LabRun run, String cell) {
        Map<String, Integer> failed = new TreeMap<>();
        for (String mode : List.of("sequential", "scopeFork", FUTURES.get(0), FUTURES.get(1), FUTURES.get(2))) {
            int requests = counted(run, cell, mode + ".requests-failed");
            assertTrue(requests >= 10, mode + ": half of some 50 requests fail: " + requests + run.where());
            assertEquals(requests, counted(run, cell, mode + ".calls-failed"), mode + ": one call of each");
            assertEquals(0, counted(run, cell, mode + ".calls-left-running"), mode
                    + ": as published, all calls are waited for");
            failed.put(mode, requests);
        }
        assertEquals(failed.get("sequential"), counted(run, cell, "sequential.calls-not-sent"));
        assertEquals(failed.get("sequential"), counted(run, cell, "sequential.calls-answered"));
        FUTURES.forEach(mode -> assertEquals(2 * failed.get(mode), counted(run, cell, mode + ".calls-answered"), mode));
        assertEquals(2 * failed.get("scopeFork"), counted(run, cell, "scopeFork.calls-answered")
                + counted(run, cell, "scopeFork.calls-cancelled"));
    }

    /**
     * A scope that has failed waits for no answer. Beside other load, some come before its calls are cancelled, so this
     * is for tests that are {@code @Measures}.
     */
    static void areCancelled(LabRun run, String cell) {
        int answered = counted(run, cell, "scopeFork.calls-answered");
        assertTrue(answered <= counted(run, cell, "scopeFork.requests-failed") / 5, answered + run.where());
    }

    private static int counted(LabRun run, String cell, String name) {
        String fact = run.fact(cell, name);
        return fact == null ? 0 : Integer.parseInt(fact);
    }
}
