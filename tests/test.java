///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the tests of this repository: ./jbang test --help
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//DEPS org.junit:junit-bom:6.1.3@pom
//DEPS org.junit.jupiter:junit-jupiter
//DEPS org.junit.platform:junit-platform-launcher
//DEPS com.tngtech.archunit:archunit:1.4.1
//DEPS org.springframework.boot:spring-boot-loader-tools:4.1.0
//SOURCES ../labs/kit/package-info.java ../labs/kit/postgres/package-info.java ../apps/Demo.java ../apps/Pinning.java
//SOURCES ../labs/cpu-light.java ../labs/cpu-intensive.java ../labs/mono-vs-node.java ../labs/fan-out.java
//SOURCES ../labs/light-request.java ../labs/pinning.java ../labs/call-limits.java ../labs/first-requests.java
//SOURCES ../labs/deadlock.java ../labs/herd.java ../labs/waiting.java ../apps/Herd.java
//SOURCES ../apps/Person.java ../apps/RowTally.java ../apps/RowWriter.java
//SOURCES ../labs/workshop.java ../labs/decide.java ../labs/own.java
//SOURCES ../labs/own/package-info.java ../apps/package-info.java
//SOURCES ../analysis/audit.java ../analysis/audit/package-info.java
//SOURCES apps/*.java benchmarks/*.java fixtures/*.java kit/*.java kit/base/*.java kit/record/*.java
//SOURCES course/*.java own/*.java own/generator/*.java own/requests/*.java
//SOURCES kit/load/*.java kit/machine/*.java kit/measure/*.java kit/rule/*.java kit/plan/*.java
//SOURCES audit/*.java kit/postgres/*.java kit/results/*.java
//SOURCES kit/service/*.java kit/live/*.java kit/judge/*.java kit/page/*.java
//SOURCES labs/*.java pages/*.java scripts/*.java
//SOURCES Certain.java FailureText.java FailureTextTest.java Folders.java Lane.java LaneRun.java LaneRunTest.java
//SOURCES Measures.java Repository.java Script.java TestEvent.java Together.java
//FILES fixtures/ends.sh=fixtures/ends.sh fixtures/babbles.sh=fixtures/babbles.sh apps/demo.js=../apps/demo.js
//FILES source/tests/Quoted.txt.txt=fixtures/Quoted.txt
//FILES source/labs/little.java.txt=kit/page/LittlePage.java source/labs/light.java.txt=kit/page/LightPage.java
//FILES published/e1.csv=../data/published/e1.csv published/e3.csv=../data/published/e3.csv
//FILES published/e5.csv=../data/published/e5.csv
//MAIN tests.Test

package tests;

import fixtures.LightArchives;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.OS;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tests.TestEvent.Outcome;

/**
 * Runs the tests with JUnit, in lanes: each lane is a JVM of its own. Most run side by side. Those that need the CPUs
 * or a quiet machine run after the others. Prints a line for each test, and a closing line; exit code 1 when a test
 * failed, 2 when none was run.
 */
@Command(name = "test", sortOptions = false, usageHelpAutoWidth = true,
        description = "Runs the tests of this repository.")
final class Test implements Callable<Integer> {

    private static final int NONE = 2;
    private static final int SLOWEST = 20;
    private static final int BRIEF = 200;
    /** Folder of what JBang answered. */
    private static final String ANSWERS = "commands";
    /** What follows gets only the CPU time that nothing else uses; where the system cannot do that, a low priority. */
    private static final List<String> IN_BACKGROUND = List.of("sh", "-c",
            "{ chrt --idle --pid 0 $$ || renice -n 10 $$; } >/dev/null 2>&1; exec \"$@\"", "sh");

    @Spec
    private CommandSpec command;

    @Parameters(arity = "0..*", paramLabel = "NAME",
            description = "Only test classes whose names contain one of these: Checks Forks. "
                    + "With a method, or a part of its name: Forks#aDrift.")
    private List<String> names = List.of();

