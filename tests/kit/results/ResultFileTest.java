package kit.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import kit.base.LabException;
import kit.results.LoadResult.Loop;
import kit.results.LoadResult.Period;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;
import tests.Repository;

/** Files that the real tools wrote, and what becomes of them when they are cut off. */
@Tag(Lane.UNIT)
class ResultFileTest {

    @TempDir
    Path folder;

    /** Numbers of the tools' own output, and of awk over the single requests. Empty is not told. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            wrk.txt, wrk, 4794, 0, 5.01, 956.57, 20.82, 20.60, 24.52, 20, 0
            wrk-broken.txt, wrk, 5491, 1647, 4.00, 1371.51, 14.53, 20.38, 22.87, 20, 0
            ab.txt, ab 2.3, 3000, 0, 3.16, 949.37, 21, 21, 25, 20, 0
            ab-broken.txt, ab 2.3, 2000, 601, 1.473, 1357.8, 15, 20, 21, 20, 0
            ab-each.tsv, ab, 400,,,, 22.0625, 21, 54,, 0
            ab-curve.csv, ab,,,,,, 20.594, 54.41,, 0
            k6.csv, k6, 1312, 0, 14.01, 93.67, 21.6531, 21.425, 24.55,, 21
            k6-summary.json, k6, 1312, 0, 14.03, 93.529, 21.6531, 21.425, 24.5549,, 21
            k6-broken-summary.json, k6, 1043, 286, 8.0235, 129.994, 16.6783, 20.8914, 48.6971,, 21.66
            k6-few.json, k6, 282, 0, 3.008, 93.74, 21.18, 20.84, 28.43,,
            locust_stats.csv, Locust, 6828, 0, 19.04, 358.544, 26.3224, 24, 71,,
            locust_stats_history.csv, Locust, 6828, 0, 19, 359.37, 26.3224, 24,, 10,
            jmeter.jtl, JMeter, 1381, 0, 29.67, 46.55, 24.46, 22, 83, 4,
            jmeter-broken.jtl, JMeter, 1203, 352, 9.585, 125.5, 18.0407, 21, 51, 5,
            jmeter-xml.jtl, JMeter, 308, 0, 4.82, 63.9, 24.49, 22, 74, 3,
            hyperfoil.json, Hyperfoil 0.25.2, 4649, 0, 20, 232.4, 21.29, 20.84, 30.67,,
            hyperfoil-controller.json, Hyperfoil 0.25.2, 300, 0, 3.112, 96.401, 202.382, 202.375, 210.764, 20,
            hyperfoil-broken.json, Hyperfoil 0.25.2, 1779, 514, 6, 296.5, 16.0797, 20.7094, 34.341,,
            wrk2.txt, wrk2, 6396, 0, 16.01, 399.42, 24.38, 21.28, 104,,
            wrk2-over.txt, wrk2, 12626, 0, 14.02, 900.76, 6470,,,,
            hey.txt, hey, 3000, 0, 3.1803, 943.32, 21, 20.6, 26.7,,
            hey-broken.txt, hey, 4124, 1284, 3.0043, 1372.69, 14.5, 20.5, 22.9,,
            hey.csv, hey, 400, 0, 1.7162, 233.07, 21.424, 21.3, 23,,
            oha.json, oha, 3000, 0, 3.28345, 913.67, 21.717, 21.277, 26.84,,
            oha-broken.json, oha, 1933, 579, 3.00278, 643.74, 15.376, 20.675, 26.766,,
            oha.csv, oha, 400, 0, 1.74817, 228.81, 21.767, 21.469, 25.618,,
            vegeta.json, vegeta, 1200, 0, 5.99516, 200.16, 20.758, 20.662, 22.761,,
            vegeta-broken.json, vegeta, 1250, 361, 4.99602, 250.199, 14.8569, 20.4532, 23.2808,,
            bombardier.json, bombardier, 3866, 0, 4.01222, 963.556, 20.746, 20.537, 23.963, 20, 0
            gatling-stats.json, Gatling, 1218, 174, 6, 203, 19, 21, 30,,
            gatling-global_stats.json, Gatling, 1218, 174, 6, 203, 19, 21, 30,,
            gatling-stats.js, Gatling, 1091, 168, 6, 181.83, 22, 21, 96,,
            bombardier-broken.json, bombardier, 5319, 1539, 4.00661, 1327.56, 15.0535, 20.613, 22.861, 20, 0
            """)
    void eachToolIsRead(String file, String tool, Double requests, Double errors, Double seconds, Double rate,
            Double mean, Double median, Double p99, Double users, Double think) {
        LoadResult result = Fixtures.read(file);
        assertEquals(tool, result.tool().toString());
        assertTrue(result.name().endsWith(file), result.name());
        same("requests", requests, result.counts().requests(), 0);
        same("errors", errors, result.counts().errors(), 0);
        same("seconds", seconds, result.counts().seconds(), 0.002);
        same("throughput", rate, result.counts().throughput(), 0.002);
        same("mean", mean, result.times().mean(), 0.002);
        same("median", median, result.times().median(), 0.002);
        same("p99", p99, result.times().percentile(99), 0.002);
        same("users", users, result.users().count(), 0);
        if (think != null) {
            same("think time", think, result.users().thinkMs(), 0.01);
        }
    }

    private static void same(String what, Double told, double read, double tolerance) {
        if (told == null) {
            assertTrue(Double.isNaN(read), what + " is not told, and is " + read);
        } else {
            assertEquals(told, read, tolerance * told + 1e-9, what);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"k6.csv", "jmeter.jtl", "hyperfoil.json", "locust_stats_history.csv"})
    void periodsAddUp(String file) {
        LoadResult result = Fixtures.read(file);
        assertEquals(result.counts().requests(), result.periods().stream().mapToDouble(Period::requests).sum(), 1);
        assertEquals(result.counts().seconds(), result.periods().stream().mapToDouble(Period::seconds).sum(), 1.5);
        double mean = result.periods().stream().filter(period -> period.requests() > 0)
                .mapToDouble(period -> period.requests() * period.time()).sum() / result.counts().requests();
        assertEquals(result.times().mean(), mean, 0.05 * mean);
    }

    @Test
    void singleRequestsTellWhoSentThem() {
        RequestLog log = Fixtures.read("jmeter.jtl").requests();
        assertEquals(4, log.users().count());
        assertEquals(1381 - 4, log.users().followed());
        assertTrue(log.users().isClosedLoop());
        assertEquals(62, log.users().meanPause(), 1, "a timer of 60 ms, and what JMeter needs");
        assertEquals(1, log.stampStep());
        assertEquals(1381, Arrays.stream(log.timeline().starts()).sum());
        assertEquals(1000, Fixtures.read("k6-seconds.csv").requests().stampStep());
        assertNull(Fixtures.read("wrk.txt").requests());
    }

    @Test
    void failedRequestsHaveTimesOfTheirOwn() {
        RequestLog log = Fixtures.read("jmeter-broken.jtl").requests();
        assertTrue(log.meanOfFailed() < 5 && log.meanOfOthers() > 20, log.meanOfFailed() + " " + log.meanOfOthers());
    }

    @Test
    void aRunOfALabHasALoadForEachRow() throws IOException {
        Path run = Repository.onlyRun(Fixtures.file("data/sample/cpu-light"));
        List<LoadResult> loads = ResultFile.read(run);
        var rows = Repository.cells(run);
        assertEquals(rows.size(), loads.size());
        for (LoadResult load : loads) {
            var row = rows.get(load.name().substring(load.name().lastIndexOf(' ') + 1));
            assertNotNull(row, load.name());
            assertEquals(Double.parseDouble(row.get("rps")), load.counts().throughput());
            assertEquals(Double.parseDouble(row.get("users")), load.users().count());
            assertEquals(0, load.users().thinkMs(), "no lab of cpu-light has a think time");
            assertTrue(load.periods().size() >= 2, load.periods().toString());
            double logged = ResultFile.read(run.resolve(row.get("cell") + ".hlog")).getFirst().counts().throughput();
            // Of a request that lies partly within a block, a log has all or nothing, and the throughput has a part.
            double ended = Repository.number(row, "requests") / Repository.number(row, "duration_s");
            assertEquals(ended, logged, 0.03 * logged, "between two blocks nothing is measured");
        }
        assertEquals(loads.size(), ResultFile.read(run.resolve("summary.csv")).size(), "the file alone is read, too");
    }

    /** A file that was cut off anywhere is refused, unless it ends with a whole row, which cannot be seen. */
    @ParameterizedTest
    @ValueSource(strings = {"wrk.txt", "ab.txt", "ab-curve.csv", "ab-each.tsv", "k6.csv", "k6-few.json",
            "k6-summary.json", "locust_stats.csv", "locust_stats_history.csv", "jmeter.jtl", "jmeter-xml.jtl",
            "hyperfoil.json", "virtual-c50-f1.hlog", "wrk2.txt", "hey.txt", "hey.csv", "oha.json", "oha.csv",
            "vegeta.json", "bombardier.json", "gatling-stats.json", "gatling-stats.js"})
    void aFileThatWasCutOffIsRefused(String name) throws IOException {
        byte[] whole = Files.readAllBytes(
                name.endsWith(".hlog") ? Fixtures.sample("cpu-light", name) : Fixtures.file(name));
        Path cut = folder.resolve("cut");
        for (int percent : List.of(50, 70, 90)) {
            int length = whole.length * percent / 100;
            while (whole[length - 1] == '\n' || whole[length - 2] == '\n' || whole[length] == '\n'
                    || whole[length] == '\r') {
                length--;
            }
            Files.write(cut, Arrays.copyOf(whole, length));
            String message = assertThrows(LabException.class, () -> ResultFile.read(cut), () -> name).getMessage();
            assertEquals(1, message.lines().count(), message);
            assertTrue(message.startsWith(cut.toString()) && (message.contains("was cut off")
                    || message.contains("is damaged")), message);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", value = {
            "'name,age\nx,1\n' => is not a result that can be read",
            "'{\"metrics\": {\"heap\": 1}}' => is not a result that can be read",
            "'{\"a\": 1}' => is not a result that can be read",
            "'timeStamp,elapsed\n' => has no request",
            "'timeStamp,elapsed\n1,2,3\n' => is damaged: line 2 has 3 fields where the heading has 2",
            "'timeStamp,elapsed\n2026/01/01 10:00:00,2\n' => timestamp_format=ms",
            "'timeStamp,elapsed\n1795412102723,fast\n' => is damaged: line 2 has 'fast' in field 2",
            "'metric_name,timestamp,metric_value\nhttp_req_duration,noon,1\n' => K6_CSV_TIME_FORMAT",
            "'metric_name,timestamp,metric_value\nvus,1795412102,1\n' => has no request",
            "'Type,Name,Request Count,Failure Count\n' => was cut off",
            "'#[Histogram log format version 1.3]\n' => has no request",
            "'request-start,DNS,DNS+dialup,Response-delay,request-duration,bytes,status\n0.1,0,0,0,1e99,1,200\n' => "
                    + "is damaged: line 2 has '1e99' in field 5"})
    void aFileOfAnotherKindIsRefused(String text, String words) throws IOException {
        Path file = Files.writeString(folder.resolve("file.txt"), text);
        String message = assertThrows(LabException.class, () -> ResultFile.read(file)).getMessage();
        assertEquals(1, message.lines().count(), message);
        assertTrue(message.contains(words), message);
    }

