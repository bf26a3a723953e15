package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.SampleService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.plan.Request.Call;
import own.requests.LeftOut;
import own.requests.LeftOut.Why;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import tests.Lane;
import tests.Measures;

/** What is sent under load is what did not fail when it was tried. */
@Tag(Lane.FAULTS)
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class FirstTryTest {

    @TempDir
    Path folder;

    private static Target target(String... words) {
        var line = Own.commandLine(words);
        line.parseArgs(words);
        return Arguments.target(line.getCommand());
    }

    private Target target(Path requests) {
        return target("--jar", SampleService.jar(folder).toString(), "--requests", requests.toString());
    }

    private Path requests(String... lines) throws IOException {
        return Files.writeString(folder.resolve("all.http"), String.join("\n###\n", lines));
    }

    private static List<String> names(Stream<Call> calls) {
        return calls.map(Call::toString).distinct().toList();
    }

    /** One of sixteen is 6.3 %, and the load stops at 5 %. */
    @Test
    void aRequestOfAFileThatAlwaysFailsIsNamedAndLeftOut() throws Exception {
        Target target = target(requests("GET /at-once", "GET /fails", "# @weight 2\nGET /wait", "GET /secret",
                "GET /breaks"));
        FirstTry tried = FirstTry.of(target, false);
        assertEquals(List.of("GET /fails", "GET /secret", "GET /breaks"), names(tried.failing().keySet().stream()));
        assertEquals(5, tried.answers().size());

        Target without = target.having(tried.failing(), false);
        assertEquals(List.of("GET /wait", "GET /at-once"), names(without.request().calls().stream()).stream().sorted(
                Comparator.reverseOrder()).toList());
        assertEquals(Map.of(Why.FAILS, 3L), without.file().leftOut().stream().collect(Collectors.toMap(LeftOut::why,
                LeftOut::requests)));
        assertTrue(
                without.file().leftOut().getFirst().first().startsWith("GET /fails was answered with the status 500"));
        assertEquals(target.request().mostFailed(), without.request().mostFailed());

        Target kept = target.having(tried.failing(), true);
        assertEquals(target.request().calls(), kept.request().calls());
        assertEquals(0.05 + 3 / 6.0, kept.request().mostFailed(), 1e-9, "5 % of the others");
    }

    @Test
    @Measures
    void oneThatFailsAtOnceIsNotTheLightest() throws Exception {
        FirstTry tried = FirstTry.of(target(requests("GET /at-once", "GET /fails", "GET /wait")), false);
        assertEquals("GET /at-once", String.valueOf(tried.lightest()));
    }

    /** As one that deletes does. The service is cold the first time, and may fail for that. */
    @Test
    void theSecondAnswerDecides() throws Exception {
        assertEquals(Set.of("GET /once"), Set.copyOf(names(FirstTry.of(target(requests("GET /at-once", "GET /once")),
                false).failing().keySet().stream())));
        FirstTry late = FirstTry.of(target(requests("GET /at-once", "GET /late")), false);
        assertEquals(Map.of(), late.failing());
        assertEquals(List.of(200, 200), late.answers().stream().map(FirstTry.Answer::status).toList());
    }

    @Test
    void whereAllFailNothingIsMeasured() throws IOException {
        Target target = target(requests("GET /fails", "GET /none"));
        assertTrue(assertThrows(LabException.class, () -> FirstTry.of(target, false)).getMessage().startsWith(
                "GET /fails was answered with the status 500: nothing was measured"));
    }

    @Test
    void theCookiesOfARecordingGoToItsHostOrThisMachineOnly() throws IOException {
        Path file = Files.writeString(folder.resolve("page.har"), """
                {"log": {"entries": [{"request": {"method": "GET", "url": "http://198.51.100.7:8080/a", "headers": [
                  {"name": "Cookie", "value": "hush"}]}}]}}""");
        List<String> words = List.of("--requests", file.toString());
        assertEquals("hush", cookie(words, "--url", "http://127.0.0.1:1"));
        assertEquals("hush", cookie(words, "--url", "http://198.51.100.7", "--allow-host", "198.51.100.7"));
        assertNull(cookie(words, "--url", "http://203.0.113.7", "--allow-host", "203.0.113.7"));
        assertEquals("hush",
                cookie(words, "--url", "http://203.0.113.7", "--allow-host", "203.0.113.7", "--with-secrets"));
    }

    private static String cookie(List<String> words, String... more) {
        return target(Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new)).request().first().headers()
                .get("Cookie");
    }
}
