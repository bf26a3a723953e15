package old.page;

import kit.record.Release;
import kit.record.Verdict;
import kit.record.Release;
import kit.record.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.page.CommandLines;
import kit.base.Secrets;
import kit.plan.GeneratorMode;
import kit.service.BackendMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that every lab has. */
@Command(version = Release.NAMED, sortOptions = false, usageHelpAutoWidth = true)
public final class LabOptions {

    /** What is measured is chosen with these. */
    private static final Set<String> CHOOSING = Set.of("--concurrency", "--rate", "--variant", "--cells", "--part",
            "--jdk", "--engine");

    @Spec
    private CommandSpec command;

    @Option(names = {"-n", "--requests"}, paramLabel = "N",
            description = "Requests to measure in each cell, rounded up to whole rounds "
                    + "of its users.")
    Long requests;

    @Option(names = {"-c", "--concurrency"}, paramLabel = "N[,N]", split = ",", description = "Concurrent users.")
    List<Integer> users;

    @Option(names = "--duration", paramLabel = "TIME",
            description = "Measure for this long instead of -n requests: 20s, 2m.")
    Duration duration;

    @Option(names = "--rate", paramLabel = "N",
            description = "Open loop: start N requests a second, whether or not earlier ones have "
                    + "ended. --duration sets the length; default: 10s.")
    Double rate;

    @Option(names = "--forks", paramLabel = "N",
            description = "Repeat every cell in N fresh JVMs; two or more give intervals. Default: 1 where requests "
                    + "wait, 3 where CPUs are the bottleneck. Cells that are compared have the same number.")
    Integer forks;

    @Option(names = "--seed", paramLabel = "N",
            description = "Seed of the random times at which users start and requests arrive. Default: "
                    + "another one for each run, see seed in run.json.")
    Long seed;

    private final long drawn = System.nanoTime() & Integer.MAX_VALUE;

    @Option(names = "--attempts", paramLabel = "N",
            description = "Measure a cell up to N times, 1 or 2, where the measurement was spoilt; the last one "
                    + "counts. Default: 2, with --quick 1.")
    Integer attempts;

    @Option(names = "--warmup", paramLabel = "TIME",
            description = "Load before the measurement, not recorded. It lasts up to twice as long where the service "
                    + "still becomes faster. Default: 3s, or less where there is little to warm up.")
    Duration warmup;

    @Option(names = "--variant", paramLabel = "NAME[,NAME]", split = ",", description = "Measure only these variants.")
    List<String> variants = List.of();

    @Option(names = "--all-cells",
            description = "Measure also the cells that a default run omits to save time. Not all labs have such cells.")
    boolean allCells;

    @Option(names = "--cells", paramLabel = "NAME[,NAME]", split = ",",
            description = "Measure only these cells, such as virtual-c100; * stands "
                    + "for anything, as in 'virtual-*'. --outline has their names. Claims about others are SKIPPED.")
    List<String> cells = List.of();

    @Option(names = "--part", paramLabel = "N[,N]", split = ",",
            description = "Measure only these parts of the page, by the numbers of their headings. Claims about others "
                    + "are SKIPPED.")
    List<Integer> parts = List.of();

    @Option(names = "--jdk", paramLabel = "N[,N]", split = ",",
            description = "Run the cells on these JDKs, such as 21,25.")
    List<Integer> jdks = List.of();

    @Option(names = "--driver", paramLabel = "WHERE",
            description = "Where the load generator runs: own-scheduler (default: in the JVM of the service, on a "
                    + "scheduler of its own); own-jvm (in another JVM); platform-threads (in another JVM, with a "
                    + "platform thread for each user); or shared (on the scheduler of the service, which gives wrong "
                    + "figures on purpose).",
            defaultValue = "own-scheduler")
    GeneratorMode driver;

    @Option(names = "--engine", paramLabel = "NAME",
            description = "Another load generator sends the requests: locust, k6, hyperfoil, wrk or ab. It must be "
                    + "installed. For labs with a plain closed loop. If a lab has several stages, choose one number of "
                    + "users with -c.")
    String engine;

    @Option(names = "--export", paramLabel = "NAME",
            description = "Prints the requests of the chosen cells (--cells) as a script of locust, k6, hyperfoil or "
                    + "wrk, and measures nothing. For the labs that have --engine.")
    String export;

    @Option(names = "--backends", paramLabel = "WHERE",
            description = "Where the backends of the service run: in-cell (default: in its JVM), or own-jvm (in "
                    + "another JVM). For labs whose service calls other services.")
    BackendMode backends;

    @Option(names = "--jdbc-url", paramLabel = "URL",
            description = "A PostgreSQL of your own instead of the one that the lab brings along: "
                    + "jdbc:postgresql://host/db?user=u&password=p. A schema of its own is made there for each cell, "
                    + "and dropped. For labs with a database.")
    String jdbcUrl;

    @Option(names = "--published", description = "The published experiment's own size.")
    boolean published;

    @Option(names = "--quick", description = "A short smoke test. Its figures do not count.")
    boolean quick;

    @Option(names = "--aot",
            description = "Start the JVMs of the cells from an archive of the classes of their libraries. Each starts "
                    + "about 1 s sooner. Needs JDK 25 or later. The archive is made if it is missing. summary.csv "
                    + "has it in a column. Such a run is compared only with runs that used --aot.")
    boolean aot;

