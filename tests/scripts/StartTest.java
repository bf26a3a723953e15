package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;
import tools.jackson.databind.JsonNode;

/**
 * Every script as a user starts it: with the launcher, by its alias, built, and without a network once it is built.
 * Tests elsewhere start scripts without JBang.
 */
@Tag(Lane.SCRIPTS)
class StartTest {

    /** Two are built at a time: a build leaves a CPU idle now and then. */
    private static final int AT_A_TIME = 2;
    /** No lab takes longer by default, on two CPUs. */
    private static final int MOST_SECONDS = 6 * 60;

    static Set<String> aliases() {
        return Repository.aliases().keySet();
    }

    static List<String> labs() {
        return Repository.labs();
    }

    @ParameterizedTest
    @MethodSource("aliases")
    void everyAliasStarts(String alias) {
        Ran ran = Course.start(alias);
        assertEquals(0, ran.exit(), alias + ": " + ran.out() + ran.err());
        if (!labs().contains(alias)) {
            assertTrue(ran.out().startsWith("Usage: " + alias + " "), ran.out());
        }
    }

    @ParameterizedTest
    @MethodSource("labs")
    void everyLabTellsWhatItIsAboutAndMeasuresNothing(String lab) {
        Ran ran = Course.start(lab);
        assertEquals(1, ran.out().lines().count(), "one JSON object and nothing else: " + ran.out());
        JsonNode outline = Course.outline(lab);
        assertEquals(lab, outline.path("lab").asString());
        assertEquals(labs().indexOf(lab) + 1, outline.path("number").asInt(), "the catalog's order is the workshop's");
        assertEquals(outline.path("number").asInt() + " " + lab, outline.path("title").asString());
        assertFalse(outline.path("question").asString().isBlank() || outline.path("rule").asString().isBlank(),
                ran.out());
        assertTrue(outline.path("guesses").size() > 0 && outline.path("claims").size() > 0, ran.out());
        outline.path("guesses").forEach(p -> {
            assertFalse(p.path("question").asString().isBlank() || p.path("hints").isEmpty(), ran.out());
            // They stand alone in --hint, in progress.csv and on the room's page.
            assertTrue(p.path("question").asString().matches("(?!(And|But|Both|Then|So) ).{30,}[?]"),
                    "no question by itself: " + p);
        });
        assertFalse(ran.out().matches("(?s).*%[sd].*"), "a value is not filled in: " + ran.out());
        int skipped = outline.path("skipped").valueStream().mapToInt(s -> s.path("cells").size()).sum();
        assertTrue(outline.path("cells").asInt() + skipped > 1, ran.out());
        assertTrue(outline.path("seconds").asInt() > 5 * outline.path("cells").asInt(), ran.out());
        assertTrue(outline.path("seconds").asInt() <= MOST_SECONDS, lab + " takes " + outline.path("seconds") + " s");
        assertTrue(outline.path("needs").path("files").asInt() > 0, ran.out());
        assertFalse(Files.exists(Course.NO_DATA), "something was written to " + Course.NO_DATA);
    }

    static List<String> services() throws IOException {
        try (Stream<Path> files = Files.list(Repository.root().resolve("apps"))) {
            // The other files are parts of theirs.
            return files.map(file -> "apps/" + file.getFileName())
                    .filter(file -> file.endsWith(".java") && Repository.read(file).contains("static void main("))
                    .sorted().toList();
        }
    }

    @Test
    @Tag(Lane.WHOLE)
    void everyServiceBuildsAlone() throws Exception {
        assertFalse(services().isEmpty());
        try (var some = Executors.newFixedThreadPool(AT_A_TIME)) {
            List<Future<Ran>> built = services().stream()
                    .map(app -> some
                            .submit(() -> Script.alone(app, answer -> Repository.run(Repository.jbang("build", app)))))
                    .toList();
            for (int i = 0; i < built.size(); i++) {
                assertEquals(0, built.get(i).get().exit(), services().get(i) + ": " + built.get(i).get().err());
            }
        }
    }
}
