package kit.page;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import kit.base.LabException;
import kit.judge.JudgedRun;
import kit.measure.MachineCheck;
import kit.measure.Measurement;
import kit.plan.Guess;
import kit.plan.LabPlan;
import kit.record.Verdict;
import kit.service.Database;
import picocli.CommandLine.ParameterException;

/** A lab from its command line to its exit code: tells, asks, measures, judges, and tells the rest. */
final class LabRun {

    /** Exit code of a process that Ctrl-C has ended. */
    private static final int INTERRUPTED = 130;
    /** For which a lab whose database does not start waits to see whether it is being ended, in ms. */
    private static final int ENDING = 300;

    private final Options options;
    private final Notebook notebook;
    private final LabPlan plan;
    private final List<Measurement.Skipped> missing;
    private final Terminal terminal;

    private LabRun(Options options, Notebook notebook, List<Measurement.Skipped> missing, Terminal terminal) {
        this.options = options;
        this.notebook = notebook;
        this.plan = notebook.plan();
        this.missing = missing;
        this.terminal = terminal;
    }

    /** @return exit code: 0 confirmed or skipped, 1 surprise, 2 invalid or bad usage, 3 undecided, 130 after Ctrl-C */
    static int run(String lab, Function<Options, ? extends Page> page, String... words) {
        CommandLines.quietLoggers();
        boolean verbose = List.of(words).contains("--verbose");
        try {
            Options options = Options.of(lab, words);
            if (options.asksForHelp()) {
                options.printHelp();
                return 0;
            }
            Notebook notebook = made(lab, page, options).notebook();
            List<Measurement.Skipped> missing = MachineCheck.missing(notebook.plan());
            if (options.outline()) {
                System.out.println(Outline.of(notebook, missing).json());
                return 0;
            }
            return new LabRun(options, notebook, missing, Terminal.here()).run();
        } catch (ParameterException e) {
            return fails(lab, CommandLines.inWords(e, Options.RETIRED), e, verbose);
        } catch (LabException | UncheckedIOException e) {
            return fails(lab, e.getMessage(), e, verbose);
        } catch (RuntimeException | Error e) {
            return fails(lab, "an error in the lab itself (" + e + "): --verbose shows where. Please report it.", e,
                    verbose);
        }
    }

    /** What a page declares wrongly is told as one line. */
    private static Page made(String lab, Function<Options, ? extends Page> page, Options options) {
        try {
            return page.apply(options);
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw new LabException("labs/" + lab + ".java: " + e.getMessage(), e);
        }
    }

    private static int fails(String lab, String why, Throwable e, boolean verbose) {
        System.err.println(lab + ": " + why);
        if (verbose) {
            e.printStackTrace();
        }
        return Verdict.INVALID.exitCode();
    }

    private int run() {
        boolean nothingLeft = missing.size() == MachineCheck.measurements(plan);
        if (nothingLeft && !options.choosing().isEmpty()) {
            throw new LabException(options.choosing() + " leaves nothing to measure: " + missing.getFirst().why());
        }
        terminal.print(notebook.intro());
        List<String> guessed = guesses();
        terminal.print(notebook.ruleWithHeading());
        terminal.print(skipped());
        if (nothingLeft) {
            return Verdict.SKIPPED.exitCode();
        }
        try (Database database = open()) {
            return database == null && plan.storage().isPresent() ? Verdict.SKIPPED.exitCode()
                    : measureAndTell(database, guessed);
        }
    }

    /** Null where the plan has no database, or where there is none to be had, which is told. */
    private Database open() {
        var isEnding = new CountDownLatch(1);
        var hook = new Thread(isEnding::countDown);
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            return plan.storage().map(LabPlan.Storage::open).orElse(null);
        } catch (LabException e) {
            // Ctrl-C ends what is being started, too: that it cannot be used is no news.
            if (isOpen(isEnding)) {
                return null;
            }
            if (options.jdbcUrl() != null) {
                throw e;
            }
            terminal.print(new Passage.Finding(Verdict.SKIPPED.name(), e.getMessage(), List.of()));
            return null;
        } finally {
            Measuring.remove(hook);
        }
    }

    private static boolean isOpen(CountDownLatch latch) {
        try {
            return latch.await(ENDING, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private int measureAndTell(Database database, List<String> guessed) {
        if (options.step()) {
            terminal.waitForEnter();
        }
        RunFiles files = RunFiles.open(options.data(), plan.lab());
        files.note(notebook.intro());
        files.note(notebook.parts());
        if (guessed.stream().anyMatch(one -> !one.isEmpty())) {
            files.note(List.of(new Passage.Heading("Guesses")));
            files.note(notebook.questions(guessed));
        }
        files.note(notebook.ruleWithHeading());
        files.note(skipped());
        try (LiveRun live = options.live() ? LiveRun.open(plan, guessed, terminal) : null) {
            return new Measuring(plan, files, database, null, terminal, live)
                    .then(judged -> tell(files, judged, guessed, live));
        }
    }

    private List<String> guesses() {
        if (options.step() && terminal.isInteractive()) {
            return terminal.ask(plan.guesses());
        }
        List<String> none = Collections.nCopies(plan.guesses().size(), "");
        terminal.print(notebook.questions(none));
        return none;
    }

    private List<Passage> skipped() {
        return RunReport.skipped(plan, missing);
    }

    private int tell(RunFiles files, JudgedRun judged, List<String> guessed, LiveRun live) {
        boolean isComplete = judged.measurement().broken() == null;
        List<Told.Answer> answers = IntStream.range(0, guessed.size()).mapToObj(i -> {
            Guess guess = plan.guesses().get(i);
            return Question.judged(guess, guessed.get(i), judged.guesses().get(i).value());
        }).toList();
        var report = new RunReport(notebook, judged, answers);
        List<Passage> answer = new ArrayList<>(report.answers());
        if (options.quick()) {
            answer.add(new Passage.Text("This was --quick, a smoke test: nothing may be concluded."));
        }
        if (!isComplete) {
            answer.add(new Passage.Text("This run is incomplete: " + judged.measurement().broken() + "."));
        }
        terminal.print(answer);
        files.note(answer);
        files.note(report.details());
        files.note(notebook.suggestions());
        if (options.verbose()) {
            terminal.print(report.details());
        }
        Told told = report.told(options.typed());
        files.close(judged, told, isComplete);
        terminal.print("");
        terminal.print("Files: " + files.place() + " (notebook.md has all claims). Charts: ./jbang plot "
                + options.data());
        if (live != null && isComplete) {
            live.end(files.place(), told.answer(), terminal);
        } else if (live != null) {
            // Now: after Ctrl-C nothing is done any more once this has returned.
            live.close();
        }
        return isComplete ? judged.verdict().exitCode() : INTERRUPTED;
    }
}
