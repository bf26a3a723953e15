package old.trust;

/** CPU time that all processes needed for one request of a row, in ms: its demand D. */
public final class CpuDemand {

    private final CellResult row;

    public CpuDemand(CellResult row) {
        this.row = row;
    }

    /** CPU time of the service, its client and its database during the measurement, in s; NaN if not known. */
    double knownSeconds() {
        return row.serviceCpuSeconds() + zeroIfUnknown(row.generatorCpuSeconds())
                + zeroIfUnknown(row.databaseCpuSeconds());
    }

    /**
     * D: what all processes of the machine used, less what those used that have no part in it. Where the machine does
     * not tell, the service, its client and its database. It is at least what is known of these: a service on another
     * machine tells nothing here, and on a machine with busy neighbours the difference may be less than nothing.
     */
    public double cpuMs() {
        double all = row.machineCpu() - zeroIfUnknown(row.outcome().others.cpus());
        double known = perRequest(knownSeconds());
        double byMachine = perRequest(all * row.stream().duration());
        return Double.isNaN(all) ? known : Math.max(Double.isNaN(known) ? generatorMs() : known, byMachine);
    }

    /** The service's part; NaN where it is not known, as on another machine. */
    public double serviceMs() {
        return perRequest(row.serviceCpuSeconds());
    }

    /** The load generator's. */
    public double generatorMs() {
        return zeroIfUnknown(perRequest(row.generatorCpuSeconds()));
    }

    /** What is left: its database's, and that of services it calls. */
    public double othersMs() {
        // Where nothing else is known, the difference is a rounding error on either side of 0.
        return Math.max(0, cpuMs() - zeroIfUnknown(serviceMs()) - generatorMs());
    }

    private double perRequest(double seconds) {
        return 1000 * seconds / row.ok();
    }

    private static double zeroIfUnknown(double value) {
        return Double.isNaN(value) ? 0 : value;
    }
}
