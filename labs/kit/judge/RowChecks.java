package kit.judge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.base.Histograms;
import kit.base.Numbers;
import kit.measure.Block;
import kit.measure.Disturbance;
import kit.measure.Measurement;
import kit.plan.Burst;
import kit.plan.ClosedLoop;
import kit.plan.Measurable;
import kit.plan.Metric;
import kit.plan.OpenLoop;
import kit.plan.Station;
import kit.plan.Variant;
import kit.record.LatencyLimits;
import kit.report.CellReport;
import kit.report.Totals;
import kit.rule.RuleFigures;
import kit.rule.Queueing;
import kit.rule.Rules;
import kit.service.Facts;
import kit.service.PoolUse;

/** The checks that say whether the figures of a row can be believed, in the order in which they are told. */
final class RowChecks {

    /** Part of the users' time that may go missing before Little's law counts as broken. */
    static final double UNACCOUNTED = 0.02;
    /** Rounding that the utilisation law is allowed. */
    private static final double UTILISATION = 1.01;
    /** A load generator with a thread busier than this share of a CPU may itself be what is measured. */
    static final double GENERATOR_BUSY = 0.8;
    /** Share by which a service may be faster in its last block than in its first, besides one request. */
    private static final double WARM = 0.03;
    /** Where CPUs are busy, where blocks differ by chance. */
    private static final double WARM_WHERE_BUSY = 0.1;
    /** Share of failed requests from which throughput says nothing about the service any more. */
    private static final double ERRORS = 0.01;
    /** From this share of the CPUs on, on average, there are too few. */
    static final double CPU_BUSY = Disturbance.BUSY;
    /** Up to this share of the CPUs a wait for one is short: in M/M/2 a third as long as it is needed. */
    static final double CPU_HALF = 0.5;
    /** CPUs that others may use before it is worth a word. */
    private static final double OTHERS = 0.25;
    /** CPUs that an idle JVM of the group may use before it is worth a word. */
    private static final double IDLE = 0.03;
    /** Share of the time for which a quota may keep the container from its CPUs. */
    private static final double THROTTLED = 0.01;
    /** CPU time (s) by which the readings of several processes may differ, which are not taken at the same moment. */
    private static final double READING = 0.2;

    /** Of what an external load generator tells: it cuts the last round of its users. */
    private static final double LITTLE_OF_EXTERNAL = 0.1;
    /** How far the time that an external load generator measured may be from the time for which it was watched. */
    private static final double WINDOW = 0.05;
    /** From this share on, users or connections or carriers are in use all the time. */
    private static final double ALL = 0.85;

    /** Share by which the CPUs may have become faster or slower during a fork. */
    private static final double SPEED = 0.1;
    /** A row that is further from its rule says why, also where its claim allows more. */
    private static final double RULE_MISSED = 0.1;

    private final Row row;
    private final int cpus;
    private final List<Double> speeds;
    private final List<Finding> findings = new ArrayList<>();

    private RowChecks(Row row, int cpus, List<Double> speeds) {
        this.row = row;
        this.cpus = cpus;
        this.speeds = speeds;
    }

    /**
     * @param row    without findings yet
     * @param speeds of the machine before its fork and after it
     */
    static List<Finding> of(Row row, int cpus, List<Double> speeds) {
        var checks = new RowChecks(row, cpus, speeds);
        checks.look();
        return List.copyOf(checks.findings);
    }

    private void look() {
        if (row.member().failure() != null) {
            findings.add(row.member().failure());
        }
        if (row.blocks().isEmpty()) {
            if (findings.isEmpty()) {
                findings.add(nothingCounts());
            }
            return;
        }
        row.all().stream().map(Block::stopped).filter(Objects::nonNull).findFirst().ifPresent(findings::add);
        List<String> differences = row.member().asked().differences(row.member().found());
        if (!differences.isEmpty() && row.member().failure() == null) {
            add(Finding.invalid(Code.FACTS_DIFFER, "%s: the variant is not configured as declared",
                    String.join("; ", differences)));
        }
        errors();
        stalled();
        // What is sent beside other requests shares their blocks: what is found of these is told of them.
        boolean isDriven = row.cell().isDriven();
        if (isDriven) {
            counts();
            rows();
            usersTime();
            utilisation();
        }
        generator();
        external();
        if (isDriven) {
            cpuTime();
            warm();
            limitsOfTheServer();
            surroundings();
            speed();
        }
        if (findings.stream().noneMatch(Finding::invalidates)) {
            rule();
        }
    }

