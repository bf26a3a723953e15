package course;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import kit.base.Numbers;
import kit.plan.Station;

/**
 * Whether virtual threads raise the throughput of a service, by a few of its numbers and the rule of the labs: each
 * thing that a request holds for a time allows servers / time requests a second, and the lowest of these limits is the
 * bottleneck. {@code analysis/charts/decide.js} says the same in a page, in the same words.
 *
 * <p>Sources: Little, "A Proof for the Queuing Formula L = λW", Operations Research 9(3), 1961; Denning and Buzen, "The
 * Operational Analysis of Queueing Network Models", ACM Computing Surveys 10(3), 1978.
 */
public final class SwitchAdvice {

    /** From this share of its limit on, a pool is a bottleneck at the peak: its queue is seldom empty. */
    private static final double NEAR = 0.7;
    /** Beyond this share the numbers contradict each other. */
    private static final double IMPOSSIBLE = 1.05;

    private final double rate;
    private final Station threads;
    private final List<Station> others;

    /**
     * @param rate    requests/s at the peak
     * @param threads of the pool, and for how long a request holds one
     * @param others  what else a request holds: CPUs, connections; names in the plural
     */
    public SwitchAdvice(double rate, Station threads, List<Station> others) {
        this.rate = rate;
        this.threads = threads;
        this.others = List.copyOf(others);
    }

    /** How busy everything is at the peak, and what it allows, for a table: name, number, busy at the peak, limit. */
    public List<List<String>> table() {
        return all().stream().map(limit -> List.of(limit.name(), text(limit.servers()), text(busy(limit)),
                text(limit.limit()) + "/s")).toList();
    }

    /** The thing with the lowest limit, the bottleneck. */
    public Station bottleneck() {
        return lowest(all());
    }

    public Station bottleneckOnVirtual() {
        return lowest(others);
    }

    /** The first word of the answer. */
    public String word() {
        return bottleneck() != threads ? "No" : rate >= NEAR * threads.limit() ? "Yes" : "Not yet";
    }

    /** The answer in a sentence or two. */
    public String answer() {
        Station lowest = bottleneck();
        String contradiction = rate > IMPOSSIBLE * lowest.limit()
                ? "The numbers contradict each other: %s allow %s/s, and the peak is %s/s. "
                        .formatted(lowest.name(), text(lowest.limit()), text(rate))
                        + "Were all of them read at the peak? If so: "
                : "";
        return contradiction + word() + ". " + (lowest == threads ? ofThreads() : """
                The bottleneck is %s (%s/s), on any kind of thread. Virtual threads raise only the limit of the \
                pool, which is %s/s.""".formatted(lowest.name(), text(lowest.limit()), text(threads.limit())));
    }

    private String ofThreads() {
        Station next = bottleneckOnVirtual();
        String raised = "With virtual threads the limit is %s/s (%s) instead of %s/s.".formatted(text(next.limit()),
                next.name(), text(threads.limit()));
        return word().equals("Yes")
                ? "The pool of threads is the bottleneck. " + raised
                : "The pool of threads has the lowest limit, but at the peak %s of %s threads are busy. %s "
                        .formatted(text(busy(threads)), text(threads.servers()), raised)
                        + "A larger pool does the same.";
    }

    /** How many of them are busy at the peak (Little's law). */
    private double busy(Station held) {
        return rate * held.demandSeconds();
    }

    private List<Station> all() {
        var all = new ArrayList<>(List.of(threads));
        all.addAll(others);
        return all;
    }

    private static Station lowest(List<Station> limits) {
        return limits.stream().min(Comparator.comparingDouble(Station::limit)).orElseThrow();
    }

    private static String text(double value) {
        return Numbers.trim(value, 3);
    }
}
