package charts.pages.pins;

import charts.text.Numbers;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * From which duration on a recording has pins: what its settings of the event say. It is more than one where the
 * setting was changed while the service ran.
 */
final class Thresholds {
    // No more digits: days of 14 digits still fit into a Duration.
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,14}) ?(ns|us|ms|s|m|h|d)");
    private static final Map<String, ChronoUnit> UNITS = Map.of("ns", ChronoUnit.NANOS, "us", ChronoUnit.MICROS, "ms",
            ChronoUnit.MILLIS, "s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS, "d",
            ChronoUnit.DAYS);

    /** The setting with which no pin is recorded. */
    private static final String NEVER = "infinity";

    private final Set<String> written = new LinkedHashSet<>();

    /** @param setting as the recording has it, such as {@code 20 ms} */
    void add(String setting) {
        written.add(setting);
    }

    boolean isEmpty() {
        return written.isEmpty();
    }

    /** True where some pins that the other recording has would be missing here, as far as both are known. */
    boolean isAbove(Thresholds other) {
        NavigableSet<Duration> mine = durations();
        NavigableSet<Duration> theirs = other.durations();
        return !mine.isEmpty() && !theirs.isEmpty() && (mine.first().compareTo(theirs.first()) > 0
                || mine.last().compareTo(theirs.last()) > 0);
    }

    /** True where no pin can be as long: all of them are longer than the recording, so it cannot have one. */
    boolean areAbove(Duration recording) {
        return !durations().isEmpty() && durations().first().compareTo(recording) > 0;
    }

    private NavigableSet<Duration> durations() {
        return written.stream().map(Thresholds::duration).flatMap(Optional::stream)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Optional<Duration> duration(String setting) {
        if (setting.equals(NEVER)) {
            return Optional.of(Duration.ofSeconds(Long.MAX_VALUE));
        }
        Matcher found = WRITTEN.matcher(setting);
        return found.matches() ? Optional.of(Duration.of(Long.parseLong(found.group(1)), UNITS.get(found.group(2))))
                : Optional.empty();
    }

    /** As people write them; empty where none is known. */
    @Override
    public String toString() {
        return written.stream().map(Thresholds::inWords).distinct().collect(Collectors.joining(" and "));
    }

    /**
     * A threshold that a program set, as in {@code 20000000 ns}, in the unit of those that people write; and minutes as
     * no other unit is written.
     */
    private static String inWords(String threshold) {
        Matcher found = WRITTEN.matcher(threshold);
        if (!found.matches()) {
            return threshold;
        }
        return switch (found.group(2)) {
        case "ns" -> Numbers.brief(Long.parseLong(found.group(1)) / 1e6) + " ms";
        case "m" -> found.group(1) + " min";
        default -> threshold;
        };
    }
}
