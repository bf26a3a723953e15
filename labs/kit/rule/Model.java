package kit.rule;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A service and a load on it: make its stations, then the steps of a request from them, then let one load run. A model
 * runs once.
 */
public final class Model {

    private final Simulation simulation = new Simulation();
    private final SplittableRandom random;
    private double[] responses;
    private double begin = Double.POSITIVE_INFINITY;
    private double end = Double.POSITIVE_INFINITY;
    private int ended;
    private int endedWithin;
    private int recorded;

    /** @param seed of all times that are random: the same seed gives the same result */
    public Model(long seed) {
        this.random = new SplittableRandom(seed);
    }

    // ---- stations and steps ----

    /** A number of equal things with one line, first come, first served. */
    public Pool pool(int size) {
        return new Pool(simulation, size);
    }

    /** CPUs that take turns among all that is ready. */
    public SharedCpus cpus(int count) {
        return new SharedCpus(simulation, random, count);
    }

    /** Carriers of virtual threads on these CPUs. */
    public Carriers carriers(SharedCpus cpus, int count) {
        return new Carriers(simulation, random, cpus, count);
    }

    /** Waits for so long without a need of any station. */
    public Step waiting(Time time) {
        return job -> {
            simulation.in(time.next(random), job::resume);
            return false;
        };
    }

    // ---- loads ----

    /**
     * Users of whom each sends the next request when the last one has ended and a time to think is over.
     *
     * @param spread  they begin one by one, evenly within so many seconds
     * @param warm    the measurement begins when so many requests have ended; with none, when the users begin
     * @param counted and ends when so many more have
     */
    public Simulated closed(int users, Time think, double spread, List<Step> steps, int warm, int counted) {
        responses = new double[counted];
        begin = warm == 0 ? simulation.now() : begin;
        for (int i = 0; i < users; i++) {
            simulation.in(spread * i / users, () -> user(think, steps, warm, warm + counted));
        }
        simulation.run();
        return result(recorded / (end - begin));
    }

    private void user(Time think, List<Step> steps, int warm, int all) {
        double sent = simulation.now();
        new Job(steps, () -> {
            ended++;
            if (ended > warm) {
                record(sent);
            } else if (ended == warm) {
                begin = simulation.now();
            }
            if (ended == all) {
                end = simulation.now();
                simulation.stop();
            }
            simulation.in(think.next(random), () -> user(think, steps, warm, all));
        }).resume();
    }

    /**
     * Requests that arrive whatever became of the ones before. Response times are those of the requests that count,
     * however late they end. Throughput is that of all requests that end while those arrive.
     *
     * @param gaps    between arrivals
     * @param warm    so many arrive first
     * @param counted and then so many that count
     */
    public Simulated open(Time gaps, List<Step> steps, int warm, int counted) {
        responses = new double[counted];
        arrive(0, gaps, steps, warm, warm + counted);
        simulation.run();
        return result(endedWithin / (end - begin));
    }

    private void arrive(int i, Time gaps, List<Step> steps, int warm, int all) {
        double sent = simulation.now();
        if (i == warm) {
            begin = sent;
        }
        if (i == all) {
            end = sent;
            stopWhenAllHave(all);
            return;
        }
        new Job(steps, () -> {
            endedWithin += begin < simulation.now() && simulation.now() <= end ? 1 : 0;
            if (i >= warm) {
                record(sent);
            }
            ended++;
            stopWhenAllHave(all);
        }).resume();
        simulation.in(gaps.next(random), () -> arrive(i + 1, gaps, steps, warm, all));
    }

    /** Ends it when all requests of an open loop have arrived and ended. */
    private void stopWhenAllHave(int all) {
        if (ended == all && Double.isFinite(end)) {
            simulation.stop();
        }
    }

    /**
     * Users who send one request each, evenly over the ramp. Throughput is their number over the time until the last
     * request has ended.
     *
     * @param ramp in s
     */
    public Simulated burst(int users, double ramp, List<Step> steps) {
        responses = new double[users];
        for (int i = 0; i < users; i++) {
            simulation.in(ramp * i / users, () -> {
                double sent = simulation.now();
                new Job(steps, () -> {
                    record(sent);
                    if (++ended == users) {
                        simulation.stop();
                    }
                }).resume();
            });
        }
        simulation.run();
        return result(recorded / simulation.now());
    }

    private void record(double sent) {
        responses[recorded++] = simulation.now() - sent;
    }

    private Simulated result(double throughput) {
        return Simulated.of(throughput, Arrays.copyOf(responses, recorded));
    }
}
