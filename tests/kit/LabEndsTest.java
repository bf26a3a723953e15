package kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Light;
import fixtures.LightLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tests.Lane;
import tests.Repository;
import tools.jackson.databind.json.JsonMapper;

/**
 * A lab that is interrupted or killed, at every moment, and two at once: nothing that was measured is lost, nothing is
 * left running.
 */
@Tag(Lane.FAULTS)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no such signals")
class LabEndsTest {

    private static final String FIRST = "first-c5-f1";
    private static final String SECOND = "second-c5-f1";

    @TempDir
    Path folder;

    /** When Ctrl-C comes. */
    enum Moment {
        CALIBRATION(List.of("-Dlight.calibrates=true"), "--cells", "first-*", "--forks", "2") {
            @Override
            void await(LabProcess lab) throws Exception {
                lab.awaitOut(LightLab.CALIBRATES);
            }
        },
        BOOT(List.of("-Dlight.fault=HANGS_IN_START")) {
            @Override
            void await(LabProcess lab) throws Exception {
                lab.awaitLog(SECOND, Light.STARTS);
            }
        },
        /** And once more. The lab stays until then. */
        BOOT_TWICE(List.of("-Dlight.fault=HANGS_IN_START", "-Dlight.stays=true")) {
            @Override
            void await(LabProcess lab) throws Exception {
                lab.awaitLog(SECOND, Light.STARTS);
                lab.interrupt();
            }
        },
        WARM_UP(List.of("-Dlight.warmup=3000")) {
            @Override
            void await(LabProcess lab) throws Exception {
                lab.awaitLog(SECOND, Light.SERVES);
            }
        },
        BETWEEN_CELLS(List.of("-Dlight.between=true")) {
            @Override
            void await(LabProcess lab) throws Exception {
                lab.awaitOut(LightLab.BETWEEN);
            }
        },
        DRAIN(List.of("-Dlight.fault=KEEPS_ROWS")) {
            @Override
            void await(LabProcess lab) throws Exception {
                lab.awaitOut("99 rows are still to be stored");
            }
        };

        private final List<String> options;
        private final String[] arguments;

        Moment(List<String> options, String... arguments) {
            this.options = options;
            this.arguments = arguments;
        }

        abstract void await(LabProcess lab) throws Exception;
    }

    private static void isWhole(CSVRecord row) {
        assertTrue(Long.parseLong(row.get("ok")) >= 50, row.toString());
        assertFalse(Ran.codes(row).contains("interrupted"), row.toString());
    }

    /** Each cell that is started has one. */
    private static long logs(LabProcess lab) throws IOException {
        try (Stream<Path> files = Files.list(lab.run("light"))) {
            return files.filter(file -> file.toString().endsWith(".log")).count();
        }
    }

    @ParameterizedTest
    @EnumSource
    void ctrlCEndsEverythingAndKeepsWhatWasMeasured(Moment moment) throws Exception {
        try (var lab = LabProcess.light(folder, folder.resolve("data"), moment.options, moment.arguments)) {
            moment.await(lab);
            lab.interrupt();
            lab.mayEnd();
            assertEquals(130, lab.exit(), lab.said());
            assertEquals("", lab.err(), "nothing went wrong");
            assertFalse(lab.json("light").get("complete").asBoolean(), lab.said());
            Map<String, CSVRecord> cells = lab.cells("light");
            isWhole(cells.get(FIRST));
            assertEquals(moment == Moment.CALIBRATION ? Set.of(FIRST) : Set.of(FIRST, SECOND), cells.keySet(),
                    lab::said);
            assertEquals(Set.of(Moment.CALIBRATION, Moment.BETWEEN_CELLS).contains(moment) ? 1 : 2, logs(lab),
                    "cells that were started: " + lab.said());
            if (cells.containsKey(SECOND)) {
                assertTrue(Ran.codes(cells.get(SECOND)).contains("interrupted"), cells.toString());
            }
            if (moment == Moment.DRAIN) {
                assertTrue(Long.parseLong(cells.get(SECOND).get("ok")) >= 50, "the load was over: " + cells);
            }
            assertTrue(Files.readString(lab.run("light").resolve("notebook.md")).contains("This run is incomplete."),
                    lab.said());
        }
    }

    /** Nothing was measured before it that could be kept. */
    @Test
    void ctrlCInAPilotEndsEverything() throws Exception {
        try (var lab = LabProcess.light(folder, folder.resolve("data"), List.of("-Dlight.pilots=true"))) {
            lab.awaitLog("first-pilot-stages-f1", Light.SERVES);
            assertTrue(lab.descendants().findAny().isPresent(), "there is a cell to end");
            lab.interrupt();
            assertEquals(130, lab.exit(), lab.said());
            assertEquals("", lab.err(), "nothing went wrong");
        }
    }

    /** What a lab cannot do when it is killed, its cells do: they end. Its rows are on the disk. */
    @Test
    void aLabThatIsKilledLeavesItsRowsAndNoProcess() throws Exception {
        try (var lab = LabProcess.light(folder, folder.resolve("data"), Moment.WARM_UP.options)) {
            Moment.WARM_UP.await(lab);
            assertTrue(lab.descendants().findAny().isPresent(), "there is a cell to end");
            lab.kill();
            Path run = lab.run("light");
            assertTrue(run.getFileName().toString().endsWith(".partial"), run.toString());
            Map<String, CSVRecord> cells = lab.cells("light");
            assertEquals(1, cells.size(), cells.toString());
            isWhole(cells.get(FIRST));
        }
    }

    /** One speaks German, whose numbers have commas, the other Turkish, whose small I has no dot. */
    @Test
    void twoRunsOfOneLabAtOnceHaveAFolderEach() throws Exception {
        Path data = folder.resolve("data");
        try (var one = LabProcess.light(folder.resolve("one"), data, CellLocaleTest.speaking("de", "DE"), "--cells",
                "first-*");
                var other = LabProcess.light(folder.resolve("other"), data, CellLocaleTest.speaking("tr", "TR"),
                        "--cells", "first-*")) {
            for (LabProcess lab : List.of(one, other)) {
                // On a machine that has other work to do a row may be INVALID.
                assertTrue(List.of(0, 2).contains(lab.exit()), lab.said());
                assertEquals("", lab.err());
                CellLocaleTest.hasNoTurkishI(lab.out());
            }
        }
        try (Stream<Path> runs = Files.list(data.resolve("light"))) {
            List<Path> all = runs.toList();
            assertEquals(2, all.size(), all.toString());
            for (Path run : all) {
                assertTrue(new JsonMapper().readTree(run.resolve("run.json")).get("complete").asBoolean(), run
                        .toString());
                assertEquals(List.of(FIRST),
                        Repository.csv(run.resolve("summary.csv")).stream().map(row -> row.get("cell")).toList());
                for (CSVRecord row : Repository.csv(run.resolve("summary.csv"))) {
                    assertEquals(run.getFileName().toString(), row.get("run"));
                    isWhole(row);
                    assertEquals("250.00", row.get("predicted_rps"));
                }
                CellLocaleTest.isAsInEnglish(run);
            }
        }
    }
}
