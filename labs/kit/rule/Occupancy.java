package kit.rule;

/** How many servers of a station are in use, and how many were on average. */
final class Occupancy {

    private final Simulation simulation;
    private final int servers;
    private int used;
    private double usedSeconds;
    private double changed;

    Occupancy(Simulation simulation, int servers) {
        this.simulation = simulation;
        this.servers = servers;
    }

    int used() {
        return used;
    }

    boolean isFull() {
        return used == servers;
    }

    /** From now on so many are in use. */
    void set(int number) {
        usedSeconds += used * (simulation.now() - changed);
        changed = simulation.now();
        used = number;
    }

    /** Mean share of the servers that was in use so far. */
    double utilisation() {
        set(used);
        return usedSeconds / servers / simulation.now();
    }
}
