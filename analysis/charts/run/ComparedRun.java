package charts.run;

import charts.text.BadInput;
import charts.text.Damaged;
import charts.text.Messages;
import kit.record.CellName;
import kit.record.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import tech.tablesaw.api.Row;
import tech.tablesaw.api.Table;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** One of two runs that are compared. @param json run.json, or an empty object where it cannot be read */
public record ComparedRun(String letter, Path path, String lab, JsonNode json, List<Fork> forks) {

    /**
     * What makes two rows the same cell, but for the JDK: everything that the lab chose. Empty or NaN where it does not
     * apply.
     */
    record Key(String variant, String load, double users, double rate, double rampS, String path, String furtherName,
            String stream) {}

    /**
     * A row of summary.csv.
     *
     * @param jdk      its whole version
     * @param aotCache whether its JVM was started from an AOT cache
     * @param figures  NaN where they are not known
     */
    record Fork(Key key, Cell cell, String jdk, boolean aotCache, Map<ComparedFigure.Kind, Double> figures) {}

    /** @throws BadInput if the folder is no run, or its summary.csv cannot be used */
    static ComparedRun read(String letter, Path given, Messages messages) {
        if (!Files.isDirectory(given)) {
            throw new BadInput(
                    "there is no folder " + given + ". Give two runs' folders, such as data/cpu-light/20260131-093000");
        }
        if (!RunFolder.is(given)) {
            throw new BadInput(given + " is no run: it has no run.json and no summary.csv. " + below(given)
                    .map(run -> "Give one run's folder, such as " + run)
                    .orElse("Give a run's folder, such as data/cpu-light/20260131-093000"));
        }
        JsonNode json = JsonNodeFactory.instance.objectNode();
        try {
            json = RunInfo.json(given);
        } catch (Damaged e) {
            messages.skipped(given.resolve("run.json"), e.getMessage(),
                    "What differs between the machines cannot be told; copy the run again to know it");
        }
        Table summary;
        try {
            summary = Csv.SUMMARY.read(given);
        } catch (Damaged e) {
            throw new BadInput(given.resolve("summary.csv") + " cannot be used: " + e.getMessage()
                    + ". Copy the run again, or run the lab again");
        }
        List<Fork> forks = new ArrayList<>();
        Routes routes = new Routes(summary);
        String lab = RunInfo.words(json.path("lab"));
        for (Row row : summary) {
            forks.add(fork(row, routes));
            lab = lab.isEmpty() ? Csv.text(row, Column.LAB) : lab;
        }
        if (forks.isEmpty()) {
            throw new BadInput(given.resolve("summary.csv") + " has no rows: nothing was measured. Run the lab again");
        }
        return new ComparedRun(letter, given, lab, json, List.copyOf(forks));
    }

    private static Optional<Path> below(Path folder) {
        try (Stream<Path> found = Files.walk(folder, 2)) {
            return found.filter(RunFolder::is).max(Comparator.comparing(path -> path.getFileName().toString()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Fork fork(Row row, Routes routes) {
        Cell cell = Cell.of(row, routes.of(row));
        String name = cell.name();
        Map<ComparedFigure.Kind, Double> figures = new LinkedHashMap<>();
        for (ComparedFigure.Kind kind : ComparedFigure.Kind.values()) {
            figures.put(kind, Csv.number(row, kind.column));
        }
        return new Fork(
                new Key(cell.variant(), cell.kind(), cell.open() ? Double.NaN : cell.users(),
                        Csv.number(row, Column.RATE),
                        Csv.number(row, Column.RAMP_S), Csv.text(row, Column.PATH), Cell.furtherName(row),
                        CellName.streamIn(name)),
                cell, Csv.text(row, Column.JDK),
                Csv.text(row, Column.AOT_CACHE).equals("yes"), figures);
    }

    /** The rows of each cell, in the order of the run. */
    Map<Key, List<Fork>> byKey() {
        return forks.stream().collect(Collectors.groupingBy(Fork::key, LinkedHashMap::new, Collectors.toList()));
    }

    public String run() {
        return path.toAbsolutePath().normalize().getFileName().toString();
    }

    public String verdict() {
        return incomplete() ? "INCOMPLETE" : RunInfo.verdict(json);
    }

    public boolean incomplete() {
        return RunInfo.cutShort(json);
    }

    public String title() {
        String title = RunInfo.words(json.path("title"));
        return title.isEmpty() ? lab : title.split("[:\\n]")[0];
    }

    /** Those of these rows that count, as numbers of one kind; empty where one of them is not known. */
    static double[] figures(List<Fork> forks, ComparedFigure.Kind kind) {
        double[] known = forks.stream().map(fork -> fork.figures.get(kind)).filter(Objects::nonNull)
                .flatMapToDouble(DoubleStream::of)
                .filter(value -> !Double.isNaN(value)).toArray();
        return known.length == forks.size() ? known : new double[0];
    }
}
