package kit.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import kit.report.CellReport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;
import tests.Repository;

/** What requests wait for, by real dumps of a service on two JDKs, by stacks as Spring Boot has them, and without. */
@Tag(Lane.UNIT)
class WaitingProfileTest {

    private static final String SHOP = "org.example.Shop.";

    @TempDir
    Path folder;

    private static Path dump(String name) {
        return Repository.root().resolve("tests/fixtures/dumps").resolve(name + ".json");
    }

    private static CellReport.Waits waits(double underWay, List<ThreadStack> threads) {
        return new WaitingProfile(List.of(WaitingProfile.Sample.of(threads, underWay))).waits(List.of(), null);
    }

    /** Requests by what they wait for. */
    private static Map<String, Double> places(CellReport.Waits waits) {
        var places = new TreeMap<String, Double>();
        waits.places().forEach(place -> places.put(place.line().replace(SHOP, "") + " " + place.operation(),
                place.requests()));
        return places;
    }

    /** Twelve threads serve, and one request waits for a thread. A dispatcher and a cleaner serve nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"21-platform", "21-virtual", "25-platform", "25-virtual"})
    void everyThreadThatServesIsCountedOnceAtItsLine(String name) throws IOException {
        int serving = name.endsWith("virtual") ? 13 : 12;
        CellReport.Waits waits = waits(14, ThreadStack.read(dump(name)));
        Map<String, Double> places = places(waits);
        assertEquals(3, places.get("pause:32 Thread.sleep"));
        assertEquals(3, places.get("read:37 SocketInputStream.read"));
        assertEquals(2, places.get("lock:17 ReentrantLock.lock"));
        assertEquals(1, places.get("lock:19 Thread.sleep"), "the one that has the lock");
        assertEquals(1, places.get("call:42 CompletableFuture.get in HttpClientFacade.send"));
        assertEquals(1, places.get("monitor:27 Thread.sleep"));
        assertEquals(14 - serving, places.get(" " + CellReport.Place.NO_THREAD));
        assertEquals(14, places.values().stream().mapToDouble(Double::doubleValue).sum());
        assertEquals(14, waits.underWay());
        assertEquals(1, waits.dumps());
    }

    @Test
    void whatRunsAndWhatWaitsForAMonitorIsToldApartWhereTheJdkTells() throws IOException {
        Map<String, Double> now = places(waits(13, ThreadStack.read(dump("25-virtual"))));
        assertEquals(1, now.get(" running"));
        assertEquals(1, now.get("monitor:27 monitor"));
        Map<String, Double> before = places(waits(13, ThreadStack.read(dump("21-virtual"))));
        assertEquals(1, before.get("compute:48 running or waiting for a monitor"));
        assertEquals(1, before.get("monitor:27 running or waiting for a monitor"));
    }

    /** A frame that is no text costs itself only. */
    @Test
    void aFrameThatIsNoTextIsLeftOut() throws IOException {
        Path hurt = Files.writeString(folder.resolve("hurt.json"), """
                {"threadDump": {"threadContainers": [{"threads": [{"state": "WAITING", "stack":
                [17, "java.base/java.lang.Thread.sleep(Thread.java:509)", null, {}]}]}]}}
                """);
        assertEquals(List.of(stack("WAITING", "java.base/java.lang.Thread.sleep(Thread.java:509)")), ThreadStack.read(
                hurt));
    }

    private static ThreadStack stack(String state, String... frames) {
        return new ThreadStack(state, false, Arrays.stream(frames).map(ThreadStack.Frame::of).toList());
    }

