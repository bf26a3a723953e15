package kit.results;

import kit.record.WholeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.regex.Pattern;

/** What a tool prints for people. With a shell's {@code >>}, a file has several results, and other lines between. */
final class Printed {

    private Printed() {}

    /**
     * Reads each result of a file.
     *
     * @param beginning of a result
     * @param reader    of one result: its name and its text
     */
    static List<LoadResult> read(Path file, Pattern beginning, BiFunction<String, String, LoadResult> reader)
            throws IOException {
        List<String> parts = parts(WholeText.of(file), beginning);
        var results = new ArrayList<LoadResult>();
        for (int i = 0; i < parts.size(); i++) {
            String name = parts.size() == 1 ? file.toString() : file + ", result " + (i + 1) + " of " + parts.size();
            results.add(reader.apply(name, parts.get(i)));
        }
        return results;
    }

    /** One text for each beginning, up to the next one. The first has what stands before it, too. */
    private static List<String> parts(String text, Pattern beginning) {
        List<Integer> starts = beginning.matcher(text).results().map(found -> found.start()).toList();
        var parts = new ArrayList<String>();
        for (int i = 0; i < Math.max(1, starts.size()); i++) {
            parts.add(text.substring(i == 0 ? 0 : starts.get(i),
                    i + 1 < starts.size() ? starts.get(i + 1) : text.length()));
        }
        return parts;
    }
}
