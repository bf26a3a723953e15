package charts.pages.pins;

import charts.run.Cell;
import charts.run.PinTotals;
import java.time.Duration;
import java.util.Collection;
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
    private final Map<String, Sum> byReason = new LinkedHashMap<>();
    private final Set<String> operations = new LinkedHashSet<>();
    private Duration longest = Duration.ofNanos(-1); // shorter than any, so that the first pin is an example too
    private List<String> example = List.of();

    PinnedLine(String frame) {
        this.frame = frame;
    }

    void add(Pin pin) {
        Sum sum = byReason.computeIfAbsent(pin.reason() == null ? "" : pin.reason(), reason -> new Sum());
        sum.events++;
        sum.held = sum.held.plus(pin.duration());
        if (pin.operation() != null) {
            operations.add(pin.operation());
        }
        if (pin.duration().compareTo(longest) > 0) {
            longest = pin.duration();
            example = pin.stack();
        }
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

    /** The same for the chart. */
    List<PinTotals> in(Cell cell) {
        return byReason.entrySet().stream()
                .map(entry -> new PinTotals(cell, frame, entry.getKey(), entry.getValue().events,
                        Pin.ms(entry.getValue().held)))
                .toList();
    }
}
