package tests;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Makes the tests' temporary folders, named after the test, and knows them: the folder of a test that fails stays and
 * is printed.
 */
public final class Folders implements TempDirFactory {

    /** Where they are made; the system's temporary folder where it is not set. */
    static final String PLACE = "tests.folders";

    private static final Map<String, Path> MADE = new ConcurrentHashMap<>();

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws java.io.IOException {
        String name = test.getTestClass().map(Class::getSimpleName).orElse("test")
                + test.getTestMethod().map(method -> "." + method.getName()).orElse("") + "-";
        Path folder = create(name);
        MADE.put(test.getUniqueId(), folder);
        return folder;
    }

    /** A folder that several tests share. @param name what its name begins with */
    public static Path create(String name) throws java.io.IOException {
        String place = System.getProperty(PLACE);
        return place == null ? Files.createTempDirectory(name)
                : Files.createTempDirectory(Files.createDirectories(Path.of(place)), name);
    }

    /** The folder of a test, or of its class; null where it has none. */
    static Path of(String uniqueId) {
        return MADE.entrySet().stream().filter(made -> uniqueId.startsWith(made.getKey()))
                .max((a, b) -> Integer.compare(a.getKey().length(), b.getKey().length())).map(Map.Entry::getValue)
                .orElse(null);
    }
}
