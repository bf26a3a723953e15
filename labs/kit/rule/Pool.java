package kit.rule;

import java.util.ArrayDeque;
import java.util.Queue;

/** A number of equal things, such as threads, connections or places in a queue. Requests wait in line for one. */
public final class Pool {

    /** One in line; it leaves when its turn comes, or when its time is up. */
    private static final class Waiting {
        final Job job;
        boolean left;

        Waiting(Job job) {
            this.job = job;
        }
    }

    private final Simulation simulation;
    private final Occupancy occupancy;
    private final Queue<Waiting> line = new ArrayDeque<>();

    Pool(Simulation simulation, int size) {
        this.simulation = simulation;
        this.occupancy = new Occupancy(simulation, size);
    }

    /** Takes one, and waits for it as long as it takes. */
    public Step take() {
        return take(Double.POSITIVE_INFINITY);
    }

    /** Takes one. A request that would wait for it longer than this (s) fails. */
    public Step take(double timeout) {
        return job -> {
            if (!occupancy.isFull()) {
                occupancy.set(occupancy.used() + 1);
                job.holds(this);
                return true;
            }
            var waiting = new Waiting(job);
            line.add(waiting);
            if (Double.isFinite(timeout)) {
                simulation.in(timeout, () -> {
                    if (!waiting.left) {
                        waiting.left = true;
                        job.fail();
                    }
                });
            }
            return false;
        };
    }

    /** Gives one back, which the first in line has at once. */
    public Step giveBack() {
        return job -> {
            release(job);
            return true;
        };
    }

    void release(Job job) {
        job.drops(this);
        Waiting first = line.poll();
        while (first != null && first.left) {
            first = line.poll();
        }
        if (first == null) {
            occupancy.set(occupancy.used() - 1);
            return;
        }
        first.left = true;
        first.job.holds(this);
        simulation.in(0, first.job::resume);
    }

    /** Mean share that was in use so far. */
    double utilisation() {
        return occupancy.utilisation();
    }
}
