package charts.run;

import charts.text.Numbers;
import kit.record.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One lab and all participants who ran it.
 *
 * @param title with the lab's number
 */
public record RoomLab(String lab, String title, String question, List<Entry> entries) {

    private static final int NAMED = 12; // in a sentence; the table has all
    private static final List<String> VERDICTS = Stream.concat(Stream.of(Verdict.CONFIRMED,
            Verdict.UNDECIDED, Verdict.SURPRISE, Verdict.INVALID, Verdict.SKIPPED).map(Verdict::name),
            Stream.of("INCOMPLETE")).toList();

    /** One participant's run of it. */
    public record Entry(String participant, RoomRun run) {
        /** Whether its answers are drawn: the others cannot be trusted. */
        boolean counts() {
            return run.complete() && !run.invalid();
        }
    }

    static RoomLab of(String lab, List<Participants.Participant> participants) {
        List<Entry> entries = participants.stream().filter(participant -> participant.runs().containsKey(lab))
                .map(participant -> new Entry(participant.name(), participant.runs().get(lab))).toList();
        // A lab's words may have changed.
        RoomRun newest = entries.stream().map(Entry::run).min(RoomRun.BEST_FIRST).orElseThrow();
        return new RoomLab(lab, newest.title(), newest.question(), entries);
    }

    int number() {
        return RunInfo.number(title);
    }

    List<Entry> counting() {
        return entries.stream().filter(Entry::counts).toList();
    }

    /**
     * The questions, in the order in which they were asked. Questions are the same where their words are: another
     * number of users is another question.
     */
    public List<RoomQuestion> questions() {
        Map<List<Object>, List<RoomQuestion.Given>> given = new LinkedHashMap<>();
        List<Entry> fullest = counting().stream().sorted(Comparator.comparing(entry -> -entry.run().answers().size()))
                .toList();
        for (Entry entry : fullest) {
            entry.run().answers().forEach(answer -> given.computeIfAbsent(List.of(answer.question(), answer.choices()),
                    key -> new ArrayList<>()).add(new RoomQuestion.Given(entry.participant(), answer)));
        }
        return given.values().stream().map(answers -> new RoomQuestion(answers.getFirst().answer().question(),
                answers.getFirst().answer().choices(), List.copyOf(answers))).toList();
    }

    /** What came of the runs: "28 CONFIRMED, 1 SURPRISE and 1 INVALID". */
    String outcomes() {
        Map<String, Long> counts = entries.stream().map(entry -> entry.run().outcome())
                .filter(outcome -> !outcome.isEmpty())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return Numbers.list(VERDICTS.stream().filter(counts::containsKey)
                .map(verdict -> counts.get(verdict) + " " + verdict).toList());
    }

    /** Who ran it and what came of it. */
    public String sentence() {
        String outcomes = outcomes();
        return people(entries.size()) + " ran it" + (outcomes.isEmpty() ? "." : ": " + outcomes + ".");
    }

    /** What is not drawn and why, and what to beware of. */
    public String caveats() {
        List<String> caveats = new ArrayList<>();
        List<String> invalid = entries.stream().filter(entry -> entry.run().complete() && entry.run().invalid())
                .map(Entry::participant).toList();
        if (!invalid.isEmpty()) {
            caveats.add(
                    "Runs that are INVALID are not drawn, since these measurements cannot be trusted: " + names(invalid)
                            + ".");
        }
        List<String> cut = entries.stream().filter(entry -> !entry.run().complete()).map(Entry::participant).toList();
        if (!cut.isEmpty()) {
            caveats.add("Runs that were cut short are not drawn: " + names(cut) + ".");
        }
        for (String option : List.of("--quick", "--published")) {
            long with = counting().stream().filter(entry -> entry.run().switches().contains(option)).count();
            if (with > 0 && with < counting().size()) {
                caveats.add(with + " of the runs " + (with == 1 ? "was" : "were") + " made with " + option
                        + ", the others were not: do not compare the two.");
            }
        }
        return String.join(" ", caveats);
    }

    private static String names(List<String> all) {
        return all.size() <= NAMED ? Numbers.list(all)
                : String.join(", ", all.subList(0, NAMED)) + " and " + (all.size() - NAMED)
                        + " more, who are in the table below";
    }

    /** A line for the terminal. */
    public String line() {
        String questions = questions().stream().map(RoomQuestion::brief).filter(Objects::nonNull)
                .collect(Collectors.joining("; "));
        return title.split("[:\\n]")[0] + ": " + sentence().replaceAll("\\.$", "")
                + (questions.isEmpty() ? "" : "; " + questions);
    }

    public static String people(long number) {
        return number == 1 ? "1 participant" : Numbers.count(number) + " participants";
    }
}
