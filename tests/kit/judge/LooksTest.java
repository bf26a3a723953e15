package kit.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import kit.judge.Spread.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;

/** When a run is looked at, and what a look may spend. */
@Tag(Lane.UNIT)
class LooksTest {

    @Test
    void aRunHasALookAtItsEnd() {
        assertEquals(List.of(1, 3, 5, 8), Looks.usual().after());
        assertEquals(List.of(1), new Looks(1).after());
        assertEquals(List.of(1, 3, 4), new Looks(4).after());
        assertEquals(List.of(1, 3, 5, 8, 20), new Looks(20).after());
        assertThrows(IllegalArgumentException.class, () -> new Looks(0));
        assertThrows(IllegalArgumentException.class, () -> new Looks(3).toConfirm(Kind.CPU, 4));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 12})
    void theLooksOfARunSpendTheWholeError(int most) {
        var looks = new Looks(most);
        for (Kind kind : Kind.values()) {
            List<Integer> deciding = looks.after().stream().filter(forks -> Looks.mayDecide(kind, forks)).toList();
            if (!deciding.isEmpty()) {
                assertEquals(0.05, deciding.stream().mapToDouble(forks -> 1 - looks.toConfirm(kind, forks)).sum(),
                        1e-12);
                // Two bounds for each of four claims.
                assertEquals(0.05, 4 * 2 * deciding.stream()
                        .mapToDouble(forks -> 1 - looks.toRefute(kind, forks, 4)).sum(), 1e-12);
            }
        }
    }

    @Test
    void anEarlyLookHasLittleOfTheError() {
        Looks usual = Looks.usual();
        assertEquals(0.05 * Math.pow(1 / 8.0, 1.5), 1 - usual.toConfirm(Kind.WAITING, 1), 1e-12);
        assertEquals(0.05 * Math.pow(3 / 8.0, 1.5), 1 - usual.toConfirm(Kind.CPU, 3), 1e-12);
        assertEquals(0.05, 1 - new Looks(1).toConfirm(Kind.WAITING, 1), 1e-12);
    }

    /** At a time limit. The look after five forks, which was planned, takes place instead after four. */
    @Test
    void aRunThatEndsBetweenTwoLooksSpendsNoMoreThanTheNextLookWould() {
        Looks usual = Looks.usual();
        assertEquals(0.05 * (Math.pow(4 / 8.0, 1.5) - Math.pow(3 / 8.0, 1.5)), 1 - usual.toConfirm(Kind.CPU, 4),
                1e-12);
    }

    @Test
    void whereCpuBindsOneForkDecidesNothing() {
        assertEquals(List.of(true, false, true), List.of(Looks.mayDecide(Kind.WAITING, 1),
                Looks.mayDecide(Kind.CPU, 1), Looks.mayDecide(Kind.CPU, 2)));
    }
}
