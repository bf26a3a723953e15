package kit.page;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Secrets;
import kit.machine.Jdks;
import kit.plan.BenchPlan;
import kit.plan.ClosedLoop;
import kit.plan.GeneratorMode;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.record.Release;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of a lab. */
@Command(version = Release.NAMED, sortOptions = false, usageHelpAutoWidth = true)
public final class Options {

    private static final Duration QUICK_BLOCK = Duration.ofSeconds(1);
    private static final Duration QUICK_WARMUP = Duration.ofSeconds(5);
    private static final int FIRST_JDK = 21;
    private static final Set<String> CHOOSING = Set.of("--concurrency", "--rate", "--cells", "--part", "--jdk");

    /** Options that labs had once, and what to use in their place. */
    static final Map<String, String> RETIRED = Map.of("--driver", "write --generator",
            "--variant", "--cells chooses, as in --cells 'virtual-*'",
            "--engine", "other load generators send requests to a service of your own: jbang own --generator",
            "--export", "jbang own --generator keeps the script of another load generator",
            "--attempts", "a block that something disturbed is repeated by itself",
            "--seed", "the order is random, and run.json has its seed",
            "--backends", "the page says where the services that are called run",
            "--c2", "each page says how its services are compiled",
            "--aot", "the JVMs of a run start once, so an archive saves nothing");

    @Spec
    private CommandSpec command;

    @Option(names = {"-n", "--requests"}, paramLabel = "N",
            description = "Requests in each block of a cell, rounded up to whole rounds of its users.")
    private Long requests;

    @Option(names = {"-c", "--concurrency"}, paramLabel = "N[,N]", split = ",",
            description = "Concurrent users, one number for each number that the page has.")
    private List<Integer> users = List.of();

    @Option(names = "--duration", paramLabel = "TIME", description = "Length of each block of a cell: 20s, 2m.")
    private Duration duration;

    @Option(names = "--rate", paramLabel = "N",
            description = "Open loop: start N requests a second, whether or not earlier ones have ended.")
    private Double rate;

    @Option(names = "--forks", paramLabel = "N",
            description = "Measure exactly N times, each time in fresh JVMs. Default: until all claims are decided, at "
                    + "most 8 times.")
    private Integer forks;

    @Option(names = "--warmup", paramLabel = "TIME",
            description = "The longest time for warming up cells that are not warm after two rounds.")
    private Duration warmup;

    @Option(names = "--cells", paramLabel = "NAME[,NAME]", split = ",",
            description = "Measure only these cells, such as virtual-c100; * stands for anything, as in 'virtual-*'. "
                    + "--outline has their names. Claims about others are left out.")
    private List<String> cells = List.of();

    @Option(names = "--part", paramLabel = "N[,N]", split = ",",
            description = "Measure only these parts of the page, by the numbers of their headings.")
    private List<Integer> parts = List.of();

    @Option(names = "--jdk", paramLabel = "N[,N]", split = ",", description = "Run the services on these JDKs: 21,25.")
    private List<Integer> jdks = List.of();

    @Option(names = "--all-cells",
            description = "Measure also the cells that a default run omits to save time. Not all labs have such cells.")
    private boolean allCells;

    @Option(names = "--jdbc-url", paramLabel = "URL",
            description = "A PostgreSQL of your own instead of the one that the lab brings along: "
                    + "jdbc:postgresql://host/db?user=u&password=p. Each variant has a schema of its own there, which "
                    + "is dropped. For labs with a database.")
    private String jdbcUrl;

    @Option(names = "--published", description = "The published experiment's own size.")
    private boolean published;

    @Option(names = "--quick", description = "A short smoke test. Its figures do not count.")
    private boolean quick;

    @Option(names = "--apart",
            description = "Give each cell a JVM of its own, one after the other, instead of measuring the variants "
                    + "side by side.")
    private boolean apart;

    @Option(names = "--step", description = "Ask for a guess and wait for Enter before the measurement.")
    private boolean step;

    @Option(names = "--live",
            description = "Show the measurement in a browser while it goes on. Only this machine can see the page.")
    private boolean live;

    @Option(names = "--data", paramLabel = "DIR", description = "Where runs are written. Default: ${DEFAULT-VALUE}.",
            defaultValue = "data")
    private Path data;

    @Option(names = "--generator", paramLabel = "WHERE",
            description = "Where the load generator runs: own-scheduler (default: in the JVM of the service, on a "
                    + "scheduler of its own); own-jvm (in another JVM); platform-threads (in another JVM, with a "
                    + "platform thread for each user); or shared (on the scheduler of the service, which gives wrong "
                    + "figures on purpose).",
            defaultValue = "own-scheduler")
    private GeneratorMode generator;

    @Option(names = "--outline",
            description = "Tell as JSON what the lab is about and takes, and what this machine cannot measure. "
                    + "Nothing is measured or written.")
    private boolean outline;

    @Option(names = "--verbose", description = "Stack traces, and all claims on the terminal.")
    private boolean verbose;

