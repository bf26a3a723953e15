package kit.page;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import fixtures.MadeRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.judge.JudgedRun;
import kit.measure.Block;
import kit.measure.Measurement;
import kit.record.Release;
import kit.record.RunJson;
import kit.record.RunTable;
import kit.record.Verdict;
import kit.report.CellReport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/** The files of a run of format 4: what is written can be read again, and stays there whatever happens. */
@Tag(Lane.UNIT)
class RunFilesTest {

    private static final LocalDateTime AT = LocalDateTime.of(2026, 1, 2, 3, 4, 5);
    private static final Told TOLD = new Told("1 waits", 1, "What limits the throughput?", "X = min(N, m) / S",
            "Twice as much.", "Requests per second",
            List.of(new Told.Bar("platform", 50), new Told.Bar("virtual", 100)),
            List.of(new Told.Answer(MadeRun.plan().guesses().getFirst(), "b: more", 2.01, true)),
            "jbang labs/waits.java --quick --forks 3 --data=/tmp", "");

    @TempDir
    Path data;

    private static JudgedRun run(int forks) {
        return MadeRun.judged(MadeRun.measurement(forks));
    }

    private Path written(int forks) {
        RunFiles files = RunFiles.open(data, "waits", AT);
        files.note(List.of(new Passage.Text("# 1 waits")));
        for (int fork = 1; fork <= forks; fork++) {
            files.write(run(fork));
        }
        files.close(run(forks), TOLD, true);
        return files.place();
    }

    @Test
    void everyFileHasTheColumnsOfItsTableAndValuesOfTheirTypes() throws Exception {
        Path run = written(2);
        for (RunTable table : tables(run)) {
            List<CSVRecord> rows = Repository.csv(run.resolve(table.file()));
            assertFalse(rows.isEmpty(), table.file());
            assertEquals(table.header(), rows.getFirst().getParser().getHeaderNames());
            for (CSVRecord row : rows) {
                for (RunTable.Described column : table.columns()) {
                    String value = row.get(column.column().toString());
                    assertTrue(value.isEmpty() || switch (column.type()) {
                    case TEXT -> true;
                    case NUMBER -> Double.isFinite(Double.parseDouble(value));
                    case COUNT -> value.matches("\\d+");
                    case TIME -> OffsetDateTime.parse(value) != null;
                    case YES_NO -> List.of("yes", "no").contains(value);
                    }, table.file() + ": " + column.column() + " is " + value);
                }
            }
        }
    }

    /** Those that it has: a run without bursts leaves out theirs. */
    private static List<RunTable> tables(Path run) {
        return Stream.of(RunTable.values())
                .filter(table -> !table.isOfSomeLoads() || Files.exists(run.resolve(table.file()))).toList();
    }

    @Test
    void aRunWithBurstsHasTheirCourseAndWhatWasSeenOfTheMemory() throws Exception {
        assertFalse(Files.exists(written(1).resolve(RunTable.BURST.file())), "it has no burst");
        var waves = new CellReport.Waves(new int[] {3, 1, 0}, new int[] {0, 1, 3}, new int[] {0, 0, 1});
        var memory = new Block.Memory(4, 10, 11, 100, 102, 54);
        Measurement made = MadeRun.measurement(1);
        var bursts = new Measurement(made.lab(), made.started(), made.cpus(), made.machine(), made.forks().stream()
                .map(fork -> new Measurement.Fork(fork.number(), fork.members(), fork.blocks().stream()
                        .map(block -> block.ofBurst(waves, memory)).toList(), fork.calibrated(), fork.speeds(),
                        fork.quiet()))
                .toList(), made.skipped(), made.broken());
        RunFiles files = RunFiles.open(data, "bursts", AT);
        files.close(MadeRun.judged(bursts), TOLD, true);
        List<CSVRecord> rows = Repository.csv(files.place().resolve(RunTable.BURST.file()));
        CSVRecord summary = Repository.csv(files.place().resolve(RunTable.SUMMARY.file())).getFirst();
        List<CSVRecord> first = rows.stream().filter(row -> row.get("cell").equals(summary.get("cell"))
                && row.get("block").equals("1")).toList();
        assertEquals(List.of("20 3 0 0 3", "40 1 1 0 3", "60 0 3 1 0"), first.stream().map(row -> String.join(" ",
                row.get("ms"), row.get("started"), row.get("ended"), row.get("failed"), row.get("in_flight")))
                .toList());
        assertEquals(List.of("4", "10.0", "11.0", "100.0", "102.0", "54", "256.00", "512.00"), List.of("waiting",
                "heap_rest_mb", "heap_waiting_mb", "rss_rest_mb", "rss_waiting_mb", "threads_waiting",
                "heap_kb_per_waiting", "rss_kb_per_waiting").stream().map(summary::get).toList());
    }

