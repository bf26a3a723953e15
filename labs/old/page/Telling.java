package old.page;

import static old.page.PageText.ANSWER;
import static old.page.PageText.HAPPENED;
import static old.page.PageText.RULE;
import static old.page.PageText.TRY;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.base.Numbers;
import kit.page.Prose;

/**
 * Tells the prose of a page in its order, each part when the page has come to it. Under some headings it is more than
 * text: {@value PageText#RULE} is told when the guesses are made; {@value PageText#ANSWER} begins the page of a run and
 * ends what the terminal shows; a paragraph of {@value PageText#HAPPENED} is left out where one of its numbers was not
 * measured; and the list of {@value PageText#TRY} has options to type.
 *
 * <p>A paragraph that begins with <code>{?name}</code> is told only where this field or method of the page is true.
 */
final class Telling {

    private static final Pattern TITLE = Pattern.compile("(\\d+) ([\\w-]+): (.+)");
    private static final Pattern PART = Pattern.compile("(\\d+)\\. ");
    private static final Pattern CONDITION = Pattern.compile("\\{\\?(\\w+)\\}\\s*");
    private static final Pattern LITERAL = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"");
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
        checkValues();
        checkForm();
    }

    /** Before anything is measured: the values in the prose, and in texts of calls. */
    private void checkValues() {
        paragraphs.forEach(
                one -> checkKnown(one.line(), one.values().stream().map(value -> value.replaceFirst("^\\?", ""))));
        int title = paragraphs.isEmpty() ? source.size() : paragraphs.getFirst().line();
        for (int line = title; line < source.size(); line++) {
            String code = source.get(line).strip();
            if (!code.startsWith("//")) {
                checkKnown(line + 1,
                        LITERAL.matcher(code).results().flatMap(text -> Prose.values(text.group()).stream())
                                .filter(value -> value.matches("\\w.*")));
            }
        }
    }

    private void checkKnown(int line, Stream<String> expressions) {
        expressions.filter(Predicate.not(values::knows)).findFirst().ifPresent(value -> {
            throw wrong(line, "{" + value + "}: neither the page nor its cells have this");
        });
    }

    /** Prose that would not be told as it is written. */
    private void checkForm() {
        for (int line = 1; line < source.size(); line++) {
            if (source.get(line).strip().matches("///([^/ ].*| #{3,} .*)")) {
                throw wrong(line + 1, "prose begins with three slashes and a blank, and a heading has one number sign "
                        + "or two");
            }
        }
        for (int i = 1; i < paragraphs.size(); i++) {
            Prose.Paragraph one = paragraphs.get(i);
            if (one.level() == 0 && one.text().startsWith("{?") && List.of(RULE, ANSWER, TRY).contains(one.section())) {
                throw wrong(one.line(), "no condition may stand under '" + one.section() + "'");
            }
            if (one.level() == 0 && one.section().equals(ANSWER) && paragraphs.get(i - 1).level() == 0) {
                throw wrong(one.line(), "an answer is one paragraph");
            }
        }
    }

    /** Tells what stands above this line of the source, and was not told before. */
    void upTo(int line) {
        while (next < paragraphs.size() && paragraphs.get(next).line() < line) {
            Prose.Paragraph paragraph = paragraphs.get(next++);
            if (paragraph.level() > 0) {
                heading(paragraph, line);
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

    private void heading(Prose.Paragraph heading, int line) {
        Matcher title = TITLE.matcher(heading.text());
        if (heading.level() == 2) {
            switch (heading.text()) {
            case HAPPENED -> page.happened();
            case RULE, ANSWER, TRY -> {
            } // with what stands under them
            default -> page.narrator().heading(2, filled(heading.text(), line));
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
            String name = condition.group(1);
            checkAssigned(first.line(), name, line);
            if (!orWrong(first.line(), "?" + name, () -> values.isTrue(name))) {
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
        Values.names(expression).forEach(name -> checkAssigned(at, name, line));
        return orWrong(at, expression, () -> values.of(expression));
    }

    /** What is wrong with an expression is told with its line; what is wrong with the run is not. */
    private <T> T orWrong(int at, String expression, Supplier<T> value) {
        try {
            return value.get();
        } catch (LabException e) {
            throw e;
        } catch (RuntimeException e) {
            IllegalStateException wrong = wrong(at, "{" + expression + "}: " + e.getMessage());
            wrong.initCause(e);
            throw wrong;
        }
    }

    /** A field that is not assigned yet may be 0 or false, which nothing would tell from a value. */
    private void checkAssigned(int at, String name, int line) {
        Pattern assignment = Pattern.compile("[^.\\w]" + name + " *=(?!=)");
        int assigned = !values.isField(name) ? 0
                : IntStream.range(0, source.size())
                        .filter(i -> !source.get(i).strip().startsWith("//")
                                && assignment.matcher(source.get(i)).find())
                        .findFirst().orElse(-1) + 1;
        if (assigned >= line) {
            throw wrong(at, "'" + name + "' has no value before line " + assigned);
        }
    }

    private static Object[] brief(List<Object> values) {
        return values.stream().map(PageText::brief).toArray();
    }

    /** What is typed and what for, with the second in a column. */
    private static String suggestions(String list) {
        List<String> items = list.lines().filter(Predicate.not(String::isBlank)).toList();
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
