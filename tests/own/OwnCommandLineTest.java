package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.SampleService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
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
        return OwnCommand.run(folder, Stream.of(arguments).map(argument -> argument.replace("JAR", jar.toString())
                .replace("FOLDER", folder.toString()).replace("RUN", "run x")).toList());
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '"', value = {
            "--get /wait                                     => --jar, --command or --url is needed",
            "--jar JAR --command x{port} --get /wait         => --jar, --command or --url is needed, one of them",
            "--jar JAR                                       => --get or --requests is needed, one of them",
            "--jar JAR --get wait                            => --get wait is no path",
            "--jar JAR --get http://example.org/wait         => is no path",
            "--jar JAR --get //example.org/wait              => is no path",
            "--jar JAR --get /a#b                            => is no path",
            "--jar JAR --get /a|b                            => is not a valid path",
            "--jar FOLDER/none.jar --get /wait               => there is no such file: build the service first",
            "--jar FOLDER/text.jar --get /wait               => is not a jar",
            "--jar FOLDER/library.jar --get /wait            => has no Main-Class",
            "--jar JAR --get /wait --rate 0                  => --rate must be greater than 0",
            "--jar JAR --get /wait --rate many               => many",
            "--jar JAR --get /wait --pool 0                  => --pool must be greater than 0",
            "--jar JAR --get /wait --minutes 0               => --minutes must be greater than 0",
            "--jar JAR --get /wait --warmup 0s               => --warmup must be greater than 0",
            "--jar JAR --get /wait -c 200,50                 => must be greater than 0 and rise",
            "--jar JAR --get /wait -c 0                      => must be greater than 0 and rise",
            "--jar JAR --get /wait --jdk 17                  => virtual threads need JDK 21",
            "--jar JAR --get /wait --jdk 87                  => there is no JDK 87 on this machine",
            "--jar JAR --get /wait --switch x                => must be a property and two values",
            "--jar JAR --get /wait --switch x=a|a            => must be a property and two values",
            "--jar JAR --get /wait --switch --a=b|--a=b      => must be a property and two values",
            "--jar JAR --get /wait -- --server.port=1        => gets its port and address already",
            "--jar JAR --get /wait -- --server.address=::    => gets its port and address already",
            "--jar JAR --get /wait -- --spring.threads.virtual.enabled=true => is set by own",
            "--command sleep --get /wait                     => --command has no {port}",
            "--command x{port} --get /wait -- --a=b          => arguments after -- belong to a --jar",
            "--command x{port} --get /wait --jvm -Xmx1g      => --jvm belongs to a --jar",
            "--command x{port} --get /wait --jdk 25                       => --jdk has no effect on a --command",
            "--jar JAR --get /wait --requests a.http         => --get or --requests is needed, one of them",
            "--jar JAR --requests FOLDER/none.http           => cannot be read: there is no such file",
            "--jar JAR --requests FOLDER/text.jar            => its name must end with .http",
            "--jar JAR --get /wait --writes                  => --writes belongs to --requests",
            "--jar JAR --get /wait --host a                  => --host belongs to --requests",
            "--jar JAR --get /wait --allow-host a            => --allow-host belongs to --url",
            "--jar JAR --get /wait --rate 20001              => --rate may be 20000 requests a second at most",
            "--jar JAR --get /wait --minutes 241             => --minutes may be 240 minutes at most",
            "--jar JAR --get /wait -c 10,20001               => -c may be 20000 users at most",
            "--jar JAR --get /wait --require p98<=1xplatform => must be one of throughput, mean, p50, p95, p99, cpu",
            "--jar JAR --get /wait --require p99<1xplatform  => must be one of throughput",
            "--jar JAR --get /wait --junit FOLDER/no/a.xml   => name a file in a folder that exists",
            "--jar JAR --get /wait --junit FOLDER            => name a file in a folder that exists",
            "--url 127.0.0.1:8080 --get /wait                => write it as http://127.0.0.1:8080",
            "--url ftp://127.0.0.1 --get /wait               => must be an address such as http://127.0.0.1:8080",
            "--url http://127.0.0.1:8080/a --get /wait       => has a path: it belongs to --get",
            "--url http://u:hush@127.0.0.1:1 --get /wait     => --url has a user or a password: no request would",
            "--url http://u:p@hush@127.0.0.1 --get /wait     => --url has a user or a password: no request would",
            "--url http://127.0.0.1:1 --get /w --management http://u@127.0.0.1/a => --management has a user",
            "--jar JAR --get /wait --switch a.pwd=b|c -- --a.pwd=hush => --a.pwd=*** is set by own",
            "--url http://192.0.2.1 --get /wait              => is not on this machine",
            "--url http://192.0.2.1 --allow-host a --get /w  => is not on this machine",
            "--url http://no.such.host.invalid --get /wait   => there is no host 'no.such.host.invalid'",
            "--url http://127.0.0.1:1 --get /wait --jdk 21   => --jdk belongs to a service that is started here",
            "--url http://127.0.0.1:1 --get /wait --require p99<=1xplatform => --require belongs to a service that",
            "--url http://127.0.0.1:1 --get /wait -- --a=b   => arguments after -- belong to a --jar",
            "--jar JAR --get /wait --start x --stop y        => --start belongs to --url",
            "--jar JAR --get /wait --management 127.0.0.1:1  => --management belongs to --url",
            "--url http://127.0.0.1:1 --get /w --start x     => --start and --stop belong together",
            "--url http://127.0.0.1:1 --get /w --stop x      => --start and --stop belong together",
            "--url http://127.0.0.1:1 --get /w --start x --stop y => --start has no {variant} and no {switch}",
            "--url http://127.0.0.1:1 --get /w --start x{switch} --stop y --jdk 21 => --jdk belongs to a service that",
            "--url http://127.0.0.1:1 --get /w --management 127.0.0.1  => must be an address such as",
            "--url http://127.0.0.1:1 --get /w --management 192.0.2.1:9 => is not on this machine",
            "--url http://127.0.0.1:1 --get /w --management http://192.0.2.1/a => is not on this machine",
            "--jar JAR --get /wait --generator hyperfoil@http://192.0.2.1:8090 => 127.0.0.1 is not this machine",
            "--url http://127.0.0.1:1 --get /wait --generator hyperfoil@http://192.0.2.1:8 => is not this machine",
            "--url http://127.0.0.1:1 --get /wait --apart   => --apart has no effect on a --url",
            "--jar JAR --get /wait --with-secrets           => --with-secrets belongs to --requests and --url",
            "--jar JAR --get /wait --generator siege            => there is no recipe for 'siege'",
            "--jar JAR --get /wait --generator wrk --rate 5     => cannot start requests at a constant rate",
            "--jar JAR --get /wait --get /b --generator ab      => ab sends one request",
            "--jar JAR --get /wait --generator RUN            => --generator 'run x' has no {url} and no {base}",
            "--jar JAR --get /wait --forks 3                 => --forks is no option any more: own measures until",
            "--jar JAR --get /wait --load-command x          => --generator takes a command, too",
            "--nonsense                                      => --nonsense"})
    void badInput(String arguments, String words) throws Exception {
        Ran ran = own(arguments.strip().split("\\s+"));
        assertEquals(2, ran.exit(), ran.out() + ran.err());
        assertEquals(1, ran.err().lines().count(), "one line: " + ran.err());
        assertTrue(ran.err().startsWith("own: ") && ran.err().contains(words.strip()), ran.err());
        assertTrue(!ran.err().contains("hush"), "no password is printed: " + ran.err());
        assertEquals("", ran.out(), "nothing was started");
        assertTrue(Files.notExists(folder.resolve("data")), "nothing is written");
    }

    @Test
    void theHelpTellsTheExitCodes() {
        Ran ran = own("--help");
        assertEquals(0, ran.exit());
        assertEquals("", ran.err());
        Repository.contains(ran.out().replaceAll("\\s+", " "), "Exit code: 0", "cannot tell", "--get=PATH", "--switch",
                "more than 5 % of");
    }
}
