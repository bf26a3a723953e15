package kit.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import kit.plan.Quantity.Figure;
import kit.plan.Quantity.OfRule;
import kit.plan.Quantity.Ratio;
import kit.record.CellName;

/**
 * One load on several variants, measured side by side: {@code compare("many users").users(100).send(light, s)
 * .to(platform, virtual)}. A method that adds something returns another comparison.
 */
public final class Comparison {

    private final String name;
    private final Usual usual;
    private final List<Cell> cells;
    private final Set<String> further;
    private final Ordered next;

    /**
     * What the comparisons of a page have in common.
     *
     * @param users     the load that so many users make
     * @param published what was published of a cell
     */
    public record Usual(IntFunction<Load> users, Function<Cell, Published.Figure> published) {
        /** Users who send requests for the usual length of a block, and nothing published. */
        public static final Usual PLAIN = new Usual(users -> ClosedLoop.of(users, BenchPlan.BLOCK),
                cell -> Published.Figure.NONE);
    }

    /** How the cells that are added next differ from nothing: what was said before {@link #to}. */
    private record Ordered(Load load, Request request, String route, Demand demand, double tolerance, boolean errors,
            Station believed, boolean isFurther) {}

    private Comparison(String name, Usual usual, List<Cell> cells, Set<String> further, Ordered next) {
        this.name = name;
        this.usual = usual;
        this.cells = List.copyOf(cells);
        this.further = Set.copyOf(further);
        this.next = next;
    }

    /** Without cells yet. */
    public static Comparison of(String name) {
        return of(name, Usual.PLAIN);
    }

    public static Comparison of(String name, Usual usual) {
        return new Comparison(name, usual, List.of(), Set.of(),
                new Ordered(null, null, "", null, 0.03, false, null, false));
    }

    private Comparison next(UnaryOperator<Ordered> change) {
        return new Comparison(name, usual, cells, further, change.apply(next));
    }

    /** So many users send the requests of the cells that follow. */
    public Comparison users(int users) {
        return load(usual.users.apply(users));
    }

    /** So many users send one request each, evenly spread over the ramp. */
    public Comparison burst(int users, Duration ramp) {
        return load(Burst.of(users, ramp));
    }

    /**
     * The memory of the service is looked at before the burst, and while all requests of the burst wait. Such a burst
     * is sent once in each JVM: what the first one leaves behind would be missing in the second.
     *
     * @param primer sent again and again before: it runs the same code, does not wait, and leaves no memory behind
     * @throws IllegalStateException where the cells that follow have another load than a burst
     */
    public Comparison lookingAtMemoryAfter(Request primer) {
        if (next.load instanceof Burst burst) {
            return load(burst.after(primer));
        }
        throw new IllegalStateException(name + ": say burst(...) before lookingAtMemoryAfter(...)");
    }

    /** How many users its cells have; those of the first one where they differ. */
    public int users() {
        return cells.getFirst().load().users();
    }

    /** The load of the cells that follow. */
    public Comparison load(Load load) {
        return next(n -> new Ordered(load, n.request, n.route, n.demand, n.tolerance, n.errors, n.believed,
                n.isFurther));
    }

    /** A default run leaves out the cells that follow: {@code --all-cells} measures them, too. */
    public Comparison onlyWithAllCells() {
        return next(n -> new Ordered(n.load, n.request, n.route, n.demand, n.tolerance, n.errors, n.believed, true));
    }

    /** Whether a default run leaves out a cell. */
    public boolean isFurther(Cell cell) {
        return further.contains(cell.name());
    }

    /** What is sent in the cells that follow, and what one such request needs. */
    public Comparison send(Request request, Demand demand) {
        return send("", request, demand);
    }

    /** Of a request that no rule is known of. */
    public Comparison send(String route, Request request) {
        return send(route, request, Demand.unknown());
    }

