package pages;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Cells whose rows are stored after the answer: what is accepted and not stored within four seconds is stored after
 * them.
 */
final class StoredRows {

    private static final int LOAD = 4; // seconds
    private static final List<String> MEASURED = List.of("platform-sync-c10-f1", "platform-async-c10-f1",
            "platform-sync-c50-f1",
            "platform-async-c50-f1", "platform-sync-c100-f1", "platform-async-c100-f1", "platform-async-r1000-f1");

    private StoredRows() {}

    /** Rows that are stored at once or later, under 10, 50 and 100 users and at a rate; 1500 of them in a second. */
    static Runs lab(Path data) {
        Runs run = Runs.in(data).lab("stored");
        for (int users : List.of(10, 50, 100)) {
            run.cell(cell(MadeCell.closed("platform", users), "sync", 1500, 1500, 0),
                    cell(MadeCell.closed("platform", users), "async", users == 10 ? 2000 : users == 50 ? 3000 : 4000,
                            1500, 0),
                    cell(MadeCell.closed("virtual", users), "async", users == 10 ? 1800 : users == 50 ? 2800 : 3000,
                            1500, users == 10 ? 3 : 0));
        }
        return run.cell(cell(MadeCell.closed("platform", 100).fork(2), "async", 4100, 1500, 0),
                cell(MadeCell.open("platform", 1000), "async", 1000, 999, 0),
                cell(MadeCell.open("virtual", 1000), "async", 1000, 998, 0));
    }

    /**
     * @param accepted rows in a second,
     * @param persisted rows in a second,
     * @param lost rows that are in no table at the end
     */
    private static MadeCell cell(MadeCell cell, String save, int accepted, int persisted, int lost) {
        int lag = LOAD * (accepted - persisted);
        cell.named(save).path("POST /person/" + save).rps(accepted).with("duration_s", LOAD).with("ok", LOAD * accepted)
                .with("mean_ms", 5)
                .with("service_cpu_s", LOAD * 1.5).with("cpu_us_per_request", 1.5e6 / accepted)
                .with("database_cpu_s", LOAD * 0.4)
                .with("accepted_rows", LOAD * accepted + 100).with("table_rows", LOAD * accepted + 100 - lost)
                .with("lost_rows", lost)
                .with("lag_begin_rows", 0).with("lag_rows", lag).with("drain_s", lag / (double) persisted);
        List<Object[]> seconds = new ArrayList<>();
        for (int second = 1; second <= LOAD || LOAD * accepted > (second - 1) * persisted; second++) {
            int all = accepted * Math.min(second, LOAD);
            int stored = Math.min(all, persisted * second);
            boolean loaded = second <= LOAD;
            seconds.add(new Object[] {loaded ? accepted : "", loaded ? 5 : "", loaded ? 1.5 : 9.75, all, stored,
                    all - stored});
        }
        List<String> columns = List.of("rps", "p50_ms", "service_cpu", "accepted_rows", "persisted_rows", "lag_rows");
        columns.forEach(column -> cell.seconds(column,
                seconds.stream().map(second -> second[columns.indexOf(column)]).toArray()));
        return MEASURED.contains(cell.name()) ? cell.latency(0, 2, 1).latency(100, 30, 16000) : cell;
    }
}
