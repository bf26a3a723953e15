package kit.machine;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Finds installed JDKs. Nothing is downloaded: a variant whose JDK is missing is skipped, with the command that
 * installs it.
 */
public final class Jdks {

    /** The flag of a JVM that compiles with C1 only, and fully: no profile is kept for C2. */
    public static final String C1_ONLY = "-XX:TieredStopAtLevel=1";

    private static final String PREVIEW = "--enable-preview";

    private Jdks() {}

    /** Feature version of the JDK that runs this. */
    public static int current() {
        return Runtime.version().feature();
    }

    /**
     * What a JVM must be told to run the classes of this lab: those compiled with preview features run on their own
     * JDK, and with this.
     */
    public static List<String> previewFlags() {
        return has(PREVIEW) ? List.of(PREVIEW) : List.of();
    }

    /** What a JVM must be told to compile with the same compilers as this one. */
    public static List<String> compilerFlags() {
        return has(C1_ONLY) ? List.of(C1_ONLY) : List.of();
    }

    private static boolean has(String flag) {
        return given().contains(flag);
    }

    private static List<String> given() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments();
    }

    /** The home of a JDK (or runtime) of this feature version, if there is one on this machine. */
    public static Optional<Path> home(int feature) {
        return candidates(feature, System.getenv(), Path.of(System.getProperty("user.home"))).stream()
                .filter(home -> feature(home) == feature).findFirst();
    }

    /** The command that installs a JDK of this feature version. */
    public static String howToInstall(int feature) {
        return "./jbang jdk install " + feature;
    }

    /** Where to look, nearest first. */
    static List<Path> candidates(int feature, Map<String, String> environment, Path userHome) {
        var places = new ArrayList<Path>();
        places.add(Path.of(System.getProperty("java.home")));
        environment.forEach((name, value) -> {
            // JAVA_HOME_21, and JAVA_HOME_21_X64 as CI runners have it.
            if (name.matches("JAVA_HOME_" + feature + "(_.*)?") && !value.isBlank()) {
                places.add(Path.of(value));
            }
        });
        String jbang = environment.getOrDefault("JBANG_DIR", userHome.resolve(".jbang").toString());
        String cache = environment.getOrDefault("JBANG_CACHE_DIR", Path.of(jbang, "cache").toString());
        for (Path folder : List.of(Path.of(cache, "jdks"), Path.of("/usr/lib/jvm"),
                Path.of("/Library/Java/JavaVirtualMachines"), userHome.resolve(".sdkman/candidates/java"),
                userHome.resolve(".jdks"), Path.of("C:/Program Files/Java"))) {
            try (var homes = Files.list(folder)) {
                homes.sorted().forEach(home -> {
                    places.add(home);
                    places.add(home.resolve("Contents/Home"));
                });
            } catch (IOException e) {
                // No such folder on this machine.
            }
        }
        return places;
    }

    /** The feature version that a JDK's {@code release} file tells, or -1. */
    static int feature(Path home) {
        try {
            return version(home).feature();
        } catch (UncheckedIOException | IllegalArgumentException e) {
            return -1;
        }
    }

    /**
     * The version that a JDK's {@code release} file tells.
     *
     * @throws UncheckedIOException where there is no such file
     * @throws IllegalArgumentException where it tells none
     */
    public static Runtime.Version version(Path home) {
        var release = new Properties();
        try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
            release.load(reader);
            return Runtime.Version.parse(release.getProperty("JAVA_VERSION", "").replace("\"", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Home of the JDK that runs a process; empty where it is no JVM, or does not tell. */
    public static Optional<Path> homeOf(ProcessHandle process) {
        return process.info().command().map(Path::of).flatMap(Jdks::homeOf);
    }

    /** By the program that a process runs, on any system. */
    public static Optional<Path> homeOf(Path program) {
        String name = String.valueOf(program.getFileName()).toLowerCase(Locale.ROOT).replaceFirst("\\.exe$", "");
        return Optional.of(program).filter(one -> one.resolveSibling(name).endsWith("bin/java"))
                .map(one -> one.getParent().getParent());
    }

    /** A program of a JDK, such as {@code java}. */
    public static Path tool(Path home, String name) {
        Path tool = home.resolve("bin").resolve(name);
        return Files.exists(tool) ? tool : home.resolve("bin").resolve(name + ".exe");
    }
}
