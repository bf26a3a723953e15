package tests;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.opentest4j.MultipleFailuresError;

/**
 * What is printed of a test that failed: what was expected and seen, where that is asserted, and then the rest of its
 * message, which may be all that a process has printed. Each part is short enough for the others to be seen.
 */
final class FailureText {

    /** Lines of each part that are printed. Where there are more, those in the middle are left out. */
    private static final int MOST = 20;
    /** What JUnit writes between the message of an assertion and what was expected and seen. */
    private static final String THEN = " ==> ";

    private final Throwable why;
    /** What the test says of its assertion. */
    private final String about;
    /** What was expected and seen; the whole message where it does not tell that apart. */
    private final String seen;

    /** @param why null where JUnit does not know */
    FailureText(Throwable why) {
        this.why = why;
        String message = String.valueOf(why == null ? null : why.getMessage());
        int at = why instanceof MultipleFailuresError ? -1 : message.lastIndexOf(THEN);
        about = at < 0 ? "" : message.substring(0, at);
        seen = at < 0 ? message : message.substring(at + THEN.length());
    }

    /** In one line. */
    String brief() {
        return inOneLine(seen) + (about.isBlank() ? "" : " (" + inOneLine(about) + ")");
    }

    /** In as many lines as a reader has a use for. */
    String whole() {
        if (why == null) {
            return "";
        }
        var lines = new ArrayList<>(some((why.getClass().getName() + ": " + seen).lines().toList()));
        lines.addAll(some(frames()));
        lines.addAll(some(about.lines().toList()));
        return String.join("\n", lines);
    }

    /** Where it was thrown, and what caused it, without JUnit and the JDK. */
    private List<String> frames() {
        var text = new StringWriter();
        why.printStackTrace(new PrintWriter(text));
        return text.toString().substring(why.toString().length()).lines()
                .filter(line -> !line.isBlank() && !line.contains("at org.junit.") && !line.contains("at java.base/"))
                .toList();
    }

    private static List<String> some(List<String> lines) {
        int left = lines.size() - MOST;
        return left <= 0 ? lines
                : Stream.of(lines.subList(0, MOST / 2), List.of("... (" + left + " lines)"),
                        lines.subList(lines.size() - MOST / 2, lines.size())).flatMap(List::stream).toList();
    }

    private static String inOneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
