package kit.rule;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** The simulation beside formulas that are exact. */
@Tag(Lane.UNIT)
class ModelTest {

    private static final int WARM = 20_000;
    private static final int COUNTED = 400_000;
    /** Of a mean of so many correlated response times; seen with other seeds: up to 0.02 at a utilisation of 0.8. */
    private static final double ERROR = 0.03;

    private static void about(double expected, double value, double share) {
        assertEquals(expected, value, share * expected);
    }

    /** Poisson arrivals at a pool of c. */
    private static Simulated queue(double rate, int servers, Time service) {
        var model = new Model(1);
        Pool pool = model.pool(servers);
        return model.open(Time.exponential(1 / rate), List.of(pool.take(), model.waiting(service), pool.giveBack()),
                WARM, COUNTED);
    }

    /** R = S / (1 - rho), and exponentially distributed: p50 = R ln 2, p99 = R ln 100. */
    @Test
    void mm1() {
        Simulated seen = queue(8, 1, Time.exponential(0.1));
        about(500, seen.meanMs(), ERROR);
        about(500, seen.sdMs(), 2 * ERROR);
        about(500 * Math.log(2), seen.percentileMs(0.5), ERROR);
        about(500 * Math.log(100), seen.percentileMs(0.99), 2 * ERROR);
        about(8, seen.throughput(), 0.01);
    }

    /**
     * Mean wait in the queue of M/M/c, in s: C(c, a) S / (c - a), with Erlang's C by way of the recurrence of Erlang's
     * B, B(0) = 1, B(j) = aB(j-1) / (j + aB(j-1)).
     */
    private static double erlangWait(double rate, double service, int servers) {
        double offered = rate * service;
        double b = 1;
        for (int j = 1; j <= servers; j++) {
            b = offered * b / (j + offered * b);
        }
        double rho = offered / servers;
        return b / (1 - rho * (1 - b)) * service / (servers - offered);
    }

    /** Erlang's C. */
    @ParameterizedTest
    @CsvSource({"2, 16", "8, 70", "50, 460"})
    void mmc(int servers, double rate) {
        about(100 + 1000 * erlangWait(rate, 0.1, servers), queue(rate, servers, Time.exponential(0.1))
                .meanMs(), ERROR);
    }

    /** Pollaczek and Khinchine without spread: W = rho S / (2 (1 - rho)). */
    @Test
    void md1() {
        about(100 + 1000 * 0.8 * 0.1 / (2 * 0.2), queue(8, 1, Time.fixed(0.1)).meanMs(), ERROR);
    }

    /** Processor sharing: R = S / (1 - rho), whatever the distribution of the work. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void sharedCpuIsInsensitiveToTheWork(boolean fixed) {
        var model = new Model(2);
        SharedCpus cpu = model.cpus(1);
        Simulated seen = model.open(Time.exponential(1 / 8.0),
                List.of(cpu.compute(fixed ? Time.fixed(0.1) : Time.exponential(0.1))), WARM, COUNTED);
        about(500, seen.meanMs(), ERROR);
        about(0.8, cpu.utilisation(), 0.02);
    }

    /** Machine repair (M/M/1 with N sources): the exact mean value analysis of N users, one server and thinking. */
    @ParameterizedTest
    @CsvSource({"1", "4", "12", "30"})
    void machineRepair(int users) {
        double service = 0.1;
        double think = 1;
        double queue = 0;
        double throughput = 0;
        for (int n = 1; n <= users; n++) {
            double response = service * (1 + queue);
            throughput = n / (response + think);
            queue = throughput * response;
        }
        var model = new Model(3);
        Pool server = model.pool(1);
        Simulated seen = model.closed(users, Time.exponential(think), 0,
                List.of(server.take(), model.waiting(Time.exponential(service)), server.giveBack()), 1000, COUNTED);
        about(throughput, seen.throughput(), 0.01);
        about(1000 * queue / throughput, seen.meanMs(), ERROR);
        about(throughput * service, server.utilisation(), 0.01);
        about(users, seen.throughput() * (seen.meanMs() / 1000 + think), 0.01);
    }

    /** Wave j of four waits j (S - m T / N) = j 750 ms; the last of 2000 is due half a millisecond before the end. */
    @Test
    void wavesOfABurst() {
        var model = new Model(4);
        Pool threads = model.pool(500);
        Simulated seen = model.burst(2000, 1,
                List.of(threads.take(), model.waiting(Time.fixed(1)), threads.giveBack()));
        assertEquals(2000 / (4 + 499 * 0.0005), seen.throughput(), 1e-6);
        assertEquals(1000 + 750 * (0 + 1 + 2 + 3) / 4.0, seen.meanMs(), 1e-6);
        assertEquals(750 * Math.sqrt(1.25), seen.sdMs(), 1e-6);
    }

    /** A closed loop at a pool that is too small: m / S and N / X, for every request. */
    @Test
    void aPoolThatIsTooSmall() {
        var model = new Model(5);
        Pool threads = model.pool(50);
        Simulated seen = model.closed(100, Time.NONE, 0.4,
                List.of(threads.take(), model.waiting(Time.fixed(0.4)), threads.giveBack()), 1000, 10_000);
        about(125, seen.throughput(), 0.001);
        about(800, seen.meanMs(), 0.001);
        about(800, seen.percentileMs(0.99), 0.001);
    }

    /** Users of carriers march in step: X = N / (N D / k + L), where all carriers share one line. */
    @Test
    void aConvoyOnCarriers() {
        double rule = 100 / (100 * 0.1 / 2 + 0.2);
        about(rule, onCarriers(100, 2).throughput(), 0.001);
        about(100_000 / rule, onCarriers(100, 2).meanMs(), 0.001);
    }

    private static Simulated onCarriers(int users, int carriers) {
        var model = new Model(6);
        Carriers on = model.carriers(model.cpus(carriers), carriers);
        return model.closed(users, Time.NONE, 0, List.of(model.waiting(Time.fixed(0.2)),
                on.run(Time.fixed(0.1)), model.waiting(Time.fixed(0.2)), on.run(Time.NONE)), 20 * users, 40 * users);
    }

    /** Pinned requests hold their carrier: k / S. */
    @Test
    void pinnedWaits() {
        var model = new Model(7);
        Carriers on = model.carriers(model.cpus(2), 4);
        Simulated seen = model.closed(100, Time.NONE, 0, List.of(on.pinned(Time.fixed(0.05))), 1000, 20_000);
        about(4 / 0.05, seen.throughput(), 0.01);
        about(1, on.utilisation(), 0.01);
    }

    @Test
    void theSameSeedGivesTheSameResult() {
        assertArrayEquals(queue(8, 1, Time.exponential(0.1)).seconds(), queue(8, 1, Time.exponential(0.1)).seconds());
    }
}
