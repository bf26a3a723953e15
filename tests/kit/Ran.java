package kit;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.csv.CSVRecord;
import tests.Repository;

/** What came of a page that was run in this JVM. */
record Ran(int exit, Path folder, List<CSVRecord> rows, String out) {

    CSVRecord row(String cell) {
        return rows.stream().filter(r -> r.get("cell").equals(cell)).findFirst()
                .orElseThrow(() -> new AssertionError("no row " + cell + " in " + rows));
    }

    /** Runs a page as the lab {@code faults} in this JVM; its cells have theirs. */
    static Ran lab(Path data, Consumer<Lab> page, String... more) throws Exception {
        var arguments = new ArrayList<>(List.of("--data", data.toString(), "--warmup", "500ms"));
        arguments.addAll(List.of(more));
        var out = new ByteArrayOutputStream();
        PrintStream real = System.out;
        System.setOut(new PrintStream(out, true));
        int exit;
        try {
            exit = Lab.run("faults", arguments.toArray(String[]::new), page);
        } finally {
            System.setOut(real);
        }
        try (var runs = Files.list(data.resolve("faults"))) {
            Path folder = runs.max(Path::compareTo).orElseThrow();
            return new Ran(exit, folder, Repository.csv(folder.resolve("summary.csv")), out.toString());
        }
    }
}