    private void add(Finding finding) {
        findings.add(finding);
    }

    /** Why none of its blocks counts, where its JVM did not fail. */
    private Finding nothingCounts() {
        Optional<Finding> stopped = row.all().stream().map(Block::stopped).filter(Objects::nonNull).findFirst();
        if (stopped.isPresent()) {
            return stopped.get();
        }
        Optional<Finding> disturbed = row.all().stream().filter(block -> !block.warmup())
                .flatMap(block -> block.disturbances().stream()).reduce((first, second) -> second);
        return disturbed.map(why -> Finding.invalid(why.code(), "each of its blocks was disturbed, also when it was "
                + "repeated: %s. End what runs beside the lab, and run it again", why.text()))
                .orElseGet(() -> Finding.invalid(Code.CELL_FAILED, "nothing was measured"));
    }

    private void errors() {
        long errors = row.failed();
        if (errors > 0) {
            String kinds = Totals.kinds(row.errors());
            boolean many = errors > ERRORS * (row.ok() + errors) && !row.cell().errors();
            add(new Finding(row.ok() == 0 && !row.cell().errors() ? Code.NO_SUCCESS
                    : Code.REQUESTS_FAILED, many,
                    Numbers.format(
                            "%d of %d requests failed (%s)%s", errors, row.ok() + errors, kinds,
                            many ? ": the throughput of a failing service means nothing" : "")));
        }
    }

    /** The service answered until the end. */
    private void stalled() {
        double seconds = row.figure(Metric.STALLED);
        if (seconds >= Block.STALLED) {
            add(Finding.remark(Code.STALLED, "the service stopped answering: no request succeeded in the last %.1f s",
                    seconds));
        }
    }

    /** Every request that was sent was counted by the server, and no other. */
    private void counts() {
        long sent = row.blocks().stream().mapToLong(block -> block.usage().sent()).sum();
        long givenUp = row.blocks().stream().mapToLong(block -> block.usage().givenUp()).sum();
        boolean isCounted = row.blocks().stream().allMatch(block -> block.usage().requestsCounted() >= 0);
        long counted = row.blocks().stream().mapToLong(block -> block.usage().requestsCounted()).sum();
        if (isCounted && row.told() == null && (counted > sent || counted < sent - givenUp)) {
            add(Finding.invalid(Code.REQUESTS_DIFFER, "the load generator sent %d requests and the server counted %d: "
                    + "something between them repeats or loses requests", sent, counted));
        }
    }

    /**
     * Each row that was confirmed is in the table, and no request has stored two: after each block, and when the
     * service had ended.
     */
    private void rows() {
        Measurement.Schema schema = row.member().stored();
        if (schema == null) {
            return;
        }
        if (schema.left() != null) {
            add(Finding.remark(Code.SCHEMA_LEFT, "%s", schema.left()));
        }
        if (row.lostRows().isEmpty()) {
            add(Finding.invalid(Code.ROWS_UNCOUNTED, "the rows could not be counted (%s): %d were confirmed",
                    schema.uncounted() == null ? "after a block" : schema.uncounted(), schema.confirmed()));
            return;
        }
        long missing = row.lostRows().getAsLong();
        if (missing > 0) {
            String why = row.fact(Facts.ROWS_LOST_WHY);
            add(Finding.invalid(Code.ROWS_LOST, "%d of %d confirmed rows are not in the table (%s); the log of the JVM "
                    + "may say which", missing, schema.confirmed(),
                    why == null ? "the service does not say why" : why));
        }
        long sent = row.blocks().stream().mapToLong(block -> block.usage().stored().sent()).sum();
        long rows = row.storedRows().getAsLong();
        if (rows > sent) {
            add(Finding.invalid(Code.ROWS_UNEXPECTED, "the table became longer by %d rows and only %d requests were "
                    + "sent: something stores rows twice", rows, sent));
        }
    }

