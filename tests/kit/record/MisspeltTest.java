package kit.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import tests.Lane;

@Tag(Lane.UNIT)
class MisspeltTest {

    private static final List<String> LABS = List.of("cpu-light", "cpu-intensive", "fan-out", "ramp",
            "held-connection");

    @ParameterizedTest
    @CsvSource({"cpu-ligt, cpu-light", "cpulight, cpu-light", "CPU-Light, cpu-light", "fanout, fan-out",
            "rampe, ramp", "held, held-connection", "cpu-intesnive, cpu-intensive", "rmap, ramp", "cpu-heavy,", "xyz,",
            "r,", "'',"})
    void theNearestNameIsMeant(String typed, String meant) {
        assertEquals(Optional.ofNullable(meant), Misspelt.meant(typed, LABS));
    }

    /** Without the value that was typed behind an option, and with the long name where there are two. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"--fork 3 | Unknown option '--fork' (did you mean --forks?)",
            "--frks=3 | Unknown option '--frks' (did you mean --forks?)",
            "--concurency 5 | Unknown option '--concurency' (did you mean --concurrency?)",
            "--conc 5 | Unknown option '--conc' (did you mean --concurrency?)",
            "--jra app.jar | Unknown option '--jra' (did you mean --jar?)",
            "--jr app.jar | Unknown option '--jr' (did you mean --jar?)", "-x | Unknown option '-x'",
            "--nonsense | Unknown option '--nonsense'",
            "stray | Unmatched argument at index 0: 'stray'"})
    void anUnknownOptionHasTheNearestOne(String arguments, String words) {
        CommandSpec spec = CommandSpec.create().addOption(OptionSpec.builder("--forks").type(int.class).build())
                .addOption(OptionSpec.builder("--jar").type(String.class).build())
                .addOption(OptionSpec.builder("-c", "--concurrency").type(int.class).build());
        assertEquals(words, refusal(spec, arguments.split(" ")));
    }

    private static String refusal(CommandSpec spec, String... arguments) {
        try {
            new CommandLine(spec).parseArgs(arguments);
            return "nothing is wrong";
        } catch (ParameterException e) {
            return Misspelt.inWords(e);
        }
    }

    @Test
    void aHintIsAQuestionOrNothing() {
        assertEquals(" (did you mean ramp?)", Misspelt.hint("rmp", LABS));
        assertEquals("", Misspelt.hint("siege", LABS));
    }
}
