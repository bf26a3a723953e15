package old.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.SampleService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.plan.Demand;
import kit.plan.Stages;
import kit.service.ForeignService;
import kit.service.Ready;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** What is started, and which loads are measured, by the command line and a pilot. */
@Tag(Lane.UNIT)
class OwnPlanTest {

    private static final Duration BOOT = Duration.ofSeconds(2);

    @TempDir
    Path folder;

    private Own options(String... more) {
        var words = new ArrayList<>(List.of("--get", "/wait"));
        words.addAll(List.of(more));
        var line = Own.commandLine();
        line.parseArgs(words.toArray(String[]::new));
        return line.getCommand();
    }

    private Own ofJar(String... more) {
        var words = new ArrayList<>(List.of("--jar", SampleService.jar(folder).toString()));
        words.addAll(List.of(more));
        return options(words.toArray(String[]::new));
    }

    private static List<String> started(kit.plan.Variant variant) {
        return ((ForeignService) variant.service()).words();
    }

    private static List<String> told(kit.plan.Variant variant) {
        return ((ForeignService) variant.service()).arguments();
    }

    @Test
    void aJarIsToldItsPlaceAndTheSwitch() {
        Target target = Arguments.target(ofJar("--jvm", "-Xmx64m '-Dname=two words'", "--", "--a=b"));
        assertEquals(Stream.of(List.of("java"), Arguments.SHOWS_POOLS, List.of("-Xmx64m", "-Dname=two words", "-jar",
                folder.resolve("sample.jar").toString(),
                "--server.address=127.0.0.1", "--server.port={port}", "--a=b")).flatMap(List::stream).toList(),
                started(target.platform()));
        assertEquals(List.of("--spring.threads.virtual.enabled=false"), told(target.platform()));
        assertEquals(List.of("--spring.threads.virtual.enabled=true"), told(target.virtual()));
        assertEquals(List.of(200, 0), List.of(target.platform().concurrencyLimit(),
                target.virtual().concurrencyLimit()));
    }

    @Test
    void aPoolOfTheServicesOwnIsKnownAndReplaced() {
        Target target = Arguments.target(ofJar("--", "--server.tomcat.threads.max=20"));
        assertEquals(20, target.pool());
        assertEquals(20, target.platform().concurrencyLimit());
        assertTrue(started(target.platform()).contains("--server.tomcat.threads.max=20"));
        assertEquals(false, started(target.sized(80)).contains("--server.tomcat.threads.max=20"));
        assertTrue(told(target.sized(80)).contains("--server.tomcat.threads.max=80"));
        assertEquals(30, Arguments.target(ofJar("--pool", "30", "--", "--server.tomcat.threads.max=20")).pool());
    }

    @Test
    void aCommandIsSplitAsAShellDoesAndAnotherSwitchIsNotSized() {
        Target target = Arguments.target(options("--command", "run \"two words\" {switch} --port={port}", "--switch",
                "threads=a|b"));
        assertEquals(List.of("run", "two words", "{switch}", "--port={port}"), started(target.virtual()));
        assertEquals(List.of("--threads=b"), told(target.virtual()));
        assertEquals(false, target.canSize());
    }

    @Test
    void twoVariantsMayHaveAnyArguments() {
        Target target = Arguments.target(options("--command", "run --port={port}", "--variant", "pool=--threads=8 "
                + "'--b=c d'", "--variant", "loom=--loom"));
        assertEquals(List.of("pool", "loom"), List.of(target.platform().name(), target.virtual().name()));
        assertEquals(List.of("--threads=8", "--b=c d"), told(target.platform()));
        assertEquals(List.of("--loom"), told(target.virtual()));
        assertEquals(false, target.canSize());
    }

    @Test
    void agentsAreFoundByTheirFlags() {
        assertEquals(List.of("otel.jar", "probe.so"), Arguments.target(ofJar("--jvm",
                "-javaagent:/opt/otel.jar=a=/b -Xmx1g -agentpath:probe.so")).agents());
        assertEquals(List.of(), Arguments.target(ofJar()).agents());
        assertEquals(List.of("dd.jar", "hook"), Target.agents(List.of("java", "-jar", "app.jar"), Map.of(
                "JAVA_TOOL_OPTIONS", "-Xmx1g -javaagent:/opt/dd.jar", "JDK_JAVA_OPTIONS", "-agentlib:hook=x",
                "OTHER", "-javaagent:none.jar")), "a JVM takes flags from its environment, too");
    }

    @Test
    void theCommandHasThePortTheSwitchAndTheRecordingWhereTheyBelong() {
        var around = ForeignService.Around.here();
        var ready = new Ready("/", false, BOOT);
        Path java = Path.of(System.getProperty("java.home"));
        assertEquals(List.of("run", "--a=b", "--port=41"), new ForeignService(List.of("run", "{switch}",
                "--port={port}"), List.of("--a=b"), 0, ready, around).command(java, 41));
        List<String> ofJar = new ForeignService(List.of("java", "-jar", "x.jar"), List.of("--a=b"), 0, ready, around)
                .command(java, 41);
        assertTrue(ofJar.getFirst().startsWith(java.toString()), "the JDK of the cell: " + ofJar);
        assertEquals(List.of("-jar", "x.jar", "--a=b"), ofJar.subList(1, 4));
    }

    private static List<Integer> users(LoadPlan plan, Demand demand, int cpus) {
        return plan.stages(demand, cpus).stages().stream().map(Stages.Stage::users).toList();
    }

    private LoadPlan plan(Own options) {
        return new LoadPlan(options, Arguments.target(options), BOOT, Duration.ofMillis(100));
    }