    /**
     * Little's law as the users' account of their time: N users for T seconds have N T seconds, which went into
     * requests, failures, being sent late, and thinking. What is missing was spent where nothing is measured.
     */
    private void usersTime() {
        if (!row.cell().load().isClosed() || row.told() != null) {
            return;
        }
        double all = 0;
        double told = 0;
        double late = 0;
        double failed = 0;
        for (Block block : row.blocks()) {
            Totals t = block.totals();
            all += row.cell().load().users() * t.seconds();
            told += t.serviceSeconds() + t.thinkSeconds() + t.sendDelaySeconds() + t.errorSeconds();
            late += t.sendDelaySeconds();
            failed += t.errorSeconds();
        }
        double missing = (all - told) / all;
        if (Math.abs(missing) > UNACCOUNTED) {
            add(Finding.invalid(Code.LITTLES_LAW,
                    "Little's law check failed: %.1f %% of the users' time is unaccounted for", 100 * missing));
        } else if ((late + failed) / all > UNACCOUNTED) {
            add(Finding.remark(Code.USERS_DELAYED, "%.1f %% of the users' time went into %s",
                    100 * (late + failed) / all, failed > late ? "failed requests" : "requests being sent late"));
        }
    }

    /**
     * Utilisation law: X D cannot exceed the servers (Denning and Buzen 1978), by what the page declares. When a block
     * begins, each server may have nearly served a request: in T seconds it can complete what takes T + D.
     */
    private void utilisation() {
        if (!row.cell().variant().service().isInThisJvm()) {
            // What its requests need is not declared: a pilot measured that while it was colder.
            return;
        }
        RuleFigures declared = Rules.of(row.cell(), row.cell().demandOn(row.jdk()), cpus);
        declared.stations().stream().filter(this::isImpossible).findFirst().ifPresent(station -> add(new Finding(
                Code.UTILISATION_LAW, !station.name().equals(Queueing.CARRIERS), Numbers.format(
                        "not possible: %.1f requests/s at %s s each need %.1f servers; available: %s (%s). Either a "
                                + "request takes less time, or more servers took part",
                        row.throughput(), Numbers.trim(station.demandSeconds()),
                        row.throughput() * station.demandSeconds(), Numbers.trim(station.servers()),
                        station.name()))));
        Station believed = row.cell().believed();
        if (believed != null && isImpossible(believed)) {
            add(Finding.remark(Code.IMPOSSIBLE_AS_CLAIMED, "not possible as published: at %s s each, %.1f requests/s "
                    + "need %.1f %s; there are %s. So a request takes less time",
                    Numbers.trim(believed.demandSeconds()),
                    row.throughput(), row.throughput() * believed.demandSeconds(), believed.name(),
                    Numbers.trim(believed.servers())));
        }
    }

    private boolean isImpossible(Station station) {
        double block = row.length() / row.blocks().size();
        return row.throughput() * station.demandSeconds() > UTILISATION * station.servers()
                * (1 + station.demandSeconds() / block);
    }

    /** The load generator had headroom, and ran on time. */
    private void generator() {
        double busy = row.blocks().stream().mapToDouble(block -> block.totals().generatorBusiest()).max().orElse(0);
        if (busy > GENERATOR_BUSY) {
            add(Finding.invalid(Code.GENERATOR_SATURATED, "the load generator had no headroom: its busiest thread used "
                    + "%.0f %% of a CPU, so it may be the bottleneck", 100 * busy));
        }
        if (!isLatencyTrusted(row)) {
            add(Finding.remark(Code.SENT_LATE, "the load generator was late (send delay, 99th percentile %.1f ms; its "
                    + "sleeps were too long by %.1f ms): ignore the latencies of this cell; its throughput is valid",
                    sendDelay(row, 0.99), generatorHiccupP99(row)));
        }
    }

