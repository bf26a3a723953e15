package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Folders;
import tests.Lane;
import tests.Repository.Ran;
import tests.Script;

/** {@code jbang style}: the sources of this repository have the style that it checks, and it sees what has not. */
@Tag(Lane.UNIT)
class StyleTest {

    private static final Script STYLE = Script.of("tests/style.java");

    @TempDir(factory = Folders.class)
    Path temp;

    @Test
    void theSourcesHaveIt() throws Exception {
        Ran ran = STYLE.run();
        assertEquals(0, ran.exit(), ran.out() + ran.err());
    }

    @Test
    void whatHasItNotIsNamedAndMended() throws Exception {
        Path ragged = Files.createDirectories(temp.resolve("apps")).resolve("Ragged.java");
        Files.writeString(ragged, "package apps;\n\nclass Ragged {\nint  one( ){return 1;}\n}\n");
        Path wide = Files.writeString(ragged.resolveSibling("Wide.java"),
                "package apps;\n\n// " + "word ".repeat(30) + "\nclass Wide {}\n");

        Ran ran = STYLE.run(temp.toString());
        assertEquals(1, ran.exit(), ran.err());
        assertEquals(List.of(ragged + ":4: not formatted. Run: jbang style --mend",
                wide + ":3: 153 columns. A line has 120 or less: break the comment or the string",
                "2 sources, 0 mended, 2 complaints"), ran.out().lines().toList());

        Ran mended = STYLE.run("--mend", temp.toString());
        assertEquals(1, mended.exit(), mended.out());
        assertEquals("package apps;\n\nclass Ragged {\n    int one() {\n        return 1;\n    }\n}\n",
                Files.readString(ragged));
        assertTrue(mended.out().endsWith("2 sources, 1 mended, 1 complaints\n"), mended.out());
    }

    @Test
    void whatItCannotDoIsOneLineThatSaysWhatToDo() throws Exception {
        for (String argument : List.of("--mand", temp.toString())) {
            Ran ran = STYLE.run(argument);
            assertEquals(2, ran.exit(), ran.out());
            // The JVM says which options it has from the environment.
            List<String> said = ran.err().lines().filter(line -> !line.startsWith("Picked up ")).toList();
            assertEquals(1, said.size(), ran.err());
            assertTrue(said.getFirst().contains("jbang style --help"), ran.err());
        }
    }
}