    @Test
    void noFileAndNoRun() {
        assertTrue(assertThrows(LabException.class, () -> ResultFile.read(folder.resolve("none"))).getMessage()
                .contains("there is no such file"));
        assertTrue(assertThrows(LabException.class, () -> ResultFile.read(folder)).getMessage().contains("no run is"));
    }

    /** Transactions count their samples again, a message may have commas and lines, and a separator may be another. */
    @Test
    void jmetersOtherWays() throws IOException {
        Path file = Files.writeString(folder.resolve("a.csv"), """
                timeStamp;elapsed;label;responseMessage;threadName;success;allThreads
                1795412102000;20;a;OK;T 1;true;2
                1795412102000;30;b;"not; found
                at all";T 2;false;2
                1795412102000;50;all;"Number of samples in transaction : 2, number of failing samples : 1";T 2;false;2
                1795412102030;10;a;OK;T 1;true;2
                """);
        LoadResult result = ResultFile.read(file).get(0);
        assertEquals(3, result.counts().requests());
        assertEquals(1, result.counts().errors());
        assertEquals(20, result.times().mean());
        assertEquals(10, result.requests().users().meanPause());
        assertEquals(0.04, result.counts().seconds(), 1e-9);
    }

    /** What k6 gives to handleSummary has the same numbers one level deeper. */
    @Test
    void k6sOtherSummaryIsReadToo() throws IOException {
        Path file = Files.writeString(folder.resolve("s.json"), """
                {"root_group": {}, "state": {"testRunDurationMs": 10000}, "metrics": {
                 "http_reqs": {"type": "counter", "values": {"count": 500, "rate": 50}},
                 "http_req_failed": {"type": "rate", "values": {"rate": 0.1, "passes": 50, "fails": 450}},
                 "http_req_duration": {"type": "trend", "values": {"avg": 12, "med": 11, "p(95)": 20, "max": 30}}}}
                """);
        LoadResult result = ResultFile.read(file).get(0);
        assertEquals(500, result.counts().requests());
        assertEquals(50, result.counts().errors());
        assertEquals(10, result.counts().seconds());
        assertEquals(20, result.times().percentile(95));
    }

