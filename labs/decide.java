///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION should we switch to virtual threads? The rule of the labs, applied to a few numbers of your own service
//JAVA 25+
//COMPILE_OPTIONS --release 21
//SOURCES kit/package-info.java course/SwitchAdvice.java ../apps/package-info.java
//MAIN course.Decide

package course;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import kit.base.LabException;
import kit.page.CommandLines;
import kit.page.Passage;
import kit.page.Terminal;
import kit.plan.Station;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Applies the rule of the labs to numbers of a service: see {@link SwitchAdvice}. */
@Command(name = "decide", usageHelpAutoWidth = true,
        description = "Should we switch to virtual threads? Measures nothing: it needs a few numbers of your service "
                + "at its peak.")
final class Decide implements Callable<Integer> {

    @Option(names = "--rate", required = true, paramLabel = "N",
            description = "Requests a second at the peak: the rate of http.server.requests.")
    double rate;

    @Option(names = "--response", required = true, paramLabel = "TIME",
            description = "Mean response time, as in 400ms: http.server.requests, sum / count. A request holds its "
                    + "thread for that long.")
    Duration response;

    @Option(names = "--cpu", required = true, paramLabel = "TIME",
            description = "CPU time of a request, as in 5ms: process.cpu.usage x CPUs / rate.")
    Duration cpu;

    @Option(names = "--cpus", paramLabel = "K", description = "CPUs of the service. Default: those of this machine.")
    int cpus = Runtime.getRuntime().availableProcessors();

    @Option(names = "--pool", paramLabel = "N",
            description = "Threads of the pool: server.tomcat.threads.max. Default: ${DEFAULT-VALUE}.",
            defaultValue = "200")
    int pool;

    @Option(names = "--connections", paramLabel = "N",
            description = "Connections to the database: hikaricp.connections.max. With --held.")
    Integer connections;

    @Option(names = "--held", paramLabel = "TIME",
            description = "For how long a request holds a connection: hikaricp.connections.usage, sum / count.")
    Duration held;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "This page.")
    boolean help;

    private final Terminal terminal = Terminal.here();

    public static void main(String... args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return CommandLines.of("decide", new Decide());
    }

    @Override
    public Integer call() {
        SwitchAdvice advice = advice();
        terminal.print(new Passage.Heading("Should we switch to virtual threads?"));
        terminal.print(new Passage.Table("", List.of("what", "how many", "busy at the peak", "limit"), advice.table()),
                new Passage.Text(advice.answer()), new Passage.Text("""
                These numbers do not show what pins a virtual thread (on JDK 21: see lab 4, and `jbang pins` for your \
                own service), what a service that you call does with more requests at a time (labs 5 and 10), and the \
                memory of thread locals. Measure before you switch."""));
        return 0;
    }

    private SwitchAdvice advice() {
        positive("--rate", rate);
        positive("--response", response.toNanos());
        positive("--cpu", cpu.toNanos());
        positive("--cpus", cpus);
        positive("--pool", pool);
        if ((connections == null) != (held == null)) {
            throw new LabException("--connections and --held belong together: give both, or neither");
        }
        var others = new ArrayList<>(List.of(new Station("CPUs", cpus, seconds(cpu))));
        if (connections != null) {
            positive("--connections", connections);
            positive("--held", held.toNanos());
            others.add(new Station("connections", connections, seconds(held)));
        }
        return new SwitchAdvice(rate, new Station("threads", pool, seconds(response)), others);
    }

    private static void positive(String option, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new LabException(option + " must be a number greater than 0. See --help for what there is");
        }
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
