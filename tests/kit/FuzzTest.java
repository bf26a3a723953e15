package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fixtures.Fuzz;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository.Ran;

/** Every reader of files that others write, with files that are changed at random or hostile, in little memory. */
@Tag(Lane.PAGES)
class FuzzTest {

    private static final String SEED = "1";

    @TempDir
    Path folder;

    @Test
    @Timeout(600)
    void ofAChangedFileIsToldWhatIsWrong() throws Exception {
        holds("30");
    }

    @Test
    @Tag(Lane.NOT_FAST)
    @Timeout(600)
    void aHostileFileNeitherExhaustsNorFetchesAnything() throws Exception {
        holds(Fuzz.HOSTILE);
    }

    private void holds(String much) throws Exception {
        Ran ran = Fuzz.inAJvm(9, folder.toString(), SEED, much);
        assertEquals(List.of(), ran.out().lines().filter(line -> line.startsWith("FAULT")).toList());
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        // Each reader was tried.
        assertEquals(Fuzz.readers().size(), ran.out().lines().filter(line -> line.contains(" files, 0 faults")).count(),
                ran.out());
    }
}
