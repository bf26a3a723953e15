package charts.pages.pins;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/** The program that wrote a recording: which pins it can record depends on it. */
final class Recorder {
    // OpenJDK 64-Bit Server VM (25.0.1+8-LTS) for linux; of a native image 25.0.1+8-LTS alone.
    private static final Pattern VERSION = Pattern.compile("(?:^|\\()(\\d[^)\\s]*)");
    /** Parts of the names of JVMs that never write the event of a pinned thread, though some have its name. */
    private static final List<String> WITHOUT_PINS = List.of("Substrate VM", "OpenJ9");
    /** What the names of event types begin with that only async-profiler has. */
    private static final String ASYNC_PROFILER = "profiler.";
    private static final int SEES_MONITORS = 24; // the first JDK whose event does
    private static final int HAS_VIRTUAL_THREADS = 19; // as a preview

    private String name = "";
    private String jdk = "";
    private boolean asyncProfiler;

    void add(EventType type) {
        asyncProfiler |= type.getName().startsWith(ASYNC_PROFILER);
    }

    /** @param information event jdk.JVMInformation */
    void add(RecordedEvent information) {
        name = Optional.ofNullable(information.getString("jvmName")).orElse("").strip();
        Matcher version = VERSION.matcher(Optional.ofNullable(information.getString("jvmVersion")).orElse(""));
        jdk = version.find() ? version.group(1) : jdk;
    }

    /** The JVM's version, empty where the recording does not tell. */
    String jdk() {
        return jdk;
    }

    boolean writesPins() {
        return WITHOUT_PINS.stream().noneMatch(name::contains);
    }

    /** Whether its event also tells of threads that wait to enter a synchronized block, or in Object.wait. */
    boolean seesMonitors() {
        return feature().map(version -> version >= SEES_MONITORS).orElse(true);
    }

    /** Why the recording does not have the event of a pinned thread among its types, as the end of a sentence. */
    String withoutEvent(String event) {
        if (asyncProfiler) {
            return "was written by async-profiler, which does not record " + event
                    + ": it cannot tell whether a virtual thread was pinned. Let the JVM record as well "
                    + "(async-profiler with jfrsync=default), or only the JVM "
                    + "(-XX:StartFlightRecording:filename=my.jfr)";
        }
        return feature().isPresent() && feature().get() < HAS_VIRTUAL_THREADS
                ? "was recorded by a JVM without virtual threads (JDK " + jdk
                        + "), so it cannot tell whether they "
                        + "would be pinned. Record a service that runs on JDK 21 or later"
                : "does not have the event " + event + inWords()
                        + ": it cannot tell whether a virtual thread was pinned. Record a service that runs on a JVM "
                        + "of OpenJDK 21 or later";
    }

    /** In parentheses, with a space before them. */
    String inWords() {
        String version = jdk.isEmpty() ? "" : "JDK " + jdk;
        String both = name.isEmpty() || version.isEmpty() ? name + version : name + ", " + version;
        return both.isEmpty() ? "" : " (" + both + ")";
    }

    private Optional<Integer> feature() {
        return Optional.of(jdk.replaceFirst("\\D.*", "")).filter(digits -> digits.matches("\\d{1,4}"))
                .map(Integer::valueOf);
    }
}