    @Option(names = "--version", versionHelp = true,
            description = "The version of the lab, and of the format of its runs.")
    private boolean version;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "This page.")
    private boolean help;

    private String lab;
    private List<String> words;
    private final long seed = System.nanoTime() & Integer.MAX_VALUE;

    private Options() {}

    /**
     * Reads a command line.
     *
     * @param lab its name
     * @throws ParameterException where it makes no sense; the message names the option, the value and what is expected
     */
    public static Options of(String lab, String... words) {
        var options = new Options();
        options.lab = lab;
        options.words = List.of(words);
        var line = new CommandLine(options);
        line.setCommandName(lab);
        line.registerConverter(Duration.class, CommandLines::time);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.parseArgs(words);
        if (!options.asksForHelp()) {
            options.validate();
        }
        return options;
    }

    private void validate() {
        positive("-n", requests);
        positive("--rate", rate);
        positive("--forks", forks);
        users.forEach(number -> positive("-c", number));
        refuse(duration != null && duration.isZero(), "--duration must be longer than 0, such as 20s");
        jdks.forEach(jdk -> refuse(jdk < FIRST_JDK, "--jdk " + jdk + ": virtual threads need JDK 21 or later"));
        refuse(requests != null && (duration != null || rate != null), "-n cannot be combined with --duration or "
                + "--rate: a block ends after N requests, or after a time");
        refuse(rate != null && !users.isEmpty(),
                "--rate cannot be combined with -c: an open loop has no fixed number of users");
    }

    private void positive(String option, Number value) {
        refuse(value != null && !(value.doubleValue() > 0), option + " must be greater than 0, not " + value);
    }

    /** Refuses the command line, with this reason. */
    void refuse(boolean whether, String why) {
        if (whether) {
            throw new ParameterException(command.commandLine(), why);
        }
    }

    /** Whether only help or version are asked for, which are printed here. */
    boolean asksForHelp() {
        return help || version;
    }

    /** Prints what was asked for. */
    void printHelp() {
        if (help) {
            command.commandLine().usage(System.out);
        } else {
            command.commandLine().printVersionHelp(System.out);
        }
    }

    /** Name of the lab. */
    String lab() {
        return lab;
    }

    /** All that was typed, without passwords. */
    String typed() {
        return ("jbang labs/" + lab + ".java " + Secrets.masked(words)).strip();
    }

    /** The number of users that stands at this place of {@code -c}, its last one where there are fewer. */
    int users(int place, int usual) {
        return users.isEmpty() ? usual : users.get(Math.min(place, users.size() - 1));
    }

    /** How many numbers of users {@code -c} has. */
    int numbersOfUsers() {
        return users.size();
    }

    /** The load that so many users make for the length of a block. */
    Load load(int number, Duration block) {
        if (rate != null) {
            return new OpenLoop(rate, block(block));
        }
        return requests == null ? ClosedLoop.of(number, block(block))
                : ClosedLoop.of(number, (requests + number - 1) / number * number);
    }

    /** A number of requests that the page has. */
    long requests(long usual) {
        return requests == null ? usual : requests;
    }

    /** The load of a test that so many requests end. */
    Load test(int number, long ending) {
        refuse(rate != null || duration != null, (rate != null ? "--rate" : "--duration")
                + ": a test of this lab ends after a number of requests: -n changes it");
        return ClosedLoop.of(number, ending);
    }

    /** The load that so many users make for so long. */
    Load lasting(int number, Duration length) {
        return rate == null && requests == null ? ClosedLoop.of(number, duration != null ? duration : length)
                : load(number, length);
    }

    /** How the plan is measured that a page has measured like this. */
    BenchPlan bench(BenchPlan usual) {
        boolean isFixed = forks != null || quick;
        return new BenchPlan(block(usual.block()), block(usual.busyBlock()), usual.userRounds(), usual.rounds(),
                warmup != null ? warmup : quick ? QUICK_WARMUP : usual.warmup(), usual.primer(),
                forks != null ? forks : quick ? 1 : usual.forks(), usual.limit(), jdks(usual.jdks()),
                isGiven("--generator") ? generator : usual.generator(),
                apart ? BenchPlan.Alive.ONE_CELL : usual.alive(),
                isFixed, seed);
    }

    private boolean isGiven(String option) {
        return command.commandLine().getParseResult().hasMatchedOption(option);
    }

    /** The JDKs that a page runs on that has these by itself, the oldest first. */
    List<Integer> jdks(List<Integer> usual) {
        return jdks.isEmpty() ? usual : jdks.stream().distinct().sorted().toList();
    }

    /** The least length of a block. */
    private Duration block(Duration usual) {
        return duration != null ? duration : quick ? QUICK_BLOCK : usual;
    }

    /** JDKs that were asked for; the one that runs the lab where none was. */
    List<Integer> jdks() {
        return jdks(List.of(Jdks.current()));
    }

    GeneratorMode generator() {
        return generator;
    }

    List<String> cells() {
        return cells;
    }

    List<Integer> parts() {
        return parts;
    }

    /** Names of the given options that leave cells out. */
    String selecting() {
        return Stream.of(Map.entry("--cells", cells), Map.entry("--part", parts))
                .filter(option -> !option.getValue().isEmpty()).map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
    }

    /** The given options that choose what is measured, as they were written: {@code --jdk 22}. */
    String choosing() {
        return command.commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> CHOOSING.contains(option.longestName()))
                .map(option -> option.longestName() + " " + String.join(",", option.originalStringValues()))
                .collect(Collectors.joining(" "));
    }

    /** Null where the lab brings its database along. */
    String jdbcUrl() {
        return jdbcUrl;
    }

    boolean allCells() {
        return allCells;
    }

    boolean published() {
        return published;
    }

    boolean quick() {
        return quick;
    }

    boolean step() {
        return step;
    }

    boolean live() {
        return live;
    }

    Path data() {
        return data;
    }

    boolean outline() {
        return outline;
    }

    boolean verbose() {
        return verbose;
    }

    /** Every option and its value, for run.json. */
    public Map<String, Object> values() {
        var values = new LinkedHashMap<String, Object>();
        command.options().stream().filter(option -> !option.usageHelp() && !option.versionHelp())
                .forEach(option -> values.put(option.longestName(),
                        option.getValue() == null || option.getValue() instanceof Number
                                || option.getValue() instanceof Boolean ? option.getValue()
                                        : Secrets.masked(option.getValue().toString())));
        return values;
    }
}
