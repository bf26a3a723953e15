package kit.results;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** JMeter's JTL as XML. Samples within a sample are parts of it, and not counted. */
final class JMeterXml implements Format {

    private static final int SAMPLE = 2; // depth: testResults, sample

    @Override
    public boolean knows(String beginning) {
        return beginning.contains("<testResults");
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        var requests = new RequestLog();
        try (Reader in = LineLimit.reader(file)) {
            XMLStreamReader reader = factory.createXMLStreamReader(in);
            double users = read(file, reader, requests);
            return List.of(requests.result(file, JMeterCsv.TOOL,
                    new RequestLog.Told(users > 0 ? users : Double.NaN, Double.NaN, Double.NaN, true)));
        } catch (XMLStreamException e) {
            if (e.getNestedException() instanceof CharacterCodingException) {
                throw Foreign.noText(file);
            }
            if (e.getMessage().contains("was referenced")) {
                throw Foreign.damaged(file, "line " + e.getLocation().getLineNumber()
                        + " refers to an entity, which JMeter does not write and which is not read");
            }
            throw Foreign.cutOff(file, "its XML does not end (line " + e.getLocation().getLineNumber() + ")");
        }
    }

    /** @return most threads that were active at a time */
    private static double read(Path file, XMLStreamReader reader, RequestLog requests) throws XMLStreamException {
        int depth = 0;
        double users = 0;
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
            } else if (event == XMLStreamConstants.START_ELEMENT && ++depth == SAMPLE) {
                String message = reader.getAttributeValue(null, "rm");
                if (message != null && message.startsWith(JMeterCsv.TRANSACTION)) {
                    continue;
                }
                String thread = reader.getAttributeValue(null, "tn");
                requests.add(whole(file, reader, "ts") * 1_000_000, false, whole(file, reader, "t") * 1_000_000,
                        "true".equals(reader.getAttributeValue(null, "s")), thread == null ? 0
                                : 1L + thread.hashCode()
                                        + (1L << 40));
                if (reader.getAttributeValue(null, "na") != null) {
                    users = Math.max(users, whole(file, reader, "na"));
                }
            }
        }
        return users;
    }

    private static long whole(Path file, XMLStreamReader reader, String attribute) {
        try {
            return Long.parseLong(String.valueOf(reader.getAttributeValue(null, attribute)));
        } catch (NumberFormatException e) {
            throw Foreign.damaged(file, "line " + reader.getLocation().getLineNumber() + " has no number as "
                    + attribute);
        }
    }
}
