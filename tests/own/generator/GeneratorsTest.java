package own.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fixtures.Light;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kit.Ran;
import kit.base.Finding.Code;
import kit.plan.ClosedLoop;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Request.Call;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Certain;
import tests.Lane;
import tests.Measures;
import tests.Repository;

/** Each load generator that there is a recipe for, as it is, on a service that waits. */
@Tag(Lane.OWN)
class GeneratorsTest {

    private static final int USERS = 6;
    /** The service waits for 20 ms; a client that shares two CPUs with it may add some. */
    private static final double MOST_MS = 40;
    /** Share of what the users could have at 20 ms. */
    private static final double LEAST = 0.6;
    /** A part of a header that no file escapes. */
    private static final String SECRET = "s3cret";

    @TempDir
    Path folder;

    private Ran lab(String name, Request request, Load load) throws Exception {
        RecipeGenerator generator = RecipeGenerator.named(name);
        assumeTrue(generator.missing() == null, generator.missing());
        return Ran.of(folder, generator, Comparison.of("generators").load(load)
                .send(request, Demand.waiting(Duration.ofMillis(20))).within(0.9).expectingErrors()
                .to(Light.virtual("virtual")));
    }

    private static void assertDriven(Ran ran, CSVRecord row, String engine) throws Exception {
        Certain.holds(() -> {
            assertTrue(row.get("generator").matches(engine + " \\d+\\.\\d+.*"), row.get("generator"));
            assertEquals("0", row.get("errors"), row.get("error_kinds"));
            assertTrue(row.get("findings").contains(Code.EXTERNAL_UNCHECKED.toString()), row.get("why"));
            assertTrue(Files.size(ran.folder().resolve(row.get("cell") + ".generator.log")) > 0);
            assertTrue(Files.exists(ran.folder().resolve("virtual-f1.jfr")));
        });
        assertEquals("VALID", row.get("validity"), row.get("why"));
        assertTrue(Repository.number(row, "service_cpu_s") > 0 && Repository.number(row, "generator_cpu_s") > 0, row
                .toString());
    }

    @Test
    @Measures
    void wrkDrivesConstantUsers() throws Exception {
        drivesConstantUsers("wrk");
    }

    /** Without {@code --all}, ab sends a body, see below. */
    @ParameterizedTest
    @ValueSource(strings = {"ab", "hyperfoil", "locust", "k6"})
    @Tag(Lane.WHOLE)
    @Measures
    void everyOtherDrivesThem(String engine) throws Exception {
        drivesConstantUsers(engine);
    }

    private void drivesConstantUsers(String engine) throws Exception {
        Ran ran = lab(engine, Request.get("/wait"), ClosedLoop.of(USERS, Duration.ofSeconds(3)));
        CSVRecord row = ran.row("virtual-c6-f1");
        assertDriven(ran, row, engine);
        double median = Repository.number(row, "p50_ms");
        assertTrue(median >= 19 && median <= MOST_MS, "median " + median);
        double rps = Repository.number(row, "rps");
        assertTrue(rps >= LEAST * USERS / 0.02 && rps <= 1.02 * USERS / 0.02, "requests/s " + rps);
        double seconds = Repository.number(row, "duration_s");
        assertTrue(seconds > 2 && seconds < 6, "duration " + seconds);
    }

    @Test
    @Tag(Lane.WHOLE)
    @Measures
    void k6DrivesAConstantRate() throws Exception {
        Ran ran = lab("k6", Request.get("/wait"), new OpenLoop(50, Duration.ofSeconds(3)));
        CSVRecord row = ran.row("virtual-r50-f1");
        assertDriven(ran, row, "k6");
        double rps = Repository.number(row, "rps");
        assertTrue(rps > 40 && rps < 60, "requests/s " + rps);
    }

    /** Light counts what it is asked, by the first word of the path. */
    @Test
    void wrkSendsSeveralRequestsInTurn() throws Exception {
        sendsSeveralRequestsInTurn("wrk");
    }

    @ParameterizedTest
    @ValueSource(strings = {"k6", "hyperfoil", "locust"})
    @Tag(Lane.WHOLE)
    void everyOtherSendsThemInTurn(String engine) throws Exception {
        sendsSeveralRequestsInTurn(engine);
    }

    private void sendsSeveralRequestsInTurn(String engine) throws Exception {
        var headers = new LinkedHashMap<>(Map.of("X-Word", "a \"" + SECRET + "\" \\"));
        var calls = List.of(new Call("GET", "/wait", headers, null),
                new Call("GET", "/broken", new LinkedHashMap<>(), null),
                new Call("POST", "/wait", new LinkedHashMap<>(), "{\"c\": \"d\"}"));
        Ran ran = lab(engine, Request.of(calls), ClosedLoop.of(6, Duration.ofSeconds(2)));
        CSVRecord row = ran.row("virtual-c6-f1");
        double failed = Repository.number(row, "errors") / Repository.number(row, "requests");
        // A third of them, but for the turn at the end.
        assertTrue(failed > 0.28 && failed < 0.39, row.get("error_kinds") + " of " + row.get("requests"));
        try (var files = Files.list(ran.folder())) {
            for (Path file : files.toList()) {
                assertTrue(!Files.readString(file, StandardCharsets.ISO_8859_1).contains(SECRET),
                        file + " has a header");
            }
        }
    }

    /** ab's requests with a header and a body. */
    @Test
    @Measures
    void abSendsABody() throws Exception {
        var post = new Call("POST", "/wait", new LinkedHashMap<>(Map.of("Content-Type", "application/json")),
                "{\"c\": \"d\"}");
        // By a few users ab may take less CPU time than the clock of processes has in a tick, which is 10 ms.
        Ran ran = lab("ab", Request.of(List.of(post)), ClosedLoop.of(40, Duration.ofSeconds(2)));
        CSVRecord row = ran.row("virtual-c40-f1");
        assertDriven(ran, row, "ab");
        Certain.holds(() -> assertTrue(Repository.number(row, "ok") > 50, row.get("ok")));
    }
}
