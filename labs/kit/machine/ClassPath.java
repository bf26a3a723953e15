package kit.machine;

import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The class path of this JVM: the script's own classes, and its libraries.
 *
 * @param own       of the script, and what comes before it
 * @param libraries in their order; empty in a child, whose class path begins with them
 */
public record ClassPath(List<Path> own, List<Path> libraries) {

    /** That of this JVM. */
    public static ClassPath ofThisJvm() {
        List<Path> entries = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath()).toList();
        int after = entries.indexOf(script()) + 1;
        return new ClassPath(entries.subList(0, after), entries.subList(after, entries.size()));
    }

    private static Path script() {
        URI place;
        try {
            place = ClassPath.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        return Path.of(place).toAbsolutePath();
    }

    /**
     * For a child. The libraries come before the script: a JVM uses an archive of their classes only if its class path
     * begins with them, and several scripts have the same ones.
     *
     * @param archived libraries of this class path that come before the others, in the order of their archive
     */
    String librariesFirst(List<Path> archived) {
        return text(Stream.of(archived, libraries, own).flatMap(List::stream).distinct());
    }

    /** Entries as an argument of a JVM. */
    public static String text(Stream<Path> entries) {
        return entries.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
