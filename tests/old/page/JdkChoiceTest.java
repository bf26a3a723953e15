package old.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import kit.machine.Jdks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** Which JDK a page means. */
@Tag(Lane.UNIT)
class JdkChoiceTest {

    private static final int HERE = Jdks.current();
    private static final int MISSING = 98;

    @Test
    void whereAPageNamesNoneItMeansTheNewestThatIsThere() {
        assertEquals(HERE, new JdkChoice(List.of(MISSING, HERE)).usual());
        assertEquals(HERE, new JdkChoice(List.of()).usual());
    }

    @Test
    void whereNoneIsThereItMeansTheNewest() {
        assertEquals(MISSING, new JdkChoice(List.of(MISSING - 1, MISSING)).usual());
    }
}
