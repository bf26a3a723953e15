///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the service of herd and waiting: each request waits in five tasks at once, on an executor of its own
//JAVA 25+
//COMPILE_OPTIONS --release 21
//SOURCES package-info.java

package apps;

import jakarta.annotation.PreDestroy;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Routes that fan out to five tasks, each of which only waits, as published; how long, a request may say. */
@EnableAutoConfiguration
@RestController
public class Herd {

    private static final int TASKS = 5;
    /**
     * Of the pool that each request to {@code /block} makes for itself, as published: twice as many as it has tasks.
     */
    private static final int POOL = 10;

    private final ExecutorService shared;

    /**
     * @param threads of the pool that all requests to {@code /block/pooled} share; it makes them when they are first
     *     needed
     */
    public Herd(@Value("${herd.pool.threads:2500}") int threads) {
        this.shared = Executors.newFixedThreadPool(threads);
    }

    public static void main(String[] args) {
        SpringApplication.run(Herd.class, args);
    }

    /** Holds five platform threads beside its own. */
    @GetMapping("/block")
    public String block(@RequestParam(defaultValue = "1000") long ms) throws InterruptedException, ExecutionException {
        try (var executor = Executors.newFixedThreadPool(POOL)) {
            return waitInTasks(executor, ms);
        }
    }

    /** Holds five platform threads beside its own too, but makes none: they are there. */
    @GetMapping("/block/pooled")
    public String blockPooled(@RequestParam(defaultValue = "1000") long ms)
            throws InterruptedException, ExecutionException {
        return waitInTasks(shared, ms);
    }

    /** Holds five virtual threads beside its own. */
    @GetMapping("/non-block")
    public String nonBlock(@RequestParam(defaultValue = "1000") long ms)
            throws InterruptedException, ExecutionException {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            return waitInTasks(executor, ms);
        }
    }

    @PreDestroy
    void close() {
        shared.shutdownNow();
    }

    private static String waitInTasks(ExecutorService executor, long ms)
            throws InterruptedException, ExecutionException {
        var tasks = new ArrayList<Future<?>>();
        for (int i = 0; i < TASKS; i++) {
            tasks.add(executor.submit(() -> {
                Thread.sleep(ms);
                return null;
            }));
        }
        for (Future<?> task : tasks) {
            task.get();
        }
        return "ok";
    }
}
