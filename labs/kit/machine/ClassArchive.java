package kit.machine;

import kit.record.AtomicMove;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * An archive of the classes of some libraries. A JVM uses it only if its class path begins with these libraries, in
 * their order. So they are listed in a file beside it.
 *
 * @param file      the archive; its name is a digest of all that must be the same when it is used
 * @param libraries in the order that they had when it was made
 */
public record ClassArchive(Path file, List<Path> libraries) {

    private static final String ENDING = ".jsa";
    private static final String LIST = ".libraries";
    /** An archive of a smaller share of the libraries saves less than one of all of them costs to make. */
    private static final double MOST = 2.0 / 3;

    /** That of these libraries. It need not be there. @param java home of the JDK */
    public static ClassArchive of(Path folder, Path java, List<Path> libraries) {
        var all = new StringBuilder(String.valueOf(Jdks.previewFlags()));
        // A JDK that is brought up to date stays in its folder.
        for (Path path : Stream.concat(Stream.of(java.resolve("lib/modules")), libraries.stream()).toList()) {
            File file = path.toFile();
            all.append("\n").append(file).append(" ").append(file.length()).append(" ").append(file.lastModified());
        }
        UUID digest = UUID.nameUUIDFromBytes(all.toString().getBytes(StandardCharsets.UTF_8));
        return new ClassArchive(folder.resolve(digest + ENDING), libraries);
    }

    /**
     * Of the archives in a folder that a JDK can still use: the one with the most of these libraries. It has at least
     * two thirds of them, and no other ones.
     *
     * @param java home of the JDK
     */
    public static Optional<ClassArchive> best(Path folder, Path java, List<Path> libraries) throws IOException {
        Set<Path> ours = new HashSet<>(libraries);
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ENDING)).sorted()
                    .map(file -> new ClassArchive(file, listed(file)))
                    .filter(one -> one.libraries.size() >= MOST * ours.size() && ours.containsAll(one.libraries)
                            && one.equals(of(folder, java, one.libraries)))
                    .max(Comparator.comparing(one -> one.libraries.size()));
        }
    }

    /** The libraries that the class path of a JVM with these flags must begin with; none if it uses no such archive. */
    static List<Path> libraries(List<String> flags) {
        return flags.stream().filter(flag -> flag.startsWith(Jdks.ARCHIVE)).findFirst()
                .map(flag -> listed(Path.of(flag.substring(Jdks.ARCHIVE.length())))).orElse(List.of());
    }

    /**
     * Gives an archive that is now whole its name. Its list comes first: what has the name of an archive is used.
     *
     * @param whole in another folder of the same file system
     */
    public void take(Path whole) throws IOException {
        AtomicMove.move(Files.write(listOf(whole), libraries.stream().map(Path::toString).toList()), listOf(file));
        AtomicMove.move(whole, file);
    }

    private static Path listOf(Path archive) {
        return archive.resolveSibling(archive.getFileName().toString().replace(ENDING, "") + LIST);
    }

    private static List<Path> listed(Path archive) {
        try {
            return Files.readAllLines(listOf(archive)).stream().map(Path::of).toList();
        } catch (IOException e) {
            // Archives of earlier versions and of other programs have no list.
            return List.of();
        }
    }
}
