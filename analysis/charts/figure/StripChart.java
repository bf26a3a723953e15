package charts.figure;

import charts.run.Answer;
import charts.run.RoomLab;
import charts.run.RoomQuestion;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import tech.tablesaw.plotly.components.Axis;
import tech.tablesaw.plotly.traces.ScatterTrace;

/**
 * The answers of all participants to one question: a row for each participant, from the least measured to the
 * greatest, with what they guessed and what the rule says. Where they chose an answer, it is behind their name, beside
 * the one that follows from the number.
 */
public final class StripChart {
    static final String MEASURED = "measured";
    static final String GUESS = "guess";
    static final String RULE = "rule";

    // Two of Okabe and Ito's colours, which the colour-blind can tell apart, as in Palette.
    static final String MEASURED_COLOUR = "#0072B2";
    static final String GUESS_COLOUR = "#D55E00";

    private static final int NAMED = 40; // participants: for more there is no room for their names
    private static final int ROW = 22; // pixels of a row with a name
    private static final int THIN_ROW = 3; // and without
    private static final int LONGEST_NAME = 16; // a phone needs the room for the points; the tooltip has all of it
    private static final double LOG_FROM = 5; // greatest to least; a linear axis would hide the small ones
    private static final double LEAST_SPAN = 1.6; // so that an axis does not make much of little
    private static final double FAR = 20; // a guess so many times beyond all that was measured stands at the edge

    private StripChart() {}

    /** The rows from bottom to top. */
    private record Rows(List<RoomQuestion.Given> given, double least, double greatest) {
        static Rows of(RoomQuestion question) {
            List<RoomQuestion.Given> given = question.inNumbers();
            var believed = given.stream().map(RoomQuestion.Given::answer)
                    .flatMapToDouble(
                            answer -> DoubleStream.of(answer.measured(), answer.low(), answer.high(), answer.rule()))
                    .filter(value -> !Double.isNaN(value)).summaryStatistics();
            return new Rows(given.stream().sorted(Comparator.comparingDouble(one -> one.answer().measured())).toList(),
                    believed.getMin(), believed.getMax());
        }

        int count() {
            return given.size();
        }

        boolean named() {
            return count() <= NAMED;
        }

        double[] y() {
            return IntStream.range(0, count()).asDoubleStream().toArray();
        }

        double[] of(ToDoubleFunction<Answer> value) {
            return given.stream().mapToDouble(one -> value.applyAsDouble(one.answer())).toArray();
        }

        /** Whether a guess has its place on the axis. */
        boolean holds(double guess) {
            return least > 0 ? guess >= least / FAR && guess <= greatest * FAR
                    : guess >= least * FAR && guess <= Math.max(1, greatest * FAR);
        }
    }

    /** The marks of these charts, and of the bars beneath those of choices, for the page's legend. */
    public static List<LegendEntry> legend(List<RoomQuestion> questions) {
        List<RoomQuestion> strips = questions.stream().filter(question -> !question.inNumbers().isEmpty()).toList();
        List<LegendEntry> legend = new ArrayList<>(List.of(LegendEntry.colour(MEASURED, "measured" + (strips.stream()
                .flatMap(question -> question.inNumbers().stream()).anyMatch(one -> one.answer().hasInterval())
                        ? ", with its 95 % interval where there are forks"
                        : ""),
                MEASURED_COLOUR)));
        if (questions.stream().anyMatch(question -> !question.guessed().isEmpty())) {
            legend.add(LegendEntry.colour(GUESS, "guessed (hollow)", GUESS_COLOUR));
        }
        if (strips.stream().anyMatch(RoomQuestion::hasRule)) {
            legend.add(LegendEntry.symbol(RULE, "the rule", "line-ns-open"));
        }
        return legend;
    }

