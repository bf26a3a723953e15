package old.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kit.base.Histograms;
import kit.base.LabException;
import kit.base.RunDirectory;
import kit.measure.Flight;
import old.cell.Outcome;
import old.plan.Cell;
import kit.rule.RuleFigures;
import kit.report.CellReport;
import old.trust.CellResult;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The files of one run of format 3, see {@link RunDirectory}: each row is on the disk as soon as its cell has ended.
 */
public final class RunFolder {

    /** Of the runs that this writes: {@code format} in run.json. */
    public static final int FORMAT = 3;

    private static final JsonMapper INDENTED = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final String lab;
    private final RunDirectory directory;
    private final Rows.Sheet<CellResult> summary;
    private CSVPrinter summaryCsv;
    private CSVPrinter latencyCsv;
    private CSVPrinter timelineCsv;
    private CSVPrinter pinningCsv;
    private RunDirectory.Text notebook;
    /** Those that only some runs have, by their names. */
    private final Map<String, CSVPrinter> further = new HashMap<>();

    /**
     * @throws LabException where the folder cannot be written
     */
    public RunFolder(Path data, String lab, LocalDateTime now) {
        this.lab = lab;
        this.directory = new RunDirectory(data, lab, now);
        this.summary = Rows.summary(lab, directory.name());
        directory.begin(() -> {
            summaryCsv = csv("summary.csv", summary.header());
            latencyCsv = csv("latency.csv", Rows.LATENCY.header());
            timelineCsv = csv("timeline.csv", Rows.TIMELINE.header());
            pinningCsv = csv("pinning.csv", Rows.PINNING.header());
            notebook = directory.text("notebook.md");
        });
    }

    private CSVPrinter csv(String file, List<String> header) throws IOException {
        var printer = new CSVPrinter(directory.text(file), CSVFormat.RFC4180.builder().setRecordSeparator('\n').get());
        printer.printRecord(header);
        printer.flush();
        return printer;
    }

    /** One of those that only some runs have; it is made when it is first written to. */
    private CSVPrinter further(String file, Rows.Sheet<?> sheet) throws IOException {
        if (!further.containsKey(file)) {
            further.put(file, csv(file, sheet.header()));
        }
        return further.get(file);
    }

    /** A file of a cell, while the run goes on. */
    public Path file(String cell, String ending) {
        return directory.partial().resolve(cell + ending);
    }

    /** Where the run will be found. */
    public Path place() {
        return directory.place();
    }

    /** Writes rows of a file that only some runs have. */
    private <T> void write(String file, Rows.Sheet<T> sheet, List<T> rows) throws IOException {
        if (!rows.isEmpty()) {
            CSVPrinter printer = further(file, sheet);
            for (T row : rows) {
                printer.printRecord(sheet.row(row));
            }
            printer.flush();
        }
    }

    /** Writes what a cell brought. */
    public synchronized void write(Outcome outcome, List<CellResult> results) {
        directory.write(() -> {
            for (CellResult result : results) {
                summaryCsv.printRecord(summary.row(result));
                for (Rows.Percentile percentile : Rows.percentiles(result)) {
                    latencyCsv.printRecord(Rows.LATENCY.row(percentile));
                }
            }
            for (Rows.Second second : Rows.seconds(outcome, results.getFirst().cell().backlog())) {
                timelineCsv.printRecord(Rows.TIMELINE.row(second));
            }
            for (Flight.Pin pin : outcome.flight.pins()) {
                pinningCsv.printRecord(Rows.PINNING.row(new Rows.CellPin(outcome.spec.name(), pin)));
            }
            write("burst.csv", Rows.BURST, Rows.steps(outcome));
            write("waits.csv", WaitRows.WAITS, WaitRows.of(outcome));
            write("pools.csv", PoolRows.POOLS, PoolRows.of(outcome));
            summaryCsv.flush();
            latencyCsv.flush();
            timelineCsv.flush();
            pinningCsv.flush();
            histogramLog(outcome);
        });
    }

    /**
     * Writes what the rule says of each number of users.
     *
     * @param cell  that has the same rule, for one of them
     * @param rules by the number of users; those that say nothing are left out
     */
    public synchronized void capacity(String cell, Map<Integer, RuleFigures> rules) {
        directory.write(() -> write("capacity.csv", Rows.CAPACITY, rules.entrySet().stream()
                .filter(rule -> rule.getValue().exists())
                .map(rule -> new Rows.Capacity(cell, rule.getKey(), rule.getValue())).toList()));
    }

    /** Writes what a pilot measured, a row for each of its stages. */
    public synchronized void pilot(List<CellResult> results) {
        directory.write(() -> {
            write("pilot.csv", PilotRows.PILOT, results);
            write("pools.csv", PoolRows.POOLS, PoolRows.of(results.getFirst().outcome()));
        });
    }

    /**
     * Writes a JSON file that only some runs have.
     *
     * @param file its name
     */
    public synchronized void json(String file, Map<String, ?> content) {
        directory.write(() -> Files.writeString(directory.partial().resolve(file),
                INDENTED.writeValueAsString(content) + "\n"));
    }

    /** Writes the row of a cell that is not measured on a JDK, and why. */
    public synchronized void write(Cell skipped, int jdk, String why) {
        directory.write(() -> {
            summaryCsv.printRecord(Rows.skipped(summary, lab, directory.name(), skipped, jdk, why));
            summaryCsv.flush();
        });
    }

    /**
     * HdrHistogram's own log format: response times of the main stream without a tag, since that is what its tools read
     * by default; service times, and other streams, under tags.
     */
    private void histogramLog(Outcome outcome) throws IOException {
        if (outcome.main().seconds.isEmpty()) {
            return;
        }
        Path file = file(outcome.spec.name(), ".hlog");
        try (var out = new PrintStream(file.toFile())) {
            var log = new HistogramLogWriter(out);
            long start = outcome.main().seconds.getFirst().from().toEpochMilli();
            log.outputComment(
                    "[latencies in nanoseconds; " + outcome.spec.name() + " of " + lab + " " + directory.name() + "]");
            log.outputLogFormatVersion();
            log.outputStartTime(start);
            log.setBaseTime(start);
            log.outputLegend();
            for (Outcome.OfStream stream : outcome.streams.values()) {
                String tag = stream.stream.name();
                for (CellReport.LoadSecond second : stream.seconds) {
                    interval(log, second, tag.isEmpty() ? null : tag, second.response());
                    interval(log, second, tag.isEmpty() ? "service" : tag + "-service", second.service());
                }
            }
            if (out.checkError()) {
                Files.delete(file);
                throw new IOException("no room for " + file.getFileName());
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

    /** A line of notebook.md. */
    public synchronized void note(String text) {
        directory.write(() -> {
            notebook.write(text);
            notebook.newLine();
            notebook.flush();
        });
    }

    /**
     * Ends the run: writes run.json and gives the folder its name. Further calls, and rows that come late, do nothing.
     */
    public synchronized void close(Map<String, Object> description) {
        directory.close(() -> describe(description));
    }

    private void describe(Map<String, Object> description) throws IOException {
        var json = new LinkedHashMap<String, Object>();
        json.put("lab", lab);
        json.put("run", directory.name());
        json.putAll(description);
        Path file = directory.partial().resolve("run.json");
        try {
            INDENTED.writeValue(file.toFile(), json);
        } catch (JacksonException e) {
            Files.deleteIfExists(file);
            throw new IOException("run.json: " + e.getMessage(), e);
        }
    }
}
