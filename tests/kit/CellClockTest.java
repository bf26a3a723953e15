package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import fixtures.Light;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
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
import tools.jackson.databind.JsonNode;

/** What can be said of whole cells by the clock only. */
@Tag(Lane.CLOCK)
class CellClockTest {

    @TempDir
    Path data;

    @Test
    @Measures
    void aCarrierThatIsHeldStopsTheServicesClockAndNotTheClients() throws Exception {
        Variant native_ = Light.virtual("virtual").flags("-Djdk.reflect.useNativeAccessorOnly=true",
                "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Djdk.virtualThreadScheduler.maxPoolSize=1");
        Ran ran = Ran.lab(data, page -> {
            page.measure(page.cell(native_, Request.get("/pinned"), ClosedLoop.of(4, 24),
                    Demand.waiting(Duration.ofMillis(200))));
            page.conclude();
        });
        CSVRecord row = ran.row("virtual-c4-f1");
        List<CSVRecord> pins = ran.rows("pinning.csv", "virtual-c4-f1");
        Certain.holds(() -> assertFalse(pins.isEmpty(), "a wait below a native frame pins: " + ran.out()));
        for (CSVRecord pin : pins) {
            assertEquals(50, number(pin, "duration_ms"), 25);
        }
        assertTrue(number(row, "hiccup_service_p99_ms") > 40, row.get("hiccup_service_p99_ms"));
        assertTrue(number(row, "hiccup_driver_p99_ms") < 20, row.get("hiccup_driver_p99_ms"));
    }

    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void threeForksGiveAnInterval() throws Exception {
        var twentyMs = Demand.waiting(Duration.ofMillis(20));
        Ran ran = Ran.lab(data, page -> {
            // The claim is far from the ratio of 2: of so short a load the forks differ by a tenth.
            Cell pool = page.cell(Light.platform("platform", 2), Request.get("/wait"), ClosedLoop.of(4, 60), twentyMs)
                    .throughputOnly();
            Cell free = page.cell(Light.virtual("virtual"), Request.get("/wait"), ClosedLoop.of(4, 120), twentyMs)
                    .throughputOnly();
            page.expect("more", Claim.ratio(free, pool).atLeast(1.1), "?");
            page.measure(pool, free);
            page.conclude();
        }, "--forks", "3");
        JsonNode claim = ran.json().get("claims").get(0);
        assertEquals("CONFIRMED", claim.get("verdict").asString(), ran.out());
        double value = claim.get("value").asDouble();
        assertTrue(value > 1.2 && value < 2.4, claim.toString());
        Certain.holds(() -> assertTrue(claim.get("low").isNumber() && claim.get("low").asDouble() <= value
                && claim.get("high").asDouble() >= value, claim.toString()));
    }
}
