package kit.base;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Passwords and the like in texts that are written to files, which people send to each other. */
public final class Secrets {

    private static final String STARS = "***";
    /** To look for secrets takes time with the square of a text's length. */
    private static final int LONGEST = 4096;
    /** Of an option, a property, a variable of the environment, a header, or a parameter of a query. */
    private static final String NAME = "[\\w.-]*(?:password|passwd|passphrase|pwd|credentials?|secret|token"
            + "|api[-_.]?key|(?:access|private|secret)[-_.]?(?:access[-_.]?)?key)[\\w.-]*";
    private static final String AUTHORIZATION = "[\\w-]*authorization(?:=|: ?)(?:(?:bearer|basic|digest) )?";
    private static final String IN_QUOTES = "\"[^\"]*\"|'[^']*'";
    private static final String USER = "-u|--user";
    /** A quote at its end may be that of a whole command. */
    private static final String VALUE = "(?:" + IN_QUOTES + "|\\S+?(?=[\"']?(?:\\s|$)))";
    /** Of keys and signed addresses, as clouds give them out. Elsewhere these names are too common. */
    private static final String IN_A_QUERY = "key|sig|[\\w-]*signature|auth|session(?:[-_]?id)?";
    private static final String NOT_IN_A_QUERY = "(?<![?&#\\w.-])";

    /** The first group of each stands before what is secret. */
    private static final List<Pattern> SECRET = List.of(
            // A cookie has several values, up to the end of the header.
            of("(cookie(?:=|: ?))[^\"']+"),
            of("(" + NAME + "\"\\s*:\\s*\")[^\"]*"),
            // A word in quotes is secret up to its second quote.
            of("((?<quote>[\"'])(?:" + NAME + "(?:=|: ?)|" + AUTHORIZATION + "))(?:(?!\\k<quote>).)+(?=\\k<quote>)"),
            of("([?&#](?:" + NAME + "|" + IN_A_QUERY + ")=)[^&#\\s\"']+"),
            of("(://[^:/?#@\\s\"']*:)[^/?#\\s\"']*(?=@)"),
            of(NOT_IN_A_QUERY + "(" + NAME + "=)" + VALUE),
            // Behind a colon may also be the port of a host.
            of("(?<![?&#/@\\w.-])(" + NAME + ": ?)(?:" + IN_QUOTES + "|[^\\s\"']+)"),
            of(NOT_IN_A_QUERY + "(-" + NAME + " )(?!-)" + VALUE),
            // As curl is told a user.
            of("((?:^|\\s)(?:" + USER + ")[= ][\"']?[^:/\\s\"']+:)[^\\s\"']+"),
            of("(" + AUTHORIZATION + ")[^\\s\"']+"),
            of("(\\b(?:bearer|basic) )[^\\s\"']+"));

    private static final Pattern WORD = of("(" + NAME + "(?:=|: ?)|" + AUTHORIZATION + ").+");
    private static final Pattern OPTION = of("-" + NAME);
    private static final Pattern USER_OPTION = of(USER);
    private static final Pattern USER_AND_PASSWORD = of("([^:/]+:).+");

    /** In the name of a header. */
    private static final Pattern HEADER = of("auth|cookie|token|key|secret|session|password");

    private Secrets() {}

    private static Pattern of(String regex) {
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    /** Whether the value of a header of that name is secret. */
    public static boolean isHeader(String name) {
        return HEADER.matcher(name).find();
    }

    /** The text with stars in place of what is secret. */
    public static String masked(String text) {
        if (text.length() > LONGEST) {
            return STARS + " (" + text.length() + " characters)";
        }
        String masked = text;
        for (Pattern secret : SECRET) {
            masked = secret.matcher(masked).replaceAll("$1" + STARS);
        }
        return masked;
    }

    /** A command in one line, with stars in place of what is secret. The spaces of a word belong to its secret. */
    public static String masked(List<String> command) {
        var masked = new ArrayList<String>();
        String before = "";
        for (String word : command) {
            var whole = (USER_OPTION.matcher(before).matches() ? USER_AND_PASSWORD : WORD).matcher(word);
            masked.add(whole.matches() ? whole.group(1) + STARS
                    : OPTION.matcher(before).matches() && !word.startsWith("-") ? STARS : masked(word));
            before = word;
        }
        return String.join(" ", masked);
    }
}
