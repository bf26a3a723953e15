package charts.pages.pins;

import charts.run.Cell;
import charts.run.PinTotals;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All that a recording has of one line of code. The pins themselves are not kept: a recording may have a million. */
final class PinnedLine {

    /** What the pins of one reason have together. */
    private static final class Sum {
        private long events;
        private Duration held = Duration.ZERO;
    }

    final String frame;
    private final Place place;
    private final Map<String, Sum> byReason = new LinkedHashMap<>();
    private final Set<String> operations = new LinkedHashSet<>();
    private final Set<String> calls = new HashSet<>();
    private Duration longest = Duration.ofNanos(-1); // shorter than any, so that the first pin is an example too
    private List<String> example = List.of();

    PinnedLine(String frame) {
        this.frame = frame;
        place = Place.of(frame);
    }

    void add(Pin pin) {
        Sum sum = byReason.computeIfAbsent(pin.reason() == null ? "" : pin.reason(), reason -> new Sum());
        sum.events++;
        sum.held = sum.held.plus(pin.duration());
        if (pin.operation() != null) {
            operations.add(pin.operation());
        }
        calls.add(pin.calls());
        if (pin.duration().compareTo(longest) > 0) {
            longest = pin.duration();
            example = pin.stack();
        }
    }

    /**
     * True where it may be the same line of another version of the code: class, method and called method are the same.
     * The reason is not asked: before JDK 24 there is none, and the same line may be pinned for several.
     */
    boolean isLike(PinnedLine other) {
        return place.method().equals(other.place.method()) && !Collections.disjoint(calls, other.calls);
    }

    /** In its file. */
    int number() {
        return place.number();
    }

    long events() {
        return byReason.values().stream().mapToLong(sum -> sum.events).sum();
    }

    Duration held() {
        return byReason.values().stream().map(sum -> sum.held).reduce(Duration.ZERO, Duration::plus);
    }

    Duration longest() {
        return longest;
    }

    /** Of the longest pin. */
    List<String> example() {
        return example;
    }

    /** Empty where the JDK did not say. */
    Collection<String> reasons() {
        return byReason.keySet().stream().filter(reason -> !reason.isEmpty()).toList();
    }

    Collection<String> operations() {
        return operations;
    }

    List<PinTotals> in(Cell cell) {
        return byReason.entrySet().stream()
                .map(entry -> new PinTotals(cell, frame, entry.getKey(), entry.getValue().events,
                        Pin.ms(entry.getValue().held)))
                .toList();
    }
}
