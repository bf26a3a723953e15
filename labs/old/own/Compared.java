package old.own;

import kit.record.Forks;
import java.util.LinkedHashMap;
import java.util.Map;
import kit.base.Numbers;

/**
 * A figure of virtual threads as a ratio to that of platform threads, under one load.
 *
 * @param load     for people, such as {@code 400 users}
 * @param role     of the load
 * @param figure   what is compared
 * @param name     of the figure, for people
 * @param ratio    virtual / platform
 * @param interval of it: 95 %, or assumed where there is one fork
 * @param weight   what it may show
 */
record Compared(String load, Role role, Figure figure, String name, double ratio, Forks.Interval interval,
        Weight weight) {

    /** What virtual threads must gain at least. */
    static final double GAIN = 1.05;
    /** From this factor on a figure is worse. */
    private static final double WORSE = 1.10;
    /** Where so many more requests fail, as a share, nothing else counts. */
    private static final double FAILING = 0.01;
    /** A change of throughput by this factor must be excluded before there is no effect. */
    private static final double EXCLUDED = 1.15;
    /** The same of a percentile, which differs more from fork to fork. */
    private static final double EXCLUDED_TAIL = 1.25;

    /** What is compared. */
    enum Figure {
        SUCCESS, THROUGHPUT, LIGHT, TAIL,
        /** Only where it is a warning: the tail decides. */
        MEDIAN, CPU_PER_REQUEST, MEMORY
    }

    /** What a figure may show, and why not more. */
    enum Weight {
        FULL(""),
        /**
         * Requests queue at the bottleneck. Where users send the next request at once, the mean response time
         * is N / X: the order in which requests are served decides the percentile, and nothing else.
         */
        ORDER("requests queue at the bottleneck, and their order decides this figure: it does not count"),
        /** The difference is smaller than the load generator's precision. */
        SMALL("less than 1 ms: it does not count"),
        /** CPUs are less than half busy. */
        SPARE("CPUs are less than half busy: it does not count"),
        /** The throughput is not the same, so the services did not do the same. */
        OTHER_LOAD("the throughput is not the same: it does not count"),
        /** The throughput may be the same, and a difference is not excluded. */
        UNKNOWN_LOAD("whether the throughput is the same is not certain: it does not count"),
        /** A heap grows in steps of some MiB. */
        LITTLE("the difference is less than 32 MiB: it does not count"),
        /** The machine's speed changed, a neighbour used CPUs, or the service was not warm, which may be the reason. */
        DOUBTED("the machine's speed changed, a neighbour used CPUs, or the service was not warm: it does not count");

        private final String words;

        Weight(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** Whether the verdict is about it. */
    boolean decides() {
        return role == Role.DECIDES;
    }

    private boolean isMoreBetter() {
        return figure == Figure.THROUGHPUT || figure == Figure.SUCCESS;
    }

    /** Whether virtual threads are surely better by more than 5 %. */
    boolean isBetter() {
        return weight == Weight.FULL && figure != Figure.CPU_PER_REQUEST && figure != Figure.MEMORY
                && becameBetter();
    }

    /** The same, whatever its weight. */
    private boolean becameBetter() {
        return isMoreBetter() ? interval.low() > GAIN : interval.high() < 2 - GAIN;
    }

    /** Whether they are surely worse, and by 10 % or more. */
    boolean isWorse() {
        if (figure == Figure.SUCCESS) {
            return isFailing();
        }
        return weight == Weight.FULL && becameWorse();
    }

    private boolean becameWorse() {
        return isMoreBetter() ? ratio <= 1 / WORSE && interval.high() < 1 : ratio >= WORSE && interval.low() > 1;
    }

    /** Whether users notice that it became better. The order in which requests are served decides no verdict. */
    boolean isNoticedAsBetter() {
        return isNoticed() && becameBetter();
    }

    /** The same of worse. */
    boolean isNoticedAsWorse() {
        return isNoticed() && becameWorse() || isFailing();
    }

    private boolean isNoticed() {
        return figure != Figure.CPU_PER_REQUEST && figure != Figure.MEMORY
                && (weight == Weight.FULL || weight == Weight.ORDER);
    }

    /** Whether more requests fail than on platform threads. */
    boolean isFailing() {
        return figure == Figure.SUCCESS && ratio <= 1 - FAILING && interval.high() < 1;
    }

    /** Whether a larger effect than the ones that matter is neither shown nor excluded. */
    boolean isOpen() {
        if (isBetter() || isWorse() || !decides()) {
            return false;
        }
        return switch (figure) {
        case THROUGHPUT -> interval.high() > EXCLUDED || interval.low() < 1 / EXCLUDED;
        case LIGHT, TAIL -> (weight == Weight.FULL || weight == Weight.DOUBTED)
                && (ratio > EXCLUDED_TAIL || ratio < 1 / EXCLUDED_TAIL);
        case SUCCESS -> ratio <= 1 - FAILING;
        case MEDIAN, CPU_PER_REQUEST, MEMORY -> false;
        };
    }

    /** Whether a larger effect is not excluded, and virtual threads would be worse. */
    boolean mayBeWorse() {
        return isOpen() && (isMoreBetter() ? ratio < 1 : ratio > 1);
    }

    /** As in {@code throughput x 2.01 [1.95, 2.07] with 400 users}. */
    String inWords() {
        return named() + " with " + load
                + (weight.words().isEmpty() ? "" : " (" + weight.words() + ")");
    }

    /** As in {@code throughput x 2.01 [1.95, 2.07]}. */
    String named() {
        return name + " " + times();
    }

    /** As in {@code x 2.01 [1.95, 2.07]}. */
    String times() {
        return Numbers.format("x %.2f [%.2f, %.2f]", ratio, interval.low(), interval.high());
    }

    /** For verdict.json. */
    Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("load", load);
        json.put("decides", decides());
        json.put("figure", name);
        json.put("ratio", ratio);
        json.put("low", interval.low());
        json.put("high", interval.high());
        json.put("note", weight.words());
        return json;
    }
}
