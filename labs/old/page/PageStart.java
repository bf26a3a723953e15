package old.page;

import java.util.Optional;
import java.util.Set;

/** What a page is opened with, and the page itself as soon as it is there: its constructor may measure for minutes. */
final class PageStart {

    private final Invocation invocation;
    private final LabOptions options;
    private final boolean rehearsing;
    private final RunRecord run;
    private Set<String> piloted;
    private volatile Lab lab;

    /** @param rehearsing whether the page is only gone through to see what it would measure */
    PageStart(Invocation invocation, LabOptions options, boolean rehearsing) {
        this.invocation = invocation;
        this.options = options;
        this.rehearsing = rehearsing;
        this.run = new RunRecord(invocation, options);
    }

    Invocation invocation() {
        return invocation;
    }

    LabOptions options() {
        return options;
    }

    boolean isRehearsal() {
        return rehearsing;
    }

    RunRecord run() {
        return run;
    }

    Narrator narrator() {
        return rehearsing ? Narrator.silent() : new Narrator(System.out, run::note, Narrator.atTerminal());
    }

    /** From now on pilots of other variants than these are left out. */
    void pilotOnly(Set<String> variants) {
        piloted = variants;
    }

    Optional<Set<String>> piloted() {
        return Optional.ofNullable(piloted);
    }

    /** The page has begun. */
    void opened(Lab page) {
        lab = page;
    }

    /** Null until the page has begun. */
    Lab lab() {
        return lab;
    }
}
