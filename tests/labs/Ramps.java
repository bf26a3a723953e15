package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVRecord;
import tests.Repository;

/** What holds of the cells of ramp and held-connection, however busy the machine is. */
final class Ramps {

    private static final int CONNECTIONS = 10;
    /** machine_cpu has two decimals. */
    private static final double ROUNDED = 0.005;

    private Ramps() {}

    /** @param seconds for which the users of a stage stay */
    static void stages(LabRun run, String cell, int seconds, int... stages) {
        CSVRecord all = run.row(cell);
        assertEquals(List.of("stages", String.valueOf(stages[stages.length - 1]), ""),
                List.of(all.get("load"), all.get("users"), all.get("predicted_rps")),
                "there is a rule for each stage, not for all of them");
        assertTrue(number(all, "database_cpu_s") > 0, run.where(all));
        for (int users : stages) {
            CSVRecord stage = run.row(cell + "~" + users + "-users");
            assertEquals(List.of("stage", String.valueOf(users)), List.of(stage.get("load"), stage.get("users")));
            assertEquals(seconds, number(stage, "duration_s"), 0.01);
            assertTrue(number(stage, "rps") < 1.02 * users / 0.5,
                    "nothing can be faster than N / S, S being 0.5 s at least" + run.where(stage));
            assertTrue(number(stage, "min_ms") >= 500, run.where(stage));
            assertTrue(number(stage, "service_cpu_s") > 0, run.where(stage));
        }
    }

    /** @param pooled whether it has a pool of threads */
    static void timeline(LabRun run, String cell, boolean pooled, int seconds, int... stages) throws IOException {
        List<CSVRecord> all = run.of(cell, "timeline.csv");
        for (int users : stages) {
            List<CSVRecord> its = all.stream().filter(s -> s.get("stage").equals(users + "-users")).toList();
            assertEquals(seconds, its.size(), cell + " " + users);
            its.forEach(s -> assertEquals(String.valueOf(users), s.get("users")));
        }
        assertTrue(all.stream().anyMatch(s -> s.get("stage").isEmpty()), "there are seconds in which users come");
        all.forEach(s -> {
            assertTrue(number(s, "connections_active") <= CONNECTIONS, s.toString());
            assertTrue(number(s, "machine_cpu") > 0, s.toString());
            assertEquals(!pooled, s.get("pool_active").isEmpty(), s.toString());
        });
    }

    /** The most requests that waited for a thread while so many users were there. */
    static double mostQueued(LabRun run, String cell, int users) throws IOException {
        return run.of(cell, "timeline.csv").stream().filter(s -> s.get("stage").equals(users + "-users"))
                .mapToDouble(s -> number(s, "pool_queued")).max().orElseThrow();
    }

    /**
     * That the row names its bottleneck, or the CPUs where it is below its rule on a machine that is busy: see
     * bound_seen in data/README.md. The row's own figures are rounded: at a limit it may be either.
     */
    static void isBoundBy(LabRun run, String cell, String bound) {
        double busy = run.value(cell, "machine_cpu") / Runtime.getRuntime().availableProcessors() / 0.85;
        double served = run.value(cell, "rps") / run.value(cell, "predicted_rps") / 0.97;
        String seen = run.row(cell).get("bound_seen");
        assertTrue(seen.equals("cpu") ? busy > 1 - ROUNDED && served < 1 + ROUNDED
                : seen.equals(bound) && (busy < 1 + ROUNDED || served > 1 - ROUNDED), run.where(run.row(cell)));
    }

    static void held(LabRun run, String cell) {
        CSVRecord row = run.row(cell);
        assertEquals(List.of("20.00", "connections"), List.of(row.get("predicted_rps"), row.get("bound")));
        // 10 answers each half a second, and at most 10 more: one lot of them may end just when the window opens.
        assertTrue(number(row, "ok") <= 10 * (number(row, "duration_s") / 0.5 + 1),
                "10 connections and half a second" + run.where(row));
        assertTrue(row.get("error_kinds").matches("http-503=\\d+"), run.where(row));
        assertTrue(Integer.parseInt(run.fact(cell, "connection-timeouts")) >= number(row, "errors"),
                "all of them waited for a connection" + run.where(row));
        assertEquals("2000", run.fact(cell, "hikari.connection-timeout-ms"));
        CSVRecord probe = run.row(cell + "~probe");
        assertTrue(probe.get("error_kinds").matches("http-503=\\d+"), run.where(probe));
    }

    static void service(LabRun run, String cell) {
        assertEquals(String.valueOf(CONNECTIONS), run.fact(cell, "hikari.maximum-pool-size"));
        assertEquals("30000", run.fact(cell, "hikari.connection-timeout-ms"), "Spring Boot's default");
        assertEquals("500", run.fact(cell, "score.property.score.delay-ms"));
        assertEquals("virtual", run.fact(cell, "score.request.thread"));
        assertEquals(run.row(cell).get("server_requests"), run.fact(cell, "score.requests"), cell);
    }

    /**
     * The lowest of N / S, m / S, k / D and c / h, with S, D and h by the pilot: in a busy minute each of them may be
     * the lowest. Near it requests wait for CPUs.
     */
    static void ruled(LabRun run, String variant, int users, int served) throws Exception {
        List<CSVRecord> pilot = Repository.csv(run.folder.resolve("pilot.csv")).stream()
                .filter(row -> row.get("variant").equals(variant)).toList();
        CSVRecord alone = pilot.get(1);
        double seconds = 0.5 + number(alone, "mean_ms") / 1000;
        Map<String, Double> limits = Map.of(served < users ? "pool" : "users", served / seconds, "cpu",
                Runtime.getRuntime().availableProcessors() * 1000 / number(pilot.getLast(), "cpu_ms"), "connections",
                CONNECTIONS * 1000 / number(alone, "connection_ms"));
        CSVRecord row = run.row(variant + "-stages~" + users + "-users");
        var lowest = limits.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
        double share = number(row, "predicted_rps") / lowest.getValue();
        assertTrue(share > 0.7 && share < 1.05, share + " of the lowest limit of " + limits + run.where(row));
        assertEquals(lowest.getKey(), row.get("bound"), run.where(row));
    }
}
