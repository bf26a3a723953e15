package own.requests;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import own.requests.LeftOut.Why;

/**
 * Variables of an IDE's file of requests: {@code @name = value}, used as <code>{{name}}</code>; and
 * <code>{{$processEnv NAME}}</code> or <code>{{$env.NAME}}</code>, a variable of the environment.
 *
 * @param values of those that are defined above a request
 */
record Variables(Map<String, String> values) {

    private static final Pattern USED = Pattern.compile("\\{\\{([^{}]*)}}");
    private static final Pattern OF_THE_ENVIRONMENT = Pattern.compile("\\$(?:processEnv\\s+|env\\.)%?(\\w+)");
    /** Random values and the time. */
    private static final Pattern VOLATILE = Pattern
            .compile("\\$(?:guid|uuid|random.*|timestamp|isoTimestamp|(?:local)?datetime)\\b.*",
                    Pattern.CASE_INSENSITIVE);
    /** As VS Code writes it: the name of another request, and a part of it. */
    private static final Pattern OF_ANOTHER_REQUEST = Pattern.compile("\\w+\\.(?:request|response)\\..*");
    /** Scheme, host and port, and the rest. Any of them may be a variable that is not known. */
    private static final Pattern WITH_SCHEME = Pattern
            .compile("([A-Za-z][A-Za-z0-9+.-]*|\\{\\{[^}]*}})://([^/?#]*)(.*)", Pattern.DOTALL);
    private static final Pattern WITH_PORT = Pattern.compile("([\\w.-]+:\\d+)((?:/.*)?)", Pattern.DOTALL);
    private static final Pattern BEFORE_A_PATH = Pattern.compile("([^/?#]*)(.*)", Pattern.DOTALL);

    /** Names within each other, and characters: more are a mistake, or made to exhaust a reader. */
    private static final int DEEPEST = 50;
    private static final int LONGEST = 1 << 20;

    Variables {
        values = Map.copyOf(values);
    }

    /** An address: its host, see {@link Hosts}, and what follows. */
    private record Parts(String host, String rest) {}

    /**
     * The host of an address. A variable such as <code>{{host}}</code> is most often defined elsewhere: its name stands
     * for the host then.
     */
    String host(String address, String where) {
        try {
            return parts(address, where).host;
        } catch (NotSent e) {
            // Its path has the same fault.
            return "";
        }
    }

    /** What follows the host, with all variables replaced: load goes to the service that is measured. */
    String path(String address, String where) {
        return in(parts(address, where).rest, where);
    }

    private Parts parts(String address, String where) {
        String known = in(address, where, List.of(), false, new HashMap<>());
        boolean isByVariable = address.startsWith("{{");
        Matcher whole = WITH_SCHEME.matcher(known);
        if (whole.matches()) {
            // A variable that ends with a slash may stand before a path that begins with one.
            return new Parts(Hosts.of(whole.group(1), whole.group(2)), isByVariable ? whole.group(3).replaceFirst(
                    "^([^?#]*?)//", "$1/") : whole.group(3));
        }
        Matcher host = (isByVariable && !known.startsWith("/") ? BEFORE_A_PATH : WITH_PORT).matcher(known);
        return host.matches() ? new Parts(Hosts.of("http", host.group(1)), host.group(2)) : new Parts("", known);
    }

    /** Text with its variables replaced by their values. */
    String in(String text, String where) {
        return in(text, where, List.of(), true, new HashMap<>());
    }

    /**
     * @param within names whose values this text is a part of
     * @param all    whether a variable without a value is a fault; if not, it stays
     * @param found  values that were put together before: a name may occur again in each of many names
     */
    private String in(String text, String where, List<String> within, boolean all, Map<String, String> found) {
        String whole = USED.matcher(text).replaceAll(used -> {
            String name = used.group(1).strip();
            return Matcher.quoteReplacement(all || isKnown(name) ? value(name, where, within, all, found)
                    : used.group());
        });
        if (whole.length() > LONGEST) {
            throw new NotSent(Why.VARIABLE, where + ": its variables make more than " + LONGEST
                    + " characters: do they contain each other again and again?");
        }
        return whole;
    }

    private boolean isKnown(String name) {
        Matcher environment = OF_THE_ENVIRONMENT.matcher(name);
        return values.containsKey(name) || environment.matches() && System.getenv(environment.group(1)) != null;
    }

    private String value(String name, String where, List<String> within, boolean all, Map<String, String> found) {
        if (within.size() > DEEPEST) {
            throw new NotSent(Why.VARIABLE,
                    where + ": more than " + DEEPEST + " variables contain each other: give the "
                            + "innermost ones a value");
        }
        if (within.contains(name)) {
            throw new NotSent(Why.VARIABLE,
                    where + ": the variable " + name + " is defined by itself: give it a value");
        }
        if (values.containsKey(name)) {
            if (!found.containsKey(name)) {
                found.put(name, in(values.get(name), where, Stream.concat(within.stream(), Stream.of(name)).toList(),
                        all, found));
            }
            return found.get(name);
        }
        Matcher environment = OF_THE_ENVIRONMENT.matcher(name);
        if (environment.matches()) {
            String value = System.getenv(environment.group(1));
            if (value == null) {
                throw new NotSent(Why.VARIABLE, where + ": the environment has no variable " + environment.group(1)
                        + ": set it before the command");
            }
            return value;
        }
        if (VOLATILE.matcher(name).matches()) {
            throw new NotSent(Why.VOLATILE,
                    where + ": {{" + name + "}} would be another value in each request: write a "
                            + "fixed value, or several requests");
        }
        if (name.startsWith("$")) {
            throw new NotSent(Why.EDITOR, where + ": own cannot get the value of {{" + name + "}}, which the editor "
                    + "gets: set it as a variable of the environment, and write {{$processEnv NAME}}");
        }
        if (OF_ANOTHER_REQUEST.matcher(name).matches()) {
            throw new NotSent(Why.VARIABLE, where + ": {{" + name + "}} is a part of another request's answer: write a "
                    + "fixed value");
        }
        throw new NotSent(Why.VARIABLE, where + ": the variable " + name + " has no value: define it above by @" + name
                + " = value");
    }
}
