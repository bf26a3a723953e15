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
 * @param size   the load in words without its route, such as "100 users" or "2,000 users in 1 s"
 * @param route  the path, or the further name, where that tells cells apart; empty elsewhere
 * @param burst  whether the load is one: every user sends a single request
 */
record Cell(String name, String variant, String jdk, boolean burst, String size, String route, int fork, String verdict, String why,
            double rps, double predictedRps, double limitRps, double pinnedRps, double unpinnedRps, double publishedRps,
            double meanMs, double predictedMs, double publishedMs, Waiting waiting) {

    private static final Pattern NAME = Pattern.compile(
            "(?<variant>.+)-(?<load>[crb])(?<n>\\d[\\d.]*)(-jdk(?<jdk>\\d+))?(-f(?<fork>\\d+))?(~(?<stream>.+))?");
    private static final String OPEN = "open";
    private static final String BURST = "burst";

    static Cell of(Row row, String route) {
        String name = Csv.text(row, "cell");
        String load = Csv.text(row, "load");
        double size = Csv.number(row, load.equals(OPEN) ? "rate" : "users");
        double fork = Csv.number(row, "fork");
        Matcher parts = NAME.matcher(name);
        if (Double.isNaN(size) && parts.matches()) { // a SKIPPED cell had no load, yet its name tells which it was meant for
            size = Double.parseDouble(parts.group("n"));
        }
        return new Cell(name, Csv.text(row, "variant").isEmpty() ? named(name).variant : Csv.text(row, "variant"),
                jdk(Csv.text(row, "jdk")), load.equals(BURST), size(load, size, Csv.number(row, "ramp_s")), route,
                Double.isNaN(fork) ? 1 : (int) fork,
                Csv.text(row, "verdict"), why(row), Csv.number(row, "rps"), Csv.number(row, "predicted_rps"),
                Csv.number(row, "limit_rps"), Csv.number(row, "pinned_rps"), Csv.number(row, "unpinned_rps"),
                Csv.number(row, "published_rps"), Csv.number(row, "mean_ms"), Csv.number(row, "predicted_ms"),
                Csv.number(row, "published_ms"), Waiting.of(row));
    }

    /** The further name, which a lab gives where variant and load do not tell two cells apart; empty where there is none. */
    static String furtherName(Row row) {
        Matcher parts = NAME.matcher(Csv.text(row, "cell"));
        String variant = Csv.text(row, "variant") + "-";
        return parts.matches() && parts.group("variant").startsWith(variant) ? parts.group("variant").substring(variant.length()) : "";
    }

    /** What the name alone tells, for the charts that can still be drawn when summary.csv is damaged. */
    static Cell named(String name) {
        Matcher parts = NAME.matcher(name);
        if (!parts.matches()) {
            return recorded(name, "");
        }
        String load = switch (parts.group("load")) {
            case "r" -> OPEN;
            case "b" -> BURST;
            default -> "";
        };
        return withoutNumbers(name, parts.group("variant"), parts.group("jdk") == null ? "" : jdk(parts.group("jdk")),
                load.equals(BURST), size(load, Double.parseDouble(parts.group("n")), Double.NaN),
                parts.group("fork") == null ? 1 : Integer.parseInt(parts.group("fork")));
    }

    /** A recording of which nothing else is known: a variant of its own. @param version of its JVM, empty where it is not known */
    static Cell recorded(String name, String version) {
        return withoutNumbers(name, name, jdk(version), false, "", 1);
    }

    private static Cell withoutNumbers(String name, String variant, String jdk, boolean burst, String size, int fork) {
        double none = Double.NaN;
        return new Cell(name, variant, jdk, burst, size, "", fork, "", "", none, none, none, none, none, none, none, none, none,
                Waiting.UNKNOWN);
    }

    private static String size(String load, double size, double rampS) {
        if (load.equals(OPEN)) {
            return Double.isNaN(size) ? "open loop" : Numbers.table(size) + " requests/s offered";
        }
        boolean burst = load.equals(BURST);
        if (Double.isNaN(size)) {
            return burst ? "burst" : "closed loop";
        }
        String users = Numbers.count(Math.round(size)) + (size == 1 ? " user" : " users");
        return !burst ? users : users + (Double.isNaN(rampS) ? " in a burst" : " in " + Numbers.brief(rampS) + " s");
    }

    /** The load in words, such as "100 users"; with the route or the stream's name where that tells cells apart. */
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
