package kit.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tests.Repository.contains;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kit.base.LabException;
import kit.plan.Request.Call;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** Requests by the files that people have: of IDEs, of browsers, and OpenAPI documents. */
@Tag(Lane.UNIT)
class RequestFileTest {

    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private RequestFile read(String name, String text) throws IOException {
        return RequestFile.read(file(name, text), false);
    }

    private static List<String> names(RequestFile file) {
        return file.calls().stream().map(Call::toString).toList();
    }

    private String refused(String name, String text) throws IOException {
        Path file = file(name, text);
        String message = assertThrows(LabException.class, () -> RequestFile.read(file, false)).getMessage();
        assertEquals(1, message.lines().count(), message);
        return message.replace(folder + "/", "");
    }

    // ---- made to exhaust a reader ----

    @Test
    void variablesThatMakeEachOtherLongAreRefused() throws IOException {
        var text = new StringBuilder("@l30 = ha\n");
        for (int i = 29; i >= 0; i--) {
            text.append("@l%d = {{l%d}}{{l%d}}\n".formatted(i, i + 1, i + 1));
        }
        contains(refused("laugh.http", text + "\nGET /{{l0}}\n"), "laugh.http:33: ", "at most 1048576 are allowed");
        assertEquals(List.of("GET /" + "ha".repeat(8)), names(read("smile.http", text + "\nGET /{{l27}}\n")));
    }

    @Test
    void variablesThatAreTooDeepWithinEachOtherAreRefused() throws IOException {
        var text = new StringBuilder("@l1000 = ha\n");
        for (int i = 0; i < 1000; i++) {
            text.append("@l%d = {{l%d}}\n".formatted(i, i + 1));
        }
        contains(refused("deep.http", text + "\nGET /{{l0}}\n"), "more than 50 variables are defined by each other");
    }

    @Test
    void bracesInABodyAreNoVariable() throws IOException {
        Path file = file("braces.http", "@id = 7\n\nPOST /a\n\n{\"a\":{\"b\":{{id}}},\"c\":{{}\n");
        assertEquals("{\"a\":{\"b\":7},\"c\":{{}", RequestFile.read(file, true).calls().getFirst().body());
    }

    @Test
    void anExampleThatIsNoSingleValueIsNone() throws IOException {
        String path = "openapi: 3.0.0\nservers: [null]\nx: &x [[*x], [*x]]\npaths:\n  /a/{id}:\n    get:\n"
                + "      parameters: [{name: id, in: path, required: true, example: ";
        String other = "}]\n  /b:\n    get: {}\n";
        RequestFile file = read("self.yaml", path + "*x" + other);
        assertEquals(List.of("GET /b"), names(file));
        assertEquals(List.of("GET /a/{id}: its parameter id has no example"), file.leftOut());
        assertEquals(List.of("GET /a/1%2C2", "GET /b"), names(read("list.yaml", path + "[1, 2]" + other)));
    }

    // ---- .http ----

    @Test
    void anIdesFileHasItsAddressesHeadersAndBodies() throws IOException {
        Path file = file("all.http", """
                @host = http://localhost:8080/shop
                @id = 42

                ### one order
                # a comment
                GET {{host}}/orders/{{id}}?full=true HTTP/1.1
                Accept: application/json
                Host: elsewhere
                // another comment
                X-Tenant: a{{id}}

                > {%
                    client.test("ok", function() {});
                %}

                ### by the name of a variable that only the IDE knows
                {{base-url}}:{{port}}/items
                    ?page=2
                    &size=10

                ###
                POST https://shop.example.com/orders
                Content-Type: application/json

                {"id": {{id}},

                 "name": "b"}

                ### nothing but a comment
                # GET /never
                """);
        RequestFile all = RequestFile.read(file, true);
        assertEquals(List.of("GET /shop/orders/42?full=true", "GET /items?page=2&size=10", "POST /orders"),
                names(all));
        assertEquals(Map.of("Accept", "application/json", "X-Tenant", "a42"), all.calls().get(0).headers());
        assertNull(all.calls().get(0).body());
        assertEquals("{\"id\": 42,\n\n \"name\": \"b\"}", all.calls().get(2).body());
        assertEquals(List.of(), all.leftOut());

        RequestFile safe = RequestFile.read(file, false);
        assertEquals(2, safe.calls().size());
        assertEquals(List.of("POST /orders may change data: --writes includes it"), safe.leftOut());
    }

    @Test
    void aBodyMayStandInAnotherFile() throws IOException {
        file("order.json", "{\"id\": 7}\n");
        Path file = file("post.http", "POST /orders\nContent-Type: application/json\n\n< ./order.json\n");
        assertEquals("{\"id\": 7}\n".strip(), RequestFile.read(file, true).calls().getFirst().body());
    }

