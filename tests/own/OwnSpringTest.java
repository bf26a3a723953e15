package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.BootJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kit.machine.Jdks;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;
import tests.Repository;
import tests.Repository.Ran;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The verdict and its station, on a real Spring Boot service with a bottleneck on each of its routes: see
 * {@code samples/Shop.java}. Nothing in {@code jbang own} knows the service.
 */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class OwnSpringTest {

    private static final String NOW = "tests/samples/shop41.java";
    private static final String BEFORE = "tests/samples/shop35.java";
    /** Each of these must come to the right verdict and station: none is tried again. */
    private static final int RUNS = 3;
    /** With these values Spring Boot does the same, and no third variant is measured. */
    private static final String UNSIZED = "spring.threads.virtual.enabled=off|true";

    @TempDir
    Path folder;

    /** @param expected the verdict and its station for each JDK, and the exit code */
    private void assertVerdicts(List<Object> expected, String script, String path, String... more)
            throws IOException {
        assertVerdicts(expected, BootJar.of(folder, script, "samples.Shop"), path, more);
    }

    /** @return the last verdict */
    private JsonNode assertVerdicts(List<Object> expected, Path jar, String path, String... more) throws IOException {
        var words = new ArrayList<>(List.of("--jar", jar.toString()));
        if (!path.isEmpty()) {
            words.addAll(List.of("--get", path));
        }
        Ran ran = OwnCommand.run(folder, words, more);
        Path run = Repository.onlyRun(folder.resolve("data/own"), ran);
        JsonNode verdicts = JsonMapper.shared().readTree(Files.readString(run.resolve("verdict.json")))
                .path("verdicts");
        assertEquals(expected, Stream.concat(verdicts.valueStream().map(one -> one.path("verdict").asString() + ", "
                + one.path("bottleneck").asString()), Stream.<Object>of(ran.exit())).toList(),
                () -> ran.out() + ran.err()
                        + run);
        return verdicts.get(verdicts.size() - 1);
    }

    /** Requests wait for 200 ms, and 40 users have 20 threads. */
    @Test
    @Measures
    void aPoolThatIsTooSmall() throws IOException {
        assertVerdicts(List.of("enable, pool", 0), NOW, "/wait", "-c", "40", "--quick", "--jvm",
                Jdks.C1_ONLY, "--switch", UNSIZED, "--", "--server.tomcat.threads.max=20");
    }

    /** As a person measures it, with a peak and a larger pool beside it. The pool serves 100 a second. */
    @RepeatedTest(RUNS)
    void aPoolThatIsTooSmallForThePeak() throws IOException {
        assertVerdicts(List.of("enable, pool", 0), NOW, "/wait", "--rate", "150", "--minutes", "6", "--",
                "--server.tomcat.threads.max=20");
    }

    /** Twice as many users as threads are a warning beside a peak that the pool serves. */
    @RepeatedTest(RUNS)
    void aPoolThatIsLargeEnoughForThePeak() throws IOException {
        assertVerdicts(List.of("no effect, users", 0), NOW, "/wait", "--rate", "50", "-c", "40", "--minutes", "6",
                "--switch", UNSIZED, "--", "--server.tomcat.threads.max=20");
    }

    /** A native call holds its carrier while it waits, and no recording has it. */
    @RepeatedTest(RUNS)
    void aNativeCallThatWaits() throws IOException {
        Path jar = BootJar.of(folder, "tests/samples/nativeShop.java", "samples.NativeShop");
        JsonNode verdict = assertVerdicts(List.of("harmful, carriers", 0), jar, "/native", "-c", "40", "--minutes", "6",
                "--switch", UNSIZED);
        assertTrue(verdict.path("sentence").asString().contains("they are held at samples.NativeShop.waits:"),
                verdict::toString);
    }

    @RepeatedTest(RUNS)
    void aPoolThatIsTooSmallOnSpringBoot35() throws IOException {
        assertVerdicts(List.of("enable, pool", 0), BEFORE, "/wait", "-c", "40", "--minutes", "6", "--switch",
                UNSIZED, "--", "--server.tomcat.threads.max=20");
    }

    /** 40 users of 200 threads. */
    @RepeatedTest(RUNS)
    void aPoolThatIsLargeEnough() throws IOException {
        assertVerdicts(List.of("no effect, users", 0), NOW, "/wait", "-c", "40", "--minutes", "6", "--switch",
                UNSIZED);
    }

    @RepeatedTest(RUNS)
    void aServiceThatComputes() throws IOException {
        assertVerdicts(List.of("no effect, cpu", 0), NOW, "/computed", "-c", "40", "--minutes", "6", "--switch",
                UNSIZED);
    }

    /** 10 connections of Hikari, each held for 100 ms. */
    @RepeatedTest(RUNS)
    void aConnectionPoolThatIsTheLimit() throws IOException {
        assertVerdicts(List.of("no effect, connections", 0), NOW, "/stored", "-c", "60", "--minutes", "6", "--switch",
                UNSIZED);
    }

    /** Of a mix, the light requests wait behind those that compute, since no carrier is taken from these. */
    @RepeatedTest(RUNS)
    void aServiceThatComputesForSomeRequests() throws IOException {
        Path mix = Files.writeString(folder.resolve("mix.http"), """
                GET http://localhost/computed
                ###
                # @weight 3
                GET http://localhost/light
                """);
        assertVerdicts(List.of("harmful, cpu", 0), NOW, "", "--requests", mix.toString(), "-c", "40", "--minutes", "6",
                "--switch", UNSIZED);
    }

    /** With one CPU there is one carrier, and a request that waits for a file holds it, on any JDK. */
    @RepeatedTest(RUNS)
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the slow file is a pipe")
    void aFileThatIsSlow() throws IOException {
        assertVerdicts(List.of("harmful, carriers", 0), NOW, "/filed", "-c", "10", "--minutes", "6", "--jvm",
                "-XX:ActiveProcessorCount=1", "--switch", UNSIZED);
    }

    /** On JDK 21 each request holds a carrier while it waits in the lock. */
    @RepeatedTest(RUNS)
    void aLockThatPinsOnJdk21() throws IOException {
        Repository.assumeJdk21();
        assertVerdicts(List.of("harmful, carriers", "enable, pool", 0), NOW, "/locked", "-c", "40", "--jdk",
                "21," + Jdks.current(), "--minutes", "6", "--switch", UNSIZED, "--", "--server.tomcat.threads.max=20");
    }
}
