package kit.rule;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * The carriers of virtual threads. A virtual thread that becomes ready waits in line for a carrier, keeps it until it
 * waits, and does not share it meanwhile. Carriers are threads of the operating system: they share the CPUs.
 */
public final class Carriers {

    /** Where a virtual thread waits for a carrier. */
    public enum Lines {
        /** In one line for all. */
        ONE,
        /** In the line of a carrier, taken at random. A carrier whose line is empty takes from another's. */
        PER_CARRIER
    }

    private record Ready(Job job, double seconds, boolean isPinnedWait) {}

    private final Simulation simulation;
    private final SplittableRandom random;
    private final SharedCpus cpus;
    private final List<Queue<Ready>> lines = new ArrayList<>();
    private final boolean[] busy;
    private final Occupancy occupancy;

    Carriers(Simulation simulation, SplittableRandom random, SharedCpus cpus, int count, Lines lines) {
        this.simulation = simulation;
        this.random = random;
        this.cpus = cpus;
        this.busy = new boolean[count];
        this.occupancy = new Occupancy(simulation, count);
        for (int i = 0; i < (lines == Lines.ONE ? 1 : count); i++) {
            this.lines.add(new ArrayDeque<>());
        }
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
        int line = lines.size() == 1 ? 0 : random.nextInt(lines.size());
        if (occupancy.isFull()) {
            lines.get(line).add(task);
            return;
        }
        int carrier = line;
        while (busy[carrier]) {
            carrier = (carrier + 1) % busy.length;
        }
        mount(carrier, task);
    }

    private void mount(int carrier, Ready task) {
        change(carrier, true);
        Runnable leaves = () -> {
            change(carrier, false);
            next(carrier);
            task.job().resume();
        };
        if (task.isPinnedWait()) {
            simulation.in(task.seconds(), leaves);
        } else {
            cpus.start(task.seconds(), leaves);
        }
    }

    private void next(int carrier) {
        for (int i = 0; i < lines.size(); i++) {
            Ready task = lines.get((carrier + i) % lines.size()).poll();
            if (task != null) {
                mount(carrier, task);
                return;
            }
        }
    }

    private void change(int carrier, boolean toBusy) {
        busy[carrier] = toBusy;
        occupancy.set(occupancy.used() + (toBusy ? 1 : -1));
    }

    /** Mean share of the carriers that was held so far. */
    double utilisation() {
        return occupancy.utilisation();
    }
}
