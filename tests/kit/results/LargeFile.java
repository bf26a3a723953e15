package kit.results;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.LongFunction;

/**
 * A result of any size: 100 users, a request every 4 ms that takes 400 ms. Its main method reads a file and prints the
 * number of requests, the seconds it took, and the peak of the heap in MB.
 */
public final class LargeFile {

    private static final long BEGIN = 1_795_000_000_000L; // ms
    private static final int USERS = 100;

    /** What tools write of single requests. */
    public enum Kind {
        JTL("timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,"
                + "sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n",
                i -> start(i) + "," + millis(i) + ",GET /orders,200,OK,Users 1-" + i % USERS
                        + ",text,true,,187,131,100,100,http://127.0.0.1:8080/orders/" + i % 997 + "," + millis(i)
                        + ",0,0\n",
                ""),
        JTL_XML("<?xml version=\"1.0\"?>\n<testResults version=\"1.2\">\n",
                i -> "<httpSample t=\"" + millis(i) + "\" ts=\"" + start(i) + "\" s=\"true\" rc=\"200\" tn=\"Users 1-"
                        + i % USERS + "\" na=\"100\"/>\n",
                "</testResults>\n"),
        K6_CSV("metric_name,timestamp,metric_value,expected_response,status,url,extra_tags\n",
                i -> "http_reqs," + micros(i) + ",1,true,200,http://127.0.0.1:8080/orders,\nhttp_req_duration,"
                        + micros(i) + "," + millis(i) + ".25,true,200,http://127.0.0.1:8080/orders,\n",
                ""),
        K6_JSON("", i -> "{\"metric\":\"http_req_duration\",\"type\":\"Point\",\"data\":{\"time\":\""
                + Instant.ofEpochMilli(start(i) + millis(i)) + "\",\"value\":" + millis(i)
                + ".25,\"tags\":{\"expected_response\":\"true\",\"status\":\"200\"}}}\n", "");

        private final String heading;
        private final LongFunction<String> request;
        private final String end;

        Kind(String heading, LongFunction<String> request, String end) {
            this.heading = heading;
            this.request = request;
            this.end = end;
        }
    }

    private LargeFile() {}

    private static long start(long request) {
        return BEGIN + 4 * request;
    }

    private static long micros(long request) {
        return 1000 * (start(request) + millis(request));
    }

    private static long millis(long request) {
        return 400 + request * 7919 % 23;
    }

    /**
     * Writes it.
     *
     * @param bytes that it has at least
     * @return number of requests
     */
    public static long write(Path file, Kind kind, long bytes) throws IOException {
        long written = 0;
        long requests = 0;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            out.write(kind.heading.getBytes(StandardCharsets.UTF_8));
            while (written < bytes) {
                byte[] line = kind.request.apply(requests++).getBytes(StandardCharsets.UTF_8);
                out.write(line);
                written += line.length;
            }
            out.write(kind.end.getBytes(StandardCharsets.UTF_8));
        }
        return requests;
    }

    public static void main(String... files) {
        long begin = System.nanoTime();
        LoadResult result = ResultFile.read(Path.of(files[0])).get(0);
        double seconds = (System.nanoTime() - begin) / 1e9;
        long peak = ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
        System.out.printf("%.0f %.3f %d%n", result.counts().requests(), seconds, peak >> 20);
    }
}
