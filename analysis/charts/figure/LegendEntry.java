package charts.figure;

import charts.text.Numbers;
import tech.tablesaw.plotly.components.Line;

/**
 * One button of a chart's legend. The legend is the page's and not plotly's: it wraps on a phone, serves several plots
 * at once, and names variants and loads once each instead of every pair of them.
 *
 * @param key   the traces it switches off and on carry the same word
 * @param kind  which drawing the page puts before the label: colour, line, symbol, bar, pattern, stroke
 * @param value the colour, the SVG dash pattern, the plotly symbol, plotly's character for the hatching of a bar, the
 *     SVG path of a hatching, the width of a stroke
 */
public record LegendEntry(String key, String label, String kind, String value) {

    static LegendEntry colour(String key, String label, String colour) {
        return new LegendEntry(key, label, "colour", colour);
    }

    static LegendEntry line(String key, String label, Line.Dash dash) {
        return new LegendEntry(key, label, "line", switch (dash) { // as plotly draws them, at a width of 2
        case SOLID -> "none";
        case DASH -> "6 4";
        case DOT -> "2 3";
        case DASH_DOT -> "6 3 2 3";
        case LONG_DASH -> "10 4";
        case LONG_DASH_DOT -> "10 3 2 3";
        });
    }

    static LegendEntry symbol(String key, String label, String symbol) {
        return new LegendEntry(key, label, "symbol", switch (symbol) {
        case "circle" -> "\u25CF";
        case "circle-open" -> "\u25CB";
        case "line-ns-open" -> "|";
        case "diamond-open" -> "\u25C7";
        case "square-open" -> "\u25A1";
        case "triangle-up-open" -> "\u25B3";
        default -> "\u2715";
        });
    }

    static LegendEntry stroke(String key, String label, double width) {
        return new LegendEntry(key, label, "stroke", Numbers.precise(width));
    }

    /** @param shape plotly's character for the hatching, empty for none */
    static LegendEntry pattern(String key, String label, String shape) {
        return new LegendEntry(key, label, "pattern", switch (shape) {
        case "" -> "";
        case "\\" -> "M1 6L8 13M1 1L13 13M8 1L20 13M14 1L21 8";
        case "x" -> "M1 8L8 1M1 13L13 1M8 13L20 1M14 13L21 6M1 6L8 13M1 1L13 13M8 1L20 13M14 1L21 8";
        case "-" -> "M0 4H22M0 7H22M0 10H22";
        default -> "M5 0V14M11 0V14M17 0V14";
        });
    }

    /** @param shape plotly's character for the hatching, empty for none */
    static LegendEntry bar(String key, String label, String shape) {
        return new LegendEntry(key, label, "bar", shape);
    }
}
