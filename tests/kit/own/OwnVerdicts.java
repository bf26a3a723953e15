package kit.own;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fixtures.BootJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tests.Repository;
import tests.Repository.Ran;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code jbang own} says of a real Spring Boot service with a bottleneck on each of its routes: see
 * {@code samples/Shop.java}. Nothing in {@code jbang own} knows the service.
 */
final class OwnVerdicts {

    static final String NOW = "tests/samples/shop41.java";
    static final String BEFORE = "tests/samples/shop35.java";
    /** With these values Spring Boot does the same, and no third variant is measured. */
    static final String UNSIZED = "spring.threads.virtual.enabled=off|true";

    private OwnVerdicts() {}

    /**
     * @param folder   of the jar, and of the run
     * @param expected the verdict and its station for each JDK, and the exit code
     * @param script   the service
     * @param path     that is requested; empty where the further words say what is
     */
    static void assertAre(Path folder, List<Object> expected, String script, String path, String... more)
            throws IOException {
        var words = new ArrayList<>(List.of("--jar", BootJar.of(folder, script, "samples.Shop").toString()));
        if (!path.isEmpty()) {
            words.addAll(List.of("--get", path));
        }
        Ran ran = OwnCommand.run(folder, words, more);
        Path run = Repository.onlyRun(folder.resolve("data/own"), ran);
        JsonNode verdicts = JsonMapper.shared().readTree(Files.readString(run.resolve("verdict.json")))
                .path("verdicts");
        assertEquals(expected, Stream.concat(verdicts.valueStream().map(one -> one.path("verdict").asString() + ", "
                + one.path("station").asString()), Stream.<Object>of(ran.exit())).toList(), () -> ran.out() + ran.err()
                        + run);
    }
}
