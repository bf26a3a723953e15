package old.page;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import kit.page.Columns;
import kit.page.MarkdownTable;
import kit.page.Terminal;
import kit.record.Validity;
import kit.record.Verdict;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import picocli.CommandLine.Help.Ansi;

/**
 * Says things to the person at the terminal and writes the same into notebook.md. Colours and a moving bar only on a
 * terminal; elsewhere one plain line per event.
 */
public final class Narrator {

    /** One less than the narrowest terminal that people have. */
    private static final int BAR_WIDTH = 79;
    private static final Pattern SUGGESTION = Pattern.compile("(\\S+(?: \\S+)*) {2,}(.+)");

    private final PrintStream terminal;
    private final Consumer<String> notebook;
    private final boolean interactive;
    /** Of paragraphs and tables. */
    private final int width;
    /** Of a line about one thing: where there is no terminal, programs read it, and it stays whole. */
    private final int lineWidth;
    private final Ansi ansi;
    private final BufferedReader in;
    private volatile boolean waiting;
    private ProgressBar bar;

    /**
     * @param notebook    takes the lines of notebook.md
     * @param interactive whether there is a participant at a terminal
     */
    public Narrator(PrintStream terminal, Consumer<String> notebook, boolean interactive) {
        this(terminal, notebook, interactive, interactive ? Columns.ofTerminal() : Columns.WIDEST,
                new BufferedReader(new InputStreamReader(System.in)));
    }

    /**
     * What each of a terminal has in common: to ask for its width starts a process, and what a reader has buffered
     * another one misses.
     */
    private Narrator(PrintStream terminal, Consumer<String> notebook, boolean interactive, int width,
            BufferedReader in) {
        this.terminal = terminal;
        this.notebook = notebook;
        this.interactive = interactive;
        this.width = width;
        this.in = in;
        this.lineWidth = interactive ? width : Integer.MAX_VALUE;
        this.ansi = interactive && System.getenv("NO_COLOR") == null ? Ansi.ON : Ansi.OFF;
    }

    /** One that prints and writes nothing. */
    static Narrator silent() {
        return new Narrator(new PrintStream(OutputStream.nullOutputStream()), line -> {}, false);
    }

    /** The same for the notebook alone: what the terminal has no room for. */
    Narrator inNotebook() {
        return new Narrator(new PrintStream(OutputStream.nullOutputStream()), notebook, false, width, in);
    }

    /** The same for the terminal alone. */
    Narrator onTerminal() {
        return new Narrator(terminal, line -> {}, interactive, width, in);
    }

    /** Whether standard input and output are a terminal. */
    public static boolean atTerminal() {
        return Terminal.isThere();
    }

    /** @param level 1 for the title of the page, 2 for a section */
    public void heading(int level, String text) {
        terminal.println();
        terminal.println(ansi.string("@|bold " + escape(text) + "|@"));
        headingOfNotebook(level, text);
    }

    /** One that is of no use on the terminal, where nothing may follow. */
    void headingOfNotebook(int level, String text) {
        notebook.accept("\n" + "#".repeat(level) + " " + text + "\n");
    }

    /** Paragraphs and lists: on the terminal in lines that fit. */
    public void says(String text) {
        terminal.println();
        terminal.println(Columns.wrap(text, width));
        notebook.accept("\n" + text.strip() + "\n");
    }

    /** A line about a claim, or about a whole lab, its verdict in front. */
    public void verdict(Verdict verdict, String text) {
        worded("", verdict.name(), colour(verdict), " " + text);
    }

    private static String colour(Verdict verdict) {
        return switch (verdict) {
        case CONFIRMED -> "fg(green),bold";
        case UNDECIDED -> "fg(cyan),bold";
        case SURPRISE -> "fg(yellow),bold";
        case INVALID -> "fg(red),bold";
        case SKIPPED -> "faint";
        };
    }

