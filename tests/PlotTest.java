package tests;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * `./jbang analysis/plot.java` as a user runs it, on small runs written here. A start costs seconds, so one of them draws
 * all the labs below and the tests look at different sides of what it left:
 *
 * <ul>
 * <li>{@code waits}: two forks, a published figure, an INVALID cell, texts that would break a careless page
 * <li>{@code hurt}: a truncated, a missing and an empty CSV, and a number that is none
 * <li>{@code broken}: run.json is cut off
 * <li>{@code cut}: its only run was interrupted
 * <li>{@code limits}: CPUs whose limit one variant exceeds
 * <li>{@code bounds}: two JDKs on several routes, between what they would serve if pinned and if not
 * <li>{@code nameless}: no summary.csv, so that only the cells' names tell what they are
 * <li>{@code herd}: bursts in waves, a steady load beside them, memory of requests that wait, a cell that was SKIPPED
 * <li>{@code shapes}: bursts with gaps wide and narrow, two curves alike, and one with failures
 * <li>{@code torn}: a damaged burst.csv; {@code lost}: none at all, though there were bursts
 * <li>{@code calls}: routes told apart by a query, their figures far apart, one of them INVALID
 * <li>{@code jdks}: published figures on two JDKs
 * <li>{@code ramp}: users in stages, one variant in two forks, one at other times; a load that does not change beside them
 * <li>{@code stored}: rows that are stored after the answer, or before it; an open loop; rows that were lost
 * <li>{@code caught}: a queue that was long for a moment; {@code late}: a client that was late, and streams beside the main load
 * <li>{@code slipped}: a ramp with a damaged timeline.csv; {@code unsummed}: ramps on two JDKs without a summary.csv
 * <li>{@code shown}: nothing but the committed sample
 * <li>{@code told}: a notebook with everything that a lab says, and with what no lab would; guesses and settings in run.json
 * </ul>
 */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class PlotTest {

    private static final String SUMMARY = "lab,run,cell,variant,jdk,load,path,users,rate,fork,ok,errors,error_kinds,rps,mean_ms,"
            + "predicted_rps,predicted_ms,bound,published_rps,published_ms,verdict,why\n";
    private static final String LATENCY = "cell,percentile,ms,count\n";
    private static final String TIMELINE = "cell,second,rps,p50_ms,p99_ms,service_cpu,platform_threads\n";
    private static final String BURST = "cell,ms,started,ended,failed,in_flight\n";
    private static final int STEP = 20; // ms, as the labs write burst.csv
    private static final String HERD = "lab,run,cell,variant,jdk,load,path,users,rate,ramp_s,fork,ok,errors,rps,mean_ms,predicted_rps,"
            + "published_rps,waiting,heap_rest_mb,heap_waiting_mb,rss_rest_mb,rss_waiting_mb,threads_waiting,heap_kb_per_waiting,"
            + "rss_kb_per_waiting,verdict,why\n";
    private static final String STAGED = "lab,run,cell,variant,jdk,load,path,users,fork,duration_s,ok,errors,rps,mean_ms,predicted_rps,"
            + "bound,bound_seen,published_rps,p95_ms,published_p95_ms,service_cpu_s,cpu_us_per_request,database_cpu_s,accepted_rows,lost_rows,"
            + "p99_ms,verdict,why\n";
    private static final String STAGED_SECONDS = "cell,second,rps,p50_ms,p99_ms,in_flight,errors,service_cpu,p95_ms,users,stage,"
            + "pool_active,pool_queued\n";
    private static final String STORED = "lab,run,cell,variant,jdk,load,path,users,rate,fork,duration_s,ok,errors,rps,mean_ms,"
            + "service_cpu_s,cpu_us_per_request,database_cpu_s,accepted_rows,table_rows,lost_rows,lag_begin_rows,lag_rows,drain_s,"
            + "verdict,why\n";
    private static final String STORED_SECONDS = "cell,second,rps,p50_ms,p99_ms,service_cpu,accepted_rows,persisted_rows,lag_rows\n";
    private static final String PINNING = "cell,start,duration_ms,reason,operation,carrier,frame,stack\n";

    private static final JsonMapper JSON = new JsonMapper();

    private record Started(int exit, String out, List<String> said) {}

    @TempDir
    static Path temp;

    private static Path data;
    private static Started drawn;

    @BeforeAll
    static void drawAllLabsOnce() throws Exception {
        data = temp.resolve("data");
        waits();
        hurt();
        Path broken = run(data, "broken", "20260101-100000", true, "CONFIRMED");
        write(broken, "run.json", "{\"lab\": \"broken\", \"verd");
        Path cut = run(data, "cut", "20260101-100000", false, "INVALID");
        write(cut, "notebook.md", "# cut\n\nIt waits.\n\n## The rule\n\nX = c / S\n\n*How many?*\n\nA word.\n\n## Predicted, measured\n\n"
                + "| cell | measured/s |\n|---|---|\n| its own table | 120 |\n\n## Try it\n\n-c 5  one\n--forks 3  two\n\nIt was interrupted.\n");
        Path limits = run(data, "limits", "20260101-100000", true, "CONFIRMED");
        write(limits, "summary.csv", SUMMARY.replace(",verdict", ",limit_rps,verdict")
                + cell("platform-c100-f1", "platform", 1, 80, "100", "", "20,CONFIRMED", "") + cell("virtual-c100-f1", "virtual", 1, 19, "20", "", "20,CONFIRMED", "")
                + cell("sized-c100-f1", "platform-sized", 1, 19, "20", "", ",CONFIRMED", ""));
        bounds();
        Path nameless = run(data, "nameless", "20260101-100000", true, "CONFIRMED");
        Files.delete(nameless.resolve("summary.csv"));
        write(nameless, "notebook.md", NOTEBOOK);
        write(nameless, "latency.csv", LATENCY + "virtual-c100-jdk21-f1,0,801,1\nvirtual-c100-jdk21-f1,100,812,1000\n"
                + "virtual-c100-jdk25-f1,0,801,1\nvirtual-c100-jdk25-f1,100,812,1000\n");
        herd();
        shapes();
        Path torn = run(data, "torn", "20260101-100000", true, "CONFIRMED");
        write(torn, "summary.csv", HERD + burstRow("platform-500-b2000-f1", "platform-500", 470, ""));
        write(torn, "latency.csv", LATENCY + "platform-500-b2000-f1,0,1000,1\nplatform-500-b2000-f1,100,3250,2000\n");
        write(torn, "burst.csv", BURST + "platform-500-b2000-f1,20,40,0,0,40\nplatform-500-b2000-f1,40,4");
        Path lost = run(data, "lost", "20260101-100000", true, "CONFIRMED");
        write(lost, "summary.csv", HERD + burstRow("platform-500-b2000-f1", "platform-500", 470, ""));
        calls();
        jdks();
        ramp();
        stored();
        caught();
        late();
        Path slipped = run(data, "slipped", "20260101-100000", true, "CONFIRMED");
        Ramp whole = new Ramp("virtual", 1, 1_000_000, 1000).stages(1, 3, 50, 500);
        write(slipped, "summary.csv", STAGED + whole.rows + Stream.of("at-once", "later", "later-slow").map(name ->
                "lab,run,virtual-%s-c70-f1,virtual,25.0.1,closed,POST /%s,70,1,3,300,0,100,700,100,users,,,,,,,,,,,CONFIRMED,%n"
                        .formatted(name, name.replace("-slow", ""))).reduce("", String::concat));
        write(slipped, "timeline.csv", STAGED_SECONDS + whole.seconds.toString().replaceFirst(",50,50-users,", ",fifty,50-users,"));
        Path unsummed = run(data, "unsummed", "20260101-100000", true, "CONFIRMED");
        Files.delete(unsummed.resolve("summary.csv"));
        write(unsummed, "timeline.csv", STAGED_SECONDS + whole.seconds.toString().replace("-f1", "-jdk21-f1")
                + whole.seconds.toString().replace("-f1", "-jdk25-f1"));
        write(unsummed, "latency.csv", LATENCY + "virtual-stages-jdk21-f1~500-users,0,500,1\nvirtual-stages-jdk21-f1~500-users,100,510,1000\n");
        told();
        run(data.resolve("sample"), "shown", "20260101-100000", true, "CONFIRMED");
        run(data.resolve("sample"), "waits", "20300101-100000", true, "CONFIRMED");
        Files.createDirectories(data.resolve("waits/.20310101-100000.partial"));
        drawn = plot(data.toString());
    }

    private static void waits() throws IOException {
        Path run = run(data, "waits", "20260102-100000", true, "SURPRISE");
        write(run, "run.json", """
                {"lab": "waits", "run": "20260102-100000", "complete": true, "verdict": "SURPRISE", "title": "1 waits",
                 "question": "Is 1 < 2 & 3?", "rule": "X = min(c, m) / S", "git": null,
                 "claims": [{"text": "twice as fast", "verdict": "SURPRISE", "why": "throughput 1.98, claimed at least 3", "hint": "look again"}],
                 "machine": {"cpu": "Testing 3000", "cpus": 2, "memory_mb": 4096}, "jdk": "25.0.1 Somebody", "command": "jbang labs/waits.java -c 100"}
                """);
        write(run, "summary.csv", SUMMARY
                + cell("platform-c100-f1", "platform", 1, 120, "125", "117.14", "CONFIRMED", "a thread of 50 is missing to <b>half</b> & more")
                + cell("platform-c100-f2", "platform", 2, 124, "125", "117.14", "CONFIRMED", "")
                + cell("virtual-c100-f1", "virtual", 1, 240, "250", "212.74", "CONFIRMED", "")
                + cell("virtual-c100-f2", "virtual", 2, 248, "250", "212.74", "SURPRISE", "")
                + cell("</script>-c100-f1", "</script>\\'", 1, 2000, "", "", "INVALID", "a neighbour")
                + "waits,r,virtual-c100-f1~probe,virtual,25.0.1,open,GET /probe,,5,1,1000,0,,5,3,5,,rate,,,CONFIRMED,\n");
        write(run, "latency.csv", LATENCY
                + "platform-c100-f1,0,801,1\nplatform-c100-f1,50,803,500\nplatform-c100-f1,99,812,990\n"
                + "platform-c100-f1,99.9,98765,999\nplatform-c100-f1,100,98765,1000\n"
                + "virtual-c100-f1,0,402,1000\nvirtual-c100-f1,100,402,1000\n"
                + "virtual-c100-f1~probe,0,1,1\nvirtual-c100-f1~probe,50,3,500\nvirtual-c100-f1~probe,100,5,1000\n");
        write(run, "timeline.csv", TIMELINE
                + "platform-c100-f1,1,100,803,,0.5,78\nplatform-c100-f1,2,150,803,,0.5,78\n"
                + "platform-c100-f1,3,110,803,,0.5,78\nplatform-c100-f1,3.1,7777,803,,0.5,78\n"
                + "platform-c100-f2,1,130,803,,0.9,70\nplatform-c100-f2,2,130,803,,0.9,70\nplatform-c100-f2,3,130,803,,0.9,70\n"
                + "virtual-c100-f1,1,240,402,,0.6,31\nvirtual-c100-f1,2,240,402,,0.6,31\nvirtual-c100-f1,3,240,402,,0.6,31\n");
        write(run, "pinning.csv", PINNING + "virtual-c100-f1,2026-01-02T10:00:00Z,100.5,,,,org.example.Held.here:42,a < b\n"
                + "virtual-c100-f1,2026-01-02T10:00:01Z,200.5,,,,org.example.Held.here:42,a < b\n");
        // An older one, and a newer one that was cut short: neither is the one to draw.
        run(data, "waits", "20260101-100000", true, "CONFIRMED");
        run(data, "waits", "20260103-100000", false, "INVALID");
    }

    /** If pinned, one carrier serves 20/s and all of them 40/s; if not, the users get 400/s. */
    private static void bounds() throws IOException {
        Path run = run(data, "bounds", "20260101-100000", true, "CONFIRMED");
        StringBuilder rows = new StringBuilder(SUMMARY.replace(",published_rps", ",pinned_rps,unpinned_rps,published_rps"));
        for (String jdk : List.of("21", "25")) {
            boolean old = jdk.equals("21");
            for (String variant : List.of("one-carrier", "all-carriers")) {
                int pinned = variant.equals("one-carrier") ? 20 : 40;
                rows.append(bounded(variant, jdk, "native", pinned + 0.5, pinned));
                rows.append(bounded(variant, jdk, "synchronized", old ? pinned + 0.5 : 390, pinned));
                rows.append(bounded(variant, jdk, "lock", 391, pinned));
                // 100 is far nearer to 20 than to 400, but five times the one and a quarter of the other.
                rows.append(bounded(variant, jdk, "mixed", !old ? 390 : variant.equals("all-carriers") ? 41 : 100, pinned));
            }
        }
        rows.append("lab,run,all-carriers-report-c30,all-carriers,25,closed,GET /report,,,,,,,,,400,50,users,,,,,SKIPPED,no JDK 25 here\n");
        write(run, "summary.csv", rows.toString());
        write(run, "latency.csv", LATENCY + "one-carrier-native-c20-jdk21-f1,0,801,1\none-carrier-native-c20-jdk21-f1,100,812,1000\n");
        write(run, "timeline.csv", TIMELINE + "one-carrier-native-c20-jdk21-f1,1,20,803,,0.5,78\n");
        write(run, "pinning.csv", PINNING + pin("one-carrier-native-c20-jdk21-f1", 10, "", "a.Native.call:1")
                + pin("all-carriers-native-c30-jdk21-f1", 20, "", "a.Native.call:1")
                + pin("all-carriers-native-c30-jdk21-f1", 22, "", "a.Native.call:1")
                + pin("one-carrier-native-c20-jdk25-f1", 11, "Native or VM frame on stack", "a.Native.call:1")
                + pin("all-carriers-native-c30-jdk25-f1", 21, "Native or VM frame on stack", "a.Native.call:1")
                + pin("one-carrier-synchronized-c20-jdk21-f1", 5, "", "a.Monitor.<held> & more:2"));
    }

    private static String bounded(String variant, String jdk, String route, double rps, int pinned) {
        int users = variant.equals("all-carriers") ? 30 : 20;
        return "lab,run,%s-%s-c%d-jdk%s-f1,%s,%s.0.1,closed,GET /%s,%3$d,,1,1000,0,,%s,400,,,users,%d,400,,,CONFIRMED,%n"
                .formatted(variant, route, users, jdk, variant, jdk, route, rps, pinned);
    }

    private static String pin(String cell, double ms, String reason, String frame) {
        return "%s,2026-01-02T10:00:00Z,%s,%s,,,%s,a < b%n".formatted(cell, ms, reason, frame);
    }

    /** 2000 users start within a second, each waits one: with 500 threads that is four waves. Those who wait longer all wait at once. */
    private static void herd() throws IOException {
        Path run = run(data, "herd", "20260101-100000", true, "CONFIRMED");
        write(run, "summary.csv", HERD
                + "herd,run,virtual-waiting-b20000,virtual,,burst,GET /block?ms=13000,,,,,,,,,,,,,,,,,,,SKIPPED,no file descriptors\n"
                + burstRow("platform-500-b2000-f1", "platform-500", 470, "373.3")
                + burstRow("platform-500-b2000-f2", "platform-500", 460, "373.3")
                + burstRow("virtual-b2000-f1", "virtual", 1000, "665.0")
                + "herd,run,platform-500-c2000-f1,platform-500,25.0.1,closed,GET /block,2000,,,1,40000,0,500,4000,500,,,,,,,,,,CONFIRMED,\n"
                + waitingRow("platform-2000", 2000, 1, 1, 48, 100, 12031, "CONFIRMED")
                + waitingRow("platform-2000", 2000, 1, 2, 52, 104, 12033, "CONFIRMED")
                + waitingRow("virtual", 2000, 1, 1, 10, 20, 31, "CONFIRMED") + waitingRow("virtual", 10000, 5, 1, 9, 18, 31, "INVALID"));
        write(run, "timeline.csv", TIMELINE + "platform-500-b2000-f1,1,0,,,0.5,3031\nplatform-500-b2000-f1,2,600,1500,,0.5,3031\n"
                + "platform-500-b2000-f1,3,400,2000,,0.5,3031\nplatform-500-c2000-f1,1,500,4000,,0.5,3031\n"
                + "platform-500-c2000-f1,2,501,4000,,0.5,3031\nplatform-500-c2000-f1,3,500,4000,,0.5,3031\n");
        write(run, "latency.csv", LATENCY + "platform-500-b2000-f1,0,1000,1\nplatform-500-b2000-f1,50,2000,1000\n"
                + "platform-500-b2000-f1,100,3250,2000\nvirtual-b2000-f1,0,1000,1\nvirtual-b2000-f1,100,1001,2000\n");
        write(run, "burst.csv", BURST + burst("platform-500-b2000-f1", 2000, 1, 500, 1) + burst("platform-500-b2000-f2", 2000, 1, 500, 1.02)
                + burst("virtual-b2000-f1", 2000, 1, 2000, 1) + burst("platform-2000-waiting-b2000-f1", 2000, 1, 2000, 4)
                + burst("platform-2000-waiting-b2000-f2", 2000, 1, 2000, 4) + burst("virtual-waiting-b2000-f1", 2000, 1, 2000, 4)
                + burst("virtual-waiting-b10000-f1", 10000, 5, 10000, 8));
    }

    private static void shapes() throws IOException {
        Path run = run(data, "shapes", "20260101-100000", true, "CONFIRMED");
        StringBuilder rows = new StringBuilder(HERD);
        StringBuilder bursts = new StringBuilder(BURST);
        for (int slots : List.of(250, 1000, 1500, 1900)) {
            String cell = "slots-" + slots + "-b2000-f1";
            rows.append(burstRow(cell, "slots-" + slots, 500, ""));
            bursts.append(burst(cell, 2000, 1, slots, 1));
        }
        // Some of them are answered after a second, the others fail after three, and failures make no wave.
        rows.append(burstRow("refused-b2000-f1", "refused", 500, ""));
        for (int ms = STEP; ms <= 3000; ms += STEP) {
            bursts.append("refused-b2000-f1,%d,%d,%d,%d,%d%n".formatted(ms, ms == STEP ? 2000 : 0, ms == 1000 ? 766 : ms == 3000 ? 1234 : 0,
                    ms == 3000 ? 1234 : 0, ms < 1000 ? 2000 : ms < 3000 ? 1234 : 0));
        }
        // Each variant waits with as many users as no other does: there is nothing to compare, and each is told.
        rows.append(waitingRow("platform-2000", 2000, 1, 1, 48, 100, 12031, "CONFIRMED"))
                .append(waitingRow("virtual", 10000, 5, 1, 9, 18, 31, "CONFIRMED"));
        write(run, "summary.csv", rows.toString());
        write(run, "burst.csv", bursts.toString());
    }

    /** By the recursion of queues with so many servers: each request begins when it is due and the one that has its server has ended. */
    private static String burst(String cell, int users, double rampS, int slots, double serviceS) {
        double[] end = new double[users];
        for (int i = 0; i < users; i++) {
            end[i] = Math.max(rampS * i / users, i < slots ? 0 : end[i - slots]) + serviceS;
        }
        int steps = (int) Math.ceil(end[users - 1] * 1000 / STEP - 1e-6);
        int[] started = new int[steps];
        int[] ended = new int[steps];
        for (int i = 0; i < users; i++) {
            started[(int) (rampS * i / users * 1000 / STEP + 1e-6)]++;
            ended[(int) Math.ceil(end[i] * 1000 / STEP - 1e-6) - 1]++;
        }
        StringBuilder rows = new StringBuilder();
        int inFlight = 0;
        for (int step = 0; step < steps; step++) {
            inFlight += started[step] - ended[step];
            rows.append("%s,%d,%d,%d,0,%d%n".formatted(cell, (step + 1) * STEP, started[step], ended[step], inFlight));
        }
        return rows.toString();
    }

    /** 2000 users within a second. */
    private static String burstRow(String name, String variant, double rps, String published) {
        int fork = Integer.parseInt(name.substring(name.length() - 1));
        return "lab,run,%s,%s,25.0.1,burst,GET /block,2000,,1,%d,2000,0,%s,1000,%s,%s,,,,,,,,,CONFIRMED,%n".formatted(name, variant,
                fork, rps, variant.equals("virtual") ? 1000 : 470, published);
    }

    private static String waitingRow(String variant, int users, int rampS, int fork, double heapKb, double rssKb, int threads,
            String verdict) {
        return ("lab,run,%s-waiting-b%d-f%d,%1$s,25.0.1,burst,GET /block?ms=%d,%2$d,,%d,%3$d,%2$d,0,400,4000,400,,%2$d,30,%s,150,%s,"
                + "%d,%s,%s,%s,%n").formatted(variant, users, fork, rampS * 1000 + 3000, rampS, 30 + users * heapKb / 1024,
                150 + users * rssKb / 1024, threads, heapKb, rssKb, verdict);
    }

    /** What the published machine did at a tenth of the pace; of virtual threads it did less than the rule says. */
    private static void calls() throws IOException {
        Path run = run(data, "calls", "20260101-100000", true, "CONFIRMED");
        write(run, "summary.csv", SUMMARY
                + call("platform", "sequential", 1, 24, 25, 24.5, "CONFIRMED")
                + call("platform", "sequential", 2, 26, 25, 24.5, "CONFIRMED")
                + call("platform", "eachCallInAVirtualThreadOfItsOwn", 1, 50, 50, 49.3, "CONFIRMED")
                + call("platform", "commonPool", 1, 12.5, 17.5, 17.3, "CONFIRMED")
                + call("virtual", "sequential", 1, 500, 500, 400.6, "CONFIRMED")
                + call("virtual", "eachCallInAVirtualThreadOfItsOwn", 1, 990, 1000, 753.9, "CONFIRMED")
                + call("virtual", "commonPool", 1, 2000, 17.5, 17.3, "INVALID")
                + call("virtual-own", "sequential", 1, 480, 500, Double.NaN, "CONFIRMED"));
    }

    private static String call(String variant, String way, int fork, double rps, double predicted, double published, String verdict) {
        return "lab,run,%s-%s-c200-f%d,%1$s,25.0.1,closed,GET /orders?how=%2$s,200,,%3$d,1000,0,,%s,400,%s,400,users,%s,,%s,%n".formatted(
                variant, way, fork, rps, predicted, Double.isNaN(published) ? "" : published, verdict);
    }

    private static void jdks() throws IOException {
        Path run = run(data, "jdks", "20260101-100000", true, "CONFIRMED");
        StringBuilder rows = new StringBuilder(SUMMARY);
        for (int jdk : List.of(21, 25)) {
            for (String variant : List.of("platform", "virtual")) {
                int times = variant.equals("platform") ? 1 : 2;
                rows.append("lab,run,%s-c100-jdk%d-f1,%1$s,%2$d.0.1,closed,GET /wait,100,,1,1000,0,,%d,400,%d,400,users,%d,,CONFIRMED,%n"
                        .formatted(variant, jdk, times * 5 * jdk, times * 100, times * 90));
            }
        }
        write(run, "summary.csv", rows.toString());
    }

    /** A variant's cell whose users rise, by the rule X = min(N, m) / S with S of half a second, up to what a driver can do. */
    private static final class Ramp {
        private static final double SERVICE_S = 0.5;
        private static final double DRIVER = 1700; // requests/s

        private final StringBuilder rows = new StringBuilder();
        private final StringBuilder seconds = new StringBuilder();
        private final String cell;
        private final String variant;
        private final int fork;
        private final int pool;
        private final double us;
        private double faster = 1;
        private String verdict = "CONFIRMED";

        Ramp(String variant, int fork, int pool, double us) {
            cell = variant + "-stages-f" + fork;
            this.variant = variant;
            this.fork = fork;
            this.pool = pool;
            this.us = us;
        }

        Ramp faster(double times) {
            faster = times;
            return this;
        }

        Ramp invalid() {
            verdict = "INVALID";
            return this;
        }

        /** Its last stage alone is INVALID. */
        Ramp invalidAtLast() {
            int from = rows.indexOf(cell + "~2500-users");
            rows.replace(from, rows.length(), rows.substring(from).replaceFirst("CONFIRMED", "INVALID"));
            return this;
        }

        Ramp stages(int rise, int hold, int... numbers) {
            int second = 0;
            int before = 0;
            double ok = 0;
            for (int users : numbers) {
                for (int i = 1; i <= rise + hold; i++) {
                    int now = Math.min(users, before + (users - before) * i / rise);
                    double rps = rps(now);
                    ok += rps;
                    seconds.append("%s,%d,%s,%s,%s,%d,0,%s,%s,%d,%s,%s,%s%n".formatted(cell, ++second, rps, 1000 * now / rps,
                            rps >= 1000 ? 1100 * now / rps : "", now, rps * us / 1e6, 1050 * now / rps, now,
                            i <= rise ? "" : users + "-users", pool > 10_000 ? "" : Math.min(now, pool),
                            pool > 10_000 ? "" : Math.max(0, now - pool)));
                }
                String published = users != 500 ? "" : variant.equals("platform") ? "394" : variant.equals("virtual") ? "975" : "";
                String seen = users > pool ? "pool" : users / SERVICE_S > DRIVER ? "driver" : "users";
                row("~" + users + "-users", "stage", users, hold, rps(users) * hold, Math.min(users, pool) / SERVICE_S, seen, published);
                before = users;
            }
            row("", "stages", before, second, ok, Double.NaN, "", "");
            return this;
        }

        private double rps(int users) {
            return Math.min(DRIVER, Math.min(users, pool) / SERVICE_S) * (users > 100 ? faster : 1);
        }

        private void row(String stage, String load, int users, int seconds, double ok, double predicted, String seen, String published) {
            rows.append("lab,run,%s%s,%s,25.0.1,%s,POST /user/create,%d,%d,%d,%s,0,%s,%s,%s,users,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%s,%n".formatted(
                    cell, stage, variant, load, users, fork, seconds, ok, ok / seconds, 1000 * users * seconds / ok,
                    Double.isNaN(predicted) ? "" : predicted, seen, published, 1234,
                    published.equals("394") ? "1500" : "", ok * us / 1e6, us, ok * 100 / 1e6,
                    stage.isEmpty() ? Math.round(ok) : "", stage.isEmpty() ? 0 : "", ok >= 1000 ? "1300" : "", verdict));
        }
    }

    private static void ramp() throws IOException {
        Path run = run(data, "ramp", "20260101-100000", true, "CONFIRMED");
        List<Ramp> ramps = List.of(new Ramp("platform", 1, 200, 800).stages(1, 3, 50, 500),
                new Ramp("platform", 2, 200, 800).faster(1.01).stages(1, 3, 50, 500),
                new Ramp("virtual", 1, 1_000_000, 1000).stages(1, 3, 50, 500, 2500),
                new Ramp("wide", 1, 100_000, 900).faster(0.9).stages(1, 3, 50, 500, 2500).invalidAtLast(),
                new Ramp("late", 1, 1_000_000, 900).invalid().stages(1, 6, 500));
        StringBuilder rows = new StringBuilder(STAGED);
        StringBuilder seconds = new StringBuilder(STAGED_SECONDS);
        StringBuilder latency = new StringBuilder(LATENCY);
        for (Ramp ramp : ramps) {
            rows.append(ramp.rows);
            seconds.append(ramp.seconds);
            latency.append("%s,0,1,1%n%1$s,100,76543,9000%n".formatted(ramp.cell))
                    .append("%s~500-users,0,500,1%n%1$s~500-users,100,%d,3000%n".formatted(ramp.cell, ramp.pool > 500 ? 510 : 1250));
        }
        // As many users as in a stage, and all the time: another load, though it has the same number.
        rows.append("lab,run,virtual-c500-f1,virtual,25.0.1,closed,POST /user/create,500,1,3,2700,0,900,555,1000,"
                + "users,users,,1234,,3,1111,0,2700,0,1300,CONFIRMED,\n");
        Stream.of(1, 2, 3).forEach(second -> seconds.append("virtual-c500-f1,%d,900,555,,500,0,1,,,,,%n".formatted(second)));
        write(run, "summary.csv", rows.toString());
        write(run, "timeline.csv", seconds.toString());
        write(run, "latency.csv", latency.toString());
    }

    /** What is accepted and not stored within four seconds is stored after them, 1500 rows in a second. */
    private static void stored() throws IOException {
        Path run = run(data, "stored", "20260101-100000", true, "CONFIRMED");
        StringBuilder rows = new StringBuilder(STORED);
        StringBuilder seconds = new StringBuilder(STORED_SECONDS);
        for (int users : List.of(10, 50, 100)) {
            rowsOf(rows, seconds, "platform", "sync", users, 1, 1500, 1500, 0);
            rowsOf(rows, seconds, "platform", "async", users, 1, users == 10 ? 2000 : users == 50 ? 3000 : 4000, 1500, 0);
            rowsOf(rows, seconds, "virtual", "async", users, 1, users == 10 ? 1800 : users == 50 ? 2800 : 3000, 1500, users == 10 ? 3 : 0);
        }
        rowsOf(rows, seconds, "platform", "async", 100, 2, 4100, 1500, 0);
        rowsOf(rows, seconds, "platform", "async", 0, 1, 1000, 999, 0);
        rowsOf(rows, seconds, "virtual", "async", 0, 1, 1000, 998, 0);
        write(run, "summary.csv", rows.toString());
        write(run, "timeline.csv", seconds.toString());
        StringBuilder latency = new StringBuilder(LATENCY);
        for (String cell : List.of("sync-c10", "async-c10", "sync-c50", "async-c50", "sync-c100", "async-c100", "async-r1000")) {
            latency.append("platform-%s-f1,0,2,1%nplatform-%1$s-f1,100,30,16000%n".formatted(cell));
        }
        write(run, "latency.csv", latency.toString());
    }

    /** Far behind for a moment, and not at all when the load ended; by its first and last row it accepted 1000 rows/s, by its summary 990. */
    private static void caught() throws IOException {
        Path run = run(data, "caught", "20260101-100000", true, "CONFIRMED");
        write(run, "summary.csv", STORED + "lab,run,virtual-c100-f1,virtual,25.0.1,closed,POST /person,100,,1,4,3960,0,990,5,6,1500,1,5000,5000,0,"
                + "40,0,0.04,CONFIRMED,\n");
        write(run, "timeline.csv", STORED_SECONDS + "virtual-c100-f1,1,1090,5,,1.5,2000,2000,0\nvirtual-c100-f1,2,990,5,,1.5,3500,2000,1500\n"
                + "virtual-c100-f1,3,990,5,,1.5,4000,4000,0\nvirtual-c100-f1,4,890,5,,1.5,5000,5000,0\n");
    }

    private static final String LATE = "lab,run,cell,variant,jdk,load,path,users,rate,fork,ok,errors,rps,mean_ms,p50_ms,latency_trusted,"
            + "start_lag_p99_ms,hiccup_driver_p50_ms,hiccup_driver_p99_ms,verdict,why\n";

    /** At the rate the client was late, in one row by its own word and in another by what it measured; streams beside the main one. */
    private static void late() throws IOException {
        Path run = run(data, "late", "20260101-100000", true, "CONFIRMED");
        StringBuilder rows = new StringBuilder(LATE);
        StringBuilder latency = new StringBuilder(LATENCY);
        lateRow(rows, latency, "slow-c100-f1", "/how=plain", 20, "yes,9,,");
        lateRow(rows, latency, "fast-c100-f1", "/how=plain", 10, "yes,0.5,,");
        lateRow(rows, latency, "slow-plain-r50-f1", "/x?how=plain", 500, "no,0.5,,");
        lateRow(rows, latency, "fast-plain-r50-f1", "/x?how=plain", 3, ",5,,");
        lateRow(rows, latency, "fast-more-r50-f1", "/x?how=more", 2, ",0.5,0.1,12");
        lateRow(rows, latency, "fast-plain-r50-f1~other", "/x?how=other", 2, ",0.5,0.1,5");
        lateRow(rows, latency, "fast-plain-r50-f1~probe", "/probe", 2, ",0.5,0.1,5");
        lateRow(rows, latency, "fast-more-r50-f1~probe", "/probe", 2, ",0.5,0.1,5");
        lateRow(rows, latency, "slow-plain-r50-f1~probe", "/probe", 2, ",0.5,0.1,5");
        write(run, "summary.csv", rows.toString());
        write(run, "latency.csv", latency.toString());
    }

    private static void lateRow(StringBuilder rows, StringBuilder latency, String cell, String path, int ms, String trusted) {
        boolean open = cell.contains("-r");
        rows.append("lab,run,%s,%s,25.0.1,%s,GET %s,%s,%s,1,1000,0,50,%d,%7$d,%8$s,CONFIRMED,%n".formatted(cell, cell.substring(0, 4),
                open ? "open" : "closed", path, open ? "" : "100", open ? "50" : "", ms, trusted));
        latency.append("%s,0,%d,1%n%1$s,50,%2$d,500%n%1$s,100,%2$d,1000%n".formatted(cell, ms));
    }

    /** @param users 0 for an open loop of that rate */
    private static void rowsOf(StringBuilder rows, StringBuilder seconds, String variant, String save, int users, int fork, int accepted,
            int persisted, int lost) {
        String cell = "%s-%s-%s-f%d".formatted(variant, save, users == 0 ? "r" + accepted : "c" + users, fork);
        int load = 4;
        int lag = load * (accepted - persisted);
        for (int second = 1; second <= load || load * accepted > (second - 1) * persisted; second++) {
            int all = accepted * Math.min(second, load);
            int stored = Math.min(all, persisted * second);
            String rates = second <= load ? accepted + ",5,,1.5" : ",,,9.75";
            seconds.append("%s,%d,%s,%d,%d,%d%n".formatted(cell, second, rates, all, stored, all - stored));
        }
        rows.append("lab,run,%s,%s,25.0.1,%s,POST /person/%s,%s,%s,%d,%d,%d,0,%d,5,%s,%s,%s,%d,%d,%d,0,%d,%s,CONFIRMED,%n".formatted(
                cell, variant, users == 0 ? "open" : "closed", save, users == 0 ? "" : users, users == 0 ? accepted : "", fork, load, load * accepted,
                accepted, load * 1.5, 1.5e6 / accepted, load * 0.4, load * accepted + 100, load * accepted + 100 - lost, lost, lag,
                lag / (double) persisted));
    }

    private static final String NOTEBOOK = """
            # 1 told: what of it?

            A request waits. <script>alert('told')</script> ![a picture](http://example.com/picture.png)

            ## The code

            `apps/Told.java` waits:

            ```java
            if (a < b && c > d) { wait(); }
            ```

            ## The rule

            X = c / S

            ## Predictions

            - **How many times as many?**
              - a: fewer
              - b: more

              You said: b

            ## The rule on this machine

            | cell | requests/s | bound |
            |------|------------|-------|
            | platform, c=100 | 125.0 | pool |

            A word before the charts.

            <!-- charts -->

            A word after the charts.

            ## Published, predicted, measured

            | cell | measured/s |
            |------|------------|
            | its own table | 120 |

            - **CONFIRMED** its own remark

            A word behind the cells.

            ## Guess, rule, measured

            its own answers: how many? You said 3, measured 1.25.

            ## Claims

            One fork: no interval.

            - **SURPRISE** its own claim
              - hint: its own hint

            ## What happened

            A [link](javascript:alert(1)) and a **CONFIRMED**.

            ## Try it

            - `-c 200` which claim breaks now?
            - **SURPRISE** is the verdict of this run. Its files: here
            """;

    private static void told() throws IOException {
        Path run = run(data, "told", "20260101-100000", true, "SURPRISE");
        write(run, "notebook.md", NOTEBOOK);
        write(run, "run.json", """
                {"lab": "told", "run": "20260101-100000", "complete": true, "verdict": "SURPRISE", "title": "1 told", "question": "what of it?",
                 "claims": [{"text": "more", "verdict": "SURPRISE", "why": "ratio 0.9", "hint": "look again"}],
                 "predictions": [
                  {"question": "How many times as many?", "jdk": 25, "choices": [{"key": "a", "text": "fewer"}, {"key": "b", "text": "more"}],
                   "guess": null, "guess_choice": "b", "rule": 2.0, "rule_choice": "b", "measured": 0.9, "low": 0.85, "high": 0.95,
                   "measured_choice": "a", "hints": []},
                  {"question": "And a number?", "jdk": 25, "choices": null, "guess": 3, "guess_choice": null, "rule": null,
                   "rule_choice": null, "measured": 1.25, "low": null, "high": null, "measured_choice": null, "hints": []}],
                 "cells": {"platform-c100-f1": {"asked": {"flag -Xmx1g": "true", "tomcat.threads.max": "50"},
                                                "found": {"jdk.version": "25.0.1+8", "jdk.vendor": "Somebody"}},
                           "virtual-c100-f1": {"asked": {"flag -Xmx1g": "true", "request.thread": "virtual"}, "found": {}}}}
                """);
    }

    private static void hurt() throws IOException {
        Path run = run(data, "hurt", "20260101-100000", true, "CONFIRMED");
        write(run, "latency.csv", LATENCY + "platform-c100-f1,0,801,1\nplatform-c100-f1,50,80");
        write(run, "timeline.csv", TIMELINE + "platform-c100-f1,1,many,803,,0.5,78\n");
        Files.delete(run.resolve("pinning.csv"));
        Path wrong = run(data, "wrong", "20260101-100000", true, "CONFIRMED");
        write(wrong, "latency.csv", "");
        write(wrong, "timeline.csv", "cell,second\nplatform-c100-f1,1\n");
    }

    @Test
    void everyPageIsWrittenAndNamedAndThePlotterLiesBeside() {
        assertAll(
                () -> assertEquals(0, drawn.exit, drawn.toString()),
                () -> assertEquals(Stream.of("bounds", "broken", "calls", "caught", "cut", "herd", "hurt", "jdks", "late", "limits", "lost", "nameless",
                                        "ramp", "shapes", "shown", "slipped", "stored", "told", "torn", "unsummed", "waits", "wrong", "index")
                                .map(page -> data.resolve("charts/" + page + ".html").toString()).toList(),
                        drawn.out.lines().toList()),
                () -> assertEquals(Set.of("bounds.html", "broken.html", "calls.html", "caught.html", "cut.html", "herd.html", "hurt.html", "jdks.html",
                                "late.html", "limits.html", "lost.html", "nameless.html", "ramp.html", "shapes.html", "shown.html", "slipped.html",
                                "stored.html", "told.html", "torn.html", "unsummed.html", "waits.html", "waits-20260101-100000.html",
                                "waits-20260103-100000.html", "wrong.html", "index.html", "plotly.js"),
                        names(data.resolve("charts"))),
                () -> assertTrue(Files.size(data.resolve("charts/plotly.js")) > 1_000_000));
    }

    @Test
    void theLabsPageTellsWhatTheRunHolds() throws IOException {
        String page = page("waits");
        contains(page, "1 waits", "Is 1 &lt; 2 &amp; 3?", "X = min(c, m) / S", "twice as fast", "throughput 1.98, claimed at least 3",
                "look again", "Testing 3000", "2 CPUs", "25.0.1 Somebody", "jbang labs/waits.java -c 100", "platform", "virtual",
                "CONFIRMED", "SURPRISE", "INVALID", "117.1", "212.7", "a neighbour");
        assertFalse(page.contains("incomplete"));
    }

    @Test
    void theSentencesQuoteTheNumbersOfTheRun() throws IOException {
        contains(page("waits"),
                // the means of two forks each: 122 and 244
                "At 100 users virtual serves 244 requests/s, 2.00 times the 122 of platform",
                "measured is 0.98 times what the rule predicts and 1.04 to 1.15 times what was published",
                "Not counted: 1 INVALID",
                "virtual answers half of the requests within 402 ms and 99 % within 402 ms",
                "platform answers half of the requests within 803 ms and 99 % within 812 ms",
                "Steadiest is virtual at 100 users with 240 requests/s",
                // variations of 22.1 and 0 % in its forks
                "least steady is platform at 100 users with 100 to 150 requests/s from second to second (16 % around its mean, over its forks)",
                "platform at 100 users uses the most CPU, 0.7 CPUs on average over its forks",
                "Greatest peak: platform at 100 users, 0.9 CPUs; least: virtual at 100 users, 0.6 CPUs.",
                "platform at 100 users has the most platform threads, 78",
                "org.example.Held.here:42 held carriers for 301 ms in 2 events, 100 % of all");
    }

    @Test
    void theLimitOfTheCpusIsDrawnAndWhoeverExceedsItIsNamed() throws IOException {
        String page = page("limits");
        contains(page, "platform at 100 users is at 4.00 times its limit", "the throughput that there can be",
                "\"symbol\":\"line-ns\"", "\"x\":[20.0,20.0]");
        assertFalse(page("waits").contains("line-ns"), "where nothing is said of CPU there is no line");
    }

    @Test
    void theBoundsAreStrokesOfTheirOwnAndTheSentenceTellsWhoIsNearerToWhich() throws IOException {
        String chart = chart("bounds", "throughput");
        contains(chart, "if pinned</button>", "if not pinned</button>", "if every request held its carrier while it waits",
                "; pinned: /native, /synchronized on JDK 21 and all-carriers on JDK 21 at /mixed; "
                        + "not pinned: /synchronized on JDK 25, /lock, /mixed on JDK 25 and one-carrier on JDK 21 at /mixed.");
        JsonNode pinned = traces(chart, "kind if pinned").getFirst();
        JsonNode unpinned = traces(chart, "kind if not pinned").getFirst();
        assertEquals("[20.0,20.0,40.0,40.0]".repeat(4).replace("][", ","), pinned.path("x").toString());
        assertEquals("[" + "400.0,".repeat(15) + "400.0]", unpinned.path("x").toString());
        assertEquals("line-ns", pinned.path("marker").path("symbol").asString());
        assertTrue(pinned.path("marker").path("line").path("width").asInt() > unpinned.path("marker").path("line").path("width").asInt());
        assertFalse(page("waits").contains("if pinned"), "where nothing is said of pinning there is no stroke");
    }

    @Test
    void cellsStandByRouteThenCarriersThenJdkAndTheirLabelsLeaveOutTheUsersThatAVariantAlwaysHas() throws IOException {
        List<String> expected = new ArrayList<>();
        for (String route : List.of("/native", "/synchronized", "/lock", "/mixed")) {
            for (String variant : List.of("one-carrier", "all-carriers")) {
                expected.add(variant + ", JDK 21<br>" + route);
                expected.add(variant + ", JDK 25<br>" + route);
            }
        }
        String script = chart("bounds", "throughput");
        Matcher order = Pattern.compile("\"categoryarray\":(\\[[^]]*])").matcher(script);
        assertTrue(order.find());
        List<String> labels = new ArrayList<>();
        JSON.readTree(order.group(1)).forEach(label -> labels.add(label.asString()));
        assertEquals(expected, labels);
        contains(page("waits"), "platform\\u003cbr>100 users"); // on one JDK there is room, and they are said
        String table = page("bounds").substring(page("bounds").indexOf("Every cell"));
        assertTrue(Pattern.compile("30 users \\(/report\\)</td>\\s*<td class=\"nowrap\">JDK 25</td>(?:(?!</tbody>).)*SKIPPED"
                + "(?:(?!</tbody>).)*no JDK 25 here", Pattern.DOTALL).matcher(table).find(), table);
    }

    @Test
    void thePinsOfTwoJdksStandSideBySideInTheirVariantsColours() throws IOException {
        String chart = chart("bounds", "pinning");
        contains(chart, "a.Native.call:1 held carriers for 84 ms in 5 events, 94 % of all that was pinned, under one-carrier on JDK 21, "
                + "all-carriers on JDK 21, one-carrier on JDK 25 and all-carriers on JDK 25. "
                + "Only on JDK 21: a.Monitor.&lt;held&gt; &amp; more:2.",
                "data-key=\"jdk JDK 21\"", "data-key=\"jdk JDK 25\"", "\"barmode\":\"group\"");
        assertEquals(4, traces(chart).size(), "a trace for each variant on each JDK");
        JsonNode old = traces(chart, "variant all-carriers", "jdk JDK 21").getFirst();
        JsonNode recent = traces(chart, "variant all-carriers", "jdk JDK 25").getFirst();
        assertEquals("[0.01,0.005]", old.path("base").toString(), "stands on what one-carrier has, in seconds");
        assertEquals("[0.011,0.0]", recent.path("base").toString());
        assertEquals("42 ms in 2 events", old.path("customdata").path(0).asString(), "JDK 21 does not say why");
        assertEquals("21 ms in 1 event<br>Native or VM frame on stack", recent.path("customdata").path(0).asString());
        assertTrue(old.path("marker").path("pattern").isMissingNode());
        assertEquals("\\", recent.path("marker").path("pattern").path("shape").asString());
        assertFalse(old.path("offsetgroup").equals(recent.path("offsetgroup")));
    }

    @Test
    void thePinsOfOneJdkAreOneBarForEachLine() throws IOException {
        String chart = chart("waits", "pinning");
        contains(chart, "\"barmode\":\"stack\"");
        JsonNode only = traces(chart, "variant virtual").getFirst();
        assertTrue(only.path("marker").isMissingNode() && only.path("base").isMissingNode(), only.toString());
        assertFalse(chart.contains("data-key=\"jdk"));
    }

    @Test
    void ratiosHoldEachFigureAgainstTheSameFigureOfTheFirstPublishedCell() throws IOException {
        String chart = chart("waits", "ratios");
        contains(chart, "virtual at 100 users was published at 1.82 times platform at 100 users; the rule says 2.00 and 2.00 was measured.</p>");
        assertEquals(6, traces(chart).size(), "two variants with three bars each");
        JsonNode measured = traces(chart, "variant virtual", "kind measured").getFirst();
        assertEquals("[\"2.00\"]", measured.path("text").toString());
        assertEquals(248 / 122.0 - 2, measured.path("error_x").path("array").path(0).asDouble(), 1e-9, "to its greatest fork");
        assertEquals("[\"1.82\"]", traces(chart, "variant virtual", "kind published").getFirst().path("text").toString());
        assertTrue(measured.path("base").isMissingNode(), "from 1 to 2 is no case for a logarithmic axis");
        assertFalse(page("limits").contains("chart_ratios"), "nothing was published");
    }

    @Test
    void ratiosThatAreFarApartGrowFromOneOnALogarithmicAxis() throws IOException {
        String chart = chart("calls", "ratios");
        contains(chart, "times (log scale)",
                "virtual (eachCallInAVirtualThreadOfItsOwn) was published at 30.8 times platform (sequential); "
                        + "the rule says 40 and 39.6 was measured.",
                "As published, it departs most from the rule.",
                "As measured, platform (commonPool) departs most from the rule: 0.50 times for 0.70.");
        JsonNode platform = traces(chart, "variant platform", "kind published").getFirst();
        assertEquals(1, platform.path("base").asDouble());
        assertEquals("[\"1.00\",\"2.01\",\"0.71\"]", platform.path("text").toString().replace("\u2003", ""));
        JsonNode virtual = traces(chart, "variant virtual", "kind measured").getFirst();
        assertEquals("[0.95,0.95,%s]".formatted(0.35), virtual.path("marker").path("opacity").toString(), "the INVALID one is pale");
        assertFalse(chart.contains("virtual-own"), "of which nothing was published");
    }

    @Test
    void onSeveralJdksEachHasItsOwnReference() throws IOException {
        String chart = chart("jdks", "ratios");
        contains(chart, "Throughput as a multiple of platform on JDK 21 at 100 users or platform on JDK 25 at 100 users",
                "As published, all keep to the rule within 0.1 %. As measured, all keep to the rule within 0.1 %.");
        assertEquals("[\"2.00\",\"2.00\"]", traces(chart, "variant virtual", "kind measured").getFirst().path("text").toString());
    }

    @Test
    void routesThatDifferInAQueryHaveTheNamesThatTheLabGaveThem() throws IOException {
        contains(chart("calls", "throughput"),
                "platform\\u003cbr>eachCallInAVirtualThreadOf\\u003cbr>ItsOwn", "virtual\\u003cbr>commonPool");
        String table = page("calls").substring(page("calls").indexOf("Every cell"));
        contains(table, "200 users (sequential)", "200 users (commonPool)");
        assertFalse(table.contains("how="), table);
    }

    @Test
    void theWavesOfABurstAreCountedAndTimed() throws IOException {
        String chart = chart("herd", "burst");
        contains(chart, "At 2,000 users in 1 s platform-500 answers in 4 waves within 4.26 to 4.34 s and virtual in 1 wave within 2 s.",
                "At 2,000 users in 1 s (waiting) virtual answers in 1 wave within 5 s and platform-2000 in 1 wave within 5 s.",
                "No valid cell answered here", "answers in 40 ms", "Pale curves are INVALID cells", "The first valid fork is drawn.");
        assertEquals(3, occurrences(chart, "<figure>"), "one for each size and kind of burst");
        assertEquals(2, traces(chart, "variant platform-500").size(), "answers and requests in flight, of one of its two forks");
        assertEquals(3, traces(chart, "kind started so far").size(), "one in each plot");
        // The steps are sums: none of the requests is lost.
        Matcher answers = Pattern.compile("\"?y\"?:\\s*\\[([^]]*)]").matcher(chart);
        assertTrue(answers.find());
        assertEquals(2000, Stream.of(answers.group(1).replace("\"", "").split(",")).mapToDouble(Double::parseDouble).sum());
        assertFalse(chart.contains("data-key=\"kind failed\""));
    }

    @Test
    void aGapBetweenWavesHasToBeWideAndDeep() throws IOException {
        // A wave lasts as long as the users took to come that it serves, slots / 2000 s; the rest of the second is the gap.
        contains(chart("shapes", "burst"), "slots-250 answers in 8 waves within 8.14 s, slots-1000 in 2 waves within 2.5 s, "
                + "slots-1500 in 2 waves within 2.26 s, slots-1900 in 1 wave within 2.06 s "
                + "and refused in 1 wave within 3 s (1,234 failed).",
                "data-key=\"kind failed\"");
        assertEquals(3, traces(chart("shapes", "burst"), "variant refused").size(), "answers, failures, requests in flight");
    }

    @Test
    void aBurstIsNoSteadyLoadAndHasNoSecondsToCompare() throws IOException {
        String chart = chart("herd", "timeline");
        contains(chart, "platform-500 at 2,000 users with 500 to 501 requests/s");
        assertFalse(chart.contains("in 1 s"), chart);
        contains(chart("herd", "latency"), "At 2,000 users in 1 s virtual answers half of the requests within 1,000 ms");
        contains(chart("herd", "throughput"), "virtual\\u003cbr>2,000 users in 1 s");
        contains(page("herd").substring(page("herd").indexOf("Every cell")), "20,000 users in a burst (waiting)", "SKIPPED");
    }

    @Test
    void memoryIsHeldAgainstThatOfTheOtherVariantAtTheSameLoad() throws IOException {
        String chart = chart("herd", "memory");
        contains(chart, "At 2,000 users in 1 s (waiting) a waiting request takes 102 KiB of memory of the process (RSS) on platform-2000 "
                + "and 20 on virtual (5.10 : 1) and 50 KiB of live heap on platform-2000 and 10 on virtual (5.00 : 1). "
                + "platform-2000 has 12,032 platform threads while 2,000 wait, virtual has 31 platform threads while 2,000 wait.",
                "2,000 waiting\\u003cbr>12,032 platform threads", "10,000 waiting\\u003cbr>31 platform threads\\u003cbr>INVALID");
        JsonNode rss = traces(chart, "variant platform-2000", "kind memory of the process (RSS)").getFirst();
        assertEquals("[2.0]", rss.path("error_x").path("array").toString(), "to the greater of its forks");
        assertEquals("[0.95,0.35]", traces(chart, "variant virtual", "kind memory of the process (RSS)").getFirst()
                .path("marker").path("opacity").toString());
        assertEquals(4, traces(chart).size(), "two variants with two bars each");
        assertFalse(chart.contains("room to spare"), "every process grew by more than its heap");
    }

    @Test
    void memoryUnderLoadsThatDifferIsToldForEach() throws IOException {
        contains(chart("shapes", "memory"), "On platform-2000 at 2,000 users in 1 s a waiting request takes 100 KiB of memory of the process "
                + "(RSS) and 48 KiB of live heap, and there are 12,031 platform threads while 2,000 wait. On virtual at 10,000 users in 5 s "
                + "a waiting request takes 18 KiB of memory of the process (RSS) and 9 KiB of live heap, and there are 31 platform threads "
                + "while 10,000 wait.");
    }

    @Test
    void aRunFromBeforeThereWereBurstsHasNoneOfTheirCharts() throws IOException {
        for (String old : List.of("waits", "bounds", "limits", "shown", "jdks")) {
            assertFalse(page(old).contains("chart_burst") || page(old).contains("chart_memory"), old);
            contains(page(old), "id=\"throughput\"");
        }
        assertEquals(2, drawn.said.stream().filter(line -> line.contains("burst.csv")).count(), "of torn and lost: " + drawn.said);
    }

    @Test
    void stagesShareOneTimeAndTheSentenceTellsWhatHeldEachOfThem() throws IOException {
        String chart = chart("ramp", "stages");
        contains(chart, "At 50 users all serve 100 requests/s, bound by the users alone. "
                + "At 500 users platform serves 400 to 404 requests/s, bound by Tomcat&#39;s threads; "
                + "virtual 1,000 and wide 900, both bound by the users alone. "
                + "At 2,500 users virtual serves 1,700 requests/s, bound by the load driver. Not counted: 2 INVALID.",
                "Zero throughout: failed.", "The first valid fork is drawn.", "Pale is what is INVALID.");
        assertEquals(2, occurrences(chart, "<figure>"), "the stage of the late one is at the time of another one's first");
        JsonNode layout = layouts(chart).getFirst();
        List<String> bands = new ArrayList<>();
        layout.path("shapes").forEach(shape -> bands.add(shape.path("x0") + " to " + shape.path("x1")));
        assertEquals(List.of("1.0 to 4.0", "5.0 to 8.0", "9.0 to 12.0"), bands);
        List<String> words = new ArrayList<>();
        layout.path("annotations").forEach(word -> words.add(word.path("text").asString()));
        assertEquals(List.of("Users", "Throughput, requests/s",
                "Response time, ms: p50 \u2014, p95 - -, p99 \u00B7\u00B7\u00B7", "In flight, requests",
                "CPUs in use: service", "Tomcat's threads: at work \u2014, queued - -", "50 users", "500 users", "2,500 users"), words);
        assertEquals("y6", layout.path("xaxis").path("anchor").asString(), "the time stands below the last strip");
        assertEquals(0, layout.path("yaxis6").path("domain").path(0).asDouble(), 1e-9);
        assertEquals(1, layouts(chart).getLast().path("shapes").size());
    }

    @Test
    void aStripHasALineForEachVariantAndNoneForWhatIsNotKnown() throws IOException {
        String chart = chart("ramp", "stages");
        List<JsonNode> platform = traces(chart, "variant platform");
        assertEquals(List.of("y", "y2", "y3", "y3", "y3", "y4", "y5", "y6", "y6"),
                platform.stream().map(trace -> trace.path("yaxis").asString()).toList(), "of one fork");
        JsonNode p99 = platform.get(4);
        assertEquals("dot platform-stages-f1<br>p99 of the stage %{y:.4~g} ms<extra></extra>", p99.path("line").path("dash").asString() + " "
                + p99.path("hovertemplate").asString(), "its seconds have too few requests for a p99, the second of its stages has not");
        contains(chart, "the whole stage&#39;s is drawn");
        assertEquals(List.of("solid", "dash", "dot"), traces(chart, "variant virtual").stream()
                .filter(trace -> trace.path("yaxis").asString().equals("y3"))
                .map(trace -> trace.path("line").path("dash").asString()).toList());
        assertEquals("vh", platform.getFirst().path("line").path("shape").asString(), "users come in steps");
        List<JsonNode> users = traces(chart, "variant wide").stream().filter(trace -> trace.path("yaxis").asString().equals("y")).toList();
        assertEquals(List.of(0.35, 1.0), users.stream().map(trace -> trace.path("opacity").asDouble()).toList(), "one stage of it is INVALID");
        assertTrue(traces(chart, "variant late").stream().allMatch(trace -> trace.path("opacity").asDouble() == 0.35));
        assertTrue(traces(chart, "variant virtual").stream().noneMatch(trace -> trace.path("yaxis").asString().equals("y6")), "no pool");
    }

    @Test
    void aStageIsALoadOfItsOwnInTheOtherChartsAndTheWholeRampIsNone() throws IOException {
        String throughput = chart("ramp", "throughput");
        contains(throughput, "At 500 users (stage) virtual serves 1,000 requests/s, 2.49 times the 402 of platform",
                "platform\\u003cbr>50 users (stage)", "virtual\\u003cbr>500 users (stage)", "virtual\\u003cbr>500 users\"");
        assertFalse(throughput.contains("stages to"), "a mean over stages says nothing");
        contains(chart("ramp", "ratios"), "virtual at 500 users (stage) was published at 2.47 times platform at 500 users (stage)");
        assertFalse(chart("ramp", "latency").contains("76543"));
        contains(chart("ramp", "latency"), "At 500 users (stage) virtual answers half of the requests within 510 ms",
                "platform answers half of the requests within 1,250 ms");
        for (String steady : List.of("timeline", "vitals")) {
            assertTrue(traces(chart("ramp", steady)).stream()
                    .allMatch(trace -> trace.path("hovertemplate").asString().startsWith("virtual-c500-f1")), steady);
        }
        contains(page("ramp").substring(page("ramp").indexOf("Every cell")), "stages to 2,500 users", "[seen: pool]",
                "95th percentile, ms", "<td class=\"number\">1,500</td><td class=\"number\">1,234</td>");
        assertFalse(page("waits").contains("95th percentile, ms"), "of which none was published");
    }

    @Test
    void cpuIsToldForEachRequestToo() throws IOException {
        String chart = chart("ramp", "cpu");
        contains(chart, "At 500 users (stage) virtual uses 1 CPUs, 3.11 times the 0.322 of platform, "
                + "and serves 2.49 times as many requests. Each of them takes 1,000 \u00B5s instead of 800, 1.25 times as much.", "class=\"panels small two\"");
        assertEquals(2 * 2 * 4, traces(chart).size(), "two plots, two kinds of bars, four variants");
        assertFalse(chart.contains("stages to"));
        // Where all use all of the machine, what differs is what a request takes.
        contains(chart("stored", "cpu"), "At 100 users (/person/async) platform uses 1.5 CPUs, 1.00 times the 1.5 of virtual, "
                + "and serves 1.35 times as many requests. Each of them takes 370 \u00B5s instead of 500, 0.74 times as much.");
        contains(page("stored"), "data-key=\"kind database\"");
    }

    @Test
    void whereThereAreMoreLoadsThanDashesThoseOfEachSizeHaveAPlotAndADashSaysTheRest() throws IOException {
        String chart = chart("stored", "latency");
        contains(chart, "<h3>10 users</h3>", "<h3>50 users</h3>", "<h3>100 users</h3>", "<h3>1,000 requests/s offered</h3>",
                "data-key=\"load /person/sync\"", "data-key=\"load /person/async\"");
        assertEquals(4, occurrences(chart, "<figure>"));
        assertEquals(3, traces(chart, "load /person/sync").size());
        assertEquals(4, traces(chart, "load /person/async").size());
        Set<String> ranges = new LinkedHashSet<>();
        layouts(chart).forEach(layout -> ranges.add(layout.path("yaxis").path("range").toString()));
        assertEquals(1, ranges.size(), "the plots can be compared");
        contains(chart("stored", "timeline"), "<h3>50 users: throughput</h3>", "<h3>50 users: response time, median</h3>");
        assertEquals(1, occurrences(chart("herd", "latency"), "<figure>"), "few loads stand in one");
    }

    @Test
    void whatWasAcceptedAndNotStoredIsFollowedUntilItIs() throws IOException {
        String chart = chart("stored", "lag");
        contains(chart, "At 100 users platform is up to 10,000 to 10,400 rows behind, 10,000 to 10,400 when the load ended, "
                + "stored 6.67 to 6.93 s later; virtual 6,000, 6,000 when the load ended, stored 4 s later. On platform 4,000 rows/s are accepted and 1,500 stored: the lag grows by 2,500 rows/s. "
                + "Accepted and not in the table: 3 rows of virtual at 10 users (/person/async).",
                "At 10 users platform is up to 2,000 rows behind", "Equal offered rate: 1,000 requests/s",
                "At 1,000 requests/s offered virtual is up to 8 rows behind, 8 when the load ended, stored 0.00802 s later; platform 4, "
                + "4 when the load ended, stored 0.004 s later. "
                + "On virtual 1,000 rows/s are accepted and 998 stored: the lag does not grow.",
                "Never behind, and left out: platform (/person/sync).", "The first valid fork is drawn.");
        assertEquals(4, occurrences(chart, "<figure>"), "10, 50 and 100 users and a rate");
        assertEquals(4, traces(chart, "variant platform").size());
        for (JsonNode layout : layouts(chart)) {
            assertEquals("[4.0]", "[" + layout.path("shapes").path(0).path("x0") + "]", "where the load ends");
            assertEquals("load ends", layout.path("annotations").path(0).path("text").asString());
        }
        assertTrue(Pattern.compile("10000\\.0\"?, ?\"?8500\\.0").matcher(chart).find(), "the drain after it");
        assertFalse(chart("stored", "timeline").contains("8500"), "after the load there is no throughput");
        contains(chart("stored", "vitals"), "uses the most CPU, 1.5 CPUs");
        assertFalse(chart("stored", "vitals").contains("9.75"), "nor a vital sign under load");
        contains(chart("caught", "lag"), "virtual is up to 1,500 rows behind, none when the load ended. "
                + "On virtual 990 rows/s are accepted and 1,000 stored: the lag shrinks by 10 rows/s.");
    }

    @Test
    void responseTimesOfALateClientArePaleAndNobodysResult() throws IOException {
        String chart = chart("late", "latency");
        contains(chart, "At 100 users fast answers half of the requests within 10 ms and 99 % within 10 ms; slow answers half of the requests "
                + "within 20 ms", "Pale curves are cells whose client was late: their throughput stands",
                "slow at 50 requests/s offered (plain), client was late", "fast at 50 requests/s offered (plain), client was late",
                "fast at 50 requests/s offered (more), client was late", "<th scope=\"row\">fast at 50 requests/s offered (other)</th>");
        Map<String, Double> opacities = new LinkedHashMap<>();
        traces(chart).forEach(trace -> opacities.put(trace.path("hovertemplate").asString().replaceFirst("<.*", ""),
                trace.path("opacity").asDouble()));
        assertEquals(Set.of("slow-plain-r50-f1", "fast-plain-r50-f1", "fast-more-r50-f1"), opacities.keySet().stream()
                .filter(cell -> opacities.get(cell) < 1).collect(Collectors.toSet()), opacities.toString());
    }

    @Test
    void aStreamIsNamedByItselfUnlessTheCellsNameIsNeededToTellItApart() throws IOException {
        String page = page("late");
        contains(page, "fast at 50 requests/s offered (other)", "fast at 50 requests/s offered (plain) (probe)",
                "fast at 50 requests/s offered (more) (probe)", "slow at 50 requests/s offered (plain) (probe)");
        assertFalse(page.contains("(plain) (other)"));
    }

    @Test
    void onePlotOfSeveralIsNotDescribedByTheSentenceAboutAll() throws IOException {
        for (String lab : List.of("stored", "waits", "ramp", "herd", "late")) {
            List<String> labels = matches(page(lab), "class=\"plot\"[^>]* aria-label=\"([^\"]*)\"");
            assertEquals(new LinkedHashSet<>(labels).size(), labels.size(), lab + ": " + labels);
            for (String drawing : page(lab).split("(?=<section class=\"chart\")")) {
                List<String> sentence = matches(drawing, "<p class=\"sentence\">([^<]*)</p>");
                if (!sentence.isEmpty() && occurrences(drawing, "<figure>") > 1) {
                    assertTrue(matches(drawing, "aria-label=\"([^\"]*)\"").stream().filter(label -> label.contains(sentence.getFirst())).count()
                            <= 1, lab + ", of the one plot that it is about: " + sentence);
                }
            }
        }
        contains(chart("stored", "timeline"), "aria-label=\"Second by second: 50 users: throughput. ",
                "aria-label=\"Second by second: 50 users: response time, median. In ms, over the seconds");
    }

    private static List<String> matches(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1)).toList();
    }

    @Test
    void whereRowsAreJudgedUnlikeTheRunItIsSaidByWhat() throws IOException {
        String note = "A row's verdict holds its throughput against the rule; the run's verdict is that of the claims.";
        contains(page("waits"), note);
        assertFalse(page("late").contains(note), "all are CONFIRMED");
    }

    @Test
    void aRunFromBeforeThereWereStagesHasNoneOfTheirCharts() throws IOException {
        for (String old : List.of("waits", "bounds", "herd", "shown", "jdks")) {
            assertFalse(page(old).contains("chart_stages") || page(old).contains("chart_cpu") || page(old).contains("chart_lag"), old);
            contains(page(old), "id=\"throughput\"");
        }
        assertFalse(page("ramp").contains("chart_lag") || page("stored").contains("chart_stages"));
    }

    @Test
    void aRampThatIsDamagedLosesOnlyWhatItsFileTells() throws IOException {
        assertFalse(page("slipped").contains("chart_stages"));
        contains(page("slipped"), "id=\"throughput\"", "chart_cpu", "virtual\\u003cbr>500 users\"");
        // Where a path is that of two cells, it is no name: they would pass for forks.
        contains(chart("slipped", "throughput"), "70 users (at-once)", "70 users (later)", "70 users (later-slow)");
        String chart = chart("unsummed", "stages");
        contains(chart, "No stage has a row of its own", "data-key=\"jdk JDK 21\"", "data-key=\"jdk JDK 25\"");
        assertEquals(1, occurrences(chart, "<figure>"));
        assertEquals(2, layouts(chart).getFirst().path("shapes").size());
        contains(chart("unsummed", "latency"), "At 500 users virtual on JDK 21 answers half");
    }

    @Test
    void aCellsNameAloneTellsItsVariantAndJdk() throws IOException {
        String chart = chart("nameless", "latency");
        contains(chart, "data-key=\"variant virtual\"", "data-key=\"jdk JDK 21\"", "data-key=\"jdk JDK 25\"", "100 users");
    }

    @Test
    void aPercentileIsDrawnOnlyWhereTenRequestsLieBeyond() throws IOException {
        assertFalse(page("waits").contains("98765"), "the 99.9th percentile of 1000 requests is one request");
    }

    @Test
    void aLastPieceOfASecondIsLeftOut() throws IOException {
        assertFalse(page("waits").contains("7777"));
    }

    @Test
    void textFromAFileCannotBreakThePage() throws IOException {
        String page = page("waits");
        contains(page, "a thread of 50 is missing to &lt;b&gt;half&lt;/b&gt; &amp; more", "&lt;/script&gt;");
        assertFalse(page.contains("<b>half"));
        assertEquals(occurrences(page, "<script"), occurrences(page, "</script>"));
    }

    @Test
    void pagesNeedNoNetwork() throws IOException {
        Pattern reference = Pattern.compile("(?:src|href)\\s*=\\s*[\"']?(?:https?:)?//|@import|url\\(", Pattern.CASE_INSENSITIVE);
        for (String name : List.of("index", "waits", "hurt", "shown")) {
            assertFalse(reference.matcher(page(name)).find(), name);
        }
        contains(page("waits"), "<script src=\"plotly.js\"></script>");
    }

    @Test
    void aVariantHasOneColourInEveryChartAndSharesItWithNone() throws IOException {
        Map<String, Set<String>> colours = coloursOfVariants(page("waits"));
        assertEquals(3, colours.size(), colours.toString());
        assertEquals(Set.of("#D55E00"), colours.get("platform"));
        assertEquals(Set.of("#0072B2"), colours.get("virtual"));
        Set<String> all = new LinkedHashSet<>();
        colours.values().forEach(all::addAll);
        assertEquals(3, all.size(), colours.toString());
    }

    @Test
    void whatIsDamagedIsNamedOnceAndTheRestIsDrawn() throws IOException {
        Path hurt = data.resolve("hurt/20260101-100000");
        Path wrong = data.resolve("wrong/20260101-100000");
        assertAll(
                () -> namedOnce(hurt.resolve("latency.csv"), "row 2 contains 3 columns"),
                () -> namedOnce(hurt.resolve("timeline.csv"), "row 1 holds no number in column rps"),
                () -> namedOnce(hurt.resolve("pinning.csv"), "missing"),
                () -> namedOnce(wrong.resolve("latency.csv"), "empty"),
                () -> namedOnce(wrong.resolve("timeline.csv"), "no column rps"),
                () -> namedOnce(data.resolve("nameless/20260101-100000/summary.csv"), "missing"),
                () -> namedOnce(data.resolve("broken/20260101-100000/run.json"), "not whole JSON"),
                () -> namedOnce(data.resolve("torn/20260101-100000/burst.csv"), "row 2 contains 3 columns"),
                () -> namedOnce(data.resolve("lost/20260101-100000/burst.csv"), "missing"),
                () -> namedOnce(data.resolve("slipped/20260101-100000/timeline.csv"), "row 2 holds no number in column users"),
                () -> namedOnce(data.resolve("unsummed/20260101-100000/summary.csv"), "missing"),
                () -> assertEquals(12, drawn.said.size(), String.join("\n", drawn.said)), // these eleven and the run that was cut short
                () -> contains(page("hurt"), "id=\"throughput\"", "Every cell"),
                () -> assertFalse(page("hurt").contains("id=\"latency\"")),
                () -> contains(page("torn"), "id=\"throughput\"", "id=\"latency\"", "2,000 users in 1 s"),
                () -> assertFalse(page("torn").contains("chart_burst")),
                () -> contains(page("broken"), "id=\"throughput\"", "id=\"latency\"", "id=\"timeline_rps\""));
    }

    @Test
    void anIncompleteRunIsDrawnOnlyForWantOfAnotherAndSaysSo() throws IOException {
        contains(page("cut"), "incomplete");
        assertTrue(drawn.said.stream().anyMatch(line -> line.contains("cut/20260101-100000 is incomplete")), drawn.toString());
        contains(page("waits"), "20260102-100000");
    }

    @Test
    void aSampleStandsInAndSaysSo() throws IOException {
        contains(page("shown"), "committed sample", "not on this one");
        assertFalse(page("waits").contains("committed sample"));
        assertFalse(page("index").contains("20300101-100000"), "there is a run of waits of one's own");
    }

    @Test
    void theIndexLeadsToEveryRunByLabAndDate() throws IOException {
        String index = page("index");
        contains(index, "2026-01-01 10:00", "2026-01-02 10:00", "2026-01-03 10:00", "INCOMPLETE", "SURPRISE", "Testing 3000", "sample");
        String rows = index.substring(index.indexOf("Every run"));
        assertEquals(24, occurrences(rows, "<a href="));
        List<String> waits = Pattern.compile("<a href=\"(waits[^\"]*)\"").matcher(rows).results().map(link -> link.group(1)).toList();
        assertEquals(List.of("waits-20260103-100000.html", "waits.html", "waits-20260101-100000.html"), waits, "newest first");
        String labs = index.substring(0, index.indexOf("Every run"));
        assertEquals(22, occurrences(labs, "class=\"lab\""));
        assertFalse(labs.contains("waits-2026"), "a lab leads to its newest whole run");
    }

    @Test
    void anOlderRunHasAPageOfItsOwnThatLeadsToTheNewest() throws IOException {
        contains(page("waits-20260101-100000"), "Another run stands for this lab", "<a href=\"waits.html\">", "id=\"throughput\"");
        assertFalse(page("waits").contains("Another run stands"));
    }

    @Test
    void aNotebookIsThePageAndTheChartsAndTablesStandAtTheirPlaces() throws IOException {
        String page = page("told");
        List<String> order = List.of("<span class=\"asks\">what of it?", "SURPRISE</span>", "0 of 1 claims held, 1 SURPRISE.",
                "A request waits.", ">The code</h2>",
                "<code>apps/Told.java</code>", "class=\"language-java\">if (a &lt; b &amp;&amp; c &gt; d)", ">The rule</h2>", "X = c / S",
                ">Predictions</h2>", "You said: b", ">The rule on this machine</h2>",
                "<th scope=\"row\">platform, c=100</th><td class=\"number\">125.0</td>",
                "A word before the charts.", "id=\"chart_throughput\"", "id=\"chart_timeline\"", "A word after the charts.",
                ">Published, predicted, measured</h2>", "Every cell", "A word behind the cells.", ">Guess, rule, measured</h2>",
                "<td>b: more</td><td>b: more (2)</td><td>a: fewer (0.9) [0.85, 0.95]</td>",
                "<td>3</td><td></td><td>1.25</td>", ">Claims</h2>",
                "One fork: no interval.", "ratio 0.9", "Hint: look again", ">What happened</h2>", ">Try it</h2>",
                "<code>-c 200</code> which claim breaks now?", ">How this was made</h2>", "25.0.1+8 Somebody", "<code>-Xmx1g</code>",
                "<th scope=\"row\">platform</th>", "<code>tomcat.threads.max = 50</code>", "<code>request.thread = virtual</code>");
        int at = 0;
        for (String part : order) {
            int next = page.indexOf(part, at);
            assertTrue(next >= 0, "\"" + part + "\" is not where it should be: " + (page.contains(part) ? "elsewhere" : "nowhere"));
            at = next;
        }
        for (String twice : List.of("its own table", "its own remark", "its own answers", "its own claim", "its own hint",
                "is the verdict of this run")) {
            assertFalse(page.contains(twice), twice);
        }
        for (String harm : List.of("<script>alert", "<img", "javascript:", "<!-- charts")) {
            assertFalse(page.contains(harm), harm);
        }
        contains(page, "&lt;script&gt;alert(", "a picture", "<strong class=\"verdict confirmed\">CONFIRMED</strong>");
    }

    @Test
    void anInterruptedOrOlderNotebookHasItsChartsBeforeItsTable() throws IOException {
        String page = page("cut");
        List<Integer> order = Stream.of("It waits.", "X = c / S", "A word.", "id=\"chart_throughput\"", ">Predicted, measured</h2>",
                "Every cell",
                ">Try it</h2>", "-c 5  one<br />", "It was interrupted.", ">How this was made</h2>").map(page::indexOf).toList();
        assertEquals(order.stream().sorted().toList(), order);
        assertTrue(order.getFirst() > 0, order.toString());
        assertFalse(page.contains("its own table"));
    }

    @Test
    void whatTheFilesDoNotTellTheNotebookMay() throws IOException {
        String page = page("nameless");
        contains(page, "its own table", "its own remark", "its own claim", "its own answers", "id=\"chart_latency\"");
        assertFalse(page.contains("Every cell"), "there is no summary.csv");
    }

    @Test
    void withoutANotebookThePageHasItsRuleChartsTableAndClaims() throws IOException {
        String page = page("waits");
        List<Integer> order = Stream.of(">The rule</h2>", "id=\"chart_throughput\"", ">Published, predicted, measured</h2>", ">Claims</h2>",
                ">How this was made</h2>").map(page::indexOf).toList();
        assertEquals(order.stream().sorted().toList(), order);
        assertTrue(order.getFirst() > 0);
    }

    @Test
    void theNumbersOfEveryPlotAreATableToo() throws IOException {
        for (String lab : List.of("waits", "bounds", "herd", "ramp", "stored", "told")) {
            String page = page(lab);
            assertEquals(occurrences(page, "class=\"plot\""), Pattern.compile("<details class=\"numbers\">.*?</details>", Pattern.DOTALL)
                    .matcher(page).results().mapToInt(details -> occurrences(details.group(), "<caption>")).sum(), lab);
        }
        contains(chart("waits", "throughput"), "<th scope=\"row\">platform at 100 users</th><td class=\"number\">122</td>"
                + "<td class=\"number\">120 to 124</td><td class=\"number\">125</td><td class=\"number\">117</td>");
        contains(chart("waits", "latency"), "<th scope=\"row\">platform at 100 users</th><td class=\"number\">803</td>");
        contains(chart("waits", "timeline"), "<th scope=\"row\">platform at 100 users</th><td class=\"number\">100</td>"
                + "<td class=\"number\">110</td><td class=\"number\">150</td>");
        contains(chart("bounds", "pinning"), "<th scope=\"row\">a.Native.call:1</th>", "42 ms in 2 events");
        contains(chart("ramp", "stages"), "<td class=\"number\">Throughput, requests/s</td>");
    }

    @Test
    void aRunsOwnFolderIsNamedAndReplacesNoOthersPage() throws Exception {
        Path other = temp.resolve("other");
        run(other, "lab", "20260101-100000", true, "CONFIRMED");
        run(other, "lab", "20260102-100000", true, "CONFIRMED");
        Started started = plot(other.resolve("lab/20260101-100000").toString());
        assertEquals(0, started.exit, started.toString());
        assertEquals(Set.of("lab.html", "lab-20260101-100000.html", "index.html", "plotly.js"), names(other.resolve("charts")));
        assertEquals(List.of(other.resolve("charts/lab-20260101-100000.html").toString(), other.resolve("charts/index.html").toString()),
                started.out.lines().toList());
        assertTrue(Files.readString(other.resolve("charts/lab.html")).contains("20260102-100000"));
        assertTrue(Files.readString(other.resolve("charts/lab-20260101-100000.html")).contains("20260101-100000"));
    }

    @Test
    void aLabsFolderIsNotTheDataFolder() throws Exception {
        Started started = plot(data.resolve("waits").toString());
        assertEquals(2, started.exit);
        assertEquals(1, started.said.size(), started.toString());
        contains(started.said.getFirst(), "the folder of one lab", data.resolve("waits/20260103-100000").toString());
        assertFalse(Files.exists(data.resolve("waits/charts")));
    }

    @Test
    void withNothingToDrawItSaysWhatToDo() throws Exception {
        Started none = plot(Files.createDirectories(temp.resolve("none")).toString());
        assertEquals(2, none.exit);
        assertEquals(1, none.said.size(), none.toString());
        contains(none.said.getFirst(), "no run in", "./jbang labs/cpu-light.java");
        assertEquals(Set.of(), names(temp.resolve("none")));
    }

    @Test
    void runsThatAreAllDamagedAreNothingToDrawEither() throws Exception {
        Path run = run(temp.resolve("rubble"), "lab", "20260101-100000", true, "CONFIRMED");
        for (String csv : List.of("summary.csv", "latency.csv", "timeline.csv", "pinning.csv")) {
            write(run, csv, "\n");
        }
        Started started = plot(temp.resolve("rubble").toString(), "--out", temp.resolve("elsewhere").toString());
        assertEquals(2, started.exit);
        contains(started.said.getLast(), "could be drawn", "./jbang labs/cpu-light.java");
        assertFalse(Files.exists(temp.resolve("rubble/charts")));
    }

    @Test
    void badUsageIsOneLine() throws Exception {
        Started started = plot("--nonsense");
        assertEquals(2, started.exit);
        assertEquals(1, started.said.size(), started.toString());
        contains(started.said.getFirst(), "--nonsense", "--help");
    }

    // ---- the plotter as a process ----

    private static Started plot(String... arguments) throws Exception {
        Repository.Ran ran = Repository.analysis("plot", arguments);
        return new Started(ran.exit(), ran.out(), ran.said("plot"));
    }

    private static void namedOnce(Path file, String why) {
        List<String> lines = drawn.said.stream().filter(line -> line.contains(file.toString())).toList();
        assertEquals(1, lines.size(), file + " in " + drawn.said);
        contains(lines.getFirst(), "skipped " + file, why);
    }

    // ---- what it reads ----

    /** A small run that is whole: one cell of 1000 requests. */
    private static Path run(Path data, String lab, String name, boolean complete, String verdict) throws IOException {
        Path run = Files.createDirectories(data.resolve(lab).resolve(name));
        write(run, "run.json", "{\"lab\": \"%s\", \"run\": \"%s\", \"complete\": %s, \"verdict\": \"%s\", \"machine\": \"some machine\"}"
                .formatted(lab, name, complete, verdict));
        write(run, "summary.csv", SUMMARY + cell("platform-c100-f1", "platform", 1, 120, "125", "", "CONFIRMED", ""));
        write(run, "latency.csv", LATENCY + "platform-c100-f1,0,801,1\nplatform-c100-f1,50,803,500\nplatform-c100-f1,100,812,1000\n");
        write(run, "timeline.csv", TIMELINE + "platform-c100-f1,1,120,803,,0.5,78\nplatform-c100-f1,2,121,803,,0.5,78\n");
        write(run, "pinning.csv", PINNING);
        return run;
    }

    private static String cell(String name, String variant, int fork, double rps, String predicted, String published, String verdict, String why) {
        return "lab,run,%s,%s,25.0.1,closed,GET /wait,100,,%d,1000,0,,%s,400,%s,400,users,%s,,%s,\"%s\"%n"
                .formatted(name, variant, fork, rps, predicted, published, verdict, why);
    }

    private static void write(Path folder, String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }

    // ---- what it wrote ----

    private static String page(String name) throws IOException {
        return Files.readString(data.resolve("charts/" + name + ".html"));
    }

    /** One chart of a page, with its sentence, legend and script. */
    private static String chart(String lab, String id) throws IOException {
        String page = page(lab);
        String from = page.substring(page.indexOf("id=\"chart_" + id + "\""));
        return from.substring(0, from.indexOf("</section>"));
    }

    /** What plotly is told beyond Tablesaw of the traces that all these buttons of the legend switch. */
    private static List<JsonNode> traces(String chart, String... keys) {
        return Pattern.compile("merge\\(trace\\d+, (.*)\\);").matcher(chart).results().map(found -> JSON.readTree(found.group(1)))
                .filter(trace -> Stream.of(keys).allMatch(key -> trace.path("meta").toString().contains("\"" + key + "\""))).toList();
    }

    /** What plotly is told beyond Tablesaw of the layout of each plot. */
    private static List<JsonNode> layouts(String chart) {
        return Pattern.compile("merge\\(layout, (\\{.*)\\);").matcher(chart).results().map(found -> JSON.readTree(found.group(1))).toList();
    }

    private static Set<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            Set<String> names = new LinkedHashSet<>();
            files.forEach(file -> names.add(file.getFileName().toString()));
            return names;
        }
    }

    /** The colours of the traces that carry each variant's name, over all plots of the page. */
    private static Map<String, Set<String>> coloursOfVariants(String page) {
        Map<String, Set<String>> colours = new LinkedHashMap<>();
        for (String script : page.split("<script>")) {
            Matcher trace = Pattern.compile("var (trace\\d+) =(.*?)\n};", Pattern.DOTALL).matcher(script);
            while (trace.find()) {
                Matcher extras = Pattern.compile("merge\\(" + trace.group(1) + ", (.*)\\);").matcher(script);
                assertTrue(extras.find());
                Matcher variant = Pattern.compile("\"variant ([^\"]*)\"").matcher(extras.group(1));
                assertTrue(variant.find());
                Matcher colour = Pattern.compile("color\"?: [\"'](#\\w+)").matcher(trace.group(2));
                while (colour.find()) {
                    colours.computeIfAbsent(variant.group(1), key -> new LinkedHashSet<>()).add(colour.group(1));
                }
            }
        }
        return colours;
    }

    private static int occurrences(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }
}
