package kit.results;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import kit.base.LabException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;

/** What JMeter can be told to write: samples inside samples, no heading, dates, sums. Made up. */
@Tag(Lane.UNIT)
class JMeterFilesTest {

    private static final String BEGIN = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testResults version=\"1.2\">\n";
    private static final String END = "</testResults>\n";

    @TempDir
    Path folder;

    private LoadResult read(String text) throws IOException {
        return ResultFile.read(Files.writeString(folder.resolve("result.jtl"), text)).get(0);
    }

    private String complaint(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("result.jtl"), text);
        String message = assertThrows(LabException.class, () -> ResultFile.read(file)).getMessage();
        assertEquals(1, message.lines().count(), message);
        return message;
    }

    private static String transaction(int samples) {
        return "<sample t=\"999\" ts=\"1795412163000\" s=\"true\" rm=\"Number of samples in transaction : " + samples
                + ", number of failing samples : 0\" tn=\"U 1-1\" na=\"2\">";
    }

    private static String request(String element, long at, long millis, String inside) {
        return "<" + element + " t=\"" + millis + "\" ts=\"" + (1_795_412_163_000L + at)
                + "\" s=\"true\" rm=\"OK\" tn=\"U 1-1\" na=\"2\">" + inside + "</" + element + ">";
    }

    // ---- samples inside samples ----

    /** Transactions in transactions, a request with a redirect, and the elements that JMeter writes into samples. */
    @Test
    void whatHasNoSamplesInsideIsCounted() throws IOException {
        LoadResult result = read(BEGIN + transaction(2)
                + request("httpSample", 0, 10, "<responseData>x</responseData><java.net.URL>u</java.net.URL>")
                + transaction(3) + transaction(2) + request("httpSample", 20, 20, "<assertionResult><name>a</name>"
                        + "<failure>false</failure></assertionResult>")
                + request("sample", 50, 30, "") + "</sample>"
                + request("httpSample", 90, 90, request("httpSample", 90, 40, "") + request("httpSample", 140, 40, ""))
                + "</sample></sample>" + request("httpSample", 200, 50, "") + request("sample", 300, 50, "") + END);
        assertEquals(7, result.counts().requests());
        assertEquals((10 + 20 + 30 + 40 + 40 + 50 + 50) / 7.0, result.times().mean(), 1e-9);
        assertEquals(50, result.times().greatest(), 0.05);
        assertEquals(2, result.users().count());
        assertEquals(6, result.requests().users().followed(), "all are of one user");
    }

    /** A request may fail inside a transaction, and a transaction is no request whether it has some inside or not. */
    @Test
    void theRequestsFailAndNotTheTransaction() throws IOException {
        LoadResult result = read(BEGIN + transaction(2).replace("\"true\"", "\"false\"")
                + request("httpSample", 0, 10, "") + request("httpSample", 20, 10, "").replace("\"true\"", "\"false\"")
                + "</sample>" + transaction(1) + "</sample>" + END);
        assertEquals(2, result.counts().requests());
        assertEquals(1, result.counts().errors());
    }

    @Test
    void transactionsAloneAreNoRequests() throws IOException {
        String xml = complaint(BEGIN + transaction(2) + transaction(1) + "</sample></sample>" + END);
        assertTrue(xml.contains("its 2 samples are transactions"), xml);
        String csv = complaint("""
                timeStamp,elapsed,responseMessage,success
                1795412163000,30,"Number of samples in transaction : 2, number of failing samples : 0",true
                """);
        assertTrue(csv.contains("its 1 samples are transactions") && csv.contains("Generate parent sample"), csv);
    }

    @Test
    void aFileWithoutSamplesHasNoRequest() throws IOException {
        assertTrue(complaint(BEGIN + END).contains("has no request"));
    }

    // ---- sums ----

    @ParameterizedTest
    @ValueSource(ints = {2, 1000})
    void aSumOfSamplesIsRefused(int samples) throws IOException {
        String csv = complaint("timeStamp,elapsed,success,SampleCount,ErrorCount\n1795412163000,30,true,1,0\n"
                + "1795412164000,30,true," + samples + ",0\n");
        assertTrue(csv.contains("a sum of " + samples + " samples in line 3"), csv);
        String xml = complaint(
                BEGIN + request("httpSample", 0, 10, "").replace(" na=", " sc=\"" + samples + "\" ec=\"0\" na=")
                        + END);
        assertTrue(xml.contains("a sum of " + samples + " samples"), xml);
    }

    @Test
    void aSampleOfOneIsNoSum() throws IOException {
        assertEquals(1, read("timeStamp,elapsed,success,SampleCount,ErrorCount\n1795412163000,30,true,1,0\n").counts()
                .requests());
        assertEquals(1, read(BEGIN + request("httpSample", 0, 10, "").replace(" na=", " sc=\"1\" ec=\"0\" na=") + END)
                .counts().requests());
    }

    // ---- no heading ----

    /** JMeter 5 has 17 fields by default, JMeter 3 has 16; and a separator may be another. */
    @ParameterizedTest
    @CsvSource(delimiterString = " => ",
            value = {", => ,http://127.0.0.1/,20,0,0", ", => ,20,0,0", "; => ;null;20;0;0"})
    void linesInTheUsualOrderNeedNoHeading(String separator, String rest) throws IOException {
        String lines = """
                1795412163000,20,get,200,OK,T 1-1,text,true,,187,131,2,2
                1795412163000,30,get,500,"not, found",T 1-2,text,false,"a ""bad"" one",187,131,2,2
                1795412163000,50,all,200,"Number of samples in transaction : 2",T 1-2,,true,,187,131,2,2
                1795412163030,10,get,200,OK,T 1-1,text,true,,187,131,2,2
                """.replace("not, found", "not found").replace(",", separator).replace("\n", rest + "\n");
        LoadResult result = read(lines);
        assertEquals(3, result.counts().requests());
        assertEquals(1, result.counts().errors());
        assertEquals(20, result.times().mean());
        assertEquals(2, result.users().count());
        assertEquals(10, result.requests().users().meanPause());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1795412163000,20,true,200", "1795412163000,20,get,200,OK,T 1-1,true",
            "2026-11-23 05:33:09.017,20,true,a", "1795412163000,20,get,200,OK,T,text,true,187,2,2,20,0,0"})
    void linesInAnotherOrderNeedOne(String line) throws IOException {
        String message = complaint(line + "\n");
        assertTrue(message.contains("has no heading") && message.contains("print_field_names=true"), message);
    }

    // ---- dates ----

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-23 05:33:0%d.%03d", "2026/11/23 05:33:0%d.%03d", "2026-11-23T05:33:0%d.%03d"})
    void datesAreTimes(String format) throws IOException {
        String lines = format.formatted(9, 17) + ",20,a,200,OK,T 1,text,true,,1,1,1,1\n" + format.formatted(9, 47)
                + ",30,a,200,OK,T 1,text,true,,1,1,1,1\n";
        for (String heading : new String[] {"",
                "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,"
                        + "success,failureMessage,bytes,sentBytes,grpThreads,allThreads\n"}) {
            LoadResult result = read(heading + lines);
            assertEquals(0.06, result.counts().seconds(), 1e-9);
            assertEquals(10, result.requests().users().meanPause(), 1e-9);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", value = {
            "2026-11-23 05:33:09.017 => 2026-13-23 05:33:09.017 => is damaged: line 3 has '2026-13-23",
            "2026-11-23 05:33:09.017 => 1795412163000 => is damaged: line 3 has '1795412163000'",
            "1795412163000 => 2026-11-23 05:33:09.017 => is damaged: line 3 has '2026-11-23",
            "23.11.2026 05:33 => 23.11.2026 05:33 => timestamp_format=ms"})
    void anotherTimeIsNamed(String first, String second, String words) throws IOException {
        String message = complaint("timeStamp,elapsed\n" + first + ",20\n" + second + ",20\n");
        assertTrue(message.contains(words), message);
    }
}
