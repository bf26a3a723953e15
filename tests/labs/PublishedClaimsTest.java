package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;
import tests.Repository;
import tests.Script;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The table of what was published names claims of the labs, with dots for a part that it leaves out. */
@Tag(Lane.SERVICES)
class PublishedClaimsTest {

    @Test
    void eachClaimThatIsNamedIsOneOfALab() throws Exception {
        var claims = new TreeSet<String>();
        for (String lab : Repository.labs()) {
            String source = "labs/" + lab + ".java";
            boolean leavesOutCells = Repository.read(source).contains("`--all-cells`");
            Repository.Ran ran = Script.of(source).labHere("--outline", leavesOutCells ? "--all-cells" : "--verbose");
            assertEquals(0, ran.exit(), ran.err());
            claims.addAll(new JsonMapper().readTree(ran.out()).get("claims").valueStream().map(JsonNode::asString)
                    .toList());
        }
        List<String> named = Pattern.compile("claims? \"([^\"]+)\"(?: and \"([^\"]+)\")?")
                .matcher(Repository.read("data/published/README.md"))
                .results().flatMap(match -> Stream.of(match.group(1), match.group(2))).filter(Objects::nonNull)
                .toList();
        assertFalse(named.isEmpty(), "data/published/README.md names claims");
        named.forEach(one -> assertTrue(claims.stream().anyMatch(matching(one)),
                "no lab claims '" + one + "', which data/published/README.md names"));
    }

    private static Predicate<String> matching(String named) {
        return Pattern.compile(Arrays.stream(named.split("\\.\\.\\.", -1)).map(Pattern::quote)
                .collect(Collectors.joining(".*"))).asPredicate();
    }
}