    public static Plot2D plot(RoomQuestion question) {
        Rows rows = Rows.of(question);
        double[] guesses = Arrays.stream(rows.of(Answer::guess)).filter(rows::holds).toArray();
        double least = DoubleStream.concat(DoubleStream.of(rows.least), Arrays.stream(guesses)).min().orElseThrow();
        double greatest = DoubleStream.concat(DoubleStream.of(rows.greatest), Arrays.stream(guesses)).max()
                .orElseThrow();
        boolean log = least > 0 && greatest / least > LOG_FROM;
        if (least > 0 && greatest / least < LEAST_SPAN) {
            double wider = Math.sqrt(LEAST_SPAN / (greatest / least));
            least /= wider;
            greatest *= wider;
        }
        Axis x = log ? Axis.builder().type(Axis.Type.LOG).title("log scale")
                .tickSettings(Plot2D.decades(least, greatest,
                        greatest / least > 50 ? new double[] {1, 3} : new double[] {1, 2, 5}))
                .build()
                : Axis.builder().build();
        int height = 110 + (rows.named() ? Math.max(2, rows.count()) * ROW
                : Math.clamp((long) rows.count() * THIN_ROW, 400, 900));
        Plot2D plot = new Plot2D(height, x, Axis.builder().build());
        double room = (log ? Math.log10(greatest / least) : greatest - least) * 0.06;
        double from = log ? Math.log10(least) - room : Math.min(least - room, least > 0 ? least : 0);
        double to = (log ? Math.log10(greatest) : greatest) + room;
        if (!(to > from)) { // one number, and it is 0
            from -= 1;
            to += 1;
        }
        plot.layout("xaxis", Map.of("type", log ? "log" : "linear", "range", List.of(from, to), "tickangle", 0));
        Map<String, Object> yaxis = new LinkedHashMap<>(Map.of("type", "linear", "automargin", true,
                "range", List.of(-0.8, rows.count() - 0.2), "showgrid", false, "zeroline", false,
                "tickmode", "array", "tickvals", rows.y()));
        if (rows.named()) {
            yaxis.put("ticktext", rows.given.stream().map(one -> Plot2D.text(label(one))).toList());
        } else {
            yaxis.put("showticklabels", false);
            yaxis.put("title", Map.of("text", RoomLab.people(rows.count()) + ", by what they measured"));
        }
        plot.layout("yaxis", yaxis);
        if (rows.named()) {
            addRule(plot, question, rows);
        }
        addGuesses(plot, rows, log ? Math.pow(10, from + room / 2) : from + room / 2,
                log ? Math.pow(10, to - room / 2) : to - room / 2);
        addMeasured(plot, rows);
        if (!rows.named()) { // where points are thin and many, they would hide it
            addRule(plot, question, rows);
        }
        plot.numbers(numbers(rows));
        return plot;
    }

    private static Drawing.Table numbers(Rows rows) {
        return new Drawing.Table("times", List.of("participant", "guess", "rule", "measured", "95 % interval"),
                rows.given.stream()
                        .map(one -> List.of(one.participant(), one.answer().guessText(), one.answer().ruleText(),
                                one.answer().measuredText(),
                                one.answer().interval()))
                        .toList());
    }

    private static void addRule(Plot2D plot, RoomQuestion question, Rows rows) {
        if (!question.hasRule()) {
            return;
        }
        if (question.oneRule()) {
            double rule = question.rules()[0];
            Map<String, Object> extras = extras(RULE, Palette.NEUTRAL, "the rule says " + Numbers.times(rule));
            extras.put("line", Map.of("color", Palette.NEUTRAL, "width", 2.5));
            plot.add(ScatterTrace.builder(new double[] {rule, rule}, new double[] {-0.8, rows.count() - 0.2})
                    .mode(ScatterTrace.Mode.LINE).build(), extras);
            return;
        }
        // It depends on the machine: the band that all of them span, and each participant's own as a stroke beside the
        // point.
        plot.layout("shapes",
                List.of(Map.of("type", "rect", "x0", question.rules()[0], "x1", question.rules()[1], "yref", "paper",
                        "y0", 0, "y1", 1, "layer", "below", "line", Map.of("width", 0), "fillcolor", Palette.NEUTRAL,
                        "opacity", 0.18)));
        Map<String, Object> extras = extras(RULE, Palette.NEUTRAL, "");
        hover(extras, rows.given, "the rule says on this machine", Answer::ruleText);
        extras.put("marker", Map.of("symbol", "line-ns-open", "color", Palette.NEUTRAL, "size", rows.named() ? 14 : 7,
                "line", Map.of("width", rows.named() ? 2.5 : 1.5, "color", Palette.NEUTRAL)));
        plot.add(points(rows.of(Answer::rule), rows.y()), extras);
    }

