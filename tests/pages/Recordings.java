package pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fixtures.Pinner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import kit.machine.Jdks;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;

/** Flight recordings of programs that pin virtual threads, made as a user makes them. */
final class Recordings {

    static final Path HERE = Path.of(System.getProperty("java.home"));

    /** The old way of reflection, by native frames, pins on every JDK. */
    private static final String PINS = "-Djdk.reflect.useNativeAccessorOnly=true";

    private Recordings() {}

    /** Of {@link Pinner}. @param more further options of the recording, with a comma before them */
    static Path ofPinner(Path home, Path file, String more, String... arguments) throws Exception {
        return of(home, file, more, pinner(List.of(PINS), arguments));
    }

    /** Of {@link Pinner} with virtual threads that wait and are not pinned. */
    static Path ofCalm(Path file) throws Exception {
        return of(HERE, file, "", pinner(List.of()));
    }

    /** Of {@link Pinner}, with stacks of few frames. */
    static Path ofShallow(Path file, int frames) throws Exception {
        return of(HERE, file, "", pinner(List.of(PINS, "-XX:FlightRecorderOptions:stackdepth=" + frames)));
    }

    private static List<String> pinner(List<String> options, String... arguments) {
        return Stream.of(options.stream(),
                Stream.of("-cp", System.getProperty("java.class.path"), Pinner.class.getName()),
                Arrays.stream(arguments)).flatMap(words -> words).toList();
    }

    /**
     * A copy in which words have others of their length, in a string of any chunk: as another program writes it that is
     * not at hand.
     */
    static Path patched(Path recording, Path copy, Map<String, String> words) throws IOException {
        String bytes = Files.readString(recording, StandardCharsets.ISO_8859_1);
        for (Map.Entry<String, String> word : words.entrySet()) {
            assertEquals(word.getKey().length(), word.getValue().length(), word.getKey());
            assertTrue(bytes.contains(word.getKey()), word.getKey());
            bytes = bytes.replace(word.getKey(), word.getValue());
        }
        return Files.writeString(copy, bytes, StandardCharsets.ISO_8859_1);
    }

    /** Of a program in one file of source. @param pins whether its calls by reflection pin */
    static Path ofSource(Path source, Path file, String more, boolean pins) throws Exception {
        return of(HERE, file, more, Stream.concat(Stream.of(PINS).filter(option -> pins),
                Stream.of(source.toString())).toList());
    }

    private static Path of(Path home, Path file, String more, List<String> program) throws Exception {
        List<String> words = new ArrayList<>(List.of(Jdks.tool(home, "java").toString(),
                "-XX:StartFlightRecording:filename=" + file + more));
        words.addAll(Script.FOR_SECONDS);
        words.addAll(program);
        Ran ran = Repository.run(new ProcessBuilder(words));
        assertEquals(0, ran.exit(), ran.err() + ran.out());
        return file;
    }
}
