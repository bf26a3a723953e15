package kit;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import picocli.CommandLine.Help.Ansi;

/**
 * Says things to the person at the terminal and writes the same into notebook.md. Colours and a moving bar only on a
 * terminal; elsewhere one plain line per event.
 */
final class Narrator {

    /** The only characters Markdown needs of a table: a header, a rule, columns between bars. */
    private static final Character[] MARKDOWN_TABLE = {null, null, null, null, '|', '|', '|', '|', '-', '|', '|', '|', '|', '|',
            null, null, null, null, '|', '|', '|', null, null, null, null, null, null, null, null};

    /** One less than the narrowest terminal that people have. */
    private static final int BAR_WIDTH = 79;
    private static final Pattern SUGGESTION = Pattern.compile("(\\S+(?: \\S+)*) {2,}(.+)");

    private final PrintStream terminal;
    private final Consumer<String> notebook;
    private final boolean interactive;
    private final Ansi ansi;
    private ProgressBar bar;

    /**
     * @param notebook    takes the lines of notebook.md
     * @param interactive whether somebody sits at a terminal
     */
    Narrator(PrintStream terminal, Consumer<String> notebook, boolean interactive) {
        this.terminal = terminal;
        this.notebook = notebook;
        this.interactive = interactive;
        this.ansi = interactive && System.getenv("NO_COLOR") == null ? Ansi.ON : Ansi.OFF;
    }

    /** One that says nothing to nobody. */
    static Narrator silent() {
        return new Narrator(new PrintStream(OutputStream.nullOutputStream()), line -> { }, false);
    }

