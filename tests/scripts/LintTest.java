package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;
import tests.Repository;
import tools.jackson.databind.json.JsonMapper;

/** The course's own lint: what every lab, alias, list and test must have. Reads files and starts nothing. */
@Tag(Lane.UNIT)
class LintTest {

    private static final Path ROOT = Repository.root();
    private static final List<String> TESTS = foldersIn("tests");
    private static final List<String> SOURCES = foldersIn("labs", "apps", "analysis", "tests");

    /** The folders with Java in them, from the checkout's root. */
    private static List<String> foldersIn(String... tops) {
        return Stream.of(tops).flatMap(top -> {
            try (Stream<Path> files = Files.walk(ROOT.resolve(top))) {
                return files.filter(file -> file.toString().endsWith(".java"))
                        .map(file -> ROOT.relativize(file.getParent()).toString()).distinct().sorted().toList()
                        .stream();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }).toList();
    }

    private static List<Path> files(String folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            return files.filter(f -> f.getFileName().toString().endsWith(ending)).sorted().toList();
        }
    }

    @Test
    void everyLabIsALesson() throws IOException {
        var numbers = new TreeSet<Integer>();
        for (String name : Repository.labs()) {
            Path lab = ROOT.resolve("labs/" + name + ".java");
            String text = Files.readString(lab);
            assertTrue(text.startsWith("///usr/bin/env jbang \"$0\" \"$@\" ; exit $?\n"), lab + " starts by itself");
            var description = Pattern.compile("^//DESCRIPTION (\\d+) " + name + ": .+[?.]$", Pattern.MULTILINE)
                    .matcher(text);
            assertTrue(description.find(), lab + " needs //DESCRIPTION with its number, name and question");
            int number = Integer.parseInt(description.group(1));
            assertTrue(numbers.add(number), "two labs have the number " + number);
            var title = Pattern.compile("^/// # " + number + " " + name + ": (.+)$", Pattern.MULTILINE).matcher(text);
            assertTrue(title.find(), lab + " has another number or name in its title");
            String question = title.group(1);
            assertTrue(description.group().toLowerCase(Locale.ROOT).endsWith(question.toLowerCase(Locale.ROOT)),
                    lab + " has another question in its title than in //DESCRIPTION");
            assertTrue(Repository.read("jbang-catalog.json").toLowerCase(Locale.ROOT).contains("\"" + number + " "
                    + question.toLowerCase(Locale.ROOT) + "\""), lab + " has another question in jbang-catalog.json");
            assertTrue(
                    Repository.read("README.md").toLowerCase(Locale.ROOT)
                            .contains("| " + number + " | [`labs/" + name + ".java`](labs/"
                                    + name + ".java) | " + question.toLowerCase(Locale.ROOT) + " |"),
                    lab + " needs a row in the README with its question");
            String facilitator = Repository.read("labs/README.md").replaceFirst("(?s).*\n\\*\\*Time\\.\\*\\*", "");
            int column = cells(facilitator, "lab").indexOf(String.valueOf(number));
            assertTrue(column > 0 && cells(facilitator, "min").get(column).matches("\\d+"),
                    lab + " needs its minutes in labs/README.md, for the instructor");
            assertTrue(facilitator.contains("\n| " + number + " | "),
                    lab + " needs its point in the README, for the instructor");
            for (String directive : List.of("//JAVA 25+", "//MAIN ",
                    "//SOURCES kit/package-info.java",
                    // A load generator in the lab's JVM has carriers of its own only if it may open java.lang.
                    "//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED "
                            + "--add-opens=java.base/java.lang=ALL-UNNAMED")) {
                assertTrue(text.contains("\n" + directive), lab + " needs " + directive);
            }
            assertFalse(Pattern.compile("^//FILES .*\\bsource/\\S+\\.java=", Pattern.MULTILINE).matcher(text).find(),
                    lab + ": an IDE compiles a copy of a source that ends with .java: name it .java.txt");
            assertTrue(text.contains("\n//COMPILE_OPTIONS --release 21\n") || text.contains("\n//PREVIEW\n"),
                    lab + " is compiled for JDK 21, so that its cells run there, or says that it needs preview "
                            + "features");
            for (String word : List.of(" code(", " ask(", " claim(", ".headline()", " compare(", " rule(", " bars(",
                    " table(")) {
                assertTrue(text.contains(word), lab + " has no '" + word.strip() + "'");
            }
            for (String step : List.of(" extends Page {", "\n    /// ## 1. ", "\n    /// ## The rule\n",
                    "\n    /// ## The answer\n",
                    "\n    /// ## What happened\n", "\n    /// ## Try it\n")) {
                assertTrue(text.contains(step), lab + " has no '" + step.strip() + "'");
            }
            assertFalse(text.contains("options."), lab + " asks for options: a page has no branches");
            assertFalse(text.contains("List<") || text.contains("stream()") || text.contains("\n    private "),
                    lab + " declares: no lists, no streams, no helpers");
            assertEquals("labs/" + lab.getFileName(), Repository.aliases().get(name), lab + " needs an alias");
            // What plot.java has to draw of it on a fresh clone; BrowserTest looks at the pages.
            Path run = Repository.onlyRun(ROOT.resolve("data/sample").resolve(name));
            assertTrue(Repository.values(Files.readString(run.resolve("run.json")), "lab").anyMatch(name::equals)
                    && Files.readString(run.resolve("notebook.md")).contains("<!-- charts -->"),
                    lab + " needs a sample run for its page");
        }
        assertEquals(numbers.size(), numbers.last(), "numbers are contiguous from 1: " + numbers);
    }

