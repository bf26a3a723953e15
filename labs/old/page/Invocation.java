package old.page;

import java.util.List;
import java.util.Map;
import kit.base.Secrets;

/**
 * How a page was started.
 *
 * @param lab     name of the lab, and of its folder under data/
 * @param command with which a person starts it, without arguments, such as {@code jbang labs/cpu-light.java}
 * @param words   the arguments that this person gave
 * @param options that a lab does not have, and their values, without passwords
 */
public record Invocation(String lab, String command, List<String> words, Map<String, Object> options) {

    /** A lab that is a script of its own name. */
    static Invocation ofLab(String name, String... arguments) {
        return new Invocation(name, "jbang labs/" + name + ".java", List.of(arguments), Map.of());
    }

    /** All that was typed, without passwords. */
    String typed() {
        return (command + " " + Secrets.masked(words)).strip();
    }
}