    @Test
    void k6sRowsTellWhatWasNotExpected() throws IOException {
        Path file = Files.writeString(folder.resolve("k.csv"), """
                metric_name,timestamp,metric_value,expected_response,status
                http_req_duration,1795412102000,10.5,true,200
                http_req_duration,1795412102100,30,false,500
                iteration_duration,1795412102100,100,,
                dropped_iterations,1795412102100,7,,
                """);
        LoadResult result = ResultFile.read(file).get(0);
        assertEquals(1, result.counts().errors());
        assertEquals(7, result.counts().neverSent());
        assertEquals(100 / 2.0 - 20.25, result.users().thinkMs(), 0.1);
    }

    /** k6 runs setup() and teardown() once, outside of the load. */
    @ParameterizedTest
    @ValueSource(strings = {"csv", "json"})
    void whatK6DoesOnceIsNoLoad(String kind) throws IOException {
        var text = new StringBuilder(kind.equals("csv") ? "metric_name,timestamp,metric_value,group,status\n" : "");
        long at = 0;
        for (String group : List.of("::setup", "::setup::login", "", "::shop", "::setups", "::teardown")) {
            for (String metric : List.of("http_req_duration", "iteration_duration")) {
                double value = metric.startsWith("http") ? 20 + at : 50;
                text.append(kind.equals(
                        "csv") ? metric + "," + (1_795_412_102_000L + 100 * at) + "," + value + "," + group
                                + ",200\n"
                                : "{\"metric\":\"" + metric
                                        + "\",\"type\":\"Point\",\"data\":{\"time\":\"2026-11-23T05:33:0" + at
                                        + "Z\",\"value\":" + value + ",\"tags\":{\"group\":\"" + group + "\"}}}\n");
            }
            at++;
        }
        LoadResult result = ResultFile.read(Files.writeString(folder.resolve("k6"), text)).get(0);
        assertEquals(3, result.counts().requests(), "the load, a group in it, and one whose name begins alike");
        assertEquals((22 + 23 + 24) / 3.0, result.times().mean(), 1e-9);
        assertEquals(50 - 23, result.users().thinkMs(), 0.1);
    }

