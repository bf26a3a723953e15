package old.own;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import kit.base.Numbers;
import kit.report.CellReport.Pools;
import kit.service.PoolUse;

/** How much of the service's pools was used under one load, on platform threads beside virtual ones. */
final class PoolTable {

    private final List<Pools> platform;
    private final List<Pools> virtual;

    /**
     * A pool on both kinds of thread.
     *
     * @param platform mean of all forks; null where that was not told
     * @param virtual  the same
     */
    record Row(PoolUse platform, PoolUse virtual) {

        private PoolUse any() {
            return platform != null ? platform : virtual;
        }

        private List<Object> cells() {
            return List.of(any().inWords(), any().size(), text(platform, PoolUse::busy), text(virtual, PoolUse::busy),
                    text(platform, PoolUse::waiting), text(virtual, PoolUse::waiting));
        }

        private static String text(PoolUse use, ToDoubleFunction<PoolUse> figure) {
            double value = use == null ? Double.NaN : figure.applyAsDouble(use);
            return Double.isNaN(value) ? "" : Numbers.trim(value, 2);
        }
    }

    /** @param platform of each fork, and so {@code virtual} */
    PoolTable(List<Pools> platform, List<Pools> virtual) {
        this.platform = platform;
        this.virtual = virtual;
    }

    /** Of what was measured under a load at the end of which pools were looked at. */
    static PoolTable of(Observed platform, Observed virtual) {
        return new PoolTable(platform.pools(), virtual.pools());
    }

    /** Looks at the pools, of all forks. */
    int looks() {
        return Stream.concat(platform.stream(), virtual.stream()).mapToInt(Pools::looks).sum();
    }

    /** All pools; none where the service tells nothing. */
    List<Row> rows() {
        List<PoolUse> onPlatform = means(platform);
        List<PoolUse> onVirtual = means(virtual);
        var pools = new ArrayList<>(onPlatform);
        onVirtual.stream().filter(use -> pools.stream().noneMatch(use::isOf)).forEach(pools::add);
        return pools.stream().map(pool -> new Row(of(pool, onPlatform), of(pool, onVirtual))).toList();
    }

    private static List<PoolUse> means(List<Pools> forks) {
        return PoolUse.means(forks.stream().flatMap(fork -> fork.means().stream()));
    }

    private static PoolUse of(PoolUse pool, List<PoolUse> uses) {
        return uses.stream().filter(pool::isOf).findFirst().orElse(null);
    }

    /** The busiest pool of a kind, on one kind of thread. */
    static Optional<PoolUse> busiest(List<Pools> forks, PoolUse.Kind kind) {
        return means(forks).stream()
                .filter(use -> use.kind() == kind)
                .reduce((a, b) -> b.busy() / b.size() > a.busy() / a.size() ? b : a);
    }

    /** What a table of it shows, for people. @param load under which it was looked at */
    String about(String load) {
        return Numbers.format("Pools of the service with %s: averages of %d samples. They were taken after the "
                + "measurement, while the load went on:", load, looks());
    }

    static List<String> header() {
        return List.of("pool", "size", "in use, platform", "in use, virtual", "waiting, platform", "waiting, virtual");
    }

    /** The rows of a table for people. */
    List<List<Object>> table() {
        return rows().stream().map(Row::cells).toList();
    }

    /** For verdict.json. */
    List<Map<String, Object>> json(String load) {
        return rows().stream().map(row -> {
            var json = new LinkedHashMap<String, Object>();
            json.put("load", load);
            json.put("kind", row.any().kind().words());
            json.put("pool", row.any().name());
            json.put("size", row.any().size());
            put(json, "platform", row.platform);
            put(json, "virtual", row.virtual);
            return (Map<String, Object>) json;
        }).toList();
    }

    private static void put(Map<String, Object> json, String threads, PoolUse use) {
        json.put(threads + "_busy", use == null ? null : use.busy());
        json.put(threads + "_waiting", use == null || Double.isNaN(use.waiting()) ? null : use.waiting());
    }
}