    @Test
    void everyAliasNamesAScript() {
        assertFalse(Repository.aliases().isEmpty());
        Repository.aliases().forEach((alias, script) -> assertTrue(Files.exists(ROOT.resolve(script)),
                alias + " names " + script + ", which is not there"));
    }

    @Test
    void everyFileIsListedWhereJBangLooks() throws IOException {
        // A room's door lists the room's files, and the door of its house the rooms; labs and the workshop name what
        // only they need.
        var broughtWhereNeeded = List.of("postgres", "results");
        for (String house : List.of("labs/kit/", "labs/own/")) {
            Set<String> rooms = listed(house + "package-info.java");
            for (String folder : SOURCES.stream().filter(folder -> folder.startsWith(house)).toList()) {
                String room = folder.substring(house.length());
                listsAll(folder + "/package-info.java",
                        files(folder, ".java").stream().filter(file -> !isScript(file)).toList(),
                        List.of("package-info.java"));
                assertEquals(!broughtWhereNeeded.contains(room), rooms.contains(room + "/package-info.java"), room);
            }
        }
        for (String folder : List.of("labs/course", "analysis/audit")) {
            listsAll(folder + "/package-info.java", files(folder, ".java"), List.of("package-info.java"));
        }
        // A room of the charts is listed at its door, and the door by the scripts that need the room.
        var doors = new TreeSet<String>();
        for (Path script : files("analysis", ".java")) {
            doors.addAll(listed("analysis/" + script.getFileName()));
        }
        for (String room : foldersIn("analysis/charts")) {
            String door = room + "/package-info.java";
            assertTrue(Files.exists(ROOT.resolve(door)),
                    room + " needs a package-info.java, which tells what lives there");
            assertTrue(doors.contains(door.replaceFirst("analysis/", "")),
                    door + " is not in the //SOURCES of any script of analysis/");
            listsAll(door, files(room, ".java"), List.of("package-info.java"));
        }
        // Glob patterns serve here: tests are not run by their address.
        Set<String> listed = listed("tests/test.java");
        for (String folder : TESTS) {
            for (Path file : files(folder, ".java")) {
                String name = folder.replaceFirst("tests/?", "") + (folder.equals("tests") ? "" : "/")
                        + file.getFileName();
                // A sample service is built by its own scripts.
                assertTrue(
                        isScript(file) || folder.equals("tests/samples")
                                || listed.stream().anyMatch(pattern -> FileSystems.getDefault()
                                        .getPathMatcher("glob:" + pattern).matches(Path.of(name))),
                        name + " is not in the //SOURCES of tests/test.java");
            }
        }
    }

