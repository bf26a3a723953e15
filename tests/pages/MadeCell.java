package pages;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One cell of a made-up run: its row of summary.csv and what the other CSVs have of it, in the columns of
 * data/README.md. Its name is made of variant, load, JDK, fork and stream, as the labs make it. What a test does not
 * say is {@code GET /wait}, 1000 requests, 400 ms on average, JDK 25, fork 1, VALID.
 */
final class MadeCell {

    private static final int STEP = 20; // ms, as the labs write burst.csv

    final Map<String, Object> columns = new LinkedHashMap<>();
    final List<List<Object>> percentiles = new ArrayList<>();
    final Map<String, Object[]> seconds = new LinkedHashMap<>();
    final List<List<Object>> pins = new ArrayList<>();
    final List<int[]> steps = new ArrayList<>();
    private final String variant;
    private final String size;
    private String named = "";
    private String jdk = "";
    private String fork = "-f1";
    private String attempt = "";
    private String stream = "";

    private MadeCell(String variant, String load, String size) {
        this.variant = variant;
        this.size = size;
        with("variant", variant).with("jdk", "25.0.1").with("load", load).with("path", "GET /wait").with("fork", 1)
                .with("ok", 1000).with("errors", 0).with("mean_ms", 400).verdict("VALID");
    }

    /** So many users, each of whom sends the next request when the last one is answered. */
    static MadeCell closed(String variant, int users) {
        return new MadeCell(variant, "closed", "-c" + users).with("users", users);
    }

    /** So many requests a second. */
    static MadeCell open(String variant, int rate) {
        return new MadeCell(variant, "open", "-r" + rate).with("rate", rate);
    }

    /** So many users with one request each, all within the ramp. */
    static MadeCell burst(String variant, int users, int rampS) {
        return new MadeCell(variant, "burst", "-b" + users).with("users", users).with("ramp_s", rampS);
    }

    /**
     * Users who rise in stages. A stage has a row of its own, which is the same with {@code load} stage and a stream.
     */
    static MadeCell stages(String variant, int users) {
        return new MadeCell(variant, "stages", "-stages").with("users", users);
    }

    /** The name that tells it from another cell of the variant: {@code virtual-waiting-b2000-f1}. */
    MadeCell named(String further) {
        named = "-" + further;
        return this;
    }

    /** Where a lab measures on several JDKs, which the name tells then. */
    MadeCell jdk(int release) {
        jdk = "-jdk" + release;
        return with("jdk", release + ".0.1");
    }

    MadeCell fork(int number) {
        fork = "-f" + number;
        return with("fork", number);
    }

    /** Measured again, for the first attempt was spoilt. */
    MadeCell again() {
        attempt = "-a2";
        return with("attempt", 2);
    }

    /** A stage, or a further load of the same kind. */
    MadeCell stream(String name) {
        stream = "~" + name;
        return this;
    }

    /** A load of so many requests a second beside that of the cell. */
    MadeCell beside(String name, int rate) {
        columns.remove("users");
        return stream(name).with("load", "open").with("rate", rate).path("GET /" + name);
    }

    MadeCell path(String path) {
        return with("path", path);
    }

    MadeCell rps(double measured) {
        return with("rps", measured);
    }

    MadeCell predicted(double rps) {
        return with("predicted_rps", rps).with("predicted_ms", 400).with("bound", "users");
    }

    MadeCell published(double rps) {
        return with("published_rps", rps);
    }

    MadeCell verdict(String verdict) {
        return with("verdict", verdict);
    }

    MadeCell invalid(String why) {
        return verdict("INVALID").with("why", why);
    }

    /** The lab could not measure it: its row has no numbers, and its name no fork. */
    MadeCell skipped(String why) {
        List.of("fork", "ok", "errors", "mean_ms", "users", "ramp_s").forEach(columns::remove);
        fork = "";
        return verdict("SKIPPED").with("why", why);
    }

    /** Any column of summary.csv. */
    MadeCell with(String column, Object value) {
        columns.put(column, value);
        return this;
    }

    /** A row of latency.csv: so many requests took as long at most. */
    MadeCell latency(double percentile, double ms, long count) {
        percentiles.add(List.of(percentile, ms, count));
        return this;
    }

    /** A column of timeline.csv, second by second. The column {@code second} counts from 1 where it is not said. */
    MadeCell seconds(String column, Object... values) {
        seconds.put(column, values);
        return this;
    }

    /** A row of pinning.csv. */
    MadeCell pin(double ms, String reason, String frame) {
        pins.add(List.of("2026-01-02T10:00:00Z", ms, reason, "", "", frame, "a < b"));
        return this;
    }

    /** A row of burst.csv. */
    MadeCell step(int ms, int started, int ended, int failed, int inFlight) {
        steps.add(new int[] {ms, started, ended, failed, inFlight});
        return this;
    }

    /**
     * The burst's rows of burst.csv by the recursion of queues with so many servers: each request begins when it is due
     * and the one that has its server has ended.
     */
    MadeCell served(int concurrencyLimit, double serviceS) {
        int users = (int) columns.get("users");
        double rampS = (int) columns.get("ramp_s");
        double[] end = new double[users];
        for (int i = 0; i < users; i++) {
            end[i] = Math.max(rampS * i / users, i < concurrencyLimit ? 0 : end[i - concurrencyLimit]) + serviceS;
        }
        int count = (int) Math.ceil(end[users - 1] * 1000 / STEP - 1e-6);
        int[] started = new int[count];
        int[] ended = new int[count];
        for (int i = 0; i < users; i++) {
            started[(int) (rampS * i / users * 1000 / STEP + 1e-6)]++;
            ended[(int) Math.ceil(end[i] * 1000 / STEP - 1e-6) - 1]++;
        }
        int inFlight = 0;
        for (int step = 0; step < count; step++) {
            inFlight += started[step] - ended[step];
            step((step + 1) * STEP, started[step], ended[step], 0, inFlight);
        }
        return this;
    }

    String name() {
        return variant + named + size + jdk + fork + attempt + stream;
    }
}
