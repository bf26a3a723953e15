package kit.base;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders of temporary files. */
public final class Folders {

    private Folders() {}

    /** Deletes a folder with all its files, as far as the system allows it. A folder that is gone is no error. */
    public static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException | UncheckedIOException e) {
            // It is gone, or another process deletes it at the same time. What is left are temporary files.
        }
    }
}
