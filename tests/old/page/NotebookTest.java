package old.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import kit.base.Histograms;
import kit.page.Outline;
import old.cell.Outcome;
import old.plan.Cell;
import kit.plan.GeneratorMode;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.report.CellSpec;
import old.trust.CellResult;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A page tells the prose of its source in the order of the source, with the values that its code has by then. */
@Tag(Lane.UNIT)
class NotebookTest {

    @TempDir
    Path data;

    /** As if 8192 requests had succeeded within a second. */
    static void measured(Lab page, Cell cell) {
        var outcome = new Outcome(new CellSpec("made-up", cell.variant(), cell.streams(), WarmUp.fixed(
                Duration.ZERO), GeneratorMode.OWN_SCHEDULER, ""), 1, 25);
        byte[] none = Histograms.encode(Histograms.empty());
        outcome.accept(new CellReport.LoadSecond("", 1, 1, Instant.EPOCH, 8192, Map.of(), 0, 0, 0, none, none, none));
        page.results().add(new CellResult(cell, outcome, outcome.main(), 2));
    }

    @Test
    void proseAndCodeComeInTheirOrder() {
        var pages = new ArrayList<Page>();
        Repository.Ran ran = Repository.captured(() -> Page.run("notebook", new String[] {"--data", data.toString()},
                () -> {
                    pages.add(new NotebookPage());
                    return pages.getLast();
                }));
        assertEquals("", ran.err());
        String told = ran.out().replaceAll("\\s+", " ");
        int at = 0;
        for (String part : List.of("1 notebook: Does a page tell what stands in its source?",
                "2 users send requests to /wait, for 20 ms.", "1. The first part", "Before the question, in part 1.",
                "2. The second part", "Behind the question, in part 2.", "The rule",
                "X = N / S. With 2 users it is 100/s.",
                "2 users are served", "A table for 2:", "1.5", "What happened", "Told: 8192.",
                "(Figures that were not measured are left out.)", "Try it", "-c 4 more users",
                "--forks 3 more forks", "Read it.")) {
            int found = told.indexOf(part, at);
            assertTrue(found >= 0, "'" + part + "' is not told, or not there: " + told.substring(at));
            at = found + part.length();
        }
        assertFalse(told.contains("Never told"), told);
        PageText.About about = pages.getFirst().about();
        assertEquals("There were 8192 for 2 users, 4096 for each.", about.answer());
        assertEquals("X = N / S.\n\nWith 2 users it is 100/s.", about.rule());
        assertEquals(List.of("2 users are served"), pages.getFirst().judge().texts());
        Outline.Question question = pages.getFirst().judge().questions().getFirst();
        assertEquals("How many are 2 users?", question.question());
        assertEquals(List.of("count 2"), question.hints());
    }

    private Repository.Ran run(String... options) {
        return Repository.captured(() -> Page.run("notebook", Stream.concat(Stream.of("--data", data.toString()),
                Stream.of(options)).toArray(String[]::new), NotebookPage::new));
    }

    private List<String> cells(String... options) {
        return JsonMapper.shared().readTree(run(options).out()).path("cell_names").valueStream()
                .map(JsonNode::asString).toList();
    }

    @Test
    void aPartHasTheCellsBelowItsHeading() {
        assertEquals(List.of("virtual-c2", "virtual-c4"), cells("--outline"));
        assertEquals(List.of("virtual-c4"), cells("--outline", "--part", "2"));
        assertEquals(List.of("virtual-c2", "virtual-c4"), cells("--outline", "--part", "1,2"));
        for (Map.Entry<String, String> refused : Map.of("--part 3",
                "--part: there is nothing to measure in part 3: this page has parts 1, 2",
                "--part 1 --cells virtual-c4", "no cell is named by all of --cells, --part").entrySet()) {
            Repository.Ran ran = run(("--outline " + refused.getKey()).split(" "));
            assertEquals(2, ran.exit(), refused.getKey());
            assertTrue(ran.err().contains(refused.getValue()), ran.err());
        }
    }

    /** A page of these lines, with some values, up to a line. */
    private static String told(int line, Object values, String... lines) {
        Repository.Ran ran = Repository
                .captured(() -> Lab.run("little", new String[0], page -> new Telling(page, new Values(values,
                        Object.class, page.results(), 25), "labs/little.java", String.join("\n", lines)).upTo(line)));
        assertEquals("", ran.err());
        return ran.out().replaceAll("\\s+", " ");
    }

