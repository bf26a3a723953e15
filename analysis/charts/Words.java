package charts;

import java.util.ArrayList;
import java.util.List;

/** Names in lines short enough for the axis of a chart that has to fit on a phone. */
final class Words {
    static final int WIDE = 26; // characters of a line

    private Words() {}

    /** The name in lines that leave a phone some room for the bars, broken where its words begin; nothing of it is left out. */
    static List<String> wrapped(String name) {
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
