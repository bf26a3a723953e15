package kit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fixtures.MadeMeasurement;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.util.Map;
import kit.measure.Progress;
import kit.plan.LabPlan;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** The figures that are shown as they come. */
@Tag(Lane.UNIT)
class ProgressLineTest {

    private static ProgressLine line(String jdks) {
        LabPlan plan = new LittlePage(Options.of("little", "--jdk", jdks)).plan();
        var line = new ProgressLine(plan, new Terminal(new PrintStream(new ByteArrayOutputStream()),
                new BufferedReader(new StringReader("")), false, 80), 1);
        MadeMeasurement.fork(plan, 1, Map.of("virtual-c4", 0.5)).blocks()
                .forEach(block -> line.on(new Progress.Driven(block)));
        return line;
    }

    @Test
    void theClaimThatAnswersTheQuestionHasItsFigures() {
        assertEquals("virtual 100/s, platform 100/s, ratio 1.00", line("25").numbers());
    }

    @Test
    void eachJdkHasItsOwn() {
        assertEquals("JDK 21 virtual 100/s, platform 100/s, ratio 1.00; "
                + "JDK 25 virtual 100/s, platform 100/s, ratio 1.00", line("21,25").numbers());
    }

    /** Figures of the warm-up are shown until there are others. */
    @Test
    void aWarmUpCountsForNothing() {
        LabPlan plan = new LittlePage(Options.of("little", "--jdk", "25")).plan();
        var line = line("25");
        MadeMeasurement.fork(plan, 2, Map.of()).blocks().stream().filter(block -> block.warmup())
                .forEach(block -> line.on(new Progress.Driven(block)));
        assertEquals("virtual 100/s, platform 100/s, ratio 1.00", line.numbers());
    }
}
