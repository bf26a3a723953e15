package old.own;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kit.base.LabException;
import kit.base.Secrets;
import org.apache.commons.text.StringTokenizer;
import org.apache.commons.text.matcher.StringMatcherFactory;

/**
 * How the service is told not to use virtual threads, and to use them.
 *
 * @param words as they were typed
 */
record Switch(Way off, Way on, String words) {

    /** Spring Boot's own. */
    static final String SPRING_BOOT = "spring.threads.virtual.enabled=false|true";

    private static final Pattern PROPERTY = Pattern.compile("([^=|\\s]+)=([^=|\\s]+)\\|([^=|\\s]+)");
    private static final Pattern VARIANT = Pattern.compile("([A-Za-z][A-Za-z0-9]*)=(.*)", Pattern.DOTALL);
    private static final int TWO = 2;

    /**
     * A way to start the service.
     *
     * @param name      of the variant
     * @param about     for people, without passwords
     * @param arguments that the service is told beside its own
     */
    record Way(String name, String about, List<String> arguments) {}

    /** By the values of a property, as {@value #SPRING_BOOT}. */
    static Switch property(String text) {
        Matcher parts = PROPERTY.matcher(text);
        if (!parts.matches() || parts.group(2).equals(parts.group(3))) {
            throw Arguments.refused("--switch '" + text + "' must name a property and two values, as in '" + SPRING_BOOT
                    + "'");
        }
        String property = parts.group(1);
        return new Switch(
                new Way("platform", property + "=" + parts.group(2), List.of(argument(property, parts.group(2)))),
                new Way("virtual", property + "=" + parts.group(3), List.of(argument(property, parts.group(3)))),
                text);
    }

    private static String argument(String property, String value) {
        return "--" + property + "=" + value;
    }

    /** By two sets of arguments, each with its name: the first without virtual threads, the second with them. */
    static Switch variants(List<String> texts) {
        List<Way> ways = texts.stream().map(Switch::way).toList();
        if (ways.size() != TWO || ways.getFirst().name().equals(ways.getLast().name())
                || ways.getFirst().arguments().equals(ways.getLast().arguments())) {
            throw Arguments.refused("--variant is needed twice, with two names and different arguments: first without "
                    + "virtual threads, then with them");
        }
        return new Switch(ways.getFirst(), ways.getLast(), String.join(" | ", texts));
    }

    private static Way way(String text) {
        Matcher parts = VARIANT.matcher(text);
        if (!parts.matches()) {
            throw Arguments
                    .refused("--variant '" + text + "' must be a name of letters and digits, and arguments, as in "
                            + "'virtual=--app.threads=virtual'");
        }
        return new Way(parts.group(1), parts.group(2).isBlank() ? "the service as it is"
                : Secrets.masked(parts.group(2).strip()),
                split(parts.group(2)));
    }

    /** As a shell splits it, without any of its other features. */
    static List<String> split(String command) {
        return new StringTokenizer(command, StringMatcherFactory.INSTANCE.splitMatcher(),
                StringMatcherFactory.INSTANCE.quoteMatcher()).getTokenList();
    }

    /** Whether it is Spring Boot's, of which the property for the size of the pool is known. */
    boolean isSpringBoots() {
        return words.equals(SPRING_BOOT);
    }

    /** Whether a word of the command says what this switch is to say. */
    boolean isIn(String word) {
        return on.arguments.stream().filter(argument -> argument.contains("="))
                .map(argument -> argument.substring(0, argument.indexOf('=') + 1).replaceFirst("^(--|-D)", ""))
                .anyMatch(property -> word.startsWith("--" + property) || word.startsWith("-D" + property));
    }

    /** Without passwords. */
    @Override
    public String toString() {
        return Secrets.masked(words);
    }
}
