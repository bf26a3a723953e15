package kit.service;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Stands at Tomcat's door and counts who comes in, so that what the client claims to have sent can be checked, and
 * looks at a sample of the request threads: are they virtual, and on which carriers do they run?
 */
final class RequestMeter extends ValveBase {

    /**
     * Every request is looked at up to here, then one in {@link #ONE_IN}: the look itself costs about a microsecond.
     */
    private static final long FIRST = 1_000;
    private static final long ONE_IN = 64;

    private final AtomicLong requests = new AtomicLong();
    private final LongAdder left = new LongAdder();
    private final Set<String> carriers = ConcurrentHashMap.newKeySet();
    private final Set<String> kinds = ConcurrentHashMap.newKeySet();

    RequestMeter() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        // Counted on entry: an answer may reach the client before a count made on the way out.
        long seen = requests.incrementAndGet();
        if (seen <= FIRST || seen % ONE_IN == 0) {
            look(Thread.currentThread());
        }
        try {
            getNext().invoke(request, response);
        } finally {
            left.increment();
        }
    }

    private void look(Thread thread) {
        kinds.add(thread.isVirtual() ? "virtual" : "platform");
        if (thread.isVirtual()) {
            // VirtualThread[#34,name]/runnable@ForkJoinPool-1-worker-1: the only public word on the carrier.
            String text = thread.toString();
            int at = text.lastIndexOf('@');
            if (at >= 0) {
                carriers.add(text.substring(at + 1));
            }
        }
    }

    long requests() {
        return requests.get();
    }

    /** Requests that have come in and not gone out. */
    long underWay() {
        // Asked for first: who leaves in between has come in.
        long gone = left.sum();
        return requests.get() - gone;
    }

    int carriers() {
        return carriers.size();
    }

    /** {@code virtual}, {@code platform}, {@code mixed}, or {@code none} while no request has come in. */
    String kindOfThread() {
        return switch (kinds.size()) {
        case 0 -> "none";
        case 1 -> kinds.iterator().next();
        default -> "mixed";
        };
    }
}
