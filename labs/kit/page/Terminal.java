package kit.page;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import kit.plan.Guess;
import picocli.CommandLine.Help.Ansi;

/** The person at the terminal: what is printed there, and what is typed. Elsewhere lines of text without colours. */
public final class Terminal {

    private final PrintStream out;
    private final BufferedReader in;
    private final boolean interactive;
    private final int width;
    private final Ansi ansi;
    private int shown;

    /**
     * @param interactive whether there is a participant
     * @param width       of a line
     */
    Terminal(PrintStream out, BufferedReader in, boolean interactive, int width) {
        this.out = out;
        this.in = in;
        this.interactive = interactive;
        this.width = width;
        this.ansi = interactive && System.getenv("NO_COLOR") == null ? Ansi.ON : Ansi.OFF;
    }

    /** The one of this process. */
    public static Terminal here() {
        boolean isThere = isThere();
        return new Terminal(System.out, new BufferedReader(new InputStreamReader(System.in)), isThere,
                isThere ? Columns.ofTerminal() : Columns.WIDEST);
    }

    /** Whether standard input and output are a terminal. */
    public static boolean isThere() {
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

    /** Whether there is a person. */
    public boolean isInteractive() {
        return interactive;
    }

    /** Prints them; what they are in front of a person and in a file alike. */
    public void print(List<Passage> passages) {
        Screen.lines(passages, width, ansi).forEach(out::println);
    }

    /** Of some that stand in the source one by one. */
    public void print(Passage... passages) {
        print(List.of(passages));
    }

    /** A line about one thing. */
    public void print(String line) {
        out.println(Columns.hanging(line, interactive ? width : Integer.MAX_VALUE, "    "));
    }

    // ---- progress ----

    /** Shows this in place of the line that was shown before; only on a terminal. */
    void show(String line) {
        if (interactive) {
            String text = line.length() < width ? line : line.substring(0, width - 1);
            out.print("\r" + text + " ".repeat(Math.max(0, shown - text.length())));
            out.flush();
            shown = text.length();
        }
    }

    /** Takes the line away that is shown. */
    void clear() {
        if (shown > 0) {
            out.print("\r" + " ".repeat(shown) + "\r");
            out.flush();
            shown = 0;
        }
    }

    // ---- questions ----

    /**
     * Asks one question after the other; {@code back} returns to the one before.
     *
     * @return the answers, empty where a question was skipped
     */
    List<String> ask(List<Guess> guesses) {
        var answers = new ArrayList<>(Collections.nCopies(guesses.size(), ""));
        for (int at = 0; at < guesses.size();) {
            Optional<String> answer = ask(guesses.get(at), at > 0);
            if (answer.isPresent()) {
                answers.set(at, answer.get());
            }
            at += answer.isPresent() ? 1 : -1;
        }
        return answers;
    }

    /** Empty where the question before is to be asked again. */
    private Optional<String> ask(Guess guess, boolean mayGoBack) {
        print(new Passage.Question(guess, ""));
        var hints = guess.hints().iterator();
        boolean skipping = false;
        while (true) {
            out.print(
                    skipping ? "  No guess? Enter once more skips this question; or " + Question.expected(guess) + ": "
                            : "  (" + Question.expected(guess) + "; Enter skips"
                                    + (hints.hasNext() ? "; ? gives a hint" : "")
                                    + (mayGoBack ? "; back returns to the question before" : "") + ") ");
            out.flush();
            String typed = line();
            if (typed == null || typed.isBlank() && skipping) {
                return Optional.of("");
            }
            skipping = typed.isBlank();
            Optional<String> answer = skipping ? Optional.empty() : Question.answer(guess, typed);
            if (answer.isPresent()) {
                return answer;
            }
            if (mayGoBack && typed.strip().equalsIgnoreCase("back")) {
                return Optional.empty();
            }
            if (typed.strip().equals("?")) {
                print("  Hint: " + (hints.hasNext() ? hints.next() : "there are no more hints"));
            } else if (!skipping) {
                print("  '" + typed.strip() + "' is no answer to this: " + Question.expected(guess)
                        + ", or press Enter to skip.");
            }
        }
    }

    /** Waits until the participant wants to go on; not where there is none. */
    void waitForEnter() {
        while (interactive) {
            out.print(ansi.string("@|bold Enter|@ starts the measurement. "));
            out.flush();
            String typed = line();
            if (typed == null || typed.isBlank()) {
                return;
            }
            out.println("  Nothing was started: press Enter alone to start, Ctrl-C to leave.");
        }
    }

    private String line() {
        try {
            return in.readLine();
        } catch (IOException e) {
            return null;
        }
    }
}
