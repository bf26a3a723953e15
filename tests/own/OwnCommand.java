package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kit.machine.Jdks;
import tests.Repository;
import tests.Repository.Ran;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code jbang own} in the tests' JVM. */
final class OwnCommand {

    private OwnCommand() {}

    /** Stands among the words for a short run; own has a property for it. */
    static final String QUICK = "--quick";
    private static final String QUICK_PROPERTY = "own.quick";

    /** A service that lives for seconds has no use for C2, which would take the CPUs from what is measured. */
    static List<String> ofJar(Path jar) {
        return List.of("--jar", jar.toString(), "--jvm", Jdks.C1_ONLY, QUICK);
    }

    /** Its runs are written into {@code data} in a folder. @param first words of the command line, before the others */
    static Ran run(Path folder, List<String> first, String... more) {
        return run(Stream.of(List.of("--data", folder.resolve("data").toString()), first, List.of(more)).flatMap(
                List::stream).toArray(String[]::new));
    }

    /** With these words and no others. */
    static Ran run(String... words) {
        String[] typed = Stream.of(words).filter(word -> !word.equals(QUICK)).toArray(String[]::new);
        System.setProperty(QUICK_PROPERTY, String.valueOf(typed.length < words.length));
        try {
            return Repository.captured(() -> Own.commandLine(typed).execute(typed));
        } finally {
            System.clearProperty(QUICK_PROPERTY);
        }
    }

    /** What came of the first JDK of a run. */
    static JsonNode verdict(Path run) throws IOException {
        return JsonMapper.shared().readTree(Files.readString(run.resolve("verdict.json"))).path("verdicts").get(0);
    }

    /** The verdict and the bottleneck that explains it. */
    static List<String> said(JsonNode verdict) {
        return List.of(verdict.path("verdict").asString(), verdict.path("bottleneck").asString());
    }

    /** That it ended with exit code 2 and one line, which has each of these names and values as a whole word. */
    static void assertRefused(Ran ran, String... values) {
        assertEquals(2, ran.exit(), ran.out() + ran.err());
        assertEquals(1, ran.err().lines().count(), "one line: " + ran.err());
        assertTrue(ran.err().startsWith("own: "), ran.err());
        for (String value : values) {
            assertTrue(Pattern.compile("(?<![\\w.])" + Pattern.quote(value) + "(?!\\w)").matcher(ran.err()).find(),
                    () -> value + " is not in: " + ran.err());
        }
    }
}
