package benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kit.machine.ChildJvm;
import kit.results.LargeFile;
import kit.results.LargeFile.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tests.Lane;

/**
 * How fast jbang audit reads a large result, and how much memory it needs: prints it, and holds it against nothing. The
 * environment variable {@value #SIZE} has the size in MB, such as 2048.
 */
@Tag(Lane.BENCH)
class LargeResultTest {

    private static final String SIZE = "LARGE_RESULT_MB";
    private static final int USUAL_MB = 300;

    @ParameterizedTest
    @EnumSource(Kind.class)
    @Timeout(1800)
    void aLargeFile(Kind kind, @TempDir Path temp) throws Exception {
        int size = Integer.parseInt(System.getenv().getOrDefault(SIZE, String.valueOf(USUAL_MB)));
        Path file = temp.resolve("large");
        long requests = LargeFile.write(file, kind, (long) size << 20);
        Path log = temp.resolve("log");
        Process child = ChildJvm.onThisJdk(List.of("-Xmx64m"), LargeFile.class, List.of(file.toString())).start(log,
                line -> false);
        assertEquals(0, child.waitFor(), log::toString);
        String[] told = Files.readString(log).strip().split(" ");
        System.out.printf("%s of %d MB, %d requests: %.1f s, %.0f MB/s; heap at most %s MB of 64 MB%n", kind, size,
                requests, Double.parseDouble(told[1]), size / Double.parseDouble(told[1]), told[2]);
        Files.delete(file);
    }
}
