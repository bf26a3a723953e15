package scripts;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tests.Repository;
import tests.Repository.Ran;

/**
 * A machine for the launcher {@code jbang}, which runs for real in a copy of its own files, on a PATH that holds
 * nothing but the few tools it needs and stand-ins for java, mvn, curl and jbang. No network, no JVM: each test takes
 * milliseconds.
 */
abstract class LauncherStandIns {

    /** What the launcher and the stand-ins call besides what each test puts beside them. */
    private static final List<String> TOOLS = List.of("awk", "bash", "cat", "cksum", "cut", "env", "grep", "head",
            "mkdir", "mktemp", "mv", "readlink", "rm", "sed", "sleep", "tr");

    /** A Maven that delivers, and counts how often it was asked. */
    static final String MAVEN = """
            echo mvn >> "$HOME/calls"
            echo "$JAVA_TOOL_OPTIONS" > "$HOME/mvn-options"
            cat > "$HOME/mvn-input"
            for argument; do case $argument in -DoutputDirectory=*) out=${argument#*=} ;; esac; done
            mkdir -p "$out"
            : > "$out/jbang-cli-@version@.jar"
            """;

    /** A program that shows what it was given, one argument a line. */
    static final String SHOW = "printf '<%s>\\n' \"$@\"\n";

    @TempDir
    Path temp;

    Path lab;
    Path bin;
    Path home;
    String version;
    final Map<String, String> environment = new LinkedHashMap<>();

    @BeforeEach
    void aMachineWithNothing() throws IOException {
        temp = temp.toRealPath();
        lab = Files.createDirectories(temp.resolve("the lab"));
        bin = Files.createDirectories(temp.resolve("bin"));
        home = Files.createDirectories(temp.resolve("home of mine"));
        Path root = Repository.root();
        Files.createDirectories(lab.resolve(".jbang"));
        Files.copy(root.resolve("jbang"), lab.resolve("jbang"));
        Files.copy(root.resolve(".jbang/pom.xml"), pom());
        Matcher named = Pattern.compile("<jbang.version>(.+)</jbang.version>").matcher(Files.readString(pom()));
        assertTrue(named.find(), "the pom names JBang's version");
        version = named.group(1);
        for (String tool : TOOLS) {
            tool(tool);
        }
        environment.put("PATH", bin.toString());
        environment.put("HOME", home.toString());
        environment.put("TMPDIR", Files.createDirectories(temp.resolve("tmp")).toString());
    }

    Ran run(String... arguments) throws Exception {
        return runAs(lab, Stream.concat(Stream.of("./jbang"), Stream.of(arguments)).toList());
    }

    /** Runs the command as a shell would: a name without a slash is looked up on the PATH that the test made. */
    Ran runAs(Path folder, List<String> command) throws Exception {
        Process process = start(folder, command, "run");
        if (!process.waitFor(15, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("still running after 15 s: " + command);
        }
        return new Ran(process.exitValue(), Files.readString(temp.resolve("run.out")),
                Files.readString(temp.resolve("run.err")));
    }

    Process start(Path folder, List<String> command, String name) throws IOException {
        Path input = Files.writeString(temp.resolve(name + ".in"), "input\n");
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(
                Stream.of("/bin/sh", "-c", "exec \"$@\"", "sh"), command.stream()).toList());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.directory(folder.toFile()).redirectInput(input.toFile())
                .redirectOutput(temp.resolve(name + ".out").toFile())
                .redirectError(temp.resolve(name + ".err").toFile()).start();
    }

    static void assertFailsInOneLine(Ran run, String... parts) {
        List<String> lines = run.err().lines().filter(line -> !line.startsWith("Bringing JBang ")).toList();
        assertEquals(1, lines.size(), run.err());
        assertEquals(2, run.exit(), run.err());
        assertTrue(lines.get(0).startsWith("jbang: cannot bring JBang: "), run.err());
        assertAll(Stream.of(parts)
                .map(part -> () -> assertTrue(lines.get(0).contains(part), part + " in: " + run.err())));
    }

    /** A folder that looks like a JDK, in the named variable; its java notes that it was called, and with what. */
    Path jdk(String javaVersion, String variable, String... java) throws IOException {
        Path jdk = Files.createDirectories(temp.resolve("jdk " + javaVersion));
        Files.writeString(jdk.resolve("release"),
                "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + javaVersion + "\"\nOS_NAME=\"None\"\n");
        script(jdk.resolve("bin/java"), """
                echo java >> "$HOME/calls"
                printf '%s\\n' "$@" > "$HOME/java-arguments"
                """ + String.join("", java));
        script(jdk.resolve("bin/javac"), "");
        if (variable != null) {
            environment.put(variable, jdk.toString());
        }
        return jdk;
    }

    /** A curl or wget that writes the content to the file after the given option, and notes the address. */
    void download(String name, String option, String content) throws IOException {
        Path file = Files.writeString(temp.resolve("to download"), content);
        script(bin.resolve(name), """
                while [ $# -gt 0 ]; do
                  case $1 in
                    %s) shift; cat '%s' > "$1" ;;
                    http*) echo "%s $1" >> "$HOME/calls" ;;
                  esac
                  shift
                done
                """.formatted(option, file, name));
    }

    Path script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text.replace("@version@", version));
        assertTrue(file.toFile().setExecutable(true), "executable: " + file);
        return file;
    }

    long calls(String line) throws IOException {
        Path calls = home.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls).stream().filter(line::equals).count() : 0;
    }

    Path pom() {
        return lab.resolve(".jbang/pom.xml");
    }

    Path lib() {
        return lab.resolve(".jbang/lib");
    }

    /** Everything in a folder, hidden files too. */
    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /**
     * Puts a tool of this machine on the test's PATH (not as a link: JUnit warns of each one that leads out of its
     * folder).
     */
    void tool(String name) throws IOException {
        Path tool = Stream.of(System.getenv("PATH").split(File.pathSeparator)).map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable).findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not on the PATH"));
        script(bin.resolve(name), "exec '" + tool.toAbsolutePath() + "' \"$@\"\n");
    }
}
