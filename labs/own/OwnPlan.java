package own;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import kit.machine.Jdks;
import kit.plan.BenchPlan;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.LabPlan;
import kit.plan.Load;
import kit.plan.Metric;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Request.Call;
import kit.plan.Variant;
import kit.rule.Queueing;
import kit.rule.RuleFigures;
import kit.rule.Rules;

/**
 * What is measured: the loads with their variants, and the claims that decide when it is enough.
 *
 * @param loads in the order in which they are told: the peak first, then the users, fewer first
 */
record OwnPlan(List<Under> loads, LabPlan plan) {

    /** Throughput may differ from the rule by this share: the demand is that of a pilot. */
    private static final double TOLERANCE = 0.15;
    /** Of the lightest call on its own, in requests/s: so few that they are no load. */
    static final double LIGHT_RATE = 10;
    /** Where the CPUs serve fewer requests a second, the load generator has little to do. */
    private static final double FEW_REQUESTS = 1000;
    /** A fork has so many requests beyond its 99th or 95th percentile that it is a steady figure. */
    private static final double REQUESTS_FOR_P99 = 1500;
    private static final double REQUESTS_FOR_P95 = 300;
    private static final double REQUESTS_FOR_P50 = 30;

    /**
     * By what a pilot found.
     *
     * @param light the lightest call, which is also sent on its own; null where none is much lighter
     * @param used  time that has passed
     */
    static OwnPlan of(String question, Target target, LoadPlan plan, Pilot.Needs needs, Call light,
            List<Requirement> requirements, Duration used) {
        int cpus = Runtime.getRuntime().availableProcessors();
        Demand demand = needs.demands().get(target.platform().name());
        List<Integer> users = plan.users(demand, cpus);
        boolean sendsFew = cpus / demand.cpuSeconds() < FEW_REQUESTS;
        Variant platform = driven(target.platform(), sendsFew);
        Variant virtual = target.change() == null ? null : driven(target.virtual(), sendsFew);
        Variant sized = !target.canSize() ? null
                : driven(target.sized(plan.threads(users.isEmpty() ? 0 : users.getLast(), demand)), sendsFew);
        var loads = new ArrayList<Under>();
        OpenLoop peak = plan.peak();
        if (peak != null) {
            loads.add(under(Role.DECIDES, peak, target, needs, platform, virtual, sized, light));
        }
        for (int number : users) {
            boolean isLast = number == users.getLast();
            Role role = peak != null ? Role.WARNS : isLast ? Role.DECIDES : Role.COUNTS;
            loads.add(under(role, plan.closed(number, demand, cpus), target, needs, platform, virtual, sized,
                    isLast ? light : null));
        }
        BenchPlan bench = plan.bench(used, needs.alive());
        Set<Claim> claims = virtual == null ? Set.of() : claims(loads, requirements, plan, cpus);
        return new OwnPlan(List.copyOf(loads), new LabPlan("own", 0, question,
                loads.stream().flatMap(Under::comparisons).toList(), List.of(), List.copyOf(claims), 0,
                Optional.empty(), bench));
    }

    /**
     * The JVM of a variant has the load generator alone. Where that sends few requests, C2 would compile it for as long
     * as it lives, and take CPUs from the service. On virtual threads it would take more, since it has fewer rivals.
     */
    private static Variant driven(Variant variant, boolean sendsFew) {
        return sendsFew ? variant.ofGenerator(Jdks.C1_ONLY) : variant;
    }

    private static Under under(Role role, Load load, Target target, Pilot.Needs needs, Variant platform,
            Variant virtual, Variant sized, Call light) {
        Comparison comparison = Comparison.of(load.inWords()).load(load);
        for (Variant variant : Stream.of(platform, virtual, sized).filter(one -> one != null).toList()) {
            // Where a variant is too slow for its pilot, the rule has the demand of the service as it is.
            Demand own = needs.demands().getOrDefault(variant.name(), Demand.unknown());
            Demand demand = own.isKnown() ? own : needs.demands().get(platform.name());
            comparison = comparison.send(target.request(), demand).within(TOLERANCE).expectingErrors().to(variant);
        }
        Comparison beside = light == null ? null
                : comparison.beside("light", Request.of(List.of(light)), new OpenLoop(LIGHT_RATE,
                        Duration.ofSeconds(2)));
        return new Under(role, comparison, platform, virtual, sized, beside, light);
    }

    private static Set<Claim> claims(List<Under> loads, List<Requirement> requirements, LoadPlan plan, int cpus) {
        var claims = new LinkedHashSet<Claim>();
        loads.stream().filter(Under::decides).forEach(load -> {
            claims.add(Comparing.sameThroughput(load));
            tail(load, plan, cpus).ifPresent(tail -> claims.add(Comparing.sameTime(tail, load)));
            Comparing.sameLight(load).ifPresent(claims::add);
            requirements.forEach(one -> claims.add(one.claim(load)));
        });
        return claims;
    }

    /**
     * The percentile that is waited for; of few requests the mean. None where users queue for the CPUs by the rule:
     * their order decides it then.
     */
    private static Optional<Metric> tail(Under load, LoadPlan plan, int cpus) {
        Cell cell = load.cell(load.platform());
        RuleFigures rule = Rules.of(cell, cell.demand(), cpus);
        if (load.load().isClosed() && rule.bound().equals(Queueing.CPU)) {
            return Optional.empty();
        }
        double requests = rule.rps() * plan.block(load.load()).toMillis() / 1000 * plan.rounds();
        return Optional.of(requests >= REQUESTS_FOR_P99 ? Metric.P99
                : requests >= REQUESTS_FOR_P95 ? Metric.P95 : requests >= REQUESTS_FOR_P50 ? Metric.P50 : Metric.MEAN);
    }
}