    private static String refused(int line, Object values, String... lines) {
        var message = new ArrayList<String>();
        Consumer<Lab> telling = page -> {
            try {
                new Telling(page, new Values(values, Object.class, page.results(), 25), "labs/little.java",
                        String.join("\n", lines)).upTo(line);
            } catch (IllegalStateException e) {
                message.add(e.getMessage());
            }
        };
        Repository.Ran ran = Repository.captured(() -> Lab.run("little", new String[0], telling));
        assertEquals("", ran.err());
        assertEquals(1, message.size(), "of " + List.of(lines) + " is told: " + ran.out());
        return message.getFirst();
    }

    /** What a page has. */
    static final class Little {
        int users = 3;
        List<Integer> several = List.of(1, 2);
        Map<String, Integer> named = Map.of("a", 4);
        Both both = new Both(6, 2);
        String nothing;
        Cell cell;
        List<Cell> cells;
        boolean three = users == 3;

        record Both(int one, int other) {}

        double half() {
            return users / 2.0;
        }
    }

    @Test
    void valuesAreFieldsMethodsAndWhatTheyHave() {
        assertTrue(
                told(9, new Little(), "#!", "/// {users}; {several}; {named.a}; {both.one}; {half}; {both.one / users}",
                        "/// {both.one/both.other}").contains("3; 1, 2; 4; 6; 1.5; 2 3"));
    }

    @Test
    void aNameThatThePageDoesNotHaveIsRefusedWithItsLine() {
        for (String value : List.of("user", "user / users", "users / user", "users + 1", "")) {
            String message = refused(2, new Little(), "#!", "", "", "/// {" + value + "}");
            assertTrue(message.startsWith("labs/little.java:4: {" + value + "}: "), "before anything is told: "
                    + message);
        }
        for (String value : List.of("both.none", "users.count", "cell.throughputt", "cell.other.throughputt",
                "cells.a.b.mean")) {
            String message = refused(2, new Little(), "#!", "", "/// {" + value + "}");
            assertTrue(message.startsWith("labs/little.java:3: {" + value + "}: "), "before anything is told: "
                    + message);
        }
        assertTrue(refused(2, new Little(), "#!", "", "/// # 1 little: Why?", "expect(\"of {userss}\", 1);").startsWith(
                "labs/little.java:4: {userss}: "), "in a text of a call");
        for (String value : List.of("named.b", "nothing", "several / users")) {
            String message = refused(9, new Little(), "#!", "/// {" + value + "}");
            assertTrue(message.startsWith("labs/little.java:2: "), message);
        }
        assertTrue(refused(9, new Little(), "#!", "/// {?users} three").contains("{?users} is neither true nor false"));
    }

    @Test
    void aValueThatIsToldBeforeItIsAssignedIsRefused() {
        String[] lines = {"#!", "/// {users}", "", "int users = 3;"};
        assertTrue(refused(4, new Little(), lines).contains("labs/little.java:2: 'users' has no value before line 4"));
        assertTrue(told(5, new Little(), lines).contains("3"));
    }

    @Test
    void proseThatWouldNotBeToldAsItIsWrittenIsRefused() {
        for (String line : List.of("///no blank", "    ///\ttab", "/// ### deep")) {
            assertTrue(refused(2, new Little(), "#!", "", line).contains("labs/little.java:3: prose begins with"),
                    line);
        }
        assertTrue(refused(2, new Little(), "#!", "/// ## The answer", "/// One.", "///", "/// Two.").contains(
                "labs/little.java:5: an answer is one paragraph"));
        assertTrue(refused(2, new Little(), "#!", "/// ## The rule", "/// {?three} X = 1.").contains(
                "labs/little.java:3: no condition"));
        assertTrue(refused(4, new Little(), "#!", "/// {?three} told", "", "boolean three =", "true;").contains(
                "labs/little.java:2: 'three' has no value before line 4"));
        assertTrue(told(9, new Little(), "#!", "/// ## 1. Of {users}", "/// It is", "/// 16. And on.").contains(
                "1. Of 3 It is 16. And on."), "no list begins in a sentence");
    }

    @Test
    void aTitleNamesTheLab() {
        assertTrue(refused(9, new Little(), "#!", "/// # 1 other: Why?").contains("labs/little.java:2: a title is"));
        assertTrue(told(9, new Little(), "#!", "/// # 1 little: Why?").contains("1 little: Why?"));
    }
}
