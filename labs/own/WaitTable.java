package own;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import kit.base.Numbers;
import kit.report.CellReport.Place;
import kit.report.CellReport.Waits;

/**
 * What requests wait for under one load, on platform threads beside virtual ones, by the thread dumps of all forks. A
 * share of the requests under way is the same share of the response time (Little's law).
 */
final class WaitTable {

    private static final int MOST_ROWS = 10;
    /** A wait that so many of the requests under way share explains what limits the throughput. */
    private static final double MOST = 0.5;
    /** Fewer requests than these in all dumps explain nothing. */
    private static final double LEAST = 20;

    private static final Pattern LOCK = Pattern.compile("monitor|\\w*(?:Lock|Semaphore)\\.");

    private final List<Waits> platform;
    private final List<Waits> virtual;

    /**
     * A row.
     *
     * @param line      of the service; empty where there is none
     * @param operation what waits there, or what becomes of the requests
     * @param platform  share of the requests under way, 0 to 1; NaN where there are no dumps
     * @param virtual   the same on virtual threads
     */
    record Row(String line, String operation, double platform, double virtual) {

        private double largest() {
            return DoubleStream.of(platform, virtual).filter(Double::isFinite).max().orElse(0);
        }

        private boolean isWait() {
            return !line.isEmpty();
        }

        /** Whether requests queue there for a lock, of which one has it at a time, or some. */
        boolean isLock() {
            return LOCK.matcher(operation).lookingAt();
        }

        /** As in {@code org.example.Shop.order:12 (Thread.sleep)}. */
        String inWords() {
            return line + " (" + operation + ")";
        }
    }

    /** @param platform of each fork, and so {@code virtual} */
    WaitTable(List<Waits> platform, List<Waits> virtual) {
        this.platform = platform;
        this.virtual = virtual;
    }

    /** Of what was measured under one load. */
    static WaitTable of(Observed platform, Observed virtual) {
        return new WaitTable(platform.waits(), virtual.waits());
    }

    boolean isEmpty() {
        return dumps() == 0;
    }

    /** Thread dumps that could be read. */
    int dumps() {
        return Stream.concat(platform.stream(), virtual.stream()).mapToInt(Waits::dumps).sum();
    }

    /** Why there are no dumps, or fewer than there should be. */
    Optional<String> missing() {
        return Stream.concat(platform.stream(), virtual.stream()).map(Waits::missing).filter(why -> why != null)
                .findFirst();
    }

    /** All rows, the largest share first. */
    List<Row> all() {
        Map<Place, Double> onPlatform = shares(platform);
        Map<Place, Double> onVirtual = shares(virtual);
        Set<Place> places = new LinkedHashSet<>(onPlatform.keySet());
        places.addAll(onVirtual.keySet());
        return places.stream()
                .map(place -> new Row(place.line(), place.operation(), share(onPlatform, place),
                        share(onVirtual, place)))
                .sorted(Comparator.comparingDouble(Row::largest).reversed()).toList();
    }

    private static double share(Map<Place, Double> shares, Place place) {
        return shares.isEmpty() ? Double.NaN : shares.getOrDefault(place, 0.0);
    }

    /** By the place; its own number of requests is left out. */
    private static Map<Place, Double> shares(List<Waits> forks) {
        double underWay = underWay(forks);
        return forks.stream().flatMap(fork -> fork.places().stream()).collect(Collectors.groupingBy(
                place -> new Place(place.line(), place.operation(), 0), LinkedHashMap::new,
                Collectors.summingDouble(place -> place.requests() / underWay)));
    }

    /** At most ten rows; the last one adds up what is left. */
    List<Row> rows() {
        List<Row> all = all();
        if (all.size() <= MOST_ROWS) {
            return all;
        }
        var rows = new ArrayList<>(all.subList(0, MOST_ROWS - 1));
        List<Row> others = all.subList(MOST_ROWS - 1, all.size());
        rows.add(new Row("", others.size() + " others", others.stream().mapToDouble(Row::platform).sum(),
                others.stream().mapToDouble(Row::virtual).sum()));
        return rows;
    }

    /** The wait of half the requests under way or more on platform threads. */
    Optional<Row> mostOnPlatform() {
        return most(platform, Row::platform);
    }

    Optional<Row> mostOnVirtual() {
        return most(virtual, Row::virtual);
    }

    private Optional<Row> most(List<Waits> forks, ToDoubleFunction<Row> share) {
        return underWay(forks) < LEAST ? Optional.empty()
                : all().stream().filter(row -> row.isWait() && share.applyAsDouble(row) >= MOST).findFirst();
    }

    /** The line of half of the virtual threads or more that were on carriers; empty where there is none. */
    static Optional<String> mostMounted(List<Waits> forks) {
        List<Place> mounted = forks.stream().flatMap(fork -> fork.mounted().stream()).toList();
        double all = mounted.stream().mapToDouble(Place::requests).sum();
        return mounted.stream().filter(place -> !place.line().isEmpty()).collect(Collectors.groupingBy(Place::line,
                LinkedHashMap::new, Collectors.summingDouble(Place::requests))).entrySet().stream()
                .filter(line -> line.getValue() >= MOST * all).max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }

    /** Summed over the dumps. */
    private static double underWay(List<Waits> forks) {
        return forks.stream().mapToDouble(Waits::underWay).sum();
    }

    /** What a table of it shows, for people. @param load under which the dumps were taken */
    String about(String load) {
        return Numbers.format("What requests wait for with %s, by %d thread dumps. They were taken after the "
                + "measurement, while the load went on. A line's share of the requests under way is its share of the "
                + "response time (Little's law).", load, dumps());
    }

    /** The head of that table. @param isCompared whether there are two kinds of thread */
    static List<String> header(boolean isCompared) {
        return isCompared ? List.of("line of the service", "waits in", "platform threads", "virtual threads")
                : List.of("line of the service", "waits in", "share");
    }

    /** Its rows. */
    List<List<String>> table(boolean isCompared) {
        return rows().stream().map(row -> Stream.of(name(row), row.isWait() ? row.operation : "",
                percent(row.platform), percent(row.virtual)).limit(isCompared ? 4 : 3).toList()).toList();
    }

    private static String name(Row row) {
        if (row.isWait()) {
            return row.line;
        }
        return switch (row.operation) {
        case Place.RUNNING -> "(running, or waiting for a CPU)";
        case Place.NO_THREAD -> "(no thread: waiting for one, or between client and service)";
        default -> "(" + row.operation + ")";
        };
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? "" : Numbers.format("%.0f %%", 100 * share);
    }
}
