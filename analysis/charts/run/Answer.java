package charts.run;

import charts.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import kit.record.RunJson;
import tools.jackson.databind.JsonNode;

/**
 * One question of a lab to its participant: what they guessed, what the rule says, what was then measured. Numbers are
 * NaN and keys are empty where run.json has none.
 *
 * @param jdk     that the question is about; empty in runs of older labs
 * @param choices empty where a number was asked for
 * @param low     lower end of the 95 % interval of what was measured; NaN with one fork
 */
public record Answer(String question, String jdk, List<Choice> choices, double guess, String guessChoice, double rule,
        String ruleChoice,
        double measured, double low, double high, String measuredChoice) {

    /** One of the answers to choose from. */
    public record Choice(String key, String text) {
        @Override
        public String toString() {
            return text.isEmpty() ? key : key + " (" + text + ")";
        }
    }

    /** The questions of a run, in the order in which they were asked. */
    static List<Answer> of(JsonNode run) {
        if (RunInfo.isTyped(run)) {
            return RunJson.of(run).guesses().stream().map(Answer::of).toList();
        }
        List<Answer> answers = new ArrayList<>();
        for (JsonNode asked : run.path("predictions")) {
            List<Choice> choices = asked.path("choices").valueStream()
                    .map(choice -> new Choice(RunInfo.words(choice.path("key")), RunInfo.words(choice.path("text"))))
                    .toList();
            answers.add(new Answer(RunInfo.words(asked.path("question")), RunInfo.words(asked.path("jdk")), choices,
                    number(asked, "guess"),
                    RunInfo.words(asked.path("guess_choice")), number(asked, "rule"),
                    RunInfo.words(asked.path("rule_choice")),
                    number(asked, "measured"), number(asked, "low"), number(asked, "high"),
                    RunInfo.words(asked.path("measured_choice"))));
        }
        return answers;
    }

    private static Answer of(RunJson.Guess guess) {
        List<Choice> choices = guess.choices() == null ? List.of()
                : guess.choices().stream().map(choice -> new Choice(choice.key(), choice.text())).toList();
        return new Answer(guess.question(), String.valueOf(guess.jdk()), choices, guess.guess(),
                text(guess.guessChoice()), guess.rule(), text(guess.ruleChoice()), guess.measured(), guess.low(),
                guess.high(), text(guess.measuredChoice()));
    }

    private static String text(String choice) {
        return choice == null ? "" : choice;
    }

    private static double number(JsonNode asked, String field) {
        double value = asked.path(field).isNumber() ? asked.path(field).doubleValue() : Double.NaN;
        return Double.isFinite(value) ? value : Double.NaN;
    }

    /** What was guessed, for a table; empty where nothing was. */
    public String guessText() {
        return text(guess, guessChoice);
    }

    public String ruleText() {
        return text(rule, ruleChoice);
    }

    public String measuredText() {
        return text(measured, measuredChoice);
    }

    /** "2.00", "b: 1.01", or "b" where the number is not known. */
    private static String text(double number, String choice) {
        return choice + (choice.isEmpty() || Double.isNaN(number) ? "" : ": ") + Numbers.times(number);
    }

    public boolean isChoice() {
        return !choices.isEmpty();
    }

    public boolean guessed() {
        return isChoice() ? !guessChoice.isEmpty() : !Double.isNaN(guess);
    }

    boolean wasMeasured() {
        return isChoice() ? !measuredChoice.isEmpty() : !Double.isNaN(measured);
    }

    public boolean hasInterval() {
        return !Double.isNaN(low) && !Double.isNaN(high);
    }

    /** "[1.80, 2.00]", with both ends also where they are written alike; empty with one fork. */
    public String interval() {
        return hasInterval() ? "[" + Numbers.times(low) + ", " + Numbers.times(high) + "]" : "";
    }
}
