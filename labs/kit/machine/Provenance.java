package kit.machine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where a run comes from: the versions of the libraries that take part in a measurement, and the revision of the
 * sources.
 */
public final class Provenance {

    /** For git, whose checkout may lie on a slow disk. */
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Pattern MEASURING = Pattern
            .compile("(spring-boot|tomcat-embed-core|HdrHistogram)-(\\d.*)\\.jar");

    private Provenance() {}

    /** The versions of the libraries that take part in a measurement, by what is on the class path. */
    public static Map<String, String> versions() {
        var versions = new LinkedHashMap<String, String>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            var jar = MEASURING.matcher(Path.of(entry).getFileName().toString());
            if (jar.matches()) {
                versions.put(jar.group(1), jar.group(2));
            }
        }
        return versions;
    }

    /**
     * The revision of the checkout in the working folder, with a {@code +} where sources were changed; null outside
     * one.
     */
    public static String revision() {
        try {
            if (!Files.exists(Path.of("labs/kit/machine/Provenance.java"))) {
                return null;
            }
            String revision = git("rev-parse", "--short", "HEAD");
            return git("status", "--porcelain", "--untracked-files=no").isEmpty() ? revision : revision + "+";
        } catch (IOException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static String git(String... words) throws IOException, InterruptedException {
        var command = Stream.concat(Stream.of("git"), Stream.of(words)).toArray(String[]::new);
        Program.Ran ran = Program.run(LIMIT, command);
        if (!ran.ok()) {
            throw new IOException("not a checkout");
        }
        return ran.out().strip();
    }
}
