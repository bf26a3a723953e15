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
import java.util.OptionalDouble;
import java.util.function.Consumer;
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
        notebook.accept("  " + text);
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

    /** Asks for a number; empty where nobody answers, or nobody is there. */
    OptionalDouble asks(String question, boolean wait) {
        notebook.accept("\n*" + question + "*");
        if (!wait || !interactive) {
            return OptionalDouble.empty();
        }
        terminal.println();
        while (true) {
            terminal.print(ansi.string("@|bold ?|@ ") + question + " (Enter skips) ");
            terminal.flush();
            String answer = line();
            if (answer == null || answer.isBlank()) {
                return OptionalDouble.empty();
            }
            try {
                double guess = Double.parseDouble(answer.strip().replace(',', '.'));
                notebook.accept("\nPredicted by the participant: " + Numbers.trim(guess));
                return OptionalDouble.of(guess);
            } catch (NumberFormatException e) {
                terminal.println("'" + answer.strip() + "' is not a number: write one such as 125, or press Enter to skip.");
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
            bar = new ProgressBarBuilder().setTaskName(task).setInitialMax(Math.round(10 * seconds)).setUpdateIntervalMillis(500)
                    .setStyle(ProgressBarStyle.ASCII).hideEta().clearDisplayOnFinish().build();
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
