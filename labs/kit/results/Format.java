package kit.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A kind of file that a tool writes. */
interface Format {

    /** Whether a file that begins so is of this kind. */
    boolean knows(String beginning);

    /** The loads that it tells of, one or more. */
    List<LoadResult> read(Path file) throws IOException;
}
