package kit.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kit.base.LabException;
import kit.plan.Request.Call;
import kit.requests.LeftOut.Why;
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
        return RequestFile.read(file(name, text), false, null);
    }

    /** How many were left out, by the reason. */
    private static Map<Why, Long> leftOut(RequestFile file) {
        return file.leftOut().stream().collect(Collectors.toMap(LeftOut::why, LeftOut::requests));
    }

    private static List<String> names(RequestFile file) {
        return file.calls().stream().map(Call::toString).toList();
    }

    private String refused(String name, String text) throws IOException {
        Path file = file(name, text);
        String message = assertThrows(LabException.class, () -> RequestFile.read(file, false, null)).getMessage();
        assertEquals(1, message.lines().count(), message);
        return message.replace(folder + "/", "");
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

                ### to the same host
                127.0.0.1:8080/items
                    ?page=2
                    &size=10

                ###
                POST /orders
                Content-Type: application/json

                {"id": {{id}},

                 "name": "b"}

                ### nothing but a comment
                # GET /never
                """);
        RequestFile all = RequestFile.read(file, true, null);
        assertEquals(List.of("GET /shop/orders/42?full=true", "GET /items?page=2&size=10", "POST /orders"),
                names(all));
        assertEquals(Map.of("Accept", "application/json", "X-Tenant", "a42"), all.calls().get(0).headers());
        assertNull(all.calls().get(0).body());
        assertEquals("{\"id\": 42,\n\n \"name\": \"b\"}", all.calls().get(2).body());
        assertEquals(Map.of(), leftOut(all));

        RequestFile safe = RequestFile.read(file, false, null);
        assertEquals(2, safe.calls().size());
        assertEquals(Map.of(Why.WRITES, 1L), leftOut(safe));
    }

    /** A request that would not be sent anyway refuses nothing. */
    @Test
    void whatIsNotSentIsLeftOutBeforeAnythingIsComplainedOf() throws IOException {
        RequestFile file = read("mixed.http", """
                POST /orders/new one
                ###
                DELETE /orders/{{nowhere}}
                ###
                POST /files
                Content-Type: multipart/form-data; boundary=b

                --b
                Content-Disposition: form-data; name="f"; filename="x.png"

                < ./none.png
                --b--
                ###
                GRPC localhost:9090/shop.Orders/Get
                ###
                GRAPHQL http://localhost:8080/graphql

                query { a }
                ###
                WEBSOCKET ws://localhost:8080/ws
                ###
                GET wss://localhost:8080/ws
                ###
                RSOCKET localhost:7000/x
                ###
                PROPFIND /dav
                ###
                < {%
                    request.variables.set("x", "1")
                %}
                GET /scripted/{{x}}
                ###
                < ./before.js
                GET /scripted
                ###
                {{
                exports.x = 1;
                }}
                GET /scripted
                ###
                GET /orders/{{nowhere}}
                ###
                GET /orders/{{$random.uuid}}
                ###
                GET /me
                Authorization: Bearer {{$aadToken}}
                ###
                GET /a b
                ###
                GET /a
                no header
                ###
                GET /a
                X: a\u0001b
                ###
                GET /kept
                """);
        assertEquals(List.of("GET /kept"), names(file));
        assertEquals(Map.of(Why.WRITES, 3L, Why.PROTOCOL, 5L, Why.METHOD, 1L, Why.SCRIPT, 3L, Why.VARIABLE, 1L,
                Why.VOLATILE, 1L, Why.EDITOR, 1L, Why.ADDRESS, 1L, Why.SYNTAX, 1L, Why.HEADER, 1L), leftOut(file));
    }

    @Test
    void whereNothingIsLeftEachReasonIsNamed() throws IOException {
        String message = refused("none.http", "POST /a\n###\nDELETE /b\n###\nGRPC localhost:1/x\n###\nGET /c d\n");
        for (String word : List.of("--writes", "none.http:1", "and 1 like it", "none.http:5", "none.http:7", "%20")) {
            assertTrue(message.contains(word), message);
        }
    }

    @Test
    void theRequestsOfOneHostAreTaken() throws IOException {
        String text = """
                @auth = https://auth.example.org/realms

                POST {{auth}}/token
                ###
                GET /by-path
                ###
                GET HTTP://localhost:80/a
                ###
                GET {{auth}}/keys
                ###
                GET http://127.0.0.1/b
                ###
                GET http://localhost:8081/other
                ###
                GET {{elsewhere}}/c
                """;
        RequestFile file = read("hosts.http", text);
        assertEquals(List.of("GET /by-path", "GET /a", "GET /b"), names(file));
        assertEquals("localhost", file.host());
        assertEquals(Map.of(Why.HOST, 4L), leftOut(file));
        RequestFile other = RequestFile.read(folder.resolve("hosts.http"), false, "auth.example.org");
        assertEquals(List.of("GET /by-path", "GET /realms/keys"), names(other));
        assertEquals(Map.of(Why.HOST, 4L, Why.WRITES, 1L), leftOut(other));
        assertEquals(List.of("GET /by-path", "GET /c"), names(RequestFile.read(folder.resolve("hosts.http"), false,
                "{{elsewhere}}")));
        assertTrue(assertThrows(LabException.class, () -> RequestFile.read(folder.resolve("hosts.http"), false, "x"))
                .getMessage().contains("there are auth.example.org, localhost, localhost:8081, {{elsewhere}}"));
    }

    @Test
    void aQueryMayGoOverSeveralLines() throws IOException {
        assertEquals(List.of("GET /a?b=1&c=2&d=3", "GET /e?f=4"), names(read("lines.http", """
                GET http://localhost/a
                ?b=1
                  # &x=0
                &c=2
                    &d=3 HTTP/1.1
                Accept: text/plain

                ###
                GET /e?
                    f=4
                """)));
    }

    @Test
    void aQueryIsAMethodWithABodyThatChangesNothing() throws IOException {
        RequestFile file = read("query.http", "QUERY /search\nContent-Type: text/plain\n\nGET /a?b\n");
        assertEquals(List.of("QUERY /search"), names(file));
        assertEquals("GET /a?b", file.calls().getFirst().body());
        assertTrue(file.calls().getFirst().isSafe());
    }

    @Test
    void aVariableMayHoldSchemeHostOrPath() throws IOException {
        assertEquals(List.of("GET /api/a", "GET /api/b", "GET /c", "GET /d?e=http://x//y", "GET /f"), names(read(
                "places.http", """
                        @host = localhost
                        @base = http://{{host}}:8080/api/
                        @api = /api
                        GET {{base}}/a
                        ###
                        GET {{api}}/b
                        ###
                        GET {{host}}:8080/c
                        ###
                        GET http://{{host}}:8080/d?e=http://x//y
                        ###
                        GET http://localhost:8080/f
                        """)));
        assertEquals(List.of("GET /a"), names(read("mark.http", "\uFEFFGET /a\n")));
    }

    @Test
    void aBodyHasTheLineEndsOfItsType() throws IOException {
        Path file = file("types.http", """
                POST /parts
                Content-Type: multipart/form-data; boundary=b

                --b
                Content-Disposition: form-data; name="f"

                < ./part.txt
                --b--
                ###
                POST /form
                Content-Type: application/x-www-form-urlencoded

                a=1
                &b=2
                ###
                @id = 7
                POST /variables

                <@ ./part.txt

                > ./check.js
                """);
        file("part.txt", "x{{id}}");
        assertEquals(List.of("--b\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nx{{id}}\r\n--b--", "a=1&b=2", "x7"),
                RequestFile.read(file, true, null).calls().stream().map(Call::body).toList());
    }

    @Test
    void aBodyMayStandInAnotherFile() throws IOException {
        file("order.json", "{\"id\": 7}\n");
        Path file = file("post.http", "POST /orders\nContent-Type: application/json\n\n< ./order.json\n");
        assertEquals("{\"id\": 7}\n".strip(), RequestFile.read(file, true, null).calls().getFirst().body());
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
            "GTE /a                          => bad.http:1: GTE /a: own does not send 'GTE', only DELETE, GET, HEAD",
            "GET /a b                        => bad.http:1: '/a b' is no valid address (Illegal character in path): write",
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
            "GET /a\\nX: {{$aadToken}}        => bad.http:2: own cannot get the value of {{$aadToken}}, which the editor",
            "GET /a\\nX: {{b.response.body.c}} => bad.http:2: {{b.response.body.c}} is a part of another request's answer",
            "< {%\\nx %}\\nGET /a              => bad.http:1: own runs no script before a request",
            "# only words                    => bad.http has no request that can be sent: is it the right file?",
            "DELETE /a                       => bad.http:1: DELETE /a: --writes includes it"})
    void aTypoIsNamedWithItsLine(String text, String words) throws IOException {
        String message = refused("bad.http", text.strip().replace("\\n", "\n"));
        assertTrue(message.replace("bad.http has no request that can be sent: bad", "bad").startsWith(words.strip()),
                message);
    }

    // ---- HAR ----

    private static String entry(String method, String url, String more) {
        return "{\"request\": {\"method\": \"%s\", \"url\": \"%s\"%s}}".formatted(method, url, more);
    }

    private static String har(String... entries) {
        return "{\"log\": {\"version\": \"1.2\", \"entries\": [" + String.join(",\n", entries) + "]}}";
    }

    private static String answered(String method, String url, int status, String type, String header) {
        return """
                {"request": {"method": "%s", "url": "%s", "headers": [%s]},
                 "response": {"status": %d, "content": {"mimeType": "%s", "text": "..."}}}""".formatted(method, url, header
                .isEmpty() ? "" : "{\"name\": \"%s\", \"value\": \"mine\"}".formatted(header), status, type);
    }

    /** The host with the most requests is an advertiser's. */
    @Test
    void aRecordingHasTheRequestsOfTheHostOfItsFirstDocument() throws IOException {
        String text = har(answered("GET", "https://consent.example.net/x.js", 200, "text/javascript", "Cookie"),
                answered("GET", "http://old.example.com/", 301, "text/html", ""),
                answered("GET", "https://shop.example.com/", 200, "text/html; charset=utf-8", "Cookie"),
                answered("GET", "https://ads.example.net/1", 200, "text/html", "Cookie"),
                answered("GET", "https://ads.example.net/2", 200, "image/gif", "Cookie"),
                answered("POST", "https://ads.example.net/3", 204, "", "Authorization"),
                answered("GET", "data:image/gif;base64,AA", 200, "image/gif", ""),
                answered("GET", "wss://shop.example.com/live", 101, "", ""),
                answered("GET", "https://shop.example.com:443/a|b?c=d e", 200, "application/json", ""),
                answered("POST", "https://shop.example.com/order", 200, "application/json", ""));
        RequestFile file = read("page.har", text);
        assertEquals("shop.example.com", file.host());
        assertEquals(List.of("GET /", "GET /a%7Cb?c=d%20e"), names(file));
        assertEquals(Map.of(Why.HOST, 5L, Why.PROTOCOL, 2L, Why.WRITES, 1L), leftOut(file));
        RequestFile other = RequestFile.read(folder.resolve("page.har"), false, "https://ADS.example.net/");
        assertEquals(List.of("GET /1", "GET /2"), names(other));
        assertEquals("shop.example.com", read("first.har", text.replace("text/html", "text/plain").replace(
                "https://consent.example.net", "chrome-extension://x").replace("http://old", "https://shop")).host(),
                "without a document, that of the first request");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "\"_resourceType\": \"document\"", "\"request\": {\"method\": \"GET\", \"url\": \"http://a/\", \"headers\": "
                    + "[{\"name\": \"Sec-Fetch-Dest\", \"value\": \"document\"}]}",
            "\"startedDateTime\": \"2020-01-01T00:00:00Z\""})
    void aDocumentIsKnownInSeveralWays(String member) throws IOException {
        String started = ", \"startedDateTime\": \"2026-01-01T00:00:00Z\"";
        assertEquals("a", read("ways.har", har(
                entry("GET", "http://b/", "").replaceFirst("}$", started + "}"),
                "{\"request\": {\"method\": \"GET\", \"url\": \"http://a/\"}%s, %s}".formatted(member.contains("started")
                        ? ""
                        : started, member))).host());
    }

    /** A recording has what its browser sent, and people may not know what that is. */
    @Test
    void theSecretsOfARecordingStay() throws IOException {
        RequestFile file = read("secrets.har", har(
                entry("GET", "https://shop.example.com/a?access_token=hush&b=1", ", \"headers\": [{\"name\": \"cookie\", "
                        + "\"value\": \"s=hush\"}, {\"name\": \"Cookie\", \"value\": \"t=hush\"}, {\"name\": \":path\", "
                        + "\"value\": \"/a\"}, {\"name\": \"If-None-Match\", \"value\": \"x\"}, {\"name\": \"Accept\", "
                        + "\"value\": \"text/plain\"}]"),
                entry("QUERY", "https://shop.example.com/b", ", \"postData\": {\"text\": \"{\\\"password\\\": \\\"hush\\\"}\"}"),
                entry("GET", "https://shop.example.com/open", "")));
        assertEquals("hush", file.calls().getFirst().path().replaceAll(".*token=(\\w+).*", "$1"));
        assertTrue(file.isOf("shop.example.com") && !file.isOf("127.0.0.1"));
        RequestFile without = file.withoutSecrets();
        assertEquals(List.of("GET /a?access_token=***&b=1", "QUERY /b", "GET /open"), names(without));
        assertEquals(Map.of("Accept", "text/plain"), without.calls().getFirst().headers());
        assertTrue(without.calls().stream().noneMatch(call -> (call.path() + call.headers() + call.body()).contains(
                "hush")), without.calls().toString());
        assertEquals(Map.of(Why.SECRETS, 2L), leftOut(without));
        RequestFile here = read("here.har", har(entry("GET", "http://localhost:8080/a", "")));
        assertTrue(here.isOf("127.0.0.1"));
        assertTrue(here.withoutSecrets() == here, "there are none");
    }

    @Test
    void aFormThatWasRecordedHasItsValues() throws IOException {
        Path file = file("form.har", har(
                entry("POST", "http://a/1", ", \"postData\": {\"mimeType\": \"application/x-www-form-urlencoded\", "
                        + "\"params\": [{\"name\": \"x\", \"value\": \"1 2\"}, {\"name\": \"y\", \"value\": \"&\"}]}"),
                entry("POST", "http://a/2", ", \"postData\": {\"mimeType\": \"multipart/form-data; boundary=b\", "
                        + "\"params\": [{\"name\": \"f\", \"fileName\": \"x.png\"}]}")));
        RequestFile read = RequestFile.read(file, true, null);
        assertEquals(List.of("x=1%202&y=%26"), read.calls().stream().map(Call::body).toList());
        assertEquals(Map.of(Why.BODY, 1L), leftOut(read));
    }

    /** Those that were sent most often are taken. */
    @Test
    void atMostAHundredDifferentRequestsAreTaken() throws IOException {
        String[] entries = IntStream.range(0, 5000).mapToObj(i -> entry("GET", "http://a/" + Math.min(i, 4990), ""))
                .toArray(String[]::new);
        RequestFile file = read("large.har", har(entries));
        assertEquals(100, file.calls().stream().distinct().count());
        assertTrue(names(file).containsAll(List.of("GET /4990", "GET /98")) && !names(file).contains("GET /99"));
        assertEquals(Map.of(Why.MANY, 4891L), leftOut(file));
    }

    /** Counts, which a recording has in place of weights, cannot be made smaller by hand. */
    @Test
    void theCountsOfALongRecordingAreScaledDown() throws IOException {
        String[] entries = IntStream.range(0, 5001).mapToObj(i -> entry("GET", i == 0 ? "http://a/seldom"
                : i % 5 == 0 ? "http://a/some" : "http://a/often", "")).toArray(String[]::new);
        RequestFile file = read("long.har", har(entries));
        assertEquals(Map.of("GET /seldom", 1L, "GET /some", 199L, "GET /often", 797L), file.calls().stream()
                .collect(Collectors.groupingBy(Call::toString, Collectors.counting())));
        assertEquals(Map.of(Why.COUNTS, 4004L), leftOut(file));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '"', value = {
            "{\"log\":             => bad.har is no JSON",
            "{\"log\": {}}         => bad.har is no recording: it has no log.entries",
            "{\"log\": {\"entries\": [{}]}} => bad.har has no request that can be sent: bad.har, entry 1",
            "{\"log\": {\"entries\": [{\"request\": => bad.har is no JSON (line 1"})
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
        assertEquals(Map.of(Why.EXAMPLE, 1L, Why.OPERATION, 1L), leftOut(file));
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

    @Test
    void aReferenceToAnotherFileIsFollowedOrNamed() throws IOException {
        Files.createDirectory(folder.resolve("parts"));
        file("parts/item.yaml", "get: {parameters: [{$ref: '../common.json#/list/0'}]}\n");
        file("common.json", "{\"list\": [{\"name\": \"q\", \"in\": \"query\", \"example\": 1}], \"Id\": {\"name\": \"id\", "
                + "\"in\": \"path\", \"schema\": {\"$ref\": \"#/Number\"}}, \"Number\": {\"default\": 7}}");
        RequestFile file = read("parts.yaml", """
                openapi: 3.0.0
                paths:
                  /a/{id}: {get: {parameters: [{$ref: './common.json#/Id'}]}}
                  /b: {$ref: parts/item.yaml}
                  /c: {$ref: '#/components/pathItems/C'}
                  /d: {$ref: none.yaml}
                  /e: {get: {parameters: [{$ref: 'https://shop.example.com/x.yaml#/Id'}]}}
                  /f: {get: {parameters: [{$ref: '#/components/parameters/None'}]}}
                  /g: {get: {parameters: [{$ref: '#/components/parameters/G'}]}}
                components:
                  pathItems: {C: {get: {}}}
                  parameters: {G: {$ref: '#/components/parameters/G'}}
                """);
        assertEquals(List.of("GET /a/7", "GET /b?q=1", "GET /c"), names(file));
        assertEquals(Map.of(Why.REFERENCE, 4L), leftOut(file));
        assertTrue(file.leftOut().getFirst().first().contains("none.yaml"), file.leftOut().toString());
    }

    @Test
    void anOperationMayHaveAServerOfItsOwn() throws IOException {
        RequestFile file = read("servers.yaml", """
                openapi: 3.0.0
                servers: [{url: 'https://{where}.example.com/v1', variables: {where: {default: shop}}}]
                paths:
                  /a: {get: {}}
                  /b: {servers: [{url: 'https://files.example.com'}], get: {}}
                  /c: {get: {servers: [{url: /v2}]}}
                """);
        assertEquals(List.of("GET /v1/a", "GET /v2/c"), names(file));
        assertEquals(Map.of(Why.HOST, 1L), leftOut(file));
        assertEquals("shop.example.com", file.host());
    }

    @Test
    void anAnchorStandsForItsValue() throws IOException {
        assertEquals(List.of("GET /a?q=1", "GET /b?q=2"), names(read("anchors.yaml", """
                openapi: 3.0.0
                x-common: &q {name: q, in: query, example: 1}
                paths:
                  /a: {get: {parameters: [*q]}}
                  /b: {get: {parameters: [{<<: *q, example: 2}]}}
                """)));
    }

    /** Ten lists of ten lists each, nine deep: a thousand million values, if they are written out. */
    @Test
    void anExampleOfManyListsIsNone() throws IOException {
        String lists = IntStream.range(1, 9).mapToObj(i -> "x-%d: &l%d [%s]\n".formatted(i, i, "*l%d,".formatted(i - 1)
                .repeat(10))).collect(Collectors.joining());
        assertEquals(List.of("GET /a"), names(read("lists.yaml", "openapi: 3.0.0\nx-0: &l0 [a]\n" + lists
                + "paths: {/a: {get: {parameters: [{name: q, in: query, example: *l8}]}}}\n")));
    }

    /** The libraries' own limit is 3 MB. Tabs are allowed in JSON, and not in YAML. */
    @ParameterizedTest
    @CsvSource({"json", "yaml"})
    void aLargeDocumentIsReadInLittleMemory(String kind) throws Exception {
        String answer = "d".repeat(6000);
        Path file = folder.resolve("large." + kind);
        try (var text = Files.newBufferedWriter(file)) {
            text.write(kind.equals("json") ? "{\t\"openapi\": \"3.1.0\",\n\t\"paths\": {" : "openapi: 3.1.0\npaths:\n");
            for (int i = 0; i < 2500; i++) {
                text.write((kind.equals("json") ? "%s\n\t\"/%d\": {\"get\": {\"x-weight\": 1, \"responses\": {\"200\": {"
                        + "\"description\": \"%s\"}}}}" : "  /%2$d:\n    get:\n      responses:\n        200: {description: "
                                + "%3$s}\n").formatted(i == 0 ? "" : ",", i, answer));
            }
            text.write(kind.equals("json") ? "}}" : "");
        }
        assertTrue(Files.size(file) > 14_000_000);
        Process own = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-Xmx64m",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), "kit.own.Own", "--requests", file
                        .toString(), "--export", "k6").redirectErrorStream(true).start();
        String out = new String(own.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, own.waitFor(), out);
        assertEquals(100, out.split("method: \"GET\"", -1).length - 1, out);
        assertTrue(out.contains("2400 left out"), out);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '"', value = {
            "a: [                            => bad.yaml is neither YAML nor JSON",
            "swagger: '2.0'                  => bad.yaml is a Swagger 2.0 document: convert it to OpenAPI 3",
            "openapi: 4.0.0                  => bad.yaml is an OpenAPI document of version 4.0.0: convert it",
            "openapi: 3.1.0                  => bad.yaml is an OpenAPI document without paths",
            "asyncapi: 2.0.0                 => bad.yaml is an AsyncAPI document",
            "{log: {entries: []}}            => bad.yaml is a recording: name it .har",
            "{info: {}, item: []}            => bad.yaml is a Postman collection",
            "a: b                            => bad.yaml is no OpenAPI document",
            "{openapi: 3.1.0, paths: {}}     => bad.yaml has no request that can be sent: is it the right file?",
            "{openapi: 3.1.0, paths: {/a: {post: {}}}} => bad.yaml has no request that can be sent: POST /a: only GET",
            "{openapi: 3.1.0, paths: {/a/{b}: {get: {}}}}  => bad.yaml",
            "{openapi: 3.1.0, paths: {/a: {get: {x-weight: 0}}}} => bad.yaml has no request that can be sent: bad.yaml, "
                    + "GET /a: x-weight '0' must be a whole"})
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
                () -> RequestFile.read(none, false, null)).getMessage());
        Path bytes = Files.write(folder.resolve("bytes.har"), new byte[] {(byte) 0xC3, 0x28});
        assertEquals(bytes + " is not text in UTF-8: is it the right file?", assertThrows(LabException.class,
                () -> RequestFile.read(bytes, false, null)).getMessage());
    }
}
