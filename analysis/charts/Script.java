package charts;

import java.util.concurrent.Callable;
import picocli.CommandLine;

/** How a script of this folder starts and ends: whatever goes wrong is one line, and then the exit code is 2. */
public interface Script extends Callable<Integer> {

    /** Whether the person asked for the stack trace of an error. */
    boolean verbose();

    /** Runs the script with its command line and ends the JVM with its exit code. */
    static void run(Script script, String... args) {
        CommandLine command = new CommandLine(script);
        command.setParameterExceptionHandler((wrong, given) ->
                fail(command, wrong.getMessage() + ". Run with --help to see the options"));
        command.setExecutionExceptionHandler((error, line, parsed) -> {
            if (script.verbose()) {
                error.printStackTrace();
            }
            return fail(command, error instanceof BadInput ? error.getMessage() : "an error of the script itself: " + error
                    + ". Run with --verbose for the place, and tell the project");
        });
        System.exit(command.execute(args));
    }

    private static int fail(CommandLine command, String line) {
        System.err.println(command.getCommandName() + ": " + line.replaceAll("\\s+", " "));
        return 2;
    }
}
