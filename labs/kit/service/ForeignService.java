package kit.service;

import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import kit.base.Secrets;
import kit.machine.Connections;
import kit.machine.Jdks;

/**
 * A service that is not written for this bench: a command that starts it as a child process. It listens on 127.0.0.1
 * and the port that it is told, and is ready when it answers a GET.
 *
 * @param words     of the command; {@value #PORT} in a word is replaced by the port, and the word {@value #ARGUMENTS}
 *     by the arguments. A first word {@value #JAVA} is the JDK of the cell
 * @param arguments such as {@code --spring.threads.virtual.enabled=true}; they follow the words where none of these is
 *     {@value #ARGUMENTS}
 * @param ready     what is requested until it answers, and how
 * @param around    what the process finds around it
 */
public record ForeignService(List<String> words, List<String> arguments, Ready ready, Around around)
        implements Service {

    /** What is replaced in words. */
    public static final String PORT = "{port}";
    public static final String ARGUMENTS = "{switch}";
    /** First word of a command whose JVM is that of the cell's JDK, and is recorded. */
    public static final String JAVA = "java";

    /**
     * What the process finds around it. It is never written to a file: an environment may hold passwords.
     *
     * @param folder      its working folder
     * @param environment its variables
     */
    public record Around(String folder, LinkedHashMap<String, String> environment) implements Serializable {

        /** The folder and the environment of this JVM. */
        public static Around here() {
            return new Around(Path.of("").toAbsolutePath().toString(), new LinkedHashMap<>(System.getenv()));
        }

        /** A process in it, which is not started yet. */
        ProcessBuilder process(List<String> command) {
            var builder = new ProcessBuilder(command).directory(Path.of(folder).toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
            return builder;
        }

        @Override
        public String toString() {
            return folder;
        }
    }

    /** With further arguments. */
    public ForeignService with(List<String> more) {
        return new ForeignService(words, Stream.concat(arguments.stream(), more.stream()).toList(), ready,
                around);
    }

    /** Whether its JVM is that of the cell's JDK, and is recorded. */
    public boolean isJava() {
        return words.getFirst().equals(JAVA);
    }

    /**
     * Starts it in a cell, with a flight recording where it is Java: ordered by a flag where the command begins with
     * the word {@value #JAVA}, or else by {@code jcmd}. Its output goes where the cell's goes.
     */
    @Override
    public RunningService start() throws IOException, InterruptedException {
        ChildRecording recording = ChildRecording.in(Path.of(System.getProperty("java.io.tmpdir")));
        Running running = start(Path.of(System.getProperty("java.home")), isJava() ? recording : null,
                Redirect.INHERIT);
        try {
            if (!isJava()) {
                running.record(recording);
            }
            return running;
        } catch (InterruptedException | RuntimeException e) {
            running.close();
            throw e;
        }
    }

    /**
     * Starts it for a look, without a recording.
     *
     * @param java home of the JDK to run it on, where it is Java
     * @param log  where its output goes
     */
    public RunningService start(Path java, Path log) throws IOException, InterruptedException {
        return start(java, null, Redirect.to(log.toFile()));
    }

    private Running start(Path java, ChildRecording recording, Redirect output)
            throws IOException, InterruptedException {
        int at = freePort();
        var process = new ForeignProcess(command(java, recording, at), around, output);
        var running = new Running(this, process, URI.create("http://127.0.0.1:" + at), java, recording);
        try {
            ready.await(running.address, process::throwWhereEnded);
            running.lookForJvm();
            return running;
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.close();
            throw e;
        }
    }

    /**
     * What is run where nothing is recorded.
     *
     * @param java home of the JDK that the word {@value #JAVA} stands for
     * @param at   the port
     */
    public List<String> command(Path java, int at) {
        return command(java, null, at);
    }

    /** What is run: the JDK's own java, the recording's flag behind it, and the port. */
    private List<String> command(Path java, ChildRecording recording, int at) {
        var command = new ArrayList<String>();
        boolean placed = words.contains(ARGUMENTS);
        for (String word : words) {
            if (word.equals(ARGUMENTS)) {
                command.addAll(arguments);
            } else if (command.isEmpty() && isJava()) {
                command.add(Jdks.tool(java, JAVA).toString());
                if (recording != null) {
                    command.add(recording.flag());
                }
            } else {
                command.add(word);
            }
        }
        if (!placed) {
            command.addAll(arguments);
        }
        command.replaceAll(word -> word.replace(PORT, String.valueOf(at)));
        return command;
    }

    /** A port that is free; bound for a moment. */
    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    /** The service while it runs. */
    private static final class Running implements RunningService {
        private final ForeignService service;
        private final ForeignProcess process;
        private final URI address;
        private final Path java;
        private ChildRecording recording;
        /** Where the command does not say that it is Java: it may be a script that starts a JVM. Null where none is. */
        private ProcessHandle jvm;

        Running(ForeignService service, ForeignProcess process, URI address, Path java, ChildRecording recording) {
            this.service = service;
            this.process = process;
            this.address = address;
            this.java = java;
            this.recording = recording;
        }

        @Override
        public URI address() {
            return address;
        }

        /** @throws IllegalStateException where it has ended */
        @Override
        public Facts facts() {
            process.throwWhereEnded("while it was measured");
            if (!service.isJava()) {
                return Facts.none().with(Facts.RUNTIME, new File(service.words.getFirst()).getName());
            }
            return Facts.none().with(Facts.JDK, Jdks.version(java).feature())
                    .with(Facts.JDK_VERSION, Jdks.version(java));
        }

        @Override
        public long requestsCounted() {
            return -1;
        }

        @Override
        public double cpuSecondsElsewhere() {
            return process.cpuSeconds();
        }

        /** Of several JVMs, such as that of a build tool, the one that listens. */
        private void lookForJvm() {
            if (service.isJava()) {
                return;
            }
            OptionalLong listener = Connections.listener(address);
            List<ProcessHandle> all = process.all().filter(one -> Jdks.homeOf(one).isPresent()).toList();
            jvm = all.stream().filter(one -> listener.isPresent() ? one.pid() == listener.getAsLong() : all.size() == 1)
                    .findFirst().orElse(null);
        }

        private void record(ChildRecording ordered) throws InterruptedException {
            Path home = javaHome();
            recording = home != null && ordered.start(home, pid()) ? ordered : null;
        }

        @Override
        public long pid() {
            return jvm == null ? process.pid() : jvm.pid();
        }

        @Override
        public Path javaHome() {
            return service.isJava() ? java : jvm == null ? null : Jdks.homeOf(jvm).orElse(null);
        }

        @Override
        public PoolFigures figures() {
            return PoolFigures.of(this);
        }

        @Override
        public Path recording() {
            return recording == null || !Files.exists(recording.file()) ? null : recording.file();
        }

        @Override
        public void close() {
            Path home = javaHome();
            if (jvm != null && home != null && recording != null) {
                recording.end(home, jvm.pid());
            }
            process.close();
        }
    }

    /** Without the environment and passwords. */
    @Override
    public String toString() {
        return Secrets.masked(Stream.concat(words.stream(), arguments.stream()).toList());
    }
}
