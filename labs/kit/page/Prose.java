package kit.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The prose of a page: the lines of its source that begin with {@code ///}, which are Markdown.
 *
 * @param paragraphs in their order
 */
public record Prose(List<Paragraph> paragraphs) {

    private static final Pattern LINE = Pattern.compile("\\s*///(?: (.*)|)");
    private static final Pattern ITEM = Pattern.compile("- |\\|");
    private static final Pattern HEADING = Pattern.compile("(#{1,2}) (.+)");
    private static final Pattern VALUE = Pattern.compile("\\{([^{}]*)\\}");

    /**
     * A heading, or lines without an empty one between them: text that goes on, or items of a list.
     *
     * @param line    of the source, the first has number 1
     * @param level   of a heading, 1 or 2; 0 where it is none
     * @param text    without the number signs of a heading
     * @param section the heading of level 2 that it stands under; empty before the first
     */
    public record Paragraph(int line, int level, String text, String section) {

        /** Without the first characters of its text. */
        public Paragraph without(int characters) {
            return new Paragraph(line, level, text.substring(characters), section);
        }

        /** The expressions in braces. */
        public List<String> values() {
            return Prose.values(text);
        }

        /** The text with {@code %s} in place of each expression. */
        public String template() {
            return Prose.template(text);
        }
    }

    /** The expressions in braces. */
    public static List<String> values(String text) {
        return VALUE.matcher(text).results().map(found -> found.group(1).strip()).toList();
    }

    /** A text with {@code %s} in place of each expression. */
    public static String template(String text) {
        return VALUE.matcher(text.replace("%", "%%")).replaceAll("%s");
    }

    /** The text with a value in place of each expression in braces. */
    static String filled(String text, UnaryOperator<String> value) {
        return VALUE.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(value.apply(found.group(1).strip())));
    }

    /** The prose of a source. */
    public static Prose of(String source) {
        var paragraphs = new ArrayList<Paragraph>();
        var lines = new ArrayList<String>();
        String section = "";
        int number = 0;
        int begun = 0;
        // An empty line ends the last paragraph.
        for (String line : (source + "\n\n").lines().toList()) {
            number++;
            Matcher prose = LINE.matcher(line);
            // The first line starts the script.
            boolean isProse = number > 1 && prose.matches();
            String text = isProse && prose.group(1) != null ? prose.group(1).stripTrailing() : "";
            Matcher heading = HEADING.matcher(text);
            if ((text.isEmpty() || heading.matches()) && !lines.isEmpty()) {
                paragraphs.add(new Paragraph(begun, 0, String.join("\n", lines), section));
                lines.clear();
            }
            if (heading.matches()) {
                int level = heading.group(1).length();
                section = level == 2 ? heading.group(2) : section;
                paragraphs.add(new Paragraph(number, level, heading.group(2), section));
            } else if (!text.isEmpty()) {
                begun = lines.isEmpty() ? number : begun;
                // A line that goes on is joined to the one before: its first word is no item of a list.
                if (lines.isEmpty() || ITEM.matcher(text).lookingAt()) {
                    lines.add(text);
                } else {
                    lines.set(lines.size() - 1, lines.getLast() + " " + text.strip());
                }
            }
        }
        return new Prose(paragraphs);
    }
}
