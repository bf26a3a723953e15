package own;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import kit.base.LabException;
import kit.base.Secrets;
import kit.machine.Connections;
import own.requests.RequestFile;
import kit.service.AddressedService;
import kit.service.ForeignService;
import kit.service.Management;
import kit.service.OperatedService;
import kit.service.Ready;

/** A service at an address ({@code --url}), and what tells of it, by the command line. */
final class Place {

    private static final Pattern AGENT = Pattern.compile("([^:/\\s]+):\\d{1,5}");
    private static final List<String> SCHEMES = List.of("http", "https");

    private final Own options;

    Place(Own options) {
        this.options = options;
    }

    /** @throws LabException where an option makes no sense beside {@code --url} */
    void check() {
        Arguments.refuse((options.start == null) != (options.stop == null), "--start and --stop belong together: one "
                + "command starts the service as a variant, and the other one stops it");
        var ofAStart = new LinkedHashMap<String, Boolean>();
        ofAStart.put("--jdk", !options.jdks.isEmpty());
        ofAStart.put("--jvm", !options.jvm.isBlank());
        if (options.start == null) {
            ofAStart.put("--switch", !options.switching.equals(Switch.SPRING_BOOT));
            ofAStart.put("--require", !options.required.isEmpty());
        }
        Arguments.refuseAll(ofAStart, " belongs to a service that is started here, by --jar or --command"
                + (options.start == null ? ", or --start" : "") + ": leave it out");
        Arguments.refuse(!options.arguments.isEmpty(), "arguments after -- belong to a --jar: "
                + (options.start == null ? "the service at --url runs already" : "put these into --start"));
    }

    /** Cookies and tokens of a recording do not leave this machine, unless to where they were recorded. */
    RequestFile sendable(RequestFile file) {
        URI service = address();
        return options.withSecrets || !Connections.isElsewhere(service) || file.isOf(service.getHost()) ? file
                : file.withoutSecrets();
    }

    AddressedService running() {
        return AddressedService.at(address(), management());
    }

    /** @param ready when it is ready after a start */
    OperatedService operated(Ready ready) {
        List<String> start = words("--start", options.start);
        Arguments.refuse(start.stream().noneMatch(word -> word.contains(OperatedService.VARIANT)
                || word.contains(ForeignService.ARGUMENTS)), "--start has no " + OperatedService.VARIANT + " and no "
                        + ForeignService.ARGUMENTS + ": it must be told which variant to start");
        return new OperatedService(address(), management(), start, words("--stop", options.stop), "", List.of(), ready,
                ForeignService.Around.here());
    }

    private static List<String> words(String option, String command) {
        List<String> words = Switch.split(command);
        Arguments.refuse(words.isEmpty(), option + " is empty");
        return words;
    }

    private URI address() {
        URI address = address("--url", options.url);
        Arguments.refuse(!List.of("", "/").contains(address.getPath()) || address.getQuery() != null,
                "--url " + options.url + " has a path: it belongs to --get");
        return URI.create(address.getScheme() + "://" + address.getRawAuthority());
    }

    private URI address(String option, String text) {
        URI address;
        try {
            address = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new LabException(option + " '" + Secrets.masked(text) + "' is not a valid address: write it as "
                    + "http://127.0.0.1:8080", e);
        }
        Arguments.refuse(String.valueOf(address.getRawAuthority()).contains("@"), option + " has a user or a password: "
                + "no request would send it. Leave it out, and put an Authorization header into a .http file");
        Arguments.refuse(address.getHost() == null || !SCHEMES.contains(String.valueOf(address.getScheme())),
                option + " '" + text + "' must be an address such as http://127.0.0.1:8080");
        checkHost(option, text, address.getHost());
        return address;
    }

    private void checkHost(String option, String text, String host) {
        try {
            Arguments.refuse(!InetAddress.getByName(host).isLoopbackAddress() && !host.equals(options.allowed),
                    option + " " + text + " is not on this machine: load may harm a service that others use. If it is "
                            + "yours to load, add --allow-host " + host);
        } catch (UnknownHostException e) {
            throw new LabException(option + " " + text + ": there is no host '" + host + "'", e);
        }
    }

    private Management management() {
        if (options.management == null) {
            return Management.NONE;
        }
        Matcher agent = AGENT.matcher(options.management);
        if (agent.matches()) {
            checkHost("--management", options.management, agent.group(1));
            return new Management(options.management, null);
        }
        return new Management(null, URI.create(address("--management", options.management).toString()
                .replaceFirst("/$", "")));
    }
}
