package kit.base;

import java.util.regex.Pattern;

/** Passwords and the like in texts that are written to files, which people send to each other. */
public final class Secrets {

    /** What is secret stands behind these: a name, a header, a scheme, or the user of an address. */
    private static final Pattern SECRET = Pattern.compile("(?i)((?:password|passwd|secret|token|api-?key)(?:=|: ?| )"
            + "|authorization(?:=|: ?)(?:(?:bearer|basic|digest) )?|(?<!: ?)(?:bearer|basic) "
            + "|://[^:/@\\s]+:)[^&\\s@\"']+");
    /** A cookie has several values, up to the end of the header. */
    private static final Pattern COOKIE = Pattern.compile("(?i)(cookie(?:=|: ?))[^\"']+");

    private Secrets() {}

    /** The same text with stars in place of what is secret. */
    public static String masked(String text) {
        return COOKIE.matcher(SECRET.matcher(text).replaceAll("$1***")).replaceAll("$1***");
    }
}
