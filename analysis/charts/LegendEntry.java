package charts;

import tech.tablesaw.plotly.components.Line;

/**
 * One button of a chart's legend. The legend is the page's and not plotly's: it wraps on a phone, serves several plots
 * at once, and names variants and loads once each instead of every pair of them.
 *
 * @param key   the traces it switches off and on carry the same word
 * @param kind  which drawing the page puts before the label: colour, line, symbol, bar, limit
 * @param value the colour, the SVG dash pattern, the plotly symbol, or the kind of bar
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
            case "diamond-open" -> "\u25C7";
            case "square-open" -> "\u25A1";
            case "triangle-up-open" -> "\u25B3";
            default -> "\u2715";
        });
    }

    static LegendEntry limit(String key, String label) {
        return new LegendEntry(key, label, "limit", "");
    }

    static LegendEntry bar(String key, String label, String kindOfBar) {
        return new LegendEntry(key, label, "bar", kindOfBar);
    }
}