    /** A repository behind two proxies waits for a connection. */
    private static final String[] CONNECTION = {
            "java.base/java.lang.VirtualThread.parkNanos(VirtualThread.java:784)",
            "java.base/java.util.concurrent.locks.LockSupport.parkNanos(LockSupport.java:269)",
            "java.base/java.util.concurrent.SynchronousQueue.poll(SynchronousQueue.java:360)",
            "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:151)",
            "com.zaxxer.hikari.pool.HikariPool.getConnection(HikariPool.java:160)",
            "org.springframework.jdbc.datasource.DataSourceUtils.fetchConnection(DataSourceUtils.java:160)",
            "jdk.proxy2/jdk.proxy2.$Proxy99.findById(Unknown Source)",
            "com.acme.Orders$$SpringCGLIB$$0.find(<generated>)",
            "TomcatEmbeddedWebappClassLoader//com.acme.OrderController.get(OrderController.java:31)",
            "org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:900)",
            "org.apache.catalina.core.StandardEngineValve.invoke(StandardEngineValve.java:72)",
            "com.acme.Main.serve(Main.java:9)"};

    @Test
    void aProxyHasNoLineAndAPoolOfConnectionsIsNamed() {
        assertEquals("com.acme.OrderController.get:31", stack("TIMED_WAITING", CONNECTION).line());
        assertEquals("HikariPool.getConnection", stack("TIMED_WAITING", CONNECTION).operation());
    }

    @Test
    void withoutAnyOwnCodeItIsTheInnermostFrameOutsideTheJdk() {
        ThreadStack proxy = stack("RUNNABLE", "java.base/sun.nio.ch.SocketDispatcher.read0(Native Method)",
                "java.base/java.net.Socket$SocketInputStream.read(Socket.java:1099)",
                "org.apache.http.impl.io.SessionInputBufferImpl.fill(SessionInputBufferImpl.java:153)",
                "org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:900)");
        assertEquals("org.apache.http.impl.io.SessionInputBufferImpl.fill:153", proxy.line());
        assertEquals("SocketInputStream.read", proxy.operation());
    }

    /** Beside it a server has threads of its own, which wait for its end or for work. */
    @Test
    void threadsOfTheServerItselfServeNothing() {
        assertTrue(stack("TIMED_WAITING", CONNECTION).isServing());
        for (String own : List.of("org.apache.catalina.core.StandardServer.await(StandardServer.java:517)",
                "org.apache.tomcat.util.threads.TaskQueue.take(TaskQueue.java:117)",
                "jdk.httpserver/sun.net.httpserver.ServerImpl$Dispatcher.run(ServerImpl.java:516)")) {
            assertFalse(stack("TIMED_WAITING", "java.base/java.lang.Thread.sleep(Thread.java:540)", own).isServing());
        }
    }

    @ParameterizedTest
    @CsvSource({
            // One that was woken waits for a carrier.
            "RUNNABLE, java.base/java.lang.VirtualThread.park(VirtualThread.java:742), RUNS",
            "WAITING, java.base/java.lang.VirtualThread.park(VirtualThread.java:742), WAITS",
            "'', java.base/java.lang.VirtualThread.park(VirtualThread.java:582), WAITS",
            "'', java.base/java.lang.Thread.sleep0(Native Method), WAITS",
            "RUNNABLE, java.base/sun.nio.ch.SocketDispatcher.read0(Native Method), WAITS",
            "BLOCKED, com.acme.Orders.find(Orders.java:5), MONITOR",
            "RUNNABLE, com.acme.Orders.find(Orders.java:5), RUNS", "'', com.acme.Orders.find(Orders.java:5), UNCLEAR"})
    void whatAThreadDoes(String state, String innermost, ThreadStack.Doing doing) {
        assertEquals(doing, stack(state, innermost, "com.acme.Main.serve(Main.java:9)").doing());
    }

    @ParameterizedTest
    @CsvSource({"java.base/java.lang.Thread.sleep(Thread.java:509), java.lang.Thread.sleep:509",
            "com.acme.A$B.c(A.java:7), com.acme.A$B.c:7", "app//com.acme.A.c(Unknown Source), com.acme.A.c",
            "loader/a.module@1.2/com.acme.A.c(A.java:8), com.acme.A.c:8",
            "com.acme.A$$Lambda/0x00007f.run(Unknown Source), com.acme.A$$Lambda/0x00007f.run"})
    void framesWithoutTheirLoaderAndModule(String text, String frame) {
        assertEquals(frame, ThreadStack.Frame.of(text).toString());
    }

