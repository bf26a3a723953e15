package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static pages.Runs.names;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** What plot says where there is nothing to draw, or it is not told what. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class PlotUsageTest {

    @TempDir
    static Path temp;

    @Test
    void aLabsFolderIsNotTheDataFolder() throws IOException {
        Runs.in(temp).lab("waits").run("20260102-100000").write();
        Path newest = Runs.in(temp).lab("waits").run("20260103-100000").write();
        Drawn lab = Drawn.plot(temp.resolve("waits"));
        contains(onlyLine(lab), "the folder of one lab", newest.toString());
        assertFalse(Files.exists(temp.resolve("waits/charts")));
    }

    @Test
    void withNothingToDrawItSaysWhatToDo() throws IOException {
        Path empty = Files.createDirectories(temp.resolve("none"));
        contains(onlyLine(Drawn.plot(empty)), "no run in", "./jbang labs/cpu-light.java");
        assertEquals(Set.of(), names(empty));
    }

    @Test
    void runsThatAreAllDamagedAreNothingToDrawEither() throws IOException {
        Path rubble = temp.resolve("rubble");
        Runs.in(rubble).file("summary.csv", "\n").file("latency.csv", "\n").file("timeline.csv", "\n")
                .file("pinning.csv", "\n").write();
        Drawn none = Drawn.plot(rubble, "--out", temp.resolve("elsewhere").toString());
        assertEquals(2, none.exit());
        contains(none.said().getLast(), "could be drawn", "./jbang labs/cpu-light.java");
        assertFalse(Files.exists(rubble.resolve("charts")) || Files.exists(temp.resolve("elsewhere")));
    }

    @Test
    void badUsageIsOneLine() throws IOException {
        contains(onlyLine(Drawn.plot("--nonsense")), "--nonsense", "--help");
    }

    private static String onlyLine(Drawn failed) {
        assertEquals(2, failed.exit(), failed.toString());
        assertEquals(1, failed.said().size(), failed.toString());
        return failed.said().getFirst();
    }
}
