package kit.page;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table that is Markdown and can be read as it is. */
public final class MarkdownTable {

    /** The only characters Markdown needs of a table: a header, a rule, columns between bars. */
    private static final Character[] MARKDOWN_TABLE = {null, null, null, null, '|', '|', '|', '|', '-', '|', '|', '|',
            '|', '|',
            null, null, null, null, '|', '|', '|', null, null, null, null, null, null, null, null};

    private MarkdownTable() {}

    /** A table whose columns are as wide as their longest cells. */
    static String of(List<String> header, Collection<List<String>> rows) {
        return of(header, rows, widths(header, rows, Columns::natural));
    }

    /** A table that is no wider than this, as far as the words in its cells allow it. */
    public static String fitting(List<String> header, Collection<List<String>> rows, int width) {
        return of(header, rows, Columns.fitting(widths(header, rows, Columns::natural),
                widths(header, rows, Columns::least), width));
    }

    /** A width for each column, by its cells with its header. */
    public static int[] widths(List<String> header, Collection<List<String>> rows, ToIntFunction<List<String>> of) {
        return IntStream.range(0, header.size()).map(at -> of.applyAsInt(Stream.concat(Stream.of(header), rows.stream())
                .map(row -> row.get(at)).toList())).toArray();
    }

    /** A table whose columns have these widths. */
    public static String of(List<String> header, Collection<List<String>> rows, int[] widths) {
        var columns = new ArrayList<com.github.freva.asciitable.ColumnData<List<String>>>();
        for (int i = 0; i < header.size(); i++) {
            int at = i;
            boolean number = rows.stream().map(r -> r.get(at))
                    .allMatch(v -> v.isEmpty() || v.matches("[-+]?[0-9.]+%?"));
            columns.add(new Column().header(header.get(i)).minWidth(3)
                    .maxWidth(Math.max(3, widths[i]) + 2, OverflowBehaviour.NEWLINE)
                    .headerAlign(number ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT)
                    .dataAlign(number ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT)
                    .with(row -> row.get(at)));
        }
        return AsciiTable.builder().border(MARKDOWN_TABLE).data(rows, columns).asString();
    }
}
