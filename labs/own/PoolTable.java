package own;

import java.util.ArrayList;
import java.util.List;
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

        PoolUse any() {
            return platform != null ? platform : virtual;
        }

        private List<String> cells(boolean isCompared) {
            List<String> name = List.of(any().inWords(), String.valueOf(any().size()));
            List<String> uses = isCompared
                    ? List.of(text(platform, PoolUse::busy), text(virtual, PoolUse::busy),
                            text(platform, PoolUse::waiting), text(virtual, PoolUse::waiting))
                    : List.of(text(platform, PoolUse::busy), text(platform, PoolUse::waiting));
            return Stream.concat(name.stream(), uses.stream()).toList();
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

    /** What a table of it shows, for people. @param load under which it was looked at */
    String about(String load) {
        return Numbers.format("Pools of the service with %s: averages of %d samples. They were taken after the "
                + "measurement, while the load went on:", load, looks());
    }

    /** The head of that table. @param isCompared whether there are two kinds of thread */
    static List<String> header(boolean isCompared) {
        return isCompared
                ? List.of("pool", "size", "in use, platform", "in use, virtual", "waiting, platform",
                        "waiting, virtual")
                : List.of("pool", "size", "in use", "waiting");
    }

    /** Its rows. */
    List<List<String>> table(boolean isCompared) {
        return rows().stream().map(row -> row.cells(isCompared)).toList();
    }
}