    /** What nothing tells of a load that an external load generator sent, and whether it was watched meanwhile. */
    private void external() {
        CellReport.Told told = row.told();
        if (told == null) {
            return;
        }
        add(Finding.remark(Code.EXTERNAL_UNCHECKED, "the load came from an external load generator, so these were not "
                + "checked: when requests were due, the headroom of its threads, steadiness, whether the service was "
                + "warm" + (Double.isNaN(told.meanMs()) ? ", the mean response time, and so Little's law" : "")));
        if (Math.abs(row.littleGap()) > LITTLE_OF_EXTERNAL) {
            add(Finding.invalid(Code.LITTLES_LAW, "Little's law check failed: by the throughput and the response "
                    + "times that the load generator tells, there were %.0f %% of the users",
                    100 * (1 + row.littleGap())));
        }
        double watched = row.blocks().getFirst().vitals().stream()
                .mapToDouble(CellReport.VitalsSecond::length).sum();
        if (Math.abs(watched / told.seconds() - 1) > WINDOW) {
            add(Finding.remark(Code.EXTERNAL_WINDOW, "the load generator measured for %.1f s, and the service was "
                    + "watched for %.1f s: figures of CPU and pins are of the latter", told.seconds(), watched));
        }
    }

    /** Whether the load generator sent requests when they were due, and ran when it should. */
    static boolean isLatencyTrusted(Row row) {
        return isSentInTime(row, 0.99) && !oversleptUsually(row)
                && !LatencyLimits.oversleptRarely(generatorHiccupP99(row), median(row));
    }

    /**
     * By what share the load generator's lateness may change one of the row's response times: 0 where that is too
     * little to tell, NaN where that is unknown. A pause of a hundredth of the time hardly changes median and mean.
     * Half of the requests were sent later than the median of the delays, so the median is too long by about this.
     */
    static double lateness(Row row, Measurable metric) {
        if (metric == Metric.P50) {
            return oversleptUsually(row) ? Double.NaN : isSentInTime(row, 0.5) ? 0 : sendDelay(row, 0.5) / median(row);
        }
        boolean isTrusted = metric == Metric.MEAN ? isSentInTime(row, 0.99) && !oversleptUsually(row)
                : isLatencyTrusted(row);
        return isTrusted ? 0 : Double.NaN;
    }

    /** @param share of the requests that must be sent in time, at least */
    private static boolean isSentInTime(Row row, double share) {
        double ramp = row.cell().load() instanceof Burst burst ? 1000 * burst.rampSeconds() : 0;
        return !(sendDelay(row, share) > LatencyLimits.tooLate(median(row), ramp));
    }

    private static boolean oversleptUsually(Row row) {
        double usual = row.blocks().stream().mapToDouble(block -> block.totals().hiccups().p50Ms()).max().orElse(0);
        return LatencyLimits.oversleptUsually(usual, median(row));
    }

    private static double median(Row row) {
        return Double.isNaN(row.percentileMs(0.5)) ? row.meanMs() : row.percentileMs(0.5);
    }

    private static double sendDelay(Row row, double p) {
        return Histograms.percentileMs(row.histogram(CellReport.LoadSecond::sendDelay), p);
    }

    private static double generatorHiccupP99(Row row) {
        return row.blocks().stream().mapToDouble(block -> block.totals().hiccups().p99Ms()).average().orElse(0);
    }

    /** No more CPU time was used than there is. */
    private void cpuTime() {
        double used = row.blocks().stream().mapToDouble(block -> block.usage().serviceCpuSeconds()
                + Numbers.zeroIfUnknown(block.totals().generatorSeconds())).sum();
        if (used > cpus * row.length() * UTILISATION + READING * row.blocks().size()) {
            add(Finding.invalid(Code.CPU_TIME_IMPOSSIBLE, "%.2f s of CPU time in %.2f s is more than %d CPUs have: the "
                    + "accounts of CPU time are wrong", used, row.length(), cpus));
        }
    }

