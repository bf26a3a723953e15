package own.requests;

import static own.requests.FileOfRequests.leftOut;
import static own.requests.FileOfRequests.names;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kit.plan.Request.Call;
import own.requests.LeftOut.Why;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** Requests by recordings of browsers. */
@Tag(Lane.UNIT)
class HarFileTest {

    @TempDir
    Path folder;
    private FileOfRequests files;

    @BeforeEach
    void here() {
        files = new FileOfRequests(folder);
    }

    private static String entry(String method, String url, String more) {
        return "{\"request\": {\"method\": \"%s\", \"url\": \"%s\"%s}}".formatted(method, url, more);
    }

    private static String har(String... entries) {
        return "{\"log\": {\"version\": \"1.2\", \"entries\": [" + String.join(",\n", entries) + "]}}";
    }

    private static String answered(String method, String url, int status, String type, String header) {
        return """
                {"request": {"method": "%s", "url": "%s", "headers": [%s]},
                 "response": {"status": %d, "content": {"mimeType": "%s", "text": "..."}}}""".formatted(method, url,
                header
                        .isEmpty() ? "" : "{\"name\": \"%s\", \"value\": \"mine\"}".formatted(header),
                status, type);
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
        RequestFile file = files.read("page.har", text);
        assertEquals("shop.example.com", file.host());
        assertEquals(List.of("GET /", "GET /a%7Cb?c=d%20e"), names(file));
        assertEquals(Map.of(Why.HOST, 5L, Why.PROTOCOL, 2L, Why.WRITES, 1L), leftOut(file));
        RequestFile other = RequestFile.read(folder.resolve("page.har"), false, "https://ADS.example.net/");
        assertEquals(List.of("GET /1", "GET /2"), names(other));
        assertEquals("shop.example.com", files.read("first.har", text.replace("text/html", "text/plain").replace(
                "https://consent.example.net", "chrome-extension://x").replace("http://old", "https://shop")).host(),
                "without a document, that of the first request");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "\"_resourceType\": \"document\"",
            "\"request\": {\"method\": \"GET\", \"url\": \"http://a/\", \"headers\": "
                    + "[{\"name\": \"Sec-Fetch-Dest\", \"value\": \"document\"}]}",
            "\"startedDateTime\": \"2020-01-01T00:00:00Z\""})
    void aDocumentIsKnownInSeveralWays(String member) throws IOException {
        String started = ", \"startedDateTime\": \"2026-01-01T00:00:00Z\"";
        assertEquals("a", files.read("ways.har", har(
                entry("GET", "http://b/", "").replaceFirst("}$", started + "}"),
                "{\"request\": {\"method\": \"GET\", \"url\": \"http://a/\"}%s, %s}"
                        .formatted(member.contains("started")
                                ? ""
                                : started, member)))
                .host());
    }

    /** A recording has what its browser sent, and people may not know what that is. */
    @Test
    void theSecretsOfARecordingStay() throws IOException {
        RequestFile file = files.read("secrets.har", har(
                entry("GET", "https://shop.example.com/a?access_token=hush&b=1", """
                        , "headers": [{"name": "cookie", "value": "s=hush"}, {"name": "Cookie", "value": "t=hush"},
                        {"name": ":path", "value": "/a"}, {"name": "If-None-Match", "value": "x"},
                        {"name": "Accept", "value": "text/plain"}]"""),
                entry("QUERY", "https://shop.example.com/b",
                        ", \"postData\": {\"text\": \"{\\\"password\\\": \\\"hush\\\"}\"}"),
                entry("GET", "https://shop.example.com/open", "")));
        assertEquals("hush", file.calls().getFirst().path().replaceAll(".*token=(\\w+).*", "$1"));
        assertTrue(file.isOf("shop.example.com") && !file.isOf("127.0.0.1"));
        RequestFile without = file.withoutSecrets();
        assertEquals(List.of("GET /a?access_token=***&b=1", "QUERY /b", "GET /open"), names(without));
        assertEquals(Map.of("Accept", "text/plain"), without.calls().getFirst().headers());
        assertTrue(without.calls().stream().noneMatch(call -> (call.path() + call.headers() + call.body()).contains(
                "hush")), without.calls().toString());
        assertEquals(Map.of(Why.SECRETS, 2L), leftOut(without));
        RequestFile here = files.read("here.har", har(entry("GET", "http://localhost:8080/a", "")));
        assertTrue(here.isOf("127.0.0.1"));
        assertTrue(here.withoutSecrets() == here, "there are none");
    }

    @Test
    void aFormThatWasRecordedHasItsValues() throws IOException {
        Path file = files.write("form.har", har(
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
        RequestFile file = files.read("large.har", har(entries));
        assertEquals(100, file.calls().stream().distinct().count());
        assertTrue(names(file).containsAll(List.of("GET /4990", "GET /98")) && !names(file).contains("GET /99"));
        assertEquals(Map.of(Why.MANY, 4891L), leftOut(file));
    }

    /** Counts, which a recording has in place of weights, cannot be made smaller by hand. */
    @Test
    void theCountsOfALongRecordingAreScaledDown() throws IOException {
        String[] entries = IntStream.range(0, 5001).mapToObj(i -> entry("GET", i == 0 ? "http://a/seldom"
                : i % 5 == 0 ? "http://a/some" : "http://a/often", "")).toArray(String[]::new);
        RequestFile file = files.read("long.har", har(entries));
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
        String message = files.refused("bad.har", text.strip());
        assertTrue(message.startsWith(words.strip()), message);
    }
}
