package own.requests;

import static own.requests.FileOfRequests.leftOut;
import static own.requests.FileOfRequests.names;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import kit.base.LabException;
import kit.plan.Request.Call;
import own.requests.LeftOut.Why;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** Requests by the files of IDEs. */
@Tag(Lane.UNIT)
class HttpFileTest {

    @TempDir
    Path folder;
    private FileOfRequests files;

    @BeforeEach
    void here() {
        files = new FileOfRequests(folder);
    }

    @Test
    void anIdesFileHasItsAddressesHeadersAndBodies() throws IOException {
        Path file = files.write("all.http", """
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
        RequestFile file = files.read("mixed.http", """
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
        String message = files.refused("none.http",
                "POST /a\n###\nDELETE /b\n###\nGRPC localhost:1/x\n###\nGET /c d\n");
        for (String word : List.of("--writes", "none.http:1", "and 1 like it", "none.http:5", "none.http:7", "%20")) {
            assertTrue(message.contains(word), message);
        }
    }

    @Test
    void theRequestsOfOneHostAreTaken() throws IOException {
        String text = """
                @auth = https://auth.example.org/realms
                @name = files.example.org

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
                GET /by-header HTTP/2 (Prior Knowledge)
                Accept: text/plain
                host: {{name}}
                ###
                GET {{elsewhere}}/c
                """;
        RequestFile file = files.read("hosts.http", text);
        assertEquals(List.of("GET /by-path", "GET /a", "GET /b"), names(file));
        assertEquals("localhost", file.host());
        assertEquals(Map.of(Why.HOST, 5L), leftOut(file));
        RequestFile other = RequestFile.read(folder.resolve("hosts.http"), false, "auth.example.org");
        assertEquals(List.of("GET /by-path", "GET /realms/keys"), names(other));
        assertEquals(Map.of(Why.HOST, 5L, Why.WRITES, 1L), leftOut(other));
        assertEquals(List.of("GET /by-path", "GET /by-header"),
                names(RequestFile.read(folder.resolve("hosts.http"), false,
                        "files.example.org")));
        assertEquals(List.of("GET /by-path", "GET /c"), names(RequestFile.read(folder.resolve("hosts.http"), false,
                "{{elsewhere}}")));
        assertTrue(assertThrows(LabException.class, () -> RequestFile.read(folder.resolve("hosts.http"), false, "x"))
                .getMessage().contains("there are auth.example.org, localhost, localhost:8081, files.example.org, "
                        + "{{elsewhere}}"));
    }

    @Test
    void aQueryMayGoOverSeveralLines() throws IOException {
        assertEquals(List.of("GET /a?b=1&c=2&d=3", "GET /e?f=4"), names(files.read("lines.http", """
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
        RequestFile file = files.read("query.http", "QUERY /search\nContent-Type: text/plain\n\nGET /a?b\n");
        assertEquals(List.of("QUERY /search"), names(file));
        assertEquals("GET /a?b", file.calls().getFirst().body());
        assertTrue(file.calls().getFirst().isSafe());
    }

    @Test
    void aVariableMayHoldSchemeHostOrPath() throws IOException {
        assertEquals(List.of("GET /api/a", "GET /api/b", "GET /c", "GET /d?e=http://x//y", "GET /f"), names(files.read(
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
        assertEquals(List.of("GET /a"), names(files.read("mark.http", "\uFEFFGET /a\n")));
    }

    @Test
    void aBodyHasTheLineEndsOfItsType() throws IOException {
        Path file = files.write("types.http", """
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
        files.write("part.txt", "x{{id}}");
        assertEquals(
                List.of("--b\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nx{{id}}\r\n--b--", "a=1&b=2", "x7"),
                RequestFile.read(file, true, null).calls().stream().map(Call::body).toList());
    }

    @Test
    void aBodyMayStandInAnotherFile() throws IOException {
        files.write("order.json", "{\"id\": 7}\n");
        Path file = files.write("post.http", "POST /orders\nContent-Type: application/json\n\n< ./order.json\n");
        assertEquals("{\"id\": 7}\n".strip(), RequestFile.read(file, true, null).calls().getFirst().body());
    }

    @Test
    void aVariableMayComeFromTheEnvironment() throws IOException {
        RequestFile file = files.read("env.http", "GET /a\nAuthorization: Bearer {{$processEnv PATH}}\n");
        assertEquals("Bearer " + System.getenv("PATH"), file.calls().getFirst().headers().get("Authorization"));
    }

    /** Smooth weighted round robin: never three of the same where two others are due. */
    @Test
    void weightsSayHowOftenEachIsSent() throws IOException {
        RequestFile file = files.read("w.http", """
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
            "GET /a b                        => bad.http:1: '/a b' is no valid address (Illegal character in path): w",
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
            "GET /a\\nX: {{$aadToken}}        => bad.http:2: own cannot get the value of {{$aadToken}}, which",
            "GET /a\\nX: {{b.response.body.c}} => bad.http:2: {{b.response.body.c}} is a part of another request",
            "< {%\\nx %}\\nGET /a              => bad.http:1: own runs no script before a request",
            "# only words                    => bad.http has no request that can be sent: is it the right file?",
            "DELETE /a                       => bad.http:1: DELETE /a: --writes includes it"})
    void aTypoIsNamedWithItsLine(String text, String words) throws IOException {
        String message = files.refused("bad.http", text.strip().replace("\\n", "\n"));
        assertTrue(message.replace("bad.http has no request that can be sent: bad", "bad").startsWith(words.strip()),
                message);
    }
}