    @Test
    void aRowHasTheFiguresOfItsBlocksTogether() throws Exception {
        List<CSVRecord> rows = Repository.csv(written(2).resolve("summary.csv"));
        assertEquals(List.of("platform-c20-f1", "virtual-c20-f1", "platform-c20-f2", "virtual-c20-f2"),
                rows.stream().map(row -> row.get("cell")).toList());
        CSVRecord virtual = rows.get(1);
        assertAll(
                () -> assertEquals("20260102-030405", virtual.get("run")),
                () -> assertEquals("25.0.1+8", virtual.get("jdk")),
                () -> assertEquals("GET /wait,\"200\"", virtual.get("path")),
                () -> assertEquals("2", virtual.get("blocks")),
                () -> assertEquals("1", virtual.get("disturbed")),
                () -> assertEquals("4.000", virtual.get("duration_s")),
                () -> assertEquals("400", virtual.get("ok")),
                () -> assertEquals("100.00", virtual.get("rps")),
                () -> assertEquals("100.00", virtual.get("rule_rps")),
                () -> assertEquals("0.0", virtual.get("rule_gap_pct")),
                () -> assertEquals(200, Double.parseDouble(virtual.get("mean_ms")), 0.2),
                () -> assertEquals("", virtual.get("p99_ms"), "400 are too few for it"),
                () -> assertEquals("users", virtual.get("bottleneck")),
                () -> assertEquals("2500.0", virtual.get("cpu_us_per_request"), "1.2 s less 0.2 s of the compilers"),
                () -> assertEquals("calls=1200;requests=400", virtual.get("service_counts")),
                () -> assertEquals("", virtual.get("limit_rps")),
                () -> assertEquals("1", virtual.get("pinned"), "that of the warm-up is not counted"),
                () -> assertEquals("VALID", virtual.get("validity")),
                () -> assertEquals("yes", virtual.get("latency_trusted")));
        CSVRecord platform = rows.getFirst();
        assertEquals("timeout=2", platform.get("error_kinds"));
        assertEquals("202", platform.get("requests"));
        assertEquals("30000.000",
                platform.get("max_ms").replaceFirst("^30\\d{3}", "30000").replaceFirst("\\..*", ".000"),
                "two were given up after 30 s");
        assertEquals("pool", platform.get("bottleneck"));
        assertEquals("requests-failed", platform.get("findings"));
    }

    @Test
    void secondsAreCountedOverTheBlocksThatCount() throws Exception {
        List<CSVRecord> seconds = Repository.csv(written(1).resolve("timeline.csv")).stream()
                .filter(row -> row.get("cell").equals("virtual-c20-f1")).toList();
        assertEquals(List.of("1", "1", "2", "2"), seconds.stream().map(row -> row.get("block")).toList());
        assertEquals(List.of("1", "2", "3", "4"), seconds.stream().map(row -> row.get("second")).toList());
        assertEquals("10.0", seconds.getFirst().get("pool_active"));
        assertEquals("", seconds.getFirst().get("connections_active"), "unknown is empty, not zero");
        assertEquals("", seconds.getFirst().get("mounted"));
    }

    @Test
    void everyBlockHasALineAndSaysWhetherItCounts() throws Exception {
        List<CSVRecord> blocks = Repository.csv(written(1).resolve("blocks.csv"));
        assertEquals(List.of("1", "2", "3", "4", "5", "6", "7"), blocks.stream().map(row -> row.get("order")).toList());
        assertEquals(List.of("yes", "yes", "no", "no", "no", "no", "no"),
                blocks.stream().map(row -> row.get("warmup")).toList());
        assertEquals(List.of("no", "no", "yes", "yes", "yes", "no", "yes"),
                blocks.stream().map(row -> row.get("counts")).toList());
        CSVRecord disturbed = blocks.get(5);
        assertEquals("jvm-stopped", disturbed.get("disturbances"));
        assertEquals("1", disturbed.get("attempt"));
        assertEquals("2", blocks.get(6).get("attempt"));
        assertEquals("2", disturbed.get("round"));
        assertEquals("0.060", disturbed.get("generator_timer_ms"));
        assertEquals("platform", disturbed.get("idle_jvm"));
    }

    @Test
    void pinsAreThoseOfTheBlocksThatCount() throws Exception {
        List<CSVRecord> pins = Repository.csv(written(1).resolve("pinning.csv"));
        assertEquals(List.of("virtual-c20-f1"), pins.stream().map(row -> row.get("cell")).toList());
        assertEquals("1", pins.getFirst().get("block"));
        assertEquals("25.000", pins.getFirst().get("duration_ms"));
        assertEquals("native frame", pins.getFirst().get("reason"));
    }

