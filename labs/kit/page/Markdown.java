package kit.page;

import java.util.ArrayList;
import java.util.List;

/** Passages as Markdown: notebook.md. */
final class Markdown {

    private static final int BARS_WIDTH = 79;

    private Markdown() {}

    /** The lines of these passages. */
    static List<String> lines(List<Passage> passages) {
        var lines = new ArrayList<String>();
        boolean wasItem = false;
        for (Passage passage : passages) {
            boolean isItem = passage instanceof Passage.Finding || passage instanceof Passage.Question;
            if (!(isItem && wasItem)) {
                lines.add("");
            }
            lines.addAll(lines(passage));
            wasItem = isItem;
        }
        return lines;
    }

    private static List<String> lines(Passage passage) {
        return switch (passage) {
        case Passage.Title title -> List.of("# " + title.name() + ": " + title.question());
        case Passage.Heading heading -> List.of("## " + heading.text());
        case Passage.Text text -> text.markdown().lines().toList();
        case Passage.Code code -> List.of("`" + code.file() + "`", "", "```"
                + code.file().substring(code.file().lastIndexOf('.') + 1) + "\n" + code.lines() + "\n```");
        case Passage.Lines lines -> List.of(lines.title(), "", "```\n" + String.join("\n", lines.lines()) + "\n```");
        case Passage.Question question -> question(question);
        case Passage.Guessed guessed -> List.of(guessed.sentence());
        case Passage.Table table -> table(table);
        case Passage.Bars bars -> bars(bars);
        case Passage.Charts charts -> List.of("<!-- charts -->");
        case Passage.Finding finding -> withDetails("- **" + finding.word() + "** " + finding.text(),
                finding.details());
        case Passage.Outcome outcome -> withDetails("- Verdict: **" + outcome.verdict() + "**. " + outcome.headline(),
                outcome.details());
        case Passage.Suggestions suggestions -> suggestions(suggestions);
        };
    }

    private static List<String> question(Passage.Question question) {
        var lines = new ArrayList<String>();
        lines.add("- **" + question.guess().question() + "**");
        Question.choices(question.guess()).forEach(choice -> lines.add("  - " + choice));
        if (!question.guessed().isEmpty()) {
            lines.add("  - You said " + question.guessed());
        }
        return lines;
    }

    private static List<String> table(Passage.Table table) {
        var lines = new ArrayList<String>();
        if (!table.title().isEmpty()) {
            lines.addAll(List.of(table.title(), ""));
        }
        lines.addAll(MarkdownTable.of(table.header(), table.rows()).lines().toList());
        return lines;
    }

    private static List<String> bars(Passage.Bars bars) {
        var lines = new ArrayList<>(List.of(bars.title() + ":", "", "```"));
        lines.addAll(Screen.bars(bars.bars(), BARS_WIDTH));
        lines.add("```");
        return lines;
    }

    private static List<String> withDetails(String item, List<String> details) {
        var lines = new ArrayList<>(List.of(item));
        details.forEach(detail -> lines.add("  - " + detail));
        return lines;
    }

    private static List<String> suggestions(Passage.Suggestions suggestions) {
        var lines = new ArrayList<>(List.of(suggestions.how(), ""));
        suggestions.all().forEach(one -> lines.add("- "
                + (one.typed().isEmpty() ? "" : "`" + one.typed() + "` ") + one.text()));
        return lines;
    }
}
