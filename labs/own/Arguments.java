package own;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.base.Secrets;
import kit.machine.Connections;
import kit.machine.Jdks;
import kit.plan.Request;
import kit.plan.Request.Call;
import own.generator.RecipeGenerator;
import own.requests.RequestFile;
import kit.service.ForeignService;
import kit.service.Ready;

/** What the command line of {@code jbang own} asks for, checked. */
final class Arguments {

    /** The load stops where more requests fail. */
    private static final double MOST_FAILED = 0.05;
    /** Of Tomcat. */
    private static final int USUAL_POOL = 200;
    /** With these properties of Spring Boot, HikariCP and Tomcat show their pools over JMX. Others do not know them. */
    static final List<String> SHOWS_POOLS = List.of("-Dspring.datasource.hikari.register-mbeans=true",
            "-Dserver.tomcat.mbeanregistry.enabled=true");
    /** Caps. */
    static final int MOST_RATE = 20_000;
    static final int MOST_USERS = 20_000;
    private static final int MOST_MINUTES = 240;
    /** For a service to be ready, and after --stop to be gone; tests are in a hurry. */
    private static final String READY_WITHIN = "own.ready-within";
    private static final int READY_WITHIN_S = 180;
    /** The bench says where the service listens. */
    private static final Predicate<String> PLACE = Pattern.compile("--server\\.(port|address)(=.*)?")
            .asMatchPredicate();

    private final Own options;

    private Arguments(Own options) {
        this.options = options;
    }

    /**
     * What is to be measured.
     *
     * @throws LabException where the command line makes no sense; its message says what, why, and what to do
     */
    static Target target(Own options) {
        return new Arguments(options).target();
    }

    /**
     * What sends the requests in the place of this project's load generator; null where nothing does.
     *
     * @throws LabException where it cannot send these requests
     */
    static RecipeGenerator generator(Own options, Request request) throws IOException, InterruptedException {
        String asked = options.generator;
        if (asked == null) {
            return null;
        }
        boolean isCommand = asked.strip().contains(" ");
        RecipeGenerator generator = isCommand ? RecipeGenerator.typed(loadWords(asked)) : RecipeGenerator.named(asked);
        refuse(options.rate != null && !generator.hasRate(), "--rate: " + generator + " cannot start requests at a "
                + "constant rate. Leave it out, or take --generator k6"
                + (isCommand ? ", or give the command a {rate}" : ""));
        refuse(generator.isElsewhere()
                && (options.url == null || !Connections.isElsewhere(URI.create(options.url))),
                "--generator " + asked
                        + ": 127.0.0.1 is not this machine for other machines. Take a --url that they reach, --start "
                        + "and --stop");
        refuse(options.isRateTyped() && options.rate == null, "--generator '" + asked + "' has a {rate}: say which, "
                + "with --rate");
        refuse(options.isRateTyped() && !options.users.isEmpty(), "-c: the --generator '" + asked + "' has a {rate}, "
                + "so no number of users: leave one of them out");
        String why = generator.refuses(request);
        refuse(why != null, why);
        return generator;
    }

    private static List<String> loadWords(String command) {
        List<String> words = Switch.split(command);
        refuse(words.stream().noneMatch(word -> word.contains("{url}") || word.contains("{base}")), "--generator '"
                + command + "' has no {url} and no {base}: it must be told where the service listens");
        return words;
    }

    /** That a command line makes no sense. */
    static LabException refused(String why) {
        return new LabException(why + ". See --help for what there is");
    }

    static void refuse(boolean whether, String why) {
        if (whether) {
            throw refused(why);
        }
    }

    /** @param options names, and whether each is there */
    static void refuseAll(Map<String, Boolean> options, String why) {
        options.forEach((name, isThere) -> refuse(isThere, name + why));
    }

    private Target target() {
        long ways = Stream.of(options.jar, options.command, options.url).filter(way -> way != null)
                .count();
        refuse(ways != 1, "--jar, --command or --url is needed, one of them: it says how the service is started, or "
                + "where it runs");
        checkRequests();
        most("--rate", options.rate, MOST_RATE, "requests a second");
        positive("--pool", options.pool);
        most("--minutes", options.minutes, MOST_MINUTES, "minutes");
        checkUsers(options.users);
        positive("--warmup", options.warmup == null ? null : options.warmup.toMillis());
        RequestFile file = options.url == null ? requests() : new Place(options).sendable(requests());
        var ready = new Ready(file.calls().getFirst().path(),
                Duration.ofSeconds(Integer.getInteger(READY_WITHIN, READY_WITHIN_S)));
        if (options.url != null) {
            return addressed(file, ready);
        }
        refuseAll(ofAnAddress(), " belongs to --url: leave it out. A service that is started by --jar or --command is "
                + "on this machine");
        List<Integer> jdks = options.jdks.isEmpty() ? List.of(Jdks.current())
                : options.jdks.stream().distinct().sorted().toList();
        jdks.forEach(Arguments::checkJdk);
        List<String> words = words();
        Switch change = change();
        words.stream().filter(change::isIn).findFirst().ifPresent(word -> refuse(true, Secrets.masked(word)
                + " is set by own, which compares both values: leave it out of the arguments"));
        var service = new ForeignService(words, List.of(), ready, ForeignService.Around.here());
        return new Target(service, request(file), file, change, options.pool != null ? options.pool
                : pool(words), jdks);
    }

