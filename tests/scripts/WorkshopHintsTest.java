package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository.Ran;
import tests.Repository;
import tests.Script;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The workshop's hints, and what they are made of. */
@Tag(Lane.SCRIPTS)
class WorkshopHintsTest {

    @TempDir
    Path data;

    @Test
    void hintsComeOneAtATimeUntilThereAreNoMore() throws Exception {
        var participant = new Participant(data);
        String lab = Repository.labs().get(1);
        participant.done(Repository.labs().subList(0, 2));
        Path file = participant.file();
        Files.writeString(file, Files.readString(file).replaceAll("(?m)^(2,.*),2026-01-02T", "$1,2026-01-03T"));
        participant.ran(lab);
        int ofQuestions = Course.outline(lab).path("guesses").valueStream().mapToInt(p -> p.path("hints").size())
                .sum();
        int all = ofQuestions + 2;
        var said = new ArrayList<String>();
        for (int i = 1; i <= all; i++) {
            Ran ran = participant.workshop("--hint");
            assertEquals(0, ran.exit(), ran.err());
            assertTrue(ran.out().startsWith("Lab 2 " + lab + ", hint " + i + " of " + all + ". "),
                    "the lesson that was touched last: " + ran.out());
            said.add(ran.out());
            assertEquals(String.valueOf(i), participant.progress().get(2).get("hints"));
        }
        assertTrue(said.get(all - 2).contains("\"this failed\" did not hold: look at summary.csv"), said.toString());
        assertTrue(said.get(all - 1).contains("-c 7   more users") && !said.get(all - 1).contains("verdict"),
                said.toString());
        assertFalse(said.toString().contains("look elsewhere"), "a claim that held needs no hint");
        Ran last = participant.workshop("--hint");
        assertEquals(0, last.exit(), last.err());
        assertTrue(last.out().contains("there are no more hints."), last.out());
        assertEquals(4, participant.progress().size(), "nothing else has changed");
    }

    @Test
    void anOutlineShowsWhatThisMachineCannotMeasureAndWhatWouldHelp() throws Exception {
        Ran ran = Script.of("labs/" + Repository.labs().getFirst() + ".java").run("--outline", "--jdk", "87");
        assertEquals(0, ran.exit(), ran.err());
        JsonNode outline = JsonMapper.shared().readTree(ran.out());
        JsonNode skipped = outline.path("skipped").path(0);
        assertTrue(skipped.path("why").asString().contains("./jbang jdk install 87"), ran.out());
        assertEquals(Course.outline(Repository.labs().getFirst()).path("cells").asInt(), skipped.path("cells").size(),
                "every cell: " + ran.out());
        assertEquals(0, outline.path("cells").asInt());
    }
}
