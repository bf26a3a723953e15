package charts.run;

import charts.text.Numbers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * One question of a lab and all answers to it, of runs that may be believed.
 *
 * @param choices empty where a number was asked for
 */
public record RoomQuestion(String text, List<Answer.Choice> choices, List<Given> given) {

    private static final double NEAR = 0.1; // a guess within 10 % of what was measured is a good one

    /** One participant's. */
    public record Given(String participant, Answer answer) {}

    public boolean isChoice() {
        return !choices.isEmpty();
    }

    /** Those of whom it is known what they measured. */
    public List<Given> measured() {
        return given.stream().filter(one -> one.answer().wasMeasured()).toList();
    }

    /** Those of whom the number is known; of a choice that was measured it may be missing. */
    public List<Given> inNumbers() {
        return measured().stream().filter(one -> !Double.isNaN(one.answer().measured())).toList();
    }

    public List<Given> guessed() {
        return measured().stream().filter(one -> one.answer().guessed()).toList();
    }

    /** The rule's number, least and greatest: it may depend on the machine. Both NaN where it says nothing. */
    public double[] rules() {
        var rules = given.stream().mapToDouble(one -> one.answer().rule()).filter(rule -> !Double.isNaN(rule))
                .summaryStatistics();
        return rules.getCount() == 0 ? new double[] {Double.NaN, Double.NaN}
                : new double[] {rules.getMin(), rules.getMax()};
    }

    public boolean hasRule() {
        return !Double.isNaN(rules()[0]);
    }

    /** Whether the rule says the same on every machine, in the digits that are printed. */
    public boolean oneRule() {
        return hasRule() && Numbers.times(rules()[0]).equals(Numbers.times(rules()[1]));
    }

    static double median(List<Given> given, ToDoubleFunction<Answer> value) {
        return Median.withDefaults()
                .evaluate(given.stream().mapToDouble(one -> value.applyAsDouble(one.answer())).toArray());
    }

    /** What to see, with its numbers. */
    public String sentence() {
        return Stream.of(isChoice() ? choicesSentence() : numbersSentence() + guesses(), unmeasured())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    /**
     * Runs from before labs told it have no number measured for the question; their claims do not say which of them it
     * is.
     */
    private String unmeasured() {
        long unknown = given.size() - measured().size();
        return unknown == 0 ? ""
                : (unknown == given.size() ? "Nothing is drawn: no measured value of this question is in the "
                        + (unknown == 1 ? "run" : "runs")
                        + " (its cells were left out, or the lab is of an older version)."
                        : "Of " + RoomLab.people(unknown)
                                + " it is not known what was measured, and they are left out.");
    }

    /** The numbers that were measured, beside the rule's. */
    public String numbersSentence() {
        List<Given> measured = inNumbers();
        if (measured.isEmpty()) {
            return "";
        }
        var values = measured.stream().mapToDouble(one -> one.answer().measured()).summaryStatistics();
        String range = Numbers.span(Numbers.times(values.getMin()), Numbers.times(values.getMax()));
        String all = measured.size() == 1 ? "1 participant measured " + range
                : RoomLab.people(measured.size()) + " measured " + range
                        + ", median " + Numbers.times(median(measured, Answer::measured));
        String rule = !hasRule() ? "; the rule says nothing of it"
                : oneRule() ? "; the rule says " + Numbers.times(rules()[0])
                        : "; the rule says " + Numbers.times(rules()[0]) + " to " + Numbers.times(rules()[1])
                                + ", by machine";
        long near = measured.stream().filter(one -> near(one.answer().measured(), one.answer().rule())).count();
        String nearness = !hasRule() ? ""
                : ", and " + share(near, measured.size()) + " within 10 % of " + (oneRule() ? "it" : "their own");
        return all + rule + nearness + ".";
    }

    private String guesses() {
        List<Given> guessed = guessed();
        if (guessed.isEmpty()) {
            return measured().isEmpty() ? "" : " No participant guessed.";
        }
        long good = guessed.stream().filter(one -> near(one.answer().guess(), one.answer().measured())).count();
        return " " + Numbers.count(guessed.size()) + " guessed: the median guess is "
                + Numbers.times(median(guessed, Answer::guess))
                + ", and " + share(good, guessed.size()) + " within 10 % of what was then measured.";
    }

    private static boolean near(double value, double of) {
        return Math.abs(value - of) <= NEAR * Math.abs(of);
    }

    private static String share(long some, long all) {
        return some == all && all > 1 ? "all of them are"
                : some == 0 ? "none is" : Numbers.count(some) + (some == 1 ? " is" : " are");
    }

    private String choicesSentence() {
        List<Given> measured = measured();
        if (measured.isEmpty()) {
            return "";
        }
        List<Given> guessed = guessed();
        String rule = told(Answer::ruleChoice, measured);
        long right = guessed.stream().filter(one -> one.answer().guessChoice().equals(one.answer().measuredChoice()))
                .count();
        return RoomLab.people(measured.size()) + " measured " + told(Answer::measuredChoice, measured)
                + (rule.isEmpty() ? "; the rule says nothing of it." : "; the rule says " + rule + ".")
                + (guessed.isEmpty() ? " No participant guessed."
                        : " " + Numbers.count(guessed.size()) + " guessed: "
                                + told(Answer::guessChoice, guessed) + "; "
                                + (right == guessed.size() && right > 1 ? "all of them"
                                        : right == 0 ? "none" : Numbers.count(right))
                                + " guessed what they then measured.");
    }

    /** "b (as many)" where all say the same, else "a (fewer) 3 times and b (as many) 18 times". */
    private String told(Function<Answer, String> key, List<Given> of) {
        Map<String, Long> counts = counts(key, of);
        List<String> told = choices.stream().filter(choice -> counts.containsKey(choice.key()))
                .map(choice -> choice + (counts.size() == 1 ? "" : " " + times(counts.get(choice.key())))).toList();
        return Numbers.list(told);
    }

    private static String times(long count) {
        return count == 1 ? "once" : count == 2 ? "twice" : Numbers.count(count) + " times";
    }

    /** How many say each choice; those who say nothing are left out. */
    public static Map<String, Long> counts(Function<Answer, String> key, List<Given> of) {
        return of.stream().map(one -> key.apply(one.answer())).filter(said -> !said.isEmpty())
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    }

    /** The least that a line can carry; null where nothing was measured. */
    String brief() {
        List<Given> measured = measured();
        if (measured.isEmpty()) {
            return null;
        }
        if (isChoice()) {
            return "measured " + told(Answer::measuredChoice, measured);
        }
        return "median " + Numbers.times(median(measured, Answer::measured)) + (!hasRule() ? ""
                : " (rule "
                        + Numbers.span(Numbers.times(rules()[0]), Numbers.times(rules()[1])) + ")");
    }
}
