package kit.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The flight recording of a service's own JVM, ordered by a JVM flag: pins from 1 ms, CPU and garbage collections.
 * Events that tell the command line or the environment are left out: there may be passwords in them.
 *
 * @param file     written when the JVM ends
 * @param settings which events
 */
record ChildRecording(Path file, Path settings) {

    private static final String SETTINGS = """
            <?xml version="1.0" encoding="UTF-8"?>
            <configuration version="2.0">
              <event name="jdk.VirtualThreadPinned">
                <setting name="enabled">true</setting>
                <setting name="stackTrace">true</setting>
                <setting name="threshold">1 ms</setting>
              </event>
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
            """;

    /** One whose files are in this folder. */
    static ChildRecording in(Path folder) throws IOException {
        Path settings = Files.writeString(folder.resolve("service.jfc"), SETTINGS);
        return new ChildRecording(folder.resolve("service.jfr").toAbsolutePath(), settings.toAbsolutePath());
    }

    /** The JVM flag that orders it. */
    String flag() {
        return "-XX:StartFlightRecording=settings=" + settings + ",filename=" + file + ",dumponexit=true";
    }
}
