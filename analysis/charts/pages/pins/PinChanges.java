package charts.pages.pins;

import charts.text.BadInput;
import charts.text.Numbers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * The pinned lines of a recording beside those of an older one, its baseline. A line stays, whatever its number, where
 * the baseline has one of the same class and method that calls a method of the same name. Each line of the baseline
 * stands for one line only: where a method has more of them than before, the surplus is new.
 */
public final class PinChanges {
    private final FlightRecording before;
    private final FlightRecording now;
    private final Map<PinnedLine, PinnedLine> stayed = new HashMap<>(); // new line, old line
    private final List<PinnedLine> added;
    private final List<PinnedLine> gone;

    private PinChanges(FlightRecording before, FlightRecording now) {
        this.before = before;
        this.now = now;
        added = inOrder(now);
        gone = inOrder(before);
        // A line that did not move first, so that none that did takes its place.
        pair((line, old) -> line.number() == old.number() && line.isLike(old));
        pair(PinnedLine::isLike);
        added.sort(FlightRecording.WORST_FIRST);
        gone.sort(FlightRecording.WORST_FIRST);
    }

    private static List<PinnedLine> inOrder(FlightRecording recording) {
        List<PinnedLine> lines = new ArrayList<>(recording.lines());
        lines.sort(Comparator.comparing(PinnedLine::number).thenComparing(line -> line.frame));
        return lines;
    }

    private void pair(BiPredicate<PinnedLine, PinnedLine> same) {
        added.removeIf(line -> {
            Optional<PinnedLine> found = gone.stream().filter(old -> same.test(line, old)).findFirst();
            found.ifPresent(old -> {
                stayed.put(line, old);
                gone.remove(old);
            });
            return found.isPresent();
        });
    }

    /**
     * Reads the older recording.
     *
     * @param file the newer one, which must be another
     * @throws BadInput if it is none, or cannot tell which lines were pinned
     */
    public static FlightRecording baseline(Path baseline, Path file, OwnCode code) {
        try {
            if (Files.isRegularFile(baseline) && Files.isRegularFile(file) && Files.mismatch(baseline, file) < 0) {
                throw new BadInput(baseline + " is the same recording as " + file
                        + ". Give one of the service before the change");
            }
            return FlightRecording.baseline(baseline, code);
        } catch (BadInput e) {
            throw new BadInput("--baseline: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new BadInput("--baseline: " + baseline + " or " + file + " cannot be read (" + e + "). Copy it again",
                    e);
        }
    }

    /** @throws BadInput if pins are missing in the baseline that the other recording would have */
    public static PinChanges between(FlightRecording before, FlightRecording now) {
        for (FlightRecording one : List.of(before, now)) {
            if (!one.missing().isEmpty()) {
                throw new BadInput(
                        "--baseline: " + one.file() + " is not whole, so lines may look new or gone that are "
                                + "not: " + one.missing());
            }
        }
        if (before.thresholds().isAbove(now.thresholds())) {
            throw new BadInput("--baseline: " + before.file() + " has pins of " + before.thresholds()
                    + " and longer, " + now.file() + " of " + now.thresholds() + " and longer: lines with shorter pins "
                    + "would look new. Record both with one threshold, as in "
                    + "-XX:StartFlightRecording:filename=my.jfr,jdk.VirtualThreadPinned#threshold=1ms");
        }
        return new PinChanges(before, now);
    }

    public boolean hasNew() {
        return !added.isEmpty();
    }

    /** How many lines are new, gone and stayed, as a sentence. */
    public String sentence() {
        if (added.isEmpty() && gone.isEmpty() && stayed.isEmpty()) {
            return "No pinned line is new: neither recording has a pin"
                    + (now.thresholds().isEmpty() ? "." : " of " + now.thresholds() + " or longer.");
        }
        long moved = stayed.entrySet().stream().filter(pair -> isMoved(pair.getKey(), pair.getValue())).count();
        return (added.isEmpty() ? "No pinned line is"
                : Numbers.count(added.size())
                        + (added.size() == 1 ? " pinned line is" : " pinned lines are"))
                + " new, "
                + (gone.isEmpty() ? "none is" : Numbers.count(gone.size()) + (gone.size() == 1 ? " is" : " are"))
                + " gone, " + (stayed.isEmpty() ? "none" : Numbers.count(stayed.size())) + " stayed"
                + (moved == 0 ? "" : " (" + Numbers.count(moved) + " at another line number)") + ".";
    }

    /** Why lines may look new or gone that are not; a sentence each, without a full stop. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (FlightRecording one : List.of(before, now)) {
            if (one.thresholds().isEmpty()) {
                warnings.add(one.file() + " does not show from which duration on pins were recorded. If that differs "
                        + "between the recordings, lines may look new or gone that are not");
            }
        }
        if (!before.withoutLine().isEmpty()) {
            warnings.add("lines may look new that are not, because the baseline has " + before.withoutLine());
        }
        if (now.thresholds().isAbove(before.thresholds())) {
            warnings.add("the baseline has pins of " + before.thresholds() + " and longer, " + now.file() + " of "
                    + now.thresholds() + " and longer: lines with shorter pins look gone");
        }
        if (!before.blindSpot().isEmpty() && now.blindSpot().isEmpty()) {
            warnings.add("the baseline is of JDK " + before.jvm() + ", " + now.file() + " of "
                    + (now.jvm().isEmpty() ? "a later one" : "JDK " + now.jvm())
                    + ": lines may look new that only the later JDK records");
        }
        return warnings;
    }

    /** What the baseline is: file, JVM, time and threshold; and how many pins it has. */
    public List<String> heading() {
        return before.heading();
    }

    /** The lines that are new, worst first. */
    public List<PinRow> newRows() {
        return now.rows(added, this::before);
    }

    /** The lines that are gone, worst first, with the figures of the baseline. */
    public List<PinRow> goneRows() {
        return before.rows(gone, line -> "gone");
    }

    /** All lines of the newer recording, worst first. */
    List<PinRow> rows() {
        return now.rows(now.lines(), this::before);
    }

    private String before(PinnedLine line) {
        PinnedLine old = stayed.get(line);
        return old == null ? "new" : isMoved(line, old) ? "line " + old.number() : "same line";
    }

    private static boolean isMoved(PinnedLine line, PinnedLine old) {
        return line.number() != old.number();
    }
}
