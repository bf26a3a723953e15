package charts.figure;

import charts.run.Answer;
import charts.run.RoomQuestion;
import charts.text.Numbers;
import charts.text.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tech.tablesaw.plotly.components.Axis;
import tech.tablesaw.plotly.components.Marker;
import tech.tablesaw.plotly.traces.BarTrace;

/** How many chose each answer before they measured, and how many then measured it. The rule's answer is marked. */
public final class ChoicesChart {
    private static final int BAR = 20; // pixels
    private static final int LINE = 17;
    private static final int FEW = 5; // participants: each has a tick

    private ChoicesChart() {}

    public static Plot2D plot(RoomQuestion question) {
        List<RoomQuestion.Given> measured = question.measured();
        Map<String, Long> rule = RoomQuestion.counts(Answer::ruleChoice, measured);
        Map<String, String> labels = question.choices().stream().collect(Collectors.toMap(Answer.Choice::key,
                choice -> label(choice, rule.getOrDefault(choice.key(), 0L), measured.size()), (one, other) -> one,
                LinkedHashMap::new));
        int tallest = labels.values().stream().mapToInt(label -> label.split("<br>").length).max().orElse(1);
        long most = Stream.<Function<Answer, String>>of(Answer::guessChoice, Answer::measuredChoice)
                .flatMap(said -> RoomQuestion.counts(said, measured).values().stream()).mapToLong(Long::longValue).max()
                .orElse(1);
        Plot2D plot = new Plot2D(90 + labels.size() * Math.max(22 + 2 * BAR, 14 + LINE * tallest),
                Axis.builder().title("participants").build(), Axis.builder().type(Axis.Type.CATEGORY).build());
        plot.layout("barmode", "group").layout("bargap", 0.25)
                .layout("xaxis", Map.of("rangemode", "tozero", "tickangle", 0, "tickformat", ",d",
                        // Of few people plotly would tick fractions.
                        most <= FEW ? "dtick" : "nticks", most <= FEW ? 1 : 6))
                .layout("yaxis", Map.of("automargin", true, "autorange", "reversed", "categoryorder", "array",
                        "categoryarray", List.copyOf(labels.values())));
        List<RoomQuestion.Given> guessed = question.guessed();
        if (!guessed.isEmpty()) {
            add(plot, labels, StripChart.GUESS, "guessed", StripChart.GUESS_COLOUR,
                    RoomQuestion.counts(Answer::guessChoice, guessed));
        }
        add(plot, labels, StripChart.MEASURED, "measured", StripChart.MEASURED_COLOUR,
                RoomQuestion.counts(Answer::measuredChoice, measured));
        Map<String, Long> guesses = RoomQuestion.counts(Answer::guessChoice, guessed);
        Map<String, Long> measurements = RoomQuestion.counts(Answer::measuredChoice, measured);
        plot.numbers(new Drawing.Table("participants", List.of("answer", "guessed", "by the rule", "measured"),
                question.choices().stream()
                        .map(choice -> List.of(choice.toString(), count(guesses, choice), count(rule, choice),
                                count(measurements, choice)))
                        .toList()));
        return plot;
    }

    private static String count(Map<String, Long> counts, Answer.Choice choice) {
        return Numbers.count(counts.getOrDefault(choice.key(), 0L));
    }

    private static String label(Answer.Choice choice, long rule, long all) {
        Function<String, String> lines = text -> Words.wrapped(text).stream().map(Plot2D::text)
                .collect(Collectors.joining("<br>"));
        return lines.apply(choice.key() + ": " + choice.text())
                + (rule == 0 ? ""
                        : "<br><b>" + (rule == all ? "the rule" : "the rule for " + rule + " of " + all) + "</b>");
    }

    private static void add(Plot2D plot, Map<String, String> labels, String key, String what, String colour,
            Map<String, Long> counts) {
        Map<String, Object> extras = new LinkedHashMap<>();
        extras.put("meta", List.of(key));
        extras.put("text",
                labels.keySet().stream().map(choice -> Numbers.count(counts.getOrDefault(choice, 0L))).toList());
        extras.put("textposition", "outside");
        extras.put("cliponaxis", false);
        extras.put("hovertemplate", "%{y}<br>" + what + " by %{x}<extra></extra>");
        if (key.equals(StripChart.GUESS)) {
            extras.put("marker", Map.of("color", "rgba(0,0,0,0)", "line", Map.of("color", colour, "width", 2)));
        }
        double[] lengths = labels.keySet().stream().mapToDouble(choice -> counts.getOrDefault(choice, 0L)).toArray();
        plot.add(BarTrace.builder(labels.values().toArray(), lengths).orientation(BarTrace.Orientation.HORIZONTAL)
                .marker(Marker.builder().color(colour).build()).build(), extras);
    }
}
