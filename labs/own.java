///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION your service, with and without virtual threads: a prediction, a measurement and a verdict
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES kit/package-info.java own/package-info.java course/SwitchAdvice.java
//SOURCES ../apps/package-info.java
//MAIN own.Own

package own;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import kit.base.Numbers;
import kit.base.Secrets;
import kit.page.CommandLines;
import kit.page.Terminal;
import own.generator.RecipeGenerator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures a service that is not part of this project, with and without virtual threads. */
@Command(name = "own", sortOptions = false, usageHelpAutoWidth = true,
        description = "Measures your service with and without virtual threads, and says whether to switch them on. It "
                + "starts the service on 127.0.0.1, sends requests that change nothing (GET, HEAD, OPTIONS, QUERY), "
                + "and ends it. The load stops when more than 5 %% of the requests fail.",
        footer = {"", "Exit code: 0 if the verdict is enable, no effect or harmful; 1 if a --require does not hold; "
                + "2 if the measurement or the command line is invalid; 3 if the verdict is cannot tell, or if "
                + "nothing was compared (--url without --start, or a --generator that is missing).",
                "",
                "Example: jbang own --jar app.jar --get /api/orders/42 --rate 150 -- --spring.profiles.active=load"})
final class Own implements Callable<Integer> {

    private static final Map<String, String> RETIRED = Map.ofEntries(
            Map.entry("--engine", "write --generator"),
            Map.entry("--load-command", "--generator takes a command, too"),
            Map.entry("--export", "a run with --generator keeps its script"),
            Map.entry("--variant", "--switch takes the arguments of both, as in '--threads=8 | --loom'"),
            Map.entry("--jmx", "write --management HOST:PORT"),
            Map.entry("--actuator", "write --management ADDRESS"),
            Map.entry("--ready", "the service is ready when it answers the first request"),
            Map.entry("--ready-within", "the service has three minutes to be ready"),
            Map.entry("--port", "the service gets a port that is free"),
            Map.entry("--forks", "own measures until its answer is certain, and --minutes limits it"),
            Map.entry("--max-requests", "--minutes limits the load, and it stops where 5 % of the requests fail"),
            Map.entry("--quick", "a run ends when its answer is certain, and --minutes limits it"),
            Map.entry("--verbose", "notebook.md in the folder of the run has all rows"));

    @Option(names = "--jar", paramLabel = "FILE",
            description = "A Spring Boot service. It gets its port, its address and the switch as arguments.")
    Path jar;

    @Option(names = "--command", paramLabel = "TEXT",
            description = "Any command that starts a service: 'java -jar app.jar --server.port={port}'. {port} is "
                    + "replaced; the switch is added at the end, or in place of the word {switch}.")
    String command;

    @Option(names = "--url", paramLabel = "ADDRESS",
            description = "A service that runs already, such as http://127.0.0.1:8080. It is measured as it is, so "
                    + "the verdict is weaker: nothing is compared.")
    String url;

    @Option(names = "--allow-host", paramLabel = "NAME",
            description = "Allows a --url on this host. Without it, load goes to this machine only.")
    String allowed;

    @Option(names = "--start", paramLabel = "TEXT",
            description = "With --url and --stop: a command of yours that starts the service there, such as 'ssh app "
                    + "./run.sh {switch}'. {variant} is replaced by platform or virtual, and {switch} by the "
                    + "arguments of the variant. The variants are compared then, one after the other.")
    String start;

    @Option(names = "--stop", paramLabel = "TEXT",
            description = "A command that stops what --start has started. It is run after each start, and after "
                    + "Ctrl-C.")
    String stop;

    @Option(names = "--management", paramLabel = "WHERE",
            description = "Where the service at --url tells of itself: host and port of a JMX agent, or the address of "
                    + "Actuator. Default: own attaches to a JVM on this machine, or looks for /actuator.")
    String management;

    @Option(names = "--switch", paramLabel = "NAME=A|B",
            description = "Property with which virtual threads are off (A) and on (B), or the arguments of both: "
                    + "'--threads=8 | --loom'. Default: ${DEFAULT-VALUE}.",
            defaultValue = Switch.SPRING_BOOT)
    String switching;

    @Option(names = "--pool", paramLabel = "N",
            description = "Threads of the service's pool. Default: what the service tells over JMX or Actuator, or "
                    + "else server.tomcat.threads.max among its arguments, or 200.")
    Integer pool;

    @Option(names = "--jvm", paramLabel = "FLAGS", description = "JVM flags of the --jar: '-Xmx512m -Dx=y'.",
            defaultValue = "")
    String jvm;

    @Option(names = "--jdk", paramLabel = "N[,N]", split = ",",
            description = "JDKs to run the service on, such as 21,25. Default: that of this command. With --jdk, a "
                    + "--command must begin with the word java.")
    List<Integer> jdks = List.of();

    @Option(names = "--get", paramLabel = "PATH",
            description = "What is requested, such as /api/orders/42. Give it several times to request several paths "
                    + "in turn.")
    List<String> paths = List.of();

    @Option(names = "--requests", paramLabel = "FILE",
            description = "A file of requests: .http as in IDEs (# @weight 3 sends one three times as often), .har as "
                    + "recorded by a browser, or an OpenAPI document (GET operations with examples). The requests of "
                    + "one host are taken, at most 100. Load goes to the service, whatever host the file names.")
    Path requests;

