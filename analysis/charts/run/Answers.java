package charts.run;

import charts.text.Numbers;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What was asked before the run, and the three answers to it: the participant's, the rule's and the measurement's.
 * Where a choice was asked for, an answer is one of the choices.
 *
 * @param rows in the order of the questions
 */
public record Answers(List<Row> rows) {

    /** One question. An answer is empty where there is none. */
    public record Row(String question, String guess, String rule, String measured) {}

    public static final Answers NONE = new Answers(List.of());

    /** From run.json's predictions; an older lab wrote none that tell what was measured. */
    public static Answers of(JsonNode run) {
        List<Answer> answers = Answer.of(run);
        boolean severalJdks = answers.stream().map(Answer::jdk).distinct().count() > 1;
        return new Answers(answers.stream().filter(answer -> !answer.question().isEmpty()).map(answer -> new Row(
                severalJdks && !answer.jdk().isEmpty() && !answer.question().contains("JDK " + answer.jdk())
                        ? "JDK " + answer.jdk() + ": " + answer.question()
                        : answer.question(),
                words(answer, answer.guess(), answer.guessChoice()), words(answer, answer.rule(), answer.ruleChoice()),
                words(answer, answer.measured(), answer.measuredChoice()) + interval(answer))).toList());
    }

    public boolean guessed() {
        return rows.stream().anyMatch(row -> !row.guess.isEmpty());
    }

    public boolean measured() {
        return rows.stream().anyMatch(row -> !row.measured.isEmpty());
    }

    /** Whether there is anything beside the questions. */
    public boolean known() {
        return guessed() || measured() || rows.stream().anyMatch(row -> !row.rule.isEmpty());
    }

    /** "2", or "c: more (2)" where c was one of the choices. */
    private static String words(Answer answer, double number, String key) {
        if (key.isEmpty()) {
            return Numbers.table(number);
        }
        String text = answer.choices().stream().filter(choice -> choice.key().equals(key)).map(Answer.Choice::text)
                .findFirst().orElse("");
        return key + (text.isEmpty() ? "" : ": " + text)
                + (Double.isNaN(number) ? "" : " (" + Numbers.table(number) + ")");
    }

    /** The interval of what was measured; nothing with one fork. */
    private static String interval(Answer answer) {
        return answer.hasInterval() ? " [" + Numbers.table(answer.low()) + ", " + Numbers.table(answer.high()) + "]"
                : "";
    }
}
