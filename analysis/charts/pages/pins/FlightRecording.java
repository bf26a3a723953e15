package charts.pages.pins;

import charts.text.BadInput;
import charts.text.Numbers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * What a flight recording tells of pinned virtual threads. It is read event by event, so that its size does not matter;
 * the pins go where they are sent, and only what each line of code has in all is kept.
 */
public final class FlightRecording {
    private static final String PINNED = "jdk.VirtualThreadPinned";
    // OpenJDK 64-Bit Server VM (25.0.1+8-LTS) for linux.
    private static final Pattern VERSION = Pattern.compile("\\((\\d[^)\\s]*)\\)");
    private static final byte[] MAGIC = {'F', 'L', 'R', 0};
    private static final int SEES_MONITORS = 24; // the first JDK whose event does
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
    // The number that stands for the event is another in every JVM.
    private final Set<Long> pinnedTypes = new HashSet<>();
    private final Set<String> enabled = new LinkedHashSet<>();
    private final Thresholds thresholds = new Thresholds();
    private final Map<String, PinnedLine> lines = new LinkedHashMap<>();
    private final ThreadsSeen threads = new ThreadsSeen();
    private String jvm = "";
    private Instant from = Instant.MAX;
    private Instant to = Instant.MIN;
    private boolean inOwnCode;

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
            if (!begins(file)) {
                throw new BadInput(file + " is no flight recording: it does not begin as one does. Give a file that "
                        + "-XX:StartFlightRecording or jcmd <pid> JFR.dump wrote");
            }
            recording.read(pins);
        } catch (BadInput e) {
            throw e;
            // The JDK's reader has no exception of its own for bytes that make no sense.
        } catch (IOException | RuntimeException e) {
            throw new BadInput(
                    file + " is damaged or cut off (" + String.valueOf(e.getMessage()).replaceFirst("\\.$", "") + "). "
                            + "Copy it again after the recording has ended, or record again",
                    e);
        }
        return recording;
    }

    private static boolean begins(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file)) {
            return Arrays.equals(bytes.readNBytes(MAGIC.length), MAGIC);
        }
    }

    private void read(Consumer<Pin> pins) throws IOException {
        try (RecordingFile events = new RecordingFile(file)) {
            events.readEventTypes().stream().filter(type -> type.getName().equals(PINNED)).map(EventType::getId)
                    .forEach(pinnedTypes::add);
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
                case "jdk.JVMInformation" -> {
                    Matcher version = VERSION.matcher(String.valueOf(event.getString("jvmVersion")));
                    jvm = version.find() ? version.group(1) : jvm;
                }
                default -> {
                }
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
        List<String> stack = event.getStackTrace() == null ? List.of()
                : event.getStackTrace().getFrames().stream().map(FlightRecording::line).toList();
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
        if (pinnedTypes.isEmpty()) {
            throw new BadInput(file + " was recorded by a JVM without virtual threads"
                    + (jvm.isEmpty() ? "" : " (JDK " + jvm + ")")
                    + ": this JDK does not have the event " + PINNED
                    + ". Record a service that runs on JDK 21 or later");
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
        String whole = file + (jvm.isEmpty() ? "" : ", JDK " + jvm) + ", " + span();
        if (threads.virtual() == 0) {
            throw new BadInput(whole
                    + ": it cannot tell whether a virtual thread would be pinned. It has no event of a virtual thread"
                    + threads.platformInWords()
                    + ". Switch virtual threads on (Spring Boot: spring.threads.virtual.enabled=true), put "
                    + "the service under load, and record again");
        }
        return whole + ": no virtual thread was pinned"
                + (thresholds.isEmpty() ? "."
                        : " for " + thresholds + " or longer. Shorter pins were not recorded: with "
                                + "filename=my.jfr,jdk.VirtualThreadPinned#threshold=1ms they are.")
                + " A pin is recorded only when it ends: if the service hangs, use jcmd <pid> Thread.dump_to_file."
                + " Virtual threads were at work: " + Numbers.count(threads.virtual())
                + " events are of virtual threads."
                + (blindSpot().isEmpty() ? "" : " " + blindSpot());
    }

    /** What the event of this JDK does not see; empty where it sees everything. */
    String blindSpot() {
        String feature = jvm.replaceFirst("\\D.*", "");
        return feature.isEmpty() || Integer.parseInt(feature) >= SEES_MONITORS ? ""
                : "Before JDK " + SEES_MONITORS
                        + " the event leaves out threads that wait to enter a synchronized block, or in "
                        + "Object.wait, although they hold their carrier as well.";
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
        return jvm;
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
        return List.of(file + (jvm.isEmpty() ? "" : ", JDK " + jvm) + ", " + span()
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
