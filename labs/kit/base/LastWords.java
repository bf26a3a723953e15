package kit.base;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Of what a command printed before it ended, the line that says why. */
public final class LastWords {

    /** Frames of a stack trace, and what is printed below a reason: how to get help, versions, frames. */
    private static final Pattern NO_REASON = Pattern.compile("\\s*(?:at .*|\\.\\.\\. \\d+ (?:more|common frames.*)|\\^+"
            + "|Error: Could not create the Java Virtual Machine\\.|Error: A fatal exception has occurred.*"
            + "|(?i:usage)\\b.*|(?i:(?:try|see|run|use)) .*--?(?:help|info|debug|stacktrace|scan)\\b.*|Node\\.js v.*"
            + "|BUILD FAILED.*|npm (?i:err!|error) (?:A complete log|code|.*\\.log$).*|\\[ERROR\\] *(?:\\[Help .*"
            + "|To see the full.*|Re-run Maven.*|For more information.*)?|Picked up .*)");
    /** What a line that says why contains most often. A log has it in lines that report no error, too. */
    private static final Pattern REASON = Pattern
            .compile("(?!.*\\b(?:TRACE|DEBUG|INFO)\\b).*(?:(?i)\\b(?:error|exception|fail(?:ed|ure)?|fatal|cannot|"
                    + "could not|can't|unable|unrecognized|unknown|invalid|not found|no such|denied|refused|in use|"
                    + "missing)\\b|\\w(?:Exception|Error)\\b).*");
    /** Of a launcher that found no class: the cause only repeats it. */
    private static final Pattern NO_MAIN = Pattern
            .compile("Error: (?:Could not find or load|Unable to|Unrecognized).*");
    private static final Pattern CAUSE = Pattern.compile("Caused by: .*");
    private static final Pattern ANY = Pattern.compile(".*");
    /** Spring Boot's own explanation: its text is behind this line. */
    private static final String DESCRIPTION = "Description:";

    private LastWords() {}

    /** @param output of the command; empty where it printed nothing */
    public static Optional<String> of(String output) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).map(String::strip).toList();
        List<String> telling = lines.stream().filter(line -> !NO_REASON.matcher(line).matches()).toList();
        int described = telling.lastIndexOf(DESCRIPTION);
        if (described >= 0 && described + 1 < telling.size()) {
            return Optional.of(telling.get(described + 1));
        }
        return last(telling, NO_MAIN).or(() -> last(telling, CAUSE)).or(() -> last(telling, REASON))
                .or(() -> last(telling, ANY)).or(() -> last(lines, ANY));
    }

    private static Optional<String> last(List<String> lines, Pattern such) {
        return lines.stream().filter(such.asMatchPredicate()).reduce((earlier, later) -> later);
    }
}
