package old.own;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
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
import old.engine.EngineByRecipe;
import kit.machine.Jdks;
import kit.plan.Request;
import kit.plan.Request.Call;
import kit.requests.RequestFile;
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
    private static final int MOST_PORT = 65_535;
    /** Caps. */
    static final int MOST_RATE = 20_000;
    /** Of one measurement, unless a person says otherwise. */
    static final String MOST_REQUESTS = "5000000";
    private static final int MOST_USERS = 20_000;
    private static final int MOST_MINUTES = 240;
    private static final int MOST_FORKS = 30;
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
     * What drives in the place of the load generator; null where nothing does.
     *
     * @throws LabException where it cannot send these requests
     */
    static EngineByRecipe engine(Own options, Request request) throws IOException, InterruptedException {
        refuse(options.engine != null && options.loadCommand != null, "--engine and --load-command both say what "
                + "drives: take one of them");
        if (options.engine == null && options.loadCommand == null) {
            return null;
        }
        refuse(options.maxRequests != Long.parseLong(MOST_REQUESTS), "--max-requests: other load generators do not "
                + "stop there. Leave it out, or leave out --engine and --load-command");
        EngineByRecipe engine = options.engine != null ? EngineByRecipe.named(options.engine)
                : EngineByRecipe.typed(loadWords(options.loadCommand));
        refuse(options.rate != null && !engine.hasRate(), "--rate: " + engine + " cannot start requests at a constant "
                + "rate. Leave it out, or take --engine k6" + (options.engine != null ? ""
                        : ", or give the "
                                + "--load-command a {rate}"));
        refuse(engine.isElsewhere() && options.url == null, "--engine " + options.engine + ": a service that is "
                + "started here listens on 127.0.0.1, which other machines do not reach. Take --url, --start and "
                + "--stop");
        String why = engine.refuses(request);
        refuse(why != null, why);
        return engine;
    }

    private static List<String> loadWords(String command) {
        List<String> words = Switch.split(command);
        refuse(words.isEmpty(), "--load-command is empty");
        refuse(words.stream().noneMatch(word -> word.contains("{url}") || word.contains("{base}")), "--load-command "
                + "has no {url} and no {base}: it must be told where the service listens");
        return words;
    }

    /** The files of an engine's script, by their names. */
    static Map<String, String> script(Own options) {
        var arguments = new Arguments(options);
        arguments.checkRequests();
        RequestFile file = options.withSecrets ? arguments.requests() : arguments.requests().withoutSecrets();
        Map<String, String> script = EngineByRecipe.script(options.export, arguments.request(file));
        // Standard output is the script.
        file.leftOut().forEach(one -> System.err.println("own: " + one));
        return script;
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
        positive("--max-requests", options.maxRequests);
        most("--minutes", options.minutes, MOST_MINUTES, "minutes");
        most("--forks", options.forks, MOST_FORKS, "forks");
        checkUsers(options.users);
        positive("--ready-within", options.readyWithin.toMillis());
        positive("--warmup", options.warmup == null ? null : options.warmup.toMillis());
        if (options.ready != null) {
            checkPath("--ready", options.ready);
        }
        RequestFile file = options.url == null ? requests() : new Place(options).sendable(requests());
        var ready = new Ready(options.ready == null ? file.calls().getFirst().path() : options.ready,
                options.ready != null, options.readyWithin);
        if (options.url != null) {
            return addressed(file, ready);
        }
        refuseAll(ofAnAddress(), " belongs to --url: leave it out. A service that is started by --jar or --command is "
                + "on this machine");
        refuse(options.port < 0 || options.port > MOST_PORT, "--port must be from 1 to " + MOST_PORT);
        List<Integer> jdks = options.jdks.isEmpty() ? List.of(Jdks.current())
                : options.jdks.stream().distinct().sorted().toList();
        jdks.forEach(Arguments::checkJdk);
        List<String> words = words();
        Switch change = change();
        words.stream().filter(change::isIn).findFirst().ifPresent(word -> refuse(true, Secrets.masked(word)
                + " is set by own, which compares both values: leave it out of the arguments"));
        var service = new ForeignService(words, List.of(), options.port, ready, ForeignService.Around.here());
        return new Target(service, request(file), file, change, options.pool != null ? options.pool
                : pool(words), jdks);
    }

    private Map<String, Boolean> ofAnAddress() {
        var options = new LinkedHashMap<String, Boolean>();
        options.put("--allow-host", this.options.allowed != null);
        options.put("--start", this.options.start != null);
        options.put("--stop", this.options.stop != null);
        options.put("--jmx", this.options.jmx != null);
        options.put("--actuator", this.options.actuator != null);
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
        refuse(options.writes && options.requests == null, "--writes belongs to --requests: leave it out");
        refuse(options.host != null && options.requests == null, "--host belongs to --requests: leave it out");
        options.paths.forEach(path -> checkPath("--get", path));
    }

    private Switch change() {
        refuse(!options.variants.isEmpty() && !options.switching.equals(Switch.SPRING_BOOT),
                "--switch and --variant both say how virtual threads are switched on: take one of them");
        return options.variants.isEmpty() ? Switch.property(options.switching) : Switch.variants(options.variants);
    }

    private RequestFile requests() {
        return options.requests != null ? RequestFile.read(options.requests, options.writes, options.host)
                : RequestFile.of(options.paths.stream().map(Call::get).toList());
    }

    private Request request(RequestFile file) {
        return Request.of(file.calls()).stoppingAbove(MOST_FAILED).stoppingAfter(options.maxRequests);
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
                        argument + ": the service gets its port and address already; --port chooses the port");
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
