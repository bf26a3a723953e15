package pages;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static pages.MadeCell.burst;
import static pages.Runs.change;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** Files that are cut off, missing, empty or wrong: each is named once, and costs its charts, not the page. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class DamagedFilesTest {

    @TempDir
    static Path temp;

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        Path hurt = Runs.in(temp).lab("hurt").without("pinning.csv").write();
        // Cut off in the middle of a row, as a full disk leaves a file.
        change(hurt.resolve("latency.csv"), text -> text.substring(0, text.indexOf(",500")));
        change(hurt.resolve("timeline.csv"), text -> text.replaceFirst(",120,", ",many,"));
        Runs.in(temp).lab("wrong").file("latency.csv", "").file("timeline.csv", "cell,second\nplatform-c100-f1,1\n")
                .write();
        Runs.in(temp).lab("broken").file("run.json", "{\"lab\": \"broken\", \"verd").write();
        Runs.in(temp).lab("unjudged").file("run.json", """
                {"format": 4, "lab": "unjudged", "claims": [{"text": "twice as many", "jdk": 25}]}
                """).write();
        Runs.in(temp).lab("bare").without("summary.csv").write();
        Path torn = Runs.in(temp).lab("torn").cell(burst("platform-500", 2000, 1).rps(470).served(500, 1)).write();
        change(torn.resolve("burst.csv"),
                text -> text.lines().limit(2).collect(Collectors.joining("\n")) + "\nplatform-500-b2000-f1,40,4");
        Runs.in(temp).lab("lost").cell(burst("platform-500", 2000, 1).rps(470)).write();
        drawn = Drawn.plot(temp);
    }

    private static void namedOnce(String file, String why) {
        List<String> lines = drawn.said().stream().filter(line -> line.contains(temp.resolve(file).toString()))
                .toList();
        assertEquals(1, lines.size(), file + " in " + drawn.said());
        contains(lines.getFirst(), "skipped " + temp.resolve(file), why);
    }

    @Test
    void eachIsNamedOnceWithItsReason() {
        assertAll(
                () -> assertEquals(0, drawn.exit(), drawn.toString()),
                () -> namedOnce("hurt/20260101-100000/latency.csv", "row 2 contains 3 columns"),
                () -> namedOnce("hurt/20260101-100000/timeline.csv", "row 1 holds no number in column rps"),
                () -> namedOnce("hurt/20260101-100000/pinning.csv", "missing"),
                () -> namedOnce("wrong/20260101-100000/latency.csv", "empty"),
                () -> namedOnce("wrong/20260101-100000/timeline.csv", "no column rps"),
                () -> namedOnce("bare/20260101-100000/summary.csv", "missing"),
                () -> namedOnce("broken/20260101-100000/run.json", "not whole JSON"),
                () -> namedOnce("unjudged/20260101-100000/run.json", "what a run of format 4 has (claims)"),
                () -> namedOnce("torn/20260101-100000/burst.csv", "row 2 contains 3 columns"),
                () -> namedOnce("lost/20260101-100000/burst.csv", "missing"),
                () -> assertEquals(10, drawn.said().size(), String.join("\n", drawn.said())));
    }

    @Test
    void theRestIsDrawn() throws IOException {
        contains(drawn.page("hurt"), "id=\"throughput\"", "Every cell");
        assertFalse(drawn.hasChart("hurt", "latency") || drawn.hasChart("hurt", "timeline"));
        contains(drawn.page("torn"), "id=\"throughput\"", "id=\"latency\"", "2,000 users in 1 s");
        assertFalse(drawn.hasChart("torn", "burst"));
        contains(drawn.page("broken"), "id=\"throughput\"", "id=\"latency\"", "id=\"timeline_rps\"");
        contains(drawn.page("bare"), "id=\"latency\"", "id=\"timeline_rps\"");
        assertFalse(drawn.hasChart("bare", "throughput"));
    }
}
