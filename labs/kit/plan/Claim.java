package kit.plan;

import kit.base.Numbers;

/**
 * What the page says will be measured. It says itself: its sentence is made from what it compares and its bounds.
 *
 * @param quantity what it is about
 * @param range    in which the quantity lies
 * @param hint     where to look when it does not hold; empty where the bottlenecks of its cells say enough
 * @param part     of the page that makes it, from 1; 0 where the page has none
 * @param jdks     that it is about
 */
public record Claim(Quantity quantity, Range range, String hint, int part, JdkRange jdks) {

    /** About all JDKs. */
    public Claim(Quantity quantity, Range range, String hint, int part) {
        this(quantity, range, hint, part, JdkRange.ALL);
    }

    /**
     * Bounds, both included.
     *
     * @param rule whether they are relative to the ratio that the rule says, see {@link #timesRule}
     */
    public record Range(double least, double most, boolean rule) {

        /** @throws IllegalArgumentException where the least is more than the most */
        public Range {
            if (!(least <= most)) {
                throw new IllegalArgumentException("a claim from " + least + " to " + most + " cannot hold");
            }
        }

        /** From one number to another. */
        public static Range of(double least, double most) {
            return new Range(least, most, false);
        }

        /** At most this share away from a number. */
        public static Range near(double value, double share) {
            return of(value * (1 - share), value * (1 + share));
        }

        /** At most this share away from the ratio that the rule says. */
        public static Range timesRule(double share) {
            return new Range(1 - share, 1 + share, true);
        }

        /** Whether a count must meet them in every fork: nothing, or an exact number. */
        public boolean isExact() {
            return !rule && (most == 0 || least == most);
        }

        /** In words, such as {@code is 0.95 to 1.05}. */
        public String words() {
            String unit = rule ? " times the rule's ratio" : "";
            return isExact() ? "is " + Numbers.trim(most)
                    : Double.isInfinite(most) ? "is " + Numbers.trim(least) + " or more" + unit
                            : Double.isInfinite(least) || least == 0 ? "is " + Numbers.trim(most) + " or less" + unit
                                    : "is " + Numbers.trim(least) + " to " + Numbers.trim(most) + unit;
        }
    }

    /** Its sentence, without a full stop. */
    public String text() {
        return (jdks.words().isEmpty() ? "" : jdks.words() + ": ") + quantity.words() + " " + range.words();
    }

    /** Whether an interval decides it: it is no count that must hold in every fork. */
    public boolean isDecidedByInterval() {
        return !range.isExact();
    }
}
