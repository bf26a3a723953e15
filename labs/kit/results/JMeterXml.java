package kit.results;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * JMeter's JTL as XML. A sample may have samples inside, of which it is the sum: a transaction has its requests, and a
 * request has its redirects and the parts of its page. What counts is the samples without samples inside.
 */
final class JMeterXml implements Format {

    /** Transactions lie in transactions, but not that deep. */
    private static final int DEEPEST = 100;

    @Override
    public boolean knows(String beginning) {
        return beginning.contains("<testResults");
    }

    @Override
    public List<LoadResult> read(Path file) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newInstance();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try (Reader in = LineLimit.reader(file)) {
            return List.of(new Samples(file, factory.createXMLStreamReader(in)).result());
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

    /** A sample whose end was not read. */
    private static final class Open {

        private final boolean transaction;
        private final long stamp;
        private final long elapsed;
        private final boolean ok;
        private final String thread;
        private final long count;
        private boolean hasSamples;

        Open(boolean transaction, long stamp, long elapsed, boolean ok, String thread, long count) {
            this.transaction = transaction;
            this.stamp = stamp;
            this.elapsed = elapsed;
            this.ok = ok;
            this.thread = thread;
            this.count = count;
        }
    }

    private static final class Samples {

        private final Path file;
        private final XMLStreamReader reader;
        private final RequestLog requests = new RequestLog();
        private final Deque<Open> open = new ArrayDeque<>();
        private double users;
        private long transactions;

        Samples(Path file, XMLStreamReader reader) {
            this.file = file;
            this.reader = reader;
        }

        LoadResult result() throws XMLStreamException {
            boolean ended = false;
            try {
                while (reader.hasNext()) {
                    int event = reader.next();
                    if (event == XMLStreamConstants.START_ELEMENT && isSample()) {
                        begin();
                    } else if (event == XMLStreamConstants.END_ELEMENT && isSample()) {
                        end(open.pop());
                    } else if (event == XMLStreamConstants.END_ELEMENT) {
                        ended |= reader.getLocalName().equals("testResults");
                    }
                }
            } catch (XMLStreamException e) {
                if (ended) {
                    throw Foreign.several(file, "line " + e.getLocation().getLineNumber() + " begins another one");
                }
                throw e;
            }
            if (transactions > 0 && requests.times().getTotalCount() == 0) {
                throw Foreign.transactions(file, transactions);
            }
            return requests.result(file, JMeterCsv.TOOL,
                    new RequestLog.Told(users > 0 ? users : Double.NaN, Double.NaN, Double.NaN, true));
        }

        private boolean isSample() {
            return reader.getLocalName().equals("httpSample") || reader.getLocalName().equals("sample");
        }

        private void begin() {
            Open outer = open.peek();
            if (outer != null) {
                outer.hasSamples = true;
            }
            String message = text("rm");
            String thread = text("tn");
            open.push(new Open(message.startsWith(JMeterCsv.TRANSACTION), whole("ts"), whole("t"),
                    text("s").equals("true"), thread.isEmpty() && outer != null ? outer.thread : thread,
                    text("sc").isEmpty() ? 1 : whole("sc")));
            if (open.size() > DEEPEST) {
                throw Foreign.damaged(file, "line " + line() + " has a sample " + open.size() + " deep in others");
            }
            if (!text("na").isEmpty()) {
                users = Math.max(users, whole("na"));
            }
        }

        private void end(Open sample) {
            if (sample.transaction) {
                transactions++;
            } else if (!sample.hasSamples) {
                if (sample.count > 1) {
                    throw Foreign.sums(file, line(), sample.count);
                }
                requests.add(sample.stamp * 1_000_000, false, sample.elapsed * 1_000_000, sample.ok,
                        sample.thread.isEmpty() ? 0 : 1L + sample.thread.hashCode() + (1L << 40));
            }
        }

        private String text(String attribute) {
            String value = reader.getAttributeValue(null, attribute);
            return value == null ? "" : value;
        }

        private int line() {
            return reader.getLocation().getLineNumber();
        }

        private long whole(String attribute) {
            try {
                return Long.parseLong(text(attribute));
            } catch (NumberFormatException e) {
                throw Foreign.damaged(file, "line " + line() + " has no number as " + attribute);
            }
        }
    }
}
