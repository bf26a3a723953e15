package benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.Supplier;
import kit.rule.Carriers;
import kit.rule.Model;
import kit.rule.Pool;
import kit.rule.Simulated;
import kit.rule.Time;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** How long the simulation takes for 100,000 requests: prints it, and holds it against nothing. */
@Tag(Lane.BENCH)
class ModelSpeedTest {

    private static final int REQUESTS = 100_000;
    private static final int REPETITIONS = 5;

    @Test
    void aPool() {
        time("100 users of a pool of 50 that waits", () -> {
            var model = new Model(1);
            Pool pool = model.pool(50);
            return model.closed(100, Time.NONE, 0.4,
                    List.of(pool.take(), model.waiting(Time.fixed(0.4)), pool.giveBack()), 1000, REQUESTS);
        });
    }

    @Test
    void carriers() {
        time("10,000 users of two carriers that compute", () -> {
            var model = new Model(1);
            Carriers on = model.carriers(model.cpus(2), 2);
            return model.closed(10_000, Time.NONE, 0, List.of(on.run(Time.NONE), model.waiting(Time.fixed(0.2)),
                    on.run(Time.fixed(0.001)), on.run(Time.NONE)), 10_000, REQUESTS);
        });
    }

    private static void time(String what, Supplier<Simulated> run) {
        for (int i = 1; i <= REPETITIONS; i++) {
            long start = System.nanoTime();
            Simulated seen = run.get();
            System.out.printf("%s, %d requests, run %d: %.0f ms%n", what, REQUESTS, i,
                    (System.nanoTime() - start) / 1e6);
            assertEquals(REQUESTS, seen.seconds().length);
        }
    }
}
