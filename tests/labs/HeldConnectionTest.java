package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.number;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** The lab of the connection that is held while its request waits, and the call that is made first. */
@Tag(Lane.STORES)
class HeldConnectionTest {

    private static final String HELD = "virtual-in-transaction-c40";
    private static final String CALL_FIRST = "virtual-call-first-c40";

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    static void runs() throws Exception {
        // A machine that is busy lets some wait for a connection where the call comes first, too.
        run = LabRun.of("held-connection").cells(HELD, CALL_FIRST).failing(HELD, CALL_FIRST).run(data);
    }

    @Test
    @Measures
    void nothingThatIsClaimedIsInvalid() {
        run.endsValid();
    }

    @Test
    @Measures
    void connectionsAreTheRule() throws Exception {
        run.holdsByAndLarge("virtual (in-transaction), c=40: throughput / rule",
                "throughput: virtual (call-first) / virtual (in-transaction)");
        assertTrue(run.value(CALL_FIRST, "rps") > 2 * run.value(HELD, "rps"), "4 times by the rule" + run.where());
    }

    /** 10 connections, each held for 0.5 s: any kind of thread waits for one, and gives up after 1 s. */
    @Test
    void aConnectionThatIsHeldWhileWaitingIsTheBound() throws Exception {
        Ramps.held(run, HELD);
        assertTrue(run.value(CALL_FIRST, "rps") > run.value(HELD, "rps"), run.where());
        assertEquals("500", run.fact(HELD, "score.property.score.delay-ms"));
    }

    @Test
    void aProbeCountsNoRowsOfTheTable() {
        run.mainRows().forEach(row -> assertTrue(number(row, "table_rows") > 0, run.where(row)));
        assertEquals("", run.row(HELD + "~probe").get("table_rows"));
    }
}