    @Test
    void aVariableMayComeFromTheEnvironment() throws IOException {
        RequestFile file = read("env.http", "GET /a\nAuthorization: Bearer {{$processEnv PATH}}\n");
        assertEquals("Bearer " + System.getenv("PATH"), file.calls().getFirst().headers().get("Authorization"));
    }

    /** Smooth weighted round robin: never three of the same where two others are due. */
    @Test
    void weightsSayHowOftenEachIsSent() throws IOException {
        RequestFile file = read("w.http", """
                # @weight 6
                GET /often
                ###
                # @weight 2
                GET /seldom
                ###
                // @weight=2
                GET /too
                """);
        assertEquals(List.of("GET /often", "GET /seldom", "GET /often", "GET /too", "GET /often"), names(file));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '"', value = {
            "GTE /a                          => bad.http:1: 'GTE' is no HTTP method; those are DELETE, GET, HEAD",
            "GET /a b                        => bad.http:1: 'GET /a b' is no request; write it as",
            "GET orders                      => bad.http:1: 'orders' is no address; write it as /api/orders/42",
            "GET /a|b                        => bad.http:1: '/a|b' is no valid address",
            "GET /a\\nAccept application/json => bad.http:2: 'Accept' begins no header",
            "GET /a\\nGET /b?key=x            => bad.http:2: 'GET /b?key=***' begins another request",
            "GET /a\\n\\n\\nPOST {{b}}/c     => bad.http:4: 'POST {{b}}/c' begins another request",
            "GET /a\\nX-Api-Key=x                  => bad.http:2: 'X-Api-Key=***' begins no header",
            "@a = {{a}}\\nGET /{{a}}          => bad.http:2: the variable a is defined by itself: give it a value",
            "@a = {{b}}\\n@b = {{a}}\\nGET {{a}}/c => bad.http:3: the variable a is defined by itself: give it a value",
            "GET /a/{{id}}                   => bad.http:1: the variable id has no value: define it above by @id =",
            "GET /a\\nX: {{$uuid}}            => bad.http:2: {{$uuid}} would be another value in each request",
            "GET /a?b={{$env.NO_SUCH_NAME}}  => bad.http:1: the environment has no variable NO_SUCH_NAME",
            "# @weight none\\nGET /a          => bad.http:1: @weight 'none' must be a whole number",
            "# @weight 2000\\nGET /a\\n###\\nGET /b  => bad.http: the weights add up to 2001, and at most 1000",
            "< {%\\nx %}\\nGET /a              => bad.http:1: a script that runs before the request is not supported",
            "# only words                    => bad.http has no request that can be sent: is it the right file?",
            "DELETE /a                       => bad.http has no request that can be sent: DELETE /a may change data: "
                    + "--writes includes it"})
    void aTypoIsNamedWithItsLine(String text, String words) throws IOException {
        String message = refused("bad.http", text.strip().replace("\\n", "\n"));
        assertTrue(message.startsWith(words.strip()), message);
    }

    // ---- HAR ----

    private static String entry(String method, String url, String more) {
        return "{\"request\": {\"method\": \"%s\", \"url\": \"%s\"%s}}".formatted(method, url, more);
    }

    private static String har(String... entries) {
        return "{\"log\": {\"version\": \"1.2\", \"entries\": [" + String.join(",\n", entries) + "]}}";
    }

    @Test
    void aRecordingHasTheRequestsOfTheHostWithTheMost() throws IOException {
        RequestFile file = read("shop.har", har(
                entry("GET", "https://shop.example.com/a?b=%20c", ", \"headers\": [{\"name\": \":path\", \"value\": "
                        + "\"/a\"}, {\"name\": \"Cookie\", \"value\": \"s=1\"}, {\"name\": \"If-None-Match\", "
                        + "\"value\": \"x\"}]"),
                entry("GET", "https://cdn.example.com/logo.png", ""),
                entry("GET", "https://shop.example.com/d", ""),
                entry("GET", "https://shop.example.com/d", ""),
                entry("POST", "https://shop.example.com/order", ", \"postData\": {\"text\": \"{}\"}")));
        assertEquals(Map.of("GET /a?b=%20c", 1L, "GET /d", 2L), file.calls().stream()
                .collect(Collectors.groupingBy(Call::toString, Collectors.counting())));
        assertEquals(List.of(Map.of("Cookie", "s=1")), file.calls().stream().map(Call::headers)
                .filter(headers -> !headers.isEmpty()).map(Map::copyOf).toList());
        assertEquals(List.of("1 requests to cdn.example.com: most are to shop.example.com",
                "POST /order may change data: --writes includes it"), file.leftOut());
    }

    @Test
    void aRecordingThatIsTooLargeIsRefused() throws IOException {
        String[] entries = IntStream.range(0, 5000).mapToObj(i -> entry("GET", "http://a/" + i, ""))
                .toArray(String[]::new);
        assertTrue(refused("large.har", har(entries)).startsWith("large.har has 5000 different requests. Each is tried "
                + "once before anything is measured, so at most 100 are allowed"));
    }

