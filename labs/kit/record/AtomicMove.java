package kit.record;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Gives what has been written whole its name, so that a reader sees all of it or nothing. */
public final class AtomicMove {

    private AtomicMove() {}

    /**
     * Moves a file, or a folder. A file that has the name already is replaced. Where the file system cannot move at
     * once, the file is copied: a reader may then see a part of it.
     *
     * @param written best in the same folder, since only a file system that holds both can move at once
     * @throws IOException where it cannot be moved; {@code written} then stays
     */
    public static void move(Path written, Path name) throws IOException {
        try {
            Files.move(written, name, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(written, name, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
