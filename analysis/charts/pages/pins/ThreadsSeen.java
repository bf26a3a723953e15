package charts.pages.pins;

import charts.text.Numbers;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;

/**
 * The kinds of thread that the events of a flight recording are of. A recording of a busy service has samples of its
 * threads.
 */
final class ThreadsSeen {
    /** Threads that serve requests: of Tomcat, Jetty, Undertow and Netty. */
    private static final Pattern SERVES = Pattern.compile(".*(-exec-|^qtp|XNIO-.*task-|EventLoop|-nio-|-epoll-).*");
    /** The fields in which events name a thread: that of the event itself, and the one that was sampled. */
    private static final String[] FIELDS = {"eventThread", "sampledThread"};

    private final Map<String, Long> platform = new TreeMap<>();
    private long virtual;

    void add(RecordedEvent event) {
        for (String field : FIELDS) {
            RecordedThread thread = event.hasField(field) ? event.getThread(field) : null;
            if (thread == null) {
                continue;
            }
            if (thread.isVirtual()) {
                virtual++;
            } else if (virtual == 0 && thread.getJavaName() != null && SERVES.matcher(thread.getJavaName()).matches()) {
                platform.merge(thread.getJavaName().replaceAll("\\d+", "*"), 1L, Long::sum);
            }
        }
    }

    /** Events of virtual threads. */
    long virtual() {
        return virtual;
    }

    /**
     * Where no event is of a virtual thread: the platform threads that served requests, as far as their names tell;
     * empty where none is known.
     */
    String platformInWords() {
        return platform.entrySet().stream().max(Comparator.comparingLong(Map.Entry::getValue))
                .map(most -> "; " + Numbers.count(most.getValue()) + " are of platform threads that serve requests ("
                        + most.getKey() + ")")
                .orElse("");
    }
}
