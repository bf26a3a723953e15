package kit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;
import tests.Repository;

/** What was published, and by whom. */
@Tag(Lane.UNIT)
class PublishedTest {

    @Test
    void everyFileSaysInOneLineWhoPublishedIt() throws Exception {
        List<CSVRecord> sources = Repository.csv(Repository.root().resolve("data/published/sources.csv"));
        try (var files = Files.list(Repository.root().resolve("data/published"))) {
            Set<String> figures = files.map(file -> file.getFileName().toString()).filter(name -> name.matches(
                    "e\\d.csv")).collect(Collectors.toCollection(TreeSet::new));
            assertEquals(figures, sources.stream().map(row -> row.get("file")).collect(Collectors.toCollection(
                    TreeSet::new)));
        }
        sources.forEach(row -> assertFalse(row.get("title").isBlank() || row.get("generator").isBlank(), row
                .toString()));
    }

    @Test
    void whatADocumentDoesNotTellIsNotGuessed() {
        assertEquals("Published in \"Java Virtual Thread Benchmark On Spring Boot\" (project: "
                + "https://github.com/tanerdiler/java_virtual_threads). Machine: not told. JDK: not told. Software: "
                + "not told. Load generator: ab.", Published.read("e3.csv", 10).source());
        Published.Figure figure = Published.read("e1.csv", 1).figure(Map.of("lab", "cpu-light", "variant", "virtual",
                "c", 50, "path", "/demo/cpu-light"));
        assertEquals(111.75, figure.rps());
        assertEquals(Published.read("e1.csv", 1).source(), figure.source(), "each figure says so, too");
        assertEquals("", Published.nothing().source());
    }

    @Test
    void aFileThatALabDoesNotCarryIsNamed() {
        var e = assertThrows(IllegalStateException.class, () -> Published.read("e9.csv", 1));
        assertEquals("the lab does not carry published/e9.csv: its //FILES line is missing", e.getMessage());
    }
}