    /** The service had stopped becoming faster when it was measured. A cold one becomes faster all the time. */
    private void warm() {
        if (row.cell().load().cold()) {
            return;
        }
        double gain = row.blocks().getLast().throughput() / row.blocks().getFirst().throughput() - 1;
        double byOne = 1 / row.blocks().getFirst().completed();
        // How many requests of an open loop succeed does not depend on how warm the service is.
        if (!(row.cell().load() instanceof OpenLoop)
                && gain > (isCpuBusy(row, cpus) ? WARM_WHERE_BUSY : WARM) + byOne) {
            add(Finding.remark(Code.NOT_WARM,
                    "not warm: the last block was %.1f %% faster than the first; use --warmup "
                            + "for a longer warm-up",
                    100 * gain));
        }
        double compiling = Disturbance.compiling(row.jitCpus(), row.machineCpus(), cpus, row.cell().tolerance());
        if (compiling > 0) {
            add(Finding.remark(Code.STILL_COMPILING, "the JIT compilers still used CPU time: without them, throughput "
                    + "would be %.0f %% higher; use --warmup for a longer warm-up", 100 * compiling));
        }
    }

    /** The server takes a connection of every user. Where it does not, that is what limits. */
    private void limitsOfTheServer() {
        String most = row.fact(Facts.MAX_CONNECTIONS);
        int users = row.cell().load().users();
        if (most != null && Integer.parseInt(most) >= 0 && users > Integer.parseInt(most)) {
            add(Finding.remark(Code.CONNECTION_LIMIT, "not a thread limit: the server accepts %s connections at a time "
                    + "(tomcat.max-connections), %s more wait in the accept queue (tomcat.accept-count), and "
                    + "there were %d users", most, row.fact(Facts.ACCEPT_COUNT), users));
        }
        double overflows = row.blocks().stream().mapToDouble(block -> block.surroundings().listenOverflows()).sum();
        if (overflows > 0) {
            add(Finding.remark(Code.ACCEPT_QUEUE_FULL, "not a thread limit: %.0f connection attempts found an accept "
                    + "queue full; each was retried a second later", overflows));
        }
    }

    private void surroundings() {
        row.blocks().stream().map(block -> block.surroundings()).filter(around -> around.idleCpus() > IDLE)
                .max(Comparator.comparingDouble(Block.Surroundings::idleCpus))
                .ifPresent(
                        around -> add(Finding.remark(Code.IDLE_NOT_IDLE, "while this cell was driven, the idle JVM of "
                                + "%s used %.2f CPUs", around.idle(), around.idleCpus())));
        double throttled = row.blocks().stream().mapToDouble(block -> block.surroundings().throttledSeconds()).sum();
        if (throttled > THROTTLED * row.length()) {
            add(Finding.remark(Code.THROTTLED, "the container's CPU quota throttled it for %.1f %% of the time",
                    100 * throttled / row.length()));
        }
        row.blocks().stream().map(block -> block.surroundings().others()).filter(others -> others.cpus() > OTHERS)
                .max(Comparator.comparingDouble(others -> others.cpus()))
                .ifPresent(others -> add(Finding.remark(Code.NOISY, "others used up to %.1f CPUs%s", others.cpus(),
                        others.neighbour().isEmpty() ? "" : " (" + others.neighbour() + ")")));
    }

    /** The CPUs were as fast at the end of the fork as at its beginning. */
    private void speed() {
        double change = speeds.getLast() / speeds.getFirst() - 1;
        if (row.machineCpus() / cpus >= CPU_BUSY && Math.abs(change) > SPEED) {
            add(Finding.remark(Code.SPEED_CHANGED, "the CPUs became %.0f %% %s during this fork. Blocks take turns, so "
                    + "ratios within the fork hold; throughputs are those of a machine that changes",
                    100 * Math.abs(change), change > 0 ? "faster" : "slower"));
        }
    }

