package kit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import old.page.Lab;
import org.apache.commons.csv.CSVRecord;
import tests.Certain;
import tests.Repository;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What came of a page that was run in this JVM.
 *
 * @param out what it said, to its standard output and then to its standard error
 */
public record Ran(int exit, Path folder, List<CSVRecord> rows, String out) {

    public CSVRecord row(String cell) {
        return rows.stream().filter(r -> r.get("cell").equals(cell)).findFirst()
                .orElseThrow(() -> new IllegalStateException("no row " + cell + " in " + rows + " of " + folder + ": "
                        + out));
    }

    /** Codes of what the checks found in a row, those that invalidate first. */
    public List<String> codes(String cell) {
        return codes(row(cell));
    }

    public static List<String> codes(CSVRecord row) {
        return row.get("findings").isEmpty() ? List.of() : List.of(row.get("findings").split(";"));
    }

    JsonNode json() throws IOException {
        return new JsonMapper().readTree(Files.readString(folder.resolve("run.json")));
    }

    /** A fact that was read back from a cell's service. */
    String found(String cell, String fact) throws IOException {
        return json().get("cells").get(cell).get("found").path(fact).asString(null);
    }

    /** Rows of another file of the run that are of this cell. */
    public List<CSVRecord> rows(String file, String cell) throws IOException {
        return Repository.csv(folder.resolve(file)).stream().filter(r -> r.get("cell").equals(cell)).toList();
    }

    /** Runs a page as the lab {@code faults} in this JVM, as short as can be; its cells have theirs. */
    public static Ran lab(Path data, Consumer<Lab> page, String... more) throws Exception {
        var arguments = new ArrayList<>(List.of("--data", data.toString(), "--quick"));
        if (!List.of(more).contains("--warmup")) {
            arguments.addAll(List.of("--warmup", "200ms"));
        }
        arguments.addAll(List.of(more));
        Repository.Ran ran = Repository.captured(() -> Lab.run("faults", arguments.toArray(String[]::new), lab -> {
            lab.withoutC2();
            page.accept(lab);
        }));
        String said = ran.out() + ran.err();
        Path faults = data.resolve("faults");
        Certain.holds(() -> assertTrue(Files.isDirectory(faults), () -> "no run: exit code " + ran.exit() + ": "
                + said));
        try (var runs = Files.list(faults)) {
            Path folder = runs.max(Path::compareTo).orElseThrow();
            return new Ran(ran.exit(), folder, Repository.csv(folder.resolve("summary.csv")), said);
        }
    }
}