    /** Where the comparison sends several requests. @param route its name, short and file-safe */
    public Comparison send(String route, Request request, Demand demand) {
        return next(n -> new Ordered(n.load, request, route, demand, n.tolerance, n.errors, null, n.isFurther));
    }

    /** How far the throughput of the cells that follow may be from the rule, as a share; 3 % unless said otherwise. */
    public Comparison within(double share) {
        return next(n -> new Ordered(n.load, n.request, n.route, n.demand, share, n.errors, n.believed,
                n.isFurther));
    }

    /** Failed requests are what the cells that follow are there to show. */
    public Comparison expectingErrors() {
        return next(n -> new Ordered(n.load, n.request, n.route, n.demand, n.tolerance, true, n.believed,
                n.isFurther));
    }

    /**
     * What others say that a request of the cells that follow needs of the CPUs, and this page does not believe.
     * Throughput beyond it shows that it is not so.
     */
    public Comparison believedToNeed(Duration each, int cpus) {
        return next(n -> new Ordered(n.load, n.request, n.route, n.demand, n.tolerance, n.errors,
                new Station("CPUs", cpus, each.toNanos() / 1e9), n.isFurther));
    }

    /**
     * Adds a cell for each of these variants.
     *
     * @throws IllegalStateException where load or request are not said yet, or two different cells have one name
     */
    public Comparison to(Variant... variants) {
        if (next.load == null || next.request == null) {
            throw new IllegalStateException(name + ": say users(...) and send(...) before to(...)");
        }
        var more = new ArrayList<>(cells);
        var left = new HashSet<>(further);
        for (Variant variant : variants) {
            String cellName = CellName.ofPlan(variant.name(), next.route, next.load.shortName());
            Cell bare = new Cell(cellName, variant, next.route, next.request, next.load, next.demand, next.tolerance,
                    next.errors, next.believed, Published.Figure.NONE, "");
            Cell cell = bare.published(usual.published.apply(bare));
            Optional<Cell> there = more.stream().filter(other -> other.name().equals(cellName)).findFirst();
            if (there.isPresent() && !there.get().equals(cell)) {
                throw new IllegalStateException(name + ": two cells are called " + cellName
                        + ": give their requests names, send(\"name\", ...)");
            }
            // With -c or --rate two loads of the page may be the same.
            if (there.isEmpty()) {
                more.add(cell);
                if (next.isFurther) {
                    left.add(cellName);
                }
            }
        }
        return new Comparison(name, usual, more, left, next);
    }

    /**
     * Requests that are sent beside those of each of its cells, in the same blocks: how does a light request fare while
     * others keep the service busy? No rule is known of them.
     *
     * @param route their name, short and file-safe
     */
    public Comparison beside(String route, Request request, Load load) {
        return new Comparison(route + " beside " + name, usual, cells.stream().map(cell -> new Cell(
                CellName.ofStream(cell.name(), route), cell.variant(), route, request, load, Demand.unknown(),
                next.tolerance, next.errors, null,
                Published.Figure.NONE, cell.name())).toList(),
                further.stream().map(main -> CellName.ofStream(main, route)).collect(Collectors.toSet()), next);
    }

    /**
     * All requests of a variant are sent at the same time, in the same blocks: one load of several requests, each with
     * figures of its own.
     */
    public Comparison together() {
        var first = new LinkedHashMap<String, Cell>();
        cells.forEach(cell -> first.putIfAbsent(cell.variant().name(), cell));
        UnaryOperator<Cell> joined = cell -> cell.togetherWith(first.get(cell.variant().name()));
        return new Comparison(name, usual, first.keySet().stream()
                .flatMap(variant -> cells.stream().filter(cell -> cell.variant().name().equals(variant)))
                .map(joined).toList(),
                cells.stream().filter(this::isFurther).map(joined).map(Cell::name).collect(Collectors.toSet()), next);
    }

    public Comparison map(UnaryOperator<Cell> change) {
        return new Comparison(name, usual, cells.stream().map(change).toList(), further, next);
    }

