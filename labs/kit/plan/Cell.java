package kit.plan;

import kit.record.CellName;

/**
 * A variant under a load: what is measured, block after block.
 *
 * @param name      in files, such as {@code virtual-c100}; no two cells of a plan have the same
 * @param variant   how the service runs
 * @param route     a further name where a comparison sends several requests; else empty
 * @param request   what each user sends
 * @param load      how requests arrive
 * @param demand    what one request needs, as the page declares it; CPU time that it does not declare is measured
 * @param tolerance share by which the throughput may differ from the rule
 * @param errors    whether failed requests are what the cell is there to show
 * @param believed  what others say that a request needs, where the page does not believe it; else null
 * @param published what was published of this cell; {@link Published.Figure#NONE} where nothing was
 * @param beside    name of the cell beside whose requests these are sent, in the same blocks; empty where it has blocks
 *                  of its own
 * @param together  whether several requests are one load, and this is one of them: none is the main one
 */
public record Cell(String name, Variant variant, String route, Request request, Load load, Demand demand,
        double tolerance, boolean errors, Station believed, Published.Figure published, String beside,
        boolean together) {

    /** Of requests that are sent alone, or beside those of another cell. */
    public Cell(String name, Variant variant, String route, Request request, Load load, Demand demand,
            double tolerance, boolean errors, Station believed, Published.Figure published, String beside) {
        this(name, variant, route, request, load, demand, tolerance, errors, believed, published, beside, false);
    }

    /** For people, such as {@code virtual (work), c=100}. */
    public String label() {
        return isDriven() || together ? shortLabel() + ", " + load.label() : shortLabel();
    }

    /** Without the load, where a table has it in its title. */
    public String shortLabel() {
        return !isDriven() && !together ? route + " beside " + beside
                : route.isEmpty() ? variant.name()
                        : variant.name() + " (" + route + ")";
    }

    /** Beside what was published of it. */
    public Cell published(Published.Figure figure) {
        return new Cell(name, variant, route, request, load, demand, tolerance, errors, believed, figure, beside,
                together);
    }

    /** One of several requests that are sent together, in the blocks of another cell. */
    Cell togetherWith(Cell first) {
        boolean isFirst = first.name.equals(name);
        return new Cell(isFirst ? name : CellName.ofStream(first.name, route), variant, route, request, load, demand,
                tolerance, errors, believed, published, isFirst ? "" : first.name, true);
    }

    /** What one request needs on a JDK; null where that is not known. */
    public Demand demandOn(int jdk) {
        return demand == null ? null : demand.on(jdk);
    }

    /** Whether the memory of the service is looked at while its requests wait. */
    public boolean looksAtMemory() {
        return load instanceof Burst burst && burst.looksAtMemory();
    }

    /**
     * Where its load comes from. Where the memory of the service is looked at, the load generator's must not be in it.
     *
     * @param usual of the other cells
     */
    public GeneratorMode generator(GeneratorMode usual) {
        return looksAtMemory() && !usual.isApart() ? GeneratorMode.OWN_JVM : usual;
    }

    /** Whether it has blocks of its own. */
    public boolean isDriven() {
        return beside.isEmpty();
    }
}
