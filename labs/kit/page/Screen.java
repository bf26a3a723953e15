package kit.page;

import java.util.ArrayList;
import java.util.List;
import kit.base.Numbers;
import kit.record.Verdict;
import picocli.CommandLine.Help.Ansi;

/** Passages as text for a terminal. */
final class Screen {

    private static final int DIGITS = 3;
    private static final int LONGEST_BAR = 40;

    private Screen() {}

    /**
     * The lines of these passages, with an empty one between two that are not alike.
     *
     * @param width of a line, as far as words allow it
     */
    static List<String> lines(List<Passage> passages, int width, Ansi ansi) {
        var lines = new ArrayList<String>();
        Passage before = null;
        for (Passage passage : passages) {
            List<String> some = lines(passage, width, ansi);
            if (!some.isEmpty()) {
                if (!belongsTo(before, passage)) {
                    lines.add("");
                }
                lines.addAll(some);
                before = passage;
            }
        }
        return lines;
    }

    private static boolean belongsTo(Passage before, Passage passage) {
        return before instanceof Passage.Heading || passage instanceof Passage.Finding
                || passage instanceof Passage.Question && before instanceof Passage.Question;
    }

    private static List<String> lines(Passage passage, int width, Ansi ansi) {
        return switch (passage) {
        case Passage.Title title -> bold(Columns.hanging(title.name() + ": " + title.question(), width, "  "), ansi);
        case Passage.Heading heading -> bold(heading.text(), ansi);
        case Passage.Text text -> Columns.wrap(text.markdown(), width).lines().toList();
        case Passage.Code code -> code.lines().lines().map(line -> "    " + line).toList();
        case Passage.Lines shown -> {
            var lines = new ArrayList<>(Columns.wrap(shown.title(), width).lines().toList());
            shown.lines().forEach(line -> lines.add("    " + line));
            yield lines;
        }
        case Passage.Question question -> question(question, width, ansi);
        case Passage.Guessed guessed -> Columns.hanging(guessed.sentence(), width, "  ").lines().toList();
        case Passage.Table table -> {
            var lines = new ArrayList<String>();
            if (!table.title().isEmpty()) {
                lines.addAll(Columns.wrap(table.title(), width).lines().toList());
            }
            MarkdownTable.fitting(table.header(), table.rows(), width).lines().forEach(lines::add);
            yield lines;
        }
        case Passage.Bars bars -> {
            var lines = new ArrayList<>(List.of(bars.title() + ":"));
            lines.addAll(bars(bars.bars(), width));
            yield lines;
        }
        case Passage.Charts charts -> List.of();
        case Passage.Finding finding -> finding(finding, width, ansi);
        case Passage.Outcome outcome -> {
            var lines = new ArrayList<>(worded("Verdict: ", outcome.verdict().name(), ". " + outcome.headline(), width,
                    ansi));
            lines.addAll(details(outcome.details(), width));
            yield lines;
        }
        case Passage.Suggestions suggestions -> suggestions.all().stream()
                .map(one -> Columns.hanging((one.typed() + "  " + one.text()).strip(), width, "    ")).toList();
        };
    }

    private static List<String> bold(String text, Ansi ansi) {
        return text.lines().map(line -> ansi.string("@|bold " + line.replace("@|", "@ |") + "|@")).toList();
    }

    private static List<String> question(Passage.Question question, int width, Ansi ansi) {
        var lines = new ArrayList<>(
                Columns.hanging("? " + question.guess().question(), width, "  ").lines().toList());
        lines.set(0, ansi.string("@|bold ?|@") + lines.getFirst().substring(1));
        Question.choices(question.guess()).forEach(choice -> lines.add("    " + choice));
        return lines;
    }

    private static List<String> finding(Passage.Finding finding, int width, Ansi ansi) {
        var lines = new ArrayList<>(worded("", finding.word(), " " + finding.text(), width, ansi));
        lines.addAll(details(finding.details(), width));
        return lines;
    }

    private static List<String> details(List<String> details, int width) {
        return details.stream().flatMap(one -> ("    " + Columns.hanging(one, width - 4, "    ")).lines()).toList();
    }

    /** A line with a verdict in its colour. */
    private static List<String> worded(String before, String word, String after, int width, Ansi ansi) {
        var lines = new ArrayList<>(Columns.hanging(before + word + after, width, "    ").lines().toList());
        lines.set(0, before + ansi.string("@|" + colour(word) + " " + word + "|@")
                + lines.getFirst().substring(before.length() + word.length()));
        return lines;
    }

    private static String colour(String word) {
        return Verdict.CONFIRMED.is(word) ? "fg(green),bold"
                : Verdict.UNDECIDED.is(word) ? "fg(cyan),bold"
                        : Verdict.SURPRISE.is(word) ? "fg(yellow),bold"
                                : Verdict.INVALID.is(word) ? "fg(red),bold" : "bold";
    }

    /** A line for each bar, none longer than so many characters. */
    static List<String> bars(List<Told.Bar> bars, int width) {
        int label = bars.stream().mapToInt(bar -> bar.label().length()).max().orElse(0);
        int number = bars.stream().mapToInt(bar -> number(bar).length()).max().orElse(0);
        int room = Math.clamp(width - label - number - 3L, 1, LONGEST_BAR);
        double greatest = bars.stream().mapToDouble(Told.Bar::value).max().orElse(0);
        return bars.stream().map(bar -> bar.label() + " ".repeat(label - bar.label().length() + 2)
                + "█".repeat(greatest > 0 ? (int) Math.max(0, Math.round(room * bar.value() / greatest)) : 0) + " "
                + number(bar)).toList();
    }

    private static String number(Told.Bar bar) {
        return Numbers.trim(bar.value(), DIGITS);
    }
}
