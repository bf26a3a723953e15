package kit.own;

import static org.junit.jupiter.api.Assertions.assertEquals;

import apps.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The verdict on real Spring Boot services, which are started by a command like any other. */
@Tag(Lane.CLOCK)
class OwnSpringTest {

    @TempDir
    Path folder;

    /** The verdict, its station, and the exit code. */
    private List<Object> verdict(String path, String arguments, String... more) throws IOException {
        List<String> lab = Script.of("labs/cpu-light.java").command();
        String classPath = lab.get(lab.indexOf("-classpath") + 1);
        var words = new ArrayList<>(List.of("--command", "java -cp '" + classPath
                + "' apps.Demo --server.address=127.0.0.1 --server.port={port} " + arguments, "--get", path, "--data",
                folder.resolve("data").toString()));
        words.addAll(List.of(more));
        String[] all = words.toArray(String[]::new);
        Ran ran = Repository.captured(() -> Own.commandLine(all).execute(all));
        Path run = Repository.onlyRun(folder.resolve("data/own"));
        JsonNode only = JsonMapper.shared().readTree(Files.readString(run.resolve("verdict.json"))).path("verdicts")
                .get(0);
        return List.of(only.path("verdict").asString(), only.path("station").asString(), ran.exit());
    }

    /** Requests wait for 400 ms, and 40 users have 20 threads. */
    @Test
    @Measures
    void aPoolThatIsTooSmall() throws IOException {
        assertEquals(List.of("enable", "pool", 0), verdict("/demo/cpu-light", "--server.tomcat.threads.max=20",
                "-c", "40", "--quick", "--switch", "spring.threads.virtual.enabled=off|true"));
    }

    /** About 100 ms of CPU for each request: the same work in each JVM, which would else calibrate its own. */
    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void aServiceThatComputes() throws IOException {
        assertEquals(List.of("no effect", "cpu", 0), verdict("/demo/cpu-intensive/work",
                "--demo.work.rounds=" + Work.calibrate(Duration.ofMillis(100)), "-c", "40", "--forks",
                "3", "--switch", "spring.threads.virtual.enabled=off|true"));
    }

    /** 40 users of 200 threads, three forks. */
    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void aPoolThatIsLargeEnough() throws IOException {
        assertEquals(List.of("no effect", "users", 0), verdict("/demo/cpu-light", "", "-c", "40", "--rate", "50",
                "--forks", "3", "--switch", "spring.threads.virtual.enabled=off|true"));
    }

    /** The same service as a person measures it, with a peak and a larger pool beside it. */
    @Test
    @Measures
    @Tag(Lane.WHOLE)
    void aWholeRun() throws IOException {
        assertEquals(List.of("enable", "pool", 0), verdict("/demo/cpu-light", "--server.tomcat.threads.max=20",
                "--rate", "40"));
    }
}
