package kit.rule;

import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * CPUs that take turns among all that is ready (processor sharing): of n at a time each gets a CPU if there are enough,
 * else k / n of one. An operating system comes near to this with platform threads.
 */
public final class SharedCpus {

    /** Something that computes; it is done when each share has brought it to {@code until}. */
    private record Task(double until, long number, Runnable done) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            int byWork = Double.compare(until, other.until);
            return byWork != 0 ? byWork : Long.compare(number, other.number);
        }
    }

    private final Simulation simulation;
    private final SplittableRandom random;
    private final int cpus;
    private final PriorityQueue<Task> tasks = new PriorityQueue<>();
    /** CPU time (s) that each task has had that was there from the beginning on. */
    private double share;
    private double changed;
    private final Occupancy occupancy;
    private long number;
    /** Ends the next task. */
    private final Simulation.Alarm end;

    SharedCpus(Simulation simulation, SplittableRandom random, int cpus) {
        this.simulation = simulation;
        this.random = random;
        this.cpus = cpus;
        this.occupancy = new Occupancy(simulation, cpus);
        this.end = simulation.alarm(this::endFirst);
    }

    /** Computes for so much CPU time. */
    public Step compute(Time time) {
        return job -> {
            start(time.next(random), job::resume);
            return false;
        };
    }

    /** @param done called when it has had so much CPU time (s) */
    void start(double cpuSeconds, Runnable done) {
        catchUp();
        tasks.add(new Task(share + cpuSeconds, number++, done));
        planNext();
    }

    private void catchUp() {
        double passed = simulation.now() - changed;
        changed = simulation.now();
        share += passed * speed();
    }

    /** CPUs that each task has. */
    private double speed() {
        return Math.min(1, cpus / (double) Math.max(1, tasks.size()));
    }

    private void planNext() {
        occupancy.set(Math.min(cpus, tasks.size()));
        if (!tasks.isEmpty()) {
            end.in(Math.max(0, tasks.peek().until() - share) / speed());
        }
    }

    private void endFirst() {
        catchUp();
        Task first = tasks.poll();
        // Where rounding has left a bit of work to do, it is done.
        share = Math.max(share, first.until());
        planNext();
        first.done().run();
    }

    /** Mean share of the CPUs that was busy so far. */
    double utilisation() {
        return occupancy.utilisation();
    }
}
