package charts.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Names in lines short enough for the axis of a chart that has to fit on a phone. */
public final class Words {
    public static final int WIDE = 26; // characters of a line

    private Words() {}

    /** A heading as it is written within a sentence; names keep their capitals. */
    public static String withinASentence(String heading) {
        return heading.startsWith("Tomcat") || heading.startsWith("CPU") ? heading
                : heading.substring(0, 1).toLowerCase(Locale.ROOT) + heading.substring(1);
    }

    /**
     * The name in lines that leave a phone some room for the bars, broken where its words begin; nothing of it is left
     * out.
     */
    public static List<String> wrapped(String name) {
        List<String> lines = new ArrayList<>(List.of(""));
        for (String word : name.split("(?<=[^.])(?=[.$])|(?<=[^\\p{Lu}.$])(?=\\p{Lu})|(?<=[ -])|(?<=[^(])(?=/)")) {
            if (!lines.getLast().isEmpty() && lines.getLast().length() + word.length() > WIDE) {
                lines.add("");
            }
            lines.set(lines.size() - 1, lines.getLast() + word);
        }
        return lines.stream().map(String::strip).toList();
    }
}
