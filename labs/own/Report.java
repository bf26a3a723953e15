package own;

import kit.record.Verdict;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import kit.base.LabException;
import kit.base.Secrets;

/**
 * A report in JUnit's format, which build servers show: a test for each verdict and for each requirement. A verdict
 * fails where it is <em>harmful</em>, and a requirement where it does not hold. What is not decided is skipped, and
 * what is invalid is an error.
 */
final class Report {

    /** What JUnit calls so. */
    private static final Set<Verdict> SKIPPED = Set.of(Verdict.UNDECIDED, Verdict.SKIPPED);

    private final Path file;
    private final List<Case> cases = new ArrayList<>();

    /** A test. @param why for people */
    private record Case(String group, String name, Verdict verdict, String why) {}

    /**
     * @param file null for no report
     * @throws LabException where it cannot be written there
     */
    Report(Path file) {
        this.file = file;
        if (file != null) {
            Path folder = file.toAbsolutePath().getParent();
            if (Files.isDirectory(file) || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
                throw new LabException("--junit " + file + " cannot be written: name a file in a folder that exists");
            }
        }
    }

    /** @param verdict CONFIRMED for a test that passes, SURPRISE for one that fails */
    void add(int jdk, String name, Verdict verdict, String why) {
        cases.add(new Case("own.jdk" + jdk, name, verdict, Secrets.masked(why)));
    }

    /** Adds that the run failed. Otherwise a build server would show the report of the run before. */
    void addFailure(Exception why) {
        cases.add(new Case("own", "measurement", Verdict.INVALID, Secrets.masked(String.valueOf(why.getMessage()))));
    }

    /** Writes what there is, if a file was named. Where nothing was measured, that is an error. */
    void write() {
        if (file == null) {
            return;
        }
        if (cases.isEmpty()) {
            cases.add(new Case("own", "measurement", Verdict.INVALID, "nothing was measured"));
        }
        try (Writer text = Files.newBufferedWriter(file)) {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument();
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", "jbang own");
            xml.writeAttribute("tests", String.valueOf(cases.size()));
            xml.writeAttribute("failures", count(Set.of(Verdict.SURPRISE)));
            xml.writeAttribute("errors", count(Set.of(Verdict.INVALID)));
            xml.writeAttribute("skipped", count(SKIPPED));
            for (Case one : cases) {
                write(xml, one);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.close();
        } catch (IOException | XMLStreamException e) {
            throw new LabException("--junit " + file + " could not be written: " + e.getMessage(), e);
        }
    }

    private String count(Set<Verdict> verdicts) {
        return String.valueOf(cases.stream().filter(one -> verdicts.contains(one.verdict)).count());
    }

    private static void write(XMLStreamWriter xml, Case one) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", one.group);
        xml.writeAttribute("name", one.name);
        switch (one.verdict) {
        case SURPRISE -> writeWhy(xml, "failure", one.why);
        case INVALID -> writeWhy(xml, "error", one.why);
        case UNDECIDED, SKIPPED -> writeWhy(xml, "skipped", one.why);
        case CONFIRMED -> {
            xml.writeStartElement("system-out");
            xml.writeCharacters(one.why);
            xml.writeEndElement();
        }
        }
        xml.writeEndElement();
    }

    private static void writeWhy(XMLStreamWriter xml, String element, String why) throws XMLStreamException {
        xml.writeEmptyElement(element);
        xml.writeAttribute("message", why);
    }
}
