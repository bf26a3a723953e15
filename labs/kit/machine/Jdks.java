package kit.machine;

import java.io.IOException;
import java.io.Reader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Finds installed JDKs. Nothing is downloaded: a variant whose JDK is missing is skipped, with the command that
 * installs it.
 */
public final class Jdks {

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
        return ManagementFactory.getRuntimeMXBean().getInputArguments().contains(PREVIEW) ? List.of(PREVIEW)
                : List.of();
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
        var release = new Properties();
        try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
            release.load(reader);
            return Runtime.Version.parse(release.getProperty("JAVA_VERSION", "").replace("\"", "")).feature();
        } catch (IOException | IllegalArgumentException e) {
            return -1;
        }
    }

    /** A program of a JDK, such as {@code java}. */
    public static Path tool(Path home, String name) {
        Path tool = home.resolve("bin").resolve(name);
        return Files.exists(tool) ? tool : home.resolve("bin").resolve(name + ".exe");
    }
}
