package kit.own;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.machine.Jdks;
import kit.plan.Request;
import kit.plan.Variant;
import kit.service.Facts;
import kit.service.ForeignService;
import org.apache.commons.text.StringTokenizer;
import org.apache.commons.text.matcher.StringMatcherFactory;

/**
 * What is measured: the service as it is, and the ways to run it.
 *
 * @param service without the switch
 * @param request what is sent
 * @param change  the property that switches virtual threads on
 * @param pool    threads of the service's pool
 * @param jdks    feature versions of the JDKs that it runs on
 */
record Target(ForeignService service, Request request, Switch change, int pool, List<Integer> jdks) {

    /** Spring Boot's own. */
    static final String SWITCH = "spring.threads.virtual.enabled=false|true";

    private static final String POOL_PROPERTY = "server.tomcat.threads.max";
    /** Of Tomcat. */
    private static final int USUAL_POOL = 200;
    private static final int MOST_PORT = 65_535;
    private static final Pattern POOL = Pattern.compile("(?:--|-D)" + Pattern.quote(POOL_PROPERTY) + "=(\\d+)");
    private static final Pattern SWITCHING = Pattern.compile("([^=|\\s]+)=([^=|\\s]+)\\|([^=|\\s]+)");
    /** The bench says where the service listens. */
    private static final Predicate<String> PLACE = Pattern.compile("--server\\.(port|address)(=.*)?")
            .asMatchPredicate();

    /**
     * A property that switches virtual threads on.
     *
     * @param off its value without them
     * @param on  its value with them
     */
    record Switch(String property, String off, String on) {

        boolean isSpringBoots() {
            return toString().equals(SWITCH);
        }

        /** Whether a word of the command sets it. */
        private boolean isIn(String word) {
            return word.startsWith("--" + property + "=") || word.startsWith("-D" + property + "=");
        }

        String with(String value) {
            return "--" + property + "=" + value;
        }

        @Override
        public String toString() {
            return property + "=" + off + "|" + on;
        }
    }

    /**
     * By the command line.
     *
     * @throws LabException where it makes no sense; its message says what, why, and what to do
     */
    static Target of(Own options) {
        refuse((options.jar == null) == (options.command == null),
                "--jar or --command is needed, one of them: it says how the service is started");
        refuse(options.paths.isEmpty(), "--get is needed: a path of the service, such as --get /api/orders/42");
        options.paths.forEach(path -> checkPath("--get", path));
        positive("--rate", options.rate);
        positive("--pool", options.pool);
        positive("--minutes", options.minutes);
        positive("--forks", options.forks);
        positive("--ready-within", options.readyWithin.toMillis());
        refuse(options.port < 0 || options.port > MOST_PORT, "--port must be from 1 to " + MOST_PORT);
        checkUsers(options.users);
        if (options.ready != null) {
            checkPath("--ready", options.ready);
        }
        List<Integer> jdks = options.jdks.isEmpty() ? List.of(Jdks.current())
                : options.jdks.stream().distinct().sorted().toList();
        jdks.forEach(Target::checkJdk);
        List<String> words = words(options);
        Switch change = switching(options.switching);
        words.stream().filter(change::isIn).findFirst().ifPresent(word -> refuse(true, word + " is what is compared: "
                + "leave it out of the arguments"));
        var ready = new ForeignService.Ready(options.ready == null ? options.paths.getFirst() : options.ready,
                options.ready != null, options.readyWithin);
        var service = new ForeignService(words, List.of(), options.port, ready, ForeignService.Around.here());
        return new Target(service, Request.get(options.paths), change,
                options.pool != null ? options.pool : pool(words), jdks);
    }

    private static void refuse(boolean whether, String why) {
        if (whether) {
            throw new LabException(why + ". See --help for what there is");
        }
    }

    private static void positive(String option, Number value) {
        refuse(value != null && !(value.doubleValue() > 0), option + " must be greater than 0, not " + value);
    }

    private static void checkUsers(List<Integer> users) {
        int before = 0;
        for (int number : users) {
            refuse(number <= before, "-c " + String.join(",", users.stream().map(String::valueOf).toList())
                    + ": the numbers of users must be greater than 0 and rise, as in -c 50,200");
            before = number;
        }
    }

    private static void checkPath(String option, String path) {
        try {
            refuse(!path.startsWith("/") || path.startsWith("//") || URI.create(path).getFragment() != null,
                    option + " " + path + " is no path: write it as /api/orders/42, without host and port");
        } catch (IllegalArgumentException e) {
            throw new LabException(option + " '" + path + "' is not a valid path (" + e.getMessage()
                    + "): write a space as %20", e);
        }
    }

