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
        assertEquals(here.ofLibraries() + File.pathSeparator + here.own().getFirst(), here.librariesFirst());
    }

    /** What replaces classes of the script stays before it. */
    @Test
    void whatComesBeforeTheScriptStaysThere() {
        var path = new ClassPath(List.of(Path.of("/planted"), Path.of("/script.jar")), List.of(Path.of("/a.jar"), Path
                .of("/b.jar")));
        assertEquals(String.join(File.pathSeparator, "/a.jar", "/b.jar", "/planted", "/script.jar"), path
                .librariesFirst());
    }
}
