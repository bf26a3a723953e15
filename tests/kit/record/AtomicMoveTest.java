package kit.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import kit.record.AtomicMove;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;

/** How a file that is whole gets its name. */
@Tag(Lane.UNIT)
class AtomicMoveTest {

    @TempDir
    Path folder;

    @Test
    void aFileReplacesTheOneOfThatName() throws IOException {
        Path half = Files.writeString(folder.resolve(".half"), "new");
        Path name = Files.writeString(folder.resolve("name"), "old and longer");
        AtomicMove.move(half, name);
        assertEquals("new", Files.readString(name));
        assertFalse(Files.exists(half));
    }

    @Test
    void aFolderMovesWithWhatIsInItAndReplacesNoOther() throws IOException {
        Path half = Files.createDirectory(folder.resolve(".half"));
        Files.writeString(half.resolve("file"), "new");
        AtomicMove.move(half, folder.resolve("name"));
        assertEquals("new", Files.readString(folder.resolve("name/file")));
        assertFalse(Files.exists(half));
        Files.writeString(Files.createDirectory(half).resolve("file"), "newer");
        assertThrows(IOException.class, () -> AtomicMove.move(half, folder.resolve("name")));
        assertEquals("new", Files.readString(folder.resolve("name/file")));
        assertEquals("newer", Files.readString(half.resolve("file")), "it is not lost");
    }

    /** Nothing moves at once between two file systems: one of them is a zip file here. */
    @Test
    void whereNothingMovesAtOnceItIsCopied() throws IOException {
        try (var other = FileSystems.newFileSystem(folder.resolve("other.zip"), Map.of("create", "true"))) {
            Path half = Files.writeString(other.getPath("/half"), "new");
            Path name = Files.writeString(folder.resolve("name"), "old");
            assertThrows(AtomicMoveNotSupportedException.class,
                    () -> Files.move(half, name, StandardCopyOption.ATOMIC_MOVE));
            AtomicMove.move(half, name);
            assertEquals("new", Files.readString(name));
            assertFalse(Files.exists(half));
        }
    }
}
