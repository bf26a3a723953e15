package charts.run;

import charts.text.Numbers;
import kit.record.CellName;
import kit.record.Column;
import kit.record.Validity;
import java.util.List;
import tech.tablesaw.api.Row;

/**
 * One row of summary.csv: a variant under a load in one fork. Numbers are in the units of data/README.md and NaN
 * where they are not known.
 *
 * @param name   as the other CSVs call it, such as {@code virtual-c100-f1} or {@code virtual-c100-f1~probe}
 * @param jdk    "JDK 25", empty where it is not known
 * @param kind   of load, in the words of summary.csv; empty where it is not known
 * @param size   the load in words without its route, such as "100 users" or "2,000 users in 1 s"
 * @param users  NaN where they are not known, and in an open loop
 * @param route  the path, or the further name, where that tells cells apart; empty elsewhere
 * @param boundSeen what the vitals say held the throughput, in the contract's word; empty where nothing tells
 * @param latencyTrusted whether its response times can be believed, which is not needed for its throughput to stand
 */
public record Cell(String name, String variant, String jdk, String kind, String size, double users, String route,
        int fork,
        String verdict, String why, String boundSeen,
        double rps, double ruleRps, double limitRps, double pinnedRps, double unpinnedRps, double publishedRps,
        double meanMs, double ruleMs, double publishedMs, double p95Ms, double publishedP95Ms, double p99Ms,
        boolean latencyTrusted, Waiting waiting, Cost cost, RowTotals stored, Failed failed) {

    private static final String OPEN = "open";
    private static final String BURST = "burst";
    private static final String STAGES = "stages";
    private static final String STAGE_OF_THEM = "stage";

    static Cell of(Row row, String route) {
        String name = Csv.text(row, Column.CELL);
        String load = Csv.text(row, Column.LOAD);
        double size = Csv.number(row, load.equals(OPEN) ? Column.RATE : Column.USERS);
        double fork = Csv.number(row, Column.FORK);
        if (Double.isNaN(size)) {
            // A SKIPPED cell had none, yet its name tells it.
            size = CellName.of(name).map(CellName::size).orElse(size);
        }
        return new Cell(name,
                Csv.text(row, Column.VARIANT).isEmpty() ? named(name).variant : Csv.text(row, Column.VARIANT),
                jdk(Csv.text(row, Column.JDK)), load, size(load, size, Csv.number(row, Column.RAMP_S)),
                load.equals(OPEN) ? Double.NaN : size,
                route, Double.isNaN(fork) ? 1 : (int) fork,
                Validity.read(Csv.text(row, Column.VALIDITY)), why(row), seen(row),
                Csv.number(row, Column.RPS),
                Csv.number(row, Column.RULE_RPS), Csv.number(row, Column.LIMIT_RPS),
                Csv.number(row, Column.PINNED_RPS),
                Csv.number(row, Column.UNPINNED_RPS), Csv.number(row, Column.PUBLISHED_RPS),
                Csv.number(row, Column.MEAN_MS),
                Csv.number(row, Column.RULE_MS), Csv.number(row, Column.PUBLISHED_MS),
                Csv.number(row, Column.P95_MS),
                Csv.number(row, Column.PUBLISHED_P95_MS), Csv.number(row, Column.P99_MS), LatencyTrust.of(row),
                Waiting.of(row),
                Cost.of(row), RowTotals.of(row), Failed.of(row));
    }

    /**
     * The further name, which a lab gives where variant and load do not tell two cells apart; empty where there is
     * none.
     */
    static String furtherName(Row row) {
        return Csv.has(row, Column.ROUTE) ? Csv.text(row, Column.ROUTE)
                : CellName.of(Csv.text(row, Column.CELL))
                        .map(name -> name.routeBehind(Csv.text(row, Column.VARIANT))).orElse("");
    }

    /** What the name alone tells, for the charts that can still be drawn when summary.csv is damaged. */
    static Cell named(String name) {
        return CellName.of(name).map(parts -> {
            String load = switch (parts.load().charAt(0)) {
            case 's' -> parts.stream().isEmpty() ? STAGES : parts.isStage() ? STAGE_OF_THEM : "";
            case 'r' -> OPEN;
            case 'b' -> BURST;
            default -> "";
            };
            return withoutNumbers(name, parts.variantAndRoute(), parts.jdk().isEmpty() ? "" : jdk(parts.jdk()), load,
                    size(load, parts.size(), Double.NaN), load.equals(OPEN) ? Double.NaN : parts.size(), parts.fork());
        }).orElseGet(() -> recorded(name, ""));
    }

    /**
     * A recording of which nothing else is known: a variant of its own.
     *
     * @param version of its JVM, empty where it is not known
     */
    public static Cell recorded(String name, String version) {
        return withoutNumbers(name, name, jdk(version), "", "", Double.NaN, 1);
    }

    private static Cell withoutNumbers(String name, String variant, String jdk, String kind, String size, double users,
            int fork) {
        double none = Double.NaN;
        return new Cell(name, variant, jdk, kind, size, users, "", fork, "", "", "", none, none, none, none, none, none,
                none, none, none,
                none, none, none, true, Waiting.UNKNOWN, Cost.UNKNOWN, RowTotals.UNKNOWN, Failed.UNKNOWN);
    }

    private static String size(String load, double size, double rampS) {
        if (load.equals(OPEN)) {
            return Double.isNaN(size) ? "open loop" : Numbers.table(size) + " requests/s offered";
        }
        boolean burst = load.equals(BURST);
        if (Double.isNaN(size)) {
            return burst ? "burst" : load.startsWith(STAGE_OF_THEM) ? load : "closed loop";
        }
        String users = Numbers.count(Math.round(size)) + (size == 1 ? " user" : " users");
        return load.equals(STAGES) ? "stages to " + users
                : !burst ? users : users + (Double.isNaN(rampS) ? " in a burst" : " in " + Numbers.brief(rampS) + " s");
    }

    /** The load in words, such as "100 users"; with the route or the stream's name where that tells cells apart. */
    public String load() {
        return size + (route.isEmpty() ? "" : " (" + route + ")") + (stream().isEmpty() ? "" : " (" + stream() + ")");
    }

    /** What the load's words say beside its size; empty where that is all. */
    public String besides() {
        return route.isEmpty() || stream().isEmpty() ? route + stream() : route + ", " + stream();
    }

    /** The further stream's name; of a stage only what its users do not say. */
    private String stream() {
        String stream = CellName.streamIn(name);
        return stage() && stream.equals(CellName.ofStage((int) Math.round(users))) ? "" : stream;
    }

    /** Only the feature release: an update of a JDK is no variant of its own. */
    private static String jdk(String version) {
        String release = version.replaceFirst("^1\\.(?=\\d)", "").replaceFirst("\\D.*", "");
        return release.isEmpty() ? version : "JDK " + release;
    }

    private static String seen(Row row) {
        String seen = Csv.text(row, Column.BOTTLENECK);
        return seen.equals("unknown") ? "" : seen;
    }

    private static String why(Row row) {
        String bound = Csv.text(row, Column.BOUND);
        String kinds = Csv.text(row, Column.ERROR_KINDS);
        double errors = Csv.number(row, Column.ERRORS);
        String seen = seen(row);
        return Csv.text(row, Column.WHY) + (bound.isEmpty() ? "" : " [bound: " + bound + "]")
                + (seen.isEmpty() ? "" : " [seen: " + seen + "]")
                + (errors > 0 ? " [errors: " + Numbers.table(errors) + (kinds.isEmpty() ? "" : ", " + kinds) + "]"
                        : "");
    }

    /** A stream beside the main load, whose throughput is only what was asked of it. */
    public boolean aside() {
        return !CellName.streamIn(name).isEmpty() && !stage();
    }

    /** Whether every user sends a single request. */
    public boolean burst() {
        return kind.equals(BURST);
    }

    /** Whether users rise from stage to stage: over all of it, a mean says little. */
    public boolean inStages() {
        return kind.equals(STAGES);
    }

    /** Whether it is one of those stages, with all its users there. */
    public boolean stage() {
        return kind.equals(STAGE_OF_THEM);
    }

    /** Whether requests came at a rate, however many were under way. */
    public boolean open() {
        return kind.equals(OPEN);
    }

    /** Where it does not matter which JDK it ran on. */
    Cell onAnyJdk() {
        return new Cell(name, variant, "", kind, size, users, route, fork, verdict, why, boundSeen, rps, ruleRps,
                limitRps, pinnedRps,
                unpinnedRps, publishedRps, meanMs, ruleMs, publishedMs, p95Ms, publishedP95Ms, p99Ms,
                latencyTrusted, waiting, cost, stored, failed);
    }

    /** The cell that the stream or the stage belongs to. */
    String whole() {
        return CellName.whole(name);
    }

    /** The forks that a mean is made of: those that are INVALID are left out as long as one is valid. */
    public static List<Cell> believed(List<Cell> forks) {
        return forks.stream().anyMatch(Cell::counts) ? forks.stream().filter(Cell::counts).toList() : forks;
    }

    /** A valid measurement: only these enter a sentence. */
    public boolean counts() {
        return !invalid() && !skipped();
    }

    public boolean invalid() {
        return Validity.INVALID.is(verdict);
    }

    public boolean skipped() {
        return Validity.SKIPPED.is(verdict);
    }
}