    /** Its acceptor and its idle workers are in own code as well, but they are so when nothing is requested, too. */
    @Test
    void ofAServerThatIsNotKnownPlacesThatAreTakenAtRestDoNotCount() {
        ThreadStack accepts = stack("RUNNABLE", "java.base/sun.nio.ch.Net.accept(Native Method)",
                "com.acme.Server.accepts(Server.java:10)");
        ThreadStack idle = stack("WAITING", "java.base/java.util.concurrent.LinkedBlockingQueue.take(Q.java:1)",
                "com.acme.Server.works(Server.java:20)");
        ThreadStack waits = stack("WAITING", "java.base/java.util.concurrent.Semaphore.acquire(S.java:1)",
                "com.acme.Orders.find(Orders.java:5)", "com.acme.Server.works(Server.java:21)");
        var profile = new WaitingProfile(List.of(WaitingProfile.Sample.of(List.of(accepts, idle, waits, waits), 2)));
        assertTrue(profile.needsRest());
        assertEquals(List.of(new CellReport.Place("com.acme.Orders.find:5", "Semaphore.acquire", 2)),
                profile.waits(List.of(accepts, idle, idle), null).places());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5000})
    void aDumpThatIsCutShortIsNoDump(int length) throws IOException {
        Path cut = Files.writeString(folder.resolve("cut.json"),
                Files.readString(dump("25-virtual")).substring(0, length));
        assertThrows(IOException.class, () -> ThreadStack.read(cut));
        Files.writeString(cut, "{}");
        assertThrows(IOException.class, () -> ThreadStack.read(cut));
    }

    /** A JDK whose jcmd is this script. */
    private Path jdk(String script) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("jdk/bin"));
        Files.writeString(bin.getParent().resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        if (script != null) {
            Path jcmd = Files.writeString(bin.resolve("jcmd"), "#!/bin/sh\n" + script + "\n");
            assertTrue(jcmd.toFile().setExecutable(true));
        }
        return bin.getParent();
    }

    private static CellReport.Waits sampled(Path java) {
        return sampled(new WaitSampler(java, 4711, Duration.ofMinutes(1)));
    }

    private static CellReport.Waits sampled(WaitSampler sampler) {
        sampler.take(() -> 13);
        return sampler.read();
    }

    private void assertNone(Path java, String why) {
        CellReport.Waits waits = sampled(java);
        assertEquals(0, waits.dumps());
        assertEquals(List.of(), waits.places());
        assertTrue(waits.missing().contains(why), waits.missing());
    }

    @Test
    void withoutJavaOrJcmdThereIsAReasonAndNoProfile() throws IOException {
        assertNone(null, "no process of the service is a JVM");
        assertNone(jdk(null), "the Java runtime of the service (25.0.1) has no jcmd");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no POSIX shell")
    void whatJcmdWritesIsReadAndWhatItSaysIsTold() throws IOException {
        assertNone(jdk("echo 4711: no such process >&2; exit 1"), "4711: no such process");
        // The file is the last argument, in quotes, since its path may have spaces.
        String copies = "for last; do :; done; file=$(echo \"$last\" | tr -d '\"'); ";
        assertNone(jdk(copies + "head -c 5000 " + dump("25-virtual") + " >\"$file\""), "not whole");
        Path java = jdk(copies + "cat " + dump("25-virtual") + " >\"$file\"");
        assertEquals(1, sampled(new WaitSampler(java, 4711, Duration.ZERO)).dumps(), "where one takes long");
        CellReport.Waits whole = sampled(java);
        assertEquals(null, whole.missing());
        assertEquals(5, whole.dumps());
        assertEquals(65, whole.underWay());
        assertEquals(15, places(whole).get("pause:32 Thread.sleep"));
    }
}
