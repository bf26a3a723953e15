package kit.measure;

import java.io.Serializable;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import kit.base.Finding;
import kit.machine.Hiccups;
import kit.plan.GeneratorMode;
import kit.plan.Traffic;
import kit.plan.Variant;
import kit.plan.WarmUp;
import kit.report.CellReport;

/**
 * The conversation with the JVM of a variant. The lab orders; the JVM answers with {@link CellReport}s while it works,
 * and with an {@link Answer} when it has done what was ordered. Both have the same class path, so it travels by Java
 * serialisation.
 */
sealed interface Order extends Serializable {

    /** The first: start the service. It answers with {@link CellReport.Booted}. */
    record Boot(Variant variant, String recording, GeneratorMode generator) implements Order {}

    /** What is looked at in a service of a process of its own, while the load goes on after the window. */
    enum Sampled {
        NOTHING, POOLS, POOLS_AND_THREADS;

        boolean isAny() {
            return this != NOTHING;
        }
    }

    /**
     * Drive a cell. It answers with {@link Answer.Block}, or {@link Answer.Failed}.
     *
     * @param traffic the main stream, and those that run along
     * @param looks   in a second at what the service tells of itself
     * @param isCold  whether no such request was sent before: the first ones, which are slow, come before the window
     * @param errors  whether requests fail by design
     * @param inside  the load goes on after the window until this was looked at: {@link ReadInside}
     */
    record Drive(String cell, List<Traffic> traffic, WarmUp ramp, long seed, int looks, boolean isCold, boolean errors,
            Sampled inside) implements Order {}

    /** A load generator elsewhere begins its window: watch. @param inside what {@link LookInside} will look at */
    record Begin(String cell, Sampled inside) implements Order {}

    /** Its window is over. It answers with {@link Answer.Block} once that is told. */
    record Over() implements Order {}

    /** Say how much memory is used, after a garbage collection. It answers with {@link CellReport.Memory}. */
    record Look(CellReport.Moment moment) implements Order {}

    /**
     * Look into the service while a load from elsewhere goes on. It answers with {@link Answer.Looked}.
     *
     * @param underWay requests
     */
    record LookInside(long underWay) implements Order {}

    /** No request is under way: say what was seen in the service. It answers with {@link Answer.Inside}. */
    record ReadInside() implements Order {}

    /**
     * No request is under way: say how many there were, once all rows are stored that they left behind. It answers
     * with {@link Answer.Counted}.
     */
    record Count() implements Order {}

    /** Nothing more: end. It answers with {@link CellReport.Ended}. */
    record End() implements Order {}

    /** What the JVM says when it has done what was ordered. */
    sealed interface Answer extends Serializable {

        /**
         * A block is over.
         *
         * @param from              when its window began; null where it never did
         * @param serviceCpuSeconds of the service within the window
         * @param gcMillis          in garbage collections
         * @param hiccups           of the service's JVM
         */
        record Block(Instant from, double serviceCpuSeconds, double gcMillis, Hiccups.Summary hiccups)
                implements Answer {}

        /**
         * @param requests   that the server counted since it started; negative where it cannot tell
         * @param told       what the service counted itself since it started, by name
         * @param accepted   rows that the service has accepted since it started, by its own count; negative where it
         *                   does not tell
         */
        record Counted(long requests, Map<String, Long> told, long accepted) implements Answer {}

        /** The load was stopped before its window was over. The service goes on. */
        record Stopped(Finding.Code code, String why) implements Answer {}

        /** The service was looked into. */
        record Looked() implements Answer {}

        /** What was seen there. @param seen null where it was not looked at */
        record Inside(kit.measure.Block.Inside seen) implements Answer {}

        /** What was ordered cannot be done. */
        record Failed(Finding.Code code, String why, String trace) implements Answer {}
    }
}
