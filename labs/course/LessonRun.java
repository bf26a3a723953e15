package course;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import kit.base.Numbers;
import kit.record.Verdict;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run that a lesson left in the data folder, read back from its files. */
record LessonRun(Path folder, JsonNode json) {

    private static final String TRY_IT = "\n## Try it\n";

    /** @return empty where the folder holds no run that can be read */
    static Optional<LessonRun> read(Path folder) {
        try {
            return Optional.of(
                    new LessonRun(folder, JsonMapper.shared().readTree(Files.readString(folder.resolve("run.json")))));
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    /** Names of the runs of a lab. */
    static Set<String> names(Path data, Lesson lesson) {
        try (var runs = Files.list(data.resolve(lesson.name()))) {
            return runs.map(run -> run.getFileName().toString()).filter(name -> !name.startsWith("."))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            // It has not been run yet.
            return Set.of();
        }
    }

    /**
     * The run that a lab left which was started then and has just ended. In a folder that others use, too, there may be
     * other new ones: theirs began or end at other times.
     */
    static Optional<LessonRun> newest(Path data, Lesson lesson, Set<String> before, Instant begun) {
        return names(data, lesson).stream().filter(name -> !before.contains(name))
                .flatMap(name -> read(data.resolve(lesson.name()).resolve(name)).stream())
                .filter(run -> !run.time("started").isBefore(begun))
                .max(Comparator.comparing(run -> run.time("ended")));
    }

    private Instant time(String field) {
        try {
            return OffsetDateTime.parse(json.path(field).asString("")).toInstant();
        } catch (DateTimeParseException e) {
            return Instant.MIN;
        }
    }

    String name() {
        return folder.getFileName().toString();
    }

    boolean isComplete() {
        return json.path("complete").asBoolean(false);
    }

    String verdict() {
        return json.path("verdict").asString("");
    }

    /** Whether it was a smoke test. */
    boolean isQuick() {
        return json.path("options").path("--quick").asBoolean(false);
    }

    /** The rows that it leaves in the participant's progress: the lesson's own, then one for each question. */
    List<Progress.Row> rows(Lesson lesson, int hints) {
        var rows = new ArrayList<Progress.Row>();
        String now = Progress.now();
        rows.add(new Progress.Row(lesson.number(), lesson.name(), "", "", "", "", verdict(), name(), hints, now,
                isQuick()));
        // Up to format 3 they were called predictions.
        for (JsonNode question : json.path(json.has("guesses") ? "guesses" : "predictions")) {
            rows.add(new Progress.Row(lesson.number(), lesson.name(), question.path("question").asString(""),
                    answer(question, "guess"),
                    answer(question, "rule"), answer(question, "measured"), "", name(), 0, now, isQuick()));
        }
        return rows;
    }

    /**
     * A number as people read it; of a choice its letter, its words and the number that it stands for, where there is
     * one.
     */
    private static String answer(JsonNode question, String field) {
        String number = Numbers.trim(question.path(field).asDouble(Double.NaN));
        String letter = question.path(field + "_choice").asString("");
        if (letter.isEmpty()) {
            return number;
        }
        String words = question.path("choices").valueStream()
                .filter(choice -> choice.path("key").asString("").equals(letter))
                .map(choice -> choice.path("text").asString("")).findFirst().orElse("");
        return letter + ": " + words + (number.isEmpty() ? "" : " (" + number + ")");
    }

    /** Where to look, by the claims that did not hold. */
    List<String> hintsOfSurprises() {
        return json.path("claims").valueStream()
                .filter(claim -> claim.path("verdict").asString("").equals(Verdict.SURPRISE.name()))
                .map(claim -> "\"" + claim.path("text").asString("") + "\" did not hold: "
                        + claim.path("hint").asString(""))
                .distinct().toList();
    }

    /** What the page says to try next. */
    Optional<String> tryIt() {
        try {
            String page = Files.readString(folder.resolve("notebook.md"));
            int at = page.indexOf(TRY_IT);
            if (at < 0) {
                return Optional.empty();
            }
            String rest = page.substring(at + TRY_IT.length());
            // Up to the next heading, or the line with the run's verdict.
            String text = rest.split("\\n## |\\n- (Verdict: )?\\*\\*[A-Z]+\\*\\*", 2)[0].strip();
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
