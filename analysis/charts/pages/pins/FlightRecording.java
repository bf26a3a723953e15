package charts.pages.pins;

import charts.text.BadInput;
import charts.text.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * What a flight recording tells of pinned virtual threads. It is read event by event, so that its size does not matter;
 * the pins go where they are sent, and only what each line of code has in all is kept.
 */
public final class FlightRecording {
    private static final String PINNED = "jdk.VirtualThreadPinned";
    /** By the time that they held carriers. */
    static final Comparator<PinnedLine> WORST_FIRST = Comparator.comparing(PinnedLine::held).reversed()
            .thenComparing(line -> line.frame);

    /**
     * How a recording is made that this can read: {@code default} and {@code profile}, a JDK's own settings, both have
     * the event.
     */
    private static final String HOW = "Start the service with -XX:StartFlightRecording:filename=my.jfr: a JDK's "
            + "settings record pins of "
            + "20 ms and longer";

    private final Path file;
    private final OwnCode code;
    // The number that stands for the event is another in every JVM, and in every chunk that async-profiler adds.
    private final Set<Long> pinnedTypes = new HashSet<>();
    private boolean hasEvent;
    private final Set<String> enabled = new LinkedHashSet<>();
    private final Thresholds thresholds = new Thresholds();
    private final Map<String, PinnedLine> lines = new LinkedHashMap<>();
    private final ThreadsSeen threads = new ThreadsSeen();
    private final Recorder recorder = new Recorder();
    private String missing = "";
    private Instant from = Instant.MAX;
    private Instant to = Instant.MIN;
    private boolean inOwnCode;
    private long withoutLine;
    private int deepest; // the most frames of a stack that was cut

    private FlightRecording(Path file, OwnCode code) {
        this.file = file;
        this.code = code;
    }

    /**
     * Reads a recording from its first event to its last.
     *
     * @param pins where they go meanwhile
     * @throws BadInput if it is none, or cannot be read to its end
     */
    public static FlightRecording read(Path file, OwnCode code, PinningFile pins) {
        return read(file, code, pins::add);
    }

    /**
     * Reads what another recording is to be compared with.
     *
     * @throws BadInput also if it cannot tell whether a thread was pinned
     */
    static FlightRecording baseline(Path file, OwnCode code) {
        FlightRecording recording = read(file, code, pin -> {});
        if (!recording.hasPins()) {
            recording.none();
        }
        return recording;
    }

    private static FlightRecording read(Path file, OwnCode code, Consumer<Pin> pins) {
        if (!Files.exists(file)) {
            throw new BadInput("there is no file " + file + ". Give a flight recording, which usually ends in .jfr");
        }
        if (Files.isDirectory(file)) {
            throw new BadInput(file + " is a folder. Give one flight recording, which usually ends in .jfr");
        }
        FlightRecording recording = new FlightRecording(file, code);
        try {
            if (Files.size(file) == 0) {
                throw new BadInput(file + " is empty: a recording is written when the service ends. Until then, "
                        + "jcmd <pid> JFR.dump filename=so-far.jfr writes what there is");
            }
            Chunks chunks = Chunks.of(file);
            recording.missing = chunks.missing();
            chunks.read(chunk -> recording.read(chunk, pins));
        } catch (BadInput e) {
            throw e;
            // The JDK's reader has no exception of its own for bytes that make no sense.
        } catch (IOException | RuntimeException e) {
            throw new BadInput(
                    file + " is damaged or cut off (" + why(e) + "). "
                            + "Copy it again after the recording has ended, or record again",
                    e);
        }
        return recording;
    }

    private static String why(Exception e) {
        return e instanceof IOException ? String.valueOf(e.getMessage()).replaceFirst("\\.$", "")
                : "its events make no sense";
    }

