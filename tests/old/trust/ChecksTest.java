package old.trust;

import kit.plan.Station;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import kit.base.Finding;
import kit.base.Finding.Code;
import kit.base.Histograms;
import kit.machine.Hiccups;
import kit.rule.RuleFigures;
import kit.rule.Queueing;
import kit.report.CellReport;
import kit.report.Totals;
import kit.service.Facts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** Every check fires when it should, says what it must, and is silent otherwise. */
@Tag(Lane.UNIT)
class ChecksTest {

    private static final double MINUTE = 60;

    private static void invalid(Code code, Optional<Finding> finding, String... numbers) {
        found(code, true, finding, numbers);
    }

    private static void remark(Code code, Optional<Finding> finding, String... numbers) {
        found(code, false, finding, numbers);
    }

    /** @param numbers and names that its sentence must have: what was seen, and what was allowed */
    private static void found(Code code, boolean invalidates, Optional<Finding> finding, String... numbers) {
        assertTrue(finding.isPresent(), "the check did not fire: " + code);
        assertEquals(code, finding.get().code(), finding.toString());
        assertEquals(invalidates, finding.get().invalidates(),
                finding + " should " + (invalidates ? "invalidate" : "only remark"));
        for (String number : numbers) {
            assertTrue(finding.get().text().contains(number),
                    "'" + number + "' is missing in: " + finding.get().text());
        }
    }

    private static void silent(Optional<Finding> finding) {
        assertTrue(finding.isEmpty(), "should be silent: " + finding);
    }

    @Test
    void facts() {
        var asked = Facts.none().with(Facts.REQUEST_THREAD, "virtual").with(Facts.POOL, "unbounded");
        silent(Checks.facts(asked, asked.with("gc", "G1")));
        invalid(Code.FACTS_DIFFER, Checks.facts(asked, asked.with(Facts.REQUEST_THREAD, "platform")),
                "request.thread=virtual", "got platform");
        invalid(Code.FACTS_DIFFER, Checks.facts(asked, Facts.none().with(Facts.REQUEST_THREAD, "virtual")), Facts.POOL,
                "nothing");
    }

    @Test
    void counts() {
        silent(Checks.counts(1000, 0, 1000));
        silent(Checks.counts(1000, 0, -1));
        invalid(Code.REQUESTS_DIFFER, Checks.counts(1000, 0, 1001), "1000", "1001");
        silent(Checks.counts(1000, 5, 995));
        invalid(Code.REQUESTS_DIFFER, Checks.counts(1000, 5, 994), "994");
        invalid(Code.REQUESTS_DIFFER, Checks.counts(1000, 5, 1001), "1001");
        invalid(Code.REQUESTS_DIFFER, Checks.counts(1000, 0, 999), "999");
    }

    @Test
    void bound() {
        assertEquals("users", Checks.bound(0.2, 0.5, 0.9, 1, 0));
        assertEquals("users", Checks.bound(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN));
        assertEquals("pool", Checks.bound(0.2, 0.5, 0, 0.2, 1));
        assertEquals("connections", Checks.bound(0.2, 0.84, 1, 0.9, 300),
                "a request that waits for a connection holds a thread");
        assertEquals("users", Checks.bound(0.2, 0.84, 100, 0.6, 0),
                "there are free ones: those who wait for one wait for a CPU");
        assertEquals("cpu", Checks.bound(0.8, 0.85, 100, 1, 300));
        assertEquals("driver", Checks.bound(0.81, 1, 100, 1, 300));
    }

    @Test
    void rows() {
        silent(Checks.rows(Double.NaN, Double.NaN, 0, false, null, null));
        silent(Checks.rows(1000, 1000, 1000, false, null, null));
        silent(Checks.rows(1000, 1003, 1005, false, null, null));
        invalid(Code.ROWS_LOST, Checks.rows(1000, 990, 1000, false, null, null), "10 of 1000");
        remark(Code.ROWS_LOST, Checks.rows(1000, 990, 1000, true, null, "the disk is full"), "10 of 1000",
                "the disk is full");
        invalid(Code.ROWS_UNEXPECTED, Checks.rows(1000, 1006, 1005, false, null, null), "1006", "1005");
        invalid(Code.ROWS_UNCOUNTED, Checks.rows(1000, Double.NaN, 1005, true, "nothing listens", null),
                "nothing listens", "1000");
    }

    @Test
    void drained() {
        silent(Checks.drained(null));
        silent(Checks.drained(new CellReport.Drained(3, true)));
        remark(Code.NOT_DRAINED, Checks.drained(new CellReport.Drained(13, false)), "13.0 s");
    }

