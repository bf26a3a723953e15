package kit.record;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a cell in files, such as {@code virtual-c100-jdk25-f1~probe}. The labs compose it. Charts read it only
 * where a row has nothing better: in a run older than the column, or whose summary.csv is damaged.
 *
 * @param variantAndRoute the name alone does not tell where the one ends and the other begins
 * @param load            {@code c}, {@code r} or {@code b} with its size behind it, or {@code stages}
 * @param jdk             feature version; empty in a run with one JDK
 * @param fork            from 1
 * @param stream          of a further stream; empty for the main one
 */
public record CellName(String variantAndRoute, String load, String jdk, int fork, String stream) {

    private static final String STREAM = "~";
    private static final Pattern NAME = Pattern.compile("(?<variant>.+)-(?<load>[crb]\\d[\\d.]*|stages)"
            + "(-jdk(?<jdk>\\d+))?(-f(?<fork>\\d+)(-a\\d+)?)?(" + STREAM + "(?<stream>.+))?");
    private static final Pattern STAGE = Pattern.compile("(?<users>\\d+)-users");

    /**
     * Of a plan, in every fork and on every JDK.
     *
     * @param route a further name where variant and load do not tell two plans apart; else empty
     */
    public static String ofPlan(String variant, String route, String load) {
        return variant + (route.isEmpty() ? "" : "-" + route) + "-" + load;
    }

    /**
     * Of one measurement.
     *
     * @param jdk     feature version; 0 in a run with one JDK
     * @param attempt 1, or 2 where it was measured again
     */
    public static String ofFork(String plan, int jdk, int fork, int attempt) {
        return plan + (jdk == 0 ? "" : "-jdk" + jdk) + "-f" + fork + (attempt == 1 ? "" : "-a" + attempt);
    }

    /**
     * Of a stream of a measurement.
     *
     * @param stream empty for the main one
     */
    public static String ofStream(String fork, String stream) {
        return stream.isEmpty() ? fork : fork + STREAM + stream;
    }

    /** Of a stage of the main stream, as a stream. */
    public static String ofStage(int users) {
        return users + "-users";
    }

    /** Reads a name; empty where it is none of a cell. */
    public static Optional<CellName> of(String name) {
        Matcher parts = NAME.matcher(name);
        return !parts.matches() ? Optional.empty()
                : Optional.of(new CellName(parts.group("variant"),
                        parts.group("load"), text(parts, "jdk"),
                        parts.group("fork") == null ? 1 : Integer.parseInt(parts.group("fork")),
                        text(parts, "stream")));
    }

    private static String text(Matcher parts, String group) {
        return parts.group(group) == null ? "" : parts.group(group);
    }

    /** Its users, or its requests/s; NaN where the name does not tell. */
    public double size() {
        Matcher stage = STAGE.matcher(stream);
        return stage.matches() ? Double.parseDouble(stage.group("users"))
                : load.equals("stages") ? Double.NaN : Double.parseDouble(load.substring(1));
    }

    /** Whether it is one stage of a load of stages. */
    public boolean isStage() {
        return STAGE.matcher(stream).matches();
    }

    /** The further name that follows a variant in it; empty where there is none. */
    public String routeBehind(String variant) {
        return variantAndRoute.startsWith(variant + "-") ? variantAndRoute.substring(variant.length() + 1) : "";
    }

    /** The name that the first attempt has, whichever attempt this is. */
    public static String ofAnyAttempt(String name) {
        return name.replaceFirst("(-f\\d+)-a\\d+(?=$|" + STREAM + ")", "$1");
    }

    /** Of two names of the same measurement, the one of the later attempt. */
    public static String laterAttempt(String one, String other) {
        return one.length() < other.length() || one.length() == other.length() && one.compareTo(other) < 0 ? other
                : one;
    }

    /** The name of the whole measurement, without the stream. */
    public static String whole(String name) {
        return name.replaceFirst(STREAM + ".*", "");
    }

    /** The stream in a name; empty for the main one. */
    public static String streamIn(String name) {
        return name.contains(STREAM) ? name.substring(name.indexOf(STREAM) + 1) : "";
    }
}
