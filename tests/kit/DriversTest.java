package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import fixtures.Light;
import fixtures.LightArchives;
import java.nio.file.Path;
import java.time.Duration;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.plan.GeneratorMode;
import kit.plan.Request;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tests.Lane;

/**
 * The load comes from each of the places where it can, and says which it was; from its usual place it comes in every
 * other test.
 */
@Tag(Lane.FAULTS)
class DriversTest {

    @TempDir
    Path data;

    @ParameterizedTest
    @EnumSource(names = {"OWN_JVM", "PLATFORM_THREADS", "SHARED"})
    void everyDriverDrivesAndSaysWhichItWas(GeneratorMode mode) throws Exception {
        Ran ran = Ran.lab(data, page -> {
            page.measure(page.cell(Light.virtual("virtual"), Request.get("/wait"), ClosedLoop.of(5, 100),
                    Demand.waiting(Duration.ofMillis(20))));
            page.conclude();
        }, "--driver", mode.toString());
        CSVRecord row = ran.row("virtual-c5-f1");
        assertEquals(mode.toString(), row.get("driver"));
        assertEquals(LightArchives.areUsed() ? "yes" : "no", row.get("aot_cache"));
        assertTrue(number(row, "ok") >= 100, "measured " + row.get("ok"));
        assertEquals(number(row, "client_requests"), number(row, "server_requests"));
        assertTrue(number(row, "service_cpu_s") > 0, "service CPU");
        assertEquals(mode == GeneratorMode.SHARED, row.get("driver_cpu_s").isEmpty(),
                "whether it can tell its CPU from the service's");
    }
}
