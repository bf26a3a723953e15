package kit.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import kit.judge.JudgedRun;

/** The folder of a run: a stub, until the real one is there. */
final class RunFiles {

    private final Path folder;

    private RunFiles(Path folder) {
        this.folder = folder;
    }

    static RunFiles open(Path data, String lab) {
        try {
            return new RunFiles(Files.createDirectories(data.resolve(lab)
                    .resolve(LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path folder() {
        return folder;
    }

    Path place() {
        return folder;
    }

    void note(String line) {
        try {
            Files.writeString(folder.resolve("notebook.md"), line + "\n", StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(JudgedRun run) {}

    void close(JudgedRun run, Told told, boolean complete) {}
}
