package kit.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.results.Fixtures;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;
import tools.jackson.databind.json.JsonMapper;

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
        assertEquals("Published in \"Java Virtual Thread Benchmark On Spring Boot\" ("
                + "https://github.com/tanerdiler/java_virtual_threads). Machine: not known. JDK: not known. Software: "
                + "not known. Load generator: ab.", Published.read("e3.csv", 10).source());
        assertEquals(111.75, Published.read("e1.csv", 1).figure(Map.of("lab", "cpu-light", "variant", "virtual",
                "c", 50, "path", "/demo/cpu-light")).rps());
        assertEquals("", Published.nothing().source());
    }

    /** Each page that has figures beside its own names their document, where no cell of it has one, too. */
    @Test
    void theSamplesSayWhoPublishedTheirFigures() throws Exception {
        var silent = new TreeSet<String>();
        int named = 0;
        Map<String, String> titles = Repository.csv(Repository.root().resolve("data/published/sources.csv")).stream()
                .collect(Collectors.toMap(row -> row.get("file"), row -> row.get("title")));
        try (var runs = Files.list(Repository.root().resolve("data/sample"))) {
            for (String lab : runs.filter(Files::isDirectory).map(run -> run.getFileName().toString()).toList()) {
                Matcher published = Pattern.compile("published\\(\"(e\\d\\.csv)\"").matcher(Repository.read(
                        "labs/" + lab + ".java"));
                boolean has = published.find();
                named += has ? 1 : 0;
                if (has && !Files.readString(Fixtures.sample(lab, "notebook.md"))
                        .contains("\nPublished in \"" + titles.get(published.group(1)) + "\"")) {
                    silent.add(lab);
                }
            }
        }
        assertEquals(Set.of(), silent);
        assertTrue(named > 9, named + " labs have published figures");
    }

    /** The cells, charts and columns that the table of what was published names are declared, drawn and written. */
    @Test
    @Tag(Lane.NOT_FAST)
    void theTableNamesWhatThereIs() throws Exception {
        String table = Repository.read("data/published/README.md");
        Set<String> rows = rowsOfSamples();
        rows.addAll(cellsOfPages());
        var drawn = new TreeSet<String>();
        try (var charts = Files.list(Repository.root().resolve("analysis/charts/figure"))) {
            charts.forEach(chart -> Pattern.compile("new Drawing\\(\"\\w+\",\\s+\"([^\"]+)\"")
                    .matcher(Repository.read("analysis/charts/figure/" + chart.getFileName())).results()
                    .forEach(found -> drawn.add(found.group(1).strip())));
        }
        assertEquals(Set.of(), missing(table, "`((?:platform|virtual|node|reactive)-[\\w-]+)`",
                name -> rows.stream().anyMatch(row -> row.startsWith(name + "-"))), "cells that no lab has");
        assertEquals(Set.of(), missing(table, "chart \"([^\"]+?)(?: \\.\\.\\.)?\"", drawn::contains),
                "charts that nothing draws");
        Set<String> columns = Pattern.compile("\\w+").matcher(Repository.read("data/README.md")).results()
                .map(MatchResult::group).collect(Collectors.toSet());
        assertEquals(Set.of(), missing(table, "`([a-z0-9]+_\\w+)`", columns::contains), "columns that no file has");
    }

    private static Set<String> missing(String table, String named, Predicate<String> isThere) {
        List<String> all = Pattern.compile(named).matcher(table).results().map(found -> found.group(1)).toList();
        assertFalse(all.isEmpty(), "none is named: " + named);
        return all.stream().filter(isThere.negate()).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> rowsOfSamples() throws Exception {
        var rows = new TreeSet<String>();
        try (var labs = Files.list(Repository.root().resolve("data/sample"))) {
            for (Path lab : labs.filter(Files::isDirectory).toList()) {
                Repository.csv(Repository.onlyRun(lab).resolve("summary.csv"))
                        .forEach(row -> rows.add(row.get("cell")));
            }
        }
        return rows;
    }

    /** By their outlines, each behind it what parts it from a fork. */
    private static Set<String> cellsOfPages() throws Exception {
        var cells = new TreeSet<String>();
        for (String lab : Repository.labs().stream().map(name -> "labs/" + name + ".java")
                .filter(source -> Repository.read(source).contains("published(\"")).toList()) {
            for (List<String> size : List.of(List.of("--all-cells"), List.of("--all-cells", "--published"))) {
                Ran outline = Script.of(lab).labHere(Stream.concat(Stream.of("--outline"), size.stream())
                        .toArray(String[]::new));
                JsonMapper.shared().readTree(outline.out()).path("cell_names").valueStream()
                        .forEach(cell -> cells.add(cell.asString() + "-"));
            }
        }
        return cells;
    }

    @Test
    void aFileThatALabDoesNotCarryIsNamed() {
        var e = assertThrows(IllegalStateException.class, () -> Published.read("e9.csv", 1));
        assertEquals("the lab does not carry published/e9.csv: its //FILES line is missing", e.getMessage());
    }
}
