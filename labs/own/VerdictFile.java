package own;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import kit.record.Verdict;

/**
 * verdict.json, which data/README.md describes. A number that is not known is NaN here and null there.
 *
 * @param service           command that starts the service, or its address, without passwords
 * @param switching         property that switches virtual threads; null for a service that runs already
 * @param pool              threads of the service's pool
 * @param generator         external load generator and its version; null for that of this project
 * @param rate              peak of production in requests/s; NaN where it was not told
 * @param forks             that were measured
 * @param requests          the answer to each request before the measurement
 * @param host              whose requests of the file were sent; empty where the file names none
 * @param leftOut           what was not taken of a file of requests
 * @param elsewhere         addresses on other machines to which the service had connections; null where unknown
 * @param apart             why the variants were measured one after the other; null where they were side by side
 * @param arithmetic        the answer by arithmetic; null where there is none
 * @param arithmeticRefuted why the measurement refutes it; null where it does not
 * @param verdicts          one for each JDK
 */
record VerdictFile(String service, @JsonProperty("switch") String switching, int pool, String generator, double rate,
        int forks, List<Sent> requests, String host, List<Left> leftOut, List<String> elsewhere, String apart,
        String arithmetic, String arithmeticRefuted, List<OnJdk> verdicts) {

    /** A request and its first answer. @param ms time until the answer was complete */
    record Sent(String method, String path, long weight, int status, long bytes, long ms) {}

    /** What was not taken of a file, by its reason. @param first of them, in words */
    record Left(long requests, String why, String first) {}

    /**
     * What came of one JDK.
     *
     * @param bottleneck that explains the verdict
     * @param demand     by the names of variants
     * @param pinned     lines of code that pinned virtual threads, and how often
     * @param fileIo     lines at which virtual threads held their carrier for file I/O, and how often
     */
    record OnJdk(int jdk, String verdict, String bottleneck, String sentence, Map<String, Needed> demand,
            List<Figure> figures, Map<String, Long> pinned, Map<String, Long> fileIo, List<String> watch,
            List<Required> required, List<Pool> pools, List<Wait> waits) {}

    /** What one request needs, in ms. @param heldMs by pool */
    record Needed(double responseMs, double cpuMs, Map<String, Double> heldMs) {}

    /** A figure that was compared. @param note why it does not count; empty where it does */
    record Figure(String load, boolean decides, String figure, double ratio, double low, double high, String effect,
            String note) {}

    /** What became of a {@code --require}. */
    record Required(String required, String load, Verdict verdict, double ratio, String why) {}

    /** How much of a pool was in use. */
    record Pool(String load, String kind, String pool, int size, double platformBusy, double platformWaiting,
            double virtualBusy, double virtualWaiting) {}

    /** What requests wait for: shares of those under way. */
    record Wait(String load, String line, String operation, double platformPct, double virtualPct) {}
}
