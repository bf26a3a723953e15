package kit.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** Files that are read at once. */
@Tag(Lane.UNIT)
class WholeTextTest {

    @TempDir
    Path folder;

    @Test
    void aTextIsReadAndWhatIsNoTextIsNot() throws IOException {
        Path file = folder.resolve("file");
        assertEquals("grün", WholeText.of(Files.writeString(file, "grün")));
        Files.write(file, new byte[] {'a', (byte) 0xFC});
        assertThrows(CharacterCodingException.class, () -> WholeText.of(file));
    }

    @Test
    void aLargeFileIsRefused() throws IOException {
        Path file = folder.resolve("large");
        try (var large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength((64 << 20) + 1);
        }
        assertEquals("it is larger than 64 MB", assertThrows(IOException.class, () -> WholeText.of(file)).getMessage());
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it has no such file")
    void aFileWithoutEndIsRefused() {
        Path endless = Path.of("/dev/zero");
        assertEquals("it is larger than 64 MB",
                assertThrows(IOException.class, () -> WholeText.of(endless)).getMessage());
    }
}
