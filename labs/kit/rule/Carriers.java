package kit.rule;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * The carriers of virtual threads. A virtual thread that becomes ready waits in one line for a carrier, keeps it until
 * it waits, and does not share it meanwhile. Carriers are threads of the operating system: they share the CPUs.
 */
public final class Carriers {

    private record Ready(Job job, double seconds, boolean isPinnedWait) {}

    private final Simulation simulation;
    private final SplittableRandom random;
    private final SharedCpus cpus;
    private final Queue<Ready> line = new ArrayDeque<>();
    private final Occupancy occupancy;

    Carriers(Simulation simulation, SplittableRandom random, SharedCpus cpus, int count) {
        this.simulation = simulation;
        this.random = random;
        this.cpus = cpus;
        this.occupancy = new Occupancy(simulation, count);
    }

    /** Computes for so much CPU time on a carrier. With no time at all it still waits for its turn. */
    public Step run(Time time) {
        return job -> {
            ready(new Ready(job, time.next(random), false));
            return false;
        };
    }

    /** Waits for so long and keeps its carrier: it is pinned. */
    public Step pinned(Time time) {
        return job -> {
            ready(new Ready(job, time.next(random), true));
            return false;
        };
    }

    private void ready(Ready task) {
        if (occupancy.isFull()) {
            line.add(task);
        } else {
            occupancy.set(occupancy.used() + 1);
            mount(task);
        }
    }

    private void mount(Ready task) {
        Runnable leaves = () -> {
            Ready next = line.poll();
            if (next == null) {
                occupancy.set(occupancy.used() - 1);
            } else {
                mount(next);
            }
            task.job().resume();
        };
        if (task.isPinnedWait()) {
            simulation.in(task.seconds(), leaves);
        } else {
            cpus.start(task.seconds(), leaves);
        }
    }

    /** Mean share of the carriers that was held so far. */
    double utilisation() {
        return occupancy.utilisation();
    }
}
