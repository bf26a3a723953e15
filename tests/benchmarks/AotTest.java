package benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Whether an archive of classes linked ahead of time ({@code --aot}) changes what a lab measures, whose requests
 * wait. It prints each claim's figure and its interval of 95 %.
 */
@Tag(Lane.BENCH)
class AotTest {

    private static final String FORKS = "5";

    @TempDir
    Path data;

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void ratiosWithAnArchiveAndWithoutIt() throws Exception {
        System.out.println("lab            --aot    value      low     high  verdict    claim");
        compare("event-broker", "--cells", "platform-event-waiting-c400,virtual-event-waiting-c400", "-c", "400");
    }

    private void compare(String lab, String... options) throws Exception {
        for (String archive : List.of("no", "yes")) {
            Path place = data.resolve(archive);
            var words = new ArrayList<>(List.of("--quick", "--forks", FORKS, "--data", place.toString()));
            words.addAll(List.of(options));
            if (archive.equals("yes")) {
                words.add("--aot");
            }
            Ran ran = Script.of("labs/" + lab + ".java").run(words.toArray(String[]::new));
            Path run = Repository.onlyRun(place.resolve(lab), ran);
            for (JsonNode claim : new JsonMapper().readTree(run.resolve("run.json")).get("claims")) {
                if (!claim.get("value").isNull()) {
                    System.out.printf("%-14s %-5s %8.4f %8.4f %8.4f  %-9s  %s%n", lab, archive,
                            claim.get("value").asDouble(), claim.path("low").asDouble(Double.NaN),
                            claim.path("high").asDouble(Double.NaN), claim.get("verdict").asString(),
                            claim.get("text").asString());
                }
            }
        }
    }
}
