package tests;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
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

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher `jbang`, run for real in a copy of its own files, on a PATH that holds nothing but the few tools it
 * needs and stand-ins for java, mvn, curl and jbang. No network, no JVM: each test takes milliseconds.
 */
@Tag(Lane.SCRIPTS)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LauncherTest {

    /** What the launcher and the stand-ins call besides what each test puts beside them. */
    private static final List<String> TOOLS =
            List.of("bash", "cat", "cksum", "cut", "env", "head", "mkdir", "mktemp", "mv", "readlink", "rm", "sed", "sleep", "tr");

    /** A Maven that delivers, and counts how often it was asked. */
    private static final String MAVEN = """
            echo mvn >> "$HOME/calls"
            echo "$JAVA_TOOL_OPTIONS" > "$HOME/mvn-options"
            cat > "$HOME/mvn-input"
            for argument; do case $argument in -DoutputDirectory=*) out=${argument#*=} ;; esac; done
            mkdir -p "$out"
            : > "$out/jbang-cli-@version@.jar"
            """;

    /** A program that shows what it was given, one argument a line. */
    private static final String SHOW = "printf '<%s>\\n' \"$@\"\n";

    @TempDir
    Path temp;

    private Path lab;
    private Path bin;
    private Path home;
    private String version;
    private final Map<String, String> environment = new LinkedHashMap<>();

    @BeforeEach
    void aMachineWithNothing() throws IOException {
        temp = temp.toRealPath();
        lab = Files.createDirectories(temp.resolve("the lab"));
        bin = Files.createDirectories(temp.resolve("bin"));
        home = Files.createDirectories(temp.resolve("home of mine"));
        Path root = root();
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

    // --- a JBang that is installed

    @Test
    void takesTheJBangOnThePathWithItsArgumentsInputAndExitCode() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN);
        script(bin.resolve("jbang"), SHOW + "cat\nexit 7\n");

        Run run = run("labs/a lab.java", "it's", "$HOME *", "");

        assertEquals("<labs/a lab.java>\n<it's>\n<$HOME *>\n<>\ninput\n", run.out);
        assertEquals(7, run.code);
        assertEquals(0, calls("mvn"));
    }

    @Test
    void doesNotTakeItselfForAnInstalledJBang() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        Path links = Files.createDirectories(temp.resolve("links"));
        Files.createSymbolicLink(temp.resolve("another name"), Path.of("the lab/jbang"));
        Files.createSymbolicLink(links.resolve("jbang"), Path.of("../another name"));
        Path installed = Files.createDirectories(temp.resolve("installed"));
        script(installed.resolve("jbang"), "echo installed\n");
        environment.put("PATH", String.join(":", links.toString(), lab.toString(), installed.toString(), bin.toString()));

        assertEquals("installed\n", runAs(temp, List.of("jbang", "x")).out);
        assertEquals("installed\n", run("x").out);
    }

    @Test
    void bringsItsOwnWhenItIsTheOnlyJBangOnThePath() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN);
        environment.put("PATH", lab + ":" + bin);

        Run run = runAs(temp, List.of("jbang", "x"));

        assertEquals(0, run.code, run.err);
        assertEquals(1, calls("mvn"));
        assertEquals(1, calls("java"));
    }

    @Test
    void endsACircleOfScriptsThatCallEachOther() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN);
        script(bin.resolve("jbang"), "echo wrapper >> \"$HOME/calls\"\n'" + lab.resolve("jbang") + "' \"$@\"\n");

        Run run = run("x");

        assertEquals(0, run.code, run.err);
        assertEquals(1, calls("mvn"));
        assertTrue(calls("wrapper") < 20, "went round " + calls("wrapper") + " times");
    }

    @Test
    void worksFromAnotherFolderAndThroughASymlink() throws Exception {
        script(bin.resolve("jbang"), "pwd\n" + SHOW);
        Path elsewhere = Files.createDirectories(temp.resolve("elsewhere"));
        Files.createSymbolicLink(elsewhere.resolve("link"), Path.of("../the lab/jbang"));
        script(bin.resolve("mvn"), MAVEN);
        jdk("25.0.1", "JAVA_HOME");

        for (String launcher : List.of("../the lab/jbang", "./link")) {
            assertEquals(elsewhere + "\n<x y>\n", runAs(elsewhere, List.of(launcher, "x y")).out, launcher);
        }
        Files.delete(bin.resolve("jbang"));
        Run run = runAs(elsewhere, List.of("./link", "x"));
        assertEquals(0, run.code, run.err);
        assertEquals(List.of("lib", "pom.xml"), names(lab.resolve(".jbang")), "its files belong beside it, not beside the link");
    }

    // --- a JDK

    @Test
    void findsAnInstalledJdkWithoutStartingOne() throws Exception {
        Path jdk = jdk("25.0.1", "JAVA_HOME_25");
        script(bin.resolve("jbang"), "echo \"$JAVA_HOME\"\n");

        assertEquals(jdk + "\n", run("x").out);
        assertEquals(0, calls("java"));
    }

    @Test
    void readsTheVariablesOfHostedRunners() throws Exception {
        jdk("21.0.8", "JAVA_HOME_21_X64");
        Path jdk = jdk("25.0.1", "JAVA_HOME_25_X64");
        script(bin.resolve("jbang"), "echo \"$JAVA_HOME\"\n");

        assertEquals(jdk + "\n", run("x").out);
    }

    @Test
    void findsTheJdkBehindTheJavaOnThePath() throws Exception {
        Path jdk = jdk("25.0.1", null);
        Files.createSymbolicLink(temp.resolve("alternative"), jdk.resolve("bin/java"));
        Files.createSymbolicLink(bin.resolve("java"), Path.of("../alternative"));
        script(bin.resolve("jbang"), "echo \"$JAVA_HOME\"\n");

        assertEquals(jdk + "\n", run("x").out);
    }

    @Test
    void takesTheLowestVersionThatWillDoButKeepsAJavaHomeThatDoes() throws Exception {
        jdk("26-ea", "JAVA_HOME_26");
        Path lowest = jdk("25", "JAVA_HOME_25");
        script(bin.resolve("jbang"), "echo \"$JAVA_HOME\"\n");

        assertEquals(lowest + "\n", run("x").out);
        Path present = jdk("27.0.1", "JAVA_HOME");
        assertEquals(present + "\n", run("x").out);
    }

    @Test
    void replacesAJavaHomeThatIsTooOldAndRemembersIt() throws Exception {
        Path old = jdk("17.0.15", "JAVA_HOME");
        Path jdk = jdk("25.0.1", "JAVA_HOME_25");
        script(bin.resolve("jbang"), "echo \"$JAVA_HOME $JAVA_HOME_17\"\n");

        assertEquals(jdk + " " + old + "\n", run("x").out);
    }

    @Test
    void doesNotTakeARuntimeWithoutCompilerForAJdk() throws Exception {
        Path runtime = jdk("25.0.1", "JAVA_HOME_25");
        Files.delete(runtime.resolve("bin/javac"));
        script(bin.resolve("jbang"), "echo \"$JAVA_HOME\"\n");

        assertNotEquals(runtime + "\n", run("x").out);
    }

    // --- a JBang that Maven brings

    @Test
    void bringsJBangOnceAndNotAgain() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN);

        Run first = run("x");
        assertEquals("Bringing JBang " + version + " (once)...\n", first.err);
        assertEquals(0, first.code);
        Run second = run("a b", "c");
        assertEquals("", second.err);
        assertEquals(0, second.code);
        assertEquals(1, calls("mvn"));
        assertEquals(2, calls("java"));
        assertEquals(1, names(lib()).size(), "one folder, and nothing left of the making");

        List<String> arguments = Files.readAllLines(home.resolve("java-arguments"));
        int main = arguments.indexOf("dev.jbang.Main");
        assertEquals(List.of("a b", "c"), arguments.subList(main + 1, arguments.size()));
        assertEquals(lib().resolve(names(lib()).get(0)) + "/*", arguments.get(main - 1));
    }

    @Test
    void leavesStandardInputToTheScript() throws Exception {
        jdk("25.0.1", "JAVA_HOME", "cat\n");
        script(bin.resolve("mvn"), MAVEN);

        assertEquals("input\n", run("x").out);
        assertEquals("", Files.readString(home.resolve("mvn-input")));
    }

    @Test
    void bringsItAnewWhenThePomChanged() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN);
        run("x");
        Files.writeString(pom(), Files.readString(pom()).replace("2.13.1", "2.13.2"));

        assertEquals(0, run("x").code);
        assertEquals(2, calls("mvn"));
        version = "9.9.9";
        Files.writeString(pom(), Files.readString(pom()).replaceFirst("<jbang.version>.*<", "<jbang.version>9.9.9<"));
        script(bin.resolve("mvn"), MAVEN);
        assertEquals("Bringing JBang 9.9.9 (once)...\n", run("x").err);
        assertEquals(3, calls("mvn"));
    }

    @Test
    void anInterruptedMavenLeavesNothingBehind() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN + "kill -TERM $PPID\nexit 1\n");

        assertEquals(143, run("x").code);
        assertEquals(List.of(), names(lib()));
        assertEquals(0, calls("java"));
    }

    @Test
    void anInterruptionThatCannotBeCaughtLeavesNothingThatLooksFinished() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN + "kill -KILL $PPID\nexit 1\n");
        assertEquals(137, run("x").code);
        script(bin.resolve("mvn"), MAVEN);

        assertEquals(0, run("x").code);
        assertEquals(2, calls("mvn"));
        assertEquals(1, calls("java"));
    }

    @Test
    void twoFirstStartsAtOnceBothSucceed() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        // each waits until the other is at work too
        script(bin.resolve("mvn"), MAVEN + """
                for turn in 1 2 3 4 5 6 7 8 9 10; do
                  case $(tr -d '\\n' < "$HOME/calls") in mvnmvn*) break ;; esac
                  sleep 0.1
                done
                """);
        Process other = start(lab, List.of("./jbang", "y"), "other");
        Run run = run("x");

        assertTrue(other.waitFor(10, TimeUnit.SECONDS));
        assertEquals(0, other.exitValue(), Files.readString(temp.resolve("other.err")));
        assertEquals(0, run.code, run.err);
        assertEquals(2, calls("mvn"));
        assertEquals(2, calls("java"));
        assertEquals(1, names(lib()).size());
        assertEquals(List.of("jbang-cli-" + version + ".jar"), names(lib().resolve(names(lib()).get(0))));
    }

    @Test
    void tellsMavenAndJBangOfAHomeThatIsNotThePasswordFiles() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), MAVEN);

        run("x");
        assertEquals("'-Duser.home=" + home + "'", Files.readString(home.resolve("mvn-options")).strip());
        assertTrue(Files.readAllLines(home.resolve("java-arguments")).contains("-Duser.home=" + home));

        environment.put("JAVA_TOOL_OPTIONS", "-Duser.home=/chosen");
        run("x");
        assertFalse(Files.readString(home.resolve("java-arguments")).contains("user.home"), "somebody chose already");
    }

    @Test
    void saysInOneLineThatMavenHadNoNetwork() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), """
                echo '[ERROR] Plugin p or one of its dependencies could not be resolved: Could not transfer artifact g:a:1 from central: Unknown host -> [Help 1]'
                echo '[ERROR] To see the full stack trace, use -e'
                exit 1
                """);

        assertFailsInOneLine(run("x"), "Maven could not reach its repository (Could not transfer artifact g:a:1 from central: Unknown host).",
                "https://www.jbang.dev/download");
        assertEquals(List.of(), names(lib()));
    }

    @Test
    void saysInOneLineWhatElseWasWrongWithMaven() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("mvn"), "echo '[ERROR] Non-parseable settings'\nexit 1\n");
        assertFailsInOneLine(run("x"), "Maven failed (Non-parseable settings).", "https://www.jbang.dev/download");

        script(bin.resolve("mvn"), "exit 0\n");
        assertFailsInOneLine(run("x"), "brought no jbang-cli-" + version + ".jar", "https://www.jbang.dev/download");
        assertEquals(List.of(), names(lib()));
    }

    // --- what JBang answers

    @Test
    void runsTheCommandThatJBangAnswersWith() throws Exception {
        Path program = script(temp.resolve("a program"), SHOW + "cat\necho \"$JBANG_RUNTIME_SHELL $JBANG_LAUNCH_CMD\"\nexit 13\n");
        jdk("25.0.1", "JAVA_HOME", """
                echo 'Picked up JAVA_TOOL_OPTIONS: -Dx=$(exit)' >&2
                cat <<'ANSWER'
                '%s' 'a b' 'it'\\''s' '$HOME' x
                ANSWER
                exit 255
                """.formatted(program));
        script(bin.resolve("mvn"), MAVEN);

        Run run = run("x");

        assertEquals("<a b>\n<it's>\n<$HOME>\n<x>\ninput\nbash " + lab.resolve("jbang") + "\n", run.out);
        assertEquals(13, run.code);
    }

    @Test
    void passesOnWhatElseJBangPrintsAndItsExitCode() throws Exception {
        jdk("25.0.1", "JAVA_HOME", "echo 'two  words'\necho more\necho \"${CLICOLOR_FORCE-no colour}\"\nexit 3\n");
        script(bin.resolve("mvn"), MAVEN);

        Run run = run("alias", "list");

        assertEquals("two  words\nmore\nno colour\n", run.out);
        assertEquals(3, run.code);
    }

    // --- JBang's own installer

    private static final String INSTALLER = "#!/bin/sh\n" + SHOW + """
            mkdir -p "$HOME/.jbang/bin"
            { echo '#!/bin/sh'; echo 'echo installed "$@"'; } > "$HOME/.jbang/bin/jbang"
            chmod +x "$HOME/.jbang/bin/jbang"
            echo "$JBANG_DOWNLOAD_VERSION"
            exit 9
            """;

    @Test
    void callsTheInstallerWhereThereIsNoMavenAndThenWhatItInstalled() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        tool("chmod");
        download("curl", "-o", INSTALLER);

        Run first = run("a b", "c");
        assertEquals("<a b>\n<c>\n" + version + "\n", first.out);
        assertEquals(9, first.code, first.err);
        assertEquals("installed a b\n", run("a b").out);
        assertEquals(1, calls("curl https://sh.jbang.dev"));
        assertEquals(List.of(), names(temp.resolve("tmp")), "the download is gone");
    }

    @Test
    void fetchesTheInstallerWithWgetWhereThereIsNoCurl() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        tool("chmod");
        download("wget", "-O", INSTALLER);

        assertEquals("<x>\n" + version + "\n", run("x").out);
        assertEquals(1, calls("wget https://sh.jbang.dev"));
    }

    @Test
    void saysInOneLineThatTheInstallerCouldNotBeFetched() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        script(bin.resolve("curl"), "echo 'curl: (6) Could not resolve host' >&2\nexit 6\n");

        assertFailsInOneLine(run("x"), "found no Maven", "https://sh.jbang.dev could not be fetched (curl: (6) Could not resolve host)",
                "https://www.jbang.dev/download");
        assertEquals(List.of(), names(temp.resolve("tmp")));
    }

    @Test
    void doesNotRunALogInPage() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        download("curl", "-o", "<html>\necho ran\n");

        Run run = run("x");
        assertFailsInOneLine(run, "is not a script", "https://www.jbang.dev/download");
        assertEquals("", run.out);
    }

    @Test
    void saysSoWhenTheInstallerFails() throws Exception {
        jdk("25.0.1", "JAVA_HOME");
        download("curl", "-o", "#!/bin/sh\nexit 22\n");

        assertFailsInOneLine(run("x"), "its installer stopped with exit code 22", "https://www.jbang.dev/download");
    }

    @Test
    void saysInOneLineThatThereIsNothingToBringItWith() throws Exception {
        jdk("25.0.1", "JAVA_HOME");

        assertFailsInOneLine(run("x"), "found no Maven, and neither curl nor wget", "https://www.jbang.dev/download");
    }

    // --- the stand-ins

    private record Run(int code, String out, String err) { }

    private Run run(String... arguments) throws Exception {
        return runAs(lab, Stream.concat(Stream.of("./jbang"), Stream.of(arguments)).toList());
    }

    /** Runs the command as a shell would: a name without a slash is looked up on the PATH that the test made. */
    private Run runAs(Path folder, List<String> command) throws Exception {
        Process process = start(folder, command, "run");
        if (!process.waitFor(15, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("still running after 15 s: " + command);
        }
        return new Run(process.exitValue(), Files.readString(temp.resolve("run.out")), Files.readString(temp.resolve("run.err")));
    }

    private Process start(Path folder, List<String> command, String name) throws IOException {
        Path input = Files.writeString(temp.resolve(name + ".in"), "input\n");
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(
                Stream.of("/bin/sh", "-c", "exec \"$@\"", "sh"), command.stream()).toList());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.directory(folder.toFile()).redirectInput(input.toFile())
                .redirectOutput(temp.resolve(name + ".out").toFile()).redirectError(temp.resolve(name + ".err").toFile()).start();
    }

    private static void assertFailsInOneLine(Run run, String... parts) {
        List<String> lines = run.err.lines().filter(line -> !line.startsWith("Bringing JBang ")).toList();
        assertEquals(1, lines.size(), run.err);
        assertEquals(2, run.code, run.err);
        assertTrue(lines.get(0).startsWith("jbang: cannot bring JBang: "), run.err);
        assertAll(Stream.of(parts).map(part -> () -> assertTrue(lines.get(0).contains(part), part + " in: " + run.err)));
    }

    /** A folder that looks like a JDK, in the named variable; its java notes that it was called, and with what. */
    private Path jdk(String javaVersion, String variable, String... java) throws IOException {
        Path jdk = Files.createDirectories(temp.resolve("jdk " + javaVersion));
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + javaVersion + "\"\nOS_NAME=\"None\"\n");
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
    private void download(String name, String option, String content) throws IOException {
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

    private Path script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text.replace("@version@", version));
        assertTrue(file.toFile().setExecutable(true), "executable: " + file);
        return file;
    }

    private long calls(String line) throws IOException {
        Path calls = home.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls).stream().filter(line::equals).count() : 0;
    }

    private Path pom() {
        return lab.resolve(".jbang/pom.xml");
    }

    private Path lib() {
        return lab.resolve(".jbang/lib");
    }

    /** Everything in a folder, hidden files too. */
    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Puts a tool of this machine on the test's PATH (not as a link: JUnit warns of each one that leads out of its folder). */
    private void tool(String name) throws IOException {
        Path tool = Stream.of(System.getenv("PATH").split(File.pathSeparator)).map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable).findFirst().orElseThrow(() -> new AssertionError(name + " is not on the PATH"));
        script(bin.resolve(name), "exec '" + tool.toAbsolutePath() + "' \"$@\"\n");
    }

    private static Path root() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("jbang-catalog.json"))) {
                return folder;
            }
        }
        throw new AssertionError("run the tests from within the repository");
    }
}
