package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the back office of lab 6 counts where every second call for products fails at once. */
final class FailedCalls {

    private static final List<String> FUTURES = List.of("completableFuture", "completableFutureWithThreadTaskExecutor",
            "completableFutureWithVirtualTaskExecutor");

    private FailedCalls() {}

    /** @param cell whose requests are sequential: the other ways are sent beside them */
    static void check(LabRun run, String cell) {
        Map<String, Long> sequential = counted(run, cell);
        check(run, cell, sequential);
        assertEquals(sequential.get("requests-failed"), sequential.get("calls-not-sent"));
        assertEquals(sequential.get("requests-failed"), sequential.get("calls-answered"));
        for (String way : FUTURES) {
            Map<String, Long> counted = counted(run, cell + "~" + way);
            check(run, way, counted);
            assertEquals(2 * counted.get("requests-failed"), counted.get("calls-answered"), way);
        }
        Map<String, Long> scope = counted(run, cell + "~scopeFork");
        check(run, "scopeFork", scope);
        assertEquals(2 * scope.get("requests-failed"), scope.get("calls-answered") + scope.get("calls-cancelled"));
    }

    private static void check(LabRun run, String way, Map<String, Long> counted) {
        assertTrue(counted.get("requests-failed") >= 5, way + ": half of some 30 requests fail: " + counted
                + run.where());
        assertEquals(counted.get("requests-failed"), counted.get("calls-failed"), way + ": one call of each");
        assertEquals(0, counted.get("calls-left-running"), way + ": as published, all calls are waited for");
    }

    /**
     * A scope that has failed waits for no answer. Beside other load, some come before its calls are cancelled, so this
     * is for tests that are {@code @Measures}.
     */
    static void areCancelled(LabRun run, String cell) {
        Map<String, Long> scope = counted(run, cell + "~scopeFork");
        assertTrue(scope.get("calls-answered") <= scope.get("requests-failed") / 5, scope + run.where());
    }

    /** What the service counted in the blocks of a cell that count. */
    static Map<String, Long> counted(LabRun run, String cell) {
        return Stream.of(run.row(cell).get("service_counts").split(";")).map(one -> one.split("="))
                .collect(Collectors.toMap(one -> one[0], one -> Long.valueOf(one[1])));
    }
}
