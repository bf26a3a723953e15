package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import kit.record.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import kit.base.LabException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;

/** What a build server reads. */
@Tag(Lane.UNIT)
class ReportTest {

    @TempDir
    Path folder;

    private Element written(Report report, Path file) throws Exception {
        report.write();
        return parsed(file);
    }

    private static Element parsed(Path file) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()).getDocumentElement();
    }

    @Test
    void eachVerdictAndEachRequirementIsATest() throws Exception {
        Path file = folder.resolve("report.xml");
        var report = new Report(file);
        report.add(21, "verdict: harmful", Verdict.SURPRISE, "5 < 7 & \"worse\"");
        report.add(25, "verdict: enable", Verdict.CONFIRMED, "better");
        report.add(25, "p99 <= 1.1 x platform", Verdict.UNDECIDED, "who knows");
        report.add(25, "cpu <= 1 x platform", Verdict.INVALID, "late");
        report.add(25, "verdict: skipped", Verdict.SKIPPED, "there is no wrk");
        Element suite = written(report, file);
        assertEquals(List.of("5", "1", "1", "2"), List.of("tests", "failures", "errors", "skipped").stream()
                .map(suite::getAttribute).toList());
        var cases = suite.getElementsByTagName("testcase");
        assertEquals(List.of("failure", "system-out", "skipped", "error", "skipped"),
                IntStream.range(0, cases.getLength())
                        .mapToObj(i -> cases.item(i).getFirstChild().getNodeName()).toList());
        var first = (Element) cases.item(0);
        assertEquals(List.of("own.jdk21", "verdict: harmful", "5 < 7 & \"worse\""), List.of(
                first.getAttribute("classname"), first.getAttribute("name"), ((Element) first.getFirstChild())
                        .getAttribute("message")));
    }

    @Test
    void aRunThatMeasuredNothingIsAnError() throws Exception {
        Path file = folder.resolve("report.xml");
        assertEquals("1", written(new Report(file), file).getAttribute("errors"));
    }

    @Test
    void aRunThatFailsIsAnErrorWithItsReason() throws Exception {
        Path file = folder.resolve("report.xml");
        Files.writeString(file, "of the run before");
        Ran ran = OwnCommand.run("--command", "no-such-program --port={port}", "--get", "/wait", "--junit", file
                .toString());
        assertEquals(2, ran.exit(), ran.err());
        Element suite = parsed(file);
        assertEquals("1", suite.getAttribute("errors"));
        Repository.contains(((Element) suite.getElementsByTagName("error").item(0)).getAttribute("message"),
                "the service ended with exit code 127 (command not found)");
    }

    @Test
    void theReasonOfAFailureHasNoPassword() throws Exception {
        Path file = folder.resolve("report.xml");
        var report = new Report(file);
        report.addFailure(new LabException("its last line was: --db.password=hush"));
        report.write();
        String text = Files.readString(file);
        assertTrue(text.contains("password=***") && !text.contains("hush"), text);
    }

    @Test
    void withoutAFileNothingIsWritten() throws Exception {
        new Report(null).write();
        try (var files = Files.list(folder)) {
            assertEquals(0, files.count());
        }
    }
}
