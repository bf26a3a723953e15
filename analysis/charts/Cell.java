package charts;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tech.tablesaw.api.Row;

/**
 * One row of summary.csv: a variant under a load in one fork. Numbers are in the units of data/README.md and NaN
 * where they are not known.
 *
 * @param name   as the other CSVs call it, such as {@code virtual-c100-f1} or {@code virtual-c100-f1~probe}
 * @param jdk    "JDK 25", empty where it is not known
 * @param size   the load in words without its path, such as "100 users"
 * @param route  the path where that tells cells apart, empty elsewhere
 */
record Cell(String name, String variant, String jdk, String size, String route, int fork, String verdict, String why,
            double rps, double predictedRps, double limitRps, double pinnedRps, double unpinnedRps, double publishedRps,
            double meanMs, double predictedMs, double publishedMs) {

    private static final Pattern NAME = Pattern.compile(
            "(?<variant>.+)-(?<load>[cr])(?<n>[\\d.]+)(-jdk(?<jdk>\\d+))?(-f(?<fork>\\d+))?(~(?<stream>.+))?");

    static Cell of(Row row, String path) {
        String name = Csv.text(row, "cell");
        boolean open = Csv.text(row, "load").equals("open");
        double size = Csv.number(row, open ? "rate" : "users");
        double fork = Csv.number(row, "fork");
        Matcher parts = NAME.matcher(name);
        if (Double.isNaN(size) && parts.matches()) { // a SKIPPED cell had no load, yet its name tells which it was meant for
            size = Double.parseDouble(parts.group("n"));
        }
        return new Cell(name, Csv.text(row, "variant").isEmpty() ? named(name).variant : Csv.text(row, "variant"),
                jdk(Csv.text(row, "jdk")), size(open, size), path, Double.isNaN(fork) ? 1 : (int) fork,
                Csv.text(row, "verdict"), why(row), Csv.number(row, "rps"), Csv.number(row, "predicted_rps"),
                Csv.number(row, "limit_rps"), Csv.number(row, "pinned_rps"), Csv.number(row, "unpinned_rps"),
                Csv.number(row, "published_rps"), Csv.number(row, "mean_ms"), Csv.number(row, "predicted_ms"),
                Csv.number(row, "published_ms"));
    }

    /** What the name alone tells, for the charts that can still be drawn when summary.csv is damaged. */
    static Cell named(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            return recorded(name, "");
        }
        return withoutNumbers(name, parts.group("variant"), parts.group("jdk") == null ? "" : jdk(parts.group("jdk")),
                size(parts.group("load").equals("r"), Double.parseDouble(parts.group("n"))),
                parts.group("fork") == null ? 1 : Integer.parseInt(parts.group("fork")));
    }

    /** A recording of which nothing else is known: a variant of its own. @param version of its JVM, empty where it is not known */
    static Cell recorded(String name, String version) {
        return withoutNumbers(name, name, jdk(version), "", 1);
    }

    private static Cell withoutNumbers(String name, String variant, String jdk, String size, int fork) {
        double none = Double.NaN;
        return new Cell(name, variant, jdk, size, "", fork, "", "", none, none, none, none, none, none, none, none, none);
    }

    private static String size(boolean open, double size) {
        return Double.isNaN(size) ? (open ? "open loop" : "closed loop")
                : Numbers.table(size) + (open ? " requests/s offered" : size == 1 ? " user" : " users");
    }

    /** The load in words, such as "100 users"; with the path or the stream's name where that tells cells apart. */
    String load() {
        return size + (route.isEmpty() ? "" : " (" + route + ")") + (stream(name).isEmpty() ? "" : " (" + stream(name) + ")");
    }

    private static String stream(String name) {
        return name.contains("~") ? name.substring(name.indexOf('~') + 1) : "";
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
        return Csv.text(row, "why") + (bound.isEmpty() ? "" : " [bound: " + bound + "]")
                + (errors > 0 ? " [errors: " + Numbers.table(errors) + (kinds.isEmpty() ? "" : ", " + kinds) + "]" : "");
    }

    /** A stream beside the main load, whose throughput is only what was asked of it. */
    boolean aside() {
        return name.contains("~");
    }

    /** A valid measurement: only these enter a sentence. */
    boolean counts() {
        return !invalid() && !skipped();
    }

    boolean invalid() {
        return verdict.equals("INVALID");
    }

    boolean skipped() {
        return verdict.equals("SKIPPED");
    }
}
