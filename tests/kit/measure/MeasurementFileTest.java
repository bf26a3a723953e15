package kit.measure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import fixtures.Changed;
import fixtures.MadeRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import kit.base.Finding;
import kit.base.LabException;
import kit.machine.Hiccups;
import kit.machine.Machine;
import kit.service.Facts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;
import tools.jackson.databind.json.JsonMapper;

/** A measurement that was saved is the same when it is read again. */
@Tag(Lane.UNIT)
class MeasurementFileTest {

    @TempDir
    Path folder;

    private Measurement again(Measurement measurement) {
        Path file = folder.resolve("measurement.json.gz");
        measurement.save(file);
        return Measurement.read(file);
    }

    @Test
    void everyPartOfItComesBack() {
        Measurement measured = MadeRun.measurement(2);
        Measurement read = again(measured);
        assertEquals(measured.forks().size(), read.forks().size());
        for (int i = 0; i < measured.forks().size(); i++) {
            Measurement.Fork fork = measured.forks().get(i);
            Measurement.Fork other = read.forks().get(i);
            assertEquals(fork.members(), other.members());
            assertEquals(List.of(fork.number(), fork.calibrated(), fork.speeds(), fork.quiet()),
                    List.of(other.number(), other.calibrated(), other.speeds(), other.quiet()));
            for (int j = 0; j < fork.blocks().size(); j++) {
                Block block = fork.blocks().get(j);
                Block back = other.blocks().get(j);
                assertEquals(withoutSeconds(block), withoutSeconds(back));
                for (int s = 0; s < block.seconds().size(); s++) {
                    assertArrayEquals(block.seconds().get(s).response(), back.seconds().get(s).response());
                    assertEquals(block.seconds().get(s).errors(), back.seconds().get(s).errors());
                    assertEquals(block.seconds().get(s).from(), back.seconds().get(s).from());
                }
                assertEquals(block.response(), back.response());
                assertEquals(block.counts(), back.counts());
            }
        }
        assertEquals(List.of(measured.lab(), measured.started(), measured.cpus(), measured.skipped()),
                List.of(read.lab(), read.started(), read.cpus(), read.skipped()));
        assertEquals(measured.machine().keySet(), read.machine().keySet());
    }

    /** Arrays are equal only to themselves. */
    private static Block withoutSeconds(Block block) {
        return Changed.with(block, "seconds", List.of());
    }

    @Test
    void whatIsNotKnownComesBackAsWell() {
        var nothing = new Block("a-c1", 25, 1, 1, 1, 1, false, null, List.of(), List.of(), null, Double.NaN,
                Double.POSITIVE_INFINITY, null, Block.Usage.NONE, Block.Surroundings.UNKNOWN, Arrays
                        .stream(Finding.Code.values()).map(code -> new Finding(code, true, "why: " + code)).toList());
        var gone = new Measurement.Member("a", 25, List.of("a-c1"), Facts.none(), Facts.none(), Double.NaN,
                Finding.invalid(Finding.Code.OUT_OF_MEMORY, "no memory"), Flight.NONE);
        var machine = new LinkedHashMap<String, Object>();
        machine.put("container_cpu_limit", null);
        machine.put("cpus", 2);
        machine.put("cpu", "Ümlaut");
        var measured = new Measurement("a", Instant.parse("2026-01-02T03:04:05.123456789Z"), 2, machine,
                List.of(new Measurement.Fork(1, List.of(gone), List.of(nothing), Map.of("steps", Long.MAX_VALUE),
                        List.of(Double.NaN, Double.NEGATIVE_INFINITY), Double.NaN)),
                List.of(new Measurement.Skipped("b-c1", 21, "there is no JDK 21")), "interrupted");
        assertEquals(measured, again(measured));
        assertEquals(measured.brokenOff("killed"), again(measured.brokenOff("killed")));
    }

    @Test
    void whatAServiceCountedComesBackAndAnOlderFileHasNone() throws Exception {
        Block.Usage usage = MadeRun.measurement(1).forks().getFirst().blocks().getFirst().usage();
        String json = JsonMapper.shared().writeValueAsString(usage);
        assertEquals(Map.of("calls", 3 * usage.sent(), "requests", usage.sent()),
                JsonMapper.shared().readValue(json, Block.Usage.class).told());
        String older = json.replaceFirst(",\"told\":\\{[^}]*}", "");
        assertNotEquals(json, older);
        assertEquals(Map.of(), JsonMapper.shared().readValue(older, Block.Usage.class).told());
    }

    @Test
    void aPauseAndANeighbourComeBack() {
        Block block = MadeRun.measurement(1).forks().getFirst().blocks().getFirst();
        Block back = again(MadeRun.measurement(1)).forks().getFirst().blocks().getFirst();
        assertEquals(new Hiccups.Stop(block.began(), java.time.Duration.ofMillis(30)),
                back.hiccups().stops().getFirst());
        assertEquals(new Machine.Others(0.25, 0.05, Double.NaN, "cron 0.2"), back.surroundings().others());
    }

    @Test
    void aFileThatIsNoneIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("other.gz"), "no zip");
        Repository.contains(assertThrows(LabException.class, () -> Measurement.read(file)).getMessage(),
                file.toString(), "is no measurement");
        assertThrows(LabException.class, () -> MadeRun.measurement(1).save(folder.resolve("nowhere/file.gz")));
    }
}
