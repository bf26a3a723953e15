///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the service of cpu-light, cpu-intensive, light-request and mono-vs-node: two waits of 200 ms, with and without work between them
//JAVA 25+
//COMPILE_OPTIONS --release 21
//SOURCES package-info.java Work.java

package apps;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The service of the first experiment: routes that wait, as a service waits for a database or for a neighbour. */
@EnableAutoConfiguration
@RestController
public class Demo {

    /** Rounds of work that take so many ms in this JVM; made when it is first asked for. */
    private static final Map<Long, Long> CALIBRATED = new ConcurrentHashMap<>();

    /** A unit of time of cpu-intensive, in ms: a request waits for two of them, twice, and works for one. */
    private final long unit;
    private final long rounds;
    /** How long those rounds take in this JVM, for a comparison of JVMs. */
    private final double workMs;

    /**
     * @param rounds of work that {@code /demo/cpu-intensive/work} does; 0: as many as take a unit in this JVM
     * @param unit   in ms; 100 as published
     */
    public Demo(@Value("${demo.work.rounds:0}") long rounds, @Value("${demo.unit-ms:100}") long unit) {
        this.rounds = rounds;
        this.unit = unit;
        this.workMs = rounds > 0 ? Work.time(rounds).toNanos() / 1e6 : Double.NaN;
    }

    @Bean
    public Supplier<Map<String, Object>> facts() {
        return () -> rounds > 0 ? Map.of("demo.work.ms", workMs) : Map.of();
    }

    public static void main(String[] args) {
        SpringApplication.run(Demo.class, args);
    }

    /** Its threads are daemons, so that the service can end. */
    private static final class Pool {
        static final ExecutorService ONE_FOR_EACH_CPU = Executors.newFixedThreadPool(
                Runtime.getRuntime().availableProcessors(),
                Thread.ofPlatform().daemon().name("work-", 0).factory());
    }

    /** Waits twice for 200 ms and needs next to no CPU. */
    @GetMapping("/demo/cpu-light")
    public String cpuLight() throws InterruptedException {
        Thread.sleep(200);
        Thread.sleep(200);
        return "Hello, World!";
    }

    /**
     * Between the waits it spins until the clock has moved by a unit, as published. The amount of work in this time is
     * not known.
     */
    @GetMapping("/demo/cpu-intensive")
    public String cpuIntensive() throws InterruptedException {
        Thread.sleep(2 * unit);
        long start = System.nanoTime();
        while (System.nanoTime() - start < 1_000_000 * unit) {
            // as published
        }
        Thread.sleep(2 * unit);
        return "Hello, World!";
    }

    /**
     * Between the waits it does a fixed amount of work, which takes one unit of time if the request has a CPU alone.
     */
    @GetMapping("/demo/cpu-intensive/work")
    public String cpuIntensiveWork() throws InterruptedException {
        Thread.sleep(2 * unit);
        work();
        Thread.sleep(2 * unit);
        return "Hello, World!";
    }

    private void work() {
        Work.run(rounds > 0 ? rounds
                : CALIBRATED.computeIfAbsent(unit, ms -> Work.calibrate(Duration.ofMillis(ms))));
    }

    /** The work by a thread of a pool that has one for each CPU. The thread of the request waits for it. */
    @GetMapping("/demo/cpu-intensive/pooled")
    public String cpuIntensivePooled() throws InterruptedException, ExecutionException {
        Thread.sleep(2 * unit);
        Pool.ONE_FOR_EACH_CPU.submit(this::work).get();
        Thread.sleep(2 * unit);
        return "Hello, World!";
    }

    /** Answers at once: what is left is the price of the server and of the ruler. */
    @GetMapping("/demo/trivial")
    public String trivial() {
        return "Hello, World!";
    }
}
