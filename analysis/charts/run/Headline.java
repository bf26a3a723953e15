package charts.run;

import charts.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The picture that shows the answer of a lab: a few measured numbers of one kind, as bars from 0.
 *
 * @param what the numbers are, with their unit
 * @param bars from the top; none where run.json has no headline
 */
public record Headline(String what, List<Bar> bars) {

    static final Headline NONE = new Headline("", List.of());

    /** One of the numbers. @param percent of the greatest, for its length; 0 of a negative one */
    public record Bar(String label, String value, int percent) {}

    /** What stands there; a bar without a label or a number is left out. */
    static Headline of(JsonNode json) {
        var usable = json.path("bars").valueStream()
                .filter(bar -> bar.path("label").isString() && bar.path("value").isNumber()).toList();
        double greatest = usable.stream().mapToDouble(bar -> bar.path("value").doubleValue()).max().orElse(0);
        var bars = new ArrayList<Bar>();
        for (JsonNode bar : usable) {
            double value = bar.path("value").doubleValue();
            bars.add(new Bar(bar.path("label").asString(), Numbers.brief(value),
                    greatest > 0 ? (int) Math.max(0, Math.round(100 * value / greatest)) : 0));
        }
        return bars.isEmpty() ? NONE : new Headline(RunInfo.words(json.path("what")), List.copyOf(bars));
    }
}