    Comparison filter(Predicate<Cell> wanted) {
        return new Comparison(name, usual, cells.stream().filter(wanted).toList(), further, next);
    }

    /** For people. */
    public String name() {
        return name;
    }

    /** In the order in which they were declared. */
    public List<Cell> cells() {
        return cells;
    }

    /** The cell of this variant, where there is one. @throws IllegalStateException where there is none, or several */
    public Cell of(Variant variant) {
        return of(variant, null);
    }

    /** The cell of this variant that sends the request of that name; of several, the one that a default run has. */
    public Cell of(Variant variant, String route) {
        List<Cell> all = cells.stream().filter(cell -> cell.variant().name().equals(variant.name())
                && (route == null || cell.route().equals(route))).toList();
        List<Cell> found = all.size() < 2 ? all : all.stream().filter(cell -> !isFurther(cell)).toList();
        if (found.size() != 1) {
            throw new IllegalStateException(name + " has " + found.size() + " cells of " + variant.name()
                    + (route == null ? "" : " that send " + route));
        }
        return found.getFirst();
    }

    /** A figure of one variant. */
    public Figure figure(Measurable metric, Variant variant) {
        return new Figure(of(variant), metric);
    }

    /** A figure of one variant, of the request of this name. */
    public Figure figure(Measurable metric, String route, Variant variant) {
        return new Figure(of(variant, route), metric);
    }

    /** Requests/s of one variant. */
    public Figure throughput(Variant variant) {
        return figure(Metric.THROUGHPUT, variant);
    }

    /** Throughput of one variant divided by that of another. */
    public Ratio throughput(Variant above, Variant below) {
        return ratio(Metric.THROUGHPUT, above, below);
    }

    /** Requests/s of one variant, of the request of this name. */
    public Figure throughput(String route, Variant variant) {
        return figure(Metric.THROUGHPUT, route, variant);
    }

    public Ratio throughput(String route, Variant above, Variant below) {
        return throughput(of(above, route), of(below, route));
    }

    /** A figure of one variant divided by that of another. */
    public Ratio ratio(Measurable metric, Variant above, Variant below) {
        return figure(metric, above).over(figure(metric, below));
    }

    /** The mean response time of one variant, in ms. */
    public Figure mean(Variant variant) {
        return figure(Metric.MEAN, variant);
    }

    /** How widely the response times of one variant are spread: their standard deviation divided by their mean. */
    public Figure spread(Variant variant) {
        return figure(Metric.SPREAD, variant);
    }

    /** Rows by which the backlog of one variant grows in a second. */
    public Figure backlogGrowth(Variant variant) {
        return figure(Metric.BACKLOG_GROWTH, variant);
    }

    /** CPU time that one variant needs for a request, in ms. */
    public Figure cpuPerRequest(Variant variant) {
        return figure(Metric.CPU_PER_REQUEST, variant);
    }

    /** CPU time of a request on one variant divided by that on another. */
    public Ratio cpuPerRequest(Variant above, Variant below) {
        return ratio(Metric.CPU_PER_REQUEST, above, below);
    }

    /**
     * Throughput of one variant as a share of what is possible, if a request needs what {@link #believedToNeed} says.
     */
    public Figure ofLimit(Variant variant) {
        return figure(Metric.OF_LIMIT, variant);
    }

    /** Why most pinned threads of one variant were pinned, as the flight recording says it. */
    public PinnedReason pinnedReason(Variant variant) {
        return new PinnedReason(of(variant), 0);
    }

    public PinnedReason pinnedReason(String route, Variant variant) {
        return new PinnedReason(of(variant, route), 0);
    }

    /** Throughput of one cell divided by that of another, whatever their comparisons. */
    public static Ratio throughput(Cell above, Cell below) {
        return new Figure(above, Metric.THROUGHPUT).over(new Figure(below, Metric.THROUGHPUT));
    }

    /** Throughput beside the rule, for each of its cells. */
    public List<OfRule> ofRule() {
        return cells.stream().map(OfRule::new).toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
