package old.cell;

import kit.measure.VariantJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kit.base.Folders;
import kit.base.LabException;
import kit.machine.ClassArchive;
import kit.machine.ClassPath;
import kit.machine.Jdks;
import kit.machine.Machine;
import kit.machine.Program;
import kit.plan.ClosedLoop;
import kit.plan.Load;
import kit.plan.Variant;
import kit.service.BootService;

/**
 * Archives of the classes of a script's libraries, loaded and linked ahead of time (JEP 483), from which the JVMs of
 * cells start faster: on JDK 25 and later. A small cell that is not measured tells which classes are loaded; a JVM then
 * writes the archive, once for each JDK and each list of libraries, into the user's cache folder. A script with some
 * libraries more uses it, too. It has no profile of a method, so services compile as they do without it.
 */
public final class AotCaches {

    private static final int SINCE = 25;
    private static final String LIST = "-XX:DumpLoadedClassList=";
    private static final String NEW = "new-";
    private static final Bench.Waits WAITS = Bench.Waits.USUAL.looks(Duration.ZERO, Duration.ZERO);
    private static final Duration WRITING = Duration.ofMinutes(2);
    /** No archive takes so long to make. */
    private static final Duration LEFT_BEHIND = WRITING.multipliedBy(5);
    private static final int USERS = 10;
    private static final int REQUESTS = 20;

    private final Bench bench;
    private final Path folder = Path.of(System.getProperty("user.home"), ".cache", "virtual-thread-lab", "aot");
    /** By the home of the JDK. */
    private final Map<Path, Optional<Path>> known = new HashMap<>();

    /** @param machine that the caches are made on */
    public AotCaches(Machine machine) {
        this.bench = new Bench(machine, WAITS);
    }

    /** Runs a cell whose JVM lists its classes: the variant in a temporary cell of its own. */
    public interface Training {
        /** @return whether it ended well; if not, its list of classes is not whole */
        boolean run(Bench bench, Variant variant, Load load);
    }

    /**
     * The variant, so that its JVM starts from a cache, which is made first if it is not there yet; the variant as it
     * is where there can be none (JDKs before 25, services that are no Spring Boot) or where none came of it.
     */
    public Variant starting(Variant variant, int jdk, Path java, Training training) {
        if (jdk < SINCE || !(variant.service() instanceof BootService)) {
            return variant;
        }
        return known.computeIfAbsent(java, home -> found(home, variant, training))
                .map(cache -> variant.flags(Jdks.ARCHIVE + cache)).orElse(variant);
    }

    private Optional<Path> found(Path java, Variant variant, Training training) {
        List<Path> libraries = ClassPath.ofThisJvm().libraries();
        try {
            Files.createDirectories(folder);
            Optional<ClassArchive> best = ClassArchive.best(folder, java, libraries);
            if (best.isPresent()) {
                return best.map(ClassArchive::file);
            }
            deleteWhatIsLeftBehind();
            ClassArchive archive = ClassArchive.of(folder, java, libraries);
            return make(archive, java, variant, training) ? Optional.of(archive.file()) : Optional.empty();
        } catch (IOException e) {
            throw new LabException("--aot: cannot write to " + folder + " (" + e.getMessage()
                    + "): make it writable, or leave --aot out", e);
        }
    }

    private boolean make(ClassArchive archive, Path java, Variant variant, Training training) throws IOException {
        // Beside it and then renamed: another lab may make the same one.
        Path partial = Files.createTempDirectory(folder, NEW).resolve(archive.file().getFileName());
        Path classes = partial.resolveSibling("classes.txt");
        boolean whole = training.run(bench, variant.flags(LIST + classes), ClosedLoop.of(USERS, REQUESTS));
        boolean made = whole && Files.exists(classes) && write(partial, archive.libraries(), classes, java);
        if (made) {
            archive.take(partial);
        }
        Folders.delete(partial.getParent());
        return made;
    }

    /** By labs that were killed while they made an archive. */
    private void deleteWhatIsLeftBehind() throws IOException {
        long before = System.currentTimeMillis() - LEFT_BEHIND.toMillis();
        try (var partial = Files.newDirectoryStream(folder, NEW + "*")) {
            for (Path one : partial) {
                if (one.toFile().lastModified() < before) {
                    Folders.delete(one);
                }
            }
        }
    }

    private boolean write(Path archive, List<Path> libraries, Path classes, Path java) throws IOException {
        var command = new ArrayList<>(List.of(Jdks.tool(java, "java").toString()));
        command.addAll(Jdks.previewFlags());
        command.addAll(VariantJvm.MODULES);
        command.addAll(List.of("-Xshare:dump", "-XX:+AOTClassLinking", "-XX:SharedClassListFile=" + classes,
                Jdks.ARCHIVE + archive, "-cp", ClassPath.text(libraries.stream())));
        try {
            return Program.run(WRITING, command.toArray(String[]::new)).ok() && Files.exists(archive);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends a cell that is making one. */
    public void stop() {
        bench.stop();
    }
}
