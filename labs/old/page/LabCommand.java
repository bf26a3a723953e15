package old.page;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import kit.base.LabException;
import kit.page.CommandLines;
import kit.record.Verdict;
import old.plan.Cell;
import old.plan.Needs;
import kit.plan.Request;
import picocli.CommandLine;

/** A lab from its command line to its exit code, however it ends. */
public final class LabCommand {

    /** Exit code of a process that Ctrl-C has ended. */
    private static final int INTERRUPTED = 130;

    private LabCommand() {}

    /** Ctrl-C was pressed. */
    static final class Interrupted extends RuntimeException {
        Interrupted() {
            super("interrupted", null, false, false);
        }
    }

    /** Told to give an outline, the page has come to its first measurement. */
    static final class Outlined extends RuntimeException {
        final transient List<Cell> wanted;

        Outlined(List<Cell> wanted) {
            super("outlined", null, false, false);
            this.wanted = wanted;
        }
    }

    /** See {@link Lab#run}. */
    static int run(Invocation invocation, String[] args, Consumer<PageStart> page) {
        CommandLines.quietLoggers();
        String name = invocation.lab();
        CommandLine line = LabOptions.commandLine(name);
        LabOptions options = line.getCommand();
        try {
            line.parseArgs(args);
            if (line.isUsageHelpRequested()) {
                line.usage(System.out);
                return 0;
            }
            if (line.isVersionHelpRequested()) {
                line.printVersionHelp(System.out);
                return 0;
            }
            options.validate();
        } catch (CommandLine.ParameterException e) {
            return CommandLines.refused(name, e);
        }
        var opening = new PageStart(invocation, options, options.measuresNothing());
        boolean complete = false;
        var over = new CountDownLatch(1);
        var hook = new Thread(() -> interrupt(opening.lab(), over));
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            rehearse(invocation, options, page).ifPresent(opening::pilotOnly);
            page.accept(opening);
            complete = true;
            return opening.lab().verdict().exitCode();
        } catch (Interrupted e) {
            return INTERRUPTED;
        } catch (Outlined e) {
            return tell(opening.lab(), name, options, e.wanted);
        } catch (RuntimeException | Error e) {
            Lab lab = opening.lab();
            if (lab != null && lab.campaign().isStopped()) {
                // Ctrl-C reaches what the lab has started too, and that what is gone then cannot be used is no news.
                return INTERRUPTED;
            }
            fails(lab, name, options, e);
            return Verdict.INVALID.exitCode();
        } finally {
            try {
                if (opening.lab() != null) {
                    opening.lab().campaign().stop();
                    opening.lab().close(complete);
                }
            } catch (RuntimeException e) {
                fails(opening.lab(), name, options, e);
            } finally {
                over.countDown();
            }
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The JVM is shutting down already: that is what the hook is for.
            }
        }
    }

    /**
     * Goes through the page without a word first, so that an option which names nothing, or leaves nothing to measure,
     * is refused before the lesson is printed.
     *
     * @return names of the variants that will be measured and whose rules may have numbers of a pilot, where options
     *         choose some cells
     */
    private static Optional<Set<String>> rehearse(Invocation invocation, LabOptions options,
            Consumer<PageStart> page) {
        if (options.measuresNothing() || options.choosing().isEmpty()) {
            return Optional.empty();
        }
        var rehearsal = new PageStart(invocation, options, true);
        try {
            page.accept(rehearsal);
        } catch (Outlined e) {
            Possible possible = rehearsal.lab().possible();
            if (!possible.isWithoutItsEngine()
                    && e.wanted.stream().allMatch(cell -> possible.jdks(cell).isEmpty())) {
                throw new LabException(options.choosing() + " leaves nothing to measure: "
                        + possible.impossible(e.wanted).keySet().iterator().next());
            }
            return Optional.of(e.wanted.stream().filter(cell -> cell.needs() != Needs.NONE)
                    .map(cell -> cell.variant().name()).collect(Collectors.toSet()));
        }
        return Optional.empty();
    }

    /** Tells of the cells what was asked for, in place of measuring them. */
    private static int tell(Lab lab, String name, LabOptions options, List<Cell> wanted) {
        if (options.export == null) {
            System.out.println(OutlineOfLab.of(lab, options, wanted).json());
            return 0;
        }
        try {
            List<Request> requests = wanted.stream().map(cell -> cell.streams().getFirst().request()).distinct()
                    .toList();
            if (requests.size() != 1) {
                throw new LabException("--export: the cells send different requests; choose one with --cells: "
                        + wanted.stream().map(Cell::shortName).collect(Collectors.joining(", ")));
            }
            lab.possible().engines().script(options.export, requests.getFirst()).values().forEach(System.out::print);
            return 0;
        } catch (LabException e) {
            fails(lab, name, options, e);
            return Verdict.INVALID.exitCode();
        }
    }

    /** Says in one line what broke the lab off. */
    private static void fails(Lab lab, String name, LabOptions options, Throwable e) {
        if (lab != null) {
            lab.verdict(Verdict.INVALID);
        }
        boolean ours = e instanceof LabException || e instanceof java.io.UncheckedIOException;
        System.err.println(name + ": " + (ours ? e.getMessage()
                : "an error in the lab itself (" + e + "): --verbose shows where. Please report it."));
        if (options.verbose) {
            e.printStackTrace();
        }
    }

    /** On Ctrl-C: ends the cells, whereupon the page breaks off and keeps what there is. */
    private static void interrupt(Lab lab, CountDownLatch over) {
        if (lab == null) {
            return;
        }
        lab.campaign().stop();
        try {
            // The page may be waiting for an answer rather than for a cell. Then nothing else closes the folder.
            if (lab.narrator().isWaiting() || !over.await(10, TimeUnit.SECONDS)) {
                lab.close(false);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
