package kit.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import kit.base.LabException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;

/** A file that is recognised and not read is named, with what to give in its place. */
@Tag(Lane.UNIT)
class UnreadTest {

    @TempDir
    Path folder;

    private String complaint(byte[] content) throws IOException {
        Path file = Files.write(folder.resolve("file"), content);
        String message = assertThrows(LabException.class, () -> ResultFile.read(file)).getMessage();
        assertEquals(1, message.lines().count(), message);
        assertFalse(message.contains("is not a result that can be read"), message);
        return message;
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', value = {
            "`` => is empty => Let the tool end",
            "` \\n\\n` => is empty => Let the tool end",
            "`RUN\\tsim.Basic\\tbasic\\t1795412163000\\t \\t3.9.5\\nUSER\\ts` => Gatling's simulation.log => stats.js",
            "`\\0\\0\\0\\0\\0063.13.5\\0\\0\\0\\003Sim` => Gatling's simulation.log => stats.js",
            "`Method,Name,Error,Occurrences\\nGET,/a,boom,3` => list of failures => PREFIX_stats.csv",
            "`Count,Message,Traceback,Nodes\\n` => list of failures => PREFIX_stats.csv",
            "`       Value     Percentile TotalCount 1/(1-Percentile)\\n\\n  20.2` => percentile spectrum => .hlog",
            "`Value(ms)   Percentile  TotalCount  1/(1-Percentile)\\n20.1 0 0 1.0` => percentile spectrum => .hlog",
            "`Creating summariser <summary>\\nsummary +   120 in 00:00:05 =   24.1/s Avg:    20 Min:    19` "
                    + "=> summariser => jmeter -n -l",
            "`Generate Summary Results =      1 in   0.5s =    2.1/s Avg:   476 Min:` => summariser => jmeter -n -l",
            "`Label,# Samples,Average,Median\\nGET,10,20,20` => table that JMeter made => jmeter -n -l",
            "`{\\n  \"Total\" : {\\n    \"transaction\" : \"Total\",\\n` => table that JMeter made => -l",
            "`<?xml version=\"1.0\"?><jmeterTestPlan version=\"1.2\">` => test plan => jmeter -n -l",
            "`Bombarding http://127.0.0.1/ for 10s using 125 connection(s)\\nDone!` => bombardier => -o json",
            "`Requests      [total, rate, throughput]  10, 10, 10\\n` => vegeta's report as text => -type=json",
            "`{\"attack\":\"\",\"seq\":0,\"code\":200,\"latency\":26459295}` => vegeta's list => -type=json",
            "`Bucket         #    %       Histogram\\n[0s, 10ms] 0` => vegeta's histogram => -type=json",
            "`Summary:\\n  Success rate:\\t100.00%\\n  Total:\\t1.2 secs` => oha => --output-format json",
            "`     http_req_duration..............: avg=21ms min=20ms` => k6's summary for people => --summary-export",
            "`<!DOCTYPE html><html>` => web page => labs/AUDIT.md",
            "`{\"aggregate\": {\"counters\": {\"http.requests\": 3}}}` => Artillery => labs/AUDIT.md"})
    void itIsNamed(String content, String what, String instead) throws IOException {
        String message = complaint(content.translateEscapes().getBytes(StandardCharsets.UTF_8));
        assertTrue(message.contains(what) && message.contains(instead), message);
    }

    @Test
    void whatIsCompressedIsNamed() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes)) {
            zip.write(Files.readAllBytes(Fixtures.file("k6.csv")));
        }
        assertTrue(complaint(bytes.toByteArray()).contains("is compressed. Unpack it"));
    }

    @Test
    void hyperfoilWithoutAReportIsNamed() throws IOException {
        String message = complaint("{\"$schema\": \"http://hyperfoil.io/run-schema/v3.0\", \"info\": {}}"
                .getBytes(StandardCharsets.UTF_8));
        assertTrue(message.contains("all.json"), message);
    }
}
