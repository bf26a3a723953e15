package audit;

import static audit.Check.AVERAGED_PERCENTILES;
import static audit.Check.CLIENT_TIMEOUT;
import static audit.Check.COARSE_CLOCK;
import static audit.Check.CONTRADICTION;
import static audit.Check.COORDINATED_OMISSION;
import static audit.Check.FAILED_REQUESTS;
import static audit.Check.FEW_VALUES;
import static audit.Check.LITTLE_LAW;
import static audit.Check.OFFERED_RATE;
import static audit.Check.UTILISATION_LAW;
import static audit.Check.WARM_UP;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import audit.Answer.Kind;
import kit.results.Fixtures;
import kit.results.ResultFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;

/** Each fault is seen where it was planted, and not in the file of the same tool that has none. */
@Tag(Lane.UNIT)
class ResultAuditTest {

    private static final double NOT = Double.NaN;

    @TempDir
    Path folder;

    private static ResultAudit audit(String file, Claims claims) {
        return ResultAudit.of(Fixtures.read(file), claims);
    }

    private static Set<Check> wrong(ResultAudit audit) {
        return audit.answers().stream().filter(answer -> answer.kind() == Kind.WRONG).map(Answer::check)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Check.class)));
    }

    private static Answer of(ResultAudit audit, Check check) {
        return audit.answers().stream().filter(answer -> answer.check() == check).findFirst().orElseThrow();
    }

    private static Kind kind(String file, Check check) {
        return of(audit(file, Claims.NONE), check).kind();
    }

    /** The number behind some words of a text. */
    private static double number(Answer answer, String before) {
        var found = Pattern.compile(Pattern.quote(before) + " ?([\\d.]*\\d)").matcher(answer.text());
        assertTrue(found.find(), before + " in: " + answer.text());
        return Double.parseDouble(found.group(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"wrk.txt", "ab.txt", "k6.csv", "k6-summary.json", "locust_stats.csv",
            "locust_stats_history.csv", "locust-parts_stats.csv", "jmeter.jtl", "hyperfoil.json", "hey.txt", "oha.json",
            "vegeta.json",
            "bombardier.json", "wrk2-over.txt"})
    void nothingIsFoundWhereNothingIsWrong(String file) {
        ResultAudit audit = audit(file, Claims.NONE);
        assertEquals(Set.of(), wrong(audit), audit.answers().toString());
    }

    @ParameterizedTest
    @CsvSource({"wrk-stall.txt, COORDINATED_OMISSION", "k6-stall.csv, COORDINATED_OMISSION",
            "jmeter-stall.jtl, COORDINATED_OMISSION", "k6-dropped-summary.json, COORDINATED_OMISSION",
            "wrk-broken.txt, FAILED_REQUESTS", "ab-broken.txt, FAILED_REQUESTS", "jmeter-broken.jtl, FAILED_REQUESTS",
            "locust-broken_stats.csv, FAILED_REQUESTS", "hyperfoil-broken.json, FAILED_REQUESTS",
            "hey-broken.txt, FAILED_REQUESTS", "oha-broken.json, FAILED_REQUESTS",
            "vegeta-broken.json, FAILED_REQUESTS", "bombardier-broken.json, FAILED_REQUESTS",
            "gatling-stats.json, FAILED_REQUESTS", "gatling-stats.js, FAILED_REQUESTS",
            "k6-cold.csv, WARM_UP", "ab-few.txt, FEW_VALUES", "hey.csv, FEW_VALUES", "oha.csv, FEW_VALUES",
            "k6-few.json, FEW_VALUES", "ab-coarse.txt, COARSE_CLOCK",
            "locust-averaged_stats.csv, AVERAGED_PERCENTILES"})
    void eachFaultIsFoundAlone(String file, Check fault) {
        ResultAudit audit = audit(file, Claims.NONE);
        assertEquals(Set.of(fault), wrong(audit), audit.answers().toString());
        assertTrue(audit.answers().get(0).kind() == Kind.WRONG, "what is wrong comes first");
        assertTrue(!of(audit, fault).advice().isEmpty());
        assertTrue(audit.verdict().startsWith("This result cannot be believed"), audit.verdict());
    }

    // ---- coordinated omission ----

    /** The service stops for a second in every five; 5 users, 20 ms and a pause of 20 ms. */
    @Test
    void theRequestsThatWereNeverSentAreCounted() {
        Answer answer = of(audit("jmeter-stall.jtl", Claims.NONE), COORDINATED_OMISSION);
        assertEquals(3, number(answer, "no request started in"));
        assertEquals(1, number(answer, "The longest was"), 0.05);
        assertEquals(42, number(answer, "usual cycle is"), 3);
        assertEquals(5, number(answer, "then"), "all users start at once");
        assertEquals(3 * 0.95 * 95, number(answer, "requests/s,"), 15);
        assertTrue(answer.text().contains("waited for an answer"), answer.text());
        // Half of the time of a pause is longer than 500 ms, and pauses are a sixth of the load.
        assertEquals(950, number(answer, "they are about 460.3 and"), 30);
    }

    /** A JTL of ten users in a closed loop without think time: each line is a start and a response time. */
    private ResultAudit closedLoop(LongUnaryOperator millis, LongUnaryOperator pauseBefore) throws IOException {
        var lines = new ArrayList<long[]>();
        for (int user = 0; user < 10; user++) {
            long now = 1_795_000_000_000L + user;
            for (int i = 0; i < 300; i++) {
                now += pauseBefore.applyAsLong(i);
                long time = millis.applyAsLong(10L * i + user);
                lines.add(new long[] {now, time, user});
                now += time;
            }
        }
        lines.sort(Comparator.comparing(line -> line[0] + line[1]));
        Path file = Files.writeString(folder.resolve("made.jtl"), "timeStamp,elapsed,threadName,success\n" + lines
                .stream().map(line -> line[0] + "," + line[1] + ",user-" + line[2] + ",true\n")
                .collect(Collectors.joining()));
        return ResultAudit.of(ResultFile.read(file).get(0), Claims.NONE);
    }

    @Test
    void aPauseWithoutASlowAnswerIsTheGenerators() throws IOException {
        Answer usual = of(closedLoop(i -> 20 + i % 7, i -> 0), COORDINATED_OMISSION);
        assertEquals(Kind.OK, usual.kind(), usual.text());
        assertTrue(usual.text().contains("closed loop"), usual.text());
        Answer stopped = of(closedLoop(i -> 20 + i % 7, i -> i == 150 ? 2000 : 0), COORDINATED_OMISSION);
        assertEquals(Kind.WRONG, stopped.kind(), stopped.text());
        assertEquals(2, number(stopped, "The longest was"), 0.05);
        assertTrue(stopped.text().contains("the load generator itself stopped"), stopped.text());
    }

    /** One request in 200 takes a second, each of another user at another time: others start meanwhile. */
    @Test
    void slowAnswersOfSomeUsersAreARemark() throws IOException {
        Answer answer = of(closedLoop(i -> i % 200 == 57 ? 1000 : 20, i -> 0), COORDINATED_OMISSION);
        assertEquals(Kind.REMARK, answer.kind(), answer.text());
        assertTrue(answer.text().contains("some users waited"), answer.text());
    }

    @Test
    void usersInStepMakeNoPauses() throws IOException {
        // All of them start at once, every 400 ms.
        Answer answer = of(closedLoop(i -> 400, i -> 0), COORDINATED_OMISSION);
        assertEquals(Kind.OK, answer.kind(), answer.text());
    }

    @Test
    void aPauseIsATimeWithoutStarts() {
        var pauses = Pauses.of(new int[] {3, 0, 0, 0, 0, 2, 0, 1}, 0.25, 0.5);
        assertEquals(new Pauses(1, 1.0, 1.0, 2, 0.25), pauses);
        assertEquals(0, Pauses.of(new int[] {0, 0, 0, 0, 1, 0, 0, 0, 0}, 0.25, 0.5).count(),
                "before and after the load");
    }

    @Test
    void withoutSingleRequestsTheLongestShowsWhatMayBeMissing() {
        Answer answer = of(audit("locust-stall_stats_history.csv", Claims.NONE), COORDINATED_OMISSION);
        assertEquals(Kind.UNKNOWN, answer.kind());
        assertEquals(1.0, number(answer, "The longest took"), 0.02);
        assertEquals(Kind.OK, kind("locust_stats.csv", COORDINATED_OMISSION), "at most 1 % even if all had waited");
        assertEquals(Kind.UNKNOWN, kind("ab-curve.csv", COORDINATED_OMISSION));
    }

    @Test
    void wholeSecondsShowNoPauses() {
        for (Check check : Set.of(COORDINATED_OMISSION, WARM_UP)) {
            assertEquals(Kind.UNKNOWN, kind("k6-seconds.csv", check));
            assertEquals(Kind.UNKNOWN, kind("ab-each.tsv", check));
        }
    }

    /** A log of histograms has no single requests: the interval of a user comes from the command line. */
    @Test
    void aHistogramIsCorrectedWhereTheIntervalIsKnown() {
        var load = ResultFile.read(Fixtures.sample("cpu-light", "virtual-c50-f1.hlog")).get(0);
        var without = ResultAudit.of(load, Claims.NONE);
        assertEquals(Kind.UNKNOWN, of(without, COORDINATED_OMISSION).kind());
        var usual = ResultAudit.of(load, new Claims(50, 0, 124, NOT, NOT));
        assertEquals(Kind.OK, of(usual, COORDINATED_OMISSION).kind());
        // A user that was to send every 20 ms sent none for 400 ms: evenly from 20 to 400 ms instead of 400.
        var often = ResultAudit.of(load, new Claims(50, 0, 2500, NOT, NOT));
        assertEquals(Kind.OK, of(often, COORDINATED_OMISSION).kind(), "p99 is the same, the median is not");
        assertEquals(Kind.WRONG, of(often, OFFERED_RATE).kind());
    }

    // ---- laws ----

    @Test
    void littlesLawNeedsUsersAndThinkTime() {
        assertEquals(Kind.OK, kind("wrk.txt", LITTLE_LAW), "wrk tells its connections, and has no think time");
        assertEquals(Kind.OK, kind("jmeter.jtl", LITTLE_LAW), "the pauses of each thread are in the file");
        assertEquals(Kind.NOT_ASKED, kind("k6.csv", LITTLE_LAW));
        assertEquals(Kind.UNKNOWN, kind("locust_stats_history.csv", LITTLE_LAW));
        assertEquals(1.5, number(of(audit("locust_stats_history.csv", Claims.NONE), LITTLE_LAW), "hold for"), 0.2);
        assertEquals(Kind.UNKNOWN, of(audit("ab-curve.csv", new Claims(20, 0, NOT, NOT, NOT)), LITTLE_LAW).kind());
        assertEquals(Kind.UNKNOWN, kind("wrk-stall.txt", LITTLE_LAW), "wrk's mean holds added times");
    }

    @ParameterizedTest
    @CsvSource({"k6.csv, 4, , OK", "k6.csv, 10, , WRONG", "k6.csv, 2, , WRONG", "k6.csv, 4, 100, WRONG",
            "jmeter.jtl, 5, , WRONG", "jmeter.jtl, 4, 60, OK", "locust_stats.csv, 10, 1.5, OK",
            "locust_stats.csv, 100, 0, WRONG", "hyperfoil.json, 5, 0, OK", "hyperfoil.json, 6, 0, WRONG"})
    void littlesLawHoldsForTheUsersThatThereWere(String file, double users, Double think, Kind kind) {
        Answer answer = of(audit(file, new Claims(users, think == null ? NOT : think, NOT, NOT, NOT)), LITTLE_LAW);
        assertEquals(kind, answer.kind(), answer.text());
    }

    @ParameterizedTest
    @CsvSource({"2, 2, OK", "2, 2.2, WRONG", "20, 20, OK", ", , NOT_ASKED"})
    void aThroughputNeedsItsCpus(Double cpus, Double demand, Kind kind) {
        var claims = new Claims(NOT, NOT, NOT, cpus == null ? NOT : cpus, demand == null ? NOT : demand);
        Answer answer = of(audit("wrk.txt", claims), UTILISATION_LAW); // 956.57 requests/s
        assertEquals(kind, answer.kind(), answer.text());
    }

    @Test
    void aRateThatWasNotOfferedIsFound() {
        assertEquals(Kind.WRONG, of(audit("k6-dropped-summary.json", new Claims(NOT, NOT, 200, NOT, NOT)), OFFERED_RATE)
                .kind());
        assertEquals(Kind.OK, of(audit("k6-dropped-summary.json", new Claims(NOT, NOT, 120, NOT, NOT)), OFFERED_RATE)
                .kind());
    }

    /** wrk2 and vegeta send at a rate: what wrk2 could not keep up with is found by the rate alone. */
    @ParameterizedTest
    @CsvSource({"wrk2.txt, 400, OK", "wrk2-over.txt, 2000, WRONG", "wrk2-over.txt, , NOT_ASKED", "vegeta.json, 200, OK",
            "vegeta.json, 300, WRONG"})
    void anOpenLoopHasNoUsers(String file, Double rate, Kind kind) {
        ResultAudit audit = audit(file, new Claims(20, 0, rate == null ? NOT : rate, NOT, NOT));
        assertEquals(Kind.NO_MATTER, of(audit, LITTLE_LAW).kind());
        assertEquals(Kind.OK, of(audit, COORDINATED_OMISSION).kind());
        assertEquals(kind, of(audit, OFFERED_RATE).kind());
        assertTrue(wrong(audit).isEmpty() || wrong(audit).equals(Set.of(OFFERED_RATE)), audit.answers().toString());
    }

    /** The first 10 s of wrk2 are in its number of requests and not in its percentiles. */
    @Test
    void percentilesAreOfTheResponseTimesThatWereKept() {
        Answer answer = of(audit("wrk2.txt", Claims.NONE), FEW_VALUES);
        assertEquals(Kind.REMARK, answer.kind(), "p99.9 of 2380 values, not of 6396");
        assertTrue(answer.text().startsWith("2380 response times are too few for p99.9,"), answer.text());
    }

    /** A page whose parts a user fetches at the same time: the requests under way are no users. */
    @Test
    void partsOfAPageAreNoUsers() throws IOException {
        var lines = new StringBuilder("timeStamp,elapsed,threadName,success\n");
        for (int page = 0; page < 400; page++) {
            for (int part = 0; part < 4; part++) {
                lines.append(1_795_000_000_000L + 25L * page + part).append(",20,user-1,true\n");
            }
        }
        Path file = Files.writeString(folder.resolve("page.jtl"), lines);
        Answer answer = of(ResultAudit.of(ResultFile.read(file).get(0), new Claims(1, NOT, NOT, NOT, NOT)), LITTLE_LAW);
        assertEquals(Kind.UNKNOWN, answer.kind(), answer.text());
    }

    // ---- timeouts ----

    /** A vegeta report of 1000 requests in 10 s; percentiles and maximum in ms. */
    private ResultAudit report(double p50, double p90, double p95, double p99, double most, double mean)
            throws IOException {
        Path file = Files.writeString(folder.resolve("report.json"), String.format(Locale.ROOT, """
                {"latencies":{"mean":%.0f,"50th":%.0f,"90th":%.0f,"95th":%.0f,"99th":%.0f,"max":%.0f},
                "duration":10000000000,"requests":1000,"rate":100,"status_codes":{"200":1000}}
                """, mean * 1e6, p50 * 1e6, p90 * 1e6, p95 * 1e6, p99 * 1e6, most * 1e6));
        return ResultAudit.of(ResultFile.read(file).get(0), Claims.NONE);
    }

    @ParameterizedTest
    @CsvSource({"20, 30, 5000, 5000, 5000, WRONG", "5000, 5000, 5000, 5000, 5000, WRONG",
            "20, 2500, 2500, 2500, 2500, WRONG", "20, 30, 40, 5000, 5000, OK", "20, 30, 4999, 5000, 5000, OK",
            "20, 30, 40, 50, 5000, OK", "4321, 4321, 4321, 4321, 4321, OK", "20, 21, 22, 25, 30, OK"})
    void percentilesThatAreAllOneValueAreATimeout(double p50, double p90, double p95, double p99, double most,
            Kind kind) throws IOException {
        Answer answer = of(report(p50, p90, p95, p99, most, 20), CLIENT_TIMEOUT);
        assertEquals(kind, answer.kind(), answer.text());
    }

    /** One of ten requests took 5 s exactly; or each some ms more, as a service that waits for 5 s. */
    @ParameterizedTest
    @CsvSource({"0, WRONG", "1, OK"})
    void whatWaitsIsNoTimeout(int scatter, Kind kind) throws IOException {
        Answer answer = of(closedLoop(i -> i % 10 == 3 ? 5000 + scatter * (i / 10 % 4) : 20, i -> 0), CLIENT_TIMEOUT);
        assertEquals(kind, answer.kind(), answer.text());
    }

    /** Locust rounds to two digits: 5000 is 4950 to 5049, and a service that waits for 3 s has one value, too. */
    @ParameterizedTest
    @CsvSource({"24, 5000, 5003.7, WRONG", "3000, 3000, 3019.2, OK", "24, 5000, 5400, OK"})
    void locustsDigitsAreFew(int median, int high, double most, Kind kind) throws IOException {
        Path file = Files.writeString(folder.resolve("l_stats.csv"), """
                Type,Name,Request Count,Failure Count,Median Response Time,Average Response Time,Min Response Time,\
                Max Response Time,Average Content Size,Requests/s,Failures/s,50%%,90%%,95%%,98%%,99%%,100%%
                ,Aggregated,2000,0,%d,200,19,%s,13,100,0,%d,%d,%d,%d,%d,%d
                """.formatted(median, most, median, median, high, high, high, high));
        Answer answer = of(ResultAudit.of(ResultFile.read(file).get(0), Claims.NONE), CLIENT_TIMEOUT);
        assertEquals(kind, answer.kind(), answer.text());
    }

    // ---- figures that contradict each other ----

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', value = {
            "wrk.txt => 4794 requests in 5.01s => 4794 requests in 50.1s",
            "wrk.txt => Requests/sec:    956.57 => Requests/sec:    9565.7", "wrk.txt => 4794 requests => 479 requests",
            "wrk.txt => 24.52ms => 19.52ms", "wrk.txt => Latency    20.82ms => Latency    30.82ms",
            "ab.txt => Complete requests:      3000 => Complete requests:      2000",
            "hey.txt => [200]\t3000 => [200]\t2000", "hey.txt => Total:\t3.1803 => Total:\t4.1803",
            "oha.json => \"total\": 3.28 => \"total\": 4.28", "vegeta.json => \"rate\":200 => \"rate\":210",
            "vegeta.json => \"99th\":22 => \"99th\":52", "wrk2.txt => Requests/sec:    399 => Requests/sec:    499"})
    void figuresThatContradictEachOtherAreFound(String file, String told, String other) throws IOException {
        String text = Files.readString(Fixtures.file(file));
        assertTrue(text.contains(told), told);
        Path changed = Files.writeString(folder.resolve("changed"), text.replace(told, other));
        ResultAudit audit = ResultAudit.of(ResultFile.read(changed).get(0), Claims.NONE);
        assertTrue(wrong(audit).contains(CONTRADICTION), audit.answers().toString());
        assertEquals(Kind.OK, of(audit(file, Claims.NONE), CONTRADICTION).kind(), "as the tool wrote it");
    }

    /** A load without such figures is not asked. */
    @Test
    void figuresThatWereMadeOfEachOtherAreNoEvidence() {
        assertTrue(audit("ab-curve.csv", Claims.NONE).answers().stream().noneMatch(answer -> answer
                .check() == CONTRADICTION && !answer.text().contains("response times")));
    }

    // ---- errors, clocks, percentiles, warm-up ----

    @Test
    void failedRequestsThatAreFasterAreTold() {
        Answer answer = of(audit("jmeter-broken.jtl", Claims.NONE), FAILED_REQUESTS);
        assertEquals(2.781, number(answer, "A failed one took"), 0.01);
        assertEquals(24.35, number(answer, "the others"), 0.01);
        assertEquals(Kind.UNKNOWN, kind("ab-each.tsv", FAILED_REQUESTS));
    }

    /** The throughput of a lab is that of the requests that succeeded. */
    @Test
    void aRunOfALabDoesNotCountFailedRequests() {
        var failing = ResultFile.read(Fixtures.sample("held-connection", "")).stream()
                .filter(load -> load.counts().errors() > 0 && load.users().count() > 0)
                .map(load -> ResultAudit.of(load, Claims.NONE)).toList();
        assertEquals(2, failing.size(), "on either kind of thread, beside a connection that is held");
        failing.forEach(audit -> {
            assertEquals(Kind.REMARK, of(audit, FAILED_REQUESTS).kind());
            assertEquals(Kind.UNKNOWN, of(audit, LITTLE_LAW).kind());
            assertEquals(Kind.OK, of(audit, CONTRADICTION).kind(), "p95 is that of requests that were given up");
        });
    }

    @Test
    void aClockOfWholeMillisecondsIsTooCoarseForLess() {
        assertTrue(wrong(audit("jmeter-fast.jtl", Claims.NONE)).contains(COARSE_CLOCK));
        assertEquals(Kind.OK, kind("jmeter.jtl", COARSE_CLOCK));
    }

    @ParameterizedTest
    @CsvSource({"ab-few.txt, WRONG", "ab.txt, OK", "locust_stats.csv, REMARK", "hyperfoil.json, REMARK",
            "ab-curve.csv, UNKNOWN"})
    void percentilesNeedTenValuesBeyondThem(String file, Kind kind) {
        assertEquals(kind, kind(file, FEW_VALUES));
    }

    @Test
    void aTotalIsNoMeanOfItsParts() {
        assertEquals(Kind.OK, kind("locust-parts_stats.csv", AVERAGED_PERCENTILES));
        Answer averaged = of(audit("locust-averaged_stats.csv", Claims.NONE), AVERAGED_PERCENTILES);
        assertEquals(349, number(averaged, "the p99.99 of all requests,"));
        assertTrue(audit("wrk.txt", Claims.NONE).answers().stream()
                .noneMatch(answer -> answer.check() == AVERAGED_PERCENTILES));
    }

    @Test
    void aColdJvmIsSlowerAtFirst() {
        Answer answer = of(audit("k6-cold.csv", Claims.NONE), WARM_UP);
        assertTrue(number(answer, "response time") > 1.4, answer.text());
        assertTrue(number(answer, "throughput was") < 0.9, answer.text());
        assertEquals(Kind.OK, kind("k6.csv", WARM_UP));
        assertEquals(Kind.UNKNOWN, kind("k6-summary.json", WARM_UP));
    }

    /** 100 made-up loads whose response times scatter by 30 % and never drift. Fixed seed. */
    @Test
    void loadsThatDoNotDriftAreSeldomCalledDrifting() throws IOException {
        var random = new Random(22);
        int found = 0;
        for (int i = 0; i < 100; i++) {
            ResultAudit audit = closedLoop(request -> Math.round(20 * Math.exp(0.3 * random.nextGaussian())),
                    request -> 0);
            assertEquals(Set.of(), wrong(audit), audit.answers().toString());
            found += of(audit, WARM_UP).kind() == Kind.OK ? 0 : 1;
        }
        assertTrue(found <= 5, found + " of 100");
    }

    @Test
    void theVerdictNamesWhatCouldNotBeChecked() {
        assertEquals("No check found a fault. Data are missing for: warm-up.",
                audit("wrk.txt", Claims.NONE).verdict());
        assertEquals("No check found a fault.", audit("k6.csv", Claims.NONE).verdict());
    }
}
