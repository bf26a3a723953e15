package kit.page;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import kit.machine.Jdks;
import kit.plan.BenchPlan;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.Comparison;
import kit.plan.Guess;
import kit.plan.JdkRange;
import kit.plan.LabPlan;
import kit.plan.Measurable;
import kit.plan.Metric;
import kit.plan.Published;
import kit.plan.Quantity;
import kit.plan.Quantity.Figure;
import kit.plan.Quantity.OfRule;
import kit.plan.Quantity.Ratio;
import kit.plan.Variant;

/** What a page has declared so far, while its fields and initialisers run. */
public final class Draft {

    int numbersOfUsers;
    BenchPlan bench = BenchPlan.usual(Jdks.current());
    Published published = Published.nothing();
    LabPlan.Calibration calibration;
    LabPlan.Storage storage;
    final List<Asked> asked = new ArrayList<>();
    final List<Claimed> claimed = new ArrayList<>();
    final List<Passage.Code> code = new ArrayList<>();
    final List<Tabled> tables = new ArrayList<>();
    final List<Comparison> ruled = new ArrayList<>();
    String barsTitle = "";
    List<Figure> bars = List.of();

    Draft() {}

    Asked add(Asked one) {
        asked.add(one);
        return one;
    }

    Claimed add(Claimed one) {
        claimed.add(one);
        return one;
    }

    Tabled add(Tabled one) {
        tables.add(one);
        return one;
    }

    /** A question, as far as it is declared. */
    public static final class Asked {
        final String question;
        final Quantity quantity;
        private List<Guess.Choice> choices = List.of();
        private JdkRange jdks = JdkRange.ALL;
        private final List<String> hints = new ArrayList<>();

        Asked(String question, Quantity quantity) {
            this.question = question;
            this.quantity = quantity;
        }

        /**
         * Three answers to choose from, about a ratio: less than 1, about 1, more than 1.
         *
         * @param share that a ratio may differ from 1 and still be about 1
         */
        public Asked oneOf(double share, String less, String same, String more) {
            choices = List.of(new Guess.Choice(less, 0, Math.nextDown(1 - share)),
                    new Guess.Choice(same, 1 - share, 1 + share),
                    new Guess.Choice(more, Math.nextUp(1 + share), Double.POSITIVE_INFINITY));
            return this;
        }

        /** A further answer to choose: less than this number, and no less than the answer before it says. */
        public Asked below(double most, String text) {
            return choice(text, Math.nextDown(most));
        }

        /** The last answer to choose: what the others leave. */
        public Asked orMore(String text) {
            return choice(text, Double.POSITIVE_INFINITY);
        }

        private Asked choice(String text, double most) {
            var more = new ArrayList<>(choices);
            more.add(new Guess.Choice(text, more.isEmpty() ? 0 : Math.nextUp(more.getLast().most()), most));
            choices = List.copyOf(more);
            return this;
        }

        /** It is asked where a JDK of the run is older than this one. */
        public Asked before(int jdk) {
            jdks = jdks.before(jdk);
            return this;
        }

        /** It is asked where a JDK of the run is this one or a later one. */
        public Asked since(int jdk) {
            jdks = jdks.since(jdk);
            return this;
        }

        /** A further hint: they are given one at a time. */
        public Asked hint(String text) {
            hints.add(text);
            return this;
        }

        List<Guess.Choice> choices() {
            return choices;
        }

        List<String> hints() {
            return hints;
        }

        JdkRange jdks() {
            return jdks;
        }
    }

    /** A claim about one quantity, or the same claim about several, as far as it is declared. */
    public static final class Claimed {
        /** What rules say of a cell, and a claim can be about. */
        private static final Set<Metric> RULED = EnumSet.of(Metric.THROUGHPUT, Metric.SPREAD, Metric.BACKLOG_GROWTH);

        final List<Quantity> quantities;
        private Claim.Range range;
        private boolean isByCell;
        private String hint = "";
        private boolean isHeadline;
        private JdkRange jdks = JdkRange.ALL;

        Claimed(List<Quantity> quantities) {
            this.quantities = quantities;
        }

        /** At most this share away from a number. */
        public Claimed near(double value, double share) {
            return in(Claim.Range.near(value, share));
        }

