package kit.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** Which archive of classes a script can use. */
@Tag(Lane.UNIT)
class ClassArchiveTest {

    private static final Path JAVA = Path.of(System.getProperty("java.home"));

    @TempDir
    Path folder;

    private List<Path> jars;

    @BeforeEach
    void someJars() throws IOException {
        jars = IntStream.range(0, 6).mapToObj(i -> folder.resolve(i + ".jar")).toList();
        for (Path jar : jars) {
            Files.writeString(jar, "jar");
        }
    }

    private ClassArchive made(List<Path> libraries) throws IOException {
        var archive = ClassArchive.of(folder, JAVA, libraries);
        archive.take(Files.writeString(Files.createTempDirectory(folder, "new-").resolve("half.jsa"), "archive"));
        return archive;
    }

    private Optional<ClassArchive> best(List<Path> libraries) throws IOException {
        return ClassArchive.best(folder, JAVA, libraries);
    }

    @Test
    void theOneWithTheMostLibrariesIsUsedInWhateverOrder() throws IOException {
        made(jars.subList(0, 4));
        ClassArchive more = made(jars.subList(0, 5).reversed());
        assertEquals(Optional.of(more), best(jars));
        assertEquals(more.libraries(), ClassArchive.libraries(List.of("-Xmx1g", Jdks.ARCHIVE + more.file())));
    }

    @Test
    void oneWithAnotherLibraryIsOfNoUse() throws IOException {
        made(jars.subList(0, 5));
        assertEquals(Optional.empty(), best(jars.subList(1, 6)));
    }

    @Test
    void twoThirdsOfTheLibrariesAreEnoughAndLessIsNot() throws IOException {
        made(jars.subList(0, 3));
        assertEquals(Optional.empty(), best(jars));
        assertEquals(Optional.of(made(jars.subList(0, 4))), best(jars));
    }

    @Test
    void aLibraryThatWasReplacedMakesItOfNoUse() throws IOException {
        made(jars);
        Files.writeString(jars.getFirst(), "another jar");
        assertEquals(Optional.empty(), best(jars));
    }

    @Test
    void oneOfAnotherJdkIsOfNoUse() throws IOException {
        made(jars);
        assertEquals(Optional.empty(), ClassArchive.best(folder, folder, jars));
    }

    @Test
    void oneWithoutItsListIsOfNoUseHere() throws IOException {
        Files.writeString(ClassArchive.of(folder, JAVA, jars).file(), "archive");
        assertEquals(Optional.empty(), best(jars));
        assertEquals(List.of(), ClassArchive.libraries(List.of(Jdks.ARCHIVE + folder.resolve("no.jsa"))));
        assertEquals(List.of(), ClassArchive.libraries(List.of("-Xmx1g")));
    }
}
