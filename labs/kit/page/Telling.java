package kit.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import kit.base.Numbers;

/**
 * Tells the prose of a page in its order, each part when the page has come to it. Under some headings it is more than
 * text: {@value #RULE} is told when the guesses are made; {@value #ANSWER} begins the page of a run and ends what the
 * terminal shows; a paragraph of {@value #HAPPENED} is left out where one of its numbers was not measured; and the list
 * of {@value #TRY} has options to type.
 *
 * <p>A paragraph that begins with <code>{?name}</code> is told only where this field or method of the page is true.
 */
final class Telling {

    private static final String RULE = "The rule";
    private static final String ANSWER = "The answer";
    private static final String HAPPENED = "What happened";
    private static final String TRY = "Try it";

    private static final Pattern TITLE = Pattern.compile("(\\d+) ([\\w-]+): (.+)");
    private static final Pattern PART = Pattern.compile("(\\d+)\\. ");
    private static final Pattern CONDITION = Pattern.compile("\\{\\?(\\w+)\\}\\s*");
    private static final Pattern OPTION = Pattern.compile("- `([^`]+)` +(.+)");

    private final PageText page;
    private final Values values;
    private final String file;
    private final List<String> source;
    private final List<Prose.Paragraph> paragraphs;
    private int next;

    /**
     * @param file of the page, from the checkout's top
     * @param text of the file
     * @throws IllegalStateException where a name in braces is none of the page's
     */
    Telling(PageText page, Values values, String file, String text) {
        this.page = page;
        this.values = values;
        this.file = file;
        this.source = text.lines().toList();
        this.paragraphs = Prose.of(text).paragraphs();
        for (Prose.Paragraph paragraph : paragraphs) {
            paragraph.values().stream().map(value -> value.replaceFirst("^\\?", ""))
                    .filter(Predicate.not(values::knows)).findFirst().ifPresent(value -> {
                        throw wrong(paragraph.line(),
                                "{" + value + "}: the page has no field and no method of this name");
                    });
        }
    }

    /** Tells what stands above this line of the source, and was not told before. */
    void upTo(int line) {
        while (next < paragraphs.size() && paragraphs.get(next).line() < line) {
            Prose.Paragraph paragraph = paragraphs.get(next++);
            if (paragraph.level() > 0) {
                heading(paragraph);
                continue;
            }
            var together = new ArrayList<>(List.of(paragraph));
            while (List.of(RULE, TRY).contains(paragraph.section()) && next < paragraphs.size()
                    && paragraphs.get(next).level() == 0) {
                together.add(paragraphs.get(next++));
            }
            tell(together, line);
        }
    }

    /** Number of the part that a line of the source is in, by the heading of level 2 above it; 0 if it has none. */
    int part(int line) {
        return paragraphs.stream().filter(paragraph -> paragraph.level() == 2 && paragraph.line() < line)
                .reduce((before, last) -> last).map(last -> PART.matcher(last.text())).filter(Matcher::lookingAt)
                .map(number -> Integer.parseInt(number.group(1))).orElse(0);
    }

    /** A text with its values; a number that was not measured is left empty. */
    String filled(String text, int line) {
        return Numbers.format(Prose.template(text), Prose.values(text).stream()
                .map(value -> PageText.brief(value(line, value, line).orElse(""))).toArray());
    }

    private void heading(Prose.Paragraph heading) {
        Matcher title = TITLE.matcher(heading.text());
        if (heading.level() == 2) {
            switch (heading.text()) {
            case HAPPENED -> page.happened();
            case RULE, ANSWER, TRY -> {
            } // with what stands under them
            default -> page.narrator().heading(2, heading.text());
            }
        } else if (title.matches() && title.group(2).equals(page.about().lab())) {
            page.title(Integer.parseInt(title.group(1)), title.group(3));
        } else {
            throw wrong(heading.line(), "a title is '# NUMBER NAME: QUESTION', with the name of the lab");
        }
    }

    private void tell(List<Prose.Paragraph> together, int line) {
        Prose.Paragraph first = together.getFirst();
        Matcher condition = CONDITION.matcher(first.text());
        if (condition.lookingAt()) {
            if (!values.isTrue(condition.group(1))) {
                return;
            }
            first = first.without(condition.end());
            together.set(0, first);
        }
        var those = new ArrayList<Object>();
        for (Prose.Paragraph paragraph : together) {
            for (String value : paragraph.values()) {
                Optional<Object> known = value(paragraph.line(), value, line);
                if (known.isEmpty()) {
                    return;
                }
                those.add(known.get());
            }
        }
        String text = together.stream().map(Prose.Paragraph::template).collect(Collectors.joining("\n\n"));
        switch (first.section()) {
        case RULE -> page.rule(Numbers.format(text, brief(those)));
        case ANSWER -> page.answer(text, those.toArray());
        case HAPPENED -> page.explain(text, those.toArray());
        case TRY -> page.tryIt(suggestions(Numbers.format(text, brief(those))));
        default -> page.narrator().says(Numbers.format(text, brief(those)));
        }
    }

    /**
     * @param at   where the expression stands
     * @param line that the page has come to
     */
    private Optional<Object> value(int at, String expression, int line) {
        for (String name : Values.names(expression)) {
            // A field that is not assigned yet may be 0, which nothing would tell from a value.
            Pattern assigned = Pattern.compile("[^.\\w]" + name + " *=[^=]");
            int declared = IntStream.range(0, source.size()).filter(i -> !source.get(i).strip().startsWith("//")
                    && assigned.matcher(source.get(i)).find()).findFirst().orElse(-1) + 1;
            if (declared >= line) {
                throw wrong(at, "{" + expression + "}: '" + name + "' has no value before line " + declared);
            }
        }
        try {
            return values.of(expression);
        } catch (IllegalStateException e) {
            throw wrong(at, e.getMessage());
        }
    }

    private static Object[] brief(List<Object> values) {
        return values.stream().map(PageText::brief).toArray();
    }

    /** What is typed and what for, with the second in a column. */
    private static String suggestions(String list) {
        List<String> items = list.replaceAll("\n(?!- )\\s*", " ").lines().toList();
        int typed = items.stream().map(OPTION::matcher).filter(Matcher::matches)
                .mapToInt(option -> option.group(1).length()).max().orElse(0);
        return items.stream().map(item -> {
            Matcher option = OPTION.matcher(item);
            return option.matches() ? option.group(1) + " ".repeat(typed + 2 - option.group(1).length()) + option
                    .group(2) : item.replaceFirst("^- ", "");
        }).collect(Collectors.joining("\n"));
    }

    private IllegalStateException wrong(int at, String why) {
        return new IllegalStateException(file + ":" + at + ": " + why);
    }
}