    private void read(RecordingFile events, Consumer<Pin> pins) throws IOException {
        pinnedTypes.clear();
        for (EventType type : events.readEventTypes()) {
            recorder.add(type);
            if (type.getName().equals(PINNED)) {
                pinnedTypes.add(type.getId());
                hasEvent = true;
            }
        }
        while (events.hasMoreEvents()) {
            RecordedEvent event = events.readEvent();
            from = event.getStartTime().isBefore(from) ? event.getStartTime() : from;
            to = event.getEndTime().isAfter(to) ? event.getEndTime() : to;
            threads.add(event);
            switch (event.getEventType().getName()) {
            case PINNED -> {
                Pin pin = pin(event);
                inOwnCode |= code.isOwn(pin.frame());
                lines.computeIfAbsent(pin.frame(), PinnedLine::new).add(pin);
                pins.accept(pin);
            }
            case "jdk.ActiveSetting" -> setting(event);
            case "jdk.JVMInformation" -> recorder.add(event);
            default -> {
            }
            }
        }
    }

    private void setting(RecordedEvent event) {
        if (pinnedTypes.contains(event.getLong("id"))) {
            switch (event.getString("name")) {
            case "enabled" -> enabled.add(event.getString("value"));
            case "threshold" -> thresholds.add(event.getString("value"));
            default -> {
            }
            }
        }
    }

    private Pin pin(RecordedEvent event) {
        RecordedStackTrace trace = event.getStackTrace();
        List<String> stack = trace == null ? List.of()
                : trace.getFrames().stream().map(FlightRecording::line).toList();
        if (stack.isEmpty() || trace.isTruncated() && code.isForeign(stack)) {
            withoutLine++;
            deepest = Math.max(deepest, stack.size());
        }
        RecordedThread carrier = event.hasField("carrierThread") ? event.getThread("carrierThread") : null;
        return new Pin(event.getStartTime(), event.getDuration(), text(event, "pinnedReason"),
                text(event, "blockingOperation"),
                carrier == null ? null : carrier.getJavaName(), code.frame(stack), stack);
    }

    private static String line(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName() + ":" + frame.getLineNumber();
    }

    private static String text(RecordedEvent event, String field) {
        return event.hasField(field) ? event.getString(field) : null;
    }

    public boolean hasPins() {
        return !lines.isEmpty();
    }

    /**
     * What it means that there is no pin: that there was none which this recording would have kept.
     *
     * @throws BadInput where it means nothing, since pins were not recorded
     */
    public String none() {
        if (!hasEvent) {
            throw new BadInput(file + " " + recorder.withoutEvent(PINNED));
        }
        if (!recorder.writesPins()) {
            throw new BadInput(file + " was recorded by a JVM that never writes " + PINNED + recorder.inWords()
                    + ": it cannot tell whether a virtual thread was pinned. Record the same service on a JVM of "
                    + "OpenJDK 21 or later");
        }
        if (enabled.isEmpty()) {
            throw new BadInput(file
                    + " contains no pinned thread, and does not show whether pinning was recorded: it has no "
                    + "jdk.ActiveSetting of "
                    + PINNED + ". " + HOW);
        }
        if (!enabled.contains("true")) {
            throw new BadInput(file + ": pinning was not recorded: " + PINNED + " was not enabled. " + HOW);
        }
        String whole = whole() + span();
        if (thresholds.areAbove(Duration.between(from, to))) {
            throw new BadInput(
                    whole + ": it cannot tell whether a virtual thread was pinned. The threshold of " + PINNED
                            + " was " + thresholds + ", longer than the recording. " + HOW);
        }
        if (threads.virtual() == 0) {
            throw new BadInput(whole
                    + ": it cannot tell whether a virtual thread would be pinned. It has no event of a virtual thread"
                    + threads.platformInWords()
                    + ". Switch virtual threads on (Spring Boot: spring.threads.virtual.enabled=true), put "
                    + "the service under load, and record again");
        }
        return whole + ": no pin" + (thresholds.isEmpty() ? "" : " of " + thresholds + " or longer")
                + " was recorded, and virtual threads were at work: " + Numbers.count(threads.virtual())
                + " events are of virtual threads.";
    }

    private String whole() {
        return file + (jvm().isEmpty() ? "" : ", JDK " + jvm()) + ", ";
    }

