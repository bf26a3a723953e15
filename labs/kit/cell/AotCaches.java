package kit.cell;

import contract.AtomicMove;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import kit.base.LabException;
import kit.machine.Jdks;
import kit.machine.Machine;
import kit.plan.ClosedLoop;
import kit.plan.Load;
import kit.plan.Variant;
import kit.service.BootService;

/**
 * Caches of classes that are loaded and linked ahead of time (JEP 483, 514 and 515), from which the JVMs of cells start
 * faster: on JDK 25 and later. A cache is made by a small cell that is not measured, once for each JDK, class path and
 * application, and kept in the user's cache folder. It brings the profiles of the cell that made it along, so cells
 * with and without one are never compared.
 */
public final class AotCaches {

    private static final int SINCE = 25;
    private static final String USE = "-XX:AOTCache=";
    private static final String MAKE = "-XX:AOTCacheOutput=";
    /** Before it ends, the JVM that makes a cache starts another one that writes it. */
    private static final Bench.Waits WAITS = Bench.Waits.USUAL.looks(Duration.ZERO, Duration.ZERO)
            .ending(Duration.ofMinutes(2));
    private static final int USERS = 10;
    private static final int REQUESTS = 500;

    private final Bench bench;
    private final Path folder = Path.of(System.getProperty("user.home"), ".cache", "virtual-thread-lab", "aot");
    private final Map<Path, Boolean> known = new HashMap<>();

    /** @param machine that the caches are made on */
    public AotCaches(Machine machine) {
        this.bench = new Bench(machine, WAITS);
    }

    /** Runs a cell that makes a cache: the variant in a temporary cell of its own. */
    public interface Training {
        void run(Bench bench, Variant variant, Load load);
    }

    /**
     * The variant, so that its JVM starts from a cache, which is made first if it is not there yet; the variant as it
     * is where there can be none (JDKs before 25, services that are no Spring Boot) or where none came of it.
     */
    public Variant starting(Variant variant, int jdk, Path java, Training training) {
        if (jdk < SINCE || !(variant.service() instanceof BootService boot)) {
            return variant;
        }
        Path cache = folder.resolve(key(java, boot.application()) + ".aot");
        return known.computeIfAbsent(cache, c -> Files.exists(c) || make(c, variant, training))
                ? variant.flags(USE + cache)
                : variant;
    }

    private boolean make(Path cache, Variant variant, Training training) {
        try {
            Files.createDirectories(folder);
            // Beside it and then renamed: another lab may make the same one.
            Path partial = Files.createTempDirectory(folder, "new-").resolve(cache.getFileName());
            training.run(bench, variant.flags(MAKE + partial), ClosedLoop.of(USERS, REQUESTS));
            boolean made = Files.exists(partial);
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

    /** Everything that must be the same for a cache to be of use. */
    private static String key(Path java, String application) {
        var parts = new ArrayList<>(List.of(java.toString(), application, String.valueOf(Jdks.previewFlags())));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            var file = new File(entry);
            parts.add(entry + " " + file.length() + " " + file.lastModified());
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends a cell that is making one. */
    public void stop() {
        bench.stop();
    }

    /** Whether this JVM was started from a cache, and could use it. */
    static boolean inUse(List<String> jvmArguments) {
        return jvmArguments.stream().anyMatch(argument -> argument.startsWith(USE))
                && System.getProperty("java.vm.info", "").contains("sharing");
    }
}