    @Option(names = "--c2",
            description = "Compile the services with C2, as in production. Some labs use only C1 by default, because "
                    + "the services are warm sooner. With --c2 the warm-up is five times as long.")
    boolean c2;

    @Option(names = "--step", description = "Ask for a prediction and wait for Enter before each measurement.")
    boolean step;

    @Option(names = "--data", paramLabel = "DIR", description = "Where runs are written. Default: ${DEFAULT-VALUE}.",
            defaultValue = "data")
    Path data;

    @Option(names = "--outline",
            description = "Tell as JSON what the lab is about and takes, and what this machine cannot measure. "
                    + "Nothing is measured or written.")
    public boolean outline;

    @Option(names = "--version", versionHelp = true,
            description = "The version of the lab, and of the format of its runs.")
    private boolean version;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "This page.")
    private boolean help;

    @Option(names = "--verbose", description = "Stack traces, and the requested and reported settings of each cell.")
    boolean verbose;

    /**
     * A command line of a lab, ready to parse.
     *
     * @param name of the lab
     */
    public static CommandLine commandLine(String name) {
        var line = new CommandLine(new LabOptions());
        line.setCommandName(name);
        line.registerConverter(Duration.class, CommandLines::time);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        return line;
    }

    /**
     * Refuses what the lab does not have.
     *
     * @param calls  whether its service calls others
     * @param stores whether its service stores rows
     * @param sizes  which know whether it leaves out cells, or C2, by default
     * @param engines whether other load generators may drive
     */
    void check(boolean calls, boolean stores, Sizes sizes, boolean engines) {
        refuse(engine != null && !engines, "--engine: only the project's own load generator sends what this lab sends");
        refuse(export != null && !engines, "--export: only the project's own load generator sends what this lab sends");
        refuse(backends != null && !calls, "--backends: the service of this lab calls no other");
        refuse(jdbcUrl != null && !stores, "--jdbc-url: the service of this lab stores nothing");
        refuse(allCells && !sizes.hasMore(), "--all-cells: this lab measures all of its cells by default");
        refuse(c2 && !sizes.isWithoutC2(), "--c2: the services of this lab are compiled with C2 anyway");
    }

    private static void refuse(boolean whether, String why) {
        if (whether) {
            throw new LabException(why + ": leave it out");
        }
    }

    /**
     * Checks what picocli cannot.
     *
     * @throws ParameterException when a value makes no sense; its message names the option, the value and what is
     *     expected
     */
    public void validate() {
        positive("-n", requests);
        positive("--rate", rate);
        positive("--forks", forks);
        if (users != null) {
            users.forEach(n -> positive("-c", n));
        }
        if (attempts != null && (attempts < 1 || attempts > 2)) {
            throw bad("--attempts must be 1 or 2, not " + attempts);
        }
        if (duration != null && duration.isZero()) {
            throw bad("--duration must be longer than 0, such as 20s");
        }
        jdks.forEach(n -> {
            if (n < 21) {
                throw bad("--jdk " + n + ": virtual threads need JDK 21 or later");
            }
        });
        if (requests != null && (duration != null || rate != null)) {
            throw bad("-n cannot be combined with --duration or --rate: a measurement ends after N requests, or "
                    + "after a time");
        }
        if (engine != null && requests != null) {
            throw bad("-n cannot be combined with --engine: engines measure for a time, see --duration");
        }
        if (rate != null && users != null) {
            throw bad("--rate cannot be combined with -c: an open loop has no fixed number of users");
        }
    }

    private void positive(String option, Number value) {
        if (value != null && !(value.doubleValue() > 0)) {
            throw bad(option + " must be greater than 0, not " + value);
        }
    }

    /**
     * The options that were given and choose what is measured, as they were written: {@code --jdk 22}. Empty where
     * there is none.
     */
    String choosing() {
        return command.commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> CHOOSING.contains(option.longestName()))
                .map(option -> option.longestName() + " " + String.join(",", option.originalStringValues()))
                .collect(Collectors.joining(" "));
    }

    /** Names of the given options that leave cells out. */
    List<String> selecting() {
        return Stream.of(Map.entry("--variant", variants), Map.entry("--cells", cells), Map.entry("--part", parts))
                .filter(option -> !option.getValue().isEmpty()).map(Map.Entry::getKey).toList();
    }

    /** Whether the page is only gone through, up to its first measurement. */
    boolean measuresNothing() {
        return outline || export != null;
    }

    /** How often a cell is measured at most. */
    int attempts() {
        return attempts != null ? attempts : quick ? 1 : 2;
    }

    /** Every option and its value, for run.json. */
    Map<String, Object> values() {
        return values(command);
    }

    /** The same of any command. */
    public static Map<String, Object> values(CommandSpec command) {
        var values = new LinkedHashMap<String, Object>();
        command.options().stream().filter(o -> !o.usageHelp() && !o.versionHelp())
                .forEach(o -> values.put(o.longestName(),
                        o.getValue() == null ? null
                                : o.getValue() instanceof Number || o.getValue() instanceof Boolean
                                        ? o.getValue()
                                        : Secrets.masked(o.getValue().toString())));
        return values;
    }

    /** The one that was asked for, or the run's own. */
    long seed() {
        return seed != null ? seed : drawn;
    }

    ParameterException bad(String message) {
        return new ParameterException(command.commandLine(), message);
    }

}
