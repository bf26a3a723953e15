package tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.function.IntSupplier;
import java.io.PrintStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.machine.Jdks;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import tools.jackson.databind.json.JsonMapper;

/** The checkout that is under test, and how a user runs its scripts. */
public final class Repository {

    /** Columns that may be empty because a busy machine spoilt a pilot, or made a figure contradict others. */
    private static final Set<String> LOST_TO_LOAD = Set.of("rule_rps", "rule_ms", "limit_rps",
            "cpu_us_per_request", "connection_ms", "mean_ms", "sd_ms", "p50_ms", "p90_ms", "p95_ms", "p99_ms");

    private Repository() {}

    /** The folder with jbang-catalog.json, from the working folder upwards. */
    public static Path root() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("jbang-catalog.json"))) {
                return folder;
            }
        }
        throw new IllegalStateException("run the tests from within the checkout: there is no jbang-catalog.json above "
                + Path.of("").toAbsolutePath());
    }

    public static String read(String file) {
        try {
            return Files.readString(root().resolve(file));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** The reasons in tests/skips.txt, by the tests that may be skipped. */
    public static Map<String, String> skips() {
        var reasons = new LinkedHashMap<String, String>();
        read("tests/skips.txt").lines().filter(line -> !line.startsWith("#") && !line.isBlank())
                .map(line -> line.split(" ", 2))
                .forEach(words -> reasons.put(words[0], words.length == 1 ? "" : words[1]));
        return reasons;
    }

    /** Scripts by their aliases, in the catalog's order. */
    public static Map<String, String> aliases() {
        var aliases = new LinkedHashMap<String, String>();
        JsonMapper.shared().readTree(read("jbang-catalog.json")).path("aliases").properties()
                .forEach(alias -> aliases.put(alias.getKey(), alias.getValue().path("script-ref").asString()));
        return aliases;
    }

    /** The names of the labs, in the catalog's order. */
    public static List<String> labs() {
        return JsonMapper.shared().readTree(read("jbang-catalog.json")).path("aliases").properties().stream()
                .filter(alias -> alias.getValue().path("description").asString().matches("\\d+ .*"))
                .map(Map.Entry::getKey).toList();
    }

    /** Skips the test where there is no JDK 21, and says how to install one. */
    public static void assumeJdk21() {
        assumeTrue(Jdks.home(21).isPresent(), "there is no JDK 21 here: " + Jdks.howToInstall(21));
    }

    /** The rows of a CSV file with a heading. */
    public static List<CSVRecord> csv(Path file) throws IOException {
        try (var reader = Files.newBufferedReader(file)) {
            return CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get().parse(reader).getRecords();
        }
    }

    /** The rows of a run's summary.csv by the names of their cells. */
    public static Map<String, CSVRecord> cells(Path run) throws IOException {
        return csv(run.resolve("summary.csv")).stream().collect(Collectors.toMap(row -> row.get("cell"), row -> row));
    }

    /** The row of a cell, which must be there; else what the lab said to its standard error tells why it is not. */
    static CSVRecord row(Map<String, CSVRecord> cells, String name, Ran lab) {
        assertTrue(cells.containsKey(name), name + " is not among " + cells.keySet() + lab.err());
        return cells.get(name);
    }

    /** A number that a row must have in this column. Where no load explains that it is missing, it fails at once. */
    public static double number(CSVRecord row, String column) {
        String number = row.get(column);
        if (number.isEmpty() && !LOST_TO_LOAD.contains(column)) {
            throw new IllegalStateException("no " + column + " in " + row);
        }
        assertFalse(number.isEmpty(), () -> column + " of " + row);
        return Double.parseDouble(number);
    }

    /** That a row has so many requests for each block that counts; one that was disturbed does not. */
    public static void servedInEachBlock(int requests, CSVRecord row) {
        assertTrue(number(row, "blocks") > 0, row.toString());
        assertEquals(requests * number(row, "blocks"), number(row, "ok"), row.toString());
    }

    /** The one complete run in a lab's folder; else what the command said that should have left it there. */
    public static Path onlyRun(Path labFolder, Ran ran) throws IOException {
        Supplier<String> said = () -> "exit code " + ran.exit() + ": " + ran.out() + ran.err();
        if (!Files.isDirectory(labFolder)) {
            throw new IllegalStateException("there is no run in " + labFolder + "; " + said.get());
        }
        List<Path> all = runs(labFolder);
        if (all.size() != 1) {
            throw new IllegalStateException("not one run in " + labFolder + ": " + all + "; " + said.get());
        }
        return all.getFirst();
    }

    /** Where the folder is known to have one, or several of which any will do. */
    public static Path onlyRun(Path labFolder) throws IOException {
        return runs(labFolder).getFirst();
    }

    /** All that are complete. */
    private static List<Path> runs(Path labFolder) throws IOException {
        try (var runs = Files.list(labFolder)) {
            return runs.filter(p -> !p.getFileName().toString().startsWith(".")).toList();
        }
    }

    /** All values of a field of this name that a JSON text has as strings. */
    public static Stream<String> values(String json, String field) {
        return Pattern.compile("\"" + Pattern.quote(field) + "\" : \"([^\"]*)\"").matcher(json).results()
                .map(m -> m.group(1));
    }

    /**
     * Runs something in this JVM whose output would go to the terminal.
     *
     * @param program returns its exit code
     */
    public static synchronized Ran captured(IntSupplier program) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        PrintStream realOut = System.out;
        PrintStream realErr = System.err;
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            int exit = program.getAsInt();
            return new Ran(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(realOut);
            System.setErr(realErr);
        }
    }

    /** What a command printed, standard output and error apart, and its exit code. */
    public record Ran(int exit, String out, String err) {

        /**
         * What a script of this name said to its standard error; the rest is the launcher's, which tells of a build or
         * of what it fetches.
         */
        public List<String> said(String script) {
            assertTrue(err.lines().noneMatch(line -> line.startsWith("\tat ") || line.contains("WARNING")), err);
            return err.lines().filter(line -> line.startsWith(script + ": ")).toList();
        }
    }

    /** Runs a script of analysis/ to its end, in this JVM. */
    public static Ran analysis(String script, String... arguments) throws IOException {
        return Script.of("analysis/" + script + ".java").inProcess(arguments);
    }

    /** That a text has all these parts. */
    public static void contains(String text, String... parts) {
        for (String part : parts) {
            assertTrue(text.contains(part),
                    () -> "no \"" + part + "\" in: " + (text.length() > 9000 ? text.length() + " characters" : text));
        }
    }

    /** The verdict that run.json tells, once it is known that the lab's exit code says the same. */
    public static String verdict(Path run, Ran lab) throws IOException {
        String verdict = values(Files.readString(run.resolve("run.json")), "verdict").findFirst().orElseThrow();
        assertEquals(Map.of("CONFIRMED", 0, "SKIPPED", 0, "UNDECIDED", 3, "SURPRISE", 1, "INVALID", 2).get(verdict),
                lab.exit(),
                lab.out() + lab.err());
        return verdict;
    }

    /** A text whose numbers may be those of the machine. */
    public static String withoutNumbers(String text) {
        return text.replaceAll("\\d[\\d.]*", "#");
    }

    /** A command of the launcher, not yet started, as a user would give it in the checkout. */
    public static ProcessBuilder jbang(String... arguments) {
        var command = new ArrayList<>(List.of(root().resolve("jbang").toString()));
        command.addAll(Arrays.asList(arguments));
        var process = new ProcessBuilder(command).directory(root().toFile());
        withoutC2(process.environment());
        return process;
    }

    /** For a process whose JVMs, and those of services, are over before a better compiler would be of use. */
    public static void withoutC2(Map<String, String> environment) {
        environment.merge("JAVA_TOOL_OPTIONS", Jdks.C1_ONLY + " " + Script.servicesWith(Jdks.C1_ONLY),
                (given, more) -> given + " " + more);
    }

    /**
     * The same command, which gets Ctrl-C also where others do not: a shell that runs the tests in the background lets
     * its children ignore it, and env, where it can, undoes that.
     */
    public static ProcessBuilder interruptible(ProcessBuilder command) throws IOException, InterruptedException {
        var words = new ArrayList<String>();
        if (run(new ProcessBuilder("env", "--default-signal=INT", "true")).exit() == 0) {
            words.addAll(List.of("env", "--default-signal=INT"));
        }
        words.addAll(command.command());
        return new ProcessBuilder(words).directory(command.directory());
    }

    /** Waits until something is there. @param limit in s, after which the test fails */
    public static <T> T until(String what, long limit, Callable<T> found) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(limit);
        while (System.nanoTime() < end) {
            T value = found.call();
            if (value != null) {
                return value;
            }
            Thread.sleep(20);
        }
        throw new AssertionError("waited in vain: " + what);
    }

    /** Ctrl-C, as a terminal does it: all in the foreground are told. */
    public static void interrupt(Process process) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("kill", "-INT", String.valueOf(process.pid())));
        process.descendants().forEach(one -> command.add(String.valueOf(one.pid())));
        run(new ProcessBuilder(command));
    }

    /**
     * Runs a command to its end, which is to come within nine minutes: most take one, on a machine with nothing else to
     * do.
     */
    public static Ran run(ProcessBuilder command) throws IOException, InterruptedException {
        return run(command, 9);
    }

    /**
     * Runs a command to its end, which is to come within so many minutes. It is run again where JBang met its own file
     * of dependencies while another JBang wrote it: JBang does not write it in one step, and lanes start it side by
     * side.
     */
    public static Ran run(ProcessBuilder command, int minutes) throws IOException, InterruptedException {
        Ran ran = runOnce(command, minutes);
        for (int i = 0; i < 3 && ran.exit() != 0 && ran.err().contains("[jbang]")
                && ran.err().contains("MalformedJsonException"); i++) {
            Thread.sleep(1000);
            ran = runOnce(command, minutes);
        }
        return ran;
    }

    private static Ran runOnce(ProcessBuilder command, int minutes) throws IOException, InterruptedException {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        try {
            Process process = command.redirectOutput(out.toFile()).redirectError(err.toFile())
                    .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null"))).start();
            if (!process.waitFor(minutes, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new IllegalStateException(command.command() + " in " + command.directory() + " did not end. It "
                        + "said: " + Files.readString(out) + Files.readString(err));
            }
            return new Ran(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}
