package old.page;

import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import kit.base.Numbers;
import old.trust.Claim;

/**
 * What a participant is asked before it is measured.
 *
 * @param choices what there is to choose from; null where a number is asked for
 * @param test    the ratio or count that it is about
 * @param hints   to be given one at a time
 */
public record Question(String text, Choices choices, Claim.Test test, List<String> hints) {

    /** What people write around a number that is a ratio. */
    private static final Pattern TIMES = Pattern.compile("(?i)\\s*(x|times|-fold|fold)$|^x\\s*");
    /** A guess as near as this, as a share of what was measured, is right, or close. */
    private static final double RIGHT = 0.1;
    private static final double CLOSE = 0.3;
    private static final String OTHER = "That is not what you expected: look at the rule, and at what your guess left "
            + "out.";

    /**
     * What the participant answered.
     *
     * @param number empty where the question has choices, or was skipped
     * @param choice null where a number was asked for, or the question was skipped
     * @param back   whether the question before is to be asked again
     */
    record Answer(OptionalDouble number, Choices.Choice choice, boolean back) {

        static final Answer NONE = new Answer(OptionalDouble.empty(), null, false);
        static final Answer BACK = new Answer(OptionalDouble.empty(), null, true);

        boolean isGiven() {
            return number.isPresent() || choice != null;
        }

        @Override
        public String toString() {
            return choice != null ? choice.toString() : number.isPresent() ? Numbers.trim(number.getAsDouble()) : "";
        }
    }

    /**
     * Reads what was typed: a letter, or a number such as {@code 1.5}, {@code 1,5} or {@code 2x}; null where it is no
     * answer to this.
     */
    Answer answer(String typed) {
        if (choices != null) {
            Choices.Choice choice = choices.keyed(typed.strip());
            return choice == null ? null : new Answer(OptionalDouble.empty(), choice, false);
        }
        try {
            double number = Double.parseDouble(TIMES.matcher(typed.strip().replace(',', '.')).replaceFirst(""));
            return Double.isFinite(number) ? new Answer(OptionalDouble.of(number), null, false) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** How the guess compares with what was measured: a sentence, empty where nothing was measured. */
    String compared(Answer guess, double measured) {
        if (Double.isNaN(measured)) {
            return "";
        }
        if (choices != null) {
            return choices.of(measured).equals(guess.choice()) ? "You were right." : OTHER;
        }
        double ratio = guess.number().orElse(Double.NaN) / measured;
        return Math.abs(ratio - 1) <= RIGHT ? "You were right."
                : Math.abs(ratio - 1) <= CLOSE ? "You were close." : OTHER;
    }

    /** What is expected of an answer. */
    String expected() {
        return choices != null ? "write " + choices.keys() : "write a number such as 1.5";
    }

    /** A number as an answer to this question: with its choice, where there are any. */
    String inWords(double value) {
        Choices.Choice choice = choices == null ? null : choices.of(value);
        return choice == null ? Numbers.trim(value) : choice + " (" + Numbers.trim(value) + ")";
    }
}
