package kit.rule;

import java.util.ArrayDeque;
import java.util.Queue;

/** A number of equal things, such as threads, connections or places in a queue. Requests wait in line for one. */
public final class Pool {

    private final Simulation simulation;
    private final Occupancy occupancy;
    private final Queue<Job> line = new ArrayDeque<>();

    Pool(Simulation simulation, int size) {
        this.simulation = simulation;
        this.occupancy = new Occupancy(simulation, size);
    }

    /** Takes one, and waits for it as long as it takes. */
    public Step take() {
        return job -> {
            if (occupancy.isFull()) {
                line.add(job);
                return false;
            }
            occupancy.set(occupancy.used() + 1);
            return true;
        };
    }

    /** Gives one back, which the first in line has at once. */
    public Step giveBack() {
        return job -> {
            Job first = line.poll();
            if (first == null) {
                occupancy.set(occupancy.used() - 1);
            } else {
                simulation.in(0, first::resume);
            }
            return true;
        };
    }

    /** Mean share that was in use so far. */
    double utilisation() {
        return occupancy.utilisation();
    }
}
