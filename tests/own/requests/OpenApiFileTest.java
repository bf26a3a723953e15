package own.requests;

import static own.requests.FileOfRequests.leftOut;
import static own.requests.FileOfRequests.names;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import own.requests.LeftOut.Why;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** Requests by OpenAPI documents. */
@Tag(Lane.UNIT)
class OpenApiFileTest {

    @TempDir
    Path folder;
    private FileOfRequests files;

    @BeforeEach
    void here() {
        files = new FileOfRequests(folder);
    }

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
        RequestFile file = files.read("shop.yaml", SHOP);
        assertEquals(List.of("GET /api/orders/42?full=true", "GET /api/items?tag=x%2Cy%20z",
                "GET /api/orders/42?full=true"), names(file));
        assertEquals(Map.of("X-Tenant", "a b"), file.calls().getFirst().headers());
        assertEquals(Map.of(Why.EXAMPLE, 1L, Why.OPERATION, 1L), leftOut(file));
    }

    @Test
    void aDocumentInJsonIsTheSame() throws IOException {
        assertEquals(List.of("GET /a"), names(files.read("a.json", """
                {"openapi": "3.1.0", "paths": {"/a": {"get": {}}}}""")));
    }

    @Test
    void aDateIsSentAsItIsWritten() throws IOException {
        assertEquals(List.of("GET /a?at=2024-01-01T10%3A00%3A00Z&day=2024-01-01"), names(files.read("dates.yaml", """
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
        files.write("parts/item.yaml", "get: {parameters: [{$ref: '../common.json#/list/0'}]}\n");
        files.write("common.json",
                "{\"list\": [{\"name\": \"q\", \"in\": \"query\", \"example\": 1}], \"Id\": {\"name\": \"id\", "
                        + "\"in\": \"path\", \"schema\": {\"$ref\": \"#/Number\"}}, \"Number\": {\"default\": 7}}");
        RequestFile file = files.read("parts.yaml", """
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
        RequestFile file = files.read("servers.yaml", """
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
        assertEquals(List.of("GET /a?q=1", "GET /b?q=2"), names(files.read("anchors.yaml", """
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
        assertEquals(List.of("GET /a"), names(files.read("lists.yaml", "openapi: 3.0.0\nx-0: &l0 [a]\n" + lists
                + "paths: {/a: {get: {parameters: [{name: q, in: query, example: *l8}]}}}\n")));
    }

    @ParameterizedTest
    @CsvSource({"deep.json, [", "deep.yaml, [", "deep.json, {\"a\":", "deep.yaml, {a: "})
    void whatIsNestedTooDeeplyIsRefused(String name, String opening) throws IOException {
        String message = files.refused(name, (name.endsWith("yaml") ? "openapi: 3.0.0\nx-a: " : "{\"x-a\":") + opening
                .repeat(100_000));
        assertTrue(message.startsWith(name + " is n"), message);
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
                text.write((kind.equals(
                        "json") ? "%s\n\t\"/%d\": {\"get\": {\"x-weight\": 1, \"responses\": {\"200\": {"
                                + "\"description\": \"%s\"}}}}"
                                : "  /%2$d:\n    get:\n      responses:\n        200: {description: "
                                        + "%3$s}\n")
                        .formatted(i == 0 ? "" : ",", i, answer));
            }
            text.write(kind.equals("json") ? "}}" : "");
        }
        assertTrue(Files.size(file) > 14_000_000);
        Process reader = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-Xmx64m",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Reader.class.getName(),
                file.toString()).redirectErrorStream(true).start();
        assertEquals("100 of 2500", new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(0, reader.waitFor());
    }

    /** Reads a file, and prints how many of its requests are taken. */
    static class Reader {
        public static void main(String... args) {
            RequestFile read = RequestFile.read(Path.of(args[0]), false, null);
            long left = read.leftOut().stream().mapToLong(LeftOut::requests).sum();
            System.out.print(read.calls().size() + " of " + (read.calls().size() + left));
        }
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
            "{openapi: 3.1.0, paths: {/a: {post: {}}}} => bad.yaml has no request that can be sent: POST /a:",
            "{openapi: 3.1.0, paths: {/a/{b}: {get: {}}}}  => bad.yaml",
            "{openapi: 3.1.0, paths: {/a: {get: {x-weight: 0}}}} => bad.yaml has no request that can be sent: bad.yaml"
                    + ", GET /a: x-weight '0' must be a whole"})
    void whatIsNoDocumentIsRefused(String text, String words) throws IOException {
        String message = files.refused("bad.yaml", text.strip());
        assertTrue(message.startsWith(words.strip()), message);
    }
}
