package charts.text;

import kit.record.Misspelt;
import kit.record.Release;
import kit.record.OneLine;
import kit.record.Release;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How a script of analysis/ starts and ends: whatever goes wrong is one line, and then the exit code is 2. */
@Command(version = Release.NAMED)
public abstract class Script implements Callable<Integer> {
    private static final int LAST = 100; // in the help, behind what a script has of its own

    @Option(names = "--verbose", order = LAST, description = "show the stack trace of an error")
    private boolean verbose;

    @Option(names = "--version", order = LAST + 1, versionHelp = true,
            description = "show the version of the lab, and of the runs' format")
    private boolean version;

    @Option(names = {"-h", "--help"}, order = LAST + 2, usageHelp = true, description = "show this help")
    private boolean help;

    /** Runs the script with its command line and ends the JVM with its exit code. */
    protected final void run(String... args) {
        System.exit(execute(args));
    }

    /** Runs the script with its command line. @return the script's exit code, or 2 where something went wrong */
    public final int execute(String... args) {
        CommandLine command = new CommandLine(this);
        command.setParameterExceptionHandler(
                (wrong, given) -> fail(command, Misspelt.inWords(wrong) + ". Run with --help to see the options"));
        command.setExecutionExceptionHandler((error, line, parsed) -> {
            if (verbose) {
                error.printStackTrace();
            }
            return fail(command,
                    error instanceof BadInput ? error.getMessage()
                            : "an error of the script itself: " + error
                                    + ". Run with --verbose for the place, and tell the project");
        });
        return command.execute(args);
    }

    private static int fail(CommandLine command, String line) {
        System.err.println(command.getCommandName() + ": " + OneLine.of(line));
        return 2;
    }
}
