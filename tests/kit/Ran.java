package kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import kit.judge.Judge;
import kit.judge.JudgedRun;
import kit.load.ExternalGenerator;
import kit.machine.Jdks;
import kit.measure.Bench;
import kit.measure.Measurement;
import kit.page.RunFiles;
import kit.plan.BenchPlan;
import kit.plan.Comparison;
import kit.plan.GeneratorMode;
import kit.plan.LabPlan;
import org.apache.commons.csv.CSVRecord;
import tests.Repository;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One fork of some comparisons, measured in this JVM, as short as can be; its JVMs are their own. */
public record Ran(JudgedRun run, Path folder, List<CSVRecord> rows) {

    private static final Duration BLOCK = Duration.ofMillis(400);

    /** @param data where the run is written, as the lab {@code faults} */
    public static Ran of(Path data, Comparison... comparisons) throws IOException {
        return of(data, null, comparisons);
    }

    /** Where an external load generator sends what counts; null for the lab's own. */
    public static Ran of(Path data, ExternalGenerator external, Comparison... comparisons) throws IOException {
        var plan = new LabPlan("faults", 0, "?", List.of(comparisons), List.of(), List.of(), 0, Optional.empty(),
                new BenchPlan(BLOCK, BLOCK, 2, 1, Duration.ofMillis(200), null, 1, Duration.ofMinutes(5),
                        List.of(Jdks.current()), GeneratorMode.OWN_SCHEDULER, BenchPlan.Alive.ALL, true, 7));
        RunFiles files = RunFiles.open(data, "faults");
        try (var bench = new Bench(plan, files.folder(), null, external)) {
            Measurement measured = bench.nothingYet().plus(bench.fork(1, progress -> {}));
            JudgedRun run = Judge.judge(plan, measured);
            files.close(run, null, true);
            return new Ran(run, files.place(), Repository.csv(files.place().resolve("summary.csv")));
        }
    }

    /** The row of a cell. */
    public CSVRecord row(String cell) {
        return rows.stream().filter(r -> r.get("cell").equals(cell)).findFirst()
                .orElseThrow(() -> new IllegalStateException("no row " + cell + " in " + rows + " of " + folder));
    }

    /** Codes of what the checks found in a row. */
    public List<String> codes(String cell) {
        return row(cell).get("findings").isEmpty() ? List.of() : List.of(row(cell).get("findings").split(";"));
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
}
