package kit.plan;

import java.util.List;

/** What is guessed, claimed or told: a figure of a cell, a ratio of two, or a figure beside its rule. */
public sealed interface Quantity {

    /** The cells that it is about. */
    List<Cell> cells();

    /** For people. */
    String words();

    /**
     * @param metric of the cell
     * @param jdk    feature version; 0 for the one that is asked about
     */
    record Figure(Cell cell, Measurable metric, int jdk) implements Quantity {

        /** On whichever JDK is asked about; in a text on the newest of the run. */
        public Figure(Cell cell, Measurable metric) {
            this(cell, metric, 0);
        }

        @Override
        public List<Cell> cells() {
            return List.of(cell);
        }

        @Override
        public String words() {
            return cell.label() + onJdk() + ": " + metric.words()
                    + (metric.unit().isEmpty() ? "" : " in " + metric.unit());
        }

        private String onJdk() {
            return jdk == 0 ? "" : ", JDK " + jdk;
        }

        public Figure on(int feature) {
            return new Figure(cell, metric, feature);
        }

        /** The ratio of this figure to another one. */
        public Ratio over(Figure other) {
            return new Ratio(this, other);
        }
    }

    /** A figure divided by another. */
    record Ratio(Figure above, Figure below) implements Quantity {

        public Ratio on(int feature) {
            return new Ratio(above.on(feature), below.on(feature));
        }

        @Override
        public List<Cell> cells() {
            return List.of(above.cell, below.cell);
        }

        /** What both cells share is said once. */
        @Override
        public String words() {
            Cell one = above.cell;
            Cell other = below.cell;
            String metric = above.metric == below.metric ? above.metric.words()
                    : above.metric.words() + " / " + below.metric.words();
            if (one.equals(other)) {
                return one.label() + ": " + metric + (above.jdk == below.jdk ? above.onJdk()
                        : ": JDK " + above.jdk + " / JDK " + below.jdk);
            }
            if (!one.isDriven() || !other.isDriven()) {
                return metric + ": " + one.label() + above.onJdk() + " / " + other.label() + below.onJdk();
            }
            boolean sameLoad = one.load().label().equals(other.load().label());
            boolean sameRoute = one.route().equals(other.route());
            return (sameLoad ? one.load().inWords() + ", " : "")
                    + (sameRoute && !one.route().isEmpty() ? one.route() + ", " : "") + metric + ": "
                    + name(one, sameRoute, sameLoad) + (above.jdk == below.jdk ? "" : above.onJdk()) + " / "
                    + name(other, sameRoute, sameLoad) + below.onJdk();
        }

        private static String name(Cell cell, boolean sameRoute, boolean sameLoad) {
            return (sameRoute ? cell.variant().name() : cell.shortLabel())
                    + (sameLoad ? "" : " with " + cell.load().inWords());
        }
    }

    /** A figure of a cell divided by what its rule says. */
    record OfRule(Cell cell, Metric metric) implements Quantity {
        /** Its throughput. */
        public OfRule(Cell cell) {
            this(cell, Metric.THROUGHPUT);
        }

        @Override
        public List<Cell> cells() {
            return List.of(cell);
        }

        @Override
        public String words() {
            return cell.label() + ": " + metric.words() + " / rule";
        }
    }
}
