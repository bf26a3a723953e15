package own.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kit.base.LabException;
import kit.load.ExternalGenerator;
import kit.plan.ClosedLoop;
import kit.plan.Load;
import kit.plan.OpenLoop;
import kit.plan.Request;
import kit.plan.Request.Call;
import kit.plan.Traffic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;
import tests.Repository;

/** Commands and scripts of engines, as they are written from requests. */
@Tag(Lane.UNIT)
class RecipesTest {

    private static final Request TWO = Request.of(List.of(
            new Call("GET", "/a?b=1", new LinkedHashMap<>(Map.of("X-Word", "say \"hi\" \\ ü")), null),
            new Call("POST", "/c", new LinkedHashMap<>(), "{\"d\": \"e\n\"}")));

    private static Map<String, String> script(String generator, Request request) {
        try {
            return RecipeGenerator.named(generator).script(request);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String script(String engine) {
        Map<String, String> files = script(engine, TWO);
        assertEquals(1, files.size());
        return files.values().iterator().next();
    }

    @Test
    void aScriptOfWrkHasTheRequestsAsLua() {
        Repository.contains(script("wrk"),
                "{ method = \"GET\", path = \"/a?b=1\", headers = { [\"X-Word\"] = "
                        + "\"say \\034hi\\034 \\092 \\195\\188\" } },",
                "{ method = \"POST\", path = \"/c\", headers = {  }, body = \"{\\034d\\034: \\034e\\010\\034}\" },",
                "turn = turn % #formatted + 1");
    }

    @Test
    void aScriptOfK6HasTheRequestsAsJavaScript() {
        Repository.contains(script("k6"),
                "{ method: \"GET\", path: \"/a?b=1\", headers: {\"X-Word\":\"say \\\"hi\\\" \\\\ ü\"}, body: null },",
                "{ method: \"POST\", path: \"/c\", headers: {}, body: \"{\\\"d\\\": \\\"e\\n\\\"}\" },",
                "iterationInTest % calls.length", "'constant-arrival-rate'", "'constant-vus'");
    }

    @Test
    void aScriptOfLocustHasTheRequestsAsPython() {
        Repository.contains(script("locust"),
                "(\"GET\", \"/a?b=1\", {\"X-Word\":\"say \\\"hi\\\" \\\\ ü\"}, None),",
                "(\"POST\", \"/c\", {}, \"{\\\"d\\\": \\\"e\\n\\\"}\"),", "wait_time = constant(0)");
    }

    @Test
    void aScriptOfHyperfoilHasTheRequestsAsYaml() {
        Repository.contains(script("hyperfoil"), """
                      scenario:
                      - call1:
                        - httpRequest:
                            GET: "/a?b=1"
                            headers: {"X-Word":"say \\"hi\\" \\\\ ü"}
                            body: ""
                """, """
                      - call2:
                        - httpRequest:
                            POST: "/c"
                """);
        var reference = Request.of(List.of(new Call("GET", "/a", new LinkedHashMap<>(Map.of("X", "${b}")), null)));
        Repository.contains(script("hyperfoil", reference).toString(), "{\"X\":\"$${b}\"}");
    }

    /** Twice in the requests is twice in a turn. */
    @ParameterizedTest
    @CsvSource({"wrk, 'path = \"/twice\"'", "k6, 'path: \"/twice\"'",
            "hyperfoil, 'GET: \"/twice\"'",
            "locust, '\"/twice\"'"})
    void aWeightIsKept(String engine, String path) {
        var weighted = Request.of(List.of(Call.get("/twice"), Call.get("/once"), Call.get("/twice")));
        String text = script(engine, weighted).values().iterator().next();
        assertEquals(2, text.split(java.util.regex.Pattern.quote(path), -1).length - 1, text);
    }

    @Test
    void abHasItsRequestInItsWords() {
        var ab = new Ab();
        assertEquals(List.of(), ab.options(Request.get("/a")));
        var post = Request.of(List.of(new Call("POST", "/a", new LinkedHashMap<>(Map.of("content-type", "text/x",
                "X-A", "b")), "body")));
        List<String> words = ab.options(post);
        assertTrue(words.containsAll(List.of("-H", "X-A: b", "-p", "{folder}/body", "-T", "text/x")), words.toString());
        assertFalse(words.contains("content-type: text/x"), "it is told once: " + words);
        assertEquals(Map.of("body", "body"), ab.files(post));
        assertEquals("ab sends one request: take wrk, k6 or locust for several", ab.refuses(TWO));
        assertTrue(ab.refuses(Request.of(List.of(new Call("DELETE", "/a", new LinkedHashMap<>(), null)))).contains(
                "for DELETE /a"));
        assertNull(ab.refuses(post));
        for (String secret : List.of("Authorization", "cookie", "X-Api-Key", "X-CSRF-Token", "Client-Secret")) {
            assertTrue(String.valueOf(ab.refuses(Request.of(List.of(Call.get("/a").with(secret, "hush"))))).startsWith(
                    "ab takes headers on its command line, which all users of this machine can read"), secret);
        }
        assertEquals(Map.of(), script("ab", Request.get("/a")), "its words say all");
    }

    @Test
    void hyperfoilDoesNotKnowTheMethodQuery() {
        var query = Request.of(List.of(new Call("QUERY", "/a", new LinkedHashMap<>(), "b")));
        assertTrue(String.valueOf(Hyperfoil.here().refuses(query)).contains("QUERY"));
        assertNull(Hyperfoil.here().refuses(TWO));
        assertNull(new K6().refuses(query));
    }

    @Test
    void aGeneratorWithoutARecipeIsNamedWithThoseThatHaveOne() {
        LabException unknown = assertThrows(LabException.class, () -> RecipeGenerator.named("siege"));
        assertEquals(
                "there is no recipe for 'siege': there are locust, k6, hyperfoil, wrk, ab. A command takes any other "
                        + "one, such as --generator 'wrk -c {users} -d {duration}s --latency {url}'",
                unknown.getMessage());
    }

    private static Placeholders values(Load load) {
        var job = new ExternalGenerator.Job(URI.create("http://127.0.0.1:8081"),
                new Traffic("", Request.get("/a?b=c"), load), Duration.ofSeconds(7), Path.of("cell"));
        return new Placeholders(job, 7, Path.of("/run/cell.generator"), Path.of("/scripts"), 5557);
    }

    /** Each of its agents has a name of its own, wherever it is. */
    @Test
    void aControllerOfHyperfoilHasItsAddressAndItsAgents() {
        Hyperfoil there = Hyperfoil.byController("hyperfoil@http://10.0.0.9:8090,load@10.0.0.10,load@10.0.0.10");
        assertTrue(there.words(false).contains("CONTROLLER=http://10.0.0.9:8090"), there.command());
        assertTrue(there.isElsewhere());
        Repository.contains(there.files(Request.get("/a")).toString(), """
                agents:
                  agent-1: "load@10.0.0.10"
                  agent-2: "load@10.0.0.10"
                phases:
                """);
        assertFalse(Hyperfoil.byController("hyperfoil@http://127.0.0.1:8090").isElsewhere());
        assertFalse(Hyperfoil.here().files(Request.get("/a")).toString().contains("agents"));
        LabException wrong = assertThrows(LabException.class, () -> RecipeGenerator.named("hyperfoil@10.0.0.9"));
        assertTrue(wrong.getMessage().startsWith("--generator hyperfoil@10.0.0.9: '10.0.0.9' is no address of a "
                + "controller"), wrong.getMessage());
    }

    @Test
    void wordsOfACommandAreFilled() {
        Placeholders closed = values(ClosedLoop.of(40, Duration.ofSeconds(7)));
        assertEquals("http://127.0.0.1:8081/a?b=c|http://127.0.0.1:8081|40|7s|/run/cell.generator.csv|/scripts/x|5557",
                closed.fill("{url}|{base}|{users}|{duration}s|{out}.csv|{folder}/x|{port}"));
        assertEquals("140000 {unknown}", closed.fill("{requests} {unknown}"));
        assertEquals("1", values(ClosedLoop.of(1, Duration.ofSeconds(7))).fill("{threads}"), "one user, one thread");
        assertEquals("12.5", values(new OpenLoop(12.5, Duration.ofSeconds(7))).fill("{rate}"));
    }

    @Test
    void aCommandThatIsTypedMayHaveARate() throws Exception {
        assertTrue(RecipeGenerator.typed(List.of("sh", "-c", "{rate}", "{url}")).hasRate());
        assertFalse(RecipeGenerator.typed(List.of("sh", "{url}")).hasRate());
        assertEquals("there is no nowhere/engine on this machine: install it, or name it with its folder",
                RecipeGenerator.typed(List.of("nowhere/engine", "{url}")).missing());
    }
}
