package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import kit.report.CellReport.Pools;
import kit.service.PoolUse;
import kit.service.PoolUse.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** How much of a service's pools was used, over forks and kinds of thread. */
@Tag(Lane.UNIT)
class PoolTableTest {

    private static Pools fork(PoolUse... uses) {
        return new Pools(60, List.of(uses));
    }

    private static PoolUse orders(double busy, double waiting) {
        return new PoolUse(Kind.CONNECTIONS, "orders", 10, busy, waiting);
    }

    @Test
    void meansOfAllForksBesideEachOther() {
        var carriers = new PoolUse(Kind.CARRIERS, "", 2, 0.5, 0);
        var table = new PoolTable(List.of(fork(orders(8, 2)), fork(orders(10, 4))), List.of(fork(orders(10, 90),
                carriers)));
        assertEquals(180, table.looks());
        assertEquals(List.of(List.of("connections of orders", "10", "9", "10", "3", "90"),
                List.of("carriers", "2", "", "0.5", "", "0")), table.table(true));
        assertEquals(List.of("connections of orders", "10", "9", "3"), table.table(false).getFirst(),
                "nothing is compared");
    }

    @Test
    void poolsOfOneKindAreToldApartByTheirNames() {
        var few = new PoolUse(Kind.CONNECTIONS, "reports", 2, 1.9, 5);
        List<Pools> forks = List.of(fork(orders(5, 0), few), fork(orders(6, 0), few));
        assertEquals(2, new PoolTable(forks, List.of()).rows().size());
    }

    /** Tomcat names its pool by the port, which is another one in each fork. */
    @Test
    void aPoolThatIsNamedByItsPortIsOnePool() {
        List<Pools> forks = Stream.of(41001, 41002).map(port -> fork(new PoolUse(Kind.THREADS, "http-nio-127.0.0.1-"
                + port, 200, 3, Double.NaN).without(port))).toList();
        assertEquals(List.of("http-nio-127.0.0.1"), new PoolTable(forks, List.of()).rows().stream().map(row -> row
                .platform().name()).toList());
        assertEquals("orders", orders(8, 2).without(41001).name());
    }

    @Test
    void aServiceThatTellsNothingHasNoRows() {
        assertTrue(new PoolTable(List.of(fork()), List.of()).rows().isEmpty());
    }
}
