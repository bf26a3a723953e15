package kit.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import kit.report.CellReport;

/**
 * Groups the threads of dumps that serve requests by the line of the service at which they wait. By Little's law the
 * share of the requests under way that are at a line is its share of the response time.
 *
 * <p>A thread serves a request where it has a frame of a known server that dispatches one. Of a service whose server is
 * not known, the threads in its own code count, but not at places where a thread is, too, when nothing is requested:
 * those wait for work.
 */
final class WaitingProfile {

    /**
     * A dump under load.
     *
     * @param threads  that may serve a request
     * @param underWay requests that were under way then
     */
    record Sample(List<Seen> threads, double underWay) {

        static Sample of(List<ThreadStack> threads, double underWay) {
            return new Sample(threads.stream().filter(one -> one.isServing() || one.isInOwnCode()).map(Seen::of)
                    .toList(), underWay);
        }
    }

    /** What matters of a thread: the stacks of thousands of threads are large. */
    private record Seen(boolean isServing, boolean isInOwnCode, Spot spot, Optional<Spot> mounted) {

        static Seen of(ThreadStack thread) {
            return new Seen(thread.isServing(), thread.isInOwnCode(), Spot.of(thread), Optional.of(thread)
                    .filter(ThreadStack::isMounted).map(one -> new Spot(one.line(), CellReport.Place.MOUNTED)));
        }
    }

    /** Where a thread is, and what it does there. */
    private record Spot(String line, String operation) {

        static Spot of(ThreadStack thread) {
            return thread.doing() == ThreadStack.Doing.RUNS ? new Spot("", CellReport.Place.RUNNING)
                    : new Spot(thread.line(), thread.operation());
        }
    }

    private final List<Sample> samples;
    private final boolean isServerKnown;

    WaitingProfile(List<Sample> samples) {
        this.samples = samples;
        this.isServerKnown = samples.stream().flatMap(sample -> sample.threads.stream())
                .anyMatch(Seen::isServing);
    }

    /** Whether it takes a dump when nothing is requested to tell which threads wait for work. */
    boolean needsRest() {
        return !isServerKnown && samples.stream().anyMatch(sample -> !sample.threads.isEmpty());
    }

    /**
     * @param atRest  the threads when nothing is requested, where that {@link #needsRest() is needed}
     * @param missing why there are fewer dumps than there should be; null where there are all
     */
    CellReport.Waits waits(List<ThreadStack> atRest, String missing) {
        Set<Spot> idle = atRest.stream().filter(ThreadStack::isInOwnCode).map(Spot::of).collect(Collectors.toSet());
        var requests = new LinkedHashMap<Spot, Double>();
        var mounted = new LinkedHashMap<Spot, Double>();
        double underWay = 0;
        for (Sample sample : samples) {
            List<Seen> spots = sample.threads.stream().filter(isServerKnown ? Seen::isServing : Seen::isInOwnCode)
                    .filter(one -> !idle.contains(one.spot)).toList();
            spots.forEach(one -> requests.merge(one.spot, 1.0, Double::sum));
            spots.stream().flatMap(one -> one.mounted.stream()).forEach(spot -> mounted.merge(spot, 1.0, Double::sum));
            double without = Math.max(0, sample.underWay - spots.size());
            if (without > 0) {
                requests.merge(new Spot("", CellReport.Place.NO_THREAD), without, Double::sum);
            }
            underWay += spots.size() + without;
        }
        return new CellReport.Waits(samples.size(), underWay, places(requests), places(mounted), missing);
    }

    private static List<CellReport.Place> places(Map<Spot, Double> requests) {
        var places = new ArrayList<CellReport.Place>();
        requests.forEach((spot, count) -> places.add(new CellReport.Place(spot.line, spot.operation, count)));
        places.sort(Comparator.comparingDouble(CellReport.Place::requests).reversed());
        // Not a view: it is sent to the lab.
        return List.copyOf(places);
    }
}
