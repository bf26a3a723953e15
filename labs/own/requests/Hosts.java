package own.requests;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hosts of requests, as {@code name} or {@code name:port}: without a user, and without the usual port of the scheme, so
 * that http and https are one host. The names of this machine are one, too. Empty for a request that names no host.
 */
final class Hosts {

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(?://([^/?#]*))?.*",
            Pattern.DOTALL);
    private static final Map<String, String> USUAL_PORTS = Map.of("http", ":80", "https", ":443");
    private static final Set<String> HERE = Set.of("localhost", "127.0.0.1", "[::1]", "0.0.0.0");
    private static final Pattern PORT = Pattern.compile(":\\d+$");
    /** Of a host that is no web server's. */
    private static final String OTHER_SCHEME = "://";

    private Hosts() {}

    /** The host of an address; with its scheme where that is not http or https. */
    static String of(String address) {
        Matcher parts = SCHEME.matcher(address);
        if (!parts.matches()) {
            return "";
        }
        return of(parts.group(1), parts.group(2) == null ? "" : parts.group(2));
    }

    /**
     * Of an address in two parts.
     *
     * @param scheme    in any case; it may be the name of a variable
     * @param authority host and port
     */
    static String of(String scheme, String authority) {
        String protocol = scheme.toLowerCase(Locale.ROOT);
        if (!USUAL_PORTS.containsKey(protocol) && !protocol.startsWith("{{")) {
            return protocol + OTHER_SCHEME + authority;
        }
        String host = authority.substring(authority.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
        String usual = USUAL_PORTS.getOrDefault(protocol, "");
        String normal = host.endsWith(usual) ? host.substring(0, host.length() - usual.length()) : host;
        String name = name(normal);
        return HERE.contains(name) ? "localhost" + normal.substring(name.length()) : normal;
    }

    static boolean isOtherScheme(String host) {
        return host.contains(OTHER_SCHEME);
    }

    /** Without the port. */
    static String name(String host) {
        return PORT.matcher(host).replaceFirst("");
    }
}
