package own;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Finding;
import kit.judge.Bottleneck;
import kit.judge.JudgedRun;
import kit.judge.Row;
import kit.measure.Block;
import kit.measure.Flight;
import kit.plan.Cell;
import kit.plan.Metric;
import kit.record.Validity;
import kit.report.CellReport;
import kit.service.PoolUse;

/**
 * What was measured of a variant under a load on one JDK: the rows of all forks.
 *
 * @param cpus of this machine
 */
record Observed(Cell cell, List<Row> rows, int cpus) {

    private static final Finding.Code[] STOPPED = {Finding.Code.TOO_MANY_FAILED, Finding.Code.NO_SUCCESS};

    static Observed of(JudgedRun run, Cell cell, int jdk) {
        return new Observed(cell, run.rows(cell, jdk), run.measurement().cpus());
    }

    boolean isMeasured() {
        return rows.stream().anyMatch(row -> !row.blocks().isEmpty());
    }

    private List<Row> valid() {
        return rows.stream().filter(row -> row.validity() == Validity.VALID).toList();
    }

    /** Why it cannot be believed; null where a fork can. */
    String invalid() {
        return !valid().isEmpty() ? null
                : rows.stream().flatMap(row -> row.findings().stream().filter(Finding::invalidates).limit(1)
                        .map(why -> cell.label() + ", fork " + row.fork() + ": " + why.text())).findFirst()
                        .orElse("nothing was measured of " + cell.label());
    }

    /** Why the load was stopped in a fork: too many requests failed. Empty where it never was. */
    Optional<String> stopped() {
        return rows.stream().flatMap(row -> row.findings().stream())
                .filter(finding -> Stream.of(STOPPED).anyMatch(code -> code == finding.code())).map(Finding::text)
                .findFirst();
    }

    /** Mean over the forks that are valid; NaN where it is not known of one. */
    double mean(ToDoubleFunction<Row> of) {
        return valid().stream().mapToDouble(of).average().orElse(Double.NaN);
    }

    /** Throughput in requests/s. */
    double rps() {
        return mean(Row::throughput);
    }

    /** Whether it runs on another machine. */
    boolean isElsewhere() {
        return cell.variant().service().isElsewhere();
    }

    /** Busy CPUs as a share of the machine on which the service is; NaN where that is not told. */
    double cpuShare() {
        return isElsewhere() ? pool(PoolUse.Kind.CPUS).map(pool -> pool.busy() / pool.size()).orElse(Double.NaN)
                : mean(Row::machineCpus) / cpus;
    }

    /** CPUs that the service itself used, as a share of its machine's. */
    double serviceShare() {
        return isElsewhere() ? cpuShare() : mean(row -> row.figure(Metric.SERVICE_CPU)) / cpus;
    }

    /** Requests of all forks that succeeded, as a share of those that ended; NaN where none did. */
    double success() {
        return valid().stream().mapToDouble(Row::ok).sum()
                / valid().stream().mapToDouble(row -> row.ok() + row.failed()).sum();
    }

    /** The share in the fork where it is the least. */
    double leastSuccess() {
        return valid().stream().mapToDouble(row -> row.figure(Metric.SUCCESS)).min().orElse(Double.NaN);
    }

    /** The share in the fork where it is the most. */
    double mostSuccess() {
        return valid().stream().mapToDouble(row -> row.figure(Metric.SUCCESS)).max().orElse(Double.NaN);
    }

    /** The busiest pool of a kind, where the service tells of one. */
    Optional<PoolUse> pool(PoolUse.Kind kind) {
        return PoolUse.busiest(rows.stream().map(row -> row.pool(kind)).flatMap(Optional::stream));
    }

    /** What limited most of its forks. CPUs that others keep busy do not limit a service that waits for a lock. */
    Bottleneck bottleneck() {
        Bottleneck most = rows.stream().map(Row::bottleneck).filter(one -> one != Bottleneck.UNKNOWN)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting())).entrySet().stream()
                .max(Map.Entry.<Bottleneck, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey(
                        Comparator.reverseOrder())))
                .map(Map.Entry::getKey).orElse(Bottleneck.UNKNOWN);
        boolean isLock = mostWait().filter(WaitTable.Row::isLock).isPresent();
        return most == Bottleneck.CPU && isComputingLittle() && isLock ? Bottleneck.OTHER : most;
    }

    /** Whether the service itself used less than half of the CPUs. */
    boolean isComputingLittle() {
        return serviceShare() < 0.5;
    }

    /** What limited it, and where. */
    Limit limit() {
        Bottleneck bottleneck = bottleneck();
        return bottleneck == Bottleneck.CARRIERS
                ? new Limit(bottleneck, holdingCarriers().orElse(null), pool(PoolUse.Kind.CARRIERS).orElse(null))
                : new Limit(bottleneck, mostWait().map(WaitTable.Row::inWords).orElse(null),
                        pool(PoolUse.Kind.CONNECTIONS).orElse(null));
    }

    private Optional<WaitTable.Row> mostWait() {
        return new WaitTable(waits(), List.of()).mostOnPlatform();
    }

    /** The line that held most of the carriers, by the thread dumps, or else by the recording. */
    private Optional<String> holdingCarriers() {
        return WaitTable.mostMounted(waits()).or(() -> Watch.counted(Stream.concat(pinnedLines(), fileLines()))
                .keySet().stream().findFirst());
    }

    /** The lines that pinned virtual threads, one for each pin. */
    Stream<String> pinnedLines() {
        return rows.stream().flatMap(row -> row.pins().stream()).map(Flight.Pin::frame);
    }

    /** The lines at which virtual threads held a carrier for file I/O, one for each time. */
    Stream<String> fileLines() {
        return rows.stream().flatMap(row -> row.files().stream()).map(Flight.Pin::frame);
    }

    /** Where requests waited in each fork; none where no thread dumps were taken. */
    List<CellReport.Waits> waits() {
        return rows.stream().flatMap(row -> row.inside().stream()).map(Block.Inside::waits).toList();
    }

    /** How much of the service's pools was used in each fork; none where that was not looked at. */
    List<CellReport.Pools> pools() {
        return rows.stream().flatMap(row -> row.inside().stream()).map(Block.Inside::pools).toList();
    }

    /** Carriers that did any work; NaN where the service was not recorded. */
    double carriers() {
        return mean(row -> row.member().pins().carriers());
    }

    /** Whether a recording tells of its carriers. */
    boolean isRecorded() {
        return rows.stream().anyMatch(row -> !Double.isNaN(row.member().pins().carriers()));
    }

    /** Peak memory (RSS) of the service's process in MiB. */
    double residentMb() {
        return mean(row -> row.figure(Metric.RESIDENT));
    }
}
