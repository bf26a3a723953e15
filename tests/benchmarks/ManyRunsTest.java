package benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Script;

/** How long plot takes for the runs of years, and how much memory: prints it, and holds it against nothing. */
@Tag(Lane.BENCH)
class ManyRunsTest {

    private static final int RUNS = 1000;
    private static final Pattern COLLECTION = Pattern.compile("(\\d+)M->(\\d+)M\\((\\d+)M\\)");

    @Test
    @Timeout(1800)
    void plotOfAThousandRuns(@TempDir Path temp) throws Exception {
        Path data = temp.resolve("data");
        List<Path> samples = samples();
        for (int i = 0; i < RUNS; i++) {
            copy(samples.get(i % samples.size()), data, "20%02d0101-10%02d00".formatted(i / 60, i % 60));
        }
        Path log = temp.resolve("gc.log");
        ProcessBuilder plot = Script.of("analysis/plot.java").process(temp, List.of("-Xlog:gc:file=" + log),
                data.toString());
        long start = System.nanoTime();
        Repository.Ran ran = Repository.run(plot, 25);
        double seconds = (System.nanoTime() - start) / 1e9;
        assertEquals(0, ran.exit(), ran.err());
        try (var pages = Files.list(data.resolve("charts"))) {
            assertEquals(RUNS + 2, pages.filter(page -> page.toString().endsWith(".html")).count(),
                    "one of each run, the index and the glossary");
        }
        int peak = 0;
        int live = 0;
        for (String line : Files.readAllLines(log)) {
            var heap = COLLECTION.matcher(line);
            if (heap.find()) {
                peak = Math.max(peak, Integer.parseInt(heap.group(1)));
                live = Math.max(live, Integer.parseInt(heap.group(2)));
            }
        }
        System.out.printf(
                "plot of %d runs (copies of %d samples): %.1f s, %.0f ms a run; heap at most %d MB before a "
                        + "collection and %d MB after one%n",
                RUNS, samples.size(), seconds, seconds * 1000 / RUNS, peak, live);
    }

    private static List<Path> samples() throws IOException {
        try (var labs = Files.list(Repository.root().resolve("data/sample"))) {
            return labs.filter(lab -> Files.isDirectory(lab) && !lab.endsWith("charts")).sorted().map(lab -> {
                try {
                    return Repository.onlyRun(lab);
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            }).toList();
        }
    }

    private static void copy(Path run, Path data, String name) throws IOException {
        Path there = Files.createDirectories(data.resolve(run.getParent().getFileName()).resolve(name));
        try (var files = Files.list(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, there.resolve(file.getFileName()));
            }
        }
    }
}
