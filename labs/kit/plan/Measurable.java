package kit.plan;

/** What a figure of a cell can be: what the bench measures, or what the service tells of itself. */
public sealed interface Measurable permits Metric, Measurable.Told, Measurable.Fact {

    /** What it is, for people. */
    String words();

    /** Empty where it has none. */
    String unit();

    /** What it depends on. */
    Metric.Nature nature();

    /** Words and unit, for the head of a column. */
    default String heading() {
        return unit().isEmpty() ? words() : words() + ", " + unit();
    }

    /**
     * A count that the service tells of itself, divided by another one, over the same blocks: calls for each request
     * that failed. A service that counts each of its routes apart tells {@code <route>.<name>}, and a cell with a route
     * reads its own. Not known where the service tells no such counts, or the one below is 0.
     *
     * @param count name of the count
     * @param per   name of the count that it is divided by
     * @param name  what is counted, for people
     * @param unit  of the count; empty where it is a number of things
     */
    record Told(String count, String per, String name, String unit) implements Measurable {

        /** In the words of its names. */
        public static Told of(String count, String per) {
            return new Told(count, per, count.replace('-', ' '), "");
        }

        /** Where what is counted has another name for people. */
        public Told named(String phrase) {
            return new Told(count, per, phrase, unit);
        }

        /** Where it counts units of something, such as ms. */
        public Told in(String newUnit) {
            return new Told(count, per, name, newUnit);
        }

        @Override
        public String words() {
            return name + " / " + per.replace('-', ' ');
        }

        @Override
        public Metric.Nature nature() {
            return Metric.Nature.COUNT;
        }

        /** Without what it is divided by, which is the same in each column of a table. */
        @Override
        public String heading() {
            return unit.isEmpty() ? name : name + ", " + unit;
        }
    }

    /**
     * A fact that was read back from the service, where it is a number: how many connections it has.
     *
     * @param fact  its name
     * @param words what it is, for people
     */
    record Fact(String fact, String words) implements Measurable {

        public Fact named(String phrase) {
            return new Fact(fact, phrase);
        }

        @Override
        public String unit() {
            return "";
        }

        @Override
        public Metric.Nature nature() {
            return Metric.Nature.COUNT;
        }
    }
}