    /** The total of Gatling has its requests as parts, those in groups, too; and no group. */
    @ParameterizedTest
    @ValueSource(strings = {"gatling-stats.json", "gatling-stats.js"})
    void gatlingsRequestsAreParts(String file) {
        LoadResult result = Fixtures.read(file);
        assertEquals(List.of("broken", "wait"),
                result.parts().stream().map(part -> part.name().substring(part.name().lastIndexOf(' ') + 1)).toList());
        assertEquals(result.counts().requests(),
                result.parts().stream().mapToDouble(part -> part.counts().requests()).sum());
    }

    /** Early versions of Gatling wrote texts with spaces and commas, and - where there is no value. */
    @Test
    void gatlingsTextsAreNumbers() throws IOException {
        Path file = Files.writeString(folder.resolve("global_stats.json"), """
                {"name": "All Requests", "numberOfRequests": {"total": "   92,163", "ok": "92,163", "ko": "0"},
                 "maxResponseTime": {"total": "33", "ok": "33", "ko": "-"}, "minResponseTime": {"total": "-"},
                 "percentiles1": {"total": "12"}, "meanNumberOfRequestsPerSecond": {"total": "1,536.05"}}
                """);
        LoadResult result = ResultFile.read(file).get(0);
        assertEquals(92_163, result.counts().requests());
        assertEquals(60, result.counts().seconds(), 1e-3);
        assertEquals(12, result.times().median());
        assertTrue(Double.isNaN(result.times().least()));
    }

    /** Percentiles are of the response times that wrk2 kept, and its maximum is none. */
    @Test
    void wrk2KeepsWhatComesAfterItsCalibration() {
        LoadResult result = Fixtures.read("wrk2.txt");
        assertEquals(2380, result.times().values());
        assertEquals(List.of(50.0, 75.0, 90.0, 99.0, 99.9, 99.99, 99.999), List.copyOf(result.times().percentiles()
                .keySet()));
        assertEquals(Loop.OPEN_FROM_DUE, result.users().loop());
        assertEquals(Loop.OPEN_FROM_DUE, Fixtures.read("wrk2-over.txt").users().loop(), "without --latency");
        assertEquals(Loop.CLOSED, Fixtures.read("wrk.txt").users().loop());
        assertEquals(Loop.OPEN, Fixtures.read("vegeta.json").users().loop());
    }

