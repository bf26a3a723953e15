package old.own;

import kit.record.Validity;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import kit.base.Finding;
import kit.base.Histograms;
import kit.report.CellReport;
import kit.service.PoolUse;
import old.trust.CellResult;
import old.trust.Checks;
import old.trust.Metric;
import old.trust.Results;
import old.plan.Cell;
import old.trust.CellResult;
import old.trust.Checks;
import old.trust.Metric;
import old.trust.Results;
import org.HdrHistogram.Histogram;

/** What was measured of a variant under a load on one JDK: the rows of all forks. */
final class Observed {

    private final List<CellResult> rows;
    private final boolean isElsewhere;

    /** @param stream of the cell; the main one has no name */
    Observed(Results measured, Cell cell, String stream, int jdk) {
        this.isElsewhere = cell.variant().service().isElsewhere();
        this.rows = measured.of(cell, stream).stream().filter(row -> row.outcome().jdk == jdk).toList();
    }

    boolean isMeasured() {
        return !rows.isEmpty();
    }

    /** Why it cannot be believed; null where it can. */
    String invalid() {
        return rows.stream().filter(row -> row.validity() == Validity.INVALID).findFirst()
                .map(row -> row.name() + ": " + row.why()).orElse(null);
    }

    /** Why the load was stopped in a fork: too many requests failed. Empty where it never was. */
    Optional<String> stopped() {
        return rows.stream().filter(row -> row.codes().contains(Finding.Code.TOO_MANY_FAILED)).findFirst()
                .map(CellResult::why);
    }

    /** Mean over the forks; NaN where it is not known of all. */
    double mean(ToDoubleFunction<CellResult> of) {
        return rows.stream().mapToDouble(of).average().orElse(Double.NaN);
    }

    /** Whether all forks tell a figure. */
    boolean tells(ToDoubleFunction<CellResult> of) {
        return isMeasured() && rows.stream().mapToDouble(of).allMatch(Double::isFinite);
    }

    /** Whether the response times of all forks can be believed. */
    boolean areLatenciesTrusted() {
        return rows.stream().allMatch(CellResult::isLatencyTrusted);
    }

    /** Busy CPUs as a share of the machine on which the service is; NaN where that is not told. */
    double cpuShare(int cpus) {
        return isElsewhere ? share(PoolUse.Kind.CPUS).orElse(Double.NaN) : mean(CellResult::machineCpu) / cpus;
    }

    /** Busy CPUs of this machine as a share, where it has the load generator alone; else 0. */
    private double generatorShare(int cpus) {
        return isElsewhere ? mean(CellResult::machineCpu) / cpus : 0;
    }

    /** The part of a pool that is in use; of several of a kind the busiest. */
    private Optional<Double> share(PoolUse.Kind kind) {
        return pool(kind).map(pool -> pool.busy() / pool.size());
    }

    /** The busiest pool of a kind, where the service tells of one. */
    private Optional<PoolUse> pool(PoolUse.Kind kind) {
        return PoolTable.busiest(pools(), kind);
    }

    /** CPUs that the service itself used, as a share of its machine's. */
    double serviceShare(int cpus) {
        return isElsewhere ? cpuShare(cpus) : mean(row -> row.serviceCpuSeconds() / row.stream().duration()) / cpus;
    }

    /**
     * CPUs that processes without a part in it used in the worst fork, as a share of the machine's; 0 if not known.
     * What was idle before the load and is busy with it is no neighbour: the service calls it, such as a database.
     */
    double neighbourShare(int cpus) {
        return rows.stream().mapToDouble(row -> Math.min(row.outcome().others.cpus() / cpus,
                1 - row.outcome().idleBefore)).filter(Double::isFinite).max().orElse(0);
    }

    /** Requests of all forks that succeeded, as a share of those that ended; NaN where none did. */
    double success() {
        return rows.stream().mapToDouble(CellResult::ok).sum() / rows.stream().mapToDouble(row -> row.ok() + row
                .errors()).sum();
    }

    /** The same share in the fork where it is the least. */
    double leastSuccess() {
        return rows.stream().mapToDouble(Metric.SUCCESS.of()).min().orElse(Double.NaN);
    }

    /** The same share in the fork where it is the most. */
    double mostSuccess() {
        return rows.stream().mapToDouble(Metric.SUCCESS.of()).max().orElse(Double.NaN);
    }

    /** Whether it waits, and no fork was slower than the rule allows: then nothing disturbed its throughput. */
    boolean reachesItsBound() {
        return isMeasured() && rows.stream().allMatch(row -> row.conditions().fromItsLimit() <= Checks.REACHED);
    }

