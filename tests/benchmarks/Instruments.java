package benchmarks;

import kit.record.Forks;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import kit.base.Histograms;
import kit.base.LabException;
import kit.base.Numbers;
import kit.measure.FlightRecorder;
import kit.load.BareUsers;
import kit.load.LoadGenerator;
import kit.load.LoadScheduler;
import kit.machine.CpuUsage;
import kit.machine.Hiccups;
import kit.plan.ClosedLoop;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.WarmUp;
import kit.report.CellReport;
import kit.service.Gauges;
import kit.service.WebServerProbe;
import org.apache.commons.statistics.descriptive.Median;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

/**
 * What a cell's instruments cost: throughput, CPU time of a request and 99th percentile with each of them, and without
 * any. Service and load generator run in this JVM, as in a cell, and the route answers at once: a request that does
 * more pays the same for the instruments, so its share is smaller.
 */
final class Instruments {

    /** What is switched on. Every condition but the first has the load generator's recorder. */
    enum Condition {
        BARE("none: users who note their response times"),
        RECORDER("the load generator with its recorder"),
        HICCUPS("the recorder and hiccup meters"),
        GAUGES("the recorder and gauges, ten times a second"),
        COUNTER("the recorder and the request counter"),
        RECORDING("the recorder and a flight recording"),
        ALL("all of them");

        private final String words;

        Condition(String words) {
            this.words = words;
        }

        private boolean has(Condition instrument) {
            return this == instrument || this == ALL;
        }

        String inWords() {
            return words;
        }
    }

    /**
     * What was seen.
     *
     * @param rps       requests/s
     * @param cpuMicros CPU time of the whole JVM for a request, in µs
     * @param p99Ms     99th percentile of the response time
     */
    record Seen(double rps, double cpuMicros, double p99Ms) {

        /** Three ratios, with blanks between them. */
        String over(Seen bare) {
            return Numbers.fixed(rps / bare.rps, 4) + " " + Numbers.fixed(cpuMicros / bare.cpuMicros, 4) + " "
                    + Numbers.fixed(p99Ms / bare.p99Ms, 4);
        }
    }

    private static final Request TRIVIAL = Request.get("/demo/trivial");
    private static final long LOOK_MS = 100;
    private static final int FIGURES = 3;

    private final URI address;
    private final WebServer server;
    private final LoadScheduler scheduler;
    private final int users;
    private final Duration leadIn;
    private final Duration length;

    /**
     * Boots a service without any instrument, and measures it.
     *
     * @param service with the trivial route
     * @param virtual whether it has virtual threads
     * @param warmup  load before the first round
     * @param leadIn  load before each condition that does not count
     * @param length  for which each condition counts
     * @param row     takes a row for each condition of each round: its name, and three ratios
     */
    static void measure(Class<?> service, boolean virtual, int users, int rounds, Duration warmup, Duration leadIn,
            Duration length, Consumer<String> row) throws IOException, InterruptedException {
        try (var context = SpringApplication.run(service, "--server.address=127.0.0.1", "--server.port=0",
                "--server.tomcat.max-keep-alive-requests=-1", "--spring.threads.virtual.enabled=" + virtual,
                "--spring.main.banner-mode=off", "--logging.level.root=warn"); var scheduler = LoadScheduler.own()) {
            WebServer server = ((WebServerApplicationContext) context).getWebServer();
            URI address = URI.create("http://127.0.0.1:" + server.getPort());
            new Instruments(address, server, scheduler, users, warmup, leadIn).recorded();
            var instruments = new Instruments(address, server, scheduler, users, leadIn, length);
            // A round that does not count: the first use of each brings code that has yet to be compiled.
            instruments.round(0);
            for (int i = 1; i <= rounds; i++) {
                instruments.round(i).forEach((condition, ratios) -> row.accept(condition + " " + ratios));
            }
        }
    }

    /**
     * The rows of all JVMs as a table: for each condition the ratios to the bare users, with 95 % intervals over the
     * JVMs (Student's t, of the medians of their rounds).
     *
     * @param byJvm the rows of each, as {@link #measure} tells them, split at blanks
     */
    static List<List<String>> table(List<List<String[]>> byJvm) {
        var table = new ArrayList<List<String>>();
        for (Condition condition : Condition.values()) {
            var row = new ArrayList<>(List.of(condition.inWords()));
            for (int figure = 1; figure <= FIGURES; figure++) {
                int column = figure;
                row.add(ratio(byJvm.stream().mapToDouble(rows -> Median.withDefaults().evaluate(rows.stream()
                        .filter(one -> one[0].equals(condition.name()))
                        .mapToDouble(one -> Double.parseDouble(one[column])).toArray())).toArray()));
            }
            table.add(row);
        }
        return table;
    }

