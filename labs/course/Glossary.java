package course;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import kit.page.Passage;
import kit.page.Terminal;

/** The terms that the labs use: {@code labs/GLOSSARY.md}, at the terminal. */
final class Glossary {

    private Glossary() {}

    /** @return the exit code */
    static int show(Path root, Terminal terminal) {
        List<List<String>> rows = rows(root);
        terminal.print(new Passage.Heading("Glossary"));
        // The first row is the heading, and the second is the line below it.
        terminal.print(new Passage.Table("", rows.getFirst(), rows.subList(2, rows.size())));
        return 0;
    }

    /** The rows of the table, its heading included. */
    private static List<List<String>> rows(Path root) {
        try {
            return Files.readAllLines(root.resolve("labs/GLOSSARY.md")).stream().filter(line -> line.startsWith("|"))
                    .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).filter(cell -> !cell.isEmpty())
                            .toList())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
