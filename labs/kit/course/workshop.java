///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the workshop: this machine checked, then all labs in order, with predictions, hints and what became of them
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES ../package-info.java package-info.java ../../../apps/package-info.java
//MAIN kit.course.Workshop

package kit.course;

import contract.Release;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.base.Verdict;
import kit.page.Lab;
import kit.page.LabCommand;
import kit.page.LabOptions;
import kit.page.Narrator;
import kit.page.Outline;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Walks through the labs in the catalog's order. Each lab runs as it always does, in a process that has the terminal to
 * itself, and asks for predictions itself; here is remembered what came of it. What a lab is about and takes, it tells
 * itself ({@code --outline}).
 */
@Command(name = "workshop", version = Release.NAMED, sortOptions = false, usageHelpAutoWidth = true,
        description = "Checks this machine, then walks through all labs, or one of them. "
                + "What follows -- goes to the labs: workshop 1 -- --quick")
final class Workshop implements Callable<Integer> {

    private static final int INTERRUPTED = 130;
    private static final String BEGINS = "Enter begins, s skips this lab, q leaves, ? tells what comes: ";
    private static final String PLOT = "analysis/plot.java";

    @Spec
    private CommandSpec command;

    @Parameters(arity = "0..1", paramLabel = "LAB", description = "Only this lab, by its number or name.")
    private String asked;

    @Option(names = "--check",
            description = "Lesson zero only: what this machine has, what will be SKIPPED, and how to mend it.")
    private boolean check;

    @Option(names = "--list", description = "All lessons: number, name, minutes, how far you are, question.")
    private boolean list;

    @Option(names = "--continue", description = "Go on at the first lesson that is not done.")
    private boolean goOn;

    @Option(names = "--hint", description = "The next hint for the lesson you are at (or LAB), one at a time.")
    private boolean hint;

    @Option(names = "--reset", description = "Forget what was done and guessed. The runs stay.")
    private boolean reset;

    @Option(names = "--prepare", description = "Fetch and build everything, so that the labs run without a network.")
    private boolean prepare;

    @Option(names = "--data", paramLabel = "DIR",
            description = "Where runs and progress.csv are. Default: data/ of the project.")
    private Path dir;

