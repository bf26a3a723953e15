package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import tests.Lane;
import org.junit.jupiter.api.Test;

/** Every check fires when it should, says what it must, and is silent otherwise. */
@Tag(Lane.UNIT)
class ChecksTest {

    private static void invalid(Optional<Finding> finding, String... words) {
        said(finding, words);
        assertTrue(finding.orElseThrow().invalidates(), finding + " should invalidate");
    }

    private static void remark(Optional<Finding> finding, String... words) {
        said(finding, words);
        assertFalse(finding.orElseThrow().invalidates(), finding + " should only remark");
    }

    private static void said(Optional<Finding> finding, String... words) {
        assertTrue(finding.isPresent(), "the check did not fire");
        for (String word : words) {
            assertTrue(finding.get().text().contains(word), "'" + word + "' is missing in: " + finding.get().text());
        }
    }

    private static void silent(Optional<Finding> finding) {
        assertTrue(finding.isEmpty(), "should be silent: " + finding);
    }

    @Test
    void facts() {
        var asked = Facts.none().with(Facts.REQUEST_THREAD, "virtual").with(Facts.POOL, "unbounded");
        silent(Checks.facts(asked, asked.with("gc", "G1")));
        invalid(Checks.facts(asked, asked.with(Facts.REQUEST_THREAD, "platform")), "request.thread=virtual", "got platform");
        invalid(Checks.facts(asked, Facts.none().with(Facts.REQUEST_THREAD, "virtual")), Facts.POOL, "nothing");
    }

    @Test
    void counts() {
        silent(Checks.counts(1000, 0, 1000));
        silent(Checks.counts(1000, 0, -1));
        invalid(Checks.counts(1000, 0, 1001), "1000", "1001");
        silent(Checks.counts(1000, 5, 995));
        invalid(Checks.counts(1000, 5, 994), "994");
        invalid(Checks.counts(1000, 5, 1001), "1001");
        invalid(Checks.counts(1000, 0, 999), "999");
    }

    @Test
    void bound() {
        assertEquals("users", Checks.bound(0.2, 0.5, 0.9, 1, 0));
        assertEquals("users", Checks.bound(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN));
        assertEquals("pool", Checks.bound(0.2, 0.5, 0, 0.2, 1));
        assertEquals("connections", Checks.bound(0.2, 0.84, 1, 0.9, 300), "whoever waits for a connection holds a thread");
        assertEquals("users", Checks.bound(0.2, 0.84, 100, 0.6, 0), "there are free ones: those who wait for one wait for a CPU");
        assertEquals("cpu", Checks.bound(0.8, 0.85, 100, 1, 300));
        assertEquals("driver", Checks.bound(0.81, 1, 100, 1, 300));
    }

    @Test
    void rows() {
        silent(Checks.rows(Double.NaN, Double.NaN, 0, false, null, null));
        silent(Checks.rows(1000, 1000, 1000, false, null, null));
        silent(Checks.rows(1000, 1003, 1005, false, null, null));
        invalid(Checks.rows(1000, 990, 1000, false, null, null), "10 of 1000", "still in the queue");
        remark(Checks.rows(1000, 990, 1000, true, null, "the disk is full"), "10 of 1000", "the disk is full");
        invalid(Checks.rows(1000, 1006, 1005, false, null, null), "1006", "1005", "twice");
        invalid(Checks.rows(1000, Double.NaN, 1005, true, "nobody listens", null), "could not be counted", "nobody listens", "1000");
    }

    @Test
    void drained() {
        silent(Checks.drained(null));
        silent(Checks.drained(new CellReport.Drained(3, true)));
        remark(Checks.drained(new CellReport.Drained(13, false)), "13.0 s");
    }

    @Test
    void stalled() {
        silent(Checks.stalled(Double.NaN));
        silent(Checks.stalled(2.9));
        remark(Checks.stalled(4.5), "stopped answering", "last 4.5 s");
    }

    private static Totals spent(double service, double lag, double error, double think) {
        return new Totals(10, 0, 0, 0, service, lag, error, think, 0, 0, Hiccups.Measured.NOT, 0);
    }

    @Test
    void closure() {
        // 10 users for 10 s have 100 s.
        silent(Checks.closure(10, spent(99, 0.5, 0, 0)));
        silent(Checks.closure(10, spent(50, 0.5, 0, 49)));
        invalid(Checks.closure(10, spent(90, 0.5, 0, 0)), "Little", "9.5 %");
        invalid(Checks.closure(10, spent(110, 0, 0, 0)), "-10.0 %");
        remark(Checks.closure(10, spent(95, 5, 0, 0)), "5.0 %", "sent late");
        remark(Checks.closure(10, spent(90, 0, 10, 0)), "10.0 %", "failed");
    }

    @Test
    void utilisation() {
        var cpu = new Prediction.Station("cpu", 2, 0.1);
        silent(Checks.utilisation(20, List.of(cpu)));
        silent(Checks.utilisation(20.1, List.of(cpu)));
        // The published wall-clock spin: 81.7/s of "100 ms of CPU" on 2 CPUs.
        invalid(Checks.utilisation(81.7, List.of(cpu)), "impossible", "8.2", "cpu");
        invalid(Checks.utilisation(130, List.of(new Prediction.Station("pool", 50, 0.4))), "52.0", "pool");
    }

