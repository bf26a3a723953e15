package kit.results;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import kit.base.LabException;

/** Files that are recognised and not read: each is named, with what to give in its place. */
final class Unread {

    /**
     * @param beginning of such a file
     * @param what      it is
     * @param instead   what to do, as a sentence
     */
    private record Kind(Predicate<String> beginning, String what, String instead) {

        Kind(String beginning, String what, String instead) {
            this(Pattern.compile(beginning).asPredicate(), what, instead);
        }

        /** One that is a JSON object with such fields. */
        static Kind json(String what, String... fields) {
            return new Kind(text -> Json.has(text, fields), what, RAW);
        }
    }

    private static final String VEGETA = "Give vegeta's report as JSON: vegeta report -type=json results.bin";
    private static final String GATLING = "Give js/stats.js (or stats.json) from the folder of Gatling's report";
    private static final String LOCUST = "Give PREFIX_stats.csv or PREFIX_stats_history.csv from the same folder";
    private static final String JTL = "Give the JTL, one line for each sample: jmeter -n -l results.jtl";
    private static final String RAW = "Give what another tool wrote: the formats are in labs/AUDIT.md";

    /** The first that fits counts. */
    private static final List<Kind> KINDS = List.of(
            new Kind("\\A\\s*\\z", "is empty: the tool wrote nothing",
                    "Let the tool end, and look at its messages; the formats are in labs/AUDIT.md"),
            new Kind("\\A(?:\\x1F.\\x08|PK\\x03\\x04|BZh|.7zXZ\\x00|\\(.\\/.)", "is compressed", "Unpack it"),
            new Kind("\\A(?:RUN\t|ASSERTION\t|\\x00[\\s\\S]{3}[\\x01-\\x14]\\d+\\.\\d+\\.)",
                    "is Gatling's simulation.log, whose format changes with each version", GATLING),
            new Kind("\\AMethod,Name,Error,Occurrences|\\ACount,Message,Traceback",
                    "is Locust's list of failures, without response times", LOCUST),
            new Kind("(?m)^ *Value(?:\\(ms\\))? +Percentile +TotalCount +1/\\(1-Percentile\\)",
                    "is a percentile spectrum (.hgrm), without throughput",
                    "Give the log (.hlog) that it was made of, or all that the tool printed"),
            new Kind(" [+=] +\\d+ in +[\\d:.]+s? = +[\\d.]+/s Avg:",
                    "is the log of JMeter's summariser, without single requests", JTL),
            new Kind("\\A(?i:sampler_label,aggregate_report|Label,# Samples)|\\A\\s*\\{\\s*\"[^\"]*\" ?: ?\\{\\s*"
                    + "\"transaction\" ?:", "is a table that JMeter made of a JTL", JTL),
            new Kind("<jmeterTestPlan", "is JMeter's test plan, not a result", JTL),
            new Kind("(?m)^Bombarding \\S+ (?:with|for) ", "is what bombardier prints for people",
                    "Let it write JSON: bombardier -o json -p r -l"),
            new Kind("(?m)^Requests +\\[total, rate", "is vegeta's report as text", VEGETA),
            new Kind("\\A\\{\"attack\":|\\A[\\s\\S]{4,24}Result\\x01", "is vegeta's list of requests", VEGETA),
            new Kind("(?m)^Bucket +# +% +Histogram", "is vegeta's histogram", VEGETA),
            new Kind("(?m)^Summary:\\R\\s+Success rate:", "is what oha prints for people",
                    "Let it write JSON: oha --output-format json (earlier: --json)"),
            new Kind("http_req_duration\\.*:? *(?:\\.\\.+)?:? avg=", "is k6's summary for people",
                    "Let it write a file: k6 run --summary-export summary.json, or --out json=results.json"),
            Kind.json("is a report of Artillery, which is not read", "aggregate", "counters"),
            Kind.json("is a result of autocannon, which is not read", "latency", "p97_5"),
            Kind.json("is a result of Fortio, which is not read", "DurationHistogram"),
            new Kind("(?m)^Transactions:\\s+\\d+ hits", "is what Siege prints, which is not read", RAW),
            new Kind("\\A\\s*<(?i:!doctype html|html)", "is a web page",
                    "Give the file that it was made of: the formats are in labs/AUDIT.md"),
            new Kind("\\AFLR\\x00", "is a recording of Java Flight Recorder", "Give it to jbang pins"));

    private Unread() {}

    /** @param beginning of a file that no reader knows */
    static LabException complaint(Path file, String beginning) {
        return KINDS.stream().filter(kind -> kind.beginning.test(beginning)).findFirst()
                .map(kind -> new LabException(file + " " + kind.what + ". " + kind.instead))
                .orElseGet(() -> unknown(file));
    }

    /** Of a file that is of no kind that is known. */
    static LabException unknown(Path file) {
        return new LabException(file + " is not a result that can be read. Give a JMeter JTL, k6 CSV or JSON, Locust "
                + "CSV, Hyperfoil JSON, Gatling's stats.js, the JSON of oha, vegeta or bombardier, the output of wrk, "
                + "wrk2, ab or hey, an HdrHistogram log, or the folder of a run");
    }
}
