package charts.run;

import charts.text.Numbers;
import contract.Verdict;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
        double rps, double predictedRps, double limitRps, double pinnedRps, double unpinnedRps, double publishedRps,
        double meanMs, double predictedMs, double publishedMs, double p95Ms, double publishedP95Ms, double p99Ms,
        boolean latencyTrusted, Waiting waiting, Cost cost, RowTotals stored, Failed failed) {

    private static final Pattern NAME = Pattern.compile("(?<variant>.+)-((?<load>[crb])(?<n>\\d[\\d.]*)|stages)"
            + "(-jdk(?<jdk>\\d+))?(-f(?<fork>\\d+))?(~(?<stream>.+))?");
    private static final Pattern STAGE = Pattern.compile("(?<users>\\d+)-users");
    private static final String OPEN = "open";
    private static final String BURST = "burst";
    private static final String STAGES = "stages";
    private static final String STAGE_OF_THEM = "stage";

    static Cell of(Row row, String route) {
        String name = Csv.text(row, "cell");
        String load = Csv.text(row, "load");
        double size = Csv.number(row, load.equals(OPEN) ? "rate" : "users");
        double fork = Csv.number(row, "fork");
        Matcher parts = NAME.matcher(name);
        // A SKIPPED cell had none, yet its name tells it.
        if (Double.isNaN(size) && parts.matches() && parts.group("n") != null) {
            size = Double.parseDouble(parts.group("n"));
        }
        return new Cell(name, Csv.text(row, "variant").isEmpty() ? named(name).variant : Csv.text(row, "variant"),
                jdk(Csv.text(row, "jdk")), load, size(load, size, Csv.number(row, "ramp_s")),
                load.equals(OPEN) ? Double.NaN : size,
                route, Double.isNaN(fork) ? 1 : (int) fork,
                Csv.text(row, "verdict"), why(row), Csv.text(row, "bound_seen"), Csv.number(row, "rps"),
                Csv.number(row, "predicted_rps"), Csv.number(row, "limit_rps"), Csv.number(row, "pinned_rps"),
                Csv.number(row, "unpinned_rps"), Csv.number(row, "published_rps"), Csv.number(row, "mean_ms"),
                Csv.number(row, "predicted_ms"), Csv.number(row, "published_ms"), Csv.number(row, "p95_ms"),
                Csv.number(row, "published_p95_ms"), Csv.number(row, "p99_ms"), LatencyTrust.of(row), Waiting.of(row),
                Cost.of(row), RowTotals.of(row), Failed.of(row));
    }

    /**
     * The further name, which a lab gives where variant and load do not tell two cells apart; empty where there is
     * none.
     */
    static String furtherName(Row row) {
        Matcher parts = NAME.matcher(Csv.text(row, "cell"));
        String variant = Csv.text(row, "variant") + "-";
        return parts.matches() && parts.group("variant").startsWith(variant)
                ? parts.group("variant").substring(variant.length())
                : "";
    }

    /** What the name alone tells, for the charts that can still be drawn when summary.csv is damaged. */
    static Cell named(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            return recorded(name, "");
        }
        String stream = parts.group("stream") == null ? "" : parts.group("stream");
        Matcher stage = STAGE.matcher(stream);
        String load = switch (parts.group("load")) {
        case null -> stream.isEmpty() ? STAGES : stage.matches() ? STAGE_OF_THEM : "";
        case "r" -> OPEN;
        case "b" -> BURST;
        default -> "";
        };
        double size = load.equals(STAGE_OF_THEM) ? Double.parseDouble(stage.group("users"))
                : parts.group("n") == null ? Double.NaN : Double.parseDouble(parts.group("n"));
        return withoutNumbers(name, parts.group("variant"), parts.group("jdk") == null ? "" : jdk(parts.group("jdk")),
                load, size(load, size, Double.NaN), load.equals(OPEN) ? Double.NaN : size,
                parts.group("fork") == null ? 1 : Integer.parseInt(parts.group("fork")));
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
        String stream = name.contains("~") ? name.substring(name.indexOf('~') + 1) : "";
        return stage() && stream.equals(Math.round(users) + "-users") ? "" : stream;
    }

    /** Only the feature release: an update of a JDK is no variant of its own. */
    private static String jdk(String version) {
        String release = version.replaceFirst("^1\\.(?=\\d)", "").replaceFirst("\\D.*", "");
        return release.isEmpty() ? version : "JDK " + release;
    }

    private static String why(Row row) {
        String bound = Csv.text(row, "bound");
        String kinds = Csv.text(row, "error_kinds");
        double errors = Csv.number(row, "errors");
        String seen = Csv.text(row, "bound_seen");
        return Csv.text(row, "why") + (bound.isEmpty() ? "" : " [bound: " + bound + "]")
                + (seen.isEmpty() ? "" : " [seen: " + seen + "]")
                + (errors > 0 ? " [errors: " + Numbers.table(errors) + (kinds.isEmpty() ? "" : ", " + kinds) + "]"
                        : "");
    }

    /** A stream beside the main load, whose throughput is only what was asked of it. */
    public boolean aside() {
        return name.contains("~") && !stage();
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

    /** The same where it does not matter which JDK it ran on. */
    Cell onAnyJdk() {
        return new Cell(name, variant, "", kind, size, users, route, fork, verdict, why, boundSeen, rps, predictedRps,
                limitRps, pinnedRps,
                unpinnedRps, publishedRps, meanMs, predictedMs, publishedMs, p95Ms, publishedP95Ms, p99Ms,
                latencyTrusted, waiting, cost, stored, failed);
    }

    /** The cell that the stream or the stage belongs to. */
    String whole() {
        return name.replaceFirst("~.*", "");
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
        return Verdict.INVALID.is(verdict);
    }

    public boolean skipped() {
        return Verdict.SKIPPED.is(verdict);
    }
}