    @Option(names = "--fast",
            description = "What a developer runs after each change: about 90 seconds. One cell is measured.")
    private boolean fast;

    @Option(names = "--all", description = "Everything: also the whole labs, on every JDK that they compare.")
    private boolean all;

    @Option(names = "--bench", description = "The benchmarks alone, which print what takes how long.")
    private boolean bench;

    @Option(names = "--lane", paramLabel = "NAME[,NAME]", split = ",",
            description = "Only these lanes: ${COMPLETION-CANDIDATES}.",
            completionCandidates = LaneNames.class)
    private List<String> lanes = List.of();

    @Option(names = "--in-lane", hidden = true)
    private String inLane;

    @Option(names = "--again", hidden = true)
    private Path again;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "This page.")
    private boolean help;

    private final List<TestEvent> ended = new ArrayList<>();
    private final Map<String, Long> classMs = new TreeMap<>();
    private final Map<String, Long> laneMs = new LinkedHashMap<>();
    /** What measures and failed beside other lanes, by lane. */
    private final Map<Lane, List<String>> tryAlone = new LinkedHashMap<>();

    /** For the help. */
    static final class LaneNames extends ArrayList<String> {
        LaneNames() {
            Lane.ALL.stream().map(Lane::name).filter(name -> !name.equals(Lane.SELF)).forEach(this::add);
        }
    }

    public static void main(String... args) {
        var line = new CommandLine(new Test());
        line.setParameterExceptionHandler((e, given) -> {
            System.err.println(
                    "test: " + e.getMessage().lines().findFirst().orElse("") + ". See --help for what there is.");
            return NONE;
        });
        System.exit(line.execute(args));
    }

    @Override
    public Integer call() throws Exception {
        if (fast && all) {
            throw new ParameterException(command.commandLine(),
                    "--fast and --all cannot be combined: take one of them");
        }
        List<Lane> asked;
        try {
            asked = !lanes.isEmpty() ? lanes.stream().map(Lane::named).toList()
                    : Lane.ALL.stream().filter(lane -> bench ? lane.name().equals(Lane.BENCH) : lane.usual()).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--lane: " + e.getMessage());
        }
        if (inLane != null) {
            return new LaneRun(Lane.named(inLane), names, fast, all,
                    again == null ? List.of() : Files.readAllLines(again)).run();
        }
        // To look for tests takes a while. Without names, only --fast has lanes that have none.
        List<Lane> some = isOfAll() ? asked
                : asked.stream().filter(lane -> new LaneRun(lane, names, fast, all, List.of()).hasTests()).toList();
        if (some.isEmpty()) {
            System.err.println("test: no test has a name that contains " + String.join(" or ", names)
                    + " (here). --help tells what there is.");
            return NONE;
        }
        return run(some);
    }

    private int run(List<Lane> some) throws Exception {
        Path folder = Files.createTempDirectory("virtual-thread-lab-tests-");
        var hook = new Thread(() -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly));
        Runtime.getRuntime().addShutdownHook(hook);
        long start = System.nanoTime();
        runAll(some, folder);
        for (var one : new LinkedHashMap<>(tryAlone).entrySet()) {
            run(one.getKey(), folder, Files.write(folder.resolve(one.getKey().name() + ".again"), one.getValue()));
        }
        Runtime.getRuntime().removeShutdownHook(hook);
        return conclude(folder, (System.nanoTime() - start) / 1_000_000);
    }

    /**
     * One more side by side than there are CPUs, since labs wait part of their time: one lane of the background and
     * others. Then those that must be alone, beside two of the background if these have only the CPU time that nothing
     * else uses. At last, those that need a quiet machine.
     */
    private void runAll(List<Lane> some, Path folder) throws InterruptedException, ExecutionException {
        Queue<Lane> background = queue(some, Lane::isInBackground);
        Queue<Lane> alone = queue(some, lane -> lane.alone() && !lane.needsQuiet());
        Queue<Lane> others = queue(some, lane -> !lane.isInBackground() && !lane.alone());
        try (var sideBySide = Executors.newCachedThreadPool()) {
            // Benchmarks, and lanes that are asked for, may need none. A failure is told by the lane that needs one.
            if (names.isEmpty() && lanes.isEmpty() && !bench) {
                sideBySide.submit(() -> {
                    Script.buildTogether(folder.resolve(ANSWERS), builtTogether());
                    return null;
                });
            }
            Future<?> behind = sideBySide.submit(() -> run(background, folder));
            onAllCpus(sideBySide, () -> {
                run(others, folder);
                if (!backgroundHasLowPriority()) {
                    run(background, folder);
                }
            });
            if (backgroundHasLowPriority()) {
                sideBySide.submit(() -> run(background, folder));
            } else {
                behind.get();
            }
            run(alone, folder);
        }
        run(queue(some, Lane::needsQuiet), folder);
    }

    /** Whether no test is left out of the lanes that run. */
    private boolean isOfAll() {
        return names.isEmpty() && !fast;
    }

    private static Queue<Lane> queue(List<Lane> some, Predicate<Lane> which) {
        return new ConcurrentLinkedQueue<>(some.stream().filter(which).toList());
    }

    /** Returns when it has ended as many times as there are CPUs. */
    private static void onAllCpus(ExecutorService sideBySide, Runnable work) throws InterruptedException {
        sideBySide.invokeAll(Collections.nCopies(Runtime.getRuntime().availableProcessors(),
                Executors.callable(work)));
    }

    /** One after the other, what is left of the lanes. */
    private void run(Queue<Lane> left, Path folder) {
        for (Lane lane = left.poll(); lane != null; lane = left.poll()) {
            run(lane, folder, null);
        }
    }

    /**
     * The folders of scripts that are built first. Who asks for a class by its name waits for its own scripts only;
     * {@code --fast} has next to none of the labs.
     */
    private String builtTogether() {
        return !names.isEmpty() ? "" : fast ? "analysis" : "labs,analysis";
    }

    /** Only in a run of all tests are there lanes with a clock beside it. */
    private boolean backgroundHasLowPriority() {
        return isOfAll() && lanes.isEmpty() && !OS.WINDOWS.isCurrentOs();
    }

    /**
     * Runs a lane in a JVM like this one, and prints what it tells.
     *
     * @param ids a file of the tests that are tried again, alone; null: all tests of the lane are run
     */
    private void run(Lane lane, Path folder, Path ids) {
        long start = System.nanoTime();
        var words = new ArrayList<>(
                lane.isInBackground() && ids == null && backgroundHasLowPriority() ? IN_BACKGROUND : List.of());
        words.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
        words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        if (lane.brief()) {
            words.addAll(Script.FOR_SECONDS);
        }
        if (lane.name().equals(Lane.FAULTS) && isOfAll()) {
            words.add("-D" + LightArchives.FOLDER + "=" + folder.resolve("archives"));
        }
        words.addAll(List.of("-D" + Script.COMMANDS + "=" + folder.resolve(ANSWERS),
                "-D" + Folders.PLACE + "=" + folder.resolve(lane.name()),
                "-D" + Script.TOGETHER + "=" + builtTogether(),
                "-cp", System.getProperty("java.class.path"), Test.class.getName(), "--in-lane", lane.name()));
        Stream.of(fast ? "--fast" : "", all ? "--all" : "").filter(option -> !option.isEmpty()).forEach(words::add);
        if (ids != null) {
            words.addAll(List.of("--again", ids.toString()));
        }
        words.addAll(names);
        String name = lane.name() + (ids == null ? "" : "-again");
        Path log = folder.resolve(name + ".log");
        try {
            Process process = new ProcessBuilder(words).directory(Repository.root().toFile())
                    // Only a benchmark prints what a person is to read.
                    .redirectError(lane.name().equals(Lane.BENCH) ? Redirect.INHERIT : Redirect.to(log.toFile()))
                    .start();
            try (var told = process.inputReader()) {
                told.lines().forEach(line -> hear(TestEvent.parse(line), lane));
            }
            int exit = process.waitFor();
            if (exit != 0) {
                hear(TestEvent.ofLane(lane, "its JVM ended with exit code " + exit + "; what it printed is in " + log),
                        lane);
            }
        } catch (IOException e) {
            hear(TestEvent.ofLane(lane, "cannot be run: " + e.getMessage()), lane);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            laneMs.put(name, (System.nanoTime() - start) / 1_000_000);
        }
    }

    private synchronized void hear(TestEvent told, Lane lane) {
        if (told.outcome() == Outcome.CLASS) {
            classMs.merge(told.test(), told.ms(), Long::sum);
            return;
        }
        TestEvent event = told.outcome() == Outcome.SKIPPED && System.getenv("CI") != null && !isAllowedToSkip(told)
                ? told.failed("skipped in CI (" + told.message() + "), and tests/skips.txt does not allow it")
                : told;
        System.out.printf("%-7s %-8s %s (%d ms)%s%n", event.outcome().word(), lane.name(), event.test(), event.ms(),
                event.trace().isEmpty() && !event.message().isEmpty() ? ": " + event.message() : "");
        if (!event.trace().isEmpty()) {
            System.out.println(event.trace().indent(8).stripTrailing());
        }
        if (event.folder() != null) {
            System.out.println("        its files: " + event.folder());
        }
        if (event.id() != null) {
            tryAlone.computeIfAbsent(lane, one -> new ArrayList<>()).add(event.id());
        }
        ended.add(event);
    }

    private static boolean isAllowedToSkip(TestEvent event) {
        return Repository.skips().keySet().stream().anyMatch(allowed -> allowed.endsWith(")")
                // One case of a test with parameters, which JUnit calls: [1] name = "value"
                ? event.test().startsWith(allowed.substring(0, allowed.indexOf('(') + 1))
                        && event.test().replace("\"", "").endsWith(" = " + allowed.substring(allowed.indexOf('(') + 1))
                : event.test().startsWith(allowed + "("));
    }

    private int conclude(Path folder, long ms) {
        System.out.println();
        System.out.println("The slowest classes (s): " + String.join(", ", classMs.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed()).limit(SLOWEST)
                .map(e -> e.getKey() + " " + e.getValue() / 1000).toList()));
        System.out
                .println(
                        "The lanes (s): "
                                + String.join(", ",
                                        laneMs.entrySet().stream().map(e -> e.getKey() + " " + e.getValue() / 1000)
                                                .toList())
                                + "; in all " + ms / 1000);
        List<TestEvent> skipped = of(Outcome.SKIPPED);
        skipped.stream().map(TestEvent::message).distinct().forEach(why -> System.out.println("Skipped: " + why));
        List<TestEvent> failed = of(Outcome.FAILED);
        failed.forEach(event -> System.out.println("FAILED " + event.test() + ": " + brief(event.message())
                + (event.folder() == null ? "" : " [" + event.folder() + "]")));
        int passed = of(Outcome.PASSED).size();
        System.out.println(passed + " passed, " + failed.size() + " failed"
                + (skipped.isEmpty() ? "" : ", " + skipped.size() + " skipped"));
        if (failed.isEmpty()) {
            kit.base.Folders.delete(folder);
        }
        return !failed.isEmpty() ? 1 : passed == 0 ? NONE : 0;
    }

    /** What a line has room for: all of it stands above. */
    private static String brief(String message) {
        return message.length() <= BRIEF ? message : message.substring(0, BRIEF) + "...";
    }

    private List<TestEvent> of(Outcome outcome) {
        return ended.stream().filter(event -> event.outcome() == outcome).toList();
    }
}
