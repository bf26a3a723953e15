package own;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Numbers;
import kit.judge.Bottleneck;
import kit.record.Verdict;

/**
 * Whether to switch virtual threads on, because of what, and by which figures.
 *
 * @param word     the verdict
 * @param bottleneck that explains it
 * @param sentence the verdict with its main figure
 * @param evidence at most three figures, the most important first
 */
record OwnVerdict(Word word, Bottleneck bottleneck, String sentence, List<Compared> evidence) {

    private static final int LINES = 3;
    private static final String ROOM = "With virtual threads, more requests run at the same time. Can everything "
            + "that they use, such as connections, serve so many?";

    /** What the verdict says. */
    enum Word {
        /**
         * At the peak rate or the largest load virtual threads are better, nothing is or may be worse there, and
         * nothing is surely worse with fewer users.
         */
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

        /** By its text. */
        static Word of(String text) {
            return Stream.of(values()).filter(word -> word.toString().equals(text)).findFirst().orElseThrow();
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
     * @param missing    why the load that decides could not be compared; empty where it was
     * @param stopped    loads that were stopped
     * @param switched   whether virtual threads were at work with the switch on; empty where nothing tells
     * @param onPlatform what limits the service on platform threads under the load that decides
     * @param onVirtual  the same on virtual threads
     * @param users      the largest number of users
     * @param pool       threads of the pool
     * @param beyond     the most users, where a peak decides; empty where they decide
     * @param larger     what a larger pool does; empty where none was measured
     */
    record Evidence(List<Compared> compared, Optional<String> missing, Stopped stopped, Optional<Boolean> switched,
            Limit onPlatform, Limit onVirtual, int users, int pool, Optional<Beyond> beyond,
            Optional<LargerPool> larger) {

        private List<Compared> those(Predicate<Compared> such) {
            return compared.stream().filter(such).sorted(Comparator.comparing(Compared::role)
                    .thenComparing(Compared::figure)
                    .thenComparing(one -> -Math.abs(Math.log(one.ratio())))).toList();
        }

        /** Those on which the verdict depends. */
        private List<Compared> counting(Predicate<Compared> such) {
            return those(one -> one.role() != Role.WARNS && such.test(one));
        }
    }

    /**
     * Why a load was stopped on one kind of thread, and not on the other; empty where none was.
     *
     * @param onVirtual  threads only
     * @param onPlatform threads only
     */
    record Stopped(Optional<Stop> onVirtual, Optional<Stop> onPlatform) {}

    /**
     * A load that was stopped.
     *
     * @param load  for people
     * @param why   too many requests failed
     * @param limit of the service under it
     */
    record Stop(String load, String why, Limit limit) {}

    /**
     * The most users without pauses, beside a peak that decides.
     *
     * @param load       for people
     * @param limit      on virtual threads
     * @param missing    why nothing could be compared there; empty where it could
     */
    record Beyond(String load, Limit limit, Optional<String> missing) {

        /** What became better and worse there, since a service may be used beyond its peak. */
        private String warning(Evidence all) {
            return " Beyond the peak, with " + load + " without pauses, " + missing.map(why -> "nothing could be "
                    + "compared: " + why + ".").orElseGet(() -> "the bottleneck on virtual threads is "
                            + limit.words() + "; better there: "
                            + named(all.those(one -> one.load().equals(load) && one.isNoticedAsBetter()))
                            + "; worse there: "
                            + named(all.those(one -> one.load().equals(load) && one.isNoticedAsWorse())) + ".");
        }

        private static String named(List<Compared> figures) {
            return figures.isEmpty() ? "nothing for certain"
                    : figures.stream().map(Compared::named).collect(Collectors.joining(", "));
        }
    }

    /** Judges by the rule that {@link Word} tells. */
    static OwnVerdict of(Evidence all) {
        OwnVerdict decided = decided(all);
        // Where the peak is invalid too, what could be compared is told.
        return all.beyond.filter(beyond -> decided.word != Word.INVALID || beyond.missing.isEmpty())
                .map(beyond -> new OwnVerdict(decided.word,
                        decided.bottleneck == Bottleneck.RATE && beyond.missing.isEmpty()
                                ? beyond.limit.bottleneck()
                                : decided.bottleneck,
                        decided.sentence + beyond.warning(all), decided.evidence))
                .orElse(decided);
    }

    private static OwnVerdict decided(Evidence all) {
        if (all.switched.isPresent() && !all.switched.get()) {
            return made(all, Word.CANNOT_TELL, Bottleneck.UNKNOWN, "Cannot tell: with the switch on, no virtual thread "
                    + "was seen at work. Does the service have this property?", all.counting(Compared::isOpen));
        }
        if (all.stopped.onVirtual().isPresent()) {
            Stop stop = all.stopped.onVirtual().get();
            return made(all, Word.HARMFUL, stop.limit.bottleneck(), "Virtual threads are harmful: more requests fail. "
                    + "With " + stop.load + " on virtual threads, " + stop.why + ". On platform threads it was not "
                    + "stopped. " + ROOM, List.of());
        }
        if (all.stopped.onPlatform().isPresent()) {
            return onlyOnPlatform(all, all.stopped.onPlatform().get());
        }
        if (all.compared.stream().noneMatch(Compared::decides)) {
            return new OwnVerdict(Word.INVALID, Bottleneck.UNKNOWN, "The measurement is invalid: "
                    + all.missing.orElse("nothing was measured") + ".", List.of());
        }
        List<Compared> better = all.counting(one -> one.decides() && one.isBetter());
        List<Compared> worse = all.counting(Compared::isWorse);
        List<Compared> open = all.counting(Compared::isOpen);
        if (worse.stream().anyMatch(Compared::isFailing)) {
            return made(all, Word.HARMFUL, all.onVirtual.bottleneck(), Numbers.format(
                    "Virtual threads are harmful: more requests fail (%s). %s",
                    all.counting(Compared::isFailing).getFirst().inWords(), ROOM), worse);
        }
        if (!better.isEmpty() && !worse.isEmpty()) {
            return made(all, Word.CANNOT_TELL, all.onVirtual.bottleneck(), Numbers.format(
                    "Cannot tell: virtual threads are better in one figure (%s) and worse in another (%s). Which of "
                            + "the two matters?",
                    better.getFirst().inWords(), worse.getFirst().inWords()),
                    Stream.concat(better.stream(),
                            worse.stream()).toList());
        }
        List<Compared> doubtful = all.counting(Compared::mayBeWorse);
        if (!better.isEmpty() && !doubtful.isEmpty()) {
            return made(all, Word.CANNOT_TELL, all.onVirtual.bottleneck(), Numbers.format(
                    "Cannot tell: virtual threads are better in one figure (%s) and may be worse in another (%s). %s",
                    better.getFirst().inWords(), doubtful.getFirst().inWords(), doubtful.getFirst().remedy()),
                    Stream.concat(better.stream(), doubtful.stream()).toList());
        }
        if (!better.isEmpty()) {
            return made(all, Word.ENABLE, all.onPlatform.bottleneck(), Numbers.format(
                    "Enable virtual threads: %s. %s%s", better.getFirst().inWords(),
                    limit("platform threads", all.onPlatform, "less time"), all.larger.map(LargerPool::sentence)
                            .orElse("")),
                    better);
        }
        if (worse.stream().anyMatch(one -> one.figure() != Compared.Figure.MEMORY)) {
            return made(all, Word.HARMFUL, all.onVirtual.bottleneck(), Numbers.format(
                    "Virtual threads are harmful: %s. %s", worse.getFirst().inWords(),
                    limit("virtual threads", all.onVirtual, "longer")), worse);
        }
        if (!open.isEmpty()) {
            return made(all, Word.CANNOT_TELL, all.onVirtual.bottleneck(), Numbers.format(
                    "Cannot tell: %s does not decide it. %s", open.getFirst().inWords(), open.getFirst().remedy()),
                    open);
        }
        if (all.onPlatform.bottleneck() == Bottleneck.GENERATOR || all.onVirtual.bottleneck() == Bottleneck.GENERATOR) {
            return made(all, Word.CANNOT_TELL, Bottleneck.GENERATOR, "Cannot tell: the load generator was the "
                    + "bottleneck, so the limit of the service is not known. Another one may send more: --generator.",
                    List.of());
        }
        return made(all, Word.NO_EFFECT, all.onVirtual.bottleneck(), noEffect(all) + worse.stream().findFirst()
                .map(memory -> " But the process is larger: " + memory.inWords() + ".").orElse(""), worse);
    }

    /** Platform threads could not serve a load that virtual threads served. */
    private static OwnVerdict onlyOnPlatform(Evidence all, Stop stop) {
        String stopped = "with " + stop.load + " on platform threads, " + stop.why
                + ". On virtual threads it was not stopped";
        List<Compared> worse = all.counting(Compared::isWorse);
        return worse.isEmpty()
                ? made(all, Word.ENABLE, stop.limit.bottleneck(), "Enable virtual threads: " + stopped + ".",
                        List.of())
                : made(all, Word.CANNOT_TELL, all.onVirtual.bottleneck(),
                        "Cannot tell: " + stopped + ". But this figure "
                                + "is worse: " + worse.getFirst().inWords() + ". Which of the two matters?",
                        worse);
    }

    /** Where no request waits for a limit of the service, only the time that it takes may differ. */
    private static String limit(String threads, Limit limit, String time) {
        return switch (limit.bottleneck()) {
        case RATE -> onlyTime("all requests that arrived were served", threads, time);
        case USERS -> onlyTime("all users were served at the same time", threads, time);
        default -> "On " + threads + " the bottleneck is " + limit.words() + ".";
        };
    }

    private static String onlyTime(String served, String threads, String time) {
        return "On " + threads + " " + served + ". The only difference is that a request takes " + time
                + " on virtual threads.";
    }

    private static String noEffect(Evidence all) {
        Compared main = all.those(one -> one.decides() && one.figure() == Compared.Figure.THROUGHPUT).getFirst();
        String none = "Virtual threads have no effect ";
        String measured = " (" + main.named() + ")";
        if (all.onVirtual.bottleneck() == Bottleneck.USERS && all.users > all.pool) {
            return Numbers.format("%sup to %d users%s: platform threads served all of them at a time, too, so the "
                    + "service has more than %d threads (--pool).", none, all.users, measured, all.pool);
        }
        String where = all.beyond.isPresent() || all.users == 0 ? "at " + main.load() : "up to " + all.users + " users";
        return none + switch (all.onVirtual.bottleneck()) {
        case RATE -> where + measured + ": all requests that arrived were served on either kind of thread.";
        case USERS -> Numbers.format("below %d users%s: fewer requests are under way than the pool has threads.",
                Math.max(all.users, all.pool), measured);
        case UNKNOWN -> where + measured + ".";
        default -> Numbers.format("%s%s: on %s the bottleneck is %s.", where, measured,
                all.onPlatform.bottleneck() == all.onVirtual.bottleneck() ? "either kind of thread" : "virtual threads",
                all.onVirtual.words());
        };
    }

    private static OwnVerdict made(Evidence all, Word word, Bottleneck bottleneck, String sentence,
            List<Compared> first) {
        List<Compared> lines = Stream.concat(first.stream(), all.those(Compared::decides).stream()).distinct()
                .limit(LINES).toList();
        return new OwnVerdict(word, bottleneck, sentence, lines);
    }
}
