package kit.own;

import contract.Verdict;
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

    /** What the verdict says. */
    enum Word {
        /** At the peak rate or the largest load virtual threads are better, and nothing is worse. */
        ENABLE(Verdict.CONFIRMED),
        /** A change that matters is excluded. */
        NO_EFFECT(Verdict.CONFIRMED),
        /** Something is worse, and nothing better; or more requests fail. */
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
     * @param missing    why a load could not be compared, for each such load
     * @param stopped    why a load was stopped on virtual threads and not on platform threads; empty where none was
     * @param switched   whether virtual threads were at work with the switch on; empty where nothing tells
     * @param onPlatform what limits the service on platform threads under the load that decides
     * @param onVirtual  the same on virtual threads
     * @param users      the largest number of users
     * @param pool       threads of the pool
     */
    record Evidence(List<Compared> compared, List<String> missing, Optional<String> stopped,
            Optional<Boolean> switched, Bottleneck onPlatform, Bottleneck onVirtual, int users, int pool) {

        private List<Compared> those(Predicate<Compared> such) {
            return compared.stream().filter(such).sorted(Comparator.comparing(Compared::decides).reversed()
                    .thenComparing(Compared::figure)
                    .thenComparing(one -> -Math.abs(Math.log(one.ratio())))).toList();
        }
    }

    /** Judges by the rule that {@link Word} tells. */
    static OwnVerdict of(Evidence all) {
        if (all.stopped.isPresent()) {
            return made(all, Word.HARMFUL, all.onVirtual.station(), "Virtual threads are harmful: more requests fail, "
                    + all.stopped.get() + ". On platform threads the load was not stopped. Does everything that they "
                    + "use have room for as many at a time, such as connections?", List.of());
        }
        if (all.compared.stream().noneMatch(Compared::decides)) {
            return new OwnVerdict(Word.INVALID, Station.UNKNOWN, "The measurement is invalid: "
                    + all.missing.stream().findFirst().orElse("nothing was measured") + ".", List.of());
        }
        List<Compared> better = all.those(one -> one.decides() && one.isBetter());
        List<Compared> worse = all.those(Compared::isWorse);
        List<Compared> open = all.those(Compared::isOpen);
        if (all.switched.isPresent() && !all.switched.get()) {
            return made(all, Word.CANNOT_TELL, Station.UNKNOWN, "Cannot tell: with the switch on, no virtual thread "
                    + "was seen at work. Does the service know this property?", open);
        }
        if (worse.stream().anyMatch(Compared::isFailing)) {
            return made(all, Word.HARMFUL, all.onVirtual.station(), Numbers.format(
                    "Virtual threads are harmful: more requests fail, %s. Does everything that they use have room for "
                            + "as many at a time, such as connections?",
                    all.those(Compared::isFailing).getFirst().inWords()), worse);
        }
        if (!better.isEmpty() && !worse.isEmpty()) {
            return made(all, Word.CANNOT_TELL, all.onVirtual.station(), Numbers.format(
                    "Cannot tell: virtual threads are better %s, and worse %s. Which of the two matters?",
                    better.getFirst().inWords(), worse.getFirst().inWords()),
                    Stream.concat(better.stream(),
                            worse.stream()).toList());
        }
        if (!better.isEmpty()) {
            return made(all, Word.ENABLE, all.onPlatform.station(), Numbers.format(
                    "Enable virtual threads: %s. On platform threads the bottleneck is %s.%s",
                    better.getFirst().inWords(), all.onPlatform.words(), elsewhere(all, better)), better);
        }
        if (!worse.isEmpty()) {
            return made(all, Word.HARMFUL, all.onVirtual.station(), Numbers.format(
                    "Virtual threads are harmful: %s. On virtual threads the bottleneck is %s.",
                    worse.getFirst().inWords(), all.onVirtual.words()), worse);
        }
        if (!open.isEmpty()) {
            return made(all, Word.CANNOT_TELL, all.onVirtual.station(), Numbers.format(
                    "Cannot tell: %s does not decide it. More forks may.", open.getFirst().inWords()),
                    open);
        }
        return made(all, Word.NO_EFFECT, all.onVirtual.station(), noEffect(all), List.of());
    }

    /** Of the loads that decide, those under which there is no gain. */
    private static String elsewhere(Evidence all, List<Compared> better) {
        Set<String> gains = better.stream().map(Compared::load).collect(Collectors.toSet());
        return all.compared.stream().filter(one -> one.decides() && !gains.contains(one.load())).map(Compared::load)
                .distinct().map(load -> " With " + load + " there is no effect.").collect(Collectors.joining());
    }

    private static String noEffect(Evidence all) {
        Compared main = all.those(one -> one.decides() && one.figure() == Compared.Figure.THROUGHPUT).getFirst();
        String measured = " (" + main.inWords() + ")";
        return switch (all.onVirtual.station()) {
        case USERS, RATE -> Numbers.format("Virtual threads have no effect below %d users%s: fewer requests are under "
                + "way than the pool has threads.", Math.max(all.users, all.pool), measured);
        case UNKNOWN -> Numbers.format("Virtual threads have no effect up to %d users%s.", all.users, measured);
        default -> Numbers.format("Virtual threads have no effect up to %d users%s: on either kind of thread the "
                + "bottleneck is %s.", all.users, measured, all.onVirtual.words());
        };
    }

    private static OwnVerdict made(Evidence all, Word word, Station station, String sentence, List<Compared> first) {
        List<Compared> lines = Stream.concat(first.stream(), all.those(Compared::decides).stream()).distinct()
                .limit(LINES).toList();
        return new OwnVerdict(word, station, sentence, lines);
    }
}
