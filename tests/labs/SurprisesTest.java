package labs;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tests.Certain;
import tests.Lane;
import tests.Measures;
import tests.Repository;
import tests.Repository.Ran;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The default run of each lab, twice: no claim is INVALID, and a SURPRISE is one that ten forks do not contradict. It
 * takes over an hour, and several where there is a SURPRISE.
 */
@Tag(Lane.CLOCK)
@Tag(Lane.WHOLE)
class SurprisesTest {

    private static final int RUNS = 2;
    private static final int MINUTES = 180;

    static Stream<String> labs() {
        return Repository.aliases().entrySet().stream().filter(alias -> alias.getValue().matches("labs/[^/]*"))
                .map(Map.Entry::getKey);
    }

    @ParameterizedTest
    @MethodSource("labs")
    @Measures
    @Timeout(60 * MINUTES)
    void tenForksContradictNoSurprise(String lab, @TempDir Path data) throws Exception {
        for (int run = 1; run <= RUNS; run++) {
            Path first = data.resolve("default-" + run);
            Map<String, JsonNode> claims = Certain.result(() -> claims(lab, first));
            claims.forEach((text, claim) -> assertNotEquals("INVALID", verdict(claim), text + ": " + claim));
            if (claims.values().stream().anyMatch(claim -> verdict(claim).equals("SURPRISE"))) {
                Path second = data.resolve("ten-" + run);
                Map<String, JsonNode> surer = Certain.result(() -> claims(lab, second, "--forks", "10"));
                claims.forEach((text, claim) -> {
                    if (verdict(claim).equals("SURPRISE")) {
                        assertTrue(Set.of("SURPRISE", "UNDECIDED").contains(verdict(surer.get(text))), text + ": "
                                + claim + " and " + surer.get(text));
                    }
                });
            }
        }
    }

    private static String verdict(JsonNode claim) {
        return claim.get("verdict").asString();
    }

    /** What became of the claims of a run, by their texts and JDKs. */
    private static Map<String, JsonNode> claims(String lab, Path data, String... options) throws Exception {
        ProcessBuilder command = Repository.jbang(Stream.concat(Stream.of(lab, "--data", data.toString()),
                Stream.of(options)).toArray(String[]::new));
        command.environment().remove("JAVA_TOOL_OPTIONS"); // with C2, as a person has it
        Ran ran = Repository.run(command, MINUTES);
        Path run = Repository.onlyRun(data.resolve(lab), ran);
        Repository.verdict(run, ran);
        JsonNode json = new JsonMapper().readTree(Files.readString(run.resolve("run.json")));
        assertTrue(json.get("complete").asBoolean(), ran.out() + ran.err());
        assertFalse(json.get("claims").isEmpty(), lab);
        var claims = new LinkedHashMap<String, JsonNode>();
        json.get("claims").forEach(claim -> claims.put(claim.get("text").asString() + ", JDK "
                + claim.get("jdk").asInt(), claim));
        return claims;
    }
}
