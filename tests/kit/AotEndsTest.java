package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/**
 * A lab that is interrupted while it makes an archive of classes: no archive is left that lacks most of them, and
 * nothing of a lab that was killed before.
 */
@Tag(Lane.SERVICES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no such signals")
class AotEndsTest {

    private static final String CELL = "platform-c5";

    @TempDir
    Path folder;

    /** When Ctrl-C comes. */
    enum Moment {
        CLASSES_ARE_LISTED {
            @Override
            void await(LabProcess lab) throws Exception {
                lab.awaitLog(CELL + "-aot", "Started");
            }
        },
        ARCHIVE_IS_WRITTEN {
            @Override
            void await(LabProcess lab) throws Exception {
                lab.await("a JVM that writes the archive",
                        () -> lab.descendants()
                                .anyMatch(process -> process.info().commandLine().orElse("").contains("-Xshare:dump"))
                                        ? true
                                        : null);
            }
        };

        abstract void await(LabProcess lab) throws Exception;
    }

    @Test
    void ctrlCWhileTheArchiveIsWrittenLeavesNone() throws Exception {
        ctrlCLeavesNone(Moment.ARCHIVE_IS_WRITTEN);
    }

    @Test
    @Tag(Lane.WHOLE)
    void ctrlCWhileClassesAreListedLeavesNone() throws Exception {
        ctrlCLeavesNone(Moment.CLASSES_ARE_LISTED);
    }

    private void ctrlCLeavesNone(Moment moment) throws Exception {
        Path home = Files.createDirectory(folder.resolve("home"));
        Path archives = Files.createDirectories(home.resolve(".cache/virtual-thread-lab/aot"));
        // Of a lab that was killed an hour ago.
        Path killed = Files.createDirectory(archives.resolve("new-1"));
        Files.writeString(killed.resolve("half.jsa"), "half");
        Files.setLastModifiedTime(killed, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        try (var lab = LabProcess.script(folder, "labs/cpu-light.java", List.of("-Duser.home=" + home),
                List.of("--cells", CELL, "-c", "5", "--aot"))) {
            moment.await(lab);
            lab.interrupt();
            assertEquals(130, lab.exit(), lab.said());
            assertEquals("", lab.err(), "nothing went wrong");
        }
        try (Stream<Path> left = Files.list(archives)) {
            assertEquals(List.of(), left.toList());
        }
    }
}