    private Map<String, Boolean> ofAnAddress() {
        var options = new LinkedHashMap<String, Boolean>();
        options.put("--allow-host", this.options.allowed != null);
        options.put("--start", this.options.start != null);
        options.put("--stop", this.options.stop != null);
        options.put("--management", this.options.management != null);
        return options;
    }

    /** A service at an address: it runs already, or two commands start and stop it. */
    private Target addressed(RequestFile file, Ready ready) {
        var place = new Place(options);
        place.check();
        int pool = options.pool != null ? options.pool : USUAL_POOL;
        List<Integer> jdks = List.of(Jdks.current());
        return options.start == null
                ? new Target(place.running(), request(file), file, null, pool, jdks)
                : new Target(place.operated(ready), request(file), file, change(), pool, jdks);
    }

    private void checkRequests() {
        refuse(options.paths.isEmpty() == (options.requests == null),
                "--get or --requests is needed, one of them: a path of the service, such as --get /api/orders/42, or "
                        + "a file of requests");
        refuse(options.withSecrets && (options.requests == null || options.url == null), "--with-secrets belongs to "
                + "--requests and --url: leave it out. A service that is started here gets the cookies and tokens of "
                + "the file anyway");
        refuse(options.apart && options.url != null, "--apart has no effect on a --url, where one variant runs at a "
                + "time: leave it out");
        refuse(options.writes && options.requests == null, "--writes belongs to --requests: leave it out");
        refuse(options.host != null && options.requests == null, "--host belongs to --requests: leave it out");
        options.paths.forEach(path -> checkPath("--get", path));
    }

    private Switch change() {
        return Switch.of(options.switching);
    }

    private RequestFile requests() {
        return options.requests != null ? RequestFile.read(options.requests, options.writes, options.host)
                : RequestFile.of(options.paths.stream().map(Call::get).toList());
    }

    private Request request(RequestFile file) {
        return Request.of(file.calls()).stoppingAbove(MOST_FAILED);
    }

    // ---- single options ----

    private static void most(String option, Number value, int most, String what) {
        positive(option, value);
        refuse(value != null && value.doubleValue() > most, option + " may be " + most + " " + what
                + " at most");
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
        refuse(before > MOST_USERS, "-c may be " + MOST_USERS + " users at most");
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

    private List<String> words() {
        var words = new ArrayList<String>();
        if (options.jar != null) {
            checkJar(options.jar);
            for (String argument : options.arguments) {
                refuse(PLACE.test(argument),
                        argument + ": the service gets its port and address already: leave it out");
            }
            words.add(ForeignService.JAVA);
            words.addAll(SHOWS_POOLS);
            words.addAll(Switch.split(options.jvm));
            words.addAll(List.of("-jar", options.jar.toString(), "--server.address=127.0.0.1",
                    "--server.port=" + ForeignService.PORT));
            words.addAll(options.arguments);
            return words;
        }
        refuse(!options.arguments.isEmpty(), "arguments after -- belong to a --jar: put these into the --command");
        refuse(!options.jvm.isBlank(), "--jvm belongs to a --jar: put these flags into the --command");
        words.addAll(Switch.split(options.command));
        refuse(words.isEmpty(), "--command is empty");
        refuse(words.stream().noneMatch(word -> word.contains(ForeignService.PORT)),
                "--command has no " + ForeignService.PORT + ": the service must be told its port, as in "
                        + "--server.port={port}");
        refuse(!options.jdks.isEmpty() && !words.getFirst().equals(ForeignService.JAVA), "--jdk has no effect on a "
                + "--command that does not begin with the word java: leave it out");
        return words;
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
        return words.stream().map(Target.POOL::matcher).filter(Matcher::matches)
                .mapToInt(m -> Integer.parseInt(m.group(1)))
                .reduce(USUAL_POOL, (a, b) -> b);
    }

}
