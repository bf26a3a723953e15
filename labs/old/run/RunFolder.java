package old.run;

import kit.record.AtomicMove;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kit.base.Histograms;
import kit.base.LabException;
import kit.measure.Flight;
import old.cell.Outcome;
import old.plan.Cell;
import kit.rule.Prediction;
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
 * The files of one run. Everything goes into a hidden sibling that is renamed when the run is over, complete or not;
 * each row is on the disk as soon as its cell has ended.
 *
 * <p>Where something cannot be written any more, for the disk is full, that is thrown once, and from then on nothing is
 * written: {@link #close} gives the folder its name all the same, so that what there is can be found and read.
 */
public final class RunFolder {

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    /** Room that is given free for run.json: where the disk has become full there would be none. */
    private static final int SPARE_BYTES = 256 << 10;

    private static final JsonMapper INDENTED = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final String lab;
    private final String name;
    private final Path place;
    private final Path partial;
    private final Rows.Sheet<CellResult> summary;
    private final List<Text> texts = new ArrayList<>();
    private final CSVPrinter summaryCsv;
    private final CSVPrinter latencyCsv;
    private final CSVPrinter timelineCsv;
    private final CSVPrinter pinningCsv;
    private final Text notebook;
    /** Those that only some runs have, by their names. */
    private final Map<String, CSVPrinter> further = new HashMap<>();
    private boolean closed;
    private boolean broken;

    /** A file of which no half of a row, or of a line, stays where the other half cannot be written. */
    private static final class Text extends BufferedWriter {
        private final FileOutputStream file;
        private long whole;

        private Text(FileOutputStream file) {
            super(new OutputStreamWriter(file, StandardCharsets.UTF_8));
            this.file = file;
        }

        @Override
        public void flush() throws IOException {
            super.flush();
            whole = file.getChannel().position();
        }

        /** Closes it as it was after the last flush. */
        private void cut() throws IOException {
            file.getChannel().truncate(whole);
            file.close();
        }
    }

    /**
     * @throws LabException where the folder cannot be written
     */
    public RunFolder(Path data, String lab, LocalDateTime now) {
        this.lab = lab;
        Path labFolder = data.resolve(lab);
        try {
            Files.createDirectories(labFolder);
            String free = now.format(STAMP);
            // Two runs may begin within a second, and at once: who makes the folder has the name.
            for (int i = 2; !claims(labFolder, free); i++) {
                free = now.format(STAMP) + "-" + i;
            }
            this.name = free;
            this.place = labFolder.resolve(name);
            this.partial = partial(labFolder, name);
            Files.write(spare(), new byte[SPARE_BYTES]);
            this.summary = Rows.summary(lab, name);
            this.summaryCsv = csv("summary.csv", summary.header());
            this.latencyCsv = csv("latency.csv", Rows.LATENCY.header());
            this.timelineCsv = csv("timeline.csv", Rows.TIMELINE.header());
            this.pinningCsv = csv("pinning.csv", Rows.PINNING.header());
            this.notebook = text("notebook.md");
        } catch (IOException e) {
            throw new LabException("cannot write to " + labFolder.toAbsolutePath() + " (" + reason(e)
                    + "): make it writable, or choose another folder with --data", e);
        }
    }

    private static Path partial(Path labFolder, String name) {
        return labFolder.resolve("." + name + ".partial");
    }

    /** Whether the name was free and now is this run's: its folder is made. */
    private static boolean claims(Path labFolder, String name) throws IOException {
        Path folder = partial(labFolder, name);
        try {
            Files.createDirectory(folder);
        } catch (java.nio.file.FileAlreadyExistsException e) {
            return false;
        }
        // Another run of that name may have ended, and been renamed, in between.
        if (Files.exists(labFolder.resolve(name))) {
            Files.delete(folder);
            return false;
        }
        return true;
    }

    private static String reason(IOException e) {
        return switch (e) {
        case java.nio.file.AccessDeniedException denied -> "permission denied";
        case java.nio.file.FileAlreadyExistsException file -> "a file of that name is in the way";
        case java.nio.file.FileSystemException system when system.getReason() != null -> system.getReason();
        default -> e.getMessage();
        };
    }

    private CSVPrinter csv(String file, List<String> header) throws IOException {
        var printer = new CSVPrinter(text(file), CSVFormat.RFC4180.builder().setRecordSeparator('\n').get());
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

    private Text text(String file) throws IOException {
        var text = new Text(new FileOutputStream(partial.resolve(file).toFile()));
        texts.add(text);
        return text;
    }

    private Path spare() {
        return partial.resolve(".spare");
    }

    /** A file of a cell, while the run goes on. */
    public Path file(String cell, String ending) {
        return partial.resolve(cell + ending);
    }

    /** Where the run will be found. */
    public Path place() {
        return place;
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
        guarded(() -> {
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
    public synchronized void capacity(String cell, Map<Integer, Prediction> rules) {
        guarded(() -> write("capacity.csv", Rows.CAPACITY, rules.entrySet().stream()
                .filter(rule -> rule.getValue().exists())
                .map(rule -> new Rows.Capacity(cell, rule.getKey(), rule.getValue())).toList()));
    }

    /** Writes what a pilot measured, a row for each of its stages. */
    public synchronized void pilot(List<CellResult> results) {
        guarded(() -> {
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
        guarded(() -> Files.writeString(partial.resolve(file), INDENTED.writeValueAsString(content) + "\n"));
    }

    /** Writes the row of a cell that is not measured on a JDK, and why. */
    public synchronized void write(Cell skipped, int jdk, String why) {
        guarded(() -> {
            summaryCsv.printRecord(Rows.skipped(summary, lab, name, skipped, jdk, why));
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
            log.outputComment("[latencies in nanoseconds; " + outcome.spec.name() + " of " + lab + " " + name + "]");
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
        guarded(() -> {
            notebook.write(text);
            notebook.newLine();
            notebook.flush();
        });
    }

    /**
     * Ends the run: writes run.json and gives the folder its name. Further calls, and rows that come late, do nothing.
     */
    public synchronized void close(Map<String, Object> description) {
        if (closed) {
            return;
        }
        closed = true;
        IOException failure = null;
        var last = new ArrayList<Writing>(List.of(() -> Files.deleteIfExists(spare()), () -> describe(description)));
        texts.forEach(text -> last.add(broken ? text::cut : text::close));
        last.add(() -> AtomicMove.move(partial, place));
        for (Writing writing : last) {
            try {
                writing.run();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null && !broken) {
            throw cannotWrite(failure);
        }
    }

    private void describe(Map<String, Object> description) throws IOException {
        var json = new LinkedHashMap<String, Object>();
        json.put("lab", lab);
        json.put("run", name);
        json.putAll(description);
        Path file = partial.resolve("run.json");
        try {
            INDENTED.writeValue(file.toFile(), json);
        } catch (JacksonException e) {
            Files.deleteIfExists(file);
            throw new IOException("run.json: " + e.getMessage(), e);
        }
    }

    private interface Writing {
        void run() throws IOException;
    }

    private void guarded(Writing writing) {
        if (closed || broken) {
            return;
        }
        try {
            writing.run();
        } catch (IOException e) {
            broken = true;
            throw cannotWrite(e);
        }
    }

    private LabException cannotWrite(IOException e) {
        return new LabException("cannot write to " + place.getParent() + " any more (" + reason(e)
                + "): what was measured before is in " + place
                + ". Make room, or choose another folder with --data, and run the lab again", e);
    }
}
