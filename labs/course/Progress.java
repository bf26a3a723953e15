package course;

import kit.record.AtomicMove;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.record.Verdict;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

/**
 * How far a participant has come: {@code progress.csv} in the data folder, see data/README.md. It is read again before
 * each change, under a lock, since a second workshop (or {@code --hint} in another terminal) may use the same folder.
 */
final class Progress {

    /** Up to format 1 of a run; see data/README.md. */
    private static final List<String> OLD_COLUMNS = List.of("lesson", "lab", "question", "guess", "rule", "measured",
            "verdict", "run",
            "hints", "at");
    static final List<String> COLUMNS = Stream.concat(OLD_COLUMNS.stream(), Stream.of("quick")).toList();

    private final Path file;

    Progress(Path data) {
        this.file = data.resolve("progress.csv");
    }

    /** A row: of a lesson where there is no question, else of a question that was asked in it. */
    record Row(int lesson, String lab, String question, String guess, String rule, String measured, String verdict,
            String run, int hints,
            String at, boolean quick) {

        static Row of(Lesson lesson) {
            return new Row(lesson.number(), lesson.name(), "", "", "", "", "", "", 0, now(), false);
        }

        boolean isLesson() {
            return question.isEmpty();
        }

        /** Whether the lesson was measured to its end, if only as a smoke test. */
        boolean isMeasured() {
            return isLesson() && !verdict.isEmpty();
        }

        /** Whether it was measured to its end, and not as a smoke test. */
        boolean isDone() {
            return isMeasured() && !quick;
        }

        Row withHints(int given) {
            return new Row(lesson, lab, question, guess, rule, measured, verdict, run, given, now(), quick);
        }

        private List<Object> values() {
            return List.of(lesson, lab, question, guess, rule, measured, verdict, run, isLesson() ? hints : "", at,
                    quick ? "yes" : "no");
        }
    }

    static String now() {
        return OffsetDateTime.now().truncatedTo(ChronoUnit.MILLIS).toString();
    }

    /** @throws LabException where the file cannot be read */
    List<Row> rows() {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (var reader = Files.newBufferedReader(file);
                var parser = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get().parse(reader)) {
            String first = parser.getHeaderNames().getFirst();
            if (first.startsWith("\uFEFF") || first.contains(";") || first.contains("\t")) {
                throw damaged("a spreadsheet saved it, and may have changed its numbers and times");
            }
            if (!parser.getHeaderNames().equals(COLUMNS) && !parser.getHeaderNames().equals(OLD_COLUMNS)) {
                throw damaged("its header is not " + String.join(",", COLUMNS));
            }
            return parser.getRecords().stream().map(this::row).toList();
        } catch (IOException | UncheckedIOException | IllegalArgumentException | IllegalStateException e) {
            throw damaged(e.getMessage());
        }
    }

    private Row row(CSVRecord row) {
        if (!row.isConsistent()) {
            throw damaged("row " + row.getRecordNumber() + " has " + row.size() + " fields instead of "
                    + row.getParser().getHeaderNames().size());
        }
        try {
            OffsetDateTime.parse(row.get("at"));
        } catch (DateTimeParseException e) {
            throw damaged("at of row " + row.getRecordNumber() + " is '" + row.get("at") + "', which is no time");
        }
        return new Row(number(row, "lesson"), row.get("lab"), row.get("question"), row.get("guess"), row.get("rule"),
                row.get("measured"),
                row.get("verdict"), row.get("run"), row.get("hints").isEmpty() ? 0 : number(row, "hints"),
                row.get("at"),
                row.isMapped("quick") && row.get("quick").equals("yes"));
    }

    private int number(CSVRecord row, String column) {
        try {
            return Integer.parseInt(row.get(column));
        } catch (NumberFormatException e) {
            throw damaged(
                    column + " of row " + row.getRecordNumber() + " is '" + row.get(column) + "', which is no number");
        }
    }

    private LabException damaged(String why) {
        return new LabException(
                "cannot read " + file + " (" + why + "): mend it, or forget it with ./jbang workshop --reset");
    }

    /** The row of a lesson that was begun. */
    Optional<Row> of(Lesson lesson) {
        return rows().stream().filter(row -> row.isLesson() && row.lab().equals(lesson.name())).findFirst();
    }

    boolean isDone(Lesson lesson) {
        return of(lesson).filter(Row::isDone).isPresent();
    }

    /** Whether it was measured to its end, and nothing may be learnt from that. */
    boolean isInvalid(Lesson lesson) {
        return of(lesson).filter(row -> row.verdict().equals(Verdict.INVALID.name())).isPresent();
    }

    /** The lesson that a participant is at: what was touched last, else the first. */
    Lesson current(List<Lesson> lessons) {
        return rows().stream().filter(Row::isLesson).max(Comparator.comparing(row -> OffsetDateTime.parse(row.at())))
                .flatMap(row -> lessons.stream().filter(l -> l.name().equals(row.lab())).findFirst())
                .orElse(lessons.getFirst());
    }

    /** A lesson begins: what it was before stays until it has ended. */
    void begins(Lesson lesson) {
        Row known = of(lesson).orElse(Row.of(lesson));
        replaceLesson(lesson, known.withHints(known.hints()));
    }

    void hinted(Lesson lesson, int given) {
        replaceLesson(lesson, of(lesson).orElse(Row.of(lesson)).withHints(given));
    }

    private void replaceLesson(Lesson lesson, Row row) {
        change(rows -> {
            var all = new ArrayList<>(rows);
            all.removeIf(r -> r.isLesson() && r.lab().equals(lesson.name()));
            all.add(row);
            return all;
        });
    }

    /** A lesson has ended: these are its rows from now on, its own first. */
    void ended(Lesson lesson, List<Row> anew) {
        change(rows -> {
            var all = new ArrayList<>(rows);
            all.removeIf(r -> r.lab().equals(lesson.name()));
            all.addAll(anew);
            return all;
        });
    }

    /** Forgets everything. @return whether there was anything */
    boolean forget() {
        try {
            return Files.deleteIfExists(file);
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    Path file() {
        return file;
    }

    private void change(UnaryOperator<List<Row>> how) {
        try {
            Files.createDirectories(file.getParent());
            try (var channel = FileChannel.open(file.resolveSibling(".progress.lock"), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE);
                    var lock = channel.lock()) {
                // Stable: the rows of a lesson stay in the order of its questions, its own first.
                write(how.apply(rows()).stream()
                        .sorted(Comparator.comparingInt(Row::lesson).thenComparing(row -> !row.isLesson())).toList());
            }
        } catch (IOException e) {
            throw cannotWrite(e);
        }
    }

    private void write(List<Row> rows) throws IOException {
        Path anew = file.resolveSibling(".progress.csv.new");
        try {
            try (var csv = new CSVPrinter(Files.newBufferedWriter(anew),
                    CSVFormat.RFC4180.builder().setRecordSeparator('\n').get())) {
                csv.printRecord(COLUMNS);
                for (Row row : rows) {
                    csv.printRecord(row.values());
                }
            }
            AtomicMove.move(anew, file);
        } finally {
            Files.deleteIfExists(anew);
        }
    }

    private LabException cannotWrite(IOException e) {
        return new LabException(
                "cannot write " + file + " (" + e + "): make the folder writable, or choose another one with --data",
                e);
    }
}
