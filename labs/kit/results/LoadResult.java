package kit.results;

import kit.record.OneLine;
import java.util.List;
import java.util.NavigableMap;
import org.HdrHistogram.Histogram;

/**
 * What a tool told about one load. A number that it did not tell is NaN.
 *
 * @param name     of the load: the file, and behind it the part of the file where it has several
 * @param periods  the load in steps of time, in their order; empty where the file has none
 * @param parts    of which this is the total, such as the rows of Locust's file; empty where there are none
 * @param requests what the single requests show; null where the file has none
 */
public record LoadResult(String name, Tool tool, Counts counts, ResponseTimes times, Users users, List<Period> periods,
        List<LoadResult> parts, RequestLog requests) {

    /** The name has text of a file, which may be damaged. */
    public LoadResult {
        name = OneLine.of(name);
    }

    /**
     * @param name    as in {@code wrk}
     * @param version empty where the file does not tell
     * @param counts  what the tool counts as a request, and where its response time begins and ends
     * @param failedToo whether its throughput and its mean are of all requests, failed ones included
     * @param inParts   whether a request that lies partly outside of the measurement counts in part for the throughput
     */
    public record Tool(String name, String version, String counts, boolean failedToo, boolean inParts) {

        /** The version is text of a file, which may be damaged. */
        public Tool {
            version = OneLine.of(version);
        }

        Tool(String name, String version, String counts) {
            this(name, version, counts, true, false);
        }

        @Override
        public String toString() {
            return version.isEmpty() ? name : name + " " + version;
        }
    }

    /**
     * @param requests   that ended, failed ones included
     * @param errors     requests that failed; a number of requests
     * @param seconds    length of the load, s
     * @param throughput requests/s as the tool tells it; from requests and seconds where it does not
     * @param neverSent  requests that the tool says it should have sent and did not
     */
    public record Counts(double requests, double errors, double seconds, double throughput, double neverSent) {

        static Counts of(double requests, double errors, double seconds) {
            return new Counts(requests, errors, seconds, requests / seconds, Double.NaN);
        }

        /** Failed requests as a share of all. */
        public double errorShare() {
            return errors / requests;
        }
    }

    /**
     * All in ms.
     *
     * @param percentiles by percentage: 99.9 has the 99.9th percentile
     * @param step        between two values that the tool can tell apart near the median
     * @param histogram   of the response times in ns; null where the file has none
     * @param corrected   whether the tool added values for requests that it was too late to send
     * @param values      of which the percentiles are; NaN where they are those of all requests
     */
    public record ResponseTimes(double mean, double deviation, double least, double greatest,
            NavigableMap<Double, Double> percentiles, double step, Histogram histogram, boolean corrected,
            double values) {

        ResponseTimes(double mean, double deviation, double least, double greatest,
                NavigableMap<Double, Double> percentiles, double step, Histogram histogram, boolean corrected) {
            this(mean, deviation, least, greatest, percentiles, step, histogram, corrected, Double.NaN);
        }

        /** @param percentage such as 99.9; NaN where the tool does not tell it */
        public double percentile(double percentage) {
            return percentiles.getOrDefault(percentage, Double.NaN);
        }

        public double median() {
            return percentile(50);
        }
    }

    /**
     * @param count   concurrent users or connections of a closed loop, as the tool tells them
     * @param thinkMs time for which a user waits between two requests, where the tool has none or tells it
     */
    public record Users(double count, double thinkMs, Loop loop) {
        static final Users UNKNOWN = new Users(Double.NaN, Double.NaN);

        Users(double count, double thinkMs) {
            this(count, thinkMs, Loop.CLOSED);
        }

        /** There are none: requests are sent at a rate. */
        static Users none(Loop loop) {
            return new Users(Double.NaN, Double.NaN, loop);
        }
    }

    /** When a load generator sends. */
    public enum Loop {
        /** After an answer; or the file does not tell. */
        CLOSED,
        /** At a rate. Response times count from when a request was sent. */
        OPEN,
        /** At a rate. Response times count from when a request was due. */
        OPEN_FROM_DUE
    }

    /**
     * A step of time.
     *
     * @param start    of it, s since the load began
     * @param seconds  length of it
     * @param requests that ended in it, failed ones included
     * @param time     response time, ms: the mean, or the median where a file has no mean
     */
    public record Period(double start, double seconds, double requests, double time) {}

    LoadResult named(String other) {
        return new LoadResult(other, tool, counts, times, users, periods, parts, requests);
    }
}