    /** Throughput is as the rule says. */
    private void rule() {
        double gap = row.ruleGap();
        double told = Math.min(row.cell().tolerance(), RULE_MISSED);
        if (Math.abs(gap) > told) {
            add(Finding.remark(Code.RULE_MISSED, "%.1f %% %s the rule, more than %.0f %%: %s", 100 * Math.abs(gap),
                    gap > 0 ? "above" : "below", 100 * told, reason()));
        }
    }

    /** Which assumption of the rule failed, and its size. */
    private String reason() {
        double busy = row.machineCpus() / cpus;
        if (row.figure(Metric.STALLED) >= Block.STALLED) {
            return "the rule is that of a service that answers until the end";
        }
        if (row.cell().load().cold() && row.ruleGap() < 0) {
            return Numbers.format("the rule is that of a warm service. Here the first round took %s ms, and CPUs were "
                    + "%.0f %% busy", Numbers.trim(row.figure(Metric.FIRST_ROUND)), 100 * busy);
        }
        double left = row.figure(Metric.BACKLOG_GROWTH) / row.throughput();
        if (row.ruleGap() > 0 && left > row.ruleGap() / 2) {
            return Numbers.format("the rule is that of a service that stores each row at once. Here %.0f %% of the "
                    + "rows that it accepted were left when the blocks ended", 100 * left);
        }
        double needed = row.blocks().stream().mapToDouble(Judge.cpuDemand(row.cell(), cpus)).average()
                .orElse(Double.NaN);
        if (row.rule().bound().equals(Queueing.CPU) && !Double.isNaN(needed)) {
            return Numbers.format(
                    "a request needed %s ms of CPU time, and %s ms in the warm-up; CPUs were %.0f %% busy",
                    Numbers.trim(1e3 * needed), Numbers.trim(1e3 * row.demand().cpuSeconds()), 100 * busy);
        }
        if (row.ruleGap() > 0) {
            return "requests took less time than the rule has";
        }
        if (row.meanMs() > row.rule().meanMs()) {
            return Numbers.format("a request took %s ms, and the rule has %s ms; CPUs were %.0f %% busy",
                    Numbers.trim(row.meanMs()), Numbers.trim(row.rule().meanMs()), 100 * busy);
        }
        return Numbers.format("CPUs were %.0f %% busy: a limit or a delay that the rule does not include", 100 * busy);
    }

    /** Whether times depend on the CPUs: these were half busy or more, or nothing tells. */
    static boolean isCpuBusy(Row row, int cpus) {
        return !(row.machineCpus() < CPU_HALF * cpus);
    }

    /** What limited the throughput. */
    static Bottleneck bottleneck(Row row, int cpus) {
        if (row.blocks().isEmpty()) {
            return Bottleneck.UNKNOWN;
        }
        double busiest = row.blocks().stream().mapToDouble(block -> block.totals().generatorBusiest()).max().orElse(0);
        if (busiest > GENERATOR_BUSY || isElsewhere(row) && row.machineCpus() / cpus >= CPU_BUSY) {
            return Bottleneck.GENERATOR;
        }
        if (row.cell().load() instanceof OpenLoop open && row.throughput() >= (1 - WARM) * open.rate()) {
            return Bottleneck.RATE;
        }
        Optional<Bottleneck> byRule = row.rule().stations().stream()
                .filter(station -> !station.name().equals(Queueing.CPU) && !isForEachUser(station, row)
                        && (row.throughput() >= near(row) * station.limit() || isByRule(row, station)))
                .findFirst().map(RowChecks::pool);
        if (byRule.isPresent()) {
            return byRule.get();
        }
        if (carriersHeld(row, cpus) >= ALL) {
            return Bottleneck.CARRIERS;
        }
        if (areCpusBusy(row, cpus)) {
            return Bottleneck.CPU;
        }
        return row.pool(PoolUse.Kind.CONNECTIONS).filter(pool -> pool.busy() >= ALL * pool.size()).isPresent()
                ? Bottleneck.CONNECTIONS
                : isForEachUserAllTheTime(row, cpus) ? Bottleneck.USERS : Bottleneck.OTHER;
    }

