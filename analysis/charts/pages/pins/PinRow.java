package charts.pages.pins;

import charts.run.PinTotals;
import charts.text.Numbers;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One line of code in the table of a recording, its numbers as text.
 *
 * @param stack  of its longest pin, innermost frame first
 * @param before where the baseline has it: {@code new}, {@code same line} or {@code line 12}; empty where there is no
 *               baseline
 */
public record PinRow(String line, String events, String ms, String longest, String share, String reason,
        String operation, List<Frame> stack, String before) {

    /** @param here whether it is the line that the pin is put down to */
    public record Frame(String text, boolean here) {}

    static PinRow of(PinnedLine line, Duration all, String before) {
        double ms = Pin.ms(line.held());
        return new PinRow(PinTotals.line(line.frame), Numbers.count(line.events()), Numbers.table(ms),
                Numbers.table(Pin.ms(line.longest())),
                all.isZero() ? "" : Numbers.percent(100 * ms / Pin.ms(all)), String.join(", ", line.reasons()),
                String.join(", ", line.operations()), frames(line), before);
    }

    private static List<Frame> frames(PinnedLine line) {
        int here = line.example().indexOf(line.frame);
        return IntStream.range(0, line.example().size())
                .mapToObj(i -> new Frame(line.example().get(i), i == here)).toList();
    }
}
