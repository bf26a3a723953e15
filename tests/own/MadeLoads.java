package own;

import fixtures.Light;
import fixtures.MadeMeasurement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.machine.Jdks;
import kit.plan.BenchPlan;
import kit.plan.Claim;
import kit.plan.ClosedLoop;
import kit.plan.Comparison;
import kit.plan.Demand;
import kit.plan.LabPlan;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Request.Call;
import kit.plan.Variant;

/** Loads as own measures them, of variants of the light service. */
final class MadeLoads {

    static final Variant PLATFORM = Light.platform("platform", 20);
    static final Variant VIRTUAL = Light.virtual("virtual");
    static final Variant SIZED = Light.platform("platform-sized", 40);

    private MadeLoads() {}

    /** Ten users of requests that wait for 20 ms. */
    static Under waiting(Role role) {
        return under(role, 10, Demand.waiting(Duration.ofMillis(20)), false);
    }

    /** So many users; with a light call beside them where that is asked for. */
    static Under under(Role role, int users, Demand demand, boolean isBeside) {
        Comparison all = Comparison.of(users + " users").load(ClosedLoop.of(users, Duration.ofSeconds(2)))
                .send(Request.get("/wait"), demand).within(0.15).expectingErrors().to(PLATFORM, VIRTUAL, SIZED);
        Comparison beside = !isBeside ? null
                : all.beside("light", Request.get("/light"), new OpenLoop(10, Duration.ofSeconds(2)));
        return new Under(role, all, PLATFORM, VIRTUAL, SIZED, beside, isBeside ? Call.get("/light") : null);
    }

    static LabPlan plan(Under load, Claim... claims) {
        return new LabPlan("own", 0, "?", load.comparisons().toList(), List.of(), List.of(claims), 0,
                Optional.empty(), BenchPlan.usual(Jdks.current()));
    }

    /** Three forks, in which virtual threads have so many times the throughput that the rule says. */
    static JudgedRun judged(Under load, Claim claim, double factor) {
        LabPlan plan = plan(load, claim);
        return Judge.judge(plan, MadeMeasurement.of(plan, 3, Map.of(load.cell(VIRTUAL).name(), factor)));
    }
}
