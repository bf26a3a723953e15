package charts.pages.pins;

import charts.run.Csv;
import charts.text.Pages;
import kit.record.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * A pinning.csv (see data/README.md) that is written while the pins come in, since they may be too many to keep. It
 * gets its name when it is whole; without a pin there is no file, and no folder either.
 */
public final class PinningFile implements AutoCloseable {
    private static final List<Column> COLUMNS = List.of(Column.CELL, Column.START, Column.DURATION_MS, Column.REASON,
            Column.OPERATION, Column.CARRIER, Column.FRAME, Column.STACK);

    private final Pages pages;
    private final String cell;
    private final boolean folderIsNew;
    private CSVPrinter rows;

    /** @param cell what the column of that name says */
    public PinningFile(Pages pages, String cell) {
        this.pages = pages;
        this.cell = cell;
        folderIsNew = !Files.exists(pages.folder());
    }

    void add(Pin pin) {
        try {
            if (rows == null) {
                Files.createDirectories(pages.folder());
                rows = new CSVPrinter(Files.newBufferedWriter(half()),
                        CSVFormat.RFC4180.builder().setRecordSeparator('\n')
                                .setHeader(COLUMNS.stream().map(Column::toString).toArray(String[]::new)).get());
            }
            rows.printRecord(cell, pin.start(), String.format(Locale.ROOT, "%.3f", Pin.ms(pin.duration())),
                    pin.reason(), pin.operation(),
                    pin.carrier(), pin.frame(), String.join(" < ", pin.stack()));
        } catch (IOException e) {
            throw pages.unwritable(Csv.PINNING.file, e);
        }
    }

    /** Gives the file its name, after the last pin. */
    public void complete() {
        try {
            rows.close();
            pages.move(half(), Csv.PINNING.file);
        } catch (IOException e) {
            throw pages.unwritable(Csv.PINNING.file, e);
        }
    }

    /** Removes what was not completed. */
    @Override
    public void close() {
        if (rows == null) {
            return;
        }
        try {
            rows.close();
            Files.deleteIfExists(half());
            if (folderIsNew && isEmpty(pages.folder())) {
                Files.delete(pages.folder());
            }
        } catch (IOException e) {
            throw pages.unwritable(Csv.PINNING.file, e);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private Path half() {
        return pages.half(Csv.PINNING.file);
    }
}
