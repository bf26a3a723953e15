package course;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import kit.base.LabException;
import kit.page.Outline;
import kit.page.Passage;
import kit.page.Terminal;
import kit.record.Verdict;

/**
 * Gives a lesson: says what it is about, runs its lab in a process that has the terminal to itself, remembers what came
 * of it, and draws its page.
 */
final class Teacher {

    /** The exit code of a lab that Ctrl-C has ended. */
    static final int INTERRUPTED = 130;
    static final String PLOT = "analysis/plot.java";
    private static final String BEGINS = "Enter begins, s skips this lab, q leaves, ? shows what comes: ";

    private final Terminal terminal;
    private final Launcher launcher;
    private final Outlines outlines;
    private final Progress progress;
    private final Path data;
    private final List<String> options;
    /** Not buffered: what is typed ahead belongs to the lab that comes next. */
    private final FileInputStream in = new FileInputStream(FileDescriptor.in);

    /**
     * @param data    where runs are written
     * @param options for each lab
     */
    Teacher(Terminal terminal, Launcher launcher, Outlines outlines, Progress progress, Path data,
            List<String> options) {
        this.terminal = terminal;
        this.launcher = launcher;
        this.outlines = outlines;
        this.progress = progress;
        this.data = data;
        this.options = options;
    }

    /** The participant stops here. */
    static final class Left extends RuntimeException {
        Left() {
            super("left", null, false, false);
        }
    }

    /** @return 0 where the lesson was given or left out, else an exit code that says why not */
    int teach(Lesson lesson) {
        Outline outline;
        try {
            outline = outlines.needed(lesson);
        } catch (LabException e) {
            System.err.println("workshop: " + e.getMessage());
            return Verdict.INVALID.exitCode();
        }
        terminal.print(new Passage.Heading("Lesson " + lesson.title() + ": " + outline.question()));
        int skipped = outline.cellsSkipped();
        System.out.println("It measures for about " + Overview.minutes(outline) + " min"
                + (skipped == 0 ? "."
                        : ", without " + skipped
                                + " cells that this machine cannot measure."));
        if (Terminal.isThere()) {
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
        words.addAll(options);
        int exit = launcher.atTerminal(words);
        Optional<LessonRun> run = LessonRun.newest(data, lesson, before, start);
        if (exit == INTERRUPTED) {
            return INTERRUPTED;
        }
        if (run.isEmpty() || !run.get().isComplete()) {
            System.err.println("workshop: lab " + lesson.title()
                    + " was not measured to its end, for the reason above. After you fix it, run: "
                    + "./jbang workshop " + lesson.number());
            return Verdict.INVALID.exitCode();
        }
        int given = progress.of(lesson).map(Progress.Row::hints).orElse(0);
        // Those that follow from the measurement begin anew with each.
        int ofQuestions = outline.guesses().stream().mapToInt(question -> question.hints().size()).sum();
        if (run.get().isQuick() && progress.isDone(lesson)) {
            System.out.println("\nThis was --quick, a smoke test. The lesson is still done, because its earlier run "
                    + "counts.");
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
                : "Its page could not be drawn: ./jbang " + PLOT + " " + run.folder() + " shows the reason.");
    }

    /** What the participant types. */
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
}