    /** hey has no time of a request without an answer, so its mean is not of what its throughput is. */
    @Test
    void requestsWithoutAnAnswerAreErrors() throws IOException {
        Path file = Files.writeString(folder.resolve("hey"), Files.readString(Fixtures.file("hey.txt"))
                + "Error distribution:\n  [12]\tGet \"http://127.0.0.1/wait\": context deadline exceeded\n");
        LoadResult hey = ResultFile.read(file).get(0);
        assertEquals(3012, hey.counts().requests());
        assertEquals(12, hey.counts().errors());
        assertTrue(Double.isNaN(hey.times().mean()));
        LoadResult oha = Fixtures.read("oha-broken.json");
        assertEquals(1933, oha.times().values(), "those that oha gave up at the end are no errors");
    }

    /** Horreum and qDup keep the report of Hyperfoil in files of their own. */
    @ParameterizedTest
    @CsvSource(delimiterString = " => ", value = {
            "'{\"data\": {\"hyperfoil\": %s}}' => 1", "'{\"state\": [1, {\"hf\": [%s, %s]}]}' => 2"})
    void aReportInsideAnotherFileIsRead(String wrapper, int loads) throws IOException {
        String report = Files.readString(Fixtures.file("hyperfoil.json"));
        List<LoadResult> results = ResultFile.read(Files.writeString(folder.resolve("run.json"),
                wrapper.formatted(report, report)));
        assertEquals(loads, results.size());
        results.forEach(result -> assertEquals(4649, result.counts().requests()));
        assertEquals(loads, results.stream().map(LoadResult::name).distinct().count());
    }

    /** What a reader keeps in memory has a limit; what a message quotes has one, too. */
    @Test
    void whatIsTooLongIsRefused() throws IOException {
        Repository.contains(refused("fields.jtl", "timeStamp,elapsed\n" + ",".repeat(1 << 15)),
                "is damaged: line 2 has more than 16384 fields");
        Repository.contains(refused("line.json", Files.readString(Fixtures.file("k6-few.json")) + " ".repeat(17 << 20)),
                " is longer than 16 MB");
        Repository.contains(refused("line.hlog", "#[Histogram log format version 1.3]\n" + "1".repeat(17 << 20)),
                "line 2 is longer than 16 MB");
        assertEquals(308, read("bom.jtl", "\uFEFF" + Files.readString(Fixtures.file("jmeter-xml.jtl"))));
    }

    @Test
    void anEntityOfXmlIsNotRead() throws IOException {
        String xml = "<?xml version=\"1.0\"?>\n<!DOCTYPE t [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n"
                + "<testResults>\n<sample t=\"1\" ts=\"2\" s=\"true\"><a>%s</a></sample></testResults>\n";
        Repository.contains(refused("entity.jtl", xml.formatted("&x;")), "is damaged: line 4 refers to an entity");
        assertEquals(1, read("none.jtl", xml.formatted("")));
    }

    @Test
    void whatIsNoTextIsNamed() throws IOException {
        for (String one : List.of("jmeter-xml.jtl", "k6-few.json", "wrk.txt", "k6-summary.json")) {
            byte[] bytes = Files.readAllBytes(Fixtures.file(one));
            bytes[bytes.length / 2] = (byte) 0xFF;
            Path file = Files.write(folder.resolve(one), bytes);
            String said = assertThrows(LabException.class, () -> ResultFile.read(file)).getMessage();
            assertEquals(file + " is damaged: it is not text in UTF-8. Copy it again, or let the tool write it again",
                    said);
        }
    }

    private String refused(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        String said = assertThrows(LabException.class, () -> ResultFile.read(file)).getMessage();
        assertTrue(said.startsWith(file + " "), said);
        return said;
    }

    private double read(String name, String text) throws IOException {
        return ResultFile.read(Files.writeString(folder.resolve(name), text)).getFirst().counts().requests();
    }

    /** The total of Locust's file has the rows above it as its parts. */
    @Test
    void locustsRowsAreParts() {
        LoadResult result = Fixtures.read("locust_stats.csv");
        assertEquals(List.of(5139.0, 1689.0), result.parts().stream().map(part -> part.counts().requests()).toList());
        assertEquals(110, result.times().percentile(99.9));
    }
}