    @Test
    void usersAreBelowAndAboveWhatThePoolServes() {
        // 400 ms of which 2 ms are CPU: the pool binds at 200 users.
        assertEquals(List.of(100, 400), users(plan(ofJar()), Demand.measured(0.4, 0.002), 2));
        // 20 ms of CPU on two CPUs: 100/s at most, so 200 users wait 2 s.
        assertEquals(List.of(1, 200), users(plan(ofJar()), Demand.measured(0.02, 0.02), 2));
        assertEquals(List.of(50, 60), users(plan(ofJar("-c", "50,60")), Demand.measured(0.4, 0.002), 2));
        // The peak has 1000 x 0.4 = 400 under way.
        assertEquals(List.of(100, 600), users(plan(ofJar("--rate", "1000")), Demand.measured(0.4, 0.001), 8));
    }

    /** As many as fit into the minutes. */
    @ParameterizedTest
    @CsvSource({"0.05, 10, 10", "0.4, 10, 20", "4, 10, 44", "4, 30, 60"})
    void anEngineHasManyRoundsOfItsUsers(double seconds, String minutes, int held) {
        Own options = ofJar("--engine", "wrk", "-c", "100", "--minutes", minutes);
        var stage = plan(options).stages(Demand.measured(seconds, 0.0001), 8).stages().getFirst();
        assertEquals(held, stage.to() - stage.from());
    }

    @Test
    void aPoolIsSizedForTheMostUsersAndForThePeak() {
        Demand demand = Demand.measured(0.4, 0.001);
        LoadPlan plan = plan(ofJar("--rate", "2000"));
        assertEquals(1600, plan.threads(plan.stages(demand, 8), demand), "by Little's law, twice");
        LoadPlan calm = plan(ofJar());
        assertEquals(400, calm.threads(calm.stages(demand, 8), demand));
    }

    @ParameterizedTest
    @CsvSource({"300, 6", "8000, 12", "60000, 20"})
    void aServiceThatStartsSlowlyIsWarmedUpForLonger(long bootMs, long seconds) {
        Own options = ofJar();
        assertEquals(Duration.ofSeconds(seconds), new LoadPlan(options, Arguments.target(options), Duration.ofMillis(
                bootMs), Duration.ofMillis(100)).warmUp());
    }

    @Test
    void aLongerWarmUpLeavesTimeForFewerForks() {
        LoadPlan asked = plan(ofJar("--warmup", "40s"));
        assertEquals(Duration.ofSeconds(40), asked.warmUp());
        assertEquals(List.of(1, 3), List.of(asked.forks(), plan(ofJar()).forks()));
    }

    @Test
    void pilotsAreLongEnoughForSlowRequests() {
        Own options = ofJar();
        Target target = Arguments.target(options);
        assertEquals(Duration.ofSeconds(3), new LoadPlan(options, target, BOOT, Duration.ofMillis(100)).pilots());
        assertEquals(Duration.ofSeconds(12), new LoadPlan(options, target, BOOT, Duration.ofMillis(500)).pilots());
        assertEquals(Duration.ofSeconds(20), new LoadPlan(options, target, BOOT, Duration.ofSeconds(5)).pilots());
        assertEquals(Duration.ofSeconds(1), new LoadPlan(options, target, BOOT, Duration.ofMillis(1)).pilots());
        assertEquals(Duration.ofSeconds(2), new LoadPlan(ofJar("--quick"), target, BOOT, Duration.ofSeconds(5))
                .pilots());
    }

    /** 400 users of 200 threads wait for 4 s, and four such rounds are longer than the longest stage. */
    @ParameterizedTest
    @CsvSource({"4, 1", "6, 2", "7, 3", "10, 3", "60, 3"})
    void stagesOfSlowRequestsFitIntoTheMinutes(int minutes, int forks) {
        Own options = ofJar("--minutes", String.valueOf(minutes));
        Target target = Arguments.target(options);
        var plan = new LoadPlan(options, target, BOOT, Duration.ofSeconds(2));
        assertEquals(forks, plan.forks());
        Stages stages = plan.stages(Demand.measured(2, 0.001), 2);
        double cell = plan.aroundACell().plus(plan.warmUp()).toMillis() / 1000.0;
        double pilots = target.piloted() * (cell + 2 * (1 + plan.pilots().toSeconds()));
        double all = pilots + forks * target.variants() * (cell + stages.stages().getLast().to());
        assertTrue(all <= 1.05 * 60 * minutes, all + " s");
        double held = stages.stages().getLast().to() - stages.stages().getLast().from();
        assertTrue(held >= 5 && held <= 12 && (minutes < 60 || held == 12), held + " s");
    }

    @Test
    void minutesDecideTheForks() {
        assertEquals(3, plan(ofJar()).forks());
        assertEquals(3, plan(ofJar("--rate", "100")).forks());
        assertEquals(1, plan(ofJar("--rate", "100", "--minutes", "4")).forks());
        assertEquals(5, plan(ofJar("--minutes", "4", "--forks", "5")).forks());
        LabException tooShort = assertThrows(LabException.class, () -> plan(ofJar("--minutes", "1")).forks());
        assertTrue(tooShort.getMessage().contains("--minutes 1 is too short"), tooShort.getMessage());
        Own shorter = ofJar("--rate", "100", "--minutes", "3");
        assertThrows(LabException.class, () -> LoadPlan.checkMinutes(shorter, Arguments.target(shorter)));
        Own enough = ofJar("--rate", "100", "--minutes", "4");
        LoadPlan.checkMinutes(enough, Arguments.target(enough));
        assertEquals(1, plan(ofJar("--minutes", "1", "--quick")).forks());
    }
}
