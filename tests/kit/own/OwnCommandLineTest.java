package kit.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.SampleService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;

/** Bad input gets one clear line and exit code 2; nothing is started, and nothing written. */
@Tag(Lane.UNIT)
class OwnCommandLineTest {

    @TempDir
    Path folder;
    private Path jar;

    @BeforeEach
    void build() throws IOException {
        jar = SampleService.jar(folder);
        SampleService.jar(folder.resolve("library.jar"), null);
        Files.writeString(folder.resolve("text.jar"), "no jar");
    }

    private Ran own(String... arguments) {
        var all = new ArrayList<>(List.of("--data", folder.resolve("data").toString()));
        for (String argument : arguments) {
            all.add(argument.replace("JAR", jar.toString()).replace("FOLDER", folder.toString()));
        }
        String[] words = all.toArray(String[]::new);
        return Repository.captured(() -> Own.commandLine(words).execute(words));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '"', value = {
            "--get /wait                                     => --jar or --command is needed",
            "--jar JAR --command x{port} --get /wait         => --jar or --command is needed, one of them",
            "--jar JAR                                       => --get is needed",
            "--jar JAR --get wait                            => --get wait is no path",
            "--jar JAR --get http://example.org/wait         => is no path",
            "--jar JAR --get //example.org/wait              => is no path",
            "--jar JAR --get /a#b                            => is no path",
            "--jar JAR --get /a|b                            => is not a valid path",
            "--jar JAR --get /wait --ready health            => --ready health is no path",
            "--jar FOLDER/none.jar --get /wait               => there is no such file: build the service first",
            "--jar FOLDER/text.jar --get /wait               => is not a jar",
            "--jar FOLDER/library.jar --get /wait            => has no Main-Class",
            "--jar JAR --get /wait --rate 0                  => --rate must be greater than 0",
            "--jar JAR --get /wait --rate many               => many",
            "--jar JAR --get /wait --pool 0                  => --pool must be greater than 0",
            "--jar JAR --get /wait --forks 0                 => --forks must be greater than 0",
            "--jar JAR --get /wait --minutes 0               => --minutes must be greater than 0",
            "--jar JAR --get /wait --port 70000              => --port must be from 1 to 65535",
            "--jar JAR --get /wait --ready-within soon       => 'soon' is not a time",
            "--jar JAR --get /wait --ready-within 0s         => --ready-within must be greater than 0",
            "--jar JAR --get /wait -c 200,50                 => must be greater than 0 and rise",
            "--jar JAR --get /wait -c 0                      => must be greater than 0 and rise",
            "--jar JAR --get /wait --jdk 17                  => virtual threads need JDK 21",
            "--jar JAR --get /wait --jdk 87                  => there is no JDK 87 on this machine",
            "--jar JAR --get /wait --switch x                => must name a property and two values",
            "--jar JAR --get /wait --switch x=a|a            => must name a property and two values",
            "--jar JAR --get /wait -- --server.port=1        => is told its port and address already",
            "--jar JAR --get /wait -- --server.address=::    => is told its port and address already",
            "--jar JAR --get /wait -- --spring.threads.virtual.enabled=true => is what is compared",
            "--command sleep --get /wait                     => --command has no {port}",
            "--command x{port} --get /wait -- --a=b          => arguments after -- belong to a --jar",
            "--command x{port} --get /wait --jvm -Xmx1g      => --jvm belongs to a --jar",
            "--command x{port} --get /wait --jdk 25                       => --jdk has no effect on a --command",
            "--nonsense                                      => --nonsense"})
    void badInput(String arguments, String words) throws Exception {
        Ran ran = own(arguments.strip().split("\\s+"));
        assertEquals(2, ran.exit(), ran.out() + ran.err());
        assertEquals(1, ran.err().lines().count(), "one line: " + ran.err());
        assertTrue(ran.err().startsWith("own: ") && ran.err().contains(words.strip()), ran.err());
        assertEquals("", ran.out(), "nothing was started");
        assertTrue(Files.notExists(folder.resolve("data")), "nothing is written");
    }

    @Test
    void theHelpTellsTheExitCodes() {
        Ran ran = own("--help");
        assertEquals(0, ran.exit());
        Repository.contains(ran.out(), "Exit code: 0", "cannot tell", "--get=PATH", "--switch");
    }
}