    @Test
    void stalled() {
        silent(Checks.stalled(Double.NaN));
        silent(Checks.stalled(2.9));
        remark(Code.STALLED, Checks.stalled(4.5), "last 4.5 s");
    }

    @Test
    void warm() {
        silent(Checks.warm(Double.NaN));
        silent(Checks.warm(-0.1));
        silent(Checks.warm(0.029));
        remark(Code.NOT_WARM, Checks.warm(0.12), "12.0 %", "--warmup");
    }

    @Test
    void cpuTime() {
        silent(MachineChecks.cpuTime(Double.NaN, 10, 2));
        silent(MachineChecks.cpuTime(20.1, 10, 2));
        invalid(Code.CPU_TIME_IMPOSSIBLE, MachineChecks.cpuTime(21, 10, 2), "21.00 s", "2 CPUs");
    }

    private static Totals spent(double service, double lag, double error, double think) {
        return new Totals(10, 0, 0, 0, 0, service, lag, error, think, 0, 0, Hiccups.Measured.NOT, 0);
    }

    @Test
    void unaccountedTime() {
        // 10 users for 10 s have 100 s.
        silent(Checks.unaccountedTime(10, spent(99, 0.5, 0, 0)));
        silent(Checks.unaccountedTime(10, spent(50, 0.5, 0, 49)));
        invalid(Code.TIME_UNACCOUNTED, Checks.unaccountedTime(10, spent(90, 0.5, 0, 0)), "9.5 %");
        invalid(Code.TIME_UNACCOUNTED, Checks.unaccountedTime(10, spent(110, 0, 0, 0)), "-10.0 %");
        remark(Code.USERS_DELAYED, Checks.unaccountedTime(10, spent(95, 5, 0, 0)), "5.0 %", "late");
        remark(Code.USERS_DELAYED, Checks.unaccountedTime(10, spent(90, 0, 10, 0)), "10.0 %", "failed");
    }

    @Test
    void utilisation() {
        var cpu = new Station("cpu", 2, 0.1);
        silent(Checks.utilisation(20, MINUTE, List.of(cpu)));
        silent(Checks.utilisation(20.1, MINUTE, List.of(cpu)));
        // The published wall-clock spin: 81.7/s of "100 ms of CPU" on 2 CPUs.
        invalid(Code.IMPOSSIBLE, Checks.utilisation(81.7, MINUTE, List.of(cpu)), "8.2", "cpu");
        remark(Code.IMPOSSIBLE,
                Checks.utilisation(81.7, MINUTE, List.of(new Station(Queueing.CARRIERS, 2, 0.1))), "8.2");
        var pool = new Station("pool", 50, 0.4);
        invalid(Code.IMPOSSIBLE, Checks.utilisation(130, MINUTE, List.of(pool)), "52.0", "pool");
        // In 4 s each of the 50 may complete one request more than those that began within them: 11 instead of 10.
        silent(Checks.utilisation(137.5, 4, List.of(pool)));
        invalid(Code.IMPOSSIBLE, Checks.utilisation(140, 4, List.of(pool)), "56.0", "pool");
    }

    @Test
    void claimed() {
        // The same law over what others claim: that it is impossible is the lesson, and no reason to discard the cell.
        var cpus = new Station("CPUs", 2, 0.1);
        silent(Checks.claimed(20.1, MINUTE, cpus));
        remark(Code.IMPOSSIBLE_AS_CLAIMED, Checks.claimed(81.7, MINUTE, cpus), "8.2 CPUs; there are 2");
        // "mono", whose one thread served 35.8 requests of 100 ms a second.
        remark(Code.IMPOSSIBLE_AS_CLAIMED, Checks.claimed(35.8, MINUTE, new Station("threads", 1, 0.1)),
                "3.6 threads; there are 1");
    }

