package charts.text;

/** What the vitals say held the throughput, in words. */
public final class Bound {
    private Bound() {}

    /** @param seen the contract's word */
    public static String words(String seen) {
        return switch (seen) {
        case "users" -> "the users alone";
        case "pool" -> "Tomcat's threads";
        case "connections" -> "the connections to the database";
        case "cpu" -> "the CPUs";
        case "driver" -> "the load driver";
        case "rate" -> "the rate offered alone";
        default -> seen; // a newer lab may know another one
        };
    }
}
