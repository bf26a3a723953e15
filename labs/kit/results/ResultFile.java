package kit.results;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import kit.base.LabException;

/** A file that a load tool wrote. What kind it is, its content tells, not its name. */
public final class ResultFile {

    private static final int BEGINNING = 1 << 16;
    private static final List<Format> FORMATS = List.of(new JMeterCsv(), new JMeterXml(), new K6Csv(), new K6Json(),
            new LocustCsv(), new HistogramLog(), new Wrk(), new ApacheBench(), new OwnRun(), new HyperfoilJson(),
            new K6Summary());

    private ResultFile() {}

    /**
     * Reads it in constant memory, however large it is.
     *
     * @param file or the folder of a run of our own
     * @return a load, or several where the file tells of several
     * @throws LabException where it cannot be read, is of no kind that is known, or was cut off
     */
    public static List<LoadResult> read(Path file) {
        Path content = Files.isDirectory(file) ? file.resolve(OwnRun.SUMMARY) : file;
        try {
            String beginning = beginning(content);
            return FORMATS.stream().filter(format -> format.knows(beginning)).findFirst()
                    .orElseThrow(() -> Foreign.unknown(file)).read(content);
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

    private static String beginning(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(BEGINNING), StandardCharsets.UTF_8);
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        }
    }
}
