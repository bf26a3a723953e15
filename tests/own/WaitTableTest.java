package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kit.report.CellReport.Place;
import kit.report.CellReport.Waits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** The rows of "what requests wait for". */
@Tag(Lane.UNIT)
class WaitTableTest {

    private static final Place NO_THREAD = new Place("", Place.NO_THREAD, 20);

    private static Place at(int line, double requests) {
        return new Place("org.example.Shop.order:" + line, "Thread.sleep", requests);
    }

    @Test
    void sharesAreThoseOfAllForksOnEitherKindOfThread() {
        var table = new WaitTable(
                List.of(new Waits(1, 40, List.of(NO_THREAD, at(1, 20)), List.of(), null),
                        new Waits(1, 40, List.of(at(1, 40)), List.of(), null)),
                List.of(new Waits(5, 200, List.of(at(2, 150), at(1, 50)), List.of(), null)));
        assertEquals(7, table.dumps());
        assertEquals(List.of(new WaitTable.Row("org.example.Shop.order:1", "Thread.sleep", 0.75, 0.25),
                new WaitTable.Row("org.example.Shop.order:2", "Thread.sleep", 0, 0.75),
                new WaitTable.Row("", Place.NO_THREAD, 0.25, 0)), table.rows());
        assertEquals("org.example.Shop.order:1", table.mostOnPlatform().orElseThrow().line());
        assertEquals("org.example.Shop.order:2", table.mostOnVirtual().orElseThrow().line());
        assertEquals(List.of("(no thread: waiting for one, or between client and service)", "", "25 %", "0 %"),
                table.table(true).getLast());
    }

    @Test
    void atMostTenRowsAndTheRestIsAddedUp() {
        var places = new ArrayList<Place>();
        for (int line = 1; line <= 13; line++) {
            places.add(at(line, 100 - line));
        }
        var table = new WaitTable(List.of(new Waits(1, 2000, places, List.of(), null)),
                List.of(new Waits(1, 2000, List.of(at(1, 2000)), List.of(), null)));
        assertEquals(10, table.rows().size());
        assertEquals("4 others", table.rows().getLast().operation());
        assertEquals((90 + 89 + 88 + 87) / 2000.0, table.rows().getLast().platform(), 1e-9);
        assertEquals(13, table.all().size());
    }

    @Test
    void withoutDumpsOfOneKindItsSharesAreNotKnownAndTheReasonIsKept() {
        var table = new WaitTable(List.of(Waits.none("it has no jcmd")),
                List.of(new Waits(1, 30, List.of(at(1, 30)), List.of(), null)));
        assertTrue(Double.isNaN(table.rows().getFirst().platform()));
        assertEquals(List.of("org.example.Shop.order:1", "Thread.sleep", "", "100 %"), table.table(true).getFirst());
        assertEquals(Optional.of("it has no jcmd"), table.missing());
        assertTrue(table.mostOnPlatform().isEmpty() && table.mostOnVirtual().isPresent());
        assertTrue(new WaitTable(List.of(), List.of()).isEmpty());
    }

    @Test
    void fewRequestsExplainNothing() {
        var few = new WaitTable(List.of(), List.of(new Waits(5, 19, List.of(at(1, 19)), List.of(), null)));
        assertEquals("100 %", few.table(true).getFirst().getLast());
        assertTrue(few.mostOnVirtual().isEmpty());
    }

    /** The line of half of those on carriers, of all forks. */
    @Test
    void theLineThatHoldsMostCarriersIsFound() {
        Waits one = mounted(new Place("a:1", Place.MOUNTED, 8), new Place("b:2", Place.MOUNTED, 2));
        Waits other = mounted(new Place("b:2", Place.MOUNTED, 4), new Place("", Place.MOUNTED, 1));
        assertEquals(Optional.of("a:1"), WaitTable.mostMounted(List.of(one, other)));
        assertEquals(Optional.of("b:2"), WaitTable.mostMounted(List.of(other)));
        Waits another = mounted(new Place("c:3", Place.MOUNTED, 4));
        assertEquals(Optional.empty(), WaitTable.mostMounted(List.of(one, other, another)), "8 of 19");
        assertEquals(Optional.empty(), WaitTable.mostMounted(List.of()));
        assertEquals(Optional.empty(), WaitTable.mostMounted(List.of(Waits.none("it has no jcmd"))));
    }

    private static Waits mounted(Place... places) {
        return new Waits(5, 100, List.of(), List.of(places), null);
    }

    /** Who has no thread yet, or runs, waits at no line. */
    @Test
    void onlyAWaitAtALineIsTheMost() {
        var table = new WaitTable(List.of(new Waits(1, 20, List.of(NO_THREAD), List.of(), null)),
                List.of(new Waits(1, 20, List.of(new Place("", Place.RUNNING, 20)), List.of(), null)));
        assertTrue(table.mostOnPlatform().isEmpty() && table.mostOnVirtual().isEmpty());
    }
}