    @Test
    void everyChartIsDrawn() throws IOException {
        String plot = Repository.read("analysis/plot.java");
        int charts = 0;
        for (Path file : files("analysis/charts/figure", "Chart.java")) {
            if (Files.readString(file).contains("implements Chart ")) {
                String name = file.getFileName().toString().replace(".java", "");
                assertTrue(plot.contains("new " + name + "("), name + " is not in the CHARTS of analysis/plot.java");
                charts++;
            }
        }
        assertTrue(charts > 5, charts + " charts");
    }

    /** A test without a lane is compiled and never run; one in a package that LaneRunTest does not know may be, too. */
    @Test
    void everyTestClassIsRun() throws IOException {
        String lanes = Repository.read("tests/LaneRunTest.java");
        int classes = 0;
        for (String folder : TESTS) {
            for (Path file : files(folder, "Test.java")) {
                String text = Files.readString(file);
                assertTrue(text.contains("@Tag(Lane."), file + " names no lane");
                String its = text.lines().filter(line -> line.startsWith("package ")).findFirst().orElseThrow()
                        .replaceAll("package |;", "");
                // It looks into the packages below these, too.
                assertTrue(lanes.contains("\"" + its.replaceFirst("\\..*", "") + "\""),
                        "LaneRunTest does not look into the package of " + file);
                classes++;
            }
        }
        assertTrue(classes > 0);
    }

    /** A test that has another name by now would be listed for nothing, and fail where it may be skipped. */
    @Test
    void whatMayBeSkippedIsATestAndHasItsReason() throws IOException {
        Map<String, String> skips = Repository.skips();
        assertFalse(skips.isEmpty());
        for (Map.Entry<String, String> one : skips.entrySet()) {
            var name = Pattern.compile("(\\w+)(?:\\$(\\w+))?\\.(\\w+)(?:\\((.+)\\))?").matcher(one.getKey());
            assertTrue(name.matches(), one.getKey() + " is no Class.method and no Class.method(VALUE)");
            String source = sourceOf(name.group(1));
            assertTrue(name.group(2) == null || source.contains(" class " + name.group(2) + " {"), one.getKey());
            // Its annotations, from the blank line before it.
            var test = Pattern.compile("\n\n((?:(?!\n\n).)*?)void " + name.group(3) + "\\(", Pattern.DOTALL)
                    .matcher(source);
            assertTrue(test.find() && test.group(1).contains("Test"), one.getKey() + " is no test");
            assertTrue(name.group(4) == null || test.group(1).contains("\"" + name.group(4) + "\""),
                    one.getKey() + " is no case of it");
            assertTrue(one.getValue().split(" ").length >= 2 && !one.getValue().startsWith("the same"),
                    one.getKey() + " has no reason");
        }
    }

    /** The source of a test class, by its name alone, as the runner tells it. */
    private static String sourceOf(String name) throws IOException {
        var sources = new ArrayList<String>();
        for (String folder : TESTS) {
            for (Path file : files(folder, ".java")) {
                if (file.endsWith(name + ".java")) {
                    sources.add(Files.readString(file));
                }
            }
        }
        assertEquals(1, sources.size(), "sources of " + name);
        return sources.getFirst();
    }

    private static Set<String> listed(String list) {
        var listed = new TreeSet<String>();
        Pattern.compile("^//SOURCES (.*)$", Pattern.MULTILINE).matcher(Repository.read(list)).results()
                .forEach(m -> listed.addAll(List.of(m.group(1).split(" "))));
        return listed;
    }

