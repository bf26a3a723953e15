package scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import tests.Repository;
import tests.Repository.Ran;
import tests.Script;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the catalog names. Each of it is started once for all tests of a run; what a lab then says of itself serves them
 * all.
 */
final class Course {

    /** Where labs that are asked for their outline would write, if they did. */
    static final Path NO_DATA = Path.of(System.getProperty("java.io.tmpdir"),
            "no-data-" + ProcessHandle.current().pid());

    private static final Map<String, Ran> STARTED = new ConcurrentHashMap<>();

    private Course() {}

    /**
     * What an alias says when it is started with the launcher, without a network where that can be taken away: a lab
     * its outline, any other its help.
     */
    static Ran start(String alias) {
        return STARTED.computeIfAbsent(alias, a -> {
            String script = Repository.aliases().get(alias);
            ProcessBuilder command = Repository.labs().contains(alias)
                    ? Repository.jbang(alias, "--outline", "--step", "--data", NO_DATA.toString())
                    : Repository.jbang(alias, "--help");
            return Script.alone(script, answer -> {
                Ran ran = Repository.run(Network.without(command));
                // The first start builds it, for which it may need the network. The next one does not.
                return ran.exit() == 0 || Repository.run(command).exit() != 0 ? ran
                        : Repository.run(Network.without(command));
            });
        });
    }

    static JsonNode outline(String lab) {
        Ran ran = start(lab);
        assertEquals(0, ran.exit(), lab + ": " + ran.err());
        return JsonMapper.shared().readTree(ran.out());
    }

    /**
     * A launcher for the workshop. It answers {@code --outline} with what the lab has said once, starts these scripts
     * without JBang, and leaves the rest to the real one. Each call leaves a line in the file {@code calls} beside it.
     */
    static Path launcher(Path folder, String... scripts) throws IOException {
        Files.createDirectories(folder);
        var text = new StringBuilder("#!/bin/sh\n");
        text.append("echo \"$*\" >> ").append(quoted(folder.resolve("calls").toString())).append('\n');
        text.append("script=\nfor word; do case $word in -*) ;; *) script=$word; break ;; esac; done\n");
        text.append("case \" $* \" in *' --outline '*) exec cat ").append(quoted(folder.toString()))
                .append("/\"${script##*/}.json\" ;; esac\n");
        text.append("case $script in\n");
        for (String script : scripts) {
            text.append("  ").append(script)
                    .append(")\n    while [ \"$1\" != \"$script\" ]; do shift; done\n    shift\n    exec ")
                    .append(quoted(Script.of(script).command())).append(" \"$@\" ;;\n");
        }
        text.append("esac\nexec ").append(quoted(Repository.root().resolve("jbang").toString())).append(" \"$@\"\n");
        for (String lab : Repository.labs()) {
            Files.writeString(folder.resolve(lab + ".java.json"), start(lab).out());
        }
        Path launcher = Files.writeString(folder.resolve("launcher"), text);
        Files.setPosixFilePermissions(launcher, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
        return launcher;
    }

    /** A command line for a shell. */
    static String quoted(List<String> words) {
        return words.stream().map(Course::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
