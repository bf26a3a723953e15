package charts.figure;

import charts.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Lines of code on an axis. */
final class CodeLine {

    private CodeLine() {}

    /** The axis of bars that stand below each other, the first one on top. */
    static Map<String, Object> axis(List<String> labels) {
        return Map.of("automargin", true, "autorange", "reversed", "categoryorder", "array", "categoryarray", labels);
    }

    /** How many lines the longest label has. */
    static int tallest(List<String> labels) {
        return labels.stream().mapToInt(label -> label.split("<br>").length).max().orElse(1);
    }

    /** The package says little and is long: class and method stand below it, so that a phone can show both. */
    static String label(String frame) {
        int named = frame.lastIndexOf('.', Math.max(0, frame.lastIndexOf('.') - 1));
        boolean withPackage = named > 0 && !frame.substring(0, named).isBlank();
        String name = withPackage ? frame.substring(named + 1) : frame;
        int method = name.lastIndexOf('.');
        List<String> lines = new ArrayList<>(withPackage ? Words.wrapped(frame.substring(0, named)) : List.of());
        lines.addAll(name.length() <= Words.WIDE || method < 0 ? Words.wrapped(name)
                : Words.wrapped(name.substring(0, method)));
        lines.addAll(name.length() <= Words.WIDE || method < 0 ? List.of() : Words.wrapped(name.substring(method)));
        return lines.stream().map(Plot2D::text).collect(Collectors.joining("<br>"));
    }
}
