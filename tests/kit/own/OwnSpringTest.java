package kit.own;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import kit.machine.Jdks;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/**
 * The verdict and its station, on a real Spring Boot service with a bottleneck on each of its routes: see
 * {@code samples/Shop.java}. Nothing in {@code jbang own} knows the service.
 */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class OwnSpringTest {

    /** Each of these must come to the right verdict and station: none is tried again. */
    private static final int RUNS = 3;

    @TempDir
    Path folder;

    /** As a person measures it, with a peak and a larger pool beside it. */
    @RepeatedTest(RUNS)
    void aPoolThatIsTooSmallForThePeak() throws IOException {
        OwnVerdicts.assertAre(folder, List.of("enable, pool", 0), OwnVerdicts.NOW, "/wait", "--rate", "80", "--forks",
                "2", "--",
                "--server.tomcat.threads.max=20");
    }

    @RepeatedTest(RUNS)
    void aPoolThatIsTooSmallOnSpringBoot35() throws IOException {
        OwnVerdicts.assertAre(folder, List.of("enable, pool", 0), OwnVerdicts.BEFORE, "/wait", "-c", "40", "--forks",
                "2", "--switch",
                OwnVerdicts.UNSIZED, "--", "--server.tomcat.threads.max=20");
    }

    /** 40 users of 200 threads. */
    @RepeatedTest(RUNS)
    void aPoolThatIsLargeEnough() throws IOException {
        OwnVerdicts.assertAre(folder, List.of("no effect, users", 0), OwnVerdicts.NOW, "/wait", "-c", "40", "--forks",
                "3", "--switch",
                OwnVerdicts.UNSIZED);
    }

    @RepeatedTest(RUNS)
    void aServiceThatComputes() throws IOException {
        OwnVerdicts.assertAre(folder, List.of("no effect, cpu", 0), OwnVerdicts.NOW, "/computed", "-c", "40", "--forks",
                "3", "--switch",
                OwnVerdicts.UNSIZED);
    }

    /** 10 connections of Hikari, each held for 100 ms. */
    @RepeatedTest(RUNS)
    void aConnectionPoolThatIsTheLimit() throws IOException {
        OwnVerdicts.assertAre(folder, List.of("no effect, connections", 0), OwnVerdicts.NOW, "/stored", "-c", "60",
                "--forks", "3", "--switch",
                OwnVerdicts.UNSIZED);
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
        OwnVerdicts.assertAre(folder, List.of("harmful, cpu", 0), OwnVerdicts.NOW, "", "--requests", mix.toString(),
                "-c", "40", "--forks",
                "3", "--switch", OwnVerdicts.UNSIZED);
    }

    /** With one CPU there is one carrier, and a request that waits for a file holds it, on any JDK. */
    @RepeatedTest(RUNS)
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the slow file is a pipe")
    void aFileThatIsSlow() throws IOException {
        OwnVerdicts.assertAre(folder, List.of("harmful, carriers", 0), OwnVerdicts.NOW, "/filed", "-c", "10", "--forks",
                "2", "--jvm",
                "-XX:ActiveProcessorCount=1", "--switch", OwnVerdicts.UNSIZED);
    }

    /** On JDK 21 each request holds a carrier while it waits in the lock. */
    @RepeatedTest(RUNS)
    void aLockThatPinsOnJdk21() throws IOException {
        Repository.assumeJdk21();
        OwnVerdicts.assertAre(folder, List.of("harmful, carriers", "enable, pool", 0), OwnVerdicts.NOW, "/locked", "-c",
                "40", "--jdk",
                "21," + Jdks.current(), "--forks", "2", "--switch", OwnVerdicts.UNSIZED, "--",
                "--server.tomcat.threads.max=20");
    }
}
