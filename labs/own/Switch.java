package own;

import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    /** Arguments of the one and of the other: each side is empty, or begins with a dash. */
    private static final Pattern ARGUMENTS = Pattern.compile("\\s*(-[^|]*?)?\\s*\\|\\s*(-[^|]*?)?\\s*", Pattern.DOTALL);

    /**
     * A way to start the service.
     *
     * @param name      of the variant
     * @param about     for people, without passwords
     * @param arguments that the service is told beside its own
     */
    record Way(String name, String about, List<String> arguments) {}

    /**
     * By the values of a property, as {@value #SPRING_BOOT}; or by the arguments of either side, as in
     * {@code --threads=8 | --loom}.
     */
    static Switch of(String text) {
        Matcher property = PROPERTY.matcher(text);
        if (property.matches() && !text.startsWith("-") && !property.group(2).equals(property.group(3))) {
            return new Switch(ofProperty("platform", property.group(1), property.group(2)),
                    ofProperty("virtual", property.group(1), property.group(3)), text);
        }
        Matcher arguments = ARGUMENTS.matcher(text);
        if (!arguments.matches() || Objects.equals(arguments.group(1), arguments.group(2))) {
            throw Arguments.refused("--switch '" + text + "' must be a property and two values, as in '" + SPRING_BOOT
                    + "', or the arguments without virtual threads and those with them, as in '--threads=8 | --loom'");
        }
        return new Switch(ofArguments("platform", arguments.group(1)), ofArguments("virtual", arguments.group(2)),
                text);
    }

    private static Way ofProperty(String name, String property, String value) {
        return new Way(name, property + "=" + value, List.of("--" + property + "=" + value));
    }

    /** @param text null for none */
    private static Way ofArguments(String name, String text) {
        return text == null ? new Way(name, "the service as it is", List.of())
                : new Way(name, Secrets.masked(text), split(text));
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
