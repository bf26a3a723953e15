package kit.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** Which entries of a class path are libraries. */
@Tag(Lane.UNIT)
class ClassPathTest {

    @Test
    void theScriptComesFirstHereAndLastInAChild() {
        ClassPath here = ClassPath.ofThisJvm();
        assertEquals(System.getProperty("java.class.path"), Stream.concat(here.own().stream(), here.libraries()
                .stream()).map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        assertEquals(1, here.own().size(), "JBang puts the script's jar first: " + here.own());
        assertFalse(here.libraries().isEmpty());
        assertEquals(ClassPath.text(Stream.concat(here.libraries().stream(), here.own().stream())), here.librariesFirst(
                List.of()));
    }

    /** What replaces classes of the script stays before it. */
    @Test
    void whatComesBeforeTheScriptStaysThere() {
        assertEquals(String.join(File.pathSeparator, "/a.jar", "/b.jar", "/planted", "/script.jar"), path(
                "/a.jar", "/b.jar").librariesFirst(List.of()));
    }

    @Test
    void theLibrariesOfAnArchiveComeFirst() {
        assertEquals(String.join(File.pathSeparator, "/c.jar", "/a.jar", "/b.jar", "/planted", "/script.jar"), path(
                "/a.jar", "/b.jar", "/c.jar").librariesFirst(List.of(Path.of("/c.jar"), Path.of("/a.jar"))));
    }

    private static ClassPath path(String... libraries) {
        return new ClassPath(List.of(Path.of("/planted"), Path.of("/script.jar")), Stream.of(libraries).map(Path::of)
                .toList());
    }
}
