package charts.text;

import kit.record.OneLine;
import java.util.LinkedHashSet;
import java.util.Set;

/** What the person has to know beside the pages: one line each on stderr, none twice. */
public final class Messages {
    private final String script;
    private final Set<String> said = new LinkedHashSet<>();

    public Messages() {
        this("plot");
    }

    /** @param script its name, with which each line begins */
    public Messages(String script) {
        this.script = script;
    }

    /** Says one line. The text holds what happened, why, and what to do next. */
    public void say(String line) {
        String oneLine = script + ": " + OneLine.of(line);
        if (said.add(oneLine)) {
            System.err.println(oneLine);
        }
    }

    /** Names a file or folder that is left out. */
    public void skipped(Object what, String why, String whatToDo) {
        say("skipped " + what + ": " + why + ". " + whatToDo);
    }
}