    /** A line about a row, in front whether its numbers can be believed. */
    void finding(Validity row, String text) {
        worded("", row.name(), switch (row) {
        case VALID -> "bold";
        case INVALID -> "fg(red),bold";
        case SKIPPED -> "faint";
        }, " " + text);
    }

    private void worded(String before, String word, String colour, String after) {
        String line = Columns.hanging(before + word + after, lineWidth, "    ");
        terminal.println(before + ansi.string("@|" + colour + " " + word + "|@")
                + line.substring(before.length() + word.length()));
        notebook.accept("- " + before + "**" + word + "**" + after);
    }

    /** The answer to its question and its picture, the lab's verdict, and where the run is. */
    void closing(String answer, Headline headline, Verdict verdict, boolean quick, String place,
            Path data) {
        String files = "Files: " + place + ". Charts: ./jbang plot " + data;
        if (!answer.isEmpty()) {
            heading(2, PageText.ANSWER);
            says(answer);
        }
        if (!headline.isEmpty()) {
            says(headline.what() + ":");
            List<String> lines = headline.lines(lineWidth);
            terminal.println();
            lines.forEach(terminal::println);
            notebook.accept("\n```\n" + String.join("\n", lines) + "\n```\n");
        }
        terminal.println();
        if (verdict == null) {
            says((quick ? "Nothing may be concluded from --quick, a smoke test. " : "") + files);
            return;
        }
        worded("Verdict: ", verdict.name(), colour(verdict),
                ". " + (quick ? "This was --quick, a smoke test: nothing may be concluded. " : "") + files);
    }

    /** What stands under a verdict. */
    public void detail(String text) {
        terminal.println("    " + Columns.hanging(text, lineWidth - 4, "      "));
        notebook.accept("  - " + text);
    }

    /** Lines of code, from this file. */
    void code(String file, String lines) {
        terminal.println();
        terminal.println(file + ":");
        lines.lines().forEach(line -> terminal.println(line.isBlank() ? "" : "    " + line));
        notebook.accept(
                "\n`" + file + "`\n\n```" + file.substring(file.lastIndexOf('.') + 1) + "\n" + lines + "\n```\n");
    }

    /**
     * Lines that each name something to type and, behind at least two spaces, what for; or that are sentences.
     *
     * @param how to type them: a sentence
     */
    void suggestions(String how, String text) {
        says(how);
        terminal.println();
        notebook.accept("");
        text.strip().lines().map(String::strip).forEach(line -> {
            var typed = SUGGESTION.matcher(line);
            boolean isTyped = typed.matches();
            terminal.println(Columns.hanging(line, width, isTyped ? " ".repeat(typed.start(2)) : ""));
            notebook.accept("- " + (isTyped ? "`" + typed.group(1) + "` " + typed.group(2) : line));
        });
        notebook.accept("");
    }

    /** Marks the place of the charts of what was measured. They are drawn later. */
    void placeOfCharts() {
        notebook.accept("\n<!-- charts -->\n");
    }

    /** A table: Markdown in the notebook, and on the terminal the same in columns that fit. */
    public void table(List<String> header, Collection<List<String>> rows) {
        table(header, rows, List.of());
    }

    /** @param mayGo columns that the terminal's table goes without where it is too narrow, the first of them first */
    public void table(List<String> header, Collection<List<String>> rows, List<String> mayGo) {
        terminal.println();
        terminal.println(onTerminal(header, List.copyOf(rows), mayGo));
        notebook.accept(
                "\n" + MarkdownTable.of(header, rows, MarkdownTable.widths(header, rows, Columns::natural)) + "\n");
    }

    private String onTerminal(List<String> header, List<List<String>> rows, List<String> mayGo) {
        int[] least = MarkdownTable.widths(header, rows, Columns::least);
        Optional<String> goes = Columns.ofTable(least) <= width ? Optional.empty()
                : mayGo.stream().filter(header::contains).findFirst();
        if (goes.isEmpty()) {
            return MarkdownTable.fitting(header, rows, width);
        }
        int gone = header.indexOf(goes.get());
        return onTerminal(without(header, gone), rows.stream().map(row -> without(row, gone)).toList(), mayGo);
    }