    /** Which pins the recording can have and which not, a sentence or two each. */
    public List<String> limits() {
        return Stream.of(
                missing.isEmpty() ? "" : "Not whole: " + missing + ".",
                enabled.size() > 1 ? "Not all the time: " + PINNED + " was switched off meanwhile." : "",
                withoutLine().isEmpty() ? "" : "Line not known: " + withoutLine() + ".",
                recorder.seesMonitors()
                        ? "It can tell of waits (for a lock, a socket, a queue, a sleep, Object.wait, synchronized) "
                                + "with a native frame or a class initializer on the stack."
                        : "It can tell of waits (for a lock, a socket, a queue, a sleep) inside synchronized or with a "
                                + "native frame on the stack. " + blindSpot(),
                "It cannot tell of file I/O and blocking native calls, which hold a carrier without this event"
                        + (thresholds.isEmpty() ? ""
                                : "; of pins shorter than " + thresholds + " (with "
                                        + "filename=my.jfr,jdk.VirtualThreadPinned#threshold=1ms they are recorded)")
                        + "; of pins that have not ended (if the service hangs, use jcmd <pid> Thread.dump_to_file).")
                .filter(limit -> !limit.isEmpty()).toList();
    }

    /** Which pins are put down to no line of the service, and why: a sentence without a full stop; empty where none. */
    String withoutLine() {
        return withoutLine == 0 ? ""
                : (deepest == 0 ? "pins without a stack: "
                        : "pins with a stack that was cut (stackdepth=" + deepest + ") before a line of your code: ")
                        + Numbers.count(withoutLine) + " of " + Numbers.count(pins())
                        + (deepest == 0 ? ". Record with jdk.VirtualThreadPinned#stackTrace=true"
                                : ". Record with -XX:FlightRecorderOptions:stackdepth=256");
    }

    /** What the event of this JDK does not see; empty where it sees everything. */
    String blindSpot() {
        return recorder.seesMonitors() ? ""
                : "Before JDK 24 the event leaves out threads that wait to enter a synchronized block, or in "
                        + "Object.wait, although they hold their carrier as well.";
    }

    /** What is known of a part that cannot be read, as a sentence without a full stop; empty where it is whole. */
    String missing() {
        return missing;
    }

    Path file() {
        return file;
    }

    /** The file's name without its ending. */
    public static String name(Path file) {
        Path last = file.toAbsolutePath().normalize().getFileName();
        return last == null ? "" : last.toString().replaceFirst("(?i)(?<=.)\\.jfr$", "");
    }

    /** The recorded JVM's version, empty where the recording does not tell. */
    String jvm() {
        return recorder.jdk();
    }

    /** When it was recorded, in UTC as everything in the recording. */
    String span() {
        return "recorded from " + from.truncatedTo(ChronoUnit.SECONDS) + " for "
                + Numbers.brief(Duration.between(from, to).toMillis() / 1e3) + " s";
    }

    /** From which duration on pins were recorded. */
    Thresholds thresholds() {
        return thresholds;
    }

    /** True where none of the pins is in the packages that the person calls their own, though they named some. */
    public boolean missesOwnCode() {
        return !code.packages().isEmpty() && !inOwnCode;
    }

    /** The lines of code, worst first. */
    List<PinnedLine> lines() {
        return lines.values().stream().sorted(WORST_FIRST).toList();
    }

    long pins() {
        return lines.values().stream().mapToLong(PinnedLine::events).sum();
    }

    Duration held() {
        return lines.values().stream().map(PinnedLine::held).reduce(Duration.ZERO, Duration::plus);
    }

    /** What there is above the table: file, JVM, time and pins. */
    public List<String> heading() {
        return List.of(whole() + span()
                + (thresholds.isEmpty() ? "" : ", pins of " + thresholds + " and longer"),
                Numbers.count(pins()) + (pins() == 1 ? " pin" : " pins") + " held carriers for "
                        + Numbers.table(Pin.ms(held()))
                        + " ms in all, at " + Numbers.count(lines.size()) + (lines.size() == 1 ? " line" : " lines")
                        + " of code");
    }

    /** The rows of the table, worst first. */
    public List<PinRow> rows() {
        return rows(lines(), line -> "");
    }

    /** The rows of some of its lines, in their order. @param before what the column of the baseline says of each */
    List<PinRow> rows(List<PinnedLine> some, Function<PinnedLine, String> before) {
        Duration all = held();
        return some.stream().map(line -> PinRow.of(line, all, before.apply(line))).toList();
    }
}
