package kit.machine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JVM to start as a child of this one. It has the class path of this one, and preview features where this one has
 * them.
 *
 * @param java      home of its JDK
 * @param flags     of the JVM
 * @param main      its main class
 * @param arguments of its main class
 */
public record ChildJvm(Path java, List<String> flags, Class<?> main, List<String> arguments) {

    /** On the JDK of this JVM. */
    public static ChildJvm onThisJdk(List<String> flags, Class<?> main, List<String> arguments) {
        return new ChildJvm(Path.of(System.getProperty("java.home")), flags, main, arguments);
    }

    /** Starts it as {@link Children#start(List)} does. */
    public Process start() throws IOException {
        return Children.start(command());
    }

    /** Starts it as {@link Children#start(List, Path, Predicate)} does. */
    public Process start(Path log, Predicate<String> hidden) throws IOException {
        return Children.start(command(), log, hidden);
    }

    /** That of this JVM. A child may have another folder. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private List<String> command() {
        var command = new ArrayList<>(List.of(Jdks.tool(java, "java").toString()));
        command.addAll(Jdks.previewFlags());
        command.addAll(flags);
        command.addAll(List.of("-cp", classPath(), main.getName()));
        command.addAll(arguments);
        return command;
    }
}