    /** Whether standard input and output are a terminal. */
    static boolean atTerminal() {
        // From JDK 22 on there is a Console even where there is no terminal, and a method that tells, which 21 lacks.
        var console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    void heading(int level, String text) {
        terminal.println();
        terminal.println(ansi.string("@|bold " + escape(text) + "|@"));
        headingOfNotebook(level, text);
    }

    /** One that is of no use on the terminal, where nothing may follow. */
    void headingOfNotebook(int level, String text) {
        notebook.accept("\n" + "#".repeat(level) + " " + text + "\n");
    }

    /** A paragraph, as it stands. */
    void says(String text) {
        terminal.println();
        terminal.println(text.strip());
        notebook.accept("\n" + text.strip() + "\n");
    }

    /** A line about a claim or a cell, its verdict in front. */
    void verdict(Verdict verdict, String text) {
        String colour = switch (verdict) {
            case CONFIRMED -> "fg(green),bold";
            case SURPRISE -> "fg(yellow),bold";
            case INVALID -> "fg(red),bold";
            case SKIPPED -> "faint";
        };
        terminal.println(ansi.string("@|" + colour + " " + verdict + "|@ ") + text);
        notebook.accept("- **" + verdict + "** " + text);
    }

    /** The lab's verdict and where the run is. */
    void closing(Verdict verdict, String place) {
        terminal.println();
        verdict(verdict, "is the verdict of this run. Its files: " + place);
    }

    /** What stands under a verdict. */
    void detail(String text) {
        terminal.println("    " + text);
        notebook.accept("  - " + text);
    }

    /** Lines of code, from this file. */
    void code(String file, String lines) {
        terminal.println();
        terminal.println(file + ":");
        lines.lines().forEach(line -> terminal.println(line.isBlank() ? "" : "    " + line));
        notebook.accept("\n`" + file + "`\n\n```" + file.substring(file.lastIndexOf('.') + 1) + "\n" + lines + "\n```\n");
    }

    /** Lines that each name something to type and, behind at least two spaces, what for; or that are sentences. */
    void suggestions(String text) {
        terminal.println();
        terminal.println(text.strip());
        notebook.accept("");
        text.strip().lines().forEach(line -> {
            var typed = SUGGESTION.matcher(line.strip());
            notebook.accept("- " + (typed.matches() ? "`" + typed.group(1) + "` " + typed.group(2) : line.strip()));
        });
        notebook.accept("");
    }

    /** Where the charts of what was measured belong: for whoever draws them. */
    void placeOfCharts() {
        notebook.accept("\n<!-- charts -->\n");
    }

    /** A table that is Markdown and reads well in a terminal too. */
    void table(List<String> header, Collection<List<String>> rows) {
        var columns = new ArrayList<com.github.freva.asciitable.ColumnData<List<String>>>();
        for (int i = 0; i < header.size(); i++) {
            int at = i;
            boolean number = rows.stream().map(r -> r.get(at)).allMatch(v -> v.isEmpty() || v.matches("[-+]?[0-9.]+%?"));
            columns.add(new Column().header(header.get(i)).minWidth(3).maxWidth(120)
                    .headerAlign(number ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT)
                    .dataAlign(number ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT)
                    .with(row -> row.get(at)));
        }
        String table = AsciiTable.builder().border(MARKDOWN_TABLE).data(rows, columns).asString();
        terminal.println();
        terminal.println(table);
        notebook.accept("\n" + table + "\n");
    }

    /**
     * Asks, and waits for an answer where somebody is there and wants to be asked. Enter skips, and a question mark gives the next hint.
     *
     * @return {@link Question.Answer#NONE} where nobody answers
     */
    Question.Answer asks(Question question, boolean wait) {
        notebook.accept("- **" + question.text() + "**");
        var choices = question.choices() == null ? List.<Choices.Choice>of() : question.choices().all();
        choices.forEach(choice -> notebook.accept("  - " + choice));
        if (!wait || !interactive) {
            return Question.Answer.NONE;
        }
        terminal.println();
        terminal.println(ansi.string("@|bold ?|@ ") + question.text());
        choices.forEach(choice -> terminal.println("    " + choice));
        var hints = question.hints().iterator();
        while (true) {
            terminal.print("  (" + question.expected() + "; Enter skips" + (hints.hasNext() ? "; ? gives a hint" : "") + ") ");
            terminal.flush();
            String typed = line();
            if (typed == null) {
                return Question.Answer.NONE;
            }
            Question.Answer answer = question.answer(typed);
            if (answer != null) {
                if (answer.isGiven()) {
                    notebook.accept("  - You said " + answer);
                }
                return answer;
            }
            if (!typed.strip().equals("?")) {
                terminal.println("  '" + typed.strip() + "' is no answer to this: " + question.expected() + ", or press Enter to skip.");
            } else {
                String hint = hints.hasNext() ? hints.next() : "there are no more hints";
                notebook.accept("  - Hint: " + hint);
                terminal.println("  Hint: " + hint);
            }
        }
    }

    private final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

    private volatile boolean waiting;

    private String line() {
        waiting = true;
        try {
            return in.readLine();
        } catch (IOException e) {
            return null;
        } finally {
            waiting = false;
        }
    }

    /** Whether somebody is being waited for. */
    boolean isWaiting() {
        return waiting;
    }

    /** Lets the participant say when. Goes on at once where nobody is there. */
    void waits() {
        if (interactive) {
            terminal.print(ansi.string("@|bold Enter|@ starts the measurement. "));
            terminal.flush();
            line();
        }
    }

    /** Measurements begin that will take about so many seconds. */
    void progressBegins(String task, double seconds) {
        if (interactive) {
            // With a width of ours: to look for the terminal's, the library's own consumer sets signals to what a process does by default,
            // and then Ctrl-C would end the JVM without its shutdown hooks.
            bar = new ProgressBarBuilder().setTaskName(task).setInitialMax(Math.round(10 * seconds)).setUpdateIntervalMillis(500)
                    .setConsumer(new ConsoleProgressBarConsumer(terminal, BAR_WIDTH)).setStyle(ProgressBarStyle.ASCII).hideEta()
                    .clearDisplayOnFinish().build();
        }
    }

    /** What is being measured, and how long everything will still take. */
    void progress(String what, double doneSeconds, double leftSeconds, boolean step) {
        if (bar != null) {
            bar.stepTo(Math.round(10 * doneSeconds));
            bar.setExtraMessage(what + ", " + left(leftSeconds));
        } else if (step) {
            terminal.println(what + ", " + left(leftSeconds));
        }
    }

    void progressEnds() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }

    private static String left(double seconds) {
        long rounded = Math.max(5, 5 * Math.round(seconds / 5));
        return "about " + (rounded < 90 ? rounded + " s" : Math.round(rounded / 60.0) + " min") + " left";
    }

    private static String escape(String text) {
        return text.replace("@|", "@ |");
    }
}