    private static List<String> without(List<String> row, int at) {
        var rest = new ArrayList<>(row);
        rest.remove(at);
        return rest;
    }

    /** Whether a participant is there who wants to be asked. */
    boolean canAsk(boolean wanted) {
        return wanted && interactive;
    }

    /**
     * Asks, and waits for an answer. Enter skips, once it is pressed again; a question mark gives the next hint; {@code
     * back} returns to the question before.
     *
     * @param mayGoBack whether there is a question before this one
     * @return {@link Question.Answer#NONE} where the question is skipped or the input ends, {@link
     *     Question.Answer#BACK}
     */
    Question.Answer asks(Question question, boolean mayGoBack) {
        terminal.println();
        terminal.println(ansi.string("@|bold ?|@ ") + Columns.hanging(question.text(), width - 2, "  "));
        if (question.choices() != null) {
            question.choices().all().forEach(choice -> terminal.println("    " + choice));
        }
        var hints = question.hints().iterator();
        boolean skipping = false;
        while (true) {
            terminal.print(
                    skipping ? "  No guess? Enter once more skips this question; or " + question.expected() + ": "
                            : "  (" + question.expected() + "; Enter skips"
                                    + (hints.hasNext() ? "; ? gives a hint" : "")
                                    + (mayGoBack ? "; back returns to the question before" : "") + ") ");
            terminal.flush();
            String typed = line();
            if (typed == null || typed.isBlank() && skipping) {
                return Question.Answer.NONE;
            }
            skipping = typed.isBlank();
            String word = typed.strip();
            Question.Answer answer = skipping ? null : question.answer(word);
            if (answer != null) {
                return answer;
            }
            if (mayGoBack && word.equalsIgnoreCase("back")) {
                return Question.Answer.BACK;
            }
            if (word.equals("?")) {
                terminal.println("  " + Columns.hanging(
                        "Hint: " + (hints.hasNext() ? hints.next() : "there are no more hints"), width - 2, "    "));
            } else if (!skipping) {
                terminal.println(
                        "  '" + word + "' is no answer to this: " + question.expected() + ", or press Enter to skip.");
            }
        }
    }

    /** Writes into the notebook what was asked, and what was answered. */
    void asked(Question question, Question.Answer answer) {
        notebook.accept("- **" + question.text() + "**");
        if (question.choices() != null) {
            question.choices().all().forEach(choice -> notebook.accept("  - " + choice));
        }
        if (answer.isGiven()) {
            notebook.accept("  - You said " + answer);
        }
    }

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

    /** Whether it waits for the participant. */
    boolean isWaiting() {
        return waiting;
    }

    /** Waits until the participant wants to go on. Goes on at once where there is none. */
    void waits() {
        while (interactive) {
            terminal.print(ansi.string("@|bold Enter|@ starts the measurement. "));
            terminal.flush();
            String typed = line();
            if (typed == null || typed.isBlank()) {
                return;
            }
            terminal.println("  Nothing was started: press Enter alone to start, Ctrl-C to leave.");
        }
    }

    /** Measurements begin that will take about so many seconds. */
    void progressBegins(String task, double seconds) {
        if (interactive) {
            // With a width of ours: to look for the terminal's, the library's own consumer sets signals to what a
            // process does by default, and then Ctrl-C would end the JVM without its shutdown hooks.
            bar = new ProgressBarBuilder().setTaskName(task).setInitialMax(Math.round(10 * seconds))
                    .setUpdateIntervalMillis(500)
                    .setUnit(" s", 10).setConsumer(new ConsoleProgressBarConsumer(terminal, BAR_WIDTH))
                    .setStyle(ProgressBarStyle.ASCII).hideEta()
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