    private static void addGuesses(Plot2D plot, Rows rows, double leftEdge, double rightEdge) {
        double[] guesses = rows.of(Answer::guess);
        if (Arrays.stream(guesses).allMatch(Double::isNaN)) {
            return;
        }
        double[] measured = rows.of(Answer::measured);
        double[] drawn = new double[guesses.length];
        String[] symbols = new String[guesses.length];
        for (int i = 0; i < guesses.length; i++) {
            boolean held = Double.isNaN(guesses[i]) || rows.holds(guesses[i]);
            drawn[i] = held ? guesses[i] : guesses[i] > rows.least ? rightEdge : leftEdge;
            symbols[i] = held ? "circle-open" : guesses[i] > rows.least ? "triangle-right-open" : "triangle-left-open";
        }
        if (rows.named()) { // how far each was off; with many participants, the lines would cover everything
            double[] x = new double[3 * drawn.length];
            double[] y = new double[3 * drawn.length];
            for (int i = 0; i < drawn.length; i++) {
                boolean joined = !Double.isNaN(drawn[i]);
                x[3 * i] = joined ? drawn[i] : measured[i];
                x[3 * i + 1] = measured[i];
                x[3 * i + 2] = measured[i];
                y[3 * i] = joined ? i : Double.NaN;
                y[3 * i + 1] = joined ? i : Double.NaN;
                y[3 * i + 2] = Double.NaN;
            }
            Map<String, Object> join = extras(GUESS, GUESS_COLOUR, "");
            join.put("line", Map.of("color", GUESS_COLOUR, "width", 1));
            join.put("opacity", 0.6);
            join.put("hoverinfo", "skip");
            join.remove("hovertemplate");
            plot.add(ScatterTrace.builder(x, y).mode(ScatterTrace.Mode.LINE).build(), join);
        }
        Map<String, Object> extras = extras(GUESS, GUESS_COLOUR, "");
        hover(extras, rows.given, "guessed", Answer::guessText);
        extras.put("marker", Map.of("symbol", List.of(symbols), "color", GUESS_COLOUR, "size", rows.named() ? 10 : 5,
                "line", Map.of("width", rows.named() ? 2 : 1.2, "color", GUESS_COLOUR)));
        plot.add(points(drawn, rows.y()), extras);
    }

    private static void addMeasured(Plot2D plot, Rows rows) {
        Map<String, Object> extras = extras(MEASURED, MEASURED_COLOUR, "");
        hover(extras, rows.given, "measured", Answer::measuredText);
        extras.put("marker", Map.of("symbol", "circle", "color", MEASURED_COLOUR, "size", rows.named() ? 9 : 5));
        if (rows.given.stream().anyMatch(one -> one.answer().hasInterval())) {
            List<Answer> answers = rows.given.stream().map(RoomQuestion.Given::answer).toList();
            extras.put("error_x",
                    Map.of("type", "data", "symmetric", false, "thickness", rows.named() ? 1.5 : 1, "width", 0,
                            "color", MEASURED_COLOUR,
                            "array",
                            answers.stream().map(answer -> answer.hasInterval() ? answer.high() - answer.measured() : 0)
                                    .toList(),
                            "arrayminus",
                            answers.stream().map(answer -> answer.hasInterval() ? answer.measured() - answer.low() : 0)
                                    .toList()));
        }
        plot.add(points(rows.of(Answer::measured), rows.y()), extras);
    }

    private static ScatterTrace points(double[] x, double[] y) {
        return ScatterTrace.builder(x, y).mode(ScatterTrace.Mode.MARKERS).build();
    }

    private static Map<String, Object> extras(String key, String colour, String hover) {
        Map<String, Object> extras = new LinkedHashMap<>();
        extras.put("meta", List.of(key));
        extras.put("cliponaxis", false);
        extras.put("hovertemplate", hover + "<extra></extra>");
        extras.put("marker", Map.of("color", colour));
        return extras;
    }

    private static void hover(Map<String, Object> extras, List<RoomQuestion.Given> given, String what,
            Function<Answer, String> value) {
        extras.put("text", given.stream().map(one -> Plot2D.text(one.participant()) + "<br>" + what + " "
                + Plot2D.text(value.apply(one.answer()))).toList());
        extras.put("hovertemplate", "%{text}<extra></extra>");
    }

    private static String label(RoomQuestion.Given given) {
        Answer answer = given.answer();
        return shortened(given.participant()) + (!answer.isChoice() ? ""
                : ": " + (answer.guessed() ? answer.guessChoice() + " → " : "")
                        + answer.measuredChoice());
    }

    /** How to read what stands behind the names; of a crowd there are none. */
    public static String answers(RoomQuestion question) {
        List<Answer.Choice> choices = question.choices();
        return " The answers rise with the number, from " + choices.getFirst().key() + " to " + choices.getLast().key()
                + (!Rows.of(question).named() ? "."
                        : question.guessed().isEmpty() ? "; the measured one stands behind the name."
                                : "; after a name: guessed → measured, or only what was measured.");
    }

    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    }

    /** What the axis cannot hold. */
    public static String beyond(RoomQuestion question) {
        Rows rows = Rows.of(question);
        long beyond = question.guessed().stream().filter(one -> !rows.holds(one.answer().guess())).count();
        return beyond == 0 ? ""
                : " " + beyond + (beyond == 1 ? " guess lies" : " guesses lie") + " far beyond this axis and "
                        + (beyond == 1 ? "stands at its edge as a triangle." : "stand at its edge as triangles.");
    }
}
