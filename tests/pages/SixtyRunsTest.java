package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Drawn.from;
import static pages.Drawn.matches;
import static pages.MadeCell.closed;
import static pages.Runs.names;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/**
 * Sixty runs of three labs, as they gather in months. Each has a throughput of its own, by which its page is known; of
 * each lab the newest was cut short.
 */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class SixtyRunsTest {

    private static final List<String> LABS = List.of("first", "second", "third");
    private static final int EACH = 20;

    @TempDir
    static Path temp;

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        List<Integer> days = new ArrayList<>();
        for (int day = 1; day <= EACH; day++) {
            days.add(day);
        }
        Collections.shuffle(days, new Random(14)); // the order in which a folder is written is not that of its names
        for (int day : days) {
            for (String lab : LABS) {
                Runs run = Runs.in(temp).lab(lab).run(run(day))
                        .cell(closed("platform", 100).rps(rps(lab, day)).predicted(9999));
                (day == EACH ? run.incomplete().verdict("INVALID") : run).write();
            }
        }
        drawn = Drawn.quietly(temp);
    }

    private static String run(int day) {
        return "202601%02d-100000".formatted(day);
    }

    private static int rps(String lab, int day) {
        return 100 * (1 + LABS.indexOf(lab)) + day;
    }

    private static String page(String lab, int day) {
        return day == EACH - 1 ? lab : lab + "-" + run(day);
    }

    @Test
    void everyRunHasItsPageAndTheNewestWholeOneTheLabsName() throws IOException {
        assertEquals(List.of("first.html", "second.html", "third.html", "index.html"),
                drawn.pages().stream().map(page -> page.getFileName().toString()).toList());
        Set<String> expected = new TreeSet<>(Set.of("index.html", "glossary.html", "plotly.js"));
        for (String lab : LABS) {
            for (int day = 1; day <= EACH; day++) {
                expected.add(page(lab, day) + ".html");
                String row = drawn.cells(page(lab, day)).split("</tbody>", 2)[0];
                contains(row, "<td class=\"number\">" + rps(lab, day) + "</td>");
            }
        }
        assertEquals(expected, names(temp.resolve("charts")));
    }

    @Test
    void theIndexHasEachRunOnceNewestFirst() throws IOException {
        List<String> expected = new ArrayList<>();
        for (String lab : LABS) {
            for (int day = EACH; day >= 1; day--) {
                expected.add(page(lab, day) + ".html");
            }
        }
        String index = drawn.page("index");
        assertEquals(expected, matches(from(index, "Every run"), "<a href=\"([^\"]*)\""));
        assertEquals(LABS.stream().map(lab -> lab + ".html").toList(),
                matches(index, "<a class=\"lab\" href=\"([^\"]*)\""));
    }

    @Test
    void anOlderRunLeadsToTheNewest() throws IOException {
        assertTrue(drawn.page("second-" + run(1)).contains("<a href=\"second.html\">"));
    }
}
