package kit.load;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import kit.plan.ClosedLoop;
import kit.plan.GeneratorMode;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.WarmUp;
import kit.report.CellReport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** A little server whose behaviour is known, and a driver that drives it. */
abstract class DrivenServer {

    private static boolean warm;

    HttpServer server;
    final AtomicLong served = new AtomicLong();
    /** Where other services listen, by their names. */
    Map<String, URI> externals = Map.of();
    /** Held while the server stalls. */
    final Semaphore running = new Semaphore(1);

    @BeforeAll
    static void clientProperties() {
        Exchanges.setClientProperties();
    }

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1000);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        route("/wait", 200, () -> Thread.sleep(20));
        route("/broken", 500, () -> {});
        route("/never", 200, () -> Thread.sleep(60_000));
        route("/stall", 200, () -> {
            running.acquire();
            running.release();
            Thread.sleep(5);
        });
        server.start();
    }

    /** Drives a load before the first test of this JVM: a load generator that is compiled meanwhile is late. */
    void warmUpOnce() throws InterruptedException {
        synchronized (DrivenServer.class) {
            if (!warm) {
                drive(Request.get("/wait"), new OpenLoop(400, Duration.ofSeconds(1)), Duration.ofMillis(100));
                drive(Request.get("/wait"), ClosedLoop.of(50, Duration.ofSeconds(3)), Duration.ofMillis(100));
                served.set(0);
                warm = true;
            }
        }
    }

    interface Work {
        void run() throws Exception;
    }

    void route(String path, int status, Work work) {
        server.createContext(path, exchange -> {
            served.incrementAndGet();
            try (exchange) {
                work.run();
                exchange.sendResponseHeaders(status, -1);
            } catch (Exception e) {
                throw new java.io.IOException(e);
            }
        });
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** What the driver reported, put together as the lab does it. */
    Outcome drive(Request request, Load load, Duration warmup) throws InterruptedException {
        return drive(new Traffic("", request, load), warmup, () -> {});
    }

    Outcome drive(Traffic stream, Duration warmup, Runnable begun) throws InterruptedException {
        return drive(stream, warmup, begun, moment -> {});
    }

    Outcome drive(Traffic stream, Duration warmup, Runnable begun, Consumer<CellReport.Moment> look)
            throws InterruptedException {
        return drive(List.of(stream), warmup, begun, look);
    }

    Outcome drive(List<Traffic> streams, Duration warmup, Runnable begun, Consumer<CellReport.Moment> look)
            throws InterruptedException {
        return drive(streams, WarmUp.fixed(warmup), begun, look);
    }

    Outcome drive(List<Traffic> streams, WarmUp warmup, Runnable begun, Consumer<CellReport.Moment> look)
            throws InterruptedException {
        var outcome = new Outcome(streams);
        try (var scheduler = LoadScheduler.own()) {
            new LoadGenerator(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), streams,
                    warmup, scheduler,
                    scheduler::cpuNanos, outcome::accept).externals(externals).run(begun, () -> {}, look);
        }
        return outcome;
    }
}
