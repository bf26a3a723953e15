package kit.page;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import kit.base.LabException;
import kit.record.Misspelt;
import kit.record.OneLine;
import kit.record.Verdict;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** What all commands have in common: how a time is written, and that bad input is one line, and exit code 2. */
public final class CommandLines {

    private static final Map<String, Duration> UNITS = Map.of("h", Duration.ofHours(1), "m", Duration.ofMinutes(1), "s",
            Duration.ofSeconds(1), "ms", Duration.ofMillis(1), "us", Duration.ofNanos(1000));
    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(?:\\.\\d+)?");
    private static final Pattern PART_OF_TIME = Pattern.compile("(\\d+(?:\\.\\d+)?) ?(h|ms|m|s|us)");
    private static final Pattern TIME = Pattern.compile("(?:" + PART_OF_TIME + " ?)+");

    private CommandLines() {}

    /**
     * Of a command that is no lab.
     *
     * @param name with which the line about bad input begins
     */
    public static CommandLine of(String name, Object command) {
        return of(name, command, Map.of());
    }

    /**
     * Of one that had more options.
     *
     * @param retired what to use in their place, in a sentence without a full stop, by their names
     */
    public static CommandLine of(String name, Object command, Map<String, String> retired) {
        quietLoggers();
        var line = new CommandLine(command);
        line.registerConverter(Duration.class, CommandLines::time);
        line.setParameterExceptionHandler((e, a) -> {
            System.err.println(name + ": " + inWords(e, retired));
            return Verdict.INVALID.exitCode();
        });
        line.setExecutionExceptionHandler((e, l, parsed) -> {
            boolean isMended = e instanceof LabException || e instanceof IOException;
            System.err.println(name + ": " + OneLine.of(isMended ? e.getMessage()
                    : "an error of the command itself (" + e + "): tell the project, with the file"));
            return Verdict.INVALID.exitCode();
        });
        return line;
    }

    /** Says why the command line makes no sense. @return the exit code */
    public static int refused(String name, ParameterException e) {
        System.err.println(name + ": " + inWords(e, Map.of()));
        return Verdict.INVALID.exitCode();
    }

    /** Why the command line makes no sense, with the name that was probably meant, or what is used in its place. */
    static String inWords(ParameterException e, Map<String, String> retired) {
        Optional<String> typed = e.getCommandLine().getUnmatchedArguments().stream()
                .map(word -> word.replaceFirst("=.*", "")).filter(retired::containsKey).findFirst();
        return typed.map(option -> option + " is no option any more: " + retired.get(option))
                .orElseGet(() -> Misspelt.inWords(e)) + ". See --help for what there is.";
    }

    /**
     * A time as people write it: {@code 20s}, {@code 1m30s}, {@code 500ms}.
     *
     * @throws TypeConversionException where it is none, or has no unit
     */
    public static Duration time(String text) {
        String words = text.strip().toLowerCase(Locale.ROOT);
        if (NUMBER.matcher(words).matches()) {
            throw new TypeConversionException("'" + text + "' is not a time: it has no unit. Write " + words + "ms or "
                    + words + "s");
        }
        if (!TIME.matcher(words).matches()) {
            throw new TypeConversionException("'" + text + "' is not a time: write 20s, 1m30s or 500ms");
        }
        try {
            BigInteger nanos = PART_OF_TIME.matcher(words).results()
                    .map(part -> new BigDecimal(part.group(1))
                            .multiply(BigDecimal.valueOf(UNITS.get(part.group(2)).toNanos())).toBigInteger())
                    .reduce(BigInteger.ZERO, BigInteger::add);
            return Duration.ofNanos(nanos.longValueExact());
        } catch (ArithmeticException e) {
            throw new TypeConversionException("'" + text + "' is too long for a time");
        }
    }

    /** The kit's libraries log nothing: what a person has to know, the kit says. */
    public static void quietLoggers() {
        if (org.slf4j.LoggerFactory.getILoggerFactory() instanceof ch.qos.logback.classic.LoggerContext context) {
            context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(ch.qos.logback.classic.Level.OFF);
        }
    }
}
