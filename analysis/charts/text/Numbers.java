package charts.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/** Numbers for people: as many digits as a measurement deserves, the same on every machine. */
public final class Numbers {
    private Numbers() {}

    /** Three significant digits, which is what a sentence can carry: 0.402, 12.3, 243, 12,300. */
    public static String brief(double value) {
        return digits(value, 3);
    }

    /** Four significant digits, for a table: 112.3, 1,117. Empty where the value is not known. */
    public static String table(double value) {
        return Double.isNaN(value) ? "" : digits(value, 4);
    }

    /** Six significant digits, for percentiles with many nines. */
    public static String precise(double value) {
        return digits(value, 6);
    }

    /** How many there are, to the last one: 1,617. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A ratio with two decimals; two numbers that agree to 0.5 % print as 1.00. Empty where it is not known. */
    public static String ratio(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, value < 10 ? "%.2f" : "%,.0f", value) : "";
    }

    /** How many times: two decimals, and enough digits where those would say little. */
    public static String times(double value) {
        return value > 0 && (value < 0.1 || value >= 10) ? brief(value) : ratio(value);
    }

    /** A percentage in two digits at most: 18, 2.3, less than 0.1. */
    public static String percent(double value) {
        return value < 0.05 ? "less than 0.1" : String.format(Locale.ROOT, value < 10 ? "%.1f" : "%.0f", value);
    }

    /** "a, b and c". */
    public static String list(List<String> items) {
        return items.size() < 2 ? String.join("", items)
                : String.join(", ", items.subList(0, items.size() - 1)) + " and " + items.getLast();
    }

    /** "402" where both ends print alike, else "402 to 803". */
    public static String range(double low, double high) {
        return span(brief(low), brief(high));
    }

    /** For what is counted, to the last one: "1,894 to 2,010". */
    public static String counts(long low, long high) {
        return span(count(low), count(high));
    }

    /** For ratios: "0.97 to 1.03". */
    public static String ratios(double low, double high) {
        return span(ratio(low), ratio(high));
    }

    /** "a" where both are written alike, else "a to b". */
    public static String span(String low, String high) {
        return low.equals(high) ? low : low + " to " + high;
    }

    private static String digits(double value, int significant) {
        if (value == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(significant)).stripTrailingZeros();
        return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
    }
}
