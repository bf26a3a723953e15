package kit.measure;

import kit.record.Frameworks;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import kit.load.LoadScheduler;
import kit.machine.CpuUsage;

/**
 * What a flight recording tells of the service's measurement.
 *
 * @param pins     virtual threads that were pinned, in order of time
 * @param files    virtual threads that held their carrier while they used a file, on any JDK, in order of time;
 *                 no event of pinning tells of them. Only recordings of a service in a process of its own have them
 * @param carriers threads of the JDK's scheduler of virtual threads that did any work; NaN where the recording, which
 *                 looks once a second, did not look meanwhile
 */
public record Flight(List<Pin> pins, List<Pin> files, double carriers) {

    public static final Flight NONE = new Flight(List.of(), List.of(), Double.NaN);

    /** A carrier that used less of a CPU than this in every second did not work: it was woken and found nothing. */
    private static final double WORKED = 0.005;
    /** The event tells shares of all CPUs. */
    private static final int CPUS = Runtime.getRuntime().availableProcessors();

    /**
     * One virtual thread that held its carrier while it waited.
     *
     * @param reason    why it could not leave; null on JDKs that do not say (before 24)
     * @param operation what it waited in; null likewise
     * @param carrier   name of the carrier; null likewise
     * @param frame     first frame outside the JDK and the frameworks, or the innermost where all are inside
     * @param stack     innermost frame first
     */
    public record Pin(Instant start, Duration duration, String reason, String operation, String carrier, String frame,
            String stack) {

        /** Whether the recording says why it could not leave. */
        public boolean hasReason() {
            return reason != null && !reason.isBlank();
        }
    }

    /**
     * A second in which the recording looked at a thread; {@code carrier} is its number where it is a carrier that
     * worked, else 0.
     */
    private record Look(Instant at, long carrier) {}

    /** A time in which something was measured. */
    record Window(Instant from, Instant to) {
        boolean holds(Instant at) {
            return !at.isBefore(from) && !at.isAfter(to);
        }
    }

    /** What two recordings tell, the second one later; the carriers are those of the one that has more. */
    Flight and(Flight later) {
        return new Flight(both(pins, later.pins), both(files, later.files),
                Double.isNaN(carriers) ? later.carriers : Math.max(carriers, later.carriers));
    }

    private static List<Pin> both(List<Pin> some, List<Pin> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    /**
     * Reads what happened within the blocks: the recording itself says when these were, see {@link MeasurementEvent}.
     * That of a service in a process of its own does not, so the lab's own clock has to do.
     *
     * @param blocks when they were, by the lab's clock
     * @throws IOException when the file is no flight recording or is damaged
     */
    static Flight read(Path recording, List<Window> blocks) throws IOException {
        var pins = new ArrayList<Pin>();
        var files = new ArrayList<Pin>();
        var looks = new ArrayList<Look>();
        var windows = new ArrayList<Window>();
        try (var file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getEventType().getName().equals(MeasurementEvent.NAME)) {
                    windows.add(new Window(event.getStartTime(), event.getEndTime()));
                } else if (!isOurs(event.getThread())) {
                    switch (event.getEventType().getName()) {
                    case "jdk.VirtualThreadPinned" -> pins.add(pin(event));
                    case "jdk.FileRead", "jdk.FileWrite", "jdk.FileForce" -> {
                        if (event.getThread() != null && event.getThread().isVirtual()) {
                            files.add(pin(event));
                        }
                    }
                    case "jdk.ThreadCPULoad" -> looks.add(look(event));
                    default -> {
                    }
                    }
                }
            }
        }
        List<Window> measured = windows.isEmpty() ? blocks : windows;
        return within(at -> measured.stream().anyMatch(window -> window.holds(at)), pins, files, looks);
    }

    private static Flight within(Predicate<Instant> within, List<Pin> pins, List<Pin> files, List<Look> looks) {
        List<Look> some = looks.stream().filter(look -> within.test(look.at)).toList();
        return new Flight(ordered(within, pins), ordered(within, files),
                some.isEmpty() ? Double.NaN
                        : some.stream().mapToLong(Look::carrier).filter(carrier -> carrier > 0).distinct().count());
    }

    private static List<Pin> ordered(Predicate<Instant> within, List<Pin> pins) {
        return pins.stream().filter(pin -> within.test(pin.start)).sorted(Comparator.comparing(Pin::start)).toList();
    }

    private static Look look(RecordedEvent event) {
        boolean worked = isCarrier(event.getThread())
                && event.getFloat("user") + event.getFloat("system") > WORKED / CPUS;
        return new Look(event.getStartTime(), worked ? event.getThread().getJavaThreadId() : 0);
    }

    /**
     * Carriers of the JDK's own scheduler are a group of threads, in which its timer is too; the load generator's are
     * not in it.
     */
    private static boolean isCarrier(RecordedThread thread) {
        return thread != null && thread.getThreadGroup() != null
                && "CarrierThreads".equals(thread.getThreadGroup().getName())
                && thread.getJavaName().contains("-worker-");
    }

    private static boolean isOurs(RecordedThread thread) {
        String name = thread == null ? null : thread.getJavaName();
        return name != null && (name.startsWith(LoadScheduler.PREFIX) || name.startsWith(CpuUsage.METERS));
    }

    private static Pin pin(RecordedEvent event) {
        List<RecordedFrame> frames = event.getStackTrace() == null ? List.of() : event.getStackTrace().getFrames();
        List<String> lines = frames.stream().map(Flight::line).toList();
        String frame = lines.stream().filter(Flight::isServiceCode).findFirst()
                .orElse(lines.isEmpty() ? "" : lines.getFirst());
        RecordedThread carrier = event.hasField("carrierThread") ? event.getThread("carrierThread") : null;
        return new Pin(event.getStartTime(), event.getDuration(), text(event, "pinnedReason"),
                text(event, "blockingOperation"),
                carrier == null ? null : carrier.getJavaName(), frame,
                lines.stream().collect(Collectors.joining(" < ")));
    }

    public static boolean isServiceCode(String line) {
        return !Frameworks.contain(line) && !line.startsWith("kit.");
    }

    private static String line(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName() + ":" + frame.getLineNumber();
    }

    private static String text(RecordedEvent event, String field) {
        return event.hasField(field) ? event.getString(field) : null;
    }
}
