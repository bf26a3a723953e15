package kit.page;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kit.base.Numbers;
import kit.plan.Guess;

/** How a participant answers a {@link Guess}, and how the answer compares with what was measured. */
final class Question {

    /** What people write around a number that is a ratio. */
    private static final Pattern TIMES = Pattern.compile("(?i)\\s*(x|times|-fold|fold)$|^x\\s*");
    /** A guess as near as this, as a share of what was measured, is right, or close. */
    private static final double RIGHT = 0.1;
    private static final double CLOSE = 0.3;
    private static final String OTHER = "That is not what you expected: look at the rule, and at what your guess left "
            + "out.";

    private Question() {}

    /** The answers to choose from, such as {@code a: about the same}; none where a number is asked for. */
    static List<String> choices(Guess guess) {
        return IntStream.range(0, guess.choices().size())
                .mapToObj(i -> key(i) + ": " + guess.choices().get(i).text()).toList();
    }

    /** The letter of a choice. */
    static String key(int choice) {
        return String.valueOf((char) ('a' + choice));
    }

    /** What is expected of an answer. */
    static String expected(Guess guess) {
        int last = guess.choices().size() - 1;
        return last < 0 ? "write a number such as 1.5"
                : "write "
                        + IntStream.range(0, last).mapToObj(Question::key).collect(Collectors.joining(", ")) + " or "
                        + key(last);
    }

    /**
     * Reads what was typed: a letter, or a number such as {@code 1.5}, {@code 1,5} or {@code 2x}; empty where it is no
     * answer to this.
     */
    static Optional<String> answer(Guess guess, String typed) {
        if (!guess.choices().isEmpty()) {
            return choices(guess).stream().filter(one -> one.startsWith(typed.strip().toLowerCase() + ":")).findFirst();
        }
        try {
            double number = Double.parseDouble(TIMES.matcher(typed.strip().replace(',', '.')).replaceFirst(""));
            return Double.isFinite(number) ? Optional.of(Numbers.trim(number)) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** A number as an answer to this question: with its choice, where there are any. */
    static String inWords(Guess guess, double value) {
        String number = Numbers.trim(value, 3);
        return guess.choices().isEmpty() ? number
                : choice(guess, value).map(one -> one + " (" + number + ")")
                        .orElse(number);
    }

    private static Optional<String> choice(Guess guess, double value) {
        return IntStream.range(0, guess.choices().size()).filter(i -> guess.choices().get(i).holds(value))
                .mapToObj(i -> choices(guess).get(i)).findFirst();
    }

    /** What became of a guess. @param guessed empty where the question was skipped */
    static Told.Answer judged(Guess guess, String guessed, double value) {
        boolean isRight = !guessed.isEmpty() && (guess.choices().isEmpty()
                ? isWithin(RIGHT, guessed, value)
                : choice(guess, value).filter(guessed::equals).isPresent());
        return new Told.Answer(guess, guessed, value, isRight);
    }

    private static boolean isWithin(double share, String guessed, double value) {
        return Math.abs(Double.parseDouble(guessed) - value) <= share * Math.abs(value);
    }

    /** How a guess compares with what was measured: a sentence. */
    static String compared(Told.Answer one) {
        return one.right() ? "You were right."
                : one.guess().choices().isEmpty()
                        && isWithin(CLOSE, one.guessed(), one.value()) ? "You were close."
                                : OTHER;
    }
}
