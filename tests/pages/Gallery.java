package pages;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tests.Folders;

/** The made-up labs that the tests of the charts look at, each under a name of its own. A JVM draws them once. */
final class Gallery {

    private static Drawn drawn;

    private Gallery() {}

    static synchronized Drawn drawn() throws IOException {
        if (drawn == null) {
            Path data = Folders.create("gallery-");
            for (Runs lab : Stream.of(List.of(Waits.lab(data), StoredRows.lab(data), Ramp.lab(data)),
                    ThroughputTest.labs(data), LatencyTest.labs(data), LagTest.labs(data), BurstTest.labs(data),
                    MemoryTest.labs(data), RatiosTest.labs(data),
                    List.of(Runs.in(data.resolve("sample")).lab("shown"))).flatMap(List::stream).toList()) {
                lab.write();
            }
            drawn = Drawn.quietly(data);
        }
        return drawn;
    }
}
