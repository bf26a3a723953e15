package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;
import tools.jackson.databind.json.JsonMapper;

/** How a lab is to be run. */
final class LabOrder {
    private final String lab;
    private final List<String> options = new ArrayList<>();
    private final List<String> failing = new ArrayList<>();
    private final Set<String> findings = new TreeSet<>();
    private List<String> cells = List.of();
    private List<Integer> jdks = List.of();
    private Path planted;

    LabOrder(String lab) {
        this.lab = lab;
    }

    /** Only these cells, by their names without a glob. Without them the lab is run whole. */
    LabOrder cells(String... names) {
        cells = List.of(names);
        return this;
    }

    LabOrder options(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** It runs on several JDKs by itself: the names of its rows say on which. */
    LabOrder onJdks(Integer... features) {
        jdks = List.of(features);
        return this;
    }

    /** Requests of these cells fail: that is what they show. */
    LabOrder failing(String... names) {
        failing.addAll(List.of(names));
        return this;
    }

    /**
     * This folder comes first on the class path of the lab and of its cells; these findings are what its faults
     * lead to.
     */
    LabOrder planted(Path first, String... leadingTo) {
        planted = first;
        findings.addAll(List.of(leadingTo));
        return this;
    }

    LabRun run(Path data) throws IOException, InterruptedException {
        return run(data, 5);
    }

    /** @param minutes that it may take at most */
    LabRun run(Path data, int minutes) throws IOException, InterruptedException {
        Script script = Script.of("labs/" + lab + ".java");
        var arguments = new ArrayList<>(List.of("--quick", "--data", data.toString()));
        arguments.addAll(options);
        if (cells.isEmpty()) {
            arguments.add("--outline");
            Ran outline = script.run(arguments.toArray(String[]::new));
            assertEquals(0, outline.exit(), outline.err());
            cells = LabRun.strings(new JsonMapper().readTree(outline.out()).get("cell_names"));
            arguments.removeLast();
        } else {
            arguments.addAll(List.of("--cells", String.join(",", cells)));
        }
        String[] all = arguments.toArray(String[]::new);
        Ran said = Repository.run(planted == null ? script.process(all) : script.process(planted, List.of(), all),
                minutes);
        return new LabRun(this, Repository.onlyRun(data.resolve(lab), said), said);
    }

    Set<String> rowsAskedFor() {
        List<String> ends = jdks.isEmpty() ? List.of("") : jdks.stream().map(jdk -> "-jdk" + jdk).toList();
        return cells.stream().flatMap(cell -> ends.stream().map(end -> cell + end))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    String lab() {
        return lab;
    }

    List<String> failing() {
        return failing;
    }

    Set<String> findings() {
        return findings;
    }
}
