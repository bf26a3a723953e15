package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.contains;

import fixtures.MadeRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kit.judge.JudgedRun;
import kit.page.Passage;
import kit.page.RunFiles;
import kit.page.Told;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** Runs of format 4: what the labs write of variants side by side is drawn, compared and gathered. */
@Tag(Lane.PAGES)
class SideBySideTest {

    @TempDir
    Path temp;

    /** Of so many forks. */
    private Path run(int forks, boolean complete) {
        JudgedRun run = MadeRun.judged(MadeRun.measurement(forks));
        RunFiles files = RunFiles.open(temp, "waits");
        files.note(List.of(new Passage.Title(1, "waits", "What limits the throughput?"), new Passage.Charts()));
        files.write(run);
        files.close(run, new Told("1 waits", 1, "What limits the throughput?", "X = min(N, m) / S", "Twice as much.",
                "Requests per second", List.of(new Told.Bar("platform", 50), new Told.Bar("virtual", 100)),
                List.of(new Told.Answer(MadeRun.plan().guesses().getFirst(), "a: about the same", 2.01, false)),
                "jbang labs/waits.java", ""), complete);
        return files.place();
    }

    @Test
    void plotDrawsThem() throws IOException {
        run(2, true);
        Drawn drawn = Drawn.quietly(temp);
        String page = drawn.page("waits");
        contains(page, "id=\"chart_throughput\"", "id=\"chart_latency\"", "id=\"chart_timeline\"",
                "id=\"chart_blocks\"",
                "id=\"chart_vitals\"", "id=\"chart_capacity\"", "id=\"chart_pinning\"", "apps.Wait.now:1",
                "Twice as much.", "Testing 3000", "blocks.csv");
        contains(drawn.chart("waits", "blocks"),
                "2 of 10 blocks do not count, because something disturbed them (jvm-stopped)", "circle-open");
        assertEquals(List.of(1.0, 2.0), Drawn.numbers(drawn.chart("waits", "blocks"), "variant virtual", "x"));
        contains(page, "1 of 2 claims held, 1 UNDECIDED", "measured 2.01 (1.95 to 2.07)",
                "One fork does not decide it.", "a: about the same", "b: more (2.01) [1.95, 2.07]");
        assertEquals(4, Drawn.occurrences(drawn.cells("waits"), "<span class=\"verdict valid\">VALID</span>"));
        assertEquals(List.of(1.0, 2.0, 3.0, 4.0),
                Drawn.numbers(drawn.chart("waits", "timeline"), "variant virtual", "x"));
    }

    @Test
    void whatWasCutShortIsDrawnAndNamed() throws IOException {
        Path run = run(1, false);
        Drawn drawn = Drawn.plot(temp);
        assertEquals(0, drawn.exit(), drawn.toString());
        contains(String.join("\n", drawn.said()), run.toString(), "is incomplete");
        contains(drawn.page("waits"), "id=\"chart_throughput\"", "INCOMPLETE");
    }

    @Test
    void compareAndRoomReadThem() throws IOException {
        Path a = run(3, true);
        Path b = run(2, true);
        Repository.Ran compared = Repository.analysis("compare", a.toString(), b.toString(), "--out",
                temp.resolve("compare").toString());
        assertEquals(0, compared.exit(), compared.err());
        String page;
        try (var pages = Files.list(temp.resolve("compare"))) {
            page = Files.readString(pages.filter(file -> file.toString().endsWith(".html")
                    && !file.getFileName().toString().startsWith("glossary")).findFirst().orElseThrow());
        }
        contains(page, "virtual / platform is 0.95 to 1.05 times the rule", "2.01 [1.95, 2.07]");
        Repository.Ran room = Repository.analysis("room", temp.toString(), "--out", temp.resolve("room").toString());
        assertEquals(0, room.exit(), room.err());
        contains(Files.readString(temp.resolve("room/room.html")), "Virtual / platform?", "about the same");
    }

    @Test
    void whatIsNotOfTheseTypesIsNamed() throws IOException {
        Path json = run(1, true).resolve("run.json");
        Files.writeString(json, Files.readString(json).replace("\"verdict\" : \"UNDECIDED\"", "\"verdict\" : \"odd\""));
        Drawn drawn = Drawn.plot(temp);
        contains(String.join("\n", drawn.said()), json.toString(), "it does not hold what a run of format 4 has",
                "claims.verdict");
        assertTrue(drawn.hasChart("waits", "throughput"));
        assertFalse(drawn.page("waits").contains("claims held"));
    }
}
