package old.course;

import java.io.IOException;
import java.time.Duration;
import kit.base.LabException;
import kit.record.OneLine;
import kit.record.Verdict;
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
            boolean isMended = e instanceof LabException || e instanceof IOException;
            System.err.println(name + ": " + OneLine.of(isMended ? e.getMessage()
                    : "an error of the command itself (" + e + "): tell the project, with the file"));
            return Verdict.INVALID.exitCode();
        });
        return line;
    }
}
