package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;

/**
 * Without a network: what runs then, and what a first start says. That every script starts, {@link StartTest} looks at.
 */
@Tag(Lane.SCRIPTS)
@EnabledOnOs(OS.LINUX)
class OfflineTest {

    @TempDir
    Path temp;

    @BeforeEach
    void thereIsNoNetwork() throws Exception {
        assumeTrue(Network.canBeLeft(), Network.WHY_NOT);
        Ran devices = Repository.run(Network.without(new ProcessBuilder("cat", "/proc/net/dev")));
        assertEquals(List.of("lo"), devices.out().lines().filter(line -> line.contains(":"))
                .map(line -> line.replaceFirst(":.*", "").strip()).toList());
    }

    private static Ran withoutNetwork(ProcessBuilder command) throws Exception {
        return Repository.run(Network.without(command));
    }

    @Test
    void aFirstStartWithNothingButJBang() throws Exception {
        assumeTrue(Files.isDirectory(Repository.root().resolve(".jbang/lib")),
                "JBang is installed here: the launcher has not brought it");
        List<String> jbangs = says(withoutNetwork(withEmptyHome(Repository.jbang("labs/cpu-light.java"))), "network");
        // The libraries that it looked for, the reason which the launcher's line names, and how to hear more of it.
        List<String> others = jbangs.stream().filter(line -> !line.matches("\\[jbang]    \\S+:\\S+:\\S+")).toList();
        assertEquals(1, others.stream().filter(line -> line.startsWith("[jbang] [ERROR] ")).count(), others.toString());
        assertEquals(3, others.size(), others.toString());
    }

    @Test
    void aFirstStartWithNothing() throws Exception {
        Path checkout = Files.createDirectories(temp.resolve("checkout"));
        Files.copy(Repository.root().resolve("jbang"), checkout.resolve("jbang"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createDirectories(checkout.resolve(".jbang"));
        Files.copy(Repository.root().resolve(".jbang/pom.xml"), checkout.resolve(".jbang/pom.xml"));
        assumeTrue(Repository.run(new ProcessBuilder("sh", "-c", "! command -v jbang")).exit() == 0,
                "JBang is installed here");
        assertEquals(List.of(), says(withoutNetwork(
                withEmptyHome(new ProcessBuilder("./jbang", "labs/cpu-light.java").directory(checkout.toFile()))),
                "cannot bring JBang", "network"));
        assertFalse(
                Files.exists(checkout.resolve(".jbang/lib"))
                        && Files.list(checkout.resolve(".jbang/lib")).findAny().isPresent(),
                "nothing is left of the attempt");
    }

    private ProcessBuilder withEmptyHome(ProcessBuilder command) throws IOException {
        String home = Files.createDirectories(temp.resolve("home")).toString();
        command.environment().keySet().removeIf(name -> name.startsWith("JBANG_"));
        command.environment().put("HOME", home);
        command.environment().put("JAVA_TOOL_OPTIONS", "-Duser.home=" + home);
        return command;
    }

    /**
     * That the launcher says one line with these parts. Beside it there may be what a JVM says of the options that it
     * finds in the environment, and that JBang is brought.
     *
     * @return what JBang itself said
     */
    private static List<String> says(Ran ran, String... parts) {
        assertEquals(2, ran.exit(), ran.out() + ran.err());
        List<String> lines = ran.err().lines().filter(line -> !line.matches("(NOTE: )?Picked up \\w+: .*"))
                .filter(line -> !line.matches("Bringing JBang \\S+ \\(once\\)\\.\\.\\.")).toList();
        List<String> jbangs = lines.stream().filter(line -> line.startsWith("[jbang] ")).toList();
        List<String> ours = lines.stream().filter(line -> !jbangs.contains(line)).toList();
        assertEquals(1, ours.size(), "one line: " + ran.err());
        assertTrue(ours.getFirst().startsWith("jbang: "), ran.err());
        Repository.contains(ours.getFirst(), parts);
        assertEquals("", ran.out());
        return jbangs;
    }

    /** The whole of the day before a workshop: each script is built, then each lab starts without the network. */
    @Test
    @Tag(Lane.WHOLE)
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void onceItIsPreparedTheWholeWorkshopIsThere() throws Exception {
        String data = temp.toString();
        Ran prepared = Repository.run(Repository.jbang("workshop", "--data", data, "--prepare"), 10);
        assertEquals(0, prepared.exit(), prepared.out() + prepared.err());
        assertFalse(prepared.out().contains("NOT ready"), prepared.out());
        Ran list = withoutNetwork(Repository.jbang("workshop", "--data", data, "--list"));
        assertEquals(0, list.exit(), list.err());
        assertEquals(Repository.labs().size(), list.out().lines().filter(line -> line.contains(" min ")).count(),
                list.out());
        Ran check = withoutNetwork(Repository.jbang("workshop", "--data", data, "--check"));
        assertEquals(0, check.exit(), check.err());
        assertTrue(check.out().contains("everything is fetched and built"), check.out());
    }

    /** What looks at runs, and what else has much to fetch: a database of its own, and WebFlux. */
    @Test
    @Tag(Lane.WHOLE)
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void aLabWithADatabaseAndWhatLooksAtItsRun() throws Exception {
        Ran ran = withoutNetwork(Repository.jbang("storing", "--data", temp.toString(), "--quick", "-c", "10",
                "--cells", "virtual-sync-c10,reactive-reactive-c10"));
        Path run = Repository.onlyRun(temp.resolve("storing"), ran);
        Repository.verdict(run, ran);
        String virtual = "virtual-sync-c10-f1";
        for (String cell : List.of("reactive-reactive-c10-f1", virtual)) {
            CSVRecord row = Repository.csv(run.resolve("summary.csv")).stream()
                    .filter(one -> one.get("cell").equals(cell)).findFirst()
                    .orElseThrow(() -> new AssertionError(ran.out() + ran.err()));
            assertTrue(Repository.number(row, "ok") > 0, row.toString());
            assertTrue(Repository.number(row, "table_rows") >= Repository.number(row, "ok"), row.toString());
        }

        String pages = temp.resolve("pages").toString();
        for (List<String> look : List.of(List.of("compare", run.toString(), run.toString()),
                List.of("room", temp.toString()))) {
            Ran looked = withoutNetwork(
                    Repository.jbang(Stream.concat(look.stream(), Stream.of("--out", pages)).toArray(String[]::new)));
            assertEquals(0, looked.exit(), look + ": " + looked.out() + looked.err());
            Path page = Path.of(looked.out().lines().toList().getLast());
            assertTrue(Files.size(page) > 1000 && page.startsWith(pages), looked.out());
        }
        // Whether anything was pinned there is no matter.
        String recording = run.resolve(virtual + ".jfr").toString();
        Ran pins = withoutNetwork(Repository.jbang("pins", recording, "--out", pages));
        assertEquals(0, pins.exit(), pins.err());
        assertTrue(pins.out().startsWith(recording + ", JDK "), pins.out());
    }
}
