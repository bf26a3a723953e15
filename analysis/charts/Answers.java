package charts;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What was asked before the run, and the three answers to it: the participant's, the rule's and the measurement's. Where a choice was
 * asked for, an answer is one of the choices.
 *
 * @param rows in the order of the questions
 */
public record Answers(List<Row> rows) {

    /** One question. An answer is empty where there is none. */
    public record Row(String question, String guess, String rule, String measured) {}

    static final Answers NONE = new Answers(List.of());

    /** From run.json's predictions; an older lab wrote none that tell what was measured. */
    static Answers of(JsonNode run) {
        List<Row> rows = new ArrayList<>();
        boolean severalJdks = run.path("predictions").valueStream().map(one -> RunInfo.words(one.path("jdk"))).distinct().count() > 1;
        for (JsonNode one : run.path("predictions")) {
            String jdk = RunInfo.words(one.path("jdk"));
            String question = RunInfo.words(one.path("question"));
            rows.add(new Row(severalJdks && !jdk.isEmpty() && !question.contains("JDK " + jdk) ? "JDK " + jdk + ": " + question : question,
                    answer(one, "guess"), answer(one, "rule"), answer(one, "measured") + interval(one)));
        }
        return new Answers(rows.stream().filter(row -> !row.question.isEmpty()).toList());
    }

    public boolean guessed() {
        return rows.stream().anyMatch(row -> !row.guess.isEmpty());
    }

    public boolean measured() {
        return rows.stream().anyMatch(row -> !row.measured.isEmpty());
    }

    /** Whether there is anything beside the questions. */
    boolean known() {
        return guessed() || measured() || rows.stream().anyMatch(row -> !row.rule.isEmpty());
    }

    /** "2", or "c: more (2)" where c was one of the choices. */
    private static String answer(JsonNode one, String whose) {
        String number = one.path(whose).isNumber() ? Numbers.table(one.path(whose).asDouble()) : RunInfo.words(one.path(whose));
        String key = RunInfo.words(one.path(whose + "_choice"));
        if (key.isEmpty()) {
            return number;
        }
        String text = one.path("choices").valueStream().filter(choice -> RunInfo.words(choice.path("key")).equals(key))
                .map(choice -> RunInfo.words(choice.path("text"))).findFirst().orElse("");
        return key + (text.isEmpty() ? "" : ": " + text) + (number.isEmpty() ? "" : " (" + number + ")");
    }

    /** The bootstrap interval of what was measured; nothing with one fork. */
    private static String interval(JsonNode one) {
        return one.path("low").isNumber() && one.path("high").isNumber()
                ? " [" + Numbers.table(one.path("low").asDouble()) + ", " + Numbers.table(one.path("high").asDouble()) + "]" : "";
    }
}
