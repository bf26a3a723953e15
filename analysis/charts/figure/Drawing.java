package charts.figure;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * A drawn chart, ready for the page.
 *
 * @param id       fit for HTML and JavaScript: letters, digits, underscores
 * @param sentence what to see in it, with the numbers that were drawn
 * @param note     how to read it; the same for every run
 * @param panels   one or several plots that share the legend; several stand side by side where {@code small}
 */
public record Drawing(String id, String title, String sentence, String note, List<LegendEntry> legend,
        List<Panel> panels,
        boolean small) {

    private static final int PICTURE = 760; // px

    /** Where who does not see a plot finds what is drawn. */
    static final String NUMBERS = "The table of numbers below the chart has what is drawn.";

    /**
     * What to see in a plot, for those who do not see it. Of several plots, the chart's sentence is about none alone.
     */
    public String spoken(Panel panel) {
        boolean alone = !panel.folded && shown().size() == 1;
        return !panel.spoken.isEmpty() ? panel.spoken : alone && !sentence.isEmpty() ? sentence : NUMBERS;
    }

    /** The plots that the page shows at once. */
    public List<Panel> shown() {
        return panels.stream().filter(panel -> !panel.folded).toList();
    }

    /** Those that a reader opens. */
    public List<Panel> folded() {
        return panels.stream().filter(Panel::folded).toList();
    }

    /**
     * One plot.
     *
     * @param title   empty where the chart's own says it all
     * @param caption what to see in this plot, empty where the chart's sentence says it
     * @param spoken  the same for those who do not see the plot: the caption, or what it would say if the page had room
     *     for it
     * @param figure  what plotly draws: data and layout
     * @param numbers what was drawn, for those who do not see it, or want it to the digit
     * @param folded  whether it is shown only once a reader opens it, by its title
     */
    public record Panel(String id, String title, String caption, String spoken, ObjectNode figure, Table numbers,
            boolean folded) {
        public static Panel of(String id, String title, String caption, Plot2D plot) {
            return of(id, title, caption, caption, plot);
        }

        static Panel of(String id, String title, String caption, String spoken, Plot2D plot) {
            return new Panel(id, title, caption, spoken, plot.figure(), plot.numbers(), false);
        }

        /** JSON that may stand inside a script element: {@code </script>} in a text must not end it. */
        public String json() {
            return figure.toString().replace("<", "\\u003c");
        }

        /** The plot as an SVG, for a page without scripts. */
        public String picture() {
            return picture(PICTURE, title, List.of());
        }

        /** With a legend above it. @param width in px @param named for those who do not see it */
        public String picture(int width, String named, List<LegendEntry> legend) {
            return Picture.svg(figure, width, id, named, legend);
        }

        static Panel folded(String id, String title, Plot2D plot) {
            return new Panel(id, title, "", "", plot.figure(), plot.numbers(), true);
        }
    }

    /**
     * The numbers of a plot: of bars each, of a curve a digest.
     *
     * @param about   what the numbers are, beside the plot's title: a unit, or how a curve was summed up; may be empty
     * @param columns their names, that of the rows' names first
     */
    public record Table(String about, List<String> columns, List<List<String>> rows) {}
}
