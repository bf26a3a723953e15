package old.own;

import kit.record.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Numbers;

/**
 * Whether to switch virtual threads on, because of what, and by which figures.
 *
 * @param word     the verdict
 * @param station  that explains it
 * @param sentence the verdict with its main figure
 * @param evidence at most three figures, the most important first
 */
record OwnVerdict(Word word, Station station, String sentence, List<Compared> evidence) {

    private static final int LINES = 3;
    private static final String ROOM = "With virtual threads, more requests run at the same time. Can everything "
            + "that they use, such as connections, serve so many?";

    /** What the verdict says. */
    enum Word {
        /** At the peak rate or the largest load virtual threads are better, and nothing is or may be worse. */
        ENABLE(Verdict.CONFIRMED),
        /** A change that matters is excluded. */
        NO_EFFECT(Verdict.CONFIRMED),
        /**
         * Something is worse, and nothing better; or more requests fail. Memory alone is not enough: the process takes
         * as much as the collector likes.
         */
        HARMFUL(Verdict.CONFIRMED),
        /** The measurement does not decide it. */
        CANNOT_TELL(Verdict.UNDECIDED),
        /** Nothing that could be believed was measured. */
        INVALID(Verdict.INVALID);

        private final Verdict verdict;

        Word(Verdict verdict) {
            this.verdict = verdict;
        }

