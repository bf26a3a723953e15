package kit.page;

import java.util.List;
import kit.plan.Guess;
import kit.record.Verdict;

/** A piece of a {@link Notebook}. The same passages become the terminal's text and notebook.md. */
public sealed interface Passage {

    /** The head of the page. */
    record Title(int number, String lab, String question) implements Passage {
        /** Number and name. */
        String name() {
            return number == 0 ? lab : number + " " + lab;
        }
    }

    /** The head of a section. */
    record Heading(String text) implements Passage {}

    /** A paragraph, or items of a list, as Markdown. */
    record Text(String markdown) implements Passage {}

    /** Lines of code from a file. */
    record Code(String file, String lines) implements Passage {}

    /** Lines that are shown as they are. @param title what they are, in a sentence */
    record Lines(String title, List<String> lines) implements Passage {}

    /** A question. @param guessed what the participant said; empty where nothing */
    record Question(Guess guess, String guessed) implements Passage {}

    /** A guess beside what was measured, in a sentence. */
    record Guessed(String sentence) implements Passage {}

    /** @param title one line above it */
    record Table(String title, List<String> header, List<List<String>> rows) implements Passage {}

    /** Measured numbers as bars from 0. */
    record Bars(String title, List<Told.Bar> bars) implements Passage {}

    /** The place of the charts, which are drawn later. */
    record Charts() implements Passage {}

    /**
     * What became of a claim, or of a row.
     *
     * @param word    that stands in front: a verdict
     * @param text    what was claimed and measured
     * @param details what it means, what to do next
     */
    record Finding(String word, String text, List<String> details) implements Passage {}

    /**
     * What became of the run.
     *
     * @param headline the claim that answers its question
     * @param details  why that claim does not hold, or is open
     */
    record Outcome(Verdict verdict, String headline, List<String> details) implements Passage {}

    /** Options to type, and what for. */
    record Suggestions(String how, List<Suggestion> all) implements Passage {}

    /** @param typed empty where the whole is a sentence */
    record Suggestion(String typed, String text) {}
}
