package old.page;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import kit.plan.Burst;
import old.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Demand;
import kit.rule.Forecast;
import kit.plan.Load;
import old.plan.Needs;
import kit.plan.OpenLoop;
import kit.rule.RuleFigures;
import kit.plan.Published;
import kit.rule.Queueing;
import kit.plan.Request;
import kit.plan.Stages;
import kit.plan.Traffic;
import kit.plan.Variant;

/** Makes the plans of a lab's cells: with what the rule and what was published say of each. */
final class Plans {

    /** So many times the response time by the rule, at least, is waited for. */
    private static final int PATIENCE = 3;

    private final String lab;
    private final JdkChoice jdks;
    private final int cpus;
    private final IntSupplier part;
    private final Set<String> flags = new LinkedHashSet<>();
    private Published published = Published.nothing();

    /** @param part of the page that plans a cell, see {@link Cell#part} */
    Plans(String lab, JdkChoice jdks, int cpus, IntSupplier part) {
        this.part = part;
        this.lab = lab;
        this.jdks = jdks;
        this.cpus = cpus;
    }

    Published published() {
        return published;
    }

    void published(Published figures) {
        published = figures;
    }

    /** The JVMs of all services have this flag. */
    void flag(String ofJvm) {
        flags.add(ofJvm);
    }

    Cell cell(Variant variant, Request request, Load load, IntFunction<Demand> demand) {
        if (load instanceof Stages stages) {
            Cell cell = plan(variant, request, load, jdk -> RuleFigures.none());
            for (Stages.Stage stage : stages.stages()) {
                cell = cell.with(stage, rule(variant, stage, demand));
            }
            return cell.capacity((jdk, users) -> capacity(variant, users, 0, demand.apply(jdk)));
        }
        Cell cell = plan(variant, request, load, rule(variant, load, demand));
        return load instanceof ClosedLoop loop
                ? cell.capacity((jdk, users) -> capacity(variant, users, think(loop), demand.apply(jdk)))
                : cell;
    }

    /** A pilot, see {@link Lab#needs}. */
    Cell pilot(Variant variant, Request request, Stages load) {
        return cell(variant, request, load, Needs.unknown()).as(Pilots.ROUTE).warmup(Pilots.WARM_UP).throughputOnly()
                .published(Published.Figure.NONE);
    }

    Cell cell(Variant variant, Request request, Load load, RuleFigures prediction) {
        return plan(variant, request, load, jdk -> prediction);
    }

    private Cell plan(Variant variant, Request request, Load load, IntFunction<RuleFigures> prediction) {
        // A figure that was published for users within a ramp is one of a burst.
        boolean isBurst = load instanceof Burst burst && !burst.looksAtMemory();
        int users = isBurst == published.isOfBursts() && !(load instanceof Stages) ? load.users() : 0;
        var stream = new Traffic("", patient(request, variant, prediction), spread(variant, load, prediction));
        Variant flagged = variant.service().isInThisJvm() ? variant.flags(flags.toArray(String[]::new)) : variant;
        return new Cell(flagged, List.of(stream), prediction,
                published.figure(lab, variant.name(), request.path(), users)).part(part.getAsInt());
    }

    /** The same request, not given up before the rule says that it is answered; not all of them wait equally long. */
    private Request patient(Request request, Variant variant, IntFunction<RuleFigures> prediction) {
        double longest = jdks.of(variant).stream().map(prediction::apply).mapToDouble(RuleFigures::meanMs)
                .filter(Double::isFinite).max().orElse(0);
        Duration wait = Duration.ofMillis(Math.round(PATIENCE * longest));
        return wait.compareTo(request.timeout()) > 0 ? request.timeout(wait) : request;
    }

    /**
     * The same load by users who begin one by one within the time for which a request is served, where they would not
     * fall in step again. Not within the response time: at a pool that is too small the first users would find no
     * queue, and the queue would still grow when the measurement begins.
     */
    private Load spread(Variant variant, Load load, IntFunction<RuleFigures> prediction) {
        List<RuleFigures> all = jdks.of(variant).stream().map(prediction::apply).toList();
        // Users who fall in step: one who is not in step yet is counted in one round and missing in the next.
        boolean inStep = !variant.timeSliced() && all.stream().anyMatch(p -> p.bound().equals("cpu"));
        if (!(load instanceof ClosedLoop loop) || loop.cold() || loop.alone() || inStep
                || !all.stream().allMatch(RuleFigures::exists)) {
            return load;
        }
        return loop
                .spread(Duration.ofMillis(Math.round(all.stream().mapToDouble(RuleFigures::servedMs).min().orElse(0))));
    }

    /** By the feature version of the JDK; each is computed once, which may take a simulation. */
    private IntFunction<RuleFigures> rule(Variant variant, Load load, IntFunction<Demand> demand) {
        var known = new HashMap<Integer, RuleFigures>();
        return jdk -> known.computeIfAbsent(jdk, one -> rule(variant, load, demand.apply(one)));
    }

    private RuleFigures rule(Variant variant, Load load, Demand demand) {
        if (!demand.isKnown()) {
            return RuleFigures.none();
        }
        return switch (load) {
        case Stages stages -> RuleFigures.none();
        case ClosedLoop loop -> closed(variant, loop.users(), think(loop), demand);
        case Stages.Stage stage -> closed(variant, stage.users(), 0, demand);
        // Arrivals are regular, and a demand without spread makes service regular too.
        case OpenLoop loop ->
            Queueing.open(loop.rate(), demand, variant.concurrencyLimit(), servers(variant, demand), 0, 0);
        case Burst burst ->
            Forecast.burst(burst.users(), burst.rampSeconds(), demand, variant.concurrencyLimit(), cpus);
        };
    }

    private RuleFigures closed(Variant variant, int users, double think, Demand demand) {
        return Forecast.closed(users, think, demand, variant.concurrencyLimit(), servers(variant, demand),
                variant.timeSliced());
    }

    /** The same without percentiles: where requests only wait, the formula is exact, and needs no simulation. */
    private RuleFigures capacity(Variant variant, int users, double think, Demand demand) {
        return !demand.isKnown() ? RuleFigures.none()
                : demand.cpuSeconds() > 0 ? closed(variant, users, think, demand)
                        : Queueing.closed(users, think, demand, variant.concurrencyLimit(), servers(variant, demand));
    }

    /** More carriers than CPUs can hold more requests, but not work more. */
    private int servers(Variant variant, Demand demand) {
        boolean onAllCpus = demand.inPieces() && !demand.isPinned();
        int carriers = variant.cpus() == 0 || onAllCpus ? cpus : variant.cpus();
        return demand.isPinned() ? carriers : Math.min(cpus, carriers);
    }

    private static double think(ClosedLoop loop) {
        return loop.think().toNanos() / 1e9;
    }

}
