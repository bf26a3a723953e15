///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION can the results of another load tool be believed? Laws, coordinated omission, warm-up, percentiles
//JAVA 25+
//COMPILE_OPTIONS --release 21
//SOURCES ../labs/kit/package-info.java ../labs/kit/results/package-info.java audit/package-info.java
//SOURCES ../apps/package-info.java
//MAIN audit.Audit

package audit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import audit.Answer.Kind;
import kit.base.LabException;
import kit.page.CommandLines;
import kit.page.Passage;
import kit.page.Terminal;
import kit.results.HistogramUnit;
import kit.results.LoadResult;
import kit.results.ResultFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads results that load tools wrote, and asks what can be asked to make them believable. */
@Command(name = "audit", sortOptions = false, usageHelpAutoWidth = true,
        description = "Can this result of a load tool be believed? Reads a JMeter JTL, k6's CSV, JSON or summary, "
                + "Locust's CSV, Hyperfoil's JSON, Gatling's stats.js, the JSON of oha, vegeta or bombardier, the "
                + "output of wrk, wrk2, ab or hey, an HdrHistogram log or a run of a lab. It recognises the format of "
                + "a file by its content. Measures nothing.",
        footer = {"", "Exit code: 0 if nothing was found; 1 if a figure cannot be believed; 3 if nothing was found but "
                + "a check lacks data, or two sides cannot be told apart; 2 if a file cannot be read.",
                "",
                "Example: jbang audit results.jtl --users 100 --think 0ms --cpus 4 --demand 5ms",
                "Two sides, each with several runs: jbang audit a1.jtl a2.jtl a3.jtl --against b1.jtl,b2.jtl,b3.jtl",
                "labs/AUDIT.md has the formats, the checks and what each of them needs."})
final class Audit implements Callable<Integer> {

    private static final int WRONG = 1;
    private static final int UNDECIDED = 3;

    @Parameters(arity = "1..*", paramLabel = "FILE",
            description = "What a tool wrote, or the folder of a run. Several files are audited one after the other.")
    List<Path> files;

    @Option(names = "--users", paramLabel = "N",
            description = "Concurrent users that the load is claimed to have had. Default: what the tool tells.")
    Double users;

    @Option(names = "--think", paramLabel = "TIME",
            description = "Time for which a user waits between two requests, as in 1s; 0ms for none. Default: what the "
                    + "tool tells.")
    Duration think;

    @Option(names = "--rate", paramLabel = "N",
            description = "Requests a second that the load is claimed to have offered.")
    Double rate;

    @Option(names = "--cpus", paramLabel = "K", description = "CPUs of the service. With --demand.")
    Double cpus;

    @Option(names = "--demand", paramLabel = "TIME",
            description = "CPU time of a request, as in 5ms: process.cpu.usage x CPUs / rate. With --cpus.")
    Duration demand;

    @Option(names = "--unit", paramLabel = "UNIT",
            description = "Unit of the values of an HdrHistogram log, which does not name it: ns, us or ms. Default: "
                    + "what its column Interval_Max suggests.")
    HistogramUnit unit;

    @Option(names = "--against", paramLabel = "FILE[,FILE]", split = ",",
            description = "Files of the other side of a comparison. They are audited, too.")
    List<Path> against = List.of();

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "This page.")
    boolean help;

    private final Terminal terminal = Terminal.here();

    public static void main(String... args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return CommandLines.of("audit", new Audit());
    }

    @Override
    public Integer call() {
        Claims claims = claims();
        // All are read before anything is told: bad input is one line.
        List<LoadResult> side = read(files);
        List<LoadResult> other = read(against);
        if (!other.isEmpty()) {
            one(files, side);
            one(against, other);
        }
        var kinds = new ArrayList<Kind>();
        side.forEach(result -> tell(ResultAudit.of(result, claims), kinds));
        other.forEach(result -> tell(ResultAudit.of(result, claims), kinds));
        if (!other.isEmpty()) {
            terminal.print(new Passage.Heading("The two sides"));
            list(Comparison.of(side, other), kinds);
        }
        return kinds.contains(Kind.WRONG) ? WRONG : kinds.contains(Kind.UNKNOWN) ? UNDECIDED : 0;
    }

    private List<LoadResult> read(List<Path> files) {
        return files.stream().flatMap(file -> ResultFile.read(file, unit).stream()).toList();
    }

    /** Each file of a comparison has one load. */
    private static void one(List<Path> files, List<LoadResult> results) {
        if (results.size() > files.size()) {
            throw new LabException("--against compares files of one load each, and one of these has several: for runs "
                    + "of a lab use jbang compare");
        }
    }

    private Claims claims() {
        if ((cpus == null) != (demand == null)) {
            throw new LabException("--cpus and --demand belong together: give both, or neither");
        }
        return new Claims(positive("--users", users), think == null ? Double.NaN : think.toNanos() / 1e6,
                positive("--rate", rate), positive("--cpus", cpus),
                positive("--demand", demand == null ? null : demand.toNanos() / 1e6));
    }

    private static double positive(String option, Double value) {
        if (value != null && !(value > 0)) {
            throw new LabException(option + " must be greater than 0. See --help for what there is");
        }
        return value == null ? Double.NaN : value;
    }

    private void tell(ResultAudit audit, List<Kind> kinds) {
        terminal.print(new Passage.Heading(audit.result().name()),
                new Passage.Text(audit.told() + ". It counts " + audit.result().tool().counts() + "."),
                new Passage.Text(audit.verdict()));
        list(audit.answers(), kinds);
    }

    private void list(List<Answer> answers, List<Kind> kinds) {
        terminal.print(new Passage.Text(String.join("\n", answers.stream().map(Answer::toString).toList())));
        answers.forEach(answer -> kinds.add(answer.kind()));
    }
}