    private static boolean isScript(Path file) {
        try {
            return Files.readString(file).contains("\n//MAIN ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void listsAll(String list, List<Path> files, Collection<String> but) {
        Set<String> listed = listed(list);
        for (Path file : files) {
            String name = file.getFileName().toString();
            assertTrue(but.contains(name) || listed.contains(name), name + " is not in the //SOURCES of " + list);
        }
    }

    @Test
    void arrowsPointTheRightWay() throws IOException {
        assertNoImport("apps", "kit\\.|own\\.");
        for (String folder : foldersIn("labs/kit", "labs/own", "labs/course", "analysis/audit")) {
            assertNoImport(folder, "apps\\.");
        }
        // audit judges as the kit does, and prints as it does.
        for (String folder : foldersIn("analysis/charts")) { // RoomsOfChartsTest has those between rooms
            assertNoImport(folder, "kit\\.(?!(?:record|live)\\.)|own\\.|apps\\.");
        }
    }

    private static void assertNoImport(String folder, String what) throws IOException {
        for (Path file : files(folder, ".java")) {
            assertFalse(Pattern.compile("^import (static )?(" + what + ")", Pattern.MULTILINE)
                    .matcher(Files.readString(file)).find(), file + " must not import " + what);
        }
    }

    /** Cells of the first row of a Markdown table that begins with this. */
    private static List<String> cells(String text, String first) {
        return text.lines().filter(line -> line.startsWith("| " + first + " |")).findFirst()
                .map(line -> List.of(line.substring(2).split(" \\|\\s*"))).orElseThrow();
    }

    @Test
    void versionsAgree() throws IOException {
        var versions = new TreeMap<String, String>();
        for (String folder : SOURCES) {
            // A sample of an earlier version of Spring Boot is there for its version.
            for (Path file : files(folder, ".java").stream().filter(file -> !file.endsWith("shop35.java")).toList()) {
                Pattern.compile("^//DEPS ([^:\\s]+:[^:\\s]+):(\\S+)", Pattern.MULTILINE).matcher(Files.readString(file))
                        .results()
                        .forEach(m -> {
                            String other = versions.put(m.group(1), m.group(2));
                            assertTrue(other == null || other.equals(m.group(2)),
                                    m.group(1) + " is " + other + " and " + m.group(2) + " in " + file);
                        });
            }
        }
        assertTrue(versions.containsKey("org.springframework.boot:spring-boot-dependencies"), versions.toString());
        // Not all of its libraries are among its own dependencies, which have their versions.
        assertEquals(1, versions.entrySet().stream().filter(one -> one.getKey().startsWith("org.springframework.boot:"))
                .map(one -> one.getValue().replace("@pom", "")).distinct().count(), versions.toString());
    }

    /** A claim with other words would be missed only where its lab is measured, and by one test each time. */
    @Test
    void claimsThatTestsQuoteAreThere() throws IOException {
        var claims = new TreeSet<String>();
        try (Stream<Path> files = Files.walk(ROOT.resolve("data/sample"))) {
            for (Path run : files.filter(file -> file.endsWith("run.json")).toList()) {
                new JsonMapper().readTree(run).get("claims").forEach(claim -> claims.add(Repository
                        .withoutNumbers(claim.get("text").asString())));
            }
        }
        Pattern call = Pattern.compile(
                "\\.(?:holdsByAndLarge|claim|isAbout|isRed|isNotConfirmed)\\(\\s*((?:\"[^\"]*\",?\\s*)+)");
        Pattern literal = Pattern.compile("\"([^\"]*)\"");
        var quotes = new TreeSet<String>();
        for (Path file : files("tests/labs", ".java")) {
            call.matcher(Files.readString(file).replaceAll("\"\\s*\\+ \"", "")).results()
                    .flatMap(one -> literal.matcher(one.group(1)).results()).forEach(one -> quotes.add(one.group(1)));
        }
        assertTrue(quotes.size() > 20, quotes.toString());
        assertEquals(List.of(), quotes.stream()
                .filter(quote -> claims.stream().noneMatch(claim -> claim.contains(Repository.withoutNumbers(quote))))
                .toList());
    }

    @Test
    void sourcesNameNoMachine() throws IOException {
        for (String folder : SOURCES) {
            for (Path file : files(folder, ".java")) {
                assertFalse(Files.readString(file).contains("/home" + "/"), file + " names a user's folder");
            }
        }
    }
}
