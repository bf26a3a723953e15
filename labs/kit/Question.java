package kit;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What a participant is asked before it is measured.
 *
 * @param choices what there is to choose from; null where a number is asked for
 * @param test    the ratio or count that it is about
 * @param hints   to be given one at a time
 */
record Question(String text, Choices choices, Claim.Test test, List<String> hints) {

    /**
     * What the participant answered.
     *
     * @param number empty where the question has choices, or was skipped
     * @param choice null where a number was asked for, or the question was skipped
     */
    record Answer(OptionalDouble number, Choices.Choice choice) {
        static final Answer NONE = new Answer(OptionalDouble.empty(), null);

        boolean isGiven() {
            return number.isPresent() || choice != null;
        }

        @Override
        public String toString() {
            return choice != null ? choice.toString() : number.isPresent() ? Numbers.trim(number.getAsDouble()) : "";
        }
    }

    /** Reads what was typed; null where it is no answer to this question. */
    Answer answer(String typed) {
        if (typed.isBlank()) {
            return Answer.NONE;
        }
        if (choices != null) {
            Choices.Choice choice = choices.keyed(typed.strip());
            return choice == null ? null : new Answer(OptionalDouble.empty(), choice);
        }
        try {
            double number = Double.parseDouble(typed.strip().replace(',', '.'));
            return Double.isFinite(number) ? new Answer(OptionalDouble.of(number), null) : null;
        } catch (NumberFormatException e) {
            return null;
        }
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
