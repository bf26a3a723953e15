///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION your service, with and without virtual threads: a prediction, a measurement and a verdict
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//SOURCES ../package-info.java package-info.java ../../kit/requests/package-info.java
//SOURCES ../../kit/results/package-info.java ../engine/package-info.java
//SOURCES ../../course/SwitchAdvice.java
//SOURCES ../../../apps/package-info.java
//MAIN old.own.Own

package old.own;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import kit.base.Secrets;
import kit.page.CommandLines;
import old.engine.EngineByRecipe;
import old.page.Invocation;
import old.page.Lab;
import old.page.LabOptions;
import old.page.Narrator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures a service that is not part of this project, with and without virtual threads. */
@Command(name = "own", sortOptions = false, usageHelpAutoWidth = true,
        description = "Measures your service with and without virtual threads, and says whether to switch them on. It "
                + "starts the service on 127.0.0.1, sends requests that change nothing (GET, HEAD, OPTIONS, QUERY), "
                + "and ends it. The load stops when more than 5 %% of the requests fail.",
        footer = {"", "Exit code: 0 if the verdict is enable, no effect or harmful; 1 if a --require does not hold; "
                + "2 if the measurement or the command line is invalid; 3 if the verdict is cannot tell, or if "
                + "nothing was compared (--url without --start).",
                "",
                "Example: jbang own --jar app.jar --get /api/orders/42 --rate 150 -- --spring.profiles.active=load"})
