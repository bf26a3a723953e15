package kit.requests;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kit.base.LabException;

/**
 * Variables of an IDE's file of requests: {@code @name = value}, used as <code>{{name}}</code>; and
 * <code>{{$processEnv NAME}}</code> or <code>{{$env.NAME}}</code>, a variable of the environment.
 */
final class Variables {

    private static final Pattern USED = Pattern.compile("\\{\\{([^{}]*)}}");
    private static final Pattern OF_THE_ENVIRONMENT = Pattern.compile("\\$(?:processEnv\\s+|env\\.)%?(\\w+)");
    /** Everything before the path. */
    private static final Pattern HOST = Pattern
            .compile("^(?:https?://)?\\{\\{[^}]*}}(?::(?:\\d+|\\{\\{[^}]*}}))?(?=/|$)"
                    + "|^https?://[^/?#]*|^[\\w.-]+:\\d+(?=/|$)");

    /** Names within each other, and characters: more are a mistake, or made to exhaust a reader. */
    private static final int DEEPEST = 50;
    private static final int LONGEST = 1 << 20;

    private final Map<String, String> values = new LinkedHashMap<>();
    /** Those that were asked for, with the variables in them replaced. */
    private final Map<String, String> known = new HashMap<>();

    void define(String name, String value) {
        values.put(name, value);
        known.clear();
    }

    /**
     * An address with its variables replaced. The host is left out before that, since load goes to the service that is
     * measured, and a variable such as <code>{{host}}</code> is most often defined elsewhere.
     */
    String address(String text, String where) {
        Matcher host = HOST.matcher(text);
        if (!host.find()) {
            return in(text, where);
        }
        // A variable may hold a part of the path, too.
        String first = host.group();
        String known = first.contains("{{") && isDefined(first)
                ? in(first, where).replaceFirst("^(?:https?://)?[^/]*", "").replaceFirst("/$", "")
                : "";
        return known + in(text.substring(first.length()), where);
    }

    private boolean isDefined(String text) {
        return USED.matcher(text).results().allMatch(used -> values.containsKey(used.group(1).strip()));
    }

    /** Text with its variables replaced by their values. */
    String in(String text, String where) {
        return in(text, where, List.of());
    }

    /** @param within names whose values this text is a part of */
    private String in(String text, String where, List<String> within) {
        String all = USED.matcher(text).replaceAll(used -> Matcher.quoteReplacement(value(used.group(1).strip(), where,
                within)));
        if (all.length() > Math.max(LONGEST, text.length())) {
            throw new LabException(where + ": with the values of its variables, the text has " + all.length()
                    + " characters, and at most " + LONGEST + " are allowed: make the values shorter");
        }
        return all;
    }

    private String value(String name, String where, List<String> within) {
        if (within.contains(name)) {
            throw new LabException(where + ": the variable " + name + " is defined by itself: give it a value");
        }
        if (within.size() > DEEPEST) {
            throw new LabException(where + ": more than " + DEEPEST + " variables are defined by each other, up to "
                    + name + ": give it a value");
        }
        if (known.containsKey(name)) {
            return known.get(name);
        }
        if (values.containsKey(name)) {
            String value = in(values.get(name), where, Stream.concat(within.stream(), Stream.of(name)).toList());
            known.put(name, value);
            return value;
        }
        Matcher environment = OF_THE_ENVIRONMENT.matcher(name);
        if (environment.matches()) {
            String value = System.getenv(environment.group(1));
            if (value == null) {
                throw new LabException(where + ": the environment has no variable " + environment.group(1)
                        + ": set it before the command");
            }
            return value;
        }
        if (name.startsWith("$")) {
            throw new LabException(where + ": {{" + name + "}} would be another value in each request: write a fixed "
                    + "value, or several requests");
        }
        throw new LabException(where + ": the variable " + name + " has no value: define it above by @" + name
                + " = value");
    }
}
