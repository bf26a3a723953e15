package old.run;

import static old.run.MadeOutcome.outcome;
import static old.run.MadeOutcome.results;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import kit.base.Histograms;
import kit.base.LabException;
import old.cell.Outcome;
import old.trust.CellResult;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** The folder of a run: what it holds while the run goes on, its name, and what a full disk does to it. */
@Tag(Lane.UNIT)
class RunFolderTest {

    @TempDir
    Path data;

    private Path write(Outcome outcome) {
        return MadeOutcome.write(data, outcome);
    }

    @Test
    void theHistogramLogIsReadByHdrHistogramsOwnReader() throws Exception {
        File log = write(outcome()).resolve("virtual-c100-f1.hlog").toFile();
        Histogram response = Histograms.empty();
        long intervals = 0;
        try (var reader = new HistogramLogReader(log)) {
            while (reader.hasNext()) {
                var interval = (Histogram) reader.nextIntervalHistogram();
                if (interval != null && interval.getTag() == null) {
                    response.add(interval);
                    intervals++;
                    assertEquals(1000, interval.getEndTimeStamp() - interval.getStartTimeStamp());
                }
            }
        }
        assertEquals(2, intervals);
        assertEquals(1000, response.getTotalCount());
        assertEquals(200e6, response.getValueAtPercentile(50), 1e6, "nanoseconds");
    }

    @Test
    void runsOfOneSecondThatBeginAtOnceGetFoldersOfTheirOwn() throws Exception {
        int runs = 16;
        var together = new CyclicBarrier(runs);
        try (var threads = Executors.newFixedThreadPool(runs)) {
            var all = threads.invokeAll(Collections.<Callable<Path>>nCopies(runs, () -> {
                // Each its own: a histogram is read with an iterator that it keeps.
                Outcome outcome = outcome();
                List<CellResult> results = results(outcome);
                together.await();
                RunFolder folder = MadeOutcome.folder(data);
                folder.write(outcome, results);
                // Some end while others begin.
                folder.close(Map.of("complete", true));
                return folder.place();
            }));
            var places = new HashSet<Path>();
            for (var one : all) {
                Path place = one.get();
                assertTrue(places.add(place), place + " is of two runs");
                List<CSVRecord> rows = Repository.csv(place.resolve("summary.csv"));
                assertEquals(List.of(place.getFileName().toString()),
                        rows.stream().map(row -> row.get("run")).toList());
                assertTrue(Files.exists(place.resolve("run.json")), place.toString());
            }
        }
    }

    /**
     * A disk that is full, as a device that takes nothing: what was whole before stays so, it is thrown once, and the
     * run gets its name.
     */
    @Test
    void whatCannotBeWrittenIsSaidOnceAndTheRunHasItsName() throws Exception {
        Outcome outcome = outcome();
        RunFolder folder = MadeOutcome.folder(data);
        List<CellResult> results = results(outcome);
        folder.write(outcome, results);
        // In the place of the second cell's histograms: a folder, which is no file.
        Path log = folder.file(outcome.spec.name(), ".hlog");
        Files.delete(log);
        Files.createDirectory(log);
        String said = assertThrows(LabException.class, () -> folder.write(outcome, results)).getMessage();
        Repository.contains(said, data.resolve("cpu-light").toString(), folder.place().toString(), "--data");
        assertEquals(1, said.lines().count(), said);
        folder.note("no more");
        folder.write(outcome, results);
        folder.close(Map.of("complete", false));
        assertTrue(Files.exists(folder.place().resolve("run.json")));
        assertEquals(2, Repository.csv(folder.place().resolve("summary.csv")).size(),
                "the second was on the disk before");
        assertEquals(0, Files.size(folder.place().resolve("notebook.md")), "nothing is written any more");
    }

    @Test
    void rowsAreOnTheDiskBeforeTheRunIsOverAndLateOnesDoNoHarm() throws Exception {
        Outcome outcome = outcome();
        RunFolder folder = MadeOutcome.folder(data);
        List<CellResult> results = results(outcome);
        folder.write(outcome, results);
        Path partial = data.resolve("cpu-light/.20260102-030405.partial/summary.csv");
        assertEquals(1, Repository.csv(partial).size());
        folder.close(Map.of("complete", false));
        folder.write(outcome, results);
        assertEquals(1, Repository.csv(folder.place().resolve("summary.csv")).size());
        assertFalse(Files.exists(partial));
        assertEquals(List.of("20260102-030405"),
                Files.list(data.resolve("cpu-light")).map(p -> p.getFileName().toString())
                        .collect(Collectors.toList()));
    }
}