        /** For run.json and the exit code. */
        Verdict verdict() {
            return verdict;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * What a verdict is made of.
     *
     * @param compared   all figures
     * @param missing    the loads that would decide and could not be compared, and why
     * @param stopped    loads that were stopped
     * @param switched   whether virtual threads were at work with the switch on; empty where nothing tells
     * @param onPlatform what limits the service on platform threads under the load that decides
     * @param onVirtual  the same on virtual threads
     * @param users      the largest number of users
     * @param pool       threads of the pool
     */
    record Evidence(List<Compared> compared, List<String> missing, Stopped stopped,
            Optional<Boolean> switched, Bottleneck onPlatform, Bottleneck onVirtual, int users, int pool) {

        private List<Compared> those(Predicate<Compared> such) {
            return compared.stream().filter(such).sorted(Comparator.comparing(Compared::decides).reversed()
                    .thenComparing(Compared::figure)
                    .thenComparing(one -> -Math.abs(Math.log(one.ratio())))).toList();
        }
    }

    /**
     * Why a load was stopped on one kind of thread, and not on the other; empty where none was.
     *
     * @param onVirtual  threads only
     * @param onPlatform threads only
     */
    record Stopped(Optional<String> onVirtual, Optional<String> onPlatform) {

        static final Stopped NONE = new Stopped(Optional.empty(), Optional.empty());
    }

    /** Judges by the rule that {@link Word} tells. */
    static OwnVerdict of(Evidence all) {
        if (all.stopped.onVirtual().isPresent()) {
            return made(all, Word.HARMFUL, all.onVirtual.station(), "Virtual threads are harmful: more requests "
                    + "fail. With them, " + all.stopped.onVirtual().get()
                    + ". On platform threads the load was not stopped. " + ROOM,
                    List.of());
        }
        boolean isOff = all.switched.isPresent() && !all.switched.get();
        if (all.stopped.onPlatform().isPresent() && !isOff) {
            return onlyOnPlatform(all);
        }
        if (all.compared.stream().noneMatch(Compared::decides)) {
            return new OwnVerdict(Word.INVALID, Station.UNKNOWN, "The measurement is invalid: "
                    + all.missing.stream().findFirst().orElse("nothing was measured") + ".", List.of());
        }
        List<Compared> better = all.those(one -> one.decides() && one.isBetter());
        List<Compared> worse = all.those(Compared::isWorse);
        List<Compared> open = all.those(Compared::isOpen);
        if (isOff) {
            return made(all, Word.CANNOT_TELL, Station.UNKNOWN, "Cannot tell: with the switch on, no virtual thread "
                    + "was seen at work. Does the service have this property?", open);
        }
        if (worse.stream().anyMatch(Compared::isFailing)) {
            return made(all, Word.HARMFUL, all.onVirtual.station(), Numbers.format(
                    "Virtual threads are harmful: more requests fail (%s). %s",
                    all.those(Compared::isFailing).getFirst().inWords(), ROOM), worse);
        }
        if (!better.isEmpty() && !worse.isEmpty()) {
            return made(all, Word.CANNOT_TELL, all.onVirtual.station(), Numbers.format(
                    "Cannot tell: virtual threads are better in one figure (%s) and worse in another (%s). Which of "
                            + "the two matters?",
                    better.getFirst().inWords(), worse.getFirst().inWords()),
                    Stream.concat(better.stream(),
                            worse.stream()).toList());
        }
        List<Compared> doubtful = all.those(Compared::mayBeWorse);
        if (!better.isEmpty() && !doubtful.isEmpty()) {
            return made(all, Word.CANNOT_TELL, all.onVirtual.station(), Numbers.format(
                    "Cannot tell: virtual threads are better in one figure (%s) and may be worse in another (%s). "
                            + "More forks may decide it.",
                    better.getFirst().inWords(), doubtful.getFirst().inWords()),
                    Stream.concat(better.stream(), doubtful.stream()).toList());
        }
        if (!better.isEmpty()) {
            return made(all, Word.ENABLE, all.onPlatform.station(), Numbers.format(
                    "Enable virtual threads: %s. %s%s%s", better.getFirst().inWords(),
                    limit("platform threads", all.onPlatform, "less time"), elsewhere(all, better), unknown(all)),
                    better);
        }
        if (worse.stream().anyMatch(one -> one.figure() != Compared.Figure.MEMORY)) {
            return made(all, Word.HARMFUL, all.onVirtual.station(), Numbers.format(
                    "Virtual threads are harmful: %s. %s%s", worse.getFirst().inWords(),
                    limit("virtual threads", all.onVirtual, "longer"), unknown(all)), worse);
        }
        if (!open.isEmpty()) {
            return made(all, Word.CANNOT_TELL, all.onVirtual.station(), Numbers.format(
                    "Cannot tell: %s does not decide it. More forks may.", open.getFirst().inWords()),
                    open);
        }
        if (!all.missing.isEmpty()) {
            return made(all, Word.CANNOT_TELL, all.onVirtual.station(), "Cannot tell: the loads that could be "
                    + "compared show no effect. Nothing could be compared " + all.missing.getFirst() + ".", List.of());
        }
        if (all.onPlatform.station() == Station.GENERATOR || all.onVirtual.station() == Station.GENERATOR) {
            return made(all, Word.CANNOT_TELL, Station.GENERATOR, "Cannot tell: the load generator was the "
                    + "bottleneck, so the limit of the service is not known. Another one may send more: --engine.",
                    List.of());
        }
        return made(all, Word.NO_EFFECT, all.onVirtual.station(), noEffect(all) + worse.stream().findFirst()
                .map(memory -> " But the process is larger: " + memory.inWords() + ".").orElse(""), worse);
    }

    /** Platform threads could not serve a load that virtual threads served. */
    private static OwnVerdict onlyOnPlatform(Evidence all) {
        String stopped = "on platform threads " + all.stopped.onPlatform().get()
                + ". On virtual threads it was not stopped";
        List<Compared> worse = all.those(Compared::isWorse);
        return worse.isEmpty()
                ? made(all, Word.ENABLE, all.onPlatform.station(), "Enable virtual threads: " + stopped + ".",
                        List.of())
                : made(all, Word.CANNOT_TELL, all.onVirtual.station(), "Cannot tell: " + stopped + ". But this figure "
                        + "is worse: " + worse.getFirst().inWords() + ". Which of the two matters?", worse);
    }

    /** Another load that would decide, and was not measured. */
    private static String unknown(Evidence all) {
        return all.missing.stream().findFirst().map(load -> " Nothing could be compared " + load + ".").orElse("");
    }

    /** Where no request waits for a limit of the service, only the time that it takes may differ. */
    private static String limit(String threads, Bottleneck bottleneck, String time) {
        return switch (bottleneck.station()) {
        case RATE -> onlyTime("all requests that arrived were served", threads, time);
        case USERS -> onlyTime("all users were served at the same time", threads, time);
        default -> "On " + threads + " the bottleneck is " + bottleneck.words() + ".";
        };
    }

    private static String onlyTime(String served, String threads, String time) {
        return "On " + threads + " " + served + ". The only difference is that a request takes " + time
                + " on virtual threads.";
    }

    /** Of the loads that decide, those under which no gain was shown. */
    private static String elsewhere(Evidence all, List<Compared> better) {
        Set<String> gains = better.stream().map(Compared::load).collect(Collectors.toSet());
        return all.compared.stream().filter(one -> one.decides() && !gains.contains(one.load())).map(Compared::load)
                .distinct().map(load -> " With " + load + withoutGain(all, load)).collect(Collectors.joining());
    }

    private static String withoutGain(Evidence all, String load) {
        return all.those(one -> one.load().equals(load) && one.isOpen()).stream().findFirst()
                .map(open -> " it is open whether there is an effect (" + open.name() + " " + open.times() + ").")
                .orElse(" there is no effect.");
    }

    private static String noEffect(Evidence all) {
        Compared main = all.those(one -> one.decides() && one.figure() == Compared.Figure.THROUGHPUT).getFirst();
        String measured = " (" + main.inWords() + ")";
        if (all.onVirtual.station() == Station.USERS && all.users > all.pool) {
            return Numbers.format("Virtual threads have no effect up to %d users%s: platform threads served all of "
                    + "them at a time, too, so the service has more than %d threads (--pool).", all.users, measured,
                    all.pool);
        }
        return switch (all.onVirtual.station()) {
        case USERS, RATE -> Numbers.format("Virtual threads have no effect below %d users%s: fewer requests are under "
                + "way than the pool has threads.", Math.max(all.users, all.pool), measured);
        case UNKNOWN -> Numbers.format("Virtual threads have no effect up to %d users%s.", all.users, measured);
        default -> Numbers.format("Virtual threads have no effect up to %d users%s: on %s the bottleneck is %s.",
                all.users, measured, all.onPlatform.station() == all.onVirtual.station() ? "either kind of thread"
                        : "virtual threads",
                all.onVirtual.words());
        };
    }

    private static OwnVerdict made(Evidence all, Word word, Station station, String sentence, List<Compared> first) {
        List<Compared> lines = Stream.concat(first.stream(), all.those(Compared::decides).stream()).distinct()
                .limit(LINES).toList();
        return new OwnVerdict(word, station, sentence, lines);
    }
}
