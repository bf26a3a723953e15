package old.course;

import kit.record.Verdict;
import java.time.Duration;
import old.page.LabOptions;
import picocli.CommandLine;

/** A command that is no lab. Bad input is one line, and exit code 2. */
public final class Tool {

    private Tool() {}

    /** @param name with which that line begins */
    public static CommandLine line(String name, Object command) {
        var line = new CommandLine(command);
        line.registerConverter(Duration.class, LabOptions::time);
        line.setParameterExceptionHandler((e, a) -> LabOptions.refused(name, e));
        line.setExecutionExceptionHandler((e, l, parsed) -> {
            System.err.println(name + ": " + e.getMessage());
            return Verdict.INVALID.exitCode();
        });
        return line;
    }
}