    @Option(names = "--host", paramLabel = "NAME",
            description = "Whose requests of the file are taken, such as shop.example.com. Default: the host of a "
                    + "recording's first document, or of the first request.")
    String host;

    @Option(names = "--writes",
            description = "Sends also requests of the file that may change data: POST, PUT, PATCH, DELETE.")
    boolean writes;

    @Option(names = "--keep-failing",
            description = "Sends also requests that fail when they are tried. Without it, those of a file are left "
                    + "out, and a --get that fails ends the command.")
    boolean keepFailing;

    @Option(names = "--with-secrets",
            description = "Sends cookies and tokens of a recording to a service on another machine than the recorded "
                    + "one.")
    boolean withSecrets;

    @Option(names = "--rate", paramLabel = "N",
            description = "Requests a second at the peak of production: this load decides, and what changes with more "
                    + "users is a warning. At a terminal, own asks for it. Without it the verdict is about capacity "
                    + "only.")
    Double rate;

    @Option(names = {"-c", "--concurrency"}, paramLabel = "N[,N]", split = ",",
            description = "Numbers of concurrent users, in ascending order. Default: two numbers, one below and one "
                    + "above what the threads of the pool can serve. A pilot measures that.")
    List<Integer> users = List.of();

    @Option(names = "--generator", paramLabel = "NAME",
            description = "An external load generator sends the requests: locust, k6, hyperfoil, wrk or ab, which "
                    + "must be installed; its script is kept with the run. Or a command: 'wrk -c {users} -d "
                    + "{duration}s --latency {url}'. own replaces {url}, {base} (without path), {users}, {rate}, "
                    + "{duration} (s), {requests} (more than can be sent) and {out} (the result, in a format of jbang "
                    + "audit; else what it prints). For Hyperfoil on other machines: "
                    + "hyperfoil@http://HOST:8090,AGENT,AGENT. --rate needs k6.")
    String generator;

    @Option(names = "--minutes", paramLabel = "N",
            description = "The longest time. It ends before when the answer is certain. Default: ${DEFAULT-VALUE}.",
            defaultValue = "10")
    double minutes;

    @Option(names = "--warmup", paramLabel = "TIME",
            description = "The longest time for warming up a service. Default: 1.5 times as long as it takes to start, "
                    + "6s to 20s.")
    Duration warmup;

    @Option(names = "--apart",
            description = "Measures the variants one after the other, not side by side: for a service that cannot run "
                    + "twice at a time. Where the second one cannot be started, own does so by itself.")
    boolean apart;

    @Option(names = "--require", paramLabel = "TEXT",
            description = "For CI: what must hold of virtual threads, such as 'p99 <= 1.1 x platform'. Exit code 1 "
                    + "where it does not, 3 where that is not decided. May be given several times.")
    List<String> required = List.of();

    @Option(names = "--junit", paramLabel = "FILE", description = "For CI: the verdict and what is required as a "
            + "JUnit report.")
    Path junit;

    @Option(names = "--data", paramLabel = "DIR",
            description = "Where the run is written. Default: ${DEFAULT-VALUE}.", defaultValue = "data")
    Path data;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "This page.")
    boolean help;

    @Parameters(paramLabel = "ARGUMENT", description = "Arguments of the --jar, after --.")
    List<String> arguments = List.of();

    /** When the command began, by {@link System#nanoTime()}. */
    final long began = System.nanoTime();

    private boolean isRateAsked;

    private final List<String> words;

    private Own(List<String> words) {
        this.words = words;
    }

    public static void main(String... args) {
        System.exit(commandLine(args).execute(args));
    }

    /** @param args for the record of the run */
    static CommandLine commandLine(String... args) {
        return CommandLines.of("own", new Own(List.of(args)), RETIRED);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        var report = new Report(junit);
        try {
            return measure(report);
        } catch (IOException | InterruptedException | RuntimeException e) {
            report.addFailure(e);
            throw e;
        } finally {
            report.write();
        }
    }

    private int measure(Report report) throws IOException, InterruptedException {
        Target asked = Arguments.target(this);
        List<Requirement> requirements = required.stream().map(Requirement::of).toList();
        if (rate == null && generator == null && Terminal.isThere()) {
            isRateAsked = true;
            rate = new Peak(new BufferedReader(new InputStreamReader(System.in)), System.out, Arguments.MOST_RATE)
                    .ask();
        }
        RecipeGenerator external = Arguments.generator(this, asked.request());
        new LoadPlan(this, asked, Duration.ZERO, Duration.ZERO).checkMinutes();
        FirstTry tried = FirstTry.of(asked, requests == null && !keepFailing);
        Target sent = asked.having(tried.failing(), keepFailing);
        Target target = isPoolTold(tried) ? sent.with(tried.threads().getAsInt()) : sent;
        var loads = new LoadPlan(this, target, tried.boot(), tried.longest(target.request()));
        loads.checkMinutes();
        return new OwnPage(this, target, tried, loads, external, requirements, report).run();
    }

    /** Whether a command of the user takes a rate: it has no number of users. */
    boolean isRateTyped() {
        return generator != null && generator.contains("{rate}");
    }

    /** Whether the size of the pool is known from the service itself. */
    boolean isPoolTold(FirstTry tried) {
        return pool == null && tried.threads().isPresent();
    }

    /** All that was typed, without passwords. */
    String typed() {
        return ("jbang own " + Secrets.masked(words)).strip()
                + (isRateAsked && rate != null ? " --rate " + Numbers.trim(rate) : "");
    }
}