    @Test
    void claimed() {
        // The same law over what somebody else claims: that it cannot be is the lesson, and no reason to throw the cell away.
        var cpus = new Prediction.Station("CPUs", 2, 0.1);
        silent(Checks.claimed(20.1, cpus));
        remark(Checks.claimed(81.7, cpus), "impossible", "8.2 of 2", "CPUs");
        // "mono", whose one thread served 35.8 requests of 100 ms a second.
        remark(Checks.claimed(35.8, new Prediction.Station("threads", 1, 0.1)), "3.6 of 1");
    }

    @Test
    void startLag() {
        silent(Checks.startLag(0.9, 9, 10, 0));
        silent(Checks.startLag(3.9, 9, 400, 0));
        silent(Checks.startLag(Double.NaN, 3.9, 400, 0));
        remark(Checks.startLag(Double.NaN, 4.1, 400, 0), "too few", "4.1 ms");
        invalid(Checks.startLag(1.1, 9, 10, 0), "sent late", "1.1 ms");
        invalid(Checks.startLag(4.1, 9, 400, 0), "4.0 ms allowed");
        // A burst within a second.
        silent(Checks.startLag(9, 60, 1000, 1000));
        remark(Checks.startLag(11, 60, 1000, 1000), "sent late", "11.0 ms, in a burst of 1000 ms");
        invalid(Checks.startLag(101, 160, 1000, 1000), "100.0 ms allowed");
        Optional<Finding> late = Checks.startLag(224, 900, 3000, 0);
        remark(Checks.latenciesAside(late, 0.02), "30.0 ms allowed", "throughput stands");
        invalid(Checks.latenciesAside(late, 0.021), "30.0 ms allowed");
        invalid(Checks.latenciesAside(late, Double.NaN), "30.0 ms allowed");
        silent(Checks.latenciesAside(Optional.empty(), 0));
    }

    @Test
    void driverHiccups() {
        silent(Checks.driverHiccups(new Hiccups.Measured(0.1, 0.9), 10));
        silent(Checks.driverHiccups(new Hiccups.Measured(0.1, 3.9), 400));
        remark(Checks.driverHiccups(new Hiccups.Measured(0.1, 2.1), 10), "driver was stopped", "2.1 ms");
        remark(Checks.driverHiccups(new Hiccups.Measured(0.1, 9.9), 10), "driver was stopped", "9.9 ms");
        invalid(Checks.driverHiccups(new Hiccups.Measured(0.1, 10.1), 10), "too long to believe");
        invalid(Checks.driverHiccups(new Hiccups.Measured(0.1, 201), 400), "too long to believe");
        invalid(Checks.driverHiccups(new Hiccups.Measured(1.1, 2), 10), "ran late all the time");
        silent(Checks.driverHiccups(new Hiccups.Measured(1.1, 2), 400));
    }

    @Test
    void driverHeadroom() {
        silent(Checks.driver(0.8));
        silent(Checks.driver(Double.NaN));
        invalid(Checks.driver(0.85), "headroom", "85 %");
    }

    @Test
    void steadiness() {
        silent(Checks.steady(0.02));
        silent(Checks.steady(Double.NaN));
        remark(Checks.steady(0.05), "not steady", "5.0 %");
    }

    @Test
    void connectionsThatTheServerTakes() {
        silent(Checks.connections(8192, "8192", "100"));
        silent(Checks.connections(0, "8192", "100"));
        silent(Checks.connections(10_000, null, null));
        // -1 is Tomcat's word for no limit.
        silent(Checks.connections(10_000, "-1", "100"));
        remark(Checks.connections(10_000, "8192", "100"), "no limit of threads", "8192 connections", "tomcat.max-connections", "100 more",
                "10000 users");
    }

    @Test
    void connectionsThatFindNoRoomInTheLine() {
        silent(Checks.listening(0, "100"));
        silent(Checks.listening(Double.NaN, "100"));
        remark(Checks.listening(37, "100"), "37 times", "tomcat.accept-count 100", "net.core.somaxconn");
    }

    @Test
    void quietMachine() {
        silent(Checks.quiet(0.97, 0.1, 2, ""));
        remark(Checks.quiet(0.5, 0.1, 2, ""), "noisy", "50 % idle");
        remark(Checks.quiet(0.97, 0.8, 2, "chromium 0.72"), "0.8 CPUs", "chromium");
    }

    @Test
    void errors() {
        silent(Checks.errors(1000, 0, "", false));
        remark(Checks.errors(999, 1, "timeout=1", false), "1 of 1000", "timeout=1");
        invalid(Checks.errors(900, 100, "http-500=100", false), "http-500", "100 of 1000");
        remark(Checks.errors(900, 100, "http-500=100", true), "http-500");
    }

    @Test
    void percentilesNeedTenRequestsBeyondThem() {
        var histogram = Histograms.empty();
        for (int i = 1; i <= 999; i++) {
            histogram.recordValue(i * 1_000_000L);
        }
        assertTrue(Double.isNaN(Histograms.percentileMs(histogram, 0.99)), "999 requests are too few for a 99th percentile");
        histogram.recordValue(1_000_000_000L);
        assertTrue(Math.abs(Histograms.percentileMs(histogram, 0.99) - 990) < 2, "1000 are enough");
        assertTrue(Double.isNaN(Histograms.percentileMs(histogram, 0.999)));
    }
}
