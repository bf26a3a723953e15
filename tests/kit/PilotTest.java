package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import fixtures.Light;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import kit.machine.Machine;
import old.page.Lab;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Load;
import old.plan.Needs;
import kit.plan.Request;
import kit.plan.Variant;
import old.trust.Claim;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Certain;
import tests.Lane;
import tests.Measures;
import tests.Repository;

/** What one request needs is measured before the guesses, and the rule has it. */
@Tag(Lane.FAULTS)
class PilotTest {

    private static final Load MANY = ClosedLoop.of(40, 400);

    @TempDir
    Path data;

    private static Cell cell(Lab page, Variant variant, Request request) {
        Needs needs = page.needs(variant, request);
        Cell cell = page.cell(variant, request, MANY, needs);
        page.expect(variant.name() + ": the rule gives the throughput", Claim.asPredicted(cell), "look");
        return cell;
    }

    @Test
    void whereCpusAreTheBottleneckTheRuleIsWhatThePilotMeasured() throws Exception {
        Ran ran = Ran.lab(data, page -> page.measure(cell(page, Light.virtual("virtual"), Request.get("/burns")),
                cell(page, Light.virtual("other"), Request.get("/wait"))), "--variant", "virtual");
        List<CSVRecord> pilot = Repository.csv(ran.folder().resolve("pilot.csv"));
        assertEquals(List.of("virtual"), pilot.stream().map(r -> r.get("variant")).distinct().toList(),
                "a variant that is not measured has no pilot");
        int cpus = new Machine().cpus();
        assertEquals(List.of(16L * cpus, 1L, 16L * cpus),
                pilot.stream().map(r -> Math.round(number(r, "users"))).toList());
        double needed = number(pilot.getLast(), "cpu_ms");
        // By the clock: on a busy machine it gets less of a CPU within this time.
        assertTrue(needed > 0.5, "a request burns 2 ms: " + pilot);
        assertTrue(number(pilot.get(1), "mean_ms") >= 2, pilot.toString());
        CSVRecord row = ran.row("virtual-c40-f1");
        assertEquals("cpu", row.get("bound"));
        assertEquals(1, number(row, "predicted_rps") / (1000 * cpus / needed), 0.05, "k / D");
        assertTrue(ran.out().contains("virtual: S = "), ran.out());
        assertTrue(ran.out().indexOf("What one request needs") < ran.out().indexOf("The rule on this machine"),
                ran.out());
        assertEquals("", row.get("predicted_p99_ms"), "where requests compute, their order decides it");
    }

    /** Three connections, each held for 20 ms, serve 150 requests a second, where 40 users without them had 1000. */
    @Test
    @Measures
    void connectionsAreALimitForAsLongAsThePilotSawThemInUse() throws Exception {
        Ran ran = Ran.lab(data, page -> {
            Request store = Request.get("/stores");
            Needs held = page.needs(Light.virtual("virtual"), store).holdingConnections();
            page.measure(page.cell(Light.virtual("virtual"), store, MANY, held));
        });
        CSVRecord alone = Repository.csv(ran.folder().resolve("pilot.csv")).get(1);
        assertEquals(20, number(alone, "connection_ms"), 4, "looked at fifty times a second for a second or more");
        CSVRecord row = ran.row("virtual-c40-f1");
        assertFalse(row.get("bound").isEmpty(), () -> "the pilot was not spoilt: " + ran.out());
        Certain.holds(() -> assertEquals("connections", row.get("bound"), ran.out()));
        Certain.holds(() -> assertTrue(
                ran.out().contains("one of the " + Light.CONNECTIONS + " connections to the database"), ran.out()));
        assertEquals(1, number(row, "rps") / number(row, "predicted_rps"), 0.25, ran.out());
    }

    @Test
    void withoutAPilotThereIsNoRuleAndTheCellIsMeasuredAllTheSame() throws Exception {
        Ran ran = Ran.lab(data, page -> page.measure(cell(page, Light.virtual("virtual"), Request.get("/flaky"))
                .expectingErrors()));
        CSVRecord row = ran.row("virtual-c40-f1");
        assertEquals("", row.get("predicted_rps"), ran.out());
        assertTrue(number(row, "ok") > 100, ran.out());
        assertTrue(ran.out().contains("virtual: not known"), ran.out());
    }

    @Test
    void anOutlineMeasuresNoPilot() throws Exception {
        var needs = new AtomicReference<Needs>();
        Lab.run("faults", new String[] {"--outline", "--data", data.toString()}, page -> {
            needs.set(page.needs(Light.virtual("virtual"), Request.get("/wait")));
            page.measure(page.cell(Light.virtual("virtual"), Request.get("/wait"), MANY, needs.get()));
        });
        assertFalse(needs.get().apply(Runtime.version().feature()).isKnown());
        assertFalse(Files.exists(data.resolve("faults")));
    }
}
