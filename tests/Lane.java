package tests;

import java.util.List;

/**
 * The parts in which the tests run, each in a JVM of its own. Every test class names its lane with JUnit's {@code
 * @Tag}, such as {@code @Tag(Lane.UNIT)}; a single test may add one of the tags below.
 *
 * @param name  as in {@code --lane}
 * @param about one line for the help
 * @param alone whether only the background may run beside it, because it holds a clock against a number
 * @param fast  whether {@code --fast} runs it
 * @param brief whether its JVM runs most of its code a few times only, and so is better off without the compiler C2
 */
public record Lane(String name, String about, boolean alone, boolean fast, boolean brief) {

    public static final String UNIT = "unit";
    public static final String PAGES = "pages";
    public static final String FAULTS = "faults";
    public static final String BROWSER = "browser";
    public static final String SCRIPTS = "scripts";
    public static final String SERVICES = "services";
    public static final String OWN = "own";
    public static final String LABS = "labs";
    public static final String STORES = "stores";
    public static final String WAITS = "waits";
    public static final String CLOCK = "clock";
    public static final String QUIET = "quiet";
    /**
     * Only {@code --bench} and {@code --lane bench} run it: it prints what takes how long, and holds it against
     * nothing.
     */
    public static final String BENCH = "bench";

    /** Only {@code --lane self} runs it: tests of each outcome, for {@code RunnerTest}. */
    public static final String SELF = "self";

    /** A test of another lane that {@code --fast} runs too. */
    public static final String ALSO_FAST = "also-fast";
    /** A test of a lane that {@code --fast} runs, too long for it: a simulation of many runs. */
    public static final String NOT_FAST = "not-fast";
    /** A test that only {@code --all} runs: whole labs. */
    public static final String WHOLE = "whole";

    /**
     * In the order in which they start: first lanes that need no script, while all scripts are built. Of the others,
     * the longest is first, so that both CPUs are in use until the end.
     */
    static final List<Lane> ALL = List.of(
            new Lane(FAULTS, "cells on a light service that go wrong", false, false, true),
            new Lane(OWN, "own, with a light service and other load generators", false, false, true),
            new Lane(STORES, "labs that store rows, and a database that goes wrong", false, false, true),
            new Lane(LABS, "labs whose requests wait, with the cells that carry their main claims", false, false, true),
            new Lane(SERVICES, "cells on Spring Boot that go wrong; every claim, on a simulated machine", false,
                    false, false),
            new Lane(WAITS, "the load generator: its tests wait nearly all the time, several at once", false,
                    false, true),
            new Lane(UNIT, "arithmetic, checks, claims, files, command lines", false, true, true),
            new Lane(SCRIPTS,
                    "the launcher, the course, the workshop: every script built, and started the way a user starts it",
                    false, false, true),
            new Lane(PAGES, "plot, compare, room and pins, in the tests' JVM", false, true, true),
            new Lane(BROWSER, "the pages in Chromium", false, false, true),
            new Lane(CLOCK, "what needs the CPUs for itself: labs that compute", true, false,
                    false),
            new Lane(QUIET, "what is told of a machine that is quiet, busy, or stops a cell", true, false,
                    true),
            new Lane(BENCH, "benchmarks, which no other run has", true, false, false),
            new Lane(SELF, "tests that fail, for the test of this command", false, false, true));

    /** Whether several of its tests run at once: they need next to no CPU. */
    boolean hasTestsAtOnce() {
        return name.equals(WAITS);
    }

    /** Whether two of its classes run at once: they wait more than half of the time. */
    boolean hasClassesAtOnce() {
        return name.equals(FAULTS);
    }

    /** Whether not even the background may run beside it: its tests would find that. */
    boolean needsQuiet() {
        return name.equals(QUIET);
    }

    /** Whether hardly any of its tests has a clock: it has the CPU time that the lanes beside it leave. */
    boolean isInBackground() {
        return List.of(SCRIPTS, UNIT, PAGES, BROWSER).contains(name);
    }

    /** Whether it is run without being asked for. */
    boolean usual() {
        return !name.equals(BENCH) && !name.equals(SELF);
    }

    static Lane named(String name) {
        return ALL.stream().filter(lane -> lane.name.equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no lane '" + name + "': there are "
                                + String.join(", ", ALL.stream().map(Lane::name).toList())));
    }
}
