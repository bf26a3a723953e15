package kit.judge;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import kit.base.Finding;
import kit.base.Histograms;
import kit.measure.Block;
import kit.measure.Flight.Pin;
import kit.measure.Measurement;
import kit.plan.Cell;
import kit.plan.ClosedLoop;
import kit.plan.Measurable;
import kit.plan.Metric;
import kit.record.Validity;
import kit.report.CellReport;
import kit.rule.RuleFigures;
import kit.rule.Rules;
import kit.service.BootService;
import kit.service.Facts;
import kit.service.PoolUse;
import org.HdrHistogram.Histogram;

/**
 * A cell in one fork: the figures of its blocks together, its rule, and what the checks found. Throughput in
 * requests/s, times in ms; a figure that is not known is NaN.
 *
 * @param cell       that was measured
 * @param jdk        feature version
 * @param fork       from 1
 * @param blocks     that count
 * @param all        blocks, warm-up and disturbed ones included
 * @param member     the JVM that served
 * @param demand     what a request needs, as declared and as it was measured; null where no rule is known
 * @param rule       what the rule says, with this machine's timer and CPU times
 * @param bottleneck what limited the throughput
 * @param findings   of the checks
 */
public record Row(Cell cell, int jdk, int fork, List<Block> blocks, List<Block> all, Measurement.Member member,
        kit.plan.Demand demand, RuleFigures rule, Bottleneck bottleneck, List<Finding> findings) {

    Row with(kit.plan.Demand needed, RuleFigures byRule) {
        return new Row(cell, jdk, fork, blocks, all, member, needed, byRule, bottleneck, findings);
    }

    Row with(Bottleneck limit, List<Finding> found) {
        return new Row(cell, jdk, fork, blocks, all, member, demand, rule, limit, found);
    }

    /** INVALID where a finding invalidates the figures. */
    public Validity validity() {
        return findings.stream().anyMatch(Finding::invalidates) ? Validity.INVALID : Validity.VALID;
    }

    /** Length of the blocks together, in s. */
    public double length() {
        return sum(Block::length);
    }

    /** Requests that succeeded. */
    public long ok() {
        return blocks.stream().mapToLong(Block::ok).sum();
    }

    /** Requests, with those in part that lie partly within a block. */
    private double completed() {
        return sum(Block::completed);
    }

    /** Failed requests by what they failed by. */
    public Map<String, Long> errors() {
        var errors = new TreeMap<String, Long>();
        blocks.forEach(block -> block.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum)));
        return errors;
    }

    /** Failed requests. */
    public long failed() {
        return errors().values().stream().mapToLong(Long::longValue).sum();
    }

    /** Requests/s that succeeded, over all blocks. */
    public double throughput() {
        return length() == 0 ? Double.NaN : completed() / length();
    }

    /** How far the throughput is from the rule, as a share of the rule; NaN where there is no rule. */
    public double ruleGap() {
        return throughput() / rule.rps() - 1;
    }

    /** Response times in ns; one of a request that was given up is its time-out. */
    public Histogram response() {
        Histogram all = histogram(CellReport.LoadSecond::response);
        long given = errors().getOrDefault(kit.load.Exchanges.TIMEOUT, 0L);
        if (given > 0) {
            all.recordValueWithCount(cell.request().timeout().toNanos(), given);
        }
        return all;
    }

    /** One of the histograms of the seconds of its blocks, all together. */
    public Histogram histogram(java.util.function.Function<CellReport.LoadSecond, byte[]> which) {
        return Histograms.sum(blocks.stream().flatMap(block -> block.seconds().stream()).map(which).toList());
    }

    /** What an external load generator told; null where the lab's own drove. Such a row has one block. */
    public CellReport.Told told() {
        return blocks.stream().map(Block::told).filter(Objects::nonNull).findFirst().orElse(null);
    }

    /** Mean response time in ms of the requests that succeeded. */
    public double meanMs() {
        if (told() != null) {
            return told().meanMs();
        }
        Histogram all = histogram(CellReport.LoadSecond::response);
        return all.getTotalCount() == 0 ? Double.NaN : Histograms.ms(all.getMean());
    }

    /** A percentile in ms (p between 0 and 1); NaN where fewer than ten values lie beyond it. */
    public double percentileMs(double p) {
        if (told() != null) {
            return ok() * (1 - p) < Histograms.BEYOND ? Double.NaN : told().percentileMs(p);
        }
        return Histograms.percentileMs(response(), p);
    }

    /**
     * Standard deviation of the logarithm of a figure by the number of its requests: of a mean s / (mean sqrt(n)), of
     * others than means and percentiles 0. NaN where nothing tells.
     */
    double samplingDeviation(Measurable metric) {
        return switch (metric) {
        case Metric.MEAN -> figure(Metric.SD) / figure(Metric.MEAN) / Math.sqrt(ok());
        case Metric.P50 -> percentileDeviation(0.5);
        case Metric.P95 -> percentileDeviation(0.95);
        case Metric.P99 -> percentileDeviation(0.99);
        default -> 0;
        };
    }

    /**
     * Standard deviation of the logarithm of a percentile, by the order of its response times: a percentile of n
     * values, p sqrt(n) of which are more or fewer below it by chance, lies between two of them. NaN where nothing
     * tells.
     */
    private double percentileDeviation(double p) {
        if (told() != null) {
            return Double.NaN;
        }
        Histogram times = response();
        double around = Math.sqrt(p * (1 - p) / times.getTotalCount());
        return times.getTotalCount() == 0 ? Double.NaN
                : Math.log(times.getValueAtPercentile(100 * Math.min(1, p + around))
                        / (double) times.getValueAtPercentile(100 * Math.max(0, p - around))) / 2;
    }

    /** CPU time of the service for each request that succeeded, JIT compilers left out, in s. */
    public double cpuSecondsPerRequest() {
        return completed() == 0 ? Double.NaN : sum(Block::cpuSeconds) / completed();
    }

    /** CPUs that all processes of the machine used, on average. */
    public double machineCpus() {
        return mean(CellReport.VitalsSecond::machineCpu);
    }

    /** Of the JIT compilers of the service's JVM. */
    public double jitCpus() {
        return mean(CellReport.VitalsSecond::jitCpu);
    }

    /** Requests/s of a block after its first round; NaN where the load has none. */
    double afterFirstRound(Block block) {
        return cell.load() instanceof ClosedLoop loop ? block.throughputAfter(loop.users()) : Double.NaN;
    }

    /** X (R + Z) / N - 1, which Little's law says is 0; NaN where the users are not constant. */
    public double littleGap() {
        return cell.load() instanceof ClosedLoop loop && !loop.alone()
                ? throughput() * (meanMs() / 1e3 + loop.think().toNanos() / 1e9) / loop.users() - 1
                : Double.NaN;
    }

    /** A fact that was read back from the service; null where it does not tell it. */
    public String fact(String name) {
        return member.found().get(name);
    }

    /** Whether requests ran on virtual threads. */
    public boolean isVirtual() {
        return "virtual".equals(fact(Facts.REQUEST_THREAD));
    }

    /** Virtual threads that were pinned within its blocks. */
    public List<Pin> pins() {
        return within(member.pins().pins());
    }

    /** What was seen in its service, a process of its own, after each block; none where it was not looked at. */
    public List<Block.Inside> inside() {
        return blocks.stream().map(Block::inside).filter(Objects::nonNull).toList();
    }

    /** How much of its service's pools was in use: of several of a kind the busiest. Empty where that is unknown. */
    public Optional<PoolUse> pool(PoolUse.Kind kind) {
        return PoolUse.busiest(PoolUse.means(inside().stream().flatMap(seen -> seen.pools().means().stream()))
                .stream().filter(use -> use.kind() == kind));
    }

    /** Virtual threads that held their carrier for file I/O within its blocks. */
    public List<Pin> files() {
        return within(member.pins().files());
    }

    private List<Pin> within(List<Pin> all) {
        return all.stream().filter(pin -> blocks.stream().anyMatch(
                block -> !pin.start().isBefore(block.began()) && pin.start().isBefore(block.ended()))).toList();
    }

    /** Whether it counts where this JDK is asked about: one without a JDK, as of Node.js, counts on all. */
    public boolean isOn(int feature) {
        return jdk == feature || cell.variant().jdk() != 0;
    }

    /** Pinned threads whose line of code is in the application. */
    private long pinnedInService() {
        return !(cell.variant().service() instanceof BootService boot) ? 0
                : pins().stream().filter(pin -> pin.frame().startsWith(boot.application())).count();
    }

    /** One of its figures. */
    public double figure(Measurable metric) {
        return switch (metric) {
        case Metric measured -> measured(measured);
        case Measurable.Told told -> told(told, blocks);
        case Measurable.Fact fact -> number(fact(fact.fact()));
        };
    }

    /** What the service told of some of its blocks. */
    double told(Measurable.Told told, List<Block> some) {
        double below = count(told.per(), some);
        return below == 0 ? Double.NaN : count(told.count(), some) / below;
    }

    /** One count over some blocks; NaN where none of them has it. */
    private double count(String name, List<Block> some) {
        Long known = counts(some).get(name);
        return known == null ? Double.NaN : known;
    }

    /** What the service counted itself in its blocks, by name. */
    public Map<String, Long> counts() {
        return counts(blocks);
    }

    /** Of a service that counts its routes apart, those of the cell's route, without its name before them. */
    private Map<String, Long> counts(List<Block> some) {
        var sums = new TreeMap<String, Long>();
        some.forEach(block -> block.usage().told().forEach((name, count) -> sums.merge(name, count, Long::sum)));
        String route = cell.route() + ".";
        var own = new TreeMap<String, Long>();
        sums.forEach((name, count) -> {
            if (name.startsWith(route)) {
                own.put(name.substring(route.length()), count);
            }
        });
        return cell.route().isEmpty() || own.isEmpty() ? sums : own;
    }

    private static double number(String text) {
        return text != null && text.matches("-?\\d+(\\.\\d+)?") ? Double.parseDouble(text) : Double.NaN;
    }

    private double measured(Metric metric) {
        return switch (metric) {
        case THROUGHPUT -> throughput();
        case MEAN -> meanMs();
        case SD -> told() != null ? told().sdMs()
                : Histograms.ms(histogram(CellReport.LoadSecond::response).getStdDeviation());
        case SPREAD -> figure(Metric.SD) / meanMs();
        case P50 -> percentileMs(0.5);
        case P95 -> percentileMs(0.95);
        case P99 -> percentileMs(0.99);
        case MAX -> told() != null ? told().maxMs()
                : response().getTotalCount() == 0 ? Double.NaN : Histograms.ms(response().getMaxValue());
        case FIRST_ROUND -> 1e3 * sum(Block::firstRound) / blocks.size();
        case AFTER_FIRST_ROUND -> blocks.stream().mapToDouble(this::afterFirstRound).average().orElse(Double.NaN);
        case CPU_PER_REQUEST -> 1e3 * cpuSecondsPerRequest();
        case DATABASE_CPU -> databaseCpuMs(blocks);
        case CONNECTIONS -> sum(block -> block.length() * block.connectionsInUse()) / length();
        case CONNECTION_HELD -> 1e3 * figure(Metric.CONNECTIONS) / throughput();
        case SERVICE_CPU -> sum(block -> block.usage().serviceCpuSeconds()) / length();
        case OF_LIMIT -> cell.believed() == null ? Double.NaN : throughput() / cell.believed().limit();
        case STORED -> sum(block -> block.backlog().stored()) / length();
        case ACCEPTED_AND_STORED -> sum(Block::rowsToStore) / sum(Block::storingSeconds);
        case BACKLOG -> sum(block -> block.backlog().end()) / blocks.size();
        case BACKLOG_GROWTH -> sum(block -> block.backlog().end() - block.backlog().begin()) / length();
        case BACKLOG_PEAK -> most(second -> second.gauges().backlog());
        case DRAIN -> sum(block -> block.backlog().drain()) / blocks.size();
        case PLATFORM_THREADS -> most(CellReport.VitalsSecond::platformThreads);
        case CARRIERS -> most(CellReport.VitalsSecond::mounted);
        case PINNED -> pins().size();
        case PINNED_PER_REQUEST -> pinnedInService() / completed();
        case PINNED_WITH_REASON -> pins().stream().filter(Pin::hasReason).count() / Math.max(1.0, pins().size());
        case HEAP -> most(CellReport.VitalsSecond::heapMb);
        case GC -> sum(block -> block.usage().gcMillis()) / 1e3 / length();
        case RESIDENT -> blocks.stream().mapToDouble(block -> block.surroundings().residentMb()).max()
                .orElse(Double.NaN);
        case ERRORS -> failed();
        case ANSWERED -> ok();
        case SUCCESS -> ok() / (double) (ok() + failed());
        case WAITING -> memory().requests();
        case THREADS_PER_WAITING -> memory().threadsEach();
        case HEAP_PER_WAITING -> memory().heapKbEach();
        case MEMORY_PER_WAITING -> memory().residentKbEach();
        case STALLED -> blocks.stream().mapToDouble(block -> block.stalledSeconds(cell.request().timeout())).max()
                .orElse(Double.NaN);
        };
    }

    /** CPU time of the database for each row that was stored in these blocks, in ms. */
    static double databaseCpuMs(List<Block> some) {
        long rows = some.stream().mapToLong(block -> Math.max(0, block.usage().stored().rows())).sum();
        return rows == 0 ? Double.NaN
                : 1e3 * some.stream().mapToDouble(block -> block.usage().stored().cpuSeconds()).sum() / rows;
    }

    /** Rows that were confirmed in its blocks; empty where the service has no database. */
    public OptionalLong confirmedRows() {
        return !stores() ? OptionalLong.empty()
                : OptionalLong.of(blocks.stream().mapToLong(block -> block.usage().stored().confirmed()).sum());
    }

    /** Rows by which the table became longer in its blocks; empty where they were not counted. */
    public OptionalLong storedRows() {
        return !stores() || blocks.stream().anyMatch(block -> block.usage().stored().rows() < 0) ? OptionalLong.empty()
                : OptionalLong.of(blocks.stream().mapToLong(block -> block.usage().stored().rows()).sum());
    }

    /** Confirmed rows that are missing: after a block, or in the end. */
    public OptionalLong lostRows() {
        if (storedRows().isEmpty() || member.stored().rows() < 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Math.max(0, Math.max(member.stored().confirmed() - member.stored().rows(),
                blocks.stream().map(block -> block.usage().stored())
                        .mapToLong(stored -> Math.max(0, stored.confirmed() - stored.rows())).sum())));
    }

    private boolean stores() {
        return member.stored() != null && cell.isDriven() && !blocks.isEmpty();
    }

    /** What the rule says of a figure; NaN where it says nothing. */
    public double byRule(Metric metric) {
        return switch (metric) {
        case THROUGHPUT -> rule.rps();
        case MEAN -> rule.meanMs();
        case SD -> rule.sdMs();
        case SPREAD -> rule.sdMs() / rule.meanMs();
        case P50 -> rule.p50Ms();
        case P99 -> rule.p99Ms();
        case BACKLOG_GROWTH -> Rules.backlogGrowth(cell, demand);
        default -> Double.NaN;
        };
    }

    /** What the requests of a burst take that wait; {@link Block.Memory#NONE} where the memory was not looked at. */
    public Block.Memory memory() {
        return blocks.stream().map(Block::memory).filter(memory -> !memory.equals(Block.Memory.NONE)).findFirst()
                .orElse(Block.Memory.NONE);
    }

    /** The greatest value in any second. */
    public double most(ToDoubleFunction<CellReport.VitalsSecond> of) {
        return blocks.stream().flatMap(block -> block.vitals().stream()).mapToDouble(of).max().orElse(Double.NaN);
    }

    /** The mean over the seconds, weighted by their lengths. */
    public double mean(ToDoubleFunction<CellReport.VitalsSecond> of) {
        List<CellReport.VitalsSecond> seconds = blocks.stream().flatMap(block -> block.vitals().stream()).toList();
        double length = seconds.stream().mapToDouble(CellReport.VitalsSecond::length).sum();
        return seconds.stream().mapToDouble(second -> of.applyAsDouble(second) * second.length()).sum() / length;
    }

    private double sum(ToDoubleFunction<Block> of) {
        return blocks.stream().mapToDouble(of).sum();
    }

}
