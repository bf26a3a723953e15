package benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fixtures.Fuzz;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tests.Lane;
import tests.Repository.Ran;

/**
 * Every reader with changed files for a while, and with more hostile files than the suite has. It prints how many files
 * there were, and keeps those that show a fault. The environment variable {@value #MINUTES} has the minutes for each
 * reader, {@value #SEED} the first number of the changes (default: the time of day).
 */
@Tag(Lane.BENCH)
class FuzzTest {

    private static final String MINUTES = "FUZZ_MINUTES";
    private static final String SEED = "FUZZ_SEED";
    private static final String USUAL = "2";

    static List<String> readers() {
        return Fuzz.readers();
    }

    @ParameterizedTest
    @MethodSource("readers")
    @Timeout(7200)
    void aReader(String reader) throws Exception {
        String seed = System.getenv().getOrDefault(SEED, String.valueOf(System.currentTimeMillis()));
        double minutes = Double.parseDouble(System.getenv().getOrDefault(MINUTES, USUAL));
        Path folder = Files.createTempDirectory("fuzz");
        int faults = 0;
        for (String much : List.of(Math.round(60 * minutes) + "s", Fuzz.MORE_HOSTILE)) {
            Ran ran = Fuzz.inAJvm(60, folder.toString(), seed, much, reader);
            System.out.print("from seed " + seed + ": " + ran.out() + ran.err());
            faults += ran.exit();
        }
        assertEquals(0, faults, "its files: " + folder);
    }
}
