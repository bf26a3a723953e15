package kit.page;

import fixtures.MadeMeasurement;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.plan.LabPlan;
import tests.Script;

/** A page whose cells do what their rules say, or multiples of it. */
record MadePage(Notebook notebook, JudgedRun judged, List<String> guessed) {

    /** The page of a lab, by the name of its class: labs are in no package. */
    static Page page(String lab, String type, String... words) {
        return page(MadePage.class.getClassLoader(), lab, type, words);
    }

    /**
     * Of a lab whose services cannot be on the class path of the tests: with a way to a database there, Spring
     * Boot would look for one in each service.
     */
    static Page built(String lab, String type, String... words) {
        try {
            URL jar = Script.of("labs/" + lab + ".java").jar().toUri().toURL();
            return page(new URLClassLoader(new URL[] {jar}, MadePage.class.getClassLoader()), lab, type, words);
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Page page(ClassLoader classes, String lab, String type, String... words) {
        try {
            var constructor = Class.forName(type, true, classes).getDeclaredConstructor(Options.class);
            constructor.setAccessible(true);
            return (Page) constructor.newInstance(Options.of(lab, words));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** @param factors by which the throughput of cells is multiplied, by their names */
    static MadePage of(Page page, int forks, Map<String, Double> factors) {
        Notebook notebook = page.notebook();
        LabPlan plan = notebook.plan();
        return new MadePage(notebook, Judge.judge(plan, MadeMeasurement.of(plan, forks, factors)),
                Collections.nCopies(plan.guesses().size(), ""));
    }

    MadePage guessing(String... guesses) {
        return new MadePage(notebook, judged, List.of(guesses));
    }

    RunReport report() {
        return new RunReport(notebook, judged, IntStream.range(0, guessed.size())
                .mapToObj(i -> Question.judged(notebook.plan().guesses().get(i), guessed.get(i), judged.guesses().get(i)
                        .value()))
                .toList());
    }

    /** All that a terminal of this width shows. */
    String onTerminal(int width) {
        var out = new ByteArrayOutputStream();
        var terminal = new Terminal(new PrintStream(out, true, StandardCharsets.UTF_8),
                new BufferedReader(new StringReader("")), true, width);
        terminal.print(notebook.intro());
        terminal.print(notebook.questions(guessed));
        terminal.print(notebook.ruleWithHeading());
        terminal.print("");
        terminal.print("fork 1, round 2 of 2: virtual 250/s, platform 125/s, ratio 2.00; about 5 s left");
        terminal.print(report().answers());
        terminal.print("");
        terminal.print("Files: data/" + notebook.plan().lab() + "/20260102-030405 (notebook.md has all claims). "
                + "Charts: ./jbang plot data");
        return out.toString(StandardCharsets.UTF_8).replaceAll("\u001b\\[[0-9;]*m", "");
    }

    /** notebook.md. */
    String inNotebook() {
        return String.join("\n", List.of(notebook.intro(), notebook.parts(),
                List.<Passage>of(new Passage.Heading("Guesses")), notebook.questions(guessed),
                notebook.ruleWithHeading(), report().answers(), report().details(), notebook.suggestions()).stream()
                .flatMap(some -> Markdown.lines(some).stream()).toList());
    }
}