    @Test
    void sendDelay() {
        silent(Checks.sendDelay(0.9, 0.5, 9, 10, 0));
        silent(Checks.sendDelay(3.9, 0.5, 9, 400, 0));
        silent(Checks.sendDelay(Double.NaN, 0.5, 3.9, 400, 0));
        silent(Checks.sendDelay(Double.NaN, 0.5, 0, Double.NaN, 0));
        remark(Code.TOO_FEW_FOR_DELAY, Checks.sendDelay(Double.NaN, 0.5, 4.1, 400, 0), "4.1 ms");
        invalid(Code.SENT_LATE, Checks.sendDelay(Double.NaN, 4.1, 9, 400, 0), "half", "4.1 ms late", "4.0 ms allowed");
        remark(Code.TOO_FEW_FOR_DELAY, Checks.sendDelay(Double.NaN, Double.NaN, 9, 400, 0), "9.0 ms");
        invalid(Code.SENT_LATE, Checks.sendDelay(1.1, 0.5, 9, 10, 0), "1.1 ms");
        invalid(Code.SENT_LATE, Checks.sendDelay(4.1, 0.5, 9, 400, 0), "4.0 ms allowed");
        // A burst within a second.
        silent(Checks.sendDelay(9, 0.5, 60, 1000, 1000));
        remark(Code.SENT_LATE, Checks.sendDelay(11, 0.5, 60, 1000, 1000), "11.0 ms, in a burst of 1000 ms");
        invalid(Code.SENT_LATE, Checks.sendDelay(101, 0.5, 160, 1000, 1000), "100.0 ms allowed");
        Optional<Finding> late = Checks.sendDelay(224, 0.5, 900, 3000, 0);
        remark(Code.SENT_LATE, Checks.latenciesAside(late, 0.02), "30.0 ms allowed");
        invalid(Code.SENT_LATE, Checks.latenciesAside(late, 0.021), "30.0 ms allowed");
        invalid(Code.SENT_LATE, Checks.latenciesAside(late, Double.NaN), "30.0 ms allowed");
        silent(Checks.latenciesAside(Optional.empty(), 0));
    }

    @Test
    void generatorHiccups() {
        silent(Checks.generatorHiccups(new Hiccups.Measured(0.1, 0.9), 10));
        silent(Checks.generatorHiccups(new Hiccups.Measured(0.1, 3.9), 400));
        remark(Code.GENERATOR_STOPPED, Checks.generatorHiccups(new Hiccups.Measured(0.1, 2.1), 10), "2.1 ms");
        remark(Code.GENERATOR_STOPPED, Checks.generatorHiccups(new Hiccups.Measured(0.1, 9.9), 10), "9.9 ms");
        invalid(Code.GENERATOR_STOPPED, Checks.generatorHiccups(new Hiccups.Measured(0.1, 10.1), 10));
        invalid(Code.GENERATOR_STOPPED, Checks.generatorHiccups(new Hiccups.Measured(0.1, 201), 400));
        invalid(Code.GENERATOR_LATE, Checks.generatorHiccups(new Hiccups.Measured(1.1, 2), 10));
        silent(Checks.generatorHiccups(new Hiccups.Measured(1.1, 2), 400));
    }

    @Test
    void generatorHeadroom() {
        silent(Checks.driver(0.8));
        silent(Checks.driver(Double.NaN));
        invalid(Code.GENERATOR_SATURATED, Checks.driver(0.85), "85 %");
    }

    @Test
    void steadiness() {
        silent(Checks.steady(0.02));
        silent(Checks.steady(Double.NaN));
        remark(Code.NOT_STEADY, Checks.steady(0.05), "5.0 %");
    }

    @Test
    void connectionsThatTheServerTakes() {
        silent(Checks.connections(8192, "8192", "100"));
        silent(Checks.connections(0, "8192", "100"));
        silent(Checks.connections(10_000, null, null));
        // -1 is Tomcat's word for no limit.
        silent(Checks.connections(10_000, "-1", "100"));
        remark(Code.CONNECTION_LIMIT, Checks.connections(10_000, "8192", "100"), "8192 connections",
                "tomcat.max-connections", "100 more",
                "10000 users");
    }

    @Test
    void connectionsThatFindNoRoomInTheLine() {
        silent(Checks.listening(0, "100"));
        silent(Checks.listening(Double.NaN, "100"));
        remark(Code.ACCEPT_QUEUE_FULL, Checks.listening(37, "100"), "37 connection attempts", "tomcat.accept-count 100",
                "net.core.somaxconn");
    }

    @Test
    void quotaOfAContainer() {
        silent(MachineChecks.throttled(0.05, 10));
        silent(MachineChecks.throttled(Double.NaN, 10));
        remark(Code.THROTTLED, MachineChecks.throttled(2.5, 10), "2.50 s");
        silent(MachineChecks.quota(2, 2));
        silent(MachineChecks.quota(Double.NaN, 2));
        remark(Code.CPU_QUOTA, MachineChecks.quota(1.5, 2), "1.5 CPUs", "the rules use 2");
    }