    @Test
    void theHistogramLogHasItsBlocksAndIsReadByHdrHistogramsOwnReader() throws Exception {
        Path log = written(1).resolve("virtual-c20-f1.hlog");
        assertEquals(List.of("#[block of round 1, attempt 1]", "#[block of round 2, attempt 2]"),
                Files.readAllLines(log).stream().filter(line -> line.startsWith("#[block")).toList());
        var starts = new ArrayList<Long>();
        long requests = 0;
        try (var reader = new HistogramLogReader(log.toFile())) {
            while (reader.hasNext()) {
                var interval = (Histogram) reader.nextIntervalHistogram();
                if (interval != null && interval.getTag() == null) {
                    starts.add(interval.getStartTimeStamp());
                    requests += interval.getTotalCount();
                }
            }
        }
        assertEquals(400, requests);
        // The second block is the seventh of the fork; they begin every 3 s.
        assertEquals(List.of(0L, 1000L, 9000L, 10_000L),
                starts.stream().map(start -> start - starts.getFirst()).toList());
    }

    @Test
    void runJsonIsReadByTheTypesThatWroteIt() throws Exception {
        RunJson json = RunJson.read(written(2).resolve(RunJson.FILE));
        assertEquals(Release.FORMAT, json.format());
        assertTrue(json.complete());
        assertEquals(Verdict.CONFIRMED, json.verdict());
        assertEquals(MadeRun.STARTED, OffsetDateTime.parse(json.started()).toInstant());
        assertEquals(List.of(new RunJson.Bar("platform", 50), new RunJson.Bar("virtual", 100)), json.headline().bars());
        RunJson.Claim claim = json.claims().getFirst();
        assertEquals("20 users, throughput: virtual / platform is 0.95 to 1.05 times the rule's ratio", claim.text());
        assertEquals(List.of(2.01, 1.95, 2.07, 1.9, 2.1),
                List.of(claim.value(), claim.low(), claim.high(), claim.least(), claim.most()));
        assertTrue(claim.headline());
        assertNull(claim.undecided());
        RunJson.Claim open = json.claims().getLast();
        assertEquals("one-fork", open.undecided());
        assertTrue(Double.isNaN(open.low()) && Double.isNaN(open.most()), "no interval, and no greatest value");
        RunJson.Guess guess = json.guesses().getFirst();
        assertEquals(List.of("b", "b", "b", true),
                List.of(guess.guessChoice(), guess.ruleChoice(), guess.measuredChoice(), guess.right()));
        assertEquals(2, guess.rule(), 1e-9);
        assertEquals("virtual", json.cells().get("virtual-c20-f2").asked().get("request.thread"));
        assertEquals(200, json.cells().get("virtual-c20-f2").demand().waitMs(), 1e-9);
        assertEquals(List.of("noisy", "requests-failed", "requests-failed"),
                json.findings().stream().map(RunJson.Finding::code).toList());
        assertNull(json.findings().getFirst().cell(), "it is about the run");
        assertEquals(new RunJson.Machine("Testing 3000", 2, 8192, "None", null, null), json.machine());
        assertEquals(1.5, json.bench().blockSeconds());
        assertEquals(true, json.options().get("--quick"));
        assertEquals("3", json.options().get("--forks"));
        assertEquals("/tmp", json.options().get("--data"));
        // And once more.
        Path copy = data.resolve("copy.json");
        json.write(copy);
        assertEquals(json, RunJson.read(copy));
    }

    @Test
    void theMeasurementIsSavedAndCanBeJudgedAgain() throws Exception {
        Measurement read = Measurement.read(written(2).resolve("measurement.json.gz"));
        assertEquals(2, read.forks().size());
        assertEquals(run(2).rows().getLast().throughput(), MadeRun.judged(read).rows().getLast().throughput());
    }

    @Test
    void aRunThatWasCutShortKeepsItsForksMarkedIncomplete() throws Exception {
        RunFiles files = RunFiles.open(data, "waits", AT);
        files.note(List.of(new Passage.Text("# 1 waits")));
        files.write(run(1));
        // As it is where the lab is killed: nothing is closed.
        assertEquals(2, Repository.csv(files.folder().resolve("summary.csv")).size());
        assertFalse(RunJson.read(files.folder().resolve(RunJson.FILE)).complete());
        assertEquals(1, Measurement.read(files.folder().resolve("measurement.json.gz")).forks().size());
        // As it is where it is interrupted: before the page told anything.
        files.close(run(1), null, false);
        assertFalse(Files.exists(files.folder()));
        RunJson json = RunJson.read(files.place().resolve(RunJson.FILE));
        assertFalse(json.complete());
        assertEquals("1 waits", json.title());
        assertNull(json.headline());
        assertEquals("\n# 1 waits\n", Files.readString(files.place().resolve("notebook.md")));
        // What comes late does no harm.
        files.write(run(2));
        files.note(List.of(new Passage.Text("late")));
        files.close(run(2), TOLD, true);
        assertEquals(2, Repository.csv(files.place().resolve("summary.csv")).size());
        assertEquals(List.of(), left(files.place()));
    }

