package pages;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cells of a variant whose users rise, by the rule X = min(N, m) / S with S of half a second, up to what a load
 * generator can do.
 */
final class Ramp {

    private static final double SERVICE_S = 0.5;
    private static final double GENERATOR = 1700; // requests/s

    private final String variant;
    private final int fork;
    private final int pool;
    private final double us;
    private double faster = 1;
    private boolean invalid;
    private boolean invalidAtLast;
    private int jdk;

    /** @param pool threads, or more than ten thousand for no pool at all; @param us of CPU for each request */
    Ramp(String variant, int fork, int pool, double us) {
        this.variant = variant;
        this.fork = fork;
        this.pool = pool;
        this.us = us;
    }

    /** The ramps of the run that most tests look at, and a load beside them that does not change. */
    static Runs lab(Path data) {
        Runs run = Runs.in(data).lab("ramp");
        Stream.of(new Ramp("platform", 1, 200, 800).rise(1, 3, 50, 500),
                new Ramp("platform", 2, 200, 800).faster(1.01).rise(1, 3, 50, 500),
                new Ramp("virtual", 1, 1_000_000, 1000).rise(1, 3, 50, 500, 2500),
                new Ramp("wide", 1, 100_000, 900).faster(0.9).invalidAtLast().rise(1, 3, 50, 500, 2500),
                new Ramp("late", 1, 1_000_000, 900).invalid().rise(1, 6, 500)).flatMap(List::stream).forEach(run::cell);
        // As many users as in a stage, and all the time: another load, though it has the same number.
        return run.cell(MadeCell.closed("virtual", 500).path("POST /user/create").rps(900).with("duration_s", 3)
                .with("ok", 2700)
                .with("mean_ms", 555).predicted(1000).with("bound_seen", "users").with("p95_ms", 1234)
                .with("p99_ms", 1300)
                .with("service_cpu_s", 3).with("cpu_us_per_request", 1111).with("database_cpu_s", 0)
                .with("accepted_rows", 2700).with("lost_rows", 0)
                .seconds("rps", 900, 900, 900).seconds("p50_ms", 555, 555, 555).seconds("in_flight", 500, 500, 500)
                .seconds("errors", 0, 0, 0).seconds("service_cpu", 1, 1, 1));
    }

    Ramp faster(double times) {
        faster = times;
        return this;
    }

    Ramp invalid() {
        invalid = true;
        return this;
    }

    /** Its last stage alone is INVALID. */
    Ramp invalidAtLast() {
        invalidAtLast = true;
        return this;
    }

    Ramp jdk(int release) {
        jdk = release;
        return this;
    }

    /** @param rise seconds in which users come, before each stage of {@code hold} seconds */
    List<MadeCell> rise(int rise, int hold, int... stages) {
        List<MadeCell> cells = new ArrayList<>();
        List<Object[]> seconds = new ArrayList<>();
        int before = 0;
        double ok = 0;
        for (int users : stages) {
            for (int i = 1; i <= rise + hold; i++) {
                int now = Math.min(users, before + (users - before) * i / rise);
                double rps = rps(now);
                ok += rps;
                boolean hasPool = pool <= 10_000;
                seconds.add(new Object[] {rps, 1000 * now / rps, rps >= 1000 ? 1100 * now / rps : "", now, 0,
                        rps * us / 1e6, 1050 * now / rps,
                        now, i <= rise ? "" : users + "-users", hasPool ? Math.min(now, pool) : "",
                        hasPool ? Math.max(0, now - pool) : ""});
            }
            boolean last = users == stages[stages.length - 1];
            MadeCell stage = row(users, hold, rps(users) * hold).stream(users + "-users").with("load", "stage")
                    .with("predicted_rps", Math.min(users, pool) / SERVICE_S)
                    .with("bound_seen", users > pool ? "pool" : users / SERVICE_S > GENERATOR ? "driver" : "users")
                    .with("published_rps",
                            users != 500 ? "" : variant.equals("platform") ? 394 : variant.equals("virtual") ? 975 : "")
                    .with("published_p95_ms", users == 500 && variant.equals("platform") ? 1500 : "")
                    .verdict(invalid || invalidAtLast && last ? "INVALID" : "VALID");
            cells.add(users == 500 ? stage.latency(0, 500, 1).latency(100, pool > 500 ? 510 : 1250, 3000) : stage);
            before = users;
        }
        MadeCell whole = row(before, seconds.size(), ok).with("accepted_rows", Math.round(ok)).with("lost_rows", 0)
                .verdict(invalid ? "INVALID" : "VALID").latency(0, 1, 1).latency(100, 76543, 9000);
        List<String> columns = List.of("rps", "p50_ms", "p99_ms", "in_flight", "errors", "service_cpu", "p95_ms",
                "users", "stage", "pool_active",
                "pool_queued");
        for (String column : columns) {
            whole.seconds(column, seconds.stream().map(second -> second[columns.indexOf(column)]).toArray());
        }
        cells.add(whole);
        return cells;
    }

    private double rps(int users) {
        return Math.min(GENERATOR, Math.min(users, pool) / SERVICE_S) * (users > 100 ? faster : 1);
    }

    private MadeCell row(int users, int seconds, double ok) {
        MadeCell cell = MadeCell.stages(variant, users).fork(fork).path("POST /user/create").rps(ok / seconds)
                .with("duration_s", seconds)
                .with("ok", ok).with("mean_ms", 1000 * users * seconds / ok).with("bound", "users").with("p95_ms", 1234)
                .with("p99_ms", ok >= 1000 ? 1300 : "").with("service_cpu_s", ok * us / 1e6)
                .with("cpu_us_per_request", us)
                .with("database_cpu_s", ok * 100 / 1e6);
        return jdk == 0 ? cell : cell.jdk(jdk);
    }
}
