package kit;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.text.WordUtils;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Makes texts and tables fit the width of the terminal. Lines end between words. */
final class Columns {

    /** No text is wider, however wide the terminal is: longer lines are hard to read. Also the width where there is no terminal. */
    static final int WIDEST = 110;
    /** A column of a table is not made narrower than this. */
    private static final int NARROWEST_COLUMN = 14;
    /** What a table needs beside its columns: a bar and two spaces for each, and the last bar. */
    private static final int AROUND_A_COLUMN = 3;
    private static final Pattern ITEM = Pattern.compile("(\\s*)(- |\\d+\\. ).*");

    private Columns() {
    }

    /** Of the terminal, as picocli finds it out for its help pages; {@link #WIDEST} at most. */
    static int ofTerminal() {
        return Math.min(WIDEST, new CommandLine(CommandSpec.create()).setUsageHelpAutoWidth(true).getUsageHelpWidth());
    }

    /**
     * A text of paragraphs and lists, as in Markdown: the lines of a paragraph are joined and divided anew. Tables and lines that are
     * indented by four spaces stay as they are.
     */
    static String wrap(String text, int width) {
        var lines = new ArrayList<String>();
        var paragraph = new StringBuilder();
        for (String line : text.strip().lines().toList()) {
            boolean item = ITEM.matcher(line).matches();
            boolean asItIs = line.startsWith("    ") || line.startsWith("|");
            if (line.isBlank() || item || asItIs) {
                end(paragraph, width, lines);
            }
            if (line.isBlank() || asItIs) {
                lines.add(line.stripTrailing());
            } else {
                paragraph.append(paragraph.isEmpty() ? line.stripTrailing() : " " + line.strip());
            }
        }
        end(paragraph, width, lines);
        return String.join("\n", lines);
    }

    private static void end(StringBuilder paragraph, int width, List<String> lines) {
        if (!paragraph.isEmpty()) {
            var item = ITEM.matcher(paragraph);
            String indent = item.matches() ? " ".repeat(item.group(1).length() + item.group(2).length()) : "";
            lines.add(hanging(paragraph.toString(), width, indent));
            paragraph.setLength(0);
        }
    }

    /** One line, and what does not fit in further lines with this indent. A word that is longer than a line stays whole. */
    static String hanging(String line, int width, String indent) {
        return line.length() <= width ? line : WordUtils.wrap(line, Math.max(1, width - indent.length()), "\n" + indent, false);
    }

    /**
     * The widest that each column of a table may be, so that the whole fits: the widest columns give way first.
     *
     * @param natural the width of each column's longest cell
     */
    static int[] fitting(int[] natural, int width) {
        int[] widths = natural.clone();
        while (true) {
            int all = 1;
            int widest = 0;
            for (int i = 0; i < widths.length; i++) {
                all += widths[i] + AROUND_A_COLUMN;
                widest = widths[i] > widths[widest] ? i : widest;
            }
            if (all <= width || widths[widest] <= NARROWEST_COLUMN) {
                return widths;
            }
            widths[widest]--;
        }
    }
}
