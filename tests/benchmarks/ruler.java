///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the ruler, measured: how fast the load generator is beside ab on a route that does nothing
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES ../../labs/kit/package-info.java ../../apps/Demo.java Instruments.java ../kit/load/BareUsers.java
//MAIN benchmarks.Ruler

package benchmarks;

import apps.Demo;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import kit.base.LabException;
import kit.base.Numbers;
import kit.record.Verdict;
import kit.load.Exchanges;
import kit.load.LoadGenerator;
import kit.load.LoadScheduler;
import kit.machine.ChildJvm;
import kit.machine.Children;
import kit.machine.CpuUsage;
import kit.machine.Program;
import kit.page.CommandLines;
import kit.page.Passage;
import kit.page.Terminal;
import kit.plan.ClosedLoop;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.WarmUp;
import kit.plan.Variant;
import kit.report.CellReport;
import kit.report.Totals;
import kit.service.RunningService;
import org.apache.commons.statistics.descriptive.Median;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A lab is no better than its load generator. Here the load generator runs as in a cell, inside the service's JVM on a
 * scheduler of its own, against a route that answers at once; and in turn with it, against the same warm server,
 * {@code ab}, which is written in C and runs in a process of its own. The figure to read is the ratio within a round:
 * it holds on a busy machine too. And it is read off several JVMs, as in a lab: the same code is not compiled the same
 * way twice.
 */
@Command(name = "ruler", description = "How fast the load generator is beside ab -k.", usageHelpAutoWidth = true)
final class Ruler implements Callable<Integer> {

    /** A driver slower than this share of ab would be what the labs measure. */
    private static final double ENOUGH = 0.7;

    /**
     * Load before each part of a round that does not count. Client and ab ask in different words (ab in HTTP/1.0), and
     * every driver starts its client anew: each change of hands makes the compiler throw code away, and it takes a
     * second or two to have it back. A cell of a lab warms up as well.
     */
    private static final Duration LEAD_IN = Duration.ofMillis(2500);
    private static final Duration QUICK_LEAD_IN = Duration.ofMillis(200);

    /** For ab to start, and to end beyond the time that it is told. */
    private static final Duration AB_GRACE = Duration.ofSeconds(30);

    @Option(names = "--forks", description = "JVMs to measure in. Default: 3.")
    Integer forks;

    @Option(names = "--rounds", description = "Rounds of ab and driver in turn, in each JVM. Default: 3.")
    Integer rounds;

    @Option(names = "--round-length", description = "Length of each part of a round. Default: 4s.")
    Duration length;

    @Option(names = "--warmup", description = "Load before the first round. Default: 20s.")
    Duration warmup;

    @Option(names = "--quick", description = "A smoke test: one JVM, one round of a second. Nothing is claimed.")
    boolean quick;

    @Option(names = "--virtual", description = "Measure on a service with virtual threads instead of platform threads.")
    boolean virtual;

    @Option(names = {"-c", "--concurrency"}, description = "Concurrent users. Default: ${DEFAULT-VALUE}.",
            defaultValue = "50")
    int users;

    @Option(names = "--instruments", description = "Measure the load generator's own instruments instead: recorder, "
            + "hiccup meters, gauges, request counter and flight recording, each of them on and off.")
    boolean instruments;

