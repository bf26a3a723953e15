package tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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

/** The course lints itself: what every lab, alias and list must have. */
@Tag(Lane.SCRIPTS)
class CourseTest {

    private static final Path ROOT = Repository.root();
    private static final Pattern ALIAS = Pattern.compile("\"([a-z-]+)\": \\{\\s*\"script-ref\": \"([^\"]+)\",\\s*\"description\": \"([^\"]+)\"");

    private static List<Path> files(String folder, String ending) throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            return files.filter(f -> f.getFileName().toString().endsWith(ending)).sorted().toList();
        }
    }

    private static Map<String, String> aliases() {
        var aliases = new java.util.LinkedHashMap<String, String>();
        ALIAS.matcher(Repository.read("jbang-catalog.json")).results().forEach(m -> aliases.put(m.group(1), m.group(2)));
        return aliases;
    }

    @Test
    void everyLabIsALesson() throws IOException {
        var numbers = new TreeSet<Integer>();
        for (Path lab : files("labs", ".java")) {
            String name = lab.getFileName().toString().replace(".java", "");
            String text = Files.readString(lab);
            assertTrue(text.startsWith("///usr/bin/env jbang \"$0\" \"$@\" ; exit $?\n"), lab + " starts by itself");
            var description = Pattern.compile("^//DESCRIPTION (\\d+) " + name + ": .+[?.]$", Pattern.MULTILINE).matcher(text);
            assertTrue(description.find(), lab + " needs //DESCRIPTION with its number, name and question");
            int number = Integer.parseInt(description.group(1));
            assertTrue(numbers.add(number), "two labs have the number " + number);
            var title = Pattern.compile("lab\\.title\\(" + number + ", \"([^\"]+)\"\\)").matcher(text);
            assertTrue(title.find(), lab + " has another number in its title");
            String question = title.group(1);
            assertTrue(description.group().toLowerCase(Locale.ROOT).endsWith(question.toLowerCase(Locale.ROOT)),
                    lab + " has another question in its title than in //DESCRIPTION");
            assertTrue(Repository.read("jbang-catalog.json").toLowerCase(Locale.ROOT).contains("\"" + number + " "
                    + question.toLowerCase(Locale.ROOT) + "\""), lab + " has another question in jbang-catalog.json");
            assertTrue(Repository.read("README.md").toLowerCase(Locale.ROOT).contains("| " + number + " | [`labs/" + name + ".java`](labs/"
                    + name + ".java) | " + question.toLowerCase(Locale.ROOT) + " |"), lab + " needs a row in the README with its question");
            String facilitator = Repository.read("README.md").replaceFirst("(?s).*\n\\*\\*Time\\.\\*\\*", "");
            assertTrue(facilitator.replaceFirst("(?s)\n\n.*", "").replaceAll("\\s+", " ").matches(".*\\d+ for lab " + number + "\\b.*|.*\\d+ min for lab "
                    + number + "\\b.*"), lab + " needs its minutes in the README, for whoever leads a workshop");
            assertTrue(facilitator.contains("\n| " + number + " | "), lab + " needs its point in the README, for whoever leads a workshop");
            for (String directive : List.of("//JAVA 25+", "//MAIN ", "//SOURCES kit/Kit.java",
                    "//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED")) {
                assertTrue(text.contains("\n" + directive), lab + " needs " + directive);
            }
            assertTrue(text.contains("\n//COMPILE_OPTIONS --release 21\n") || text.contains("\n//PREVIEW\n"),
                    lab + " is compiled for JDK 21, so that its cells run there, or says that it needs preview features");
            for (String step : List.of("lab.says(", "lab.code(", "lab.rule(", "lab.predict(", "lab.expect(", "lab.measure(", "lab.concludes(",
                    "lab.explains(", "lab.tryIt(")) {
                assertTrue(text.contains(step), lab + " has no " + step + ")");
            }
            // expect(claim, test, hint): the hint is the last argument, a text.
            Pattern.compile("lab\\.expect\\((.*?)\\);", Pattern.DOTALL).matcher(text).results()
                    .forEach(m -> assertTrue(m.group(1).strip().matches("(?s).*[,+]\\s*\"[^\"]{20,}\"(\\.formatted\\([^)]*\\))?"),
                            lab + ": a claim without a hint: " + m.group(1)));
            assertTrue(text.indexOf("lab.expect(") < text.indexOf("lab.measure("), lab + " claims before it measures");
            assertEquals("labs/" + lab.getFileName(), aliases().get(name), lab + " needs an alias");
            // What plot.java has to draw of it on a fresh clone; PlotTest looks at the pages.
            Path run = Repository.onlyRun(ROOT.resolve("data/sample").resolve(name));
            assertTrue(Repository.values(Files.readString(run.resolve("run.json")), "lab").anyMatch(name::equals)
                    && Files.readString(run.resolve("notebook.md")).contains("<!-- charts -->"), lab + " needs a sample run for its page");
        }
        assertEquals(numbers.size(), numbers.last(), "numbers are contiguous from 1: " + numbers);
    }

    @Test
    void everyAliasBuilds() throws Exception {
        assertFalse(aliases().isEmpty());
        for (Map.Entry<String, String> alias : aliases().entrySet()) {
            assertTrue(Files.exists(ROOT.resolve(alias.getValue())), alias + " names a script that is not there");
            // The script that runs these tests is built: it runs.
            if (!alias.getKey().equals("test")) {
                Repository.Ran ran = Repository.run(Repository.jbang("build", alias.getKey()));
                assertEquals(0, ran.exit(), alias + ": " + ran.err());
            }
        }
    }

    @Test
    void everyServiceBuildsAlone() throws Exception {
        for (Path app : files("apps", ".java")) {
            // The other files are parts of theirs.
            if (Files.readString(app).contains("static void main(")) {
                Repository.Ran ran = Repository.run(Repository.jbang("build", app.toString()));
                assertEquals(0, ran.exit(), app + ": " + ran.err());
            }
        }
    }

    @Test
    void everyFileIsListedWhereJBangLooks() throws IOException {
        // A lab without a database does not fetch one: what brings it is a list of its own, which labs name.
        var others = new TreeSet<>(listed("labs/kit/Postgres.java"));
        others.addAll(List.of("Kit.java", "Postgres.java", "ruler.java", "workshop.java"));
        // The workshop is a script that lives in the kit and has files of its own.
        others.addAll(listed("labs/kit/workshop.java"));
        listsAll("labs/kit/Kit.java", files("labs/kit", ".java"), others);
        var tests = new ArrayList<>(files("tests", ".java"));
        tests.addAll(files("tests/kit", ".java"));
        tests.addAll(files("tests/fixtures", ".java"));
        listsAll("tests/test.java", tests, List.of("test.java"));
        String runner = Repository.read("tests/test.java");
        for (Path test : tests) {
            String name = test.getFileName().toString().replace(".java", "");
            assertTrue(!name.endsWith("Test") || runner.contains("." + name + "\""), name + " is compiled but never run");
        }
    }

    private static Set<String> listed(String list) {
        var listed = new TreeSet<String>();
        Pattern.compile("^//SOURCES (.*)$", Pattern.MULTILINE).matcher(Repository.read(list)).results()
                .forEach(m -> Stream.of(m.group(1).split(" ")).map(s -> Path.of(s).getFileName().toString()).forEach(listed::add));
        return listed;
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
        assertNoImport("apps", "kit\\.");
        assertNoImport("labs/kit", "apps\\.");
        assertNoImport("analysis", "kit\\.|apps\\.");
        assertNoImport("analysis/charts", "kit\\.|apps\\.");
    }

    private static void assertNoImport(String folder, String what) throws IOException {
        for (Path file : files(folder, ".java")) {
            // The ruler is a script that happens to live in the kit: it measures the kit's driver on a service.
            if (!file.endsWith("labs/kit/ruler.java")) {
                assertFalse(Pattern.compile("^import (static )?(" + what + ")", Pattern.MULTILINE).matcher(Files.readString(file)).find(),
                        file + " must not import " + what);
            }
        }
    }

    @Test
    void versionsAgree() throws IOException {
        var versions = new TreeMap<String, String>();
        for (String folder : List.of("labs", "labs/kit", "apps", "analysis", "analysis/charts", "tests", "tests/kit", "tests/fixtures")) {
            for (Path file : files(folder, ".java")) {
                Pattern.compile("^//DEPS ([^:\\s]+:[^:\\s]+):(\\S+)", Pattern.MULTILINE).matcher(Files.readString(file)).results()
                        .forEach(m -> {
                            String other = versions.put(m.group(1), m.group(2));
                            assertTrue(other == null || other.equals(m.group(2)),
                                    m.group(1) + " is " + other + " and " + m.group(2) + " in " + file);
                        });
            }
        }
        assertTrue(versions.containsKey("org.springframework.boot:spring-boot-dependencies"), versions.toString());
    }

    @Test
    void sourcesNameNoMachine() throws IOException {
        for (String folder : List.of("labs", "labs/kit", "apps", "analysis", "analysis/charts", "tests", "tests/kit", ".")) {
            for (Path file : files(folder, ".java")) {
                assertFalse(Files.readString(file).contains("/home" + "/"), file + " names somebody's folder");
            }
        }
    }
}
