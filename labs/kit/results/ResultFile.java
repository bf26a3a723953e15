package kit.results;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import kit.base.LabException;

/** A file that a load tool wrote. What kind it is, its content tells, not its name. */
public final class ResultFile {

    /** So much, as a report may lie inside another file. */
    private static final int BEGINNING = 1 << 18;
    /** What tools print: a file may have it of several. */
    private static final List<Format> PRINTED = List.of(new Wrk(), new ApacheBench(), new Hey());
    private static final List<Format> OTHERS = List.of(new JMeterCsv(), new JMeterXml(), new K6Csv(), new K6Json(),
            new LocustCsv(), new SecondsCsv(), new OwnRun(), new HyperfoilJson(), new Oha(), new Vegeta(),
            new Bombardier(), new GatlingStats(), new K6Summary());

    private ResultFile() {}

    /** As {@link #read(Path, HistogramUnit)}, where the unit of a log of histograms is not known. */
    public static List<LoadResult> read(Path file) {
        return read(file, null);
    }

    /**
     * Reads it in constant memory, however large it is.
     *
     * @param file or the folder of a run of our own
     * @param unit of the values of a log of histograms; null where it is not known
     * @return a load, or several where the file tells of several
     * @throws LabException where it cannot be read, is of no kind that is known, or was cut off
     */
    public static List<LoadResult> read(Path file, HistogramUnit unit) {
        Path content = Files.isDirectory(file) ? file.resolve(OwnRun.SUMMARY) : file;
        try {
            String beginning = beginning(content);
            return format(file, beginning, unit).read(content);
        } catch (CharacterCodingException e) {
            throw Foreign.noText(file);
        } catch (UncheckedIOException e) {
            throw e.getCause() instanceof CharacterCodingException ? Foreign.noText(file)
                    : Foreign.damaged(file, "it cannot be read to its end", e);
        } catch (IOException e) {
            throw new LabException(file + " cannot be read: " + (Files.exists(content) ? e.getMessage()
                    : Files.isDirectory(file) ? "it is a folder without " + OwnRun.SUMMARY + ", so no run is there"
                            : "there is no such file"),
                    e);
        } catch (LabException e) {
            throw e;
            // Libraries have no exception of their own for what makes no sense, and neither has arithmetic.
        } catch (RuntimeException e) {
            throw Foreign.damaged(file, "it begins as a result of a load tool and does not go on as one", e);
        }
    }

    private static Format format(Path file, String beginning, HistogramUnit unit) {
        var all = new ArrayList<>(OTHERS);
        all.add(new HistogramLog(unit));
        all.addAll(PRINTED);
        List<Format> formats = all.stream().filter(format -> format.knows(beginning)).toList();
        if (formats.isEmpty()) {
            throw Unread.complaint(file, beginning);
        }
        if (PRINTED.containsAll(formats) && formats.size() > 1) {
            throw Foreign.several(file, "they are of " + formats.stream().map(format -> format.getClass()
                    .getSimpleName()).collect(Collectors.joining(" and ")));
        }
        return formats.get(0);
    }

    /** What it begins with, as much as is needed to recognise it. */
    static String beginning(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(BEGINNING), StandardCharsets.UTF_8);
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        }
    }
}
