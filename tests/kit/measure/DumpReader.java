package kit.measure;

import kit.measure.ThreadDump;
import kit.record.WholeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import kit.base.LabException;

/** What a lab reads of thread dumps, of either format. */
public final class DumpReader {

    private DumpReader() {}

    /** The threads of a dump in JSON, as a cell reads them: it tells what is wrong in a word of its own. */
    public static int json(Path dump) {
        try {
            List<ThreadStack> threads = ThreadStack.read(dump);
            threads.forEach(
                    thread -> thread.line().concat(thread.operation()).concat(String.valueOf(thread.isServing())));
            return 0;
        } catch (IOException e) {
            throw new LabException(dump + ": " + e.getMessage(), e);
        }
    }

    /** What is quoted of a dump as text. */
    public static int text(Path dump) {
        try {
            ThreadDump.telling(WholeText.of(dump));
            return 0;
        } catch (IOException e) {
            throw new LabException(dump + ": " + e.getMessage(), e);
        }
    }
}
