package kit.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import tests.Repository;

/** Files that load tools wrote. */
public final class Fixtures {

    private Fixtures() {}

    /** @param name in tests/fixtures/results, or a path from the checkout's root where it has a slash */
    public static Path file(String name) {
        return Repository.root().resolve(name.contains("/") ? name : "tests/fixtures/results/" + name);
    }

    /** A file of the sample run of a lab; the run's own folder where the name is empty. */
    public static Path sample(String lab, String name) {
        try {
            return Repository.onlyRun(Repository.root().resolve("data/sample").resolve(lab)).resolve(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The one load of a file. */
    public static LoadResult read(String name) {
        var loads = ResultFile.read(file(name));
        if (loads.size() != 1) {
            throw new AssertionError(name + " has " + loads.size() + " loads");
        }
        return loads.get(0);
    }
}
