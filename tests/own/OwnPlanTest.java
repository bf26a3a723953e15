package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.SampleService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.machine.Jdks;
import kit.plan.BenchPlan;
import kit.plan.Cell;
import kit.plan.Demand;
import kit.plan.Metric;
import kit.plan.Quantity;
import kit.plan.Request.Call;
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
        Target target = Arguments.target(options("--command", "run --port={port}", "--switch", "--threads=8 "
                + "'--b=c d' | --loom"));
        assertEquals(List.of("platform", "virtual"), List.of(target.platform().name(), target.virtual().name()));
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
        var ready = new Ready("/", BOOT);
        Path java = Path.of(System.getProperty("java.home"));
        assertEquals(List.of("run", "--a=b", "--port=41"), new ForeignService(List.of("run", "{switch}",
                "--port={port}"), List.of("--a=b"), ready, around).command(java, 41));
        List<String> ofJar = new ForeignService(List.of("java", "-jar", "x.jar"), List.of("--a=b"), ready, around)
                .command(java, 41);
        assertTrue(ofJar.getFirst().startsWith(java.toString()), "the JDK of the cell: " + ofJar);
        assertEquals(List.of("-jar", "x.jar", "--a=b"), ofJar.subList(1, 4));
    }

    private LoadPlan plan(Own options) {
        return new LoadPlan(options, Arguments.target(options), BOOT, Duration.ofMillis(100));
    }

    @Test
    void usersAreBelowAndAboveWhatThePoolServes() {
        // 400 ms of which 2 ms are CPU: the pool binds at 200 users.
        assertEquals(List.of(100, 400), plan(ofJar()).users(Demand.measured(0.4, 0.002), 2));
        // 20 ms of CPU on two CPUs: 100/s at most, so 200 users wait 2 s.
        assertEquals(List.of(1, 200), plan(ofJar()).users(Demand.measured(0.02, 0.02), 2));
        assertEquals(List.of(50, 60), plan(ofJar("-c", "50,60")).users(Demand.measured(0.4, 0.002), 2));
        // The peak has 1000 x 0.4 = 400 under way.
        assertEquals(List.of(100, 600), plan(ofJar("--rate", "1000")).users(Demand.measured(0.4, 0.001), 8));
    }

    /** Its users are cut off in their last round, so there are many. */
    @ParameterizedTest
    @CsvSource({"0.05, 10", "0.4, 20", "4, 60"})
    void anExternalLoadGeneratorHasManyRoundsOfItsUsers(double seconds, int held) {
        Own options = ofJar("--generator", "wrk", "-c", "100");
        assertEquals(Duration.ofSeconds(held),
                plan(options).closed(100, Demand.measured(seconds, 0.0001), 8).duration());
        assertEquals(1, plan(options).rounds());
        assertEquals(2, plan(ofJar()).rounds());
    }

    @Test
    void aPoolIsSizedForTheMostUsersAndForThePeak() {
        Demand demand = Demand.measured(0.4, 0.001);
        LoadPlan plan = plan(ofJar("--rate", "2000"));
        assertEquals(1600, plan.threads(600, demand), "by Little's law, twice");
        LoadPlan calm = plan(ofJar());
        assertEquals(400, calm.threads(400, demand));
    }

    @ParameterizedTest
    @CsvSource({"300, 6", "8000, 12", "60000, 20"})
    void aServiceThatStartsSlowlyIsWarmedUpForLonger(long bootMs, long seconds) {
        Own options = ofJar();
        assertEquals(Duration.ofSeconds(seconds), new LoadPlan(options, Arguments.target(options), Duration.ofMillis(
                bootMs), Duration.ofMillis(100)).warmUp());
    }

    @Test
    void aWarmUpThatWasAskedForIsTheLongest() {
        assertEquals(Duration.ofSeconds(40), plan(ofJar("--warmup", "40s")).warmUp());
    }

    @Test
    void pilotsAreLongEnoughForSlowRequests() {
        Own options = ofJar();
        Target target = Arguments.target(options);
        assertEquals(Duration.ofSeconds(2), new LoadPlan(options, target, BOOT, Duration.ofMillis(100)).pilotBlock());
        assertEquals(Duration.ofSeconds(6), new LoadPlan(options, target, BOOT, Duration.ofMillis(500)).pilotBlock());
        assertEquals(Duration.ofSeconds(20), new LoadPlan(options, target, BOOT, Duration.ofSeconds(5)).pilotBlock());
    }

    @Test
    void theMinutesLimitTheForks() {
        BenchPlan ten = plan(ofJar()).bench(Duration.ofSeconds(60), BenchPlan.Alive.ALL);
        assertTrue(ten.limit().toSeconds() > 300 && ten.limit().toSeconds() < 540, ten.limit()::toString);
        assertEquals(8, ten.forks());
        assertFalse(ten.fixed());
        assertEquals(Duration.ZERO, plan(ofJar("--minutes", "2")).bench(Duration.ofSeconds(60), BenchPlan.Alive.ALL)
                .limit(), "one fork");
    }

    @Test
    void minutesThatAreTooFewForOneForkAreRefused() {
        plan(ofJar("--rate", "100", "--minutes", "2")).checkMinutes();
        LabException tooShort = assertThrows(LabException.class,
                () -> plan(ofJar("--minutes", "0.5")).checkMinutes());
        assertTrue(tooShort.getMessage().contains("--minutes 0.5 is too short"), tooShort.getMessage());
    }

    /** The peak decides where it is told, and else the most users. */
    @Test
    void aPlanHasItsLoadsAndWhatDecides() {
        Demand demand = Demand.measured(0.4, 0.002);
        var needs = new Pilot.Needs(Map.of("platform", demand, "virtual", demand), List.of(), BenchPlan.Alive.ALL,
                Optional.empty());
        Own ofPeak = ofJar("--rate", "100");
        Target target = Arguments.target(ofPeak);
        OwnPlan peak = OwnPlan.of("?", target, plan(ofPeak), needs, Call.get("/light"), List.of(), Duration.ZERO);
        assertEquals(List.of("100 requests/s DECIDES", "100 users WARNS", "400 users WARNS"),
                peak.loads().stream().map(load -> load.name() + " " + load.role()).toList());
        assertEquals(List.of("platform-r100", "virtual-r100", "platform-sized-r100"), peak.plan().comparisons()
                .getFirst().cells().stream().map(Cell::name).toList());
        assertEquals(1, peak.loads().stream().filter(load -> load.beside() != null && load.load().isClosed()).count(),
                "the light call is sent beside the peak, and beside the most users");
        Own capacity = ofJar("-c", "10,40");
        OwnPlan users = OwnPlan.of("?", Arguments.target(capacity), plan(capacity), needs, null, List.of(Requirement
                .of("cpu <= 1.2 x platform")), Duration.ZERO);
        assertEquals(List.of("10 users COUNTS", "40 users DECIDES"),
                users.loads().stream().map(load -> load.name() + " " + load.role()).toList());
        assertEquals(List.of(Metric.THROUGHPUT, Metric.P95, Metric.CPU_PER_REQUEST), users.plan().claims().stream()
                .map(claim -> ((Quantity.Ratio) claim.quantity()).above().metric()).toList());
    }

    /** Two CPUs serve 40 requests a second, or 20,000. */
    @ParameterizedTest
    @CsvSource({"0.05, true", "0.0001, false"})
    void whereFewRequestsAreSentTheLoadGeneratorIsNotCompiledByC2(double cpuSeconds, boolean isC1Only) {
        Demand demand = Demand.measured(0.05, cpuSeconds);
        Own options = ofJar("-c", "40");
        var needs = new Pilot.Needs(Map.of("platform", demand, "virtual", demand), List.of(), BenchPlan.Alive.ALL,
                Optional.empty());
        Under load = OwnPlan.of("?", Arguments.target(options), plan(options), needs, null, List.of(), Duration.ZERO)
                .loads().getFirst();
        assertEquals(List.of(isC1Only, isC1Only, isC1Only), Stream.of(load.platform(), load.virtual(), load.sized())
                .map(variant -> variant.flags().contains(Jdks.C1_ONLY)).toList());
    }

    /** Few requests tell no percentile, so blocks are longer, and else the mean decides. */
    @ParameterizedTest
    @CsvSource({"100, 2000, P95", "4, 10000, P50", "0.5, 15000, MEAN"})
    void aLowPeakHasLongBlocks(String rate, long millis, Metric tail) {
        Demand demand = Demand.measured(0.05, 0.002);
        Own options = ofJar("--rate", rate);
        var needs = new Pilot.Needs(Map.of("platform", demand, "virtual", demand), List.of(), BenchPlan.Alive.ALL,
                Optional.empty());
        OwnPlan plan = OwnPlan.of("?", Arguments.target(options), plan(options), needs, null, List.of(),
                Duration.ZERO);
        assertEquals(millis, plan.plan().bench().busyBlock().toMillis());
        assertEquals(List.of(Metric.THROUGHPUT, tail), plan.plan().claims().stream()
                .map(claim -> ((Quantity.Ratio) claim.quantity()).above().metric()).toList());
    }

    /** It has no number of users, so the peak alone is measured. */
    @Test
    void aCommandWithARateSendsThePeakOnly() {
        Demand demand = Demand.measured(0.05, 0.002);
        Own options = ofJar("--rate", "50", "--generator", "wrk2 -c {users} -R {rate} -d {duration}s {url}");
        var needs = new Pilot.Needs(Map.of("platform", demand, "virtual", demand), List.of(), BenchPlan.Alive.ALL,
                Optional.empty());
        OwnPlan plan = OwnPlan.of("?", Arguments.target(options), plan(options), needs, null, List.of(),
                Duration.ZERO);
        assertEquals(List.of("50 requests/s"), plan.loads().stream().map(Under::name).toList());
        assertEquals(10, plan.plan().bench().busyBlock().toSeconds());
    }
}
