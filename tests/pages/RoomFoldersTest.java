package pages;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static pages.Drawn.numbers;
import static pages.Drawn.traces;
import static pages.MadeRoom.WAITS;
import static pages.MadeRoom.number;
import static pages.MadeRoom.run;
import static tests.Repository.contains;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;

/** `./jbang analysis/room.java` on folders of other rooms: how they lie, how many they are, and where there is none. */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class RoomFoldersTest {

    @TempDir
    static Path temp;

    @Test
    void aParticipantIsCalledByWhatTellsThePathsApart() throws Exception {
        Path there = temp.resolve("named");
        String question = number("How many?", 2, 2, 2.0, null, null);
        run(there.resolve("monday/pat/data"), "waits", "20260101-100000", "CONFIRMED", true, "Testing", 2, question);
        run(there.resolve("tuesday/pat/data"), "waits", "20260101-100000", "CONFIRMED", true, "Testing", 2, question);
        // A run's folder that was given a name. One that has its own stands for the participant in whose folder it is.
        Path renamed = run(there.resolve("runs"), "waits", "20260101-100000", "CONFIRMED", true, "Testing", 2,
                question);
        Files.move(renamed, there.resolve("runs/waits/quinn"));
        Path copied = run(there.resolve("rob"), "waits", "20260101-100000", "CONFIRMED", true, "Testing", 2, question);
        Files.move(copied, there.resolve("rob/20260101-100000"));
        Ran names = Repository.analysis("room", there.resolve("tuesday/pat/data").toString(),
                there.resolve("runs").toString(), there.resolve("rob").toString(),
                there.resolve("monday/pat/data/waits").toString(), there.resolve("tuesday").toString());
        assertEquals(0, names.exit(), names.err());
        String page = Files.readString(there.resolve("tuesday/pat/charts/room.html"));
        String table = page.substring(page.indexOf("Every number of waits"));
        assertEquals(List.of("monday", "rob", "runs", "tuesday"),
                Pattern.compile("<th scope=\"row\">([^<]*)</th>").matcher(table).results()
                        .map(found -> found.group(1)).toList(),
                "the one that is given twice is there once");
        Ran one = Repository.analysis("room", there.resolve("runs").toString(), there.resolve("rob").toString(),
                there.resolve("monday/pat").toString(),
                there.resolve("tuesday/pat").toString(),
                run(there.resolve("monday/sue/data"), "waits", "20260101-100000", "CONFIRMED", true,
                        "Testing", 2, question).toString(),
                "--out", there.resolve("out").toString());
        assertEquals(0, one.exit(), one.err());
        contains(Files.readString(there.resolve("out/room.html")), "<th scope=\"row\">monday/pat</th>",
                "<th scope=\"row\">monday/sue</th>",
                "<th scope=\"row\">tuesday/pat</th>", "<th scope=\"row\">runs/quinn</th>");
    }

    @Test
    void twoHundredParticipantsStayReadable() throws Exception {
        Path crowd = temp.resolve("crowd");
        for (int i = 1; i <= 200; i++) {
            run(crowd.resolve("laptop-" + i), "waits", "20260101-100000", "CONFIRMED", true, "Testing " + i % 3,
                    2 + i % 2,
                    number(WAITS, 1 + i % 4, 2, 1.9 + i / 1000.0, null, null));
        }
        Ran many = Repository.analysis("room", crowd.toString(), "--out", temp.resolve("crowded").toString());
        assertEquals(0, many.exit(), many.err());
        assertEquals("1 waits: 200 participants ran it: 200 CONFIRMED; median 2.00 (rule 2.00)",
                many.out().lines().findFirst().orElseThrow());
        String page = Files.readString(temp.resolve("crowded/room.html"));
        assertTrue(page.length() < 500_000, page.length() + " characters");
        String chart = Drawn.section(page, "room_waits");
        assertEquals(200, numbers(chart, "measured", "x").size());
        assertEquals(1, traces(chart, "guess").size(), "no lines between points: they would be a hatching");
        assertFalse(chart.contains("ticktext\":[\"laptop"), "there is no room for their names");
        String table = page.substring(page.indexOf("Every number of waits"));
        assertEquals(IntStream.rangeClosed(1, 200).mapToObj(i -> "laptop-" + i).toList(),
                Pattern.compile("<th scope=\"row\">([^<]*)</th>")
                        .matcher(table).results().map(found -> found.group(1)).toList());
        assertTrue(Drawn.layouts(chart).getFirst().path("height").asInt() < 1000, chart);
    }

    @Test
    void theSampleIsGatheredWhereItIsAskedFor() throws Exception {
        Ran sample = Repository.analysis("room", Repository.root().resolve("data/sample").toString(), "--out",
                temp.resolve("sampled").toString());
        assertEquals(0, sample.exit(), sample.err());
        List<String> lines = sample.out().lines().toList();
        int labs = Repository.labs().size();
        assertEquals(labs + 1, lines.size(), sample.out());
        for (int i = 1; i <= labs; i++) {
            assertTrue(lines.get(i - 1).matches(i + " .*: 1 participant ran it: 1 (CONFIRMED|UNDECIDED);.*"),
                    lines.get(i - 1));
        }
        assertTrue(lines.getFirst().matches(".*median (1\\.9\\d|2\\.0\\d) \\(rule 2\\.00\\).*"), lines.getFirst());
    }

    @Test
    void badInputIsOneLine() throws Exception {
        Path empty = Files.createDirectories(temp.resolve("empty/sample"));
        assertAll(
                () -> fails("no folder", "Give the folders of the participants", temp.resolve("nowhere").toString()),
                () -> fails("'DIR'", "--help"),
                () -> fails("--nonsense", "--help", "--nonsense", temp.toString()));
        Ran none = Repository.analysis("room", empty.getParent().toString());
        assertEquals(2, none.exit());
        assertEquals(2, none.said("room").size(), none.err());
        contains(none.said("room").getFirst(), "skipped " + empty.getParent(), "no run in it", "unpacked");
        contains(none.said("room").getLast(), "no run to gather", "Give the folders");
        assertFalse(Files.exists(temp.resolve("empty/charts")));
    }

    private static void fails(String why, String next, String... arguments) throws Exception {
        Ran ran = Repository.analysis("room", arguments);
        assertEquals(2, ran.exit(), why);
        assertEquals(1, ran.said("room").size(), ran.err());
        contains(ran.said("room").getFirst(), why, next);
    }
}
