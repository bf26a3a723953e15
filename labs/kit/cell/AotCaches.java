package kit.cell;

import contract.AtomicMove;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import kit.base.LabException;
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
 * writes the archive, once for each JDK and each list of libraries, into the user's cache folder. A script whose
 * libraries begin with these uses it, too. It has no profile of a method, so services compile as they do without it.
 */
public final class AotCaches {

    private static final int SINCE = 25;
    private static final String LIST = "-XX:DumpLoadedClassList=";
    private static final Bench.Waits WAITS = Bench.Waits.USUAL.looks(Duration.ZERO, Duration.ZERO);
    private static final Duration WRITING = Duration.ofMinutes(2);
    private static final int USERS = 10;
    private static final int REQUESTS = 20;

    private final Bench bench;
    private final Path folder = Path.of(System.getProperty("user.home"), ".cache", "virtual-thread-lab", "aot");
    private final ClassPath classPath = ClassPath.ofThisJvm();
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
        List<Path> places = places(java);
        Path all = places.getFirst();
        return places.stream().filter(Files::exists).findFirst()
                .or(() -> make(all, java, variant, training) ? Optional.of(all) : Optional.empty());
    }

    private boolean make(Path cache, Path java, Variant variant, Training training) {
        try {
            Files.createDirectories(folder);
            // Beside it and then renamed: another lab may make the same one.
            Path partial = Files.createTempDirectory(folder, "new-").resolve(cache.getFileName());
            Path classes = partial.resolveSibling("classes.txt");
            boolean whole = training.run(bench, variant.flags(LIST + classes), ClosedLoop.of(USERS, REQUESTS));
            boolean made = whole && Files.exists(classes) && write(partial, classes, java);
            if (made) {
                AtomicMove.move(partial, cache);
            }
            try (var left = Files.list(partial.getParent())) {
                left.forEach(file -> file.toFile().delete());
            }
            Files.delete(partial.getParent());
            return made;
        } catch (IOException e) {
            throw new LabException("--aot: cannot write to " + folder + " (" + e.getMessage()
                    + "): make it writable, or leave --aot out", e);
        }
    }

    private boolean write(Path archive, Path classes, Path java) throws IOException {
        var command = new ArrayList<>(List.of(Jdks.tool(java, "java").toString()));
        command.addAll(Jdks.previewFlags());
        command.addAll(CellJvm.MODULES);
        command.addAll(List.of("-Xshare:dump", "-XX:+AOTClassLinking", "-XX:SharedClassListFile=" + classes,
                Jdks.ARCHIVE + archive, "-cp", classPath.ofLibraries()));
        try {
            return Program.run(WRITING, command.toArray(String[]::new)).ok() && Files.exists(archive);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Where an archive may be that is of use: one of all libraries, or else of as many as possible of the first ones.
     * Its name is a digest of all that must be the same.
     */
    private List<Path> places(Path java) {
        var names = new ArrayDeque<Path>();
        String before = String.valueOf(Jdks.previewFlags());
        // A JDK that is brought up to date stays in its folder.
        for (Path path : Stream.concat(Stream.of(java.resolve("lib/modules")), classPath.libraries().stream())
                .toList()) {
            File file = path.toFile();
            String all = before + "\n" + file + " " + file.length() + " " + file.lastModified();
            before = UUID.nameUUIDFromBytes(all.getBytes(StandardCharsets.UTF_8)).toString();
            names.push(folder.resolve(before + ".jsa"));
        }
        return List.copyOf(names);
    }

    /** Ends a cell that is making one. */
    public void stop() {
        bench.stop();
    }

    /** Whether this JVM was started from a cache, and could use it. */
    static boolean inUse() {
        return !Jdks.archiveFlags().isEmpty() && System.getProperty("java.vm.info", "").contains("sharing");
    }
}