    private static String ratio(double[] ofJvms) {
        double[] ones = new double[ofJvms.length];
        Arrays.fill(ones, 1);
        Forks.Interval interval = Forks.of(ofJvms).pairedRatio(Forks.of(ones), Forks.LEVEL);
        return Numbers.format("%.3f%s", Forks.of(ofJvms).over(Forks.of(ones)), interval == null ? "" : " " + interval);
    }

    /** @param server whose requests are not counted yet */
    private Instruments(URI address, WebServer server, LoadScheduler scheduler, int users, Duration leadIn,
            Duration length) {
        this.address = address;
        this.server = server;
        this.scheduler = scheduler;
        this.users = users;
        this.leadIn = leadIn;
        this.length = length;
    }

    /**
     * Measures every condition once, in an order that begins with another one in each round.
     *
     * @return by condition, the ratios to the bare users of the same round
     */
    private Map<Condition, String> round(int number) throws IOException, InterruptedException {
        Condition[] all = Condition.values();
        var seen = new EnumMap<Condition, Seen>(Condition.class);
        for (int i = 0; i < all.length; i++) {
            Condition condition = all[(i + number) % all.length];
            seen.put(condition, measure(condition));
        }
        var ratios = new EnumMap<Condition, String>(Condition.class);
        seen.forEach((condition, figures) -> ratios.put(condition, figures.over(seen.get(Condition.BARE))));
        return ratios;
    }

    private Seen measure(Condition condition) throws IOException, InterruptedException {
        var closing = new ArrayList<AutoCloseable>();
        try {
            if (condition.has(Condition.HICCUPS)) {
                // Two, as in a cell; the load generator's own is the third.
                var onService = Hiccups.on(task -> Thread.ofVirtual().name(CpuUsage.METERS + "hiccups").start(task));
                var onPlatform = Hiccups.on(task -> daemon("meter", task),
                        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())::getProcessCpuTime);
                closing.add(onService::stop);
                closing.add(onPlatform::stop);
            }
            if (condition.has(Condition.COUNTER) || condition.has(Condition.GAUGES)) {
                WebServerProbe probe = WebServerProbe.of(server, Map::of);
                if (condition.has(Condition.COUNTER)) {
                    closing.add(probe);
                } else {
                    probe.close();
                }
                if (condition.has(Condition.GAUGES)) {
                    Thread looks = daemon("gauges", () -> look(probe));
                    closing.add(looks::interrupt);
                }
            }
            if (condition.has(Condition.RECORDING)) {
                Path file = Files.createTempFile("ruler-", ".jfr");
                closing.add(() -> Files.deleteIfExists(file));
                closing.add(new FlightRecorder(file));
            }
            return condition == Condition.BARE ? bare() : recorded();
        } finally {
            for (AutoCloseable one : closing.reversed()) {
                close(one);
            }
        }
    }

    private static void close(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception e) {
            throw new LabException("an instrument cannot be switched off: " + e.getMessage(), e);
        }
    }

    private static Thread daemon(String name, Runnable task) {
        return Thread.ofPlatform().daemon().name(CpuUsage.METERS + name).start(task);
    }

    private static void look(WebServerProbe probe) {
        var looks = new Gauges.Collecting();
        try {
            while (true) {
                Thread.sleep(LOOK_MS);
                looks.look(probe.gauges());
            }
        } catch (InterruptedException e) {
            // It is switched off.
        }
    }

    private Seen bare() throws InterruptedException {
        var cpu = new long[2];
        var at = new long[2];
        long[] took = BareUsers.run(address, TRIVIAL, users, leadIn, length, scheduler, mark(cpu, at, 0),
                mark(cpu, at, 1));
        if (took.length == 0) {
            throw new LabException("no request was answered: run the ruler again");
        }
        return seen(cpu, at, took.length, took[(int) Math.ceil(0.99 * took.length) - 1] / 1e6);
    }

    private Seen recorded() throws InterruptedException {
        var cpu = new long[2];
        var at = new long[2];
        var ok = new long[1];
        var all = Histograms.empty();
        Consumer<CellReport> adds = report -> {
            if (report instanceof CellReport.LoadSecond second) {
                ok[0] += second.ok();
                all.add(Histograms.decode(second.response()));
            }
        };
        new LoadGenerator(address, List.of(new Traffic("", TRIVIAL, ClosedLoop.of(users, length))),
                WarmUp.fixed(leadIn), scheduler, scheduler::cpuNanos, adds).run(mark(cpu, at, 0), mark(cpu, at, 1));
        return seen(cpu, at, ok[0], Histograms.ms(all.getValueAtPercentile(99)));
    }

    private static Runnable mark(long[] cpu, long[] at, int index) {
        return () -> {
            cpu[index] = CpuUsage.processNanos();
            at[index] = System.nanoTime();
        };
    }

    private static Seen seen(long[] cpu, long[] at, long ok, double p99Ms) {
        return new Seen(ok / ((at[1] - at[0]) / 1e9), (cpu[1] - cpu[0]) / 1e3 / ok, p99Ms);
    }
}