    /** Files that only exist while others are written. */
    private static List<Path> left(Path run) throws IOException {
        try (var files = Files.list(run)) {
            return files.filter(file -> file.getFileName().toString().startsWith(".")).toList();
        }
    }

    @Test
    void whatCannotBeWrittenIsSaidOnceAndTheForksBeforeStay() throws Exception {
        RunFiles files = RunFiles.open(data, "waits", AT);
        files.write(run(1));
        // A folder that is not empty, in the place of a file of the second fork, is as good as a full disk.
        Files.createDirectories(files.folder().resolve("platform-c20-f2.hlog/in the way"));
        String said = assertThrows(LabException.class, () -> files.write(run(2))).getMessage();
        Repository.contains(said, data.resolve("waits").toString(), files.place().toString(), "--data");
        assertEquals(1, said.lines().count(), said);
        files.note(List.of(new Passage.Text("no more")));
        files.close(run(2), TOLD, false);
        assertFalse(RunJson.read(files.place().resolve(RunJson.FILE)).complete());
        assertEquals(2, Repository.csv(files.place().resolve("latency.csv")).stream().map(row -> row.get("cell"))
                .filter(cell -> cell.endsWith("-f1")).distinct().count());
        assertEquals(0, Files.size(files.place().resolve("notebook.md")), "nothing is written any more");
        assertEquals(List.of(), left(files.place()));
    }

    @Test
    void onAFullDiskTheForksBeforeStayWhole() throws Exception {
        Path small = Files.createDirectory(data.resolve("small"));
        var mount = Repository
                .run(new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", small.toString()));
        assumeTrue(mount.exit() == 0, "no small disk can be mounted here: " + mount.err().strip());
        try {
            RunFiles files = RunFiles.open(small, "waits", AT);
            files.write(run(1));
            Path filler = small.resolve("filler");
            try (var out = Files.newOutputStream(filler)) {
                while (true) {
                    out.write(new byte[4096]);
                }
            } catch (IOException e) {
                // That was the last of it.
            }
            String said = assertThrows(LabException.class, () -> files.write(run(3))).getMessage();
            Repository.contains(said, "No space left on device", files.place().toString(), "--data");
            files.close(run(3), TOLD, false);
            for (RunTable table : tables(files.place())) {
                List<CSVRecord> rows = Repository.csv(files.place().resolve(table.file()));
                assertFalse(rows.isEmpty(), table.file());
                rows.forEach(row -> assertTrue(row.isConsistent(), "no half row in " + table.file() + ": " + row));
            }
            assertFalse(RunJson.read(files.place().resolve(RunJson.FILE)).complete());
            assertEquals(1, Measurement.read(files.place().resolve("measurement.json.gz")).forks().size());
            assertEquals(List.of(), left(files.place()));
        } finally {
            Repository.run(new ProcessBuilder("umount", "-l", small.toString()));
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsRefusedInOneLine() throws Exception {
        Files.writeString(data.resolve("waits"), "a file");
        String said = assertThrows(LabException.class, () -> RunFiles.open(data, "waits")).getMessage();
        Repository.contains(said, "cannot write to", "a file of that name is in the way", "--data");
        assertEquals(1, said.lines().count(), said);
    }

    @Test
    void runsThatBeginInTheSameSecondHaveFoldersOfTheirOwn() throws Exception {
        int runs = 8;
        var together = new CyclicBarrier(runs);
        var all = new ArrayList<Callable<Path>>();
        for (int i = 0; i < runs; i++) {
            JudgedRun run = run(1);
            all.add(() -> {
                together.await();
                RunFiles files = RunFiles.open(data, "waits", AT);
                files.write(run);
                files.close(run, TOLD, true);
                return files.place();
            });
        }
        try (var threads = Executors.newFixedThreadPool(runs)) {
            var places = new HashSet<Path>();
            for (var one : threads.invokeAll(all)) {
                Path place = one.get();
                assertTrue(places.add(place), place + " is of two runs");
                assertEquals(place.getFileName().toString(),
                        Repository.csv(place.resolve("summary.csv")).getFirst().get("run"));
            }
        }
    }
}
