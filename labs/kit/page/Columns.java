package kit.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.commons.text.WordUtils;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Makes texts and tables fit the width of the terminal. Lines end between words. */
public final class Columns {

    /**
     * No text is wider, however wide the terminal is: longer lines are hard to read. Also the width where there is no
     * terminal.
     */
    public static final int WIDEST = 110;
    /** What a table needs beside its columns: a bar and two spaces for each, and the last bar. */
    private static final int AROUND_A_COLUMN = 3;
    private static final Pattern ITEM = Pattern.compile("(\\s*)(- |\\d+\\. ).*");

    private Columns() {}

    /** Of the terminal, as picocli finds it out for its help pages; {@link #WIDEST} at most. */
    public static int ofTerminal() {
        return Math.min(WIDEST, new CommandLine(CommandSpec.create()).setUsageHelpAutoWidth(true).getUsageHelpWidth());
    }

    /**
     * A text of paragraphs and lists, as in Markdown: the lines of a paragraph are joined and divided anew. Tables and
     * lines that are indented by four spaces stay as they are.
     */
    public static String wrap(String text, int width) {
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

    /**
     * One line, and what does not fit in further lines with this indent. A word that is longer than a line stays whole.
     */
    public static String hanging(String line, int width, String indent) {
        return line.length() <= width ? line
                : WordUtils.wrap(line, Math.max(1, width - indent.length()), "\n" + indent, false);
    }

    /** The width of the longest of these cells of a column. */
    public static int natural(List<String> cells) {
        return cells.stream().mapToInt(String::length).max().orElse(0);
    }

    /** The width of the longest word in them: a column is not made narrower. */
    public static int least(List<String> cells) {
        return cells.stream().flatMap(cell -> Arrays.stream(cell.split(" "))).mapToInt(String::length).max().orElse(0);
    }

    /** The width of a table whose columns have these. */
    public static int ofTable(int[] widths) {
        return 1 + Arrays.stream(widths).map(column -> column + AROUND_A_COLUMN).sum();
    }

    /**
     * The widths of a table's columns, so that it fits where it can: the widest columns give way first.
     *
     * @param natural the width of each column's longest cell
     * @param least   the narrowest that each may be
     */
    public static int[] fitting(int[] natural, int[] least, int width) {
        int[] widths = natural.clone();
        while (ofTable(widths) > width) {
            int[] now = widths;
            OptionalInt widest = IntStream.range(0, now.length).filter(i -> now[i] > least[i])
                    .reduce((a, b) -> now[b] > now[a] ? b : a);
            if (widest.isEmpty()) {
                return widths;
            }
            widths[widest.getAsInt()]--;
        }
        return widths;
    }
}
