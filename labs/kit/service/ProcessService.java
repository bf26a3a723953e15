package kit.service;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import kit.machine.Children;
import kit.machine.Program;

/**
 * A service that is no Java: a script that a program on the PATH runs as a child process of the cell's JVM.
 *
 * <p>The script listens on 127.0.0.1 and any free port, and then tells, as a {@link ChildProcess} does, whatever is
 * true of it: {@code {"port": 41234, "runtime": "Node.js v20.19.0", "requests": 0}}.
 *
 * @param program  such as {@code node}
 * @param script   on the class path, such as {@code /apps/demo.js}: a lab carries it with {@code //FILES}
 * @param words    that it is given
 * @param install  how to get the program, for a person who does not have it
 */
public record ProcessService(String program, String script, List<String> words, String install) implements Service {

    @Override
    public String missing() {
        return Program.isOnPath(program) ? null : "there is no " + program + " on the PATH; " + install;
    }

    @Override
    public RunningService start() throws IOException, InterruptedException {
        Path file = Files.createTempFile("service", script.substring(script.lastIndexOf('.')));
        try (InputStream in = ProcessService.class.getResourceAsStream(script)) {
            if (in == null) {
                throw new IllegalStateException("the lab does not carry " + script + ": its //FILES line is missing");
            }
            Files.write(file, in.readAllBytes());
        }
        var command = new ArrayList<>(List.of(program, file.toString()));
        command.addAll(words);
        var child = new ChildProcess(program + " " + script, Children.start(command));
        try {
            return new Running(child, URI.create("http://127.0.0.1:" + child.listen().get("port")));
        } catch (IOException | InterruptedException | RuntimeException e) {
            child.close();
            throw e;
        }
    }

    private record Running(ChildProcess child, URI address) implements RunningService {

        @Override
        public Facts facts() {
            return child.facts();
        }

        @Override
        public long requestsCounted() {
            return Long.parseLong(facts().get("requests"));
        }

        @Override
        public double cpuSecondsElsewhere() {
            return child.cpuSeconds();
        }

        @Override
        public long pid() {
            return child.pid();
        }

        @Override
        public void close() {
            child.close();
        }
    }
}
