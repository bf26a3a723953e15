package kit.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.machine.Jdks;
import kit.machine.Program;

/**
 * The flight recording of a service's own JVM, ordered by a JVM flag, or by {@code jcmd} where it runs already: pins
 * and file I/O from 1 ms, CPU and garbage collections.
 * Events that tell the command line or the environment are left out: there may be passwords in them.
 *
 * @param file     written when the JVM ends, or the recording is stopped
 * @param settings which events
 */
record ChildRecording(Path file, Path settings) {

    /** Before the id of the process that has started it. */
    private static final String NAME = "virtual-thread-lab-";
    private static final Pattern NAMED = Pattern.compile("name=" + NAME + "(\\d+)\\b");
    /** Should nothing stop it: the service goes on. */
    private static final String MOST = "30m";
    private static final Duration LIMIT = Duration.ofSeconds(30);
    /** Events of threads that hold a carrier. */
    private static final List<String> HOLDING = List.of("jdk.VirtualThreadPinned", "jdk.FileRead", "jdk.FileWrite",
            "jdk.FileForce");
    private static final String FROM_1_MS = """
              <event name="%s">
                <setting name="enabled">true</setting>
                <setting name="stackTrace">true</setting>
                <setting name="threshold">1 ms</setting>
              </event>
            """;
    private static final String SETTINGS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <configuration version="2.0">
            %s
              <event name="jdk.VirtualThreadSubmitFailed"><setting name="enabled">true</setting></event>
              <event name="jdk.GarbageCollection"><setting name="enabled">true</setting></event>
              <event name="jdk.GCHeapSummary"><setting name="enabled">true</setting></event>
              <event name="jdk.CPULoad">
                <setting name="enabled">true</setting>
                <setting name="period">1 s</setting>
              </event>
              <event name="jdk.ThreadCPULoad">
                <setting name="enabled">true</setting>
                <setting name="period">1 s</setting>
              </event>
              <event name="jdk.ActiveSetting"><setting name="enabled">true</setting></event>
            </configuration>
            """.formatted(HOLDING.stream().map(FROM_1_MS::formatted).collect(Collectors.joining()));

    /** One whose files are in this folder. */
    static ChildRecording in(Path folder) throws IOException {
        Path settings = Files.writeString(folder.resolve("service.jfc"), SETTINGS);
        return new ChildRecording(folder.resolve("service.jfr").toAbsolutePath(), settings.toAbsolutePath());
    }

    /**
     * Starts it in a JVM that runs already.
     *
     * @param java home of the JDK that runs it
     * @param pid  of its process
     * @return whether it was started: a runtime may be without {@code jcmd}, or the process another user's
     */
    boolean start(Path java, long pid) throws InterruptedException {
        stopThoseLeftBehind(java, pid);
        return tell(java, pid, "JFR.start", "name=" + name(), "settings=" + settings, "duration=" + MOST,
                "filename=" + file).isPresent();
    }

    private static String name() {
        return NAME + ProcessHandle.current().pid();
    }

    /** Of a cell that was killed: the service is not its child, and goes on recording. */
    private static void stopThoseLeftBehind(Path java, long pid) throws InterruptedException {
        Matcher left = NAMED.matcher(tell(java, pid, "JFR.check").orElse(""));
        while (left.find()) {
            if (ProcessHandle.of(Long.parseLong(left.group(1))).isEmpty()) {
                tell(java, pid, "JFR.stop", left.group());
            }
        }
    }

    /** Ends one that was started so, and writes its file. */
    void end(Path java, long pid) {
        try {
            tell(java, pid, "JFR.stop", "name=" + name());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What it answers; empty where it cannot be told. */
    private static Optional<String> tell(Path java, long pid, String... command) throws InterruptedException {
        Path jcmd = Jdks.tool(java, "jcmd");
        if (!Files.exists(jcmd)) {
            return Optional.empty();
        }
        try {
            Program.Ran ran = Program.run(LIMIT, Stream.concat(Stream.of(jcmd.toString(), String.valueOf(pid)), Stream
                    .of(command)).toArray(String[]::new));
            return ran.ok() ? Optional.of(ran.out()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The JVM flag that orders it. */
    String flag() {
        return "-XX:StartFlightRecording=settings=" + settings + ",filename=" + file + ",dumponexit=true";
    }
}