        /** From one number to another. */
        public Claimed between(double least, double most) {
            return in(Claim.Range.of(least, most));
        }

        /** This or more. */
        public Claimed atLeast(double least) {
            return in(Claim.Range.of(least, Double.POSITIVE_INFINITY));
        }

        /** This or less. */
        public Claimed atMost(double most) {
            return in(Claim.Range.of(Double.NEGATIVE_INFINITY, most));
        }

        /** As the rule says, within what its cells allow. */
        public Claimed asTheRuleSays() {
            isByCell = true;
            return this;
        }

        /** As the rule says, at most this share away. */
        public Claimed asTheRuleSays(double share) {
            return betweenTimesRule(1 - share, 1 + share);
        }

        /** From one multiple of what the rule says to another. */
        public Claimed betweenTimesRule(double least, double most) {
            return in(new Claim.Range(least, most, true));
        }

        /** It is about JDKs that are older than this one. */
        public Claimed before(int jdk) {
            jdks = jdks.before(jdk);
            return this;
        }

        /** It is about this JDK and later ones. */
        public Claimed since(int jdk) {
            jdks = jdks.since(jdk);
            return this;
        }

        /** Where to look when it does not hold. */
        public Claimed otherwise(String text) {
            hint = text;
            return this;
        }

        /** It answers the question of the page. */
        public Claimed headline() {
            isHeadline = true;
            return this;
        }

        private Claimed in(Claim.Range bounds) {
            range = bounds;
            return this;
        }

        String hint() {
            return hint;
        }

        boolean isHeadline() {
            return isHeadline;
        }

        JdkRange jdks() {
            return jdks;
        }

        /** What is claimed of: a figure is divided by its rule where it is compared with it. */
        Quantity about(Quantity quantity) {
            boolean isByRule = isByCell || range != null && range.rule();
            return isByRule && quantity instanceof Figure figure && figure.metric() instanceof Metric metric
                    && RULED.contains(metric) ? new OfRule(figure.cell(), metric)
                            : quantity;
        }

        /** @throws IllegalStateException where nothing is claimed, or of one JDK in another way than by the claim's */
        Claim.Range range(Quantity quantity) {
            if (isOnAJdk(quantity)) {
                throw new IllegalStateException("a claim about \"" + quantity.words() + "\" says its JDKs itself: "
                        + "add since(...) or before(...) in place of on(...)");
            }
            if (range == null && !isByCell) {
                throw new IllegalStateException("a claim about \"" + quantity.words() + "\" says nothing: add "
                        + "near(...), between(...) or asTheRuleSays()");
            }
            double share = quantity.cells().stream().mapToDouble(Cell::tolerance).max().orElseThrow();
            Claim.Range bounds = range == null ? Claim.Range.timesRule(share) : range;
            // A figure divided by its rule is a multiple of the rule already.
            return quantity instanceof OfRule ? Claim.Range.of(bounds.least(), bounds.most())
                    : checked(bounds, quantity);
        }

        private static boolean isOnAJdk(Quantity quantity) {
            return switch (quantity) {
            case Figure figure -> figure.jdk() != 0;
            case Ratio ratio -> ratio.above().jdk() != 0 || ratio.below().jdk() != 0;
            case OfRule rule -> false;
            };
        }

        private static Claim.Range checked(Claim.Range bounds, Quantity quantity) {
            if (bounds.rule() && !(quantity instanceof Ratio)) {
                throw new IllegalStateException("a rule says nothing of \"" + quantity.words() + "\"");
            }
            return bounds;
        }
    }

    /** A table, as far as it is declared. */
    public static final class Tabled {
        final List<Comparison> comparisons;
        private Variant reference;
        private List<Measurable> columns = List.of(Metric.THROUGHPUT, Metric.MEAN);

        Tabled(List<Comparison> comparisons) {
            this.comparisons = comparisons;
        }

        /** Shows throughputs also as multiples of this variant's. */
        public Tabled ratiosTo(Variant variant) {
            reference = variant;
            return this;
        }

        /** What is shown of each cell. Published figures, rule and bottleneck stand beside it by themselves. */
        public Tabled columns(Measurable... metrics) {
            columns = List.of(metrics);
            return this;
        }

        Variant reference() {
            return reference;
        }

        List<Measurable> columns() {
            return columns;
        }
    }
}
