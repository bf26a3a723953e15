package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tests.Lane;
import tests.Repository;
import tests.Repository.Ran;

/** How far a participant of the workshop has come: what the workshop remembers, and what it says of that. */
@Tag(Lane.SCRIPTS)
class WorkshopProgressTest {

    @TempDir
    Path data;

    private Participant participant;

    @BeforeEach
    void aParticipant() throws Exception {
        participant = new Participant(data);
    }

    @Test
    void everyColumnIsInTheContract() {
        String contract = Repository.read("data/README.md");
        String section = contract.substring(contract.indexOf("\n## progress.csv"));
        section = section.substring(0, section.indexOf("\n## ", 5));
        assertEquals(Participant.HEADER,
                Pattern.compile("^\\| ([a-z, ]+) \\|", Pattern.MULTILINE).matcher(section).results()
                        .map(m -> m.group(1).replace(", ", ",")).filter(c -> !c.equals("column"))
                        .collect(Collectors.joining(",")));
    }

    @Test
    void theListShowsHowFarAParticipantIs() throws Exception {
        List<String> labs = Repository.labs();
        participant.done(List.of(labs.get(0), labs.get(2)));
        Ran ran = participant.workshop("--list");
        assertEquals(0, ran.exit(), ran.err());
        List<String> lines = ran.out().lines().toList();
        assertEquals(labs.size(), lines.size(), ran.out());
        for (String lab : labs) {
            int at = labs.indexOf(lab);
            long minutes = Math.max(1, Math.ceilDiv(Course.outline(lab).path("seconds").asLong(), 60));
            assertTrue(lines.get(at).startsWith((at + 1) + " " + lab + " "), lines.get(at));
            assertTrue(lines.get(at).contains(" " + minutes + " min "), lines.get(at));
            assertTrue(lines.get(at).endsWith(" " + Course.outline(lab).path("question").asString()), lines.get(at));
            assertEquals(at == 0 || at == 2, lines.get(at).contains("SURPRISE 2026-01-02"), lines.get(at));
            assertEquals(at == 1, lines.get(at).contains(" next "), lines.get(at));
        }
        assertTrue(
                participant.started().stream()
                        .allMatch(call -> call.contains("--offline") && call.contains("--outline")),
                "the list needs no network: " + participant.started());
    }

    /** A smoke test is shown as what it is, and the lesson is still the next one. */
    @Test
    void aLessonThatWasOnlyTriedIsMarkedAndNotDone() throws Exception {
        List<String> labs = Repository.labs();
        participant.done(labs.subList(0, 2));
        Files.writeString(participant.file(),
                Files.readString(participant.file()).replaceFirst("(?m)^(2,.*),no$", "$1,yes"));
        List<String> lines = participant.workshop("--list").out().lines().toList();
        assertTrue(lines.get(0).contains(" SURPRISE 2026-01-02 "), lines.get(0));
        assertTrue(lines.get(1).contains(" SURPRISE --quick, not done "), lines.get(1));
        Repository.contains(participant.workshop("--reset").out(), "1 lessons done");
    }

    /** As version 0.8 wrote it, without the last column: no lesson was marked then. */
    @Test
    void progressOfAnOlderVersionIsRead() throws Exception {
        participant.done(Repository.labs().subList(0, 1));
        Files.writeString(participant.file(), Files.readString(participant.file()).replaceAll("(?m),(no|quick)$", ""));
        assertTrue(participant.workshop("--list").out().lines().toList().getFirst().contains(" SURPRISE 2026-01-02 "));
        assertEquals(0, participant.workshop("--hint", "1").exit());
        assertEquals("no", participant.progress().getFirst().get("quick"));
    }

    @Test
    void continuingWhereAllIsDoneMeasuresNothing() throws Exception {
        participant.done(Repository.labs());
        Ran ran = participant.workshop("--continue");
        assertEquals(0, ran.exit(), ran.err());
        Repository.contains(ran.out(), "All lessons are done", "--reset",
                "| more, or less? |   2.5 |    2 |      1.9 |");
        assertFalse(ran.out().contains("INVALID"), ran.out());
        assertEquals(List.of(), participant.started());
        Path file = participant.file();
        Files.writeString(file, Files.readString(file).replaceFirst("(?m)^(3,.*)SURPRISE", "$1INVALID"));
        Repository.contains(participant.workshop("--continue").out(), "Lab 3 " + Repository.labs().get(2)
                + " was INVALID: ./jbang workshop 3 repeats it.");
    }

