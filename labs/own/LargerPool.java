package own;

import kit.base.Numbers;
import own.Compared.Effect;

/**
 * What a larger pool of platform threads does in the place of virtual threads, under the load that decides, by the
 * figure that became better with these.
 *
 * @param threads  of that pool
 * @param unit     behind a value, such as {@code /s}
 * @param asItIs   the figure on platform threads
 * @param larger   the same with the larger pool
 * @param virtual  the same on virtual threads
 * @param effect   of virtual threads in the place of the larger pool
 */
record LargerPool(int threads, String unit, double asItIs, double larger, double virtual, Effect effect) {

    private static final double GAIN = 1.05;

    /** For the answer; begins with a space. */
    String sentence() {
        return Numbers.format(
                " A pool of %d platform threads %s: %s as it is, %s with that pool, %s on virtual threads.",
                threads, inWords(), value(asItIs), value(larger), value(virtual));
    }

    private String inWords() {
        return switch (effect) {
        case BETTER -> isGain() ? "brings a part of it" : "does not bring it";
        case OPEN -> "may be as good";
        case SAME, WORSE -> "is as good";
        };
    }

    private boolean isGain() {
        double factor = larger / asItIs;
        return Math.max(factor, 1 / factor) > GAIN && (larger > asItIs) == (virtual > asItIs);
    }

    private String value(double figure) {
        return Numbers.trim(figure, 3) + unit;
    }
}
