package kit.page;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import kit.base.Histograms;
import kit.base.LabException;
import kit.base.RunDirectory;
import kit.judge.JudgedRun;
import kit.judge.Row;
import kit.machine.Provenance;
import kit.measure.Block;
import kit.record.RecordJson;
import kit.record.RunJson;
import kit.record.RunTable;
import kit.report.CellReport;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * The files of one run, see data/README.md. After each fork the CSVs and run.json are replaced by ones that have it,
 * too: when the lab is killed, or the disk becomes full, those of the forks before are there, whole.
 */
public final class RunFiles {

    private static final String MEASUREMENT = "measurement.json.gz";
    private static final CSVFormat CSV = CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();

    private final RunDirectory directory;
    private final String revision = Provenance.revision();
    private RunDirectory.Text notebook;

    private RunFiles(RunDirectory directory) {
        this.directory = directory;
        directory.begin(() -> {
            notebook = directory.text("notebook.md");
            for (RunTable table : RunTable.values()) {
                write(new RunRows.Csv(table, List.of()));
            }
        });
    }

    /**
     * Makes the folder of a run that begins now.
     *
     * @throws LabException where it cannot be written
     */
    public static RunFiles open(Path data, String lab) {
        return open(data, lab, LocalDateTime.now());
    }

    static RunFiles open(Path data, String lab, LocalDateTime now) {
        return new RunFiles(new RunDirectory(data, lab, now));
    }

    /** Where the files are while the run goes on: logs and recordings of JVMs are written there. */
    public Path folder() {
        return directory.partial();
    }

    /** Where the run will be found. */
    public Path place() {
        return directory.place();
    }

    /** Adds these to notebook.md. */
    public void note(List<Passage> passages) {
        Markdown.lines(passages).forEach(this::note);
    }

    /** Writes a further file, whole or not at all. */
    public void write(String name, Record json) {
        directory.write(() -> directory.replace(name, file -> RecordJson.write(file, json)));
    }

    public void write(String name, String text) {
        directory.write(() -> directory.replace(name, file -> Files.writeString(file, text)));
    }

    private void note(String line) {
        directory.write(() -> {
            notebook.write(line);
            notebook.newLine();
            notebook.flush();
        });
    }

    /**
     * Writes all that was measured so far.
     *
     * @throws LabException the first time that something cannot be written
     */
    public void write(JudgedRun run) {
        directory.write(() -> {
            for (RunRows.Csv csv : new RunRows(run, directory.name()).all()) {
                write(csv);
            }
            for (Row row : run.rows()) {
                if (!row.blocks().isEmpty()) {
                    String name = RunRows.name(run, row);
                    directory.replace(name + ".hlog", file -> histograms(file, name, run, row));
                }
            }
            describe(run, null, false);
            save(run);
        });
    }

    /**
     * Ends the run: writes what it was, and gives the folder its name. Further calls, and what comes late, do nothing.
     *
     * @param told     what the page told; null where it did not come so far
     * @param complete whether every fork that was ordered has its rows
     * @throws LabException where something cannot be written, unless that was thrown before
     */
    public void close(JudgedRun run, Told told, boolean complete) {
        LabException failure = null;
        try {
            write(run);
        } catch (LabException e) {
            failure = e;
        }
        directory.close(() -> describe(run, told, complete));
        if (failure != null) {
            throw failure;
        }
    }

    private void write(RunRows.Csv csv) throws IOException {
        if (csv.rows().isEmpty() && csv.table().isOfSomeLoads()) {
            return;
        }
        directory.replace(csv.table().file(), file -> {
            try (var printer = new CSVPrinter(Files.newBufferedWriter(file, StandardCharsets.UTF_8), CSV)) {
                printer.printRecord(csv.table().header());
                printer.printRecords(csv.rows());
            }
        });
    }

    private void describe(JudgedRun run, Told told, boolean complete) throws IOException {
        RunJson json = new RunDescription(run, told, revision).json(directory.name(), complete);
        directory.replace(RunJson.FILE, json::write);
    }

    private void save(JudgedRun run) throws IOException {
        directory.replace(MEASUREMENT, file -> {
            try {
                run.measurement().save(file);
            } catch (LabException e) {
                throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getMessage(), e);
            }
        });
    }

    /**
     * HdrHistogram's own log format: response times without a tag, which is what its tools read by default; service
     * times under a tag. A comment stands before each block.
     */
    private static void histograms(Path file, String name, JudgedRun run, Row row) throws IOException {
        try (var out = new PrintStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
            var log = new HistogramLogWriter(out);
            Instant start = row.blocks().getFirst().began();
            log.outputComment("[latencies in nanoseconds; " + name + " of " + run.plan().lab() + "]");
            log.outputLogFormatVersion();
            log.outputStartTime(start.toEpochMilli());
            log.setBaseTime(start.toEpochMilli());
            log.outputLegend();
            for (Block block : row.blocks()) {
                log.outputComment("[block of round " + block.round() + ", attempt " + block.attempt() + "]");
                for (CellReport.LoadSecond second : block.seconds()) {
                    interval(log, second, null, second.response());
                    interval(log, second, "service", second.service());
                }
            }
            if (out.checkError()) {
                throw new IOException("No space left on device");
            }
        }
    }

    private static void interval(HistogramLogWriter log, CellReport.LoadSecond second, String tag, byte[] encoded) {
        Histogram histogram = Histograms.decode(encoded);
        if (histogram.getTotalCount() == 0) {
            return;
        }
        histogram.setTag(tag);
        histogram.setStartTimeStamp(second.from().toEpochMilli());
        histogram.setEndTimeStamp(second.from().toEpochMilli() + Math.round(1000 * second.length()));
        log.outputIntervalHistogram(histogram);
    }
}
