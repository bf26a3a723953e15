package kit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import kit.record.Release;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** A lab from its command line, where it measures nothing. */
@Tag(Lane.UNIT)
class LabRunTest {

    @TempDir
    Path data;

    private Repository.Ran run(String... words) {
        String[] all = Stream.concat(Stream.of("--data", data.toString()), Stream.of(words)).toArray(String[]::new);
        return Repository.captured(() -> LabRun.run("little", LittlePage::new, all));
    }

    @Test
    void theOutlineIsWhatTheWorkshopReads() throws Exception {
        Repository.Ran ran = run("--outline", "--all-cells", "--jdk", "25,99");
        assertEquals(0, ran.exit(), ran.err());
        Outline outline = Outline.read(ran.out());
        assertEquals("1 little", outline.title());
        assertEquals("Does a page tell what stands in its source?", outline.question());
        assertEquals("X = N / S.\n\nWith 2 users it is 100/s.", outline.rule());
        assertEquals(List.of("virtual-c2", "platform-c2", "virtual-c4", "platform-c4", "virtual-c3"),
                outline.cellNames());
        assertEquals(5, outline.cells());
        assertEquals(5, outline.cellsSkipped());
        assertTrue(outline.skipped().getFirst().why().startsWith("there is no JDK 99 on this machine"), ran.out());
        assertEquals(List.of(25, 99), outline.needs().jdks());
        assertTrue(outline.needs().threads() > 100 && outline.needs().files() > 300 && outline.seconds() > 10,
                ran.out());
        assertEquals(null, outline.guesses().getFirst().choices());
        assertEquals(List.of("a platform", "b neither", "c virtual"), outline.guesses().getLast().choices().stream()
                .map(choice -> choice.key() + " " + choice.text()).toList());
        assertEquals(5, outline.claims().size());
        try (var files = Files.list(data)) {
            assertEquals(0, files.count(), "nothing is written");
        }
    }

    @Test
    void badInputIsOneLine() {
        for (String[] words : new String[][] {{"--nonsense"}, {"-c", "1,2,3"}, {"--part", "7"}, {"--jdk", "99"},
                {"-c", "9000000"}, {"--cells", "none"}}) {
            Repository.Ran ran = run(words);
            assertEquals(2, ran.exit());
            assertEquals("", ran.out());
            assertEquals(1, ran.err().lines().count(), ran.err());
            assertTrue(ran.err().startsWith("little: "), ran.err());
        }
        assertTrue(run("--jdk", "99").err().contains("--jdk 99 leaves nothing to measure: there is no JDK 99"));
        assertFalse(Files.exists(data.resolve("little")), "no run was begun");
    }

    @Test
    void helpAndVersionAreTold() {
        assertEquals(Release.NAMED, run("--version").out().strip());
        Repository.Ran help = run("--help");
        assertEquals(0, help.exit());
        for (String option : List.of("-n", "-c", "--duration", "--rate", "--forks", "--warmup", "--cells", "--part",
                "--jdk", "--all-cells", "--published", "--quick", "--apart", "--step", "--data", "--generator",
                "--verbose", "--outline")) {
            assertTrue(help.out().contains(option), option);
        }
    }
}