    @Option(names = "--version", versionHelp = true,
            description = "The version of the lab, and of the format of its runs.")
    private boolean version;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "This page.")
    private boolean help;

    private final boolean atTerminal = Narrator.atTerminal();
    private final Narrator narrator = new Narrator(System.out, line -> {}, atTerminal);
    /** Not buffered: what is typed ahead belongs to the lab that comes next. */
    private final FileInputStream in = new FileInputStream(FileDescriptor.in);

    private final String launchedBy;
    private final List<String> options;
    private Path root;
    private Path data;
    private Launcher launcher;
    private Outlines outlines;
    private List<Lesson> lessons;
    private Progress progress;
    private Overview overview;
    private volatile boolean begun;

    /** Somebody would rather stop here. */
    private static final class Left extends RuntimeException {
        Left() {
            super("left", null, false, false);
        }
    }

    private Workshop(String launchedBy, List<String> options) {
        this.launchedBy = launchedBy;
        this.options = options;
    }

    public static void main(String... args) {
        // On Ctrl-C the hook says the last words.
        System.exit(run(System.getenv("JBANG_LAUNCH_CMD"), args));
    }

    /**
     * The workshop without the end of the JVM.
     *
     * @param launchedBy the launcher that labs are started with; null where that is not known
     * @return its exit code
     */
    static int run(String launchedBy, String... args) {
        LabCommand.quietLoggers();
        int end = List.of(args).indexOf("--");
        var workshop = new Workshop(launchedBy, end < 0 ? List.of() : List.of(args).subList(end + 1, args.length));
        var line = new CommandLine(workshop);
        line.setParameterExceptionHandler((e, a) -> {
            System.err.println(
                    "workshop: " + e.getMessage().lines().findFirst().orElse("") + ". See --help for what there is.");
            return Verdict.INVALID.exitCode();
        });
        line.setExecutionExceptionHandler((e, l, parsed) -> {
            boolean ours = e instanceof LabException || e instanceof UncheckedIOException;
            System.err.println("workshop: "
                    + (ours ? e.getMessage() : "an error in the workshop itself (" + e + "). Please report it."));
            return Verdict.INVALID.exitCode();
        });
        return line.execute(end < 0 ? args : Arrays.copyOf(args, end));
    }

    @Override
    public Integer call() {
        validate();
        root = Lesson.checkout();
        data = dir == null ? root.resolve("data") : dir.toAbsolutePath().normalize();
        lessons = Lesson.all(root);
        launcher = new Launcher(root, launchedBy);
        outlines = new Outlines(launcher, options);
        progress = new Progress(data);
        overview = new Overview(narrator, data, progress);
        Optional<Lesson> one = Optional.ofNullable(asked).map(lab -> Lesson.named(lab, lessons));
        if (reset) {
            return forget();
        }
        // Nothing is begun that could not be remembered.
        progress.rows();
        if (list) {
            return overview.list(lessons, outlines);
        }
        var hook = new Thread(this::leave);
        Runtime.getRuntime().addShutdownHook(hook);
        int exit = Verdict.INVALID.exitCode();
        try {
            exit = check ? zero()
                    : prepare ? prepare() : hint ? hint(one.orElseGet(() -> progress.current(lessons))) : walk(one);
        } catch (Left e) {
            System.out.println();
            howToGoOn();
            exit = 0;
        } finally {
            if (exit != INTERRUPTED) {
                removeHook(hook);
            }
        }
        return exit;
    }

    /** @throws ParameterException where the command line makes no sense, also for the labs */
    private void validate() {
        List<String> modes = Stream
                .of(check ? "--check" : "", list ? "--list" : "", goOn ? "--continue" : "", hint ? "--hint" : "",
                        reset ? "--reset" : "", prepare ? "--prepare" : "")
                .filter(mode -> !mode.isEmpty()).toList();
        if (modes.size() > 1) {
            throw new ParameterException(command.commandLine(),
                    String.join(" and ", modes) + " cannot be combined: take one of them");
        }
        if (asked != null && !modes.isEmpty() && !hint) {
            throw new ParameterException(command.commandLine(),
                    modes.getFirst() + " is about the whole workshop: leave '" + asked + "' out");
        }
        CommandLine line = LabOptions.commandLine("lab");
        LabOptions parsed = line.getCommand();
        try {
            line.parseArgs(options.toArray(String[]::new));
            parsed.validate();
        } catch (ParameterException e) {
            throw new ParameterException(command.commandLine(),
                    "what follows -- goes to the labs, and " + e.getMessage());
        }
        if (line.isUsageHelpRequested() || parsed.outline || options.stream().anyMatch(o -> o.startsWith("--data"))) {
            throw new ParameterException(command.commandLine(),
                    "what follows -- goes to the labs, and --help, --outline and --data do not "
                            + "belong there (--data may stand before it)");
        }
    }

    // ---- one-liners ----

    private int forget() {
        var gone = "what is in it cannot be read";
        try {
            List<Progress.Row> rows = progress.rows();
            gone = rows.stream().filter(Progress.Row::isDone).count() + " lessons done, "
                    + rows.stream().filter(row -> !row.isLesson() && !row.guess().isEmpty()).count() + " guesses";
        } catch (LabException e) {
            // Whatever it is, it goes.
        }
        System.out
                .println(progress.forget() ? "Removed " + progress.file() + " (" + gone + "). The runs are still there."
                        : "There is nothing to forget: no " + progress.file() + ".");
        return 0;
    }

    private int zero() {
        outlines.askAll(lessons);
        List<Lesson> missing = lessons.stream().filter(lesson -> !outlines.of(lesson).isThere()).toList();
        if (!missing.isEmpty()) {
            System.out.println("""
                    Some labs are not built on this machine yet. Each lab knows itself what it needs, so their libraries
                    are fetched and they are built now: about 400 MB and three minutes, once. Most of it is PostgreSQL,
                    for labs 7 and 8.""");
            missing.forEach(lesson -> System.out
                    .println("  lab " + lesson.title() + (outlines.fetched(lesson).isThere() ? "" : ": not built")));
        }
        boolean plotThere = launcher.built(PLOT, true, List.of(PLOT, "--help")).ok();
        return new LessonZero(narrator, data).check(lessons, outlines, plotThere) ? 0 : Verdict.INVALID.exitCode();
    }

    private int prepare() {
        return new Preparation(root, launcher).prepare(lessons) ? 0 : Verdict.INVALID.exitCode();
    }

    private int hint(Lesson lesson) {
        return overview.hint(lesson, outline(lesson));
    }

    private Outline outline(Lesson lesson) {
        Outlines.Answer answer = outlines.of(lesson);
        if (!answer.isThere()) {
            System.out.println("Fetching and building what lab " + lesson.title() + " is made of, if it can be had...");
            answer = outlines.fetched(lesson);
        }
        if (!answer.isThere()) {
            throw new LabException("lab " + lesson.title() + " does not start: " + answer.why()
                    + ". Once that is mended: ./jbang workshop "
                    + lesson.number());
        }
        return answer.outline();
    }

    // ---- the walk ----

    private int walk(Optional<Lesson> one) {
        begun = true;
        boolean allRun = true;
        List<Lesson> walked = one.map(List::of).orElse(lessons);
        if (one.isEmpty()) {
            List<Lesson> done = lessons.stream().filter(progress::isDone).toList();
            if (goOn) {
                walked = lessons.stream().filter(lesson -> !done.contains(lesson)).toList();
                done.stream().filter(progress::isInvalid).forEach(lesson -> System.out.println("Lab " + lesson.title()
                        + " was INVALID: ./jbang workshop " + lesson.number() + " repeats it."));
                if (walked.isEmpty()) {
                    System.out.println(
                            "All lessons are done. ./jbang workshop --reset forgets them, ./jbang workshop LAB "
                                    + "repeats one.");
                }
            } else {
                if (zero() != 0) {
                    return Verdict.INVALID.exitCode();
                }
                if (!done.isEmpty()) {
                    System.out.println("\nYou have done " + done.size() + " of " + lessons.size()
                            + " lessons already: ./jbang workshop --continue leaves them out.");
                }
            }
        }
        for (Lesson lesson : walked) {
            int exit = teach(lesson);
            if (exit == INTERRUPTED) {
                return INTERRUPTED;
            }
            allRun &= exit == 0;
        }
        begun = false;
        overview.summary(one);
        return allRun ? 0 : Verdict.INVALID.exitCode();
    }

    /** @return 0 where the lesson was given or left out, else an exit code that says why not */
    private int teach(Lesson lesson) {
        Outline outline;
        try {
            outline = outline(lesson);
        } catch (LabException e) {
            System.err.println("workshop: " + e.getMessage());
            return Verdict.INVALID.exitCode();
        }
        narrator.heading(1, "Lesson " + lesson.title() + ": " + outline.question());
        int skipped = outline.cellsSkipped();
        System.out.println("It measures for about " + Overview.minutes(outline) + " min"
                + (skipped == 0 ? "."
                        : ", without " + skipped
                                + " cells that this machine cannot measure."));
        if (atTerminal) {
            for (String answer = asks(BEGINS); !answer.isEmpty(); answer = asks(BEGINS)) {
                switch (answer) {
                case "q" -> throw new Left();
                case "s" -> {
                    return 0;
                }
                case "?" ->
                    System.out.println("  The lab explains what is measured, asks for your guess, then measures. "
                            + "Each question has hints.");
                default -> System.out.println("  '" + answer + "' is none of these.");
                }
            }
        }
        return run(lesson, outline);
    }

    private int run(Lesson lesson, Outline outline) {
        progress.begins(lesson);
        Set<String> before = LessonRun.names(data, lesson);
        Instant start = Instant.now();
        var words = new ArrayList<>(List.of("--quiet", lesson.script()));
        if (!options.contains("--step")) {
            words.add("--step");
        }
        if (dir != null) {
            words.addAll(List.of("--data", data.toString()));
        }
        words.addAll(options);
        int exit = launcher.atTerminal(words);
        Optional<LessonRun> run = LessonRun.newest(data, lesson, before, start);
        if (exit == INTERRUPTED) {
            return INTERRUPTED;
        }
        if (run.isEmpty() || !run.get().isComplete()) {
            System.err.println("workshop: lab " + lesson.title()
                    + " was not measured to its end, for the reason above. Once that is mended: "
                    + "./jbang workshop " + lesson.number());
            return Verdict.INVALID.exitCode();
        }
        int given = progress.of(lesson).map(Progress.Row::hints).orElse(0);
        // Those that follow from the measurement begin anew with each.
        int ofQuestions = outline.predictions().stream().mapToInt(question -> question.hints().size()).sum();
        if (run.get().isQuick() && progress.isDone(lesson)) {
            System.out.println("\nThis was --quick, a smoke test: the lesson stays done by its earlier run.");
        } else {
            progress.ended(lesson, run.get().rows(lesson, Math.min(given, ofQuestions)));
            if (run.get().isQuick()) {
                System.out.println("\nThis was --quick, a smoke test: the lesson is not done. ./jbang workshop "
                        + lesson.number() + " does it.");
            }
        }
        draw(run.get());
        return 0;
    }

    private void draw(LessonRun run) {
        Launcher.Said said = launcher.built(PLOT, false, List.of(PLOT, run.folder().toString()));
        System.out.println();
        System.out.print(said.err());
        System.out.println(said.ok() ? "Its page, with charts: " + said.out().lines().findFirst().orElse("")
                : "Its page could not be drawn: ./jbang " + PLOT + " " + run.folder() + " tells why.");
    }

    /** What somebody types. */
    private String asks(String text) {
        System.out.print(text);
        System.out.flush();
        var line = new StringBuilder();
        try {
            for (int c = in.read(); c != '\n'; c = in.read()) {
                if (c < 0) {
                    throw new Left();
                }
                line.append((char) c);
            }
        } catch (IOException e) {
            throw new Left();
        }
        return line.toString().strip();
    }

    // ---- leaving ----

    /** On Ctrl-C: nothing that was started stays, and what was measured does. */
    private void leave() {
        launcher.end();
        if (begun) {
            System.out.println();
            howToGoOn();
        }
    }

    private static void howToGoOn() {
        System.out.println("You have left the workshop. ./jbang workshop --continue goes on where you were.");
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down already: that is what the hook is for.
        }
    }
}
