package old.page;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kit.base.Numbers;

/**
 * The picture that shows the answer of a lab: a few measured numbers of one kind, as bars from 0.
 *
 * @param what the numbers are, with their unit, such as "Requests per second with 100 users"
 * @param bars from the top
 */
public record Headline(String what, List<Bar> bars) {

    /** With more it is no picture that is understood at a glance. */
    public static final int MOST = 6;
    private static final int DIGITS = 3;
    private static final int LONGEST = 40;

    /**
     * One measured number.
     *
     * @param label short: which variant or condition
     * @param value 0 or more; NaN where it was not measured
     */
    public record Bar(String label, double value) {
        private String number() {
            return Numbers.trim(value, DIGITS);
        }
    }

    /** None was asked for, or too little was measured for one. */
    static final Headline NONE = new Headline("", List.of());

    /**
     * Of those that were measured; none where these are fewer than two.
     *
     * @throws IllegalArgumentException where there are more than {@value #MOST}
     */
    static Headline of(String what, Bar... bars) {
        if (bars.length > MOST) {
            throw new IllegalArgumentException(bars.length + " bars are too many for a headline: " + MOST + " at most");
        }
        List<Bar> measured = Arrays.stream(bars).filter(bar -> Double.isFinite(bar.value)).toList();
        return measured.size() < 2 ? NONE : new Headline(what, measured);
    }

    boolean isEmpty() {
        return bars.isEmpty();
    }

    /** For a terminal: a line for each bar, none longer than so many characters. */
    List<String> lines(int width) {
        int label = bars.stream().mapToInt(bar -> bar.label.length()).max().orElse(0);
        int number = bars.stream().mapToInt(bar -> bar.number().length()).max().orElse(0);
        int room = Math.clamp(width - label - number - 3L, 1, LONGEST);
        double greatest = bars.stream().mapToDouble(Bar::value).max().orElse(0);
        return bars.stream().map(bar -> bar.label + " ".repeat(label - bar.label.length() + 2)
                + "█".repeat(greatest > 0 ? (int) Math.max(0, Math.round(room * bar.value / greatest)) : 0) + " "
                + bar.number())
                .toList();
    }

    /** For run.json; null where there is none. */
    Map<String, Object> json() {
        if (isEmpty()) {
            return null;
        }
        var json = new LinkedHashMap<String, Object>();
        json.put("what", what);
        json.put("bars", bars.stream().map(bar -> Map.of("label", bar.label, "value", bar.value)).toList());
        return json;
    }
}