final class Own implements Callable<Integer> {

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
                    + "arguments of the variant. The variants are compared then, as with --jar.")
    String start;

    @Option(names = "--stop", paramLabel = "TEXT",
            description = "A command that stops what --start has started. It is run when the measurement after each "
                    + "start has ended, and after Ctrl-C.")
    String stop;

    @Option(names = "--jmx", paramLabel = "HOST:PORT",
            description = "JMX agent of the service at --url. If the service is on another machine, own needs this or "
                    + "--actuator to know how many CPUs are busy. On this machine, own attaches to the JVM by "
                    + "default.")
    String jmx;

    @Option(names = "--actuator", paramLabel = "ADDRESS",
            description = "Actuator of the service at --url. Default: /actuator of the service, where there is one.")
    String actuator;

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
                    + "one, and prints those of the requests with --export.")
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

    @Option(names = "--pool", paramLabel = "N",
            description = "Threads of the service's pool. Default: what the service tells over JMX or Actuator, or "
                    + "else server.tomcat.threads.max among its arguments, or 200.")
    Integer pool;

    @Option(names = "--engine", paramLabel = "NAME",
            description = "Another load generator sends the requests: locust, k6, hyperfoil, wrk or ab. It must be "
                    + "installed. Each number of users is then a cell of its own. --rate needs k6. For Hyperfoil on "
                    + "other machines, write hyperfoil@http://HOST:8090,AGENT,AGENT: the controller, then its agents.")
    String engine;

    @Option(names = "--load-command", paramLabel = "TEXT",
            description = "Like --engine, with your own command: 'wrk -c {users} -d {duration}s --latency {url}'. own "
                    + "replaces {url}, {base} (the URL without path), {users}, {rate}, {duration} (s), {requests} "
                    + "(more than can be sent in that time) and {out} (the result file). Without {out}, own reads the "
                    + "output of the command. Formats: those of jbang audit.")
    String loadCommand;

    @Option(names = "--export", paramLabel = "NAME",
            description = "Prints the requests as a script of locust, k6, hyperfoil or wrk, and measures nothing.")
    String export;

    @Option(names = "--switch", paramLabel = "NAME=A|B",
            description = "Property with which virtual threads are off (A) and on (B). Default: ${DEFAULT-VALUE}.",
            defaultValue = Switch.SPRING_BOOT)
    String switching;

    @Option(names = "--variant", paramLabel = "NAME=ARGUMENTS",
            description = "Instead of --switch. Give it twice: first the arguments without virtual threads, then those "
                    + "with virtual threads, as in 'virtual=--app.threads=virtual'.")
    List<String> variants = List.of();

    @Option(names = "--ready", paramLabel = "PATH",
            description = "The service is ready when this path answers with success. Default: when the first "
                    + "request is answered.")
    String ready;

    @Option(names = "--ready-within", paramLabel = "TIME",
            description = "Time for the service to be ready, and after --stop to be gone. Default: ${DEFAULT-VALUE}.",
            defaultValue = "60s")
    Duration readyWithin;

    @Option(names = "--warmup", paramLabel = "TIME",
            description = "Load before each measurement, not recorded. It lasts up to twice as long where the service "
                    + "still becomes faster. Default: 1.5 times as long as the service takes to start, 6s to 20s.")
    Duration warmup;

    @Option(names = "--port", paramLabel = "N", description = "Port of the service. Default: a free one.",
            defaultValue = "0")
    int port;

    @Option(names = "--jvm", paramLabel = "FLAGS", description = "JVM flags of the --jar: '-Xmx512m -Dx=y'.",
            defaultValue = "")
    String jvm;

    @Option(names = "--jdk", paramLabel = "N[,N]", split = ",",
            description = "JDKs to run the service on, such as 21,25. Default: that of this command. With --jdk, a "
                    + "--command must begin with the word java.")
    List<Integer> jdks = List.of();

    @Option(names = "--minutes", paramLabel = "N",
            description = "Time for the measurement: it decides the number of forks, 3 at most. Default: "
                    + "${DEFAULT-VALUE}.",
            defaultValue = "10")
    double minutes;

    @Option(names = "--forks", paramLabel = "N",
            description = "Repeat each measurement in N fresh JVMs, whatever --minutes says. Intervals need two.")
    Integer forks;

    @Option(names = "--max-requests", paramLabel = "N",
            description = "Requests that one measurement may send, its warm-up included: it stops there, and is "
                    + "invalid. Default: ${DEFAULT-VALUE}.",
            defaultValue = Arguments.MOST_REQUESTS)
    long maxRequests;

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

    @Option(names = "--quick", description = "A short smoke test. Its figures do not count.")
    boolean quick;

    @Option(names = "--verbose", description = "Stack traces, and the requested and reported settings of each cell.")
    boolean verbose;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "This page.")
    boolean help;

    @Parameters(paramLabel = "ARGUMENT", description = "Arguments of the --jar, after --.")
    List<String> arguments = List.of();

    @Spec
    private CommandSpec spec;

    private final List<String> typed;

    private Own(List<String> typed) {
        this.typed = typed;
    }

    public static void main(String... args) {
        System.exit(commandLine(args).execute(args));
    }

    /** @param args for the record of the run */
    static CommandLine commandLine(String... args) {
        return CommandLines.of("own", new Own(List.of(args)));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (export != null) {
            Arguments.script(this).values().forEach(System.out::print);
            return 0;
        }
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
        if (rate == null && !quick && engine == null && loadCommand == null && Narrator.atTerminal()) {
            rate = new Peak(new BufferedReader(new InputStreamReader(System.in)), System.out, Arguments.MOST_RATE)
                    .ask();
        }
        EngineByRecipe driving = Arguments.engine(this, asked.request());
        LoadPlan.checkMinutes(this, asked);
        FirstTry tried = FirstTry.of(asked, requests == null && !keepFailing);
        Target sent = asked.having(tried.failing(), keepFailing);
        Target target = isPoolTold(tried) ? sent.with(tried.threads().getAsInt()) : sent;
        var plan = new LoadPlan(this, target, tried.boot(), tried.longest());
        var opening = new Opening(this, target, tried, plan, driving);
        return Lab.run(new Invocation("own", "jbang own", typed, recorded()), options(plan.forks()),
                target.change() == null
                        ? new RunningPage(this, target, plan, opening, report)::page
                        : new OwnPage(this, target, plan, opening, requirements, report)::page);
    }

    /** Whether the size of the pool is known from the service itself. */
    boolean isPoolTold(FirstTry tried) {
        return pool == null && tried.threads().isPresent();
    }

    /** What makes this run comparable with another: its options, and the arguments of the service. */
    private Map<String, Object> recorded() {
        Map<String, Object> values = LabOptions.values(spec);
        values.put("arguments", Secrets.masked(arguments));
        return values;
    }

    private List<String> options(int howManyForks) {
        var options = new ArrayList<>(List.of("--data", data.toString(), "--forks", String.valueOf(howManyForks)));
        if (!jdks.isEmpty()) {
            options.addAll(List.of("--jdk", String.join(",", jdks.stream().map(String::valueOf).toList())));
        }
        if (quick) {
            options.add("--quick");
        }
        if (verbose) {
            options.add("--verbose");
        }
        return options;
    }
}
