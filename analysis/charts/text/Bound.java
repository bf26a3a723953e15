package charts.text;

/** What the vitals say held the throughput, in words. */
public final class Bound {
    private Bound() {}

    /** @param seen the contract's word */
    public static String words(String seen) {
        return switch (seen) {
        case "users" -> "the number of users";
        case "pool" -> "Tomcat's threads";
        case "connections" -> "the connections";
        case "cpu" -> "the CPUs";
        case "driver", "generator" -> "the load generator";
        case "other" -> "something other than threads, connections and CPUs";
        case "rate" -> "the arrival rate";
        default -> seen; // a newer lab may know another one
        };
    }
}