    private static void checkJdk(int jdk) {
        refuse(jdk < 21, "--jdk " + jdk + ": virtual threads need JDK 21 or later");
        if (Jdks.home(jdk).isEmpty()) {
            throw new LabException("there is no JDK " + jdk + " on this machine; " + Jdks.howToInstall(jdk)
                    + " installs it");
        }
    }

    private static Switch switching(String text) {
        Matcher parts = SWITCHING.matcher(text);
        refuse(!parts.matches() || parts.group(2).equals(parts.group(3)),
                "--switch '" + text + "' must name a property and two values, as in '" + SWITCH + "'");
        return new Switch(parts.group(1), parts.group(2), parts.group(3));
    }

    private static List<String> words(Own options) {
        var words = new ArrayList<String>();
        if (options.jar != null) {
            checkJar(options.jar);
            for (String argument : options.arguments) {
                refuse(PLACE.test(argument),
                        argument + ": the service is told its port and address already; --port chooses the port");
            }
            words.add(ForeignService.JAVA);
            words.addAll(split(options.jvm));
            words.addAll(List.of("-jar", options.jar.toString(), "--server.address=127.0.0.1",
                    "--server.port=" + ForeignService.PORT));
            words.addAll(options.arguments);
            return words;
        }
        refuse(!options.arguments.isEmpty(), "arguments after -- belong to a --jar: put these into the --command");
        refuse(!options.jvm.isBlank(), "--jvm belongs to a --jar: put these flags into the --command");
        words.addAll(split(options.command));
        refuse(words.isEmpty(), "--command is empty");
        refuse(words.stream().noneMatch(word -> word.contains(ForeignService.PORT)),
                "--command has no " + ForeignService.PORT + ": the service must be told its port, as in "
                        + "--server.port={port}");
        refuse(!options.jdks.isEmpty() && !words.getFirst().equals(ForeignService.JAVA), "--jdk has no effect on a "
                + "--command that does not begin with the word java: leave it out");
        return words;
    }

    /** As a shell splits it, without any of its other features. */
    private static List<String> split(String command) {
        return new StringTokenizer(command, StringMatcherFactory.INSTANCE.splitMatcher(),
                StringMatcherFactory.INSTANCE.quoteMatcher()).getTokenList();
    }

    private static void checkJar(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new LabException("--jar " + file + ": there is no such file: build the service first");
        }
        try (var jar = new JarFile(file.toFile())) {
            if (jar.getManifest() == null
                    || jar.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS) == null) {
                throw new LabException("--jar " + file + " has no Main-Class in its manifest, so java -jar cannot "
                        + "start it: take the executable jar, or --command");
            }
        } catch (IOException e) {
            throw new LabException("--jar " + file + " is not a jar (" + e.getMessage() + "): take the executable jar "
                    + "that the build wrote", e);
        }
    }

    private static int pool(List<String> words) {
        return words.stream().map(POOL::matcher).filter(Matcher::matches).mapToInt(m -> Integer.parseInt(m.group(1)))
                .reduce(USUAL_POOL, (a, b) -> b);
    }

    /** The service as it is. */
    Variant platform() {
        return variant("platform", "the service as it is: a pool of " + pool + " threads", change.off(), pool, true,
                List.of());
    }

    /** The same with virtual threads. */
    Variant virtual() {
        return variant("virtual", change.property() + "=" + change.on(), change.on(), 0, false, List.of());
    }

    /** Platform threads with a pool of that size; only where {@link #canSize}. */
    Variant sized(int threads) {
        return variant("platform-sized", "a pool of " + threads + " platform threads", change.off(), threads, true,
                List.of("--" + POOL_PROPERTY + "=" + threads));
    }

    /** Whether the size of its pool is known to be a property: that of Spring Boot. */
    boolean canSize() {
        return change.isSpringBoots();
    }

    private Variant variant(String name, String about, String value, int limit, boolean timeSliced,
            List<String> further) {
        List<String> arguments = Stream.concat(Stream.of(change.with(value)), further.stream()).toList();
        return new Variant(name, about, without(POOL, further).with(arguments), limit, 0, timeSliced, List.of(),
                new LinkedHashMap<>(), 0, Facts.none());
    }

    /** A property that is told twice has two values: the later one takes the place of the service's own. */
    private ForeignService without(Pattern property, List<String> further) {
        return further.isEmpty() ? service
                : new ForeignService(service.words().stream().filter(word -> !property.matcher(word).matches())
                        .toList(), service.arguments(), service.port(), service.ready(), service.around());
    }
}
