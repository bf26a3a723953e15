package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/** The scripts of a lab's requests for other load generators, and what these cannot send. */
@Tag(Lane.SCRIPTS)
class LabExportTest {

    @TempDir
    Path data;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "call-limits | --part 2 --export k6        | export default function | /orders/byRestTemplate",
            "call-limits | --part 2 --export hyperfoil | http:                   | /orders/byRestTemplate"})
    void theScriptOfItsRequests(String lab, String arguments, String how, String what) throws Exception {
        Ran ran = Script.of("labs/" + lab + ".java")
                .labHere((arguments.strip() + " --data " + data.resolve("none")).split(" "));
        assertEquals(0, ran.exit(), ran.err());
        Repository.contains(ran.out(), how, what);
        assertTrue(Files.notExists(data.resolve("none")), "nothing is measured");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "call-limits | --part 2 --export ab    | ab has no script",
            "call-limits | --part 2 --export siege | there is no recipe for 'siege'",
            "call-limits | --engine siege         | there is no recipe for 'siege'",
            "call-limits | --engine wrk -n 100    | -n cannot be combined with --engine",
            "call-limits | --engine wrk --rate 50 | cannot start requests at a constant rate",
            "call-limits | --export k6             | the cells send different requests",
            "herd        | --engine wrk           | own load generator sends what this lab sends",
            "herd        | --export k6            | own load generator sends what this lab sends"})
    void whatCannotBeIsOneLine(String lab, String arguments, String words) throws Exception {
        Ran ran = Script.of("labs/" + lab + ".java")
                .labHere((arguments.strip() + " --data " + data.resolve("none")).split(" "));
        assertEquals(2, ran.exit(), ran.out() + ran.err());
        assertEquals(1, ran.err().lines().count(), ran.err());
        Repository.contains(ran.err(), lab + ": ", words);
        assertTrue(Files.notExists(data.resolve("none")), "nothing is written");
    }
}
