package own.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import kit.base.LabException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** Files of requests of any kind. */
@Tag(Lane.UNIT)
class RequestFileTest {

    @TempDir
    Path folder;
    private FileOfRequests files;

    @BeforeEach
    void here() {
        files = new FileOfRequests(folder);
    }

    @Test
    void otherFilesAreRefused() throws IOException {
        assertTrue(files.refused("urls.txt", "GET /a").startsWith("urls.txt: its name must end with .http"));
        Path none = folder.resolve("none.http");
        assertEquals(none + " cannot be read: there is no such file", assertThrows(LabException.class,
                () -> RequestFile.read(none, false, null)).getMessage());
        Path bytes = Files.write(folder.resolve("bytes.har"), new byte[] {(byte) 0xC3, 0x28});
        assertEquals(bytes + " is not text in UTF-8: is it the right file?", assertThrows(LabException.class,
                () -> RequestFile.read(bytes, false, null)).getMessage());
    }
}