    @Test
    void whatWasDoneIsForgottenAndTheRunsStay() throws Exception {
        participant.done(Repository.labs().subList(0, 3));
        Path run = participant.ran(Repository.labs().getFirst());
        Ran ran = participant.workshop("--reset");
        assertEquals(0, ran.exit(), ran.err());
        assertTrue(ran.out().contains("3 lessons done, 3 guesses"), ran.out());
        assertFalse(Files.exists(participant.file()));
        assertTrue(Files.exists(run.resolve("run.json")));
        assertTrue(participant.workshop("--reset").out().contains("nothing to forget"));
    }

    /** Two processes that wait for a third, which is this one: within one JVM a file is not locked. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void severalAtOnceLoseNothingOfEachOther() throws Exception {
        List<String> some = Repository.labs().subList(0, 2);
        participant.done(some);
        var all = new ArrayList<Process>();
        try {
            try (var channel = FileChannel.open(data.resolve(".progress.lock"), StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE)) {
                var lock = channel.lock();
                for (String lab : some) {
                    Process one = participant.process("--hint", lab).redirectInput(new File("/dev/null"))
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .redirectError(data.resolve(lab + ".err").toFile()).start();
                    all.add(one);
                    Terminal.await(one, () -> isWaitingForALock(one),
                            () -> "wait for the lock of " + participant.file());
                }
                Files.writeString(participant.file(), Files.readString(participant.file()).replace(",2.5,", ",7.5,"));
                lock.release();
            }
            for (Process one : all) {
                assertTrue(one.waitFor(2, TimeUnit.MINUTES), "still running");
                assertEquals(0, one.exitValue(), "see the .err files in " + data);
            }
        } finally {
            all.forEach(Process::destroyForcibly);
        }
        List<CSVRecord> rows = participant.progress();
        assertEquals(List.of("1", "1"),
                rows.stream().filter(r -> r.get("question").isEmpty()).map(r -> r.get("hints")).toList());
        assertEquals(List.of("7.5", "7.5"),
                rows.stream().filter(r -> !r.get("question").isEmpty()).map(r -> r.get("guess")).toList());
    }

    /** Those that wait have an arrow: {@code 1: -> POSIX  ADVISORY  WRITE 4711 ...}. */
    private static boolean isWaitingForALock(Process process) throws IOException {
        return Files.readString(Path.of("/proc/locks")).lines()
                .anyMatch(line -> line.matches("\\d+: +-> POSIX +ADVISORY +WRITE +"
                        + process.pid() + " .*"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
            "1,cpu-light          | its header is not",
            "HEADER/1,cpu-light  | row 1 has 2 fields instead of 11",
            "HEADER/one,cpu-light,,,,,,,0,2026-01-02T03:04:05Z,no  | lesson of row 1 is 'one'",
            "HEADER/1,cpu-light,,,,,,,0,yesterday,no               | at of row 1 is 'yesterday'",
            "HEADER/1,\"cpu-light,,,,,,,0                       | progress.csv",
            "\uFEFFHEADER/1,cpu-light                           | a spreadsheet saved it",
            "lesson;lab;question/1;cpu-light;                   | a spreadsheet saved it"})
    void progressThatCannotBeReadIsLeftAsItIs(String text, String words) throws Exception {
        String damaged = text.strip().replace("HEADER", Participant.HEADER).replace("/", "\n");
        Files.writeString(participant.file(), damaged);
        Ran ran = participant.workshop("--continue");
        assertEquals(2, ran.exit(), ran.out());
        assertEquals(1, ran.err().lines().count(), "one line: " + ran.err());
        Repository.contains(ran.err(), "cannot read " + participant.file(), words.strip(), "--reset");
        assertEquals(damaged, Files.readString(participant.file()));
        assertEquals(0, participant.workshop("--reset").exit());
        assertFalse(Files.exists(participant.file()));
    }
}
