package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import kit.machine.Jdks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/**
 * A lab that is interrupted while it makes an archive of classes: no archive is left that lacks most of them, and
 * nothing of a lab that was killed before.
 */
@Tag(Lane.SERVICES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no such signals")
class AotEndsTest {

    private static final String CELL = "virtual-event-waiting-c5";

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
    void ctrlCWhileTheArchiveIsWrittenLeavesNoneOrAll() throws Exception {
        ctrlCLeavesNoHalf(Moment.ARCHIVE_IS_WRITTEN);
    }

    @Test
    @Tag(Lane.WHOLE)
    void ctrlCWhileClassesAreListedLeavesNone() throws Exception {
        ctrlCLeavesNoHalf(Moment.CLASSES_ARE_LISTED);
    }

    private void ctrlCLeavesNoHalf(Moment moment) throws Exception {
        Path home = Files.createDirectory(folder.resolve("home"));
        Path archives = Files.createDirectories(home.resolve(".cache/virtual-thread-lab/aot"));
        // Of a lab that was killed an hour ago.
        Path killed = Files.createDirectory(archives.resolve("new-1"));
        Files.writeString(killed.resolve("half.jsa"), "half");
        Files.setLastModifiedTime(killed, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
        try (var lab = LabProcess.script(folder, "labs/event-broker.java", List.of("-Duser.home=" + home),
                List.of("--cells", CELL, "-c", "5", "--aot"))) {
            moment.await(lab);
            lab.interrupt();
            assertEquals(130, lab.exit(), lab.said());
            assertEquals("", lab.err(), "nothing went wrong");
        }
        List<Path> left;
        try (Stream<Path> files = Files.list(archives)) {
            left = files.sorted().toList();
        }
        // A JVM that has begun with the last bytes of an archive does not hear Ctrl-C: then all of it is there.
        if (moment == Moment.ARCHIVE_IS_WRITTEN && !left.isEmpty()) {
            assertEquals(2, left.size(), left + ": an archive, and the list of its libraries");
            isWhole(left.getFirst(), left.getLast());
        } else {
            assertEquals(List.of(), left);
        }
    }

    /** A JVM starts from it. */
    private static void isWhole(Path archive, Path libraries) throws Exception {
        Repository.Ran java = Repository.run(new ProcessBuilder(
                Jdks.tool(Path.of(System.getProperty("java.home")), "java").toString(), "-Xshare:on",
                Jdks.ARCHIVE + archive,
                // as its cells have, and so the JVM that wrote it
                "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp",
                String.join(File.pathSeparator, Files.readAllLines(libraries)), "-version"));
        assertEquals(0, java.exit(), java.out() + java.err());
    }
}
