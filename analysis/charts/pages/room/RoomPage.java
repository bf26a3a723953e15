package charts.pages.room;

import charts.figure.ChoicesChart;
import charts.figure.Drawing;
import charts.figure.Palette;
import charts.figure.StripChart;
import charts.run.Answer;
import charts.run.Participants;
import charts.run.RoomLab;
import charts.run.RoomQuestion;
import charts.text.Pages;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The page of a room: for each lab all answers as strips of points, with bars beneath where they chose, then
 * all numbers as tables.
 */
public final class RoomPage {
    private static final List<String> MACHINE = List.of("Machine", "CPU", "CPUs", "Memory",
            "CPU limit of the container",
            "Memory limit of the container", "Operating system", "JDK");

    private RoomPage() {}

    /** A lab on the page. @param drawing null where there is nothing to draw */
    public record Lab(String name, String title, String sentence, String notes, Drawing drawing, List<String> questions,
            List<Row> rows) {}

    /** A participant's line in the table of a lab. @param cells three for each question: guess, rule, measured */
    public record Row(String participant, String jdk, String verdict, List<String> cells) {}

    /**
     * A participant's line in the table of all.
     *
     * @param verdicts one for each lab, empty where they have no run of it
     */
    public record Person(String name, List<String> machine, List<String> verdicts) {}

    /** What differs between machines. @param values each with how many have it */
    public record Difference(String what, String values) {}

    /** Writes the page. @return its path */
    public static Path write(Participants participants, List<RoomLab> labs, boolean anonymous, Pages pages) {
        List<Participants.Participant> people = participants.all();
        List<String> known = MACHINE.stream()
                .filter(fact -> people.stream().anyMatch(one -> one.machine().containsKey(fact))).toList();
        Map<String, Object> page = new HashMap<>();
        page.put("people", people.stream().map(one -> new Person(one.name(),
                known.stream().map(fact -> one.machine().getOrDefault(fact, "")).toList(),
                labs.stream().map(lab -> one.runs().containsKey(lab.lab()) ? one.runs().get(lab.lab()).outcome() : "")
                        .toList()))
                .toList());
        page.put("facts", known);
        page.put("differences", differences(people, known));
        page.put("labs", labs.stream().map(RoomPage::lab).toList());
        page.put("count", RoomLab.people(people.size()));
        page.put("runs", people.stream().mapToInt(one -> one.runs().size()).sum());
        page.put("choices", labs.stream().flatMap(lab -> lab.questions().stream())
                .anyMatch(question -> question.isChoice() && !question.measured().isEmpty()));
        page.put("older", participants.older());
        page.put("anonymous", anonymous);
        page.put("today", LocalDate.now().toString());
        page.put("neutral", Palette.NEUTRAL);
        return pages.write("room.html", "room.html", page);
    }

    private static Lab lab(RoomLab lab) {
        String id = "room_" + lab.lab().replaceAll("\\W", "_");
        List<RoomQuestion> questions = lab.questions();
        List<Drawing.Panel> panels = new ArrayList<>();
        List<String> undrawn = new ArrayList<>();
        for (RoomQuestion question : questions) {
            String panel = id + "_" + questions.indexOf(question);
            if (question.measured().isEmpty()) {
                undrawn.add(question.text() + " " + question.sentence());
            } else if (question.isChoice()) {
                boolean points = !question.inNumbers().isEmpty();
                if (points) {
                    panels.add(Drawing.Panel.of(panel, question.text(),
                            question.numbersSentence() + StripChart.answers(question),
                            StripChart.plot(question)));
                }
                panels.add(
                        Drawing.Panel.of(panel + "_choices", points ? "By answer: " + question.text() : question.text(),
                                question.sentence(), ChoicesChart.plot(question)));
            } else {
                panels.add(Drawing.Panel.of(panel, question.text(), question.sentence() + StripChart.beyond(question),
                        StripChart.plot(question)));
            }
        }
        String notes = Stream.concat(Stream.of(lab.caveats()), undrawn.stream()).filter(note -> !note.isEmpty())
                .collect(Collectors.joining(" "));
        Drawing drawing = panels.isEmpty() ? null
                : new Drawing(id, heading(lab), lab.sentence(), notes, StripChart.legend(questions), panels, false);
        return new Lab(lab.lab(), heading(lab), lab.sentence(), notes, drawing,
                questions.stream().map(RoomQuestion::text).toList(),
                lab.entries().stream().map(entry -> row(entry, questions)).toList());
    }

    private static String heading(RoomLab lab) {
        return lab.question().isEmpty() || lab.title().contains(lab.question()) ? lab.title()
                : lab.title() + ": " + lab.question();
    }

    private static Row row(RoomLab.Entry entry, List<RoomQuestion> questions) {
        List<String> cells = new ArrayList<>();
        for (RoomQuestion question : questions) {
            Answer answer = entry.run().answers().stream().filter(one -> one.question().equals(question.text())
                    && one.choices().equals(question.choices())).findFirst().orElse(null);
            cells.add(answer == null ? "" : answer.guessText());
            cells.add(answer == null ? "" : answer.ruleText());
            cells.add(answer == null ? "" : (answer.measuredText() + " " + answer.interval()).strip());
        }
        return new Row(entry.participant(), entry.run().machine().getOrDefault("JDK", ""), entry.run().outcome(),
                cells);
    }

    private static List<Difference> differences(List<Participants.Participant> people, List<String> facts) {
        List<Difference> differences = new ArrayList<>();
        for (String fact : facts) {
            Map<String, Long> counts = people.stream().map(one -> one.machine().getOrDefault(fact, "not known"))
                    .collect(Collectors.groupingBy(value -> value, LinkedHashMap::new, Collectors.counting()));
            if (counts.size() > 1) {
                differences.add(new Difference(fact, counts.entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                        .collect(Collectors.joining("; "))));
            }
        }
        return differences;
    }
}
