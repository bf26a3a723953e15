package kit.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kit.machine.ChildJvm;
import kit.results.LargeFile.Kind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tests.Lane;
import tests.Script;

/** A file is read in constant memory: it is several times as large as the heap of the JVM that reads it. */
@Tag(Lane.FAULTS)
class LargeFileTest {

    private static final int HEAP_MB = 16;
    private static final int TIMES = 3;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aFileLargerThanTheHeapIsRead(Kind kind) throws Exception {
        Path file = folder.resolve("large");
        long requests = LargeFile.write(file, kind, (long) TIMES * HEAP_MB << 20);
        assertTrue(Files.size(file) >= (long) TIMES * HEAP_MB << 20);
        Path log = folder.resolve("log");
        var flags = new ArrayList<>(Script.FOR_SECONDS);
        flags.add("-Xmx" + HEAP_MB + "m");
        Process child = ChildJvm.onThisJdk(flags, LargeFile.class, List.of(file.toString())).start(log, line -> false);
        assertEquals(0, child.waitFor(), () -> {
            try {
                return Files.readString(log);
            } catch (java.io.IOException e) {
                return e.toString();
            }
        });
        assertTrue(Files.readString(log).startsWith(requests + " "), Files.readString(log));
        Files.delete(file);
    }
}
