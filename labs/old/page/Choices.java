package old.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Answers to choose from, in rising order of the number that they stand for: {@code Choices.below(0.9,
 * "fewer").then(1.1, "as many").beyond("more")}.
 *
 * @param all at least two, the last one without an upper end
 */
public record Choices(List<Choice> all) {

    /**
     * One of them.
     *
     * @param key   the letter to type
     * @param below it stands for numbers below this and not below the one before
     */
    record Choice(String key, String text, double below) {
        @Override
        public String toString() {
            return key + ": " + text;
        }
    }

    /** The first ones; {@link #beyond} makes them whole. */
    public record Some(List<Choice> all) {
        public Some then(double below, String text) {
            if (below <= all.getLast().below()) {
                throw new IllegalArgumentException(
                        "choices must rise: " + below + " comes after " + all.getLast().below());
            }
            return new Some(with(below, text));
        }

        /** What stands for all that is greater. */
        public Choices beyond(String text) {
            return new Choices(List.copyOf(with(Double.POSITIVE_INFINITY, text)));
        }

        private List<Choice> with(double below, String text) {
            var more = new ArrayList<>(all);
            more.add(new Choice(String.valueOf((char) ('a' + all.size())), text, below));
            return more;
        }
    }

    public static Some below(double most, String text) {
        return new Some(new Some(List.of()).with(most, text));
    }

    /** The choice that stands for a number; null for NaN. */
    Choice of(double value) {
        return all.stream().filter(choice -> value < choice.below()).findFirst().orElse(null);
    }

    /** The choice with this letter, whatever its case; null where there is none. */
    Choice keyed(String letter) {
        return all.stream().filter(choice -> choice.key().equalsIgnoreCase(letter)).findFirst().orElse(null);
    }

    /** As in {@code a, b or c}. */
    String keys() {
        return all.stream().limit(all.size() - 1).map(Choice::key).collect(Collectors.joining(", ")) + " or "
                + all.getLast().key();
    }
}
