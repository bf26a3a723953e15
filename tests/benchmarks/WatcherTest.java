package benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kit.record.Forks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/**
 * What it costs to watch a measurement where CPU binds: {@code cpu-intensive --live} with a tab of a browser open, in
 * turn with the same lab without. It prints the ratio of each cell's throughput. The environment variable {@value
 * #TIMES} has the pairs (3); {@code CHROME_BIN} names the browser.
 */
@Tag(Lane.BENCH)
class WatcherTest {

    private static final String TIMES = "LAB_TIMES";
    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/");

    @TempDir
    Path folder;

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void aTabThatWatches() throws Exception {
        String chrome = System.getenv("CHROME_BIN");
        assumeTrue(chrome != null, "no CHROME_BIN");
        int times = Integer.parseInt(System.getenv().getOrDefault(TIMES, "3"));
        Map<String, List<Double>> watched = new LinkedHashMap<>();
        Map<String, List<Double>> alone = new LinkedHashMap<>();
        for (int i = 0; i < times; i++) {
            // In turn, and the other way round each second time.
            for (boolean isWatched : i % 2 == 0 ? new boolean[] {true, false} : new boolean[] {false, true}) {
                add(isWatched ? watched : alone, measured(i, isWatched ? chrome : null));
            }
        }
        watched.forEach((cell, values) -> {
            Forks one = Forks.of(values.stream().mapToDouble(Double::doubleValue).toArray());
            Forks other = Forks.of(alone.get(cell).stream().mapToDouble(Double::doubleValue).toArray());
            System.out.printf("| %s | watched %.1f/s, alone %.1f/s | x %.4f | %s |%n", cell, one.mean(), other.mean(),
                    one
                            .over(other),
                    one.pairedRatio(other, Forks.LEVEL));
        });
    }

    private static void add(Map<String, List<Double>> to, Map<String, Double> throughput) {
        throughput.forEach((cell, value) -> to.computeIfAbsent(cell, one -> new ArrayList<>()).add(value));
    }

    /** Throughput by cell. @param chrome that watches; null where none does */
    private Map<String, Double> measured(int number, String chrome) throws Exception {
        Path data = folder.resolve((chrome == null ? "alone" : "watched") + number);
        Path out = Files.createDirectories(data).resolve("out");
        var words = new ArrayList<>(List.of("labs/cpu-intensive.java", "--forks", "1", "--data", data.toString()));
        if (chrome != null) {
            words.add("--live");
        }
        ProcessBuilder command = Repository.jbang(words.toArray(String[]::new)).redirectErrorStream(true)
                .redirectOutput(out.toFile());
        command.environment().remove("JAVA_TOOL_OPTIONS");
        Process lab = command.start();
        Process tab = chrome == null ? null : tab(chrome, out);
        try {
            assertEquals(true, lab.waitFor(10, TimeUnit.MINUTES), () -> read(out));
        } finally {
            if (tab != null) {
                tab.descendants().forEach(ProcessHandle::destroyForcibly);
                tab.destroyForcibly();
            }
        }
        var throughput = new LinkedHashMap<String, Double>();
        Repository.csv(Repository.onlyRun(data.resolve("cpu-intensive")).resolve("summary.csv")).forEach(
                row -> throughput.put(row.get("cell"), Double.valueOf(row.get("rps"))));
        return throughput;
    }

    /** A browser with the page open, as long as it is not ended. */
    private Process tab(String chrome, Path out) throws IOException, InterruptedException {
        for (int i = 0; i < 600; i++) {
            Matcher address = ADDRESS.matcher(read(out));
            if (address.find()) {
                return new ProcessBuilder(chrome, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                        "--disable-background-networking", "--remote-debugging-port=0",
                        "--user-data-dir=" + folder.resolve(
                                "profile"),
                        address.group()).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
            }
            Thread.sleep(100);
        }
        throw new IOException("no address: " + read(out));
    }

    private static String read(Path out) {
        try {
            return Files.readString(out);
        } catch (IOException e) {
            return "";
        }
    }
}