    /**
     * Standard deviation of the logarithm of its median, by the order of its response times, which are independent of
     * their distribution; 0 where the median is that of more than one fork.
     */
    double deviationOfMedian() {
        if (rows.size() != 1) {
            return 0;
        }
        Histogram times = rows.getFirst().stream().responseOrTimeout();
        double around = 0.5 / Math.sqrt(times.getTotalCount());
        return Math.log(Histograms.percentileMs(times, Math.min(1, 0.5 + around))
                / Histograms.percentileMs(times, Math.max(0, 0.5 - around))) / 2;
    }

    /** What limited it. */
    Station station(Station.Offered offered, int cpus) {
        return !isMeasured() ? Station.UNKNOWN
                : Station.of(offered, new Station.Measured(mean(CellResult::rps), cpuShare(cpus),
                        mean(CellResult::generatorBusy), generatorShare(cpus), carriersHeld(cpus),
                        share(PoolUse.Kind.CONNECTIONS).orElse(0.0)));
    }

    /** What limited it, and where. @param mostWait the wait of most of the requests, where there is one */
    Bottleneck bottleneck(Station station, Optional<WaitTable.Row> mostWait) {
        return station == Station.CARRIERS
                ? new Bottleneck(station, holdingCarriers().orElse(null), pool(PoolUse.Kind.CARRIERS).orElse(null))
                : new Bottleneck(station, mostWait.map(WaitTable.Row::inWords).orElse(null),
                        pool(PoolUse.Kind.CONNECTIONS).orElse(null));
    }

    /** The line that held most of the carriers, by the thread dumps, or else by the recording. */
    private Optional<String> holdingCarriers() {
        return WaitTable.mostMounted(waits()).or(() -> Watch.counted(Stream.concat(pinnedLines(), fileLines())).keySet()
                .stream().findFirst());
    }

    /** The time for which threads that waited held carriers, as a share, by the recording or by the scheduler. */
    private double carriersHeld(int cpus) {
        return Math.max(mean(row -> heldShare(row, cpus)), carriersBusyInVain(cpus));
    }

    /**
     * Carriers that are in use and need no CPU, as a share, while further virtual threads wait for a carrier: a native
     * call that waits leaves no event in a recording. Carriers that compute, or wait for a CPU, get their part of the
     * CPUs.
     */
    private double carriersBusyInVain(int cpus) {
        double needed = serviceShare(cpus) * pool(PoolUse.Kind.CPUS).map(PoolUse::size).orElse(cpus);
        return pool(PoolUse.Kind.CARRIERS).filter(carriers -> carriers.waiting() >= 1)
                .map(carriers -> (carriers.busy() - needed) / carriers.size()).filter(Double::isFinite).orElse(0.0);
    }

    /** For how long carriers were held by threads that waited, as a share of the time that all carriers have. */
    private static double heldShare(CellResult row, int cpus) {
        double held = Stream.concat(row.outcome().flight.pins().stream(), row.outcome().flight.files().stream())
                .mapToDouble(pin -> pin.duration().toNanos() / 1e9).sum();
        CellReport.Pools pools = row.outcome().pools;
        int carriers = pools == null ? cpus
                : pools.means().stream()
                        .filter(pool -> pool.kind() == PoolUse.Kind.CARRIERS).mapToInt(PoolUse::size).findFirst()
                        .orElse(cpus);
        return held / (row.outcome().main().duration() * carriers);
    }

    /** The lines that pinned virtual threads, one for each pin. */
    Stream<String> pinnedLines() {
        return rows.stream().flatMap(row -> row.outcome().flight.pins().stream()).map(pin -> pin.frame());
    }

    /** The lines at which virtual threads held a carrier for file I/O, one for each time. */
    Stream<String> fileLines() {
        return rows.stream().flatMap(row -> row.outcome().flight.files().stream()).map(pin -> pin.frame());
    }

    /** Where requests waited in each fork; none where no thread dumps were taken. */
    List<CellReport.Waits> waits() {
        return rows.stream().map(row -> row.outcome().waits).filter(waits -> waits != null).toList();
    }

    /** How much of the service's pools was used in each fork; none where that was not looked at. */
    List<CellReport.Pools> pools() {
        return rows.stream().map(row -> row.outcome().pools).filter(pools -> pools != null).toList();
    }

    /** Carriers that did any work; NaN where the service was not recorded. */
    double carriers() {
        return mean(row -> row.outcome().flight.carriers());
    }

    /** Peak memory (RSS) of the service's process in MiB. */
    double residentMb() {
        return mean(row -> row.outcome().residentPeakMb);
    }

    /** Throughput in requests/s. */
    double rps() {
        return mean(CellResult::rps);
    }
}