    @Test
    void throughputBesideTheRule() {
        silent(Checks.rule(0.03, 0.03, ""));
        silent(Checks.rule(Double.NaN, 0.03, ""));
        remark(Code.RULE_MISSED, Checks.rule(-0.134, 0.03, "CPUs"), "13.4 % below the rule (3 % allowed): CPUs");
    }

    @Test
    void quietMachine() {
        silent(MachineChecks.quiet(0.97, 0.1, 2, ""));
        remark(Code.NOISY, MachineChecks.quiet(0.5, 0.1, 2, ""), "50 % idle");
        remark(Code.NOISY, MachineChecks.quiet(0.97, 0.8, 2, "chromium 0.72"), "0.8 CPUs", "chromium");
        remark(Code.NOISY, MachineChecks.quiet(0.97, 0.5, 16, ""), "0.5 CPUs");
        silent(MachineChecks.quiet(0.97, 0.3, 16, ""));
    }

    @Test
    void errors() {
        silent(Checks.errors(1000, 0, "", false));
        remark(Code.REQUESTS_FAILED, Checks.errors(999, 1, "timeout=1", false), "1 of 1000", "timeout=1");
        invalid(Code.REQUESTS_FAILED, Checks.errors(900, 100, "http-500=100", false), "http-500", "100 of 1000");
        remark(Code.REQUESTS_FAILED, Checks.errors(900, 100, "http-500=100", true), "http-500");
        invalid(Code.NO_SUCCESS, Checks.errors(0, 100, "timeout=100", false), "timeout=100", "100 of 100");
        remark(Code.NO_SUCCESS, Checks.errors(0, 100, "timeout=100", true));
    }

    @Test
    void anEngineThatMeasuredForAnotherTime() {
        silent(EngineChecks.window(10, 10.4));
        silent(EngineChecks.window(10, 9.6));
        remark(Code.ENGINE_WINDOW, EngineChecks.window(10, 11), "10.0 s", "11.0 s");
        remark(Code.ENGINE_WINDOW, EngineChecks.window(10, 9), "9.0 s");
    }

    @Test
    void anEngineThatDoesNotTellItsMean() {
        var told = new CellReport.Told("", 10, 1, Map.of(), 20, 1, 1, 30, new TreeMap<>());
        var silent = new CellReport.Told("", 10, 1, Map.of(), Double.NaN, 1, 1, 30, new TreeMap<>());
        remark(Code.ENGINE_UNCHECKED, EngineChecks.unchecked("wrk 4.1", told), "wrk 4.1", "when requests were due");
        assertTrue(!EngineChecks.unchecked("wrk", told).orElseThrow().text().contains("Little's law"));
        remark(Code.ENGINE_UNCHECKED, EngineChecks.unchecked("wrk", silent), "Little's law");
    }

    @Test
    void percentilesNeedTenRequestsBeyondThem() {
        var histogram = Histograms.empty();
        for (int i = 1; i <= 999; i++) {
            histogram.recordValue(i * 1_000_000L);
        }
        assertTrue(Double.isNaN(Histograms.percentileMs(histogram, 0.99)),
                "999 requests are too few for a 99th percentile");
        histogram.recordValue(1_000_000_000L);
        assertTrue(Math.abs(Histograms.percentileMs(histogram, 0.99) - 990) < 2, "1000 are enough");
        assertTrue(Double.isNaN(Histograms.percentileMs(histogram, 0.999)));
    }

    @Test
    void aJvmThatWasStoppedForMoreThanAHundredthOfTheMeasurementIsInvalid() {
        Instant began = Instant.EPOCH;
        var short1 = new Hiccups.Stop(began.plusMillis(500), Duration.ofMillis(300));
        var long1 = new Hiccups.Stop(began.plusMillis(1250), Duration.ofMillis(1500));
        silent(MachineChecks.stopped(List.of(), began, MINUTE));
        remark(Code.JVM_STOPPED, MachineChecks.stopped(List.of(short1), began, MINUTE), "0.30 s", "0.50 s after");
        invalid(Code.JVM_STOPPED, MachineChecks.stopped(List.of(short1, long1), began, MINUTE), "1.50 s",
                "1.25 s after");
        invalid(Code.JVM_STOPPED, MachineChecks.stopped(List.of(short1, short1, short1), began, MINUTE));
        silent(MachineChecks.stopped(List.of(long1), began.plusSeconds(3), MINUTE));
        invalid(Code.JVM_STOPPED, MachineChecks.stopped(List.of(long1), began.plusSeconds(2), MINUTE),
                "0.75 s, 0.00 s after");
    }
}
