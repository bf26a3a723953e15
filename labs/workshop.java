///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the workshop: this machine checked, then all labs in order, with guesses, hints and what became of them
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED
//SOURCES kit/package-info.java course/package-info.java ../apps/package-info.java
//MAIN course.Workshop

package course;

import kit.record.Release;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.page.CommandLines;
import kit.page.Options;
import kit.page.Terminal;
import kit.record.Verdict;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Walks through the labs in the catalog's order. Each lab runs as it always does, in a process that has the terminal to
 * itself, and asks for guesses itself; here is remembered what came of it. What a lab is about and takes, it tells
 * itself ({@code --outline}).
 */
@Command(name = "workshop", version = Release.NAMED, sortOptions = false, usageHelpAutoWidth = true,
        description = "Checks this machine, then walks through all labs, or one of them. "
                + "Options after -- are passed to the labs: workshop 1 -- --quick")
final class Workshop implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Parameters(arity = "0..1", paramLabel = "LAB", description = "Only this lab, by its number or name.")
    private String asked;

    @Option(names = "--check",
            description = "Lesson zero only: what this machine has, what will be SKIPPED, and how to fix it.")
    private boolean check;

    @Option(names = "--list", description = "All lessons: number, name, minutes, how far you are, question.")
    private boolean list;

    @Option(names = "--continue", description = "Go on at the first lesson that is not done.")
    private boolean goOn;

    @Option(names = "--hint", description = "The next hint for the lesson you are at (or LAB), one at a time.")
    private boolean hint;

    @Option(names = "--reset", description = "Delete progress and guesses. Keep the runs.")
    private boolean reset;

    @Option(names = "--prepare", description = "Fetch and build everything, so that the labs run without a network.")
    private boolean prepare;

    @Option(names = "--live", description = "Show each measurement in a browser while it goes on.")
    private boolean live;

    @Option(names = "--glossary", description = "The terms that the labs use, and what they mean.")
    private boolean glossary;

    @Option(names = "--data", paramLabel = "DIR",
            description = "Where runs and progress.csv are. Default: data/ of the project.")
    private Path dir;

    @Option(names = "--version", versionHelp = true,
            description = "The version of the lab, and of the format of its runs.")
    private boolean version;

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "This page.")
    private boolean help;

    private final Terminal terminal = Terminal.here();
    private final String launchedBy;
    private final List<String> options;
    private Path root;
    private Path data;
    private Launcher launcher;
    private Outlines outlines;
    private List<Lesson> lessons;
    private Progress progress;
    private Overview overview;
    private Teacher teacher;
    private volatile boolean begun;

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
        CommandLines.quietLoggers();
        int end = List.of(args).indexOf("--");
        var workshop = new Workshop(launchedBy, end < 0 ? List.of() : List.of(args).subList(end + 1, args.length));
        var line = new CommandLine(workshop);
        line.setParameterExceptionHandler((e, a) -> CommandLines.refused("workshop", e));
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
        if (glossary) {
            return Glossary.show(root, terminal);
        }
        data = dir == null ? root.resolve("data") : dir.toAbsolutePath().normalize();
        lessons = Lesson.all(root);
        launcher = new Launcher(root, launchedBy);
        outlines = new Outlines(launcher, options);
        progress = new Progress(data);
        overview = new Overview(terminal, data, progress);
        teacher = new Teacher(terminal, launcher, outlines, progress, data, labOptions());
        Optional<Lesson> one = Optional.ofNullable(asked).map(lab -> Lesson.named(lab, lessons));
        validateOptions();
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
        } catch (Teacher.Left e) {
            System.out.println();
            howToGoOn();
            exit = 0;
        } finally {
            if (exit != Teacher.INTERRUPTED) {
                removeHook(hook);
            }
        }
        return exit;
    }

    /** @throws ParameterException where the command line makes no sense */
    private void validate() {
        List<String> modes = Stream
                .of(check ? "--check" : "", list ? "--list" : "", goOn ? "--continue" : "", hint ? "--hint" : "",
                        reset ? "--reset" : "", prepare ? "--prepare" : "", glossary ? "--glossary" : "")
                .filter(mode -> !mode.isEmpty()).toList();
        if (modes.size() > 1) {
            throw new ParameterException(command.commandLine(),
                    String.join(" and ", modes) + " cannot be combined: take one of them");
        }
        if (asked != null && !modes.isEmpty() && !hint) {
            throw new ParameterException(command.commandLine(),
                    modes.getFirst() + " is about the whole workshop: leave '" + asked + "' out");
        }
    }

    /** @throws ParameterException where a lab does not take what follows {@code --} */
    private void validateOptions() {
        String[] words = options.toArray(String[]::new);
        try {
            Options.of("lab", words);
        } catch (ParameterException e) {
            throw new ParameterException(command.commandLine(),
                    "options after -- are passed to the labs: " + e.getMessage());
        }
        if (options.stream().anyMatch(word -> word.matches("-h|--help|--outline|--data(=.*)?"))) {
            throw new ParameterException(command.commandLine(),
                    "options after -- are passed to the labs; --help, --outline and --data are not "
                            + "allowed there (put --data before --)");
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
                    Some labs are not built on this machine yet. Their libraries are fetched and the labs are built
                    now: about 400 MB and three minutes, once. Most of it is PostgreSQL, for labs 9 to 12 and 17.""");
            missing.forEach(lesson -> System.out
                    .println("  lab " + lesson.title() + (outlines.fetched(lesson).isThere() ? "" : ": not built")));
        }
        boolean plotThere = launcher.built(Teacher.PLOT, true, List.of(Teacher.PLOT, "--help")).ok();
        return new LessonZero(terminal, data).check(lessons, outlines, plotThere) ? 0 : Verdict.INVALID.exitCode();
    }

    private int prepare() {
        return new Preparation(root, launcher).prepare(lessons) ? 0 : Verdict.INVALID.exitCode();
    }

    private int hint(Lesson lesson) {
        return overview.hint(lesson, outlines.needed(lesson));
    }

    // ---- the walk ----

    /** What follows {@code --}, and where the runs go. */
    private List<String> labOptions() {
        var all = new ArrayList<String>();
        if (dir != null) {
            all.addAll(List.of("--data", data.toString()));
        }
        if (live) {
            all.add("--live");
        }
        all.addAll(options);
        return all;
    }

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
                            "All lessons are done. ./jbang workshop --reset deletes this progress, "
                                    + "./jbang workshop LAB repeats one.");
                }
            } else {
                if (zero() != 0) {
                    return Verdict.INVALID.exitCode();
                }
                if (!done.isEmpty()) {
                    System.out.println("\nYou have done " + done.size() + " of " + lessons.size()
                            + " lessons already: ./jbang workshop --continue skips them.");
                }
            }
        }
        for (Lesson lesson : walked) {
            int exit = teacher.teach(lesson);
            if (exit == Teacher.INTERRUPTED) {
                return Teacher.INTERRUPTED;
            }
            allRun &= exit == 0;
        }
        begun = false;
        overview.summary(one);
        return allRun ? 0 : Verdict.INVALID.exitCode();
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
        System.out.println("Workshop stopped. To go on with the labs that are not done: ./jbang workshop --continue");
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down already: that is what the hook is for.
        }
    }
}