    private static boolean isElsewhere(Row row) {
        return row.cell().variant().service().isElsewhere();
    }

    /**
     * From which share of a limit on it is reached. What a request of a service needs that is not this project's is
     * known from a pilot alone.
     */
    private static double near(Row row) {
        double share = row.cell().variant().service().isInThisJvm() ? UNACCOUNTED + WARM : row.cell().tolerance();
        return 1 - share;
    }

    /**
     * By Little's law, X (S + Z) users have what they want: each is served, or thinks. Users who wait for something
     * else are more. Where CPUs are somewhat busy, requests of this project's services take longer because of them.
     */
    private static boolean isForEachUserAllTheTime(Row row, int cpus) {
        if (!(row.cell().load() instanceof ClosedLoop loop)) {
            return row.cell().load() instanceof Burst;
        }
        double each = row.demand() == null ? Double.NaN
                : row.demand().seconds() + loop.think().toNanos() / 1e9;
        return !(row.throughput() * each < ALL * loop.users()) || row.cell().load().cold()
                || row.cell().variant().service().isInThisJvm() && isCpuBusy(row, cpus);
    }

    /**
     * For how long virtual threads that wait held carriers, as a share of the time of all carriers: by the recording,
     * or as the scheduler tells it, since a native call that waits leaves no event. Carriers that compute, or wait for
     * a CPU, get their part of the CPUs.
     */
    private static double carriersHeld(Row row, int cpus) {
        Optional<PoolUse> pool = row.pool(PoolUse.Kind.CARRIERS);
        int carriers = pool.map(PoolUse::size).orElse(cpus);
        double held = Stream.concat(row.pins().stream(), row.files().stream())
                .mapToDouble(pin -> pin.duration().toNanos() / 1e9).sum() / (row.length() * carriers);
        double needed = row.blocks().stream().mapToDouble(Block::cpuSeconds).sum() / row.length();
        double inVain = pool.filter(use -> use.waiting() >= 1).map(use -> (use.busy() - needed) / use.size())
                .filter(Double::isFinite).orElse(0.0);
        return Math.max(held, inVain);
    }

    /** All CPUs of the machine, or all that the service can use. */
    static boolean areCpusBusy(Row row, int cpus) {
        Variant variant = row.cell().variant();
        if (isElsewhere(row)) {
            return row.pool(PoolUse.Kind.CPUS).filter(pool -> pool.busy() >= CPU_BUSY * pool.size()).isPresent();
        }
        return row.machineCpus() / cpus >= CPU_BUSY || variant.usesFewerThan(cpus)
                && row.blocks().stream().mapToDouble(Block::cpuSeconds).sum()
                        / row.blocks().stream().mapToDouble(Block::length).sum() >= CPU_BUSY * variant.cpus();
    }

    /**
     * A burst has less throughput than its pool allows, since the pool is not full all the time. It has the throughput
     * that the rule says, and by the rule its requests wait for the pool.
     */
    private static boolean isByRule(Row row, Station station) {
        return row.cell().load() instanceof Burst && station.name().equals(row.rule().bound())
                && Math.abs(row.ruleGap()) <= UNACCOUNTED + WARM;
    }

    /** Whether no user ever waits for one: there are as many as users, and a request holds one at a time. */
    private static boolean isForEachUser(Station station, Row row) {
        return row.cell().load().isClosed() && station.servers() >= row.cell().load().users()
                && !(station.demandSeconds() > row.demand().seconds());
    }

    private static Bottleneck pool(Station station) {
        return switch (station.name()) {
        case "pool" -> Bottleneck.POOL;
        case Queueing.CARRIERS -> Bottleneck.CARRIERS;
        default -> station.name().contains("connection") ? Bottleneck.CONNECTIONS
                : station.name().startsWith(PoolUse.Kind.CPUS.words()) ? Bottleneck.CPU : Bottleneck.OTHER;
        };
    }
}
