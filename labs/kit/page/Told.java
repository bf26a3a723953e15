package kit.page;

import java.util.List;
import kit.plan.Guess;

/**
 * What a page tells of a run beside its figures.
 *
 * @param title     number and name of the lab
 * @param number    of the lab in the workshop
 * @param question  that the page answers
 * @param rule      of the lab, in words
 * @param answer    with what was measured; empty where it was not
 * @param barsTitle what the bars show, with their unit; empty where there are none
 * @param bars      from the top
 * @param guesses   one for each question
 * @param command   that started the run
 * @param judgement in a word, where claims alone do not decide; else empty
 */
public record Told(String title, int number, String question, String rule, String answer, String barsTitle,
        List<Bar> bars, List<Answer> guesses, String command, String judgement) {

    /** A measured number, 0 or more. */
    public record Bar(String label, double value) {}

    /**
     * A question and its answers.
     *
     * @param guessed what the participant said; empty where the question was skipped
     * @param value   that was measured; NaN where none was
     * @param right   whether the guess was right
     */
    public record Answer(Guess guess, String guessed, double value, boolean right) {}
}
