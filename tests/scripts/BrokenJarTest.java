package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.jar.Attributes.Name;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/**
 * A build that was cut short left a broken jar in JBang's cache, here one of the test's own. JBang builds it again, and
 * its jar has what the tests' own build has.
 */
@Tag(Lane.SCRIPTS)
class BrokenJarTest {

    private static final String LAB = "labs/cpu-light.java";

    @TempDir
    Path temp;

    private byte[] whole;
    private Path jar;

    @BeforeEach
    void aCache() throws IOException {
        Path built = Script.of(LAB).jar();
        whole = Files.readAllBytes(built);
        // As in the real one: jars/<script>.<hash>/<script>.jar
        jar = temp.resolve("jars").resolve(built.getParent().getFileName()).resolve(built.getFileName());
        Files.createDirectories(jar.getParent());
    }

    @Test
    void aTruncatedJarIsBuiltAgain() throws Exception {
        Files.write(jar, Arrays.copyOf(whole, whole.length / 2));
        ProcessBuilder command = Repository.jbang(LAB, "--outline");
        command.environment().put("JBANG_CACHE_DIR", temp.toString());
        Ran ran = Repository.run(command);
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        assertEquals(Course.start("cpu-light").out(), ran.out());
        Path built = Files.write(temp.resolve("whole.jar"), whole);
        assertEquals(contents(jar), contents(built), "what is built together is what JBang builds");
    }

    /** Digests of all files in a jar but those that only tell of its build; its folders, and its main class. */
    private static Map<String, String> contents(Path jar) throws Exception {
        var contents = new TreeMap<String, String>();
        try (var opened = new JarFile(jar.toFile())) {
            contents.put("its main class", opened.getManifest().getMainAttributes().getValue(Name.MAIN_CLASS));
            for (JarEntry entry : opened.stream().filter(entry -> !entry.getName().startsWith("META-INF/")).toList()) {
                try (var bytes = opened.getInputStream(entry)) {
                    contents.put(entry.getName(), UUID.nameUUIDFromBytes(bytes.readAllBytes()).toString());
                }
            }
        }
        assertTrue(contents.size() > 300 && contents.containsKey("apps/"), jar + " has " + contents.keySet());
        return contents;
    }

    /** JBang takes it for whole: the workshop builds it anew. */
    @Test
    @Tag(Lane.WHOLE)
    void aJarWithoutItsClassesIsBuiltAgainByTheWorkshop() throws Exception {
        try (var original = new JarFile(Files.write(temp.resolve("whole.jar"), whole).toFile())) {
            new JarOutputStream(Files.newOutputStream(jar), original.getManifest()).close();
        }
        ProcessBuilder command = Script.of("labs/workshop.java").process("--data",
                temp.resolve("data").toString(), "--hint", "1");
        command.environment().put("JBANG_CACHE_DIR", temp.toString());
        command.environment().put("JBANG_LAUNCH_CMD", Repository.root().resolve("jbang").toString());
        Ran ran = Repository.run(command);
        assertEquals(0, ran.exit(), ran.out() + ran.err());
        assertTrue(ran.out().startsWith("Lab 1 cpu-light, hint 1 of "), ran.out());
        assertTrue(Files.size(jar) > whole.length * 9 / 10,
                jar + " has " + Files.size(jar) + " bytes, the whole one " + whole.length);
    }
}
