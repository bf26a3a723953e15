package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static pages.Drawn.traces;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** The chart of what requests wait for, by line of code. */
@Tag(Lane.PAGES)
class WaitsChartTest {

    @TempDir
    static Path temp;

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        Runs.in(temp).lab("own").cell(MadeCell.closed("platform", 40).rps(100), MadeCell.closed("platform", 40).fork(2)
                .rps(100), MadeCell.closed("virtual", 40).rps(200)).file("waits.csv", """
                cell,line,operation,waiting,share_pct,dumps
                platform-c40-f1,,no thread,24.0,60.0,5
                platform-c40-f1,a.Shop.order:12,Thread.sleep,16.0,40.0,5
                platform-c40-f2,,no thread,28.0,70.0,5
                platform-c40-f2,a.Shop.<order>:12,Thread.sleep,12.0,30.0,5
                virtual-c40-f1,a.Shop.order:12,Thread.sleep,39.6,99.0,5
                virtual-c40-f1,,running,0.4,1.0,5
                """).write();
        Waits.lab(temp).write();
        drawn = Drawn.quietly(temp);
    }

    @Test
    void theSharesAreMeansOfTheForksAndStandSideBySide() throws IOException {
        String chart = drawn.chart("own", "waits");
        contains(chart, "On platform, 65 % of the requests under way have no thread. On virtual, 99 % of the requests "
                + "under way are at a.Shop.order:12 (Thread.sleep).", "\"barmode\":\"group\"",
                "a.Shop.&lt;order&gt;:12");
        assertEquals(2, traces(chart).size());
        contains(chart.replaceAll("<[^>]*>", " ").replaceAll("\\s+", " "), "place platform virtual", "no thread 65",
                "a.Shop.order:12 (Thread.sleep) 20 99", "running 1");
        assertFalse(chart.contains("data-key=\"jdk"));
    }

    @Test
    void aRunWithoutThreadDumpsHasNoSuchChart() throws IOException {
        assertFalse(drawn.page("waits").contains("What requests wait for"));
    }
}