    /** What a fork is told: to measure, and to say what it saw in rows that the parent reads. */
    @Option(names = "--fork", hidden = true)
    boolean fork;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "This page.")
    boolean help;

    /** How a fork's rows begin, and where in one the ratio is. */
    private static final String ROW = "round: ";
    private static final int RATIO = 3;

    private List<String> arguments = List.of();
    private final Terminal terminal = Terminal.here();

    public static void main(String... args) {
        var ruler = new Ruler();
        ruler.arguments = List.of(args);
        System.exit(CommandLines.of("ruler", ruler).execute(args));
    }

    /**
     * Requests/s, and CPU per request of the service and of the driver in µs; the driver's is NaN for ab, which is
     * elsewhere.
     */
    private record Speed(double rps, double serviceMicros, double generatorMicros) {}

    private void settings() {
        forks = forks != null ? forks : quick ? 1 : 3;
        rounds = rounds != null ? rounds : quick ? 1 : 3;
        length = length != null ? length : Duration.ofSeconds(quick ? 1 : 4);
        warmup = warmup != null ? warmup : Duration.ofSeconds(quick ? 1 : 20);
    }

    private Duration leadIn() {
        return quick ? QUICK_LEAD_IN : LEAD_IN;
    }

    @Override
    public Integer call() throws Exception {
        settings();
        if (forks < 1 || rounds < 1 || users < 1) {
            throw new LabException("--forks, --rounds and -c must be 1 or more. See --help for what there is.");
        }
        if (fork) {
            Children.endWithParent();
            if (instruments) {
                Exchanges.setClientProperties();
                Instruments.measure(Demo.class, virtual, users, rounds, warmup, leadIn(), length,
                        row -> System.out.println(ROW + row));
                return 0;
            }
            // One service for each JVM: two in turn would spoil each other's profile.
            measure(virtual ? Variant.virtual("virtual", Demo.class) : Variant.platform("platform", Demo.class, 200));
            return 0;
        }
        if (instruments) {
            return instruments();
        }
        if (!hasAb()) {
            terminal.print(new Passage.Finding(Verdict.SKIPPED.name(),
                    "there is no ab on the PATH to compare with: install apache2-utils (Debian, Ubuntu) "
                            + "or httpd-tools (Fedora); macOS has it",
                    List.of()));
            return Verdict.SKIPPED.exitCode();
        }
        var rows = new ArrayList<List<String>>();
        var medians = new double[forks];
        for (int i = 0; i < forks; i++) {
            terminal.print("    JVM " + (i + 1) + " of " + forks + ": " + Math.round(warmup.toSeconds()
                    + 2 * (rounds + 1) * (length.plus(leadIn()).toMillis() / 1000.0)) + " s");
            List<String[]> said = fork(rounds);
            String jvm = String.valueOf(i + 1);
            said.forEach(row -> rows.add(concat(jvm, List.of(row))));
            medians[i] = Median.withDefaults()
                    .evaluate(said.stream().mapToDouble(row -> Double.parseDouble(row[RATIO])).toArray());
        }
        terminal.print(new Passage.Table("",
                List.of("JVM", "round", "ab -k /s", "driver /s", "ratio", "service µs under ab",
                        "service µs under driver",
                        "driver µs"),
                rows));
        double median = Median.withDefaults().evaluate(medians);
        if (quick) {
            System.out.println(Numbers.format(
                    "This was --quick, a smoke test: the driver reached %.2f of ab -k -c %d, and nothing is claimed. "
                            + "For numbers to believe, leave it out.",
                    median, users));
            return Verdict.CONFIRMED.exitCode();
        }
        Verdict verdict = median >= ENOUGH ? Verdict.CONFIRMED : Verdict.SURPRISE;
        terminal.print(new Passage.Finding(verdict.name(),
                Numbers.format(
                        "the driver reaches %.2f of ab -k -c %d (median of %d JVMs, %.2f to %.2f); %.1f is claimed",
                        median, users, forks, Arrays.stream(medians).min().orElseThrow(),
                        Arrays.stream(medians).max().orElseThrow(), ENOUGH),
                List.of()));
        return verdict.exitCode();
    }

    private int instruments() throws IOException, InterruptedException {
        var byJvm = new ArrayList<List<String[]>>();
        int conditions = Instruments.Condition.values().length;
        for (int i = 0; i < forks; i++) {
            terminal.print("    JVM " + (i + 1) + " of " + forks + ": " + Math.round(warmup.toSeconds()
                    + conditions * (rounds + 1) * (length.plus(leadIn()).toMillis() / 1000.0)) + " s");
            byJvm.add(fork(rounds * conditions));
        }
        terminal.print(
                new Passage.Table("", List.of("instruments", "throughput", "CPU time of a request", "99th percentile"),
                        Instruments.table(byJvm)));
        terminal.print(new Passage.Text(
                "Each figure is a ratio to that without instruments, on a route that answers at once. CPU time is "
                        + "that of the service and of the load generator." + (quick
                                ? " This was --quick, a smoke test. For numbers to believe, leave it out."
                                : "")));
        return Verdict.CONFIRMED.exitCode();
    }

    /**
     * Measures in a fresh JVM: this one with the same flags and options.
     *
     * @return its rows, of which there must be so many
     */
    private List<String[]> fork(int expected) throws IOException, InterruptedException {
        Process process = ChildJvm.onThisJdk(ManagementFactory.getRuntimeMXBean().getInputArguments(), Ruler.class,
                concat("--fork", arguments)).start();
        List<String[]> rows = process.inputReader().lines().filter(line -> line.startsWith(ROW))
                .map(line -> line.substring(ROW.length()).split(" ")).toList();
        int exit = process.waitFor();
        if (exit != 0 || rows.size() != expected) {
            throw new LabException(
                    "a JVM that was to measure ended with exit code " + exit + " after " + rows.size() + " of "
                            + expected
                            + " rows: run the ruler again");
        }
        return rows;
    }

    private void measure(Variant variant) throws Exception {
        Exchanges.setClientProperties();
        try (var service = variant.property("logging.level.root", "warn").service().start();
                var scheduler = LoadScheduler.own()) {
            drive(service, scheduler, warmup);
            // A round that does not count: the first of either brings the most that has yet to be compiled.
            ab(service);
            drive(service, scheduler, length);
            for (int round = 1; round <= rounds; round++) {
                Speed ab = ab(service);
                Speed driver = drive(service, scheduler, length);
                System.out.println(ROW + String.join(" ", String.valueOf(round), Numbers.fixed(ab.rps(), 0),
                        Numbers.fixed(driver.rps(), 0),
                        Numbers.fixed(driver.rps() / ab.rps(), 2), Numbers.fixed(ab.serviceMicros(), 1),
                        Numbers.fixed(driver.serviceMicros(), 1), Numbers.fixed(driver.generatorMicros(), 1)));
            }
        }
    }

    private static List<String> concat(String first, List<String> rest) {
        var all = new ArrayList<>(List.of(first));
        all.addAll(rest);
        return all;
    }

    private Speed drive(RunningService service, LoadScheduler scheduler, Duration time) throws InterruptedException {
        var stream = new Traffic("", Request.get("/demo/trivial"), ClosedLoop.of(users, time));
        var totals = new Totals[1];
        var ok = new long[1];
        var usage = new CpuUsage[2];
        new LoadGenerator(service.address(), List.of(stream), WarmUp.fixed(leadIn()), scheduler, scheduler::cpuNanos,
                report -> {
                    switch (report) {
                    case CellReport.LoadSecond second -> ok[0] += second.ok();
                    case CellReport.LoadEnded ended -> totals[0] = ended.totals();
                    default -> {
                    }
                    }
                }).run(() -> usage[0] = CpuUsage.now(scheduler.cpuNanos(), 0),
                        () -> usage[1] = CpuUsage.now(scheduler.cpuNanos(), 0));
        return new Speed(ok[0] / totals[0].seconds(), usage[1].since(usage[0]).serviceNanos() / 1e3 / ok[0],
                1e6 * totals[0].generatorSeconds() / ok[0]);
    }

    private static final Pattern AB_SPEED = Pattern.compile("Requests per second:\\s+([0-9.]+)");
    private static final Pattern AB_COUNT = Pattern.compile("Complete requests:\\s+([0-9]+)");

    private Speed ab(RunningService service) throws IOException, InterruptedException {
        ab(service, leadIn());
        return ab(service, length);
    }

    private Speed ab(RunningService service, Duration time) throws IOException, InterruptedException {
        CpuUsage before = CpuUsage.now(0, 0);
        // Far more requests than it can send in the time: -t ends it.
        Program.Ran ab = Program.run(time.plus(AB_GRACE), "ab", "-q", "-k", "-c", String.valueOf(users), "-t",
                String.valueOf(Math.max(1, time.toSeconds())),
                "-n", "100000000", service.address() + "/demo/trivial");
        var speed = AB_SPEED.matcher(ab.out());
        var count = AB_COUNT.matcher(ab.out());
        if (!ab.ok() || !speed.find() || !count.find()) {
            throw new IOException("ab failed: "
                    + (ab.out() + ab.err()).lines().reduce((a, b) -> b).orElse("it printed nothing"));
        }
        return new Speed(Double.parseDouble(speed.group(1)),
                CpuUsage.now(0, 0).since(before).serviceNanos() / 1e3 / Long.parseLong(count.group(1)), Double.NaN);
    }

    private static boolean hasAb() {
        try {
            return Program.run(AB_GRACE, "ab", "-V").ok();
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
