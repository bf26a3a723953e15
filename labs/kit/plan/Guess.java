package kit.plan;

import java.util.List;

/**
 * What the participant is asked before anything is measured.
 *
 * @param question one sentence
 * @param quantity that answers it
 * @param choices  to choose from; none where the answer is a number
 * @param hints    on the way to it, given one at a time
 * @param jdks     that it is about: the newest of these in the run answers it
 */
public record Guess(String question, Quantity quantity, List<Choice> choices, List<String> hints, JdkRange jdks) {

    /** About all JDKs. */
    public Guess(String question, Quantity quantity, List<Choice> choices, List<String> hints) {
        this(question, quantity, choices, hints, JdkRange.ALL);
    }

    /**
     * An answer to choose.
     *
     * @param text  for people
     * @param least from which value on it is right
     * @param most  up to which value it is
     */
    public record Choice(String text, double least, double most) {
        /** Whether it is the right one for this value. */
        public boolean holds(double value) {
            return least <= value && value <= most;
        }
    }
}