    /** Counts, which a recording has in place of weights, cannot be made smaller by hand. */
    @Test
    void theCountsOfALongRecordingAreScaledDown() throws IOException {
        String[] entries = IntStream.range(0, 5001).mapToObj(i -> entry("GET", i == 0 ? "http://a/seldom"
                : i % 5 == 0 ? "http://a/some" : "http://a/often", "")).toArray(String[]::new);
        RequestFile file = read("long.har", har(entries));
        assertEquals(Map.of("GET /seldom", 1L, "GET /some", 199L, "GET /often", 797L), file.calls().stream()
                .collect(Collectors.groupingBy(Call::toString, Collectors.counting())));
        assertEquals(List.of("4004 of the 5001 recorded requests: the counts are scaled down, since a turn may have "
                + "1000 requests"), file.leftOut());
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '"', value = {
            "{\"log\":             => bad.har is no JSON",
            "{\"log\": {}}         => bad.har is no recording: it has no log.entries",
            "{\"log\": {\"entries\": [{}]}} => bad.har has no request with a url"})
    void whatIsNoRecordingIsRefused(String text, String words) throws IOException {
        String message = refused("bad.har", text.strip());
        assertTrue(message.startsWith(words.strip()), message);
    }

    // ---- OpenAPI ----

    private static final String SHOP = """
            openapi: 3.0.3
            servers:
              - url: https://shop.example.com/api/
            paths:
              /orders/{id}:
                parameters:
                  - $ref: '#/components/parameters/Id'
                get:
                  x-weight: 2
                  parameters:
                    - {name: full, in: query, schema: {type: boolean, default: true}}
                    - {name: page, in: query, schema: {type: integer}}
                    - {name: X-Tenant, in: header, example: a b}
                delete: {}
              /items:
                get:
                  parameters:
                    - {name: tag, in: query, required: true, schema: {type: array}, examples: {one: {value: [x, y z]}}}
              /people/{name}:
                get:
                  parameters:
                    - {name: name, in: path, required: true, schema: {type: string}}
            components:
              parameters:
                Id: {name: id, in: path, required: true, schema: {$ref: '#/components/schemas/Id'}}
              schemas:
                Id: {type: integer, example: 42}
            """;

    @Test
    void aDocumentHasItsGetOperationsWithTheirExamples() throws IOException {
        RequestFile file = read("shop.yaml", SHOP);
        assertEquals(List.of("GET /api/orders/42?full=true", "GET /api/items?tag=x%2Cy%20z",
                "GET /api/orders/42?full=true"), names(file));
        assertEquals(Map.of("X-Tenant", "a b"), file.calls().getFirst().headers());
        assertEquals(List.of("GET /people/{name}: its parameter name has no example"), file.leftOut());
    }

    @Test
    void aDocumentInJsonIsTheSame() throws IOException {
        assertEquals(List.of("GET /a"), names(read("a.json", """
                {"openapi": "3.1.0", "paths": {"/a": {"get": {}}}}""")));
    }

    @Test
    void aDateIsSentAsItIsWritten() throws IOException {
        assertEquals(List.of("GET /a?at=2024-01-01T10%3A00%3A00Z&day=2024-01-01"), names(read("dates.yaml", """
                openapi: 3.1.0
                paths:
                  /a:
                    get:
                      parameters:
                        - {name: at, in: query, example: 2024-01-01T10:00:00Z}
                        - {name: day, in: query, schema: {type: string, format: date, default: 2024-01-01}}
                """)));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '"', value = {
            "a: [                            => bad.yaml is neither YAML nor JSON",
            "swagger: '2.0'                  => bad.yaml is no OpenAPI document of version 3",
            "{openapi: 3.1.0, paths: {}}     => bad.yaml has no request that can be sent: is it the right file?",
            "{openapi: 3.1.0, paths: {/a/{b}: {get: {}}}}  => bad.yaml",
            "{openapi: 3.1.0, paths: {/a: {get: {x-weight: 0}}}} => bad.yaml, GET /a: x-weight '0' must be a whole"})
    void whatIsNoDocumentIsRefused(String text, String words) throws IOException {
        String message = refused("bad.yaml", text.strip());
        assertTrue(message.startsWith(words.strip()), message);
    }

    // ---- any ----

    @Test
    void otherFilesAreRefused() throws IOException {
        assertTrue(refused("urls.txt", "GET /a").startsWith("urls.txt: its name must end with .http"));
        Path none = folder.resolve("none.http");
        assertEquals(none + " cannot be read: there is no such file", assertThrows(LabException.class,
                () -> RequestFile.read(none, false)).getMessage());
        Path bytes = Files.write(folder.resolve("bytes.har"), new byte[] {(byte) 0xC3, 0x28});
        assertEquals(bytes + " is not text in UTF-8: is it the right file?", assertThrows(LabException.class,
                () -> RequestFile.read(bytes, false)).getMessage());
    }
}
