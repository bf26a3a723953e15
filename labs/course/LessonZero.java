package course;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import kit.base.Numbers;
import kit.page.Outline;
import kit.page.Passage;
import kit.page.Terminal;
import kit.record.Verdict;
import kit.machine.Jdks;
import kit.machine.Limits;
import kit.machine.Machine;
import kit.machine.Program;

/**
 * Lesson zero: is this machine ready? What a lab needs is told by the labs themselves, so each of its lines says what
 * is here, and which cells of which labs cannot be measured for want of what.
 */
final class LessonZero {

    /**
     * Recordings and logs of a course, the unpacked PostgreSQL, and what the next person needs. Below it, it is said.
     */
    private static final long DISK_MB = 2048;
    private static final String PREPARE = "./jbang workshop --prepare";
    /** For a program that only says whether it works. */
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String INDENT = "         ";

    private final Terminal terminal;
    private final Machine machine = new Machine();
    private final Path data;
    private final Map<Lesson, Outline> outlines = new LinkedHashMap<>();
    private final Map<Lesson, String> notFetched = new LinkedHashMap<>();
    private boolean hopeless;

    LessonZero(Terminal terminal, Path data) {
        this.terminal = terminal;
        this.data = data;
    }

    /**
     * Looks, and says what it found.
     *
     * @param plotThere whether the pages can be drawn without fetching anything
     * @return whether labs can be run at all
     */
    boolean check(List<Lesson> lessons, Outlines all, boolean plotThere) {
        terminal.print(new Passage.Heading("0 this machine: which labs can it run?"));
        System.out.println();
        all.askAll(lessons);
        jdk();
        cpus();
        loopback();
        disk();
        for (Lesson lesson : lessons) {
            Outlines.Answer answer = all.of(lesson);
            if (answer.isThere()) {
                outlines.put(lesson, answer.outline());
            } else {
                notFetched.put(lesson, answer.why());
            }
        }
        otherJdks();
        limits();
        programs();
        postgres();
        downloads(plotThere);
        skipped();
        return !hopeless;
    }

    private void ok(String what) {
        line("ok", what);
    }

    private void note(String what) {
        line("note", what);
    }

    private void missing(String what) {
        line("missing", what);
    }

    private static void line(String word, String what) {
        System.out.println(Numbers.format("%-8s %s", word, what.replace("\n", "\n" + INDENT)));
    }

    private void jdk() {
        Path home = Path.of(System.getProperty("java.home"));
        if (Files.exists(Jdks.tool(home, "javac"))) {
            ok("JDK " + Runtime.version().feature() + " with a compiler: " + home);
        } else {
            hopeless = true;
            missing("a compiler: " + home + " is a runtime only. Install a JDK 25 and set JAVA_HOME to it");
        }
    }

    private void cpus() {
        Map<String, Object> facts = machine.description();
        String limit = Stream.of("container_cpu_limit", "container_memory_limit")
                .filter(fact -> facts.get(fact) != null)
                .map(fact -> fact.replace('_', ' ') + " " + facts.get(fact)).collect(Collectors.joining(", "));
        String what = machine.cpus() + (machine.cpus() == 1 ? " CPU" : " CPUs") + " (" + facts.get("cpu") + "), "
                + facts.get("memory_mb")
                + " MiB of memory, " + facts.get("os") + (limit.isEmpty() ? "" : ", " + limit);
        if (machine.cpus() > 1) {
            ok(what);
        } else {
            note(what
                    + "\nService, client and everything else share one CPU: expect INVALID cells. Give a virtual "
                    + "machine two or more");
        }
    }

    private void loopback() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            ok("a free port on 127.0.0.1, such as " + socket.getLocalPort());
        } catch (IOException e) {
            hopeless = true;
            missing("a port on 127.0.0.1 (" + e.getMessage()
                    + "): no lab can run. Does a firewall or a sandbox forbid it?");
        }
    }

    private void disk() {
        try {
            Path there = data.toAbsolutePath();
            while (!Files.exists(there)) {
                there = there.getParent();
            }
            long free = Files.getFileStore(there).getUsableSpace() >> 20;
            String what = free + " MiB free for runs in " + data;
            if (!Files.isWritable(there)) {
                hopeless = true;
                missing("a data folder: " + there
                        + " cannot be written. Make it writable, or choose another one with --data");
            } else if (free < DISK_MB) {
                note(what + ": little. Delete old runs, or choose another folder with --data");
            } else {
                ok(what);
            }
        } catch (IOException e) {
            note("the room on the disk is not known: " + e.getMessage());
        }
    }

    /** JDKs that only some labs measure on, as a runtime. */
    private void otherJdks() {
        outlines.values().stream().flatMap(outline -> outline.needs().jdks().stream()).distinct().sorted()
                .filter(jdk -> jdk != Jdks.current()).forEach(jdk -> {
                    String who = labs(o -> o.needs().jdks().contains(jdk) ? 1 : 0, 1);
                    Jdks.home(jdk).ifPresentOrElse(home -> ok("JDK " + jdk + ", for " + who + ": " + home),
                            () -> missing(
                                    "JDK " + jdk + ", for " + who + ". " + Jdks.howToInstall(jdk) + " installs it"));
                });
    }

    /** What the system allows, and the most that any lab wants of it. */
    private void limits() {
        Limits limits = Limits.of(machine);
        limit(limits, Limits.Of.FILES, o -> o.needs().files());
        limit(limits, Limits.Of.THREADS, o -> o.needs().threads());
        limit(limits, Limits.Of.PORTS, o -> o.needs().ports());
        limit(limits, Limits.Of.MEMORY, o -> o.needs().memoryMb());
    }

    private void limit(Limits limits, Limits.Of of, ToLongFunction<Outline> need) {
        long most = outlines.values().stream().mapToLong(need).max().orElse(0);
        limits.tightest(of).ifPresentOrElse(limit -> {
            String what = limit.room() + " " + of.words() + " (" + limit.name() + ")";
            if (limit.room() >= most) {
                ok(what + (most == 0 ? "" : "; a lab needs at most " + most));
            } else {
                missing(what + "; needed: up to " + most + ", by " + labs(need, limit.room() + 1) + ".\n"
                        + limit.raise());
            }
        }, () -> {
            if (most > 0) {
                note("the limit of " + of.words() + " is not known on this system; needed: up to " + most + ", by "
                        + labs(need, most));
            }
        });
    }

    /** The labs that need at least so much. */
    private String labs(ToLongFunction<Outline> need, long atLeast) {
        return outlines.entrySet().stream().filter(e -> need.applyAsLong(e.getValue()) >= atLeast)
                .map(e -> "lab " + e.getKey().title())
                .collect(Collectors.joining(" and "));
    }

    private void programs() {
        program("node", "cells that need it are SKIPPED, see below");
        program("ab",
                "only `./jbang ruler` compares with it: "
                        + "install apache2-utils (Debian, Ubuntu) or httpd-tools (Fedora)");
    }

    private void program(String name, String without) {
        if (Program.isOnPath(name)) {
            ok(name);
        } else {
            missing(name + ": " + without);
        }
    }

    /** PostgreSQL does not run as root, except where root may start it as another user. */
    private void postgres() {
        String who = labs(o -> o.needs().database() ? 1 : 0, 1);
        if (who.isEmpty() || !"root".equals(System.getProperty("user.name"))) {
            return;
        }
        try {
            if (Program.run(LIMIT, "unshare", "-U", "true").ok()) {
                ok("`unshare -U`, with which root can start PostgreSQL, for " + who);
                return;
            }
        } catch (IOException e) {
            // It is not installed: the same as where it is not allowed.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        missing("`unshare -U`, without which root cannot start PostgreSQL: " + who
                + " cannot run.\nRun as another user, or use your "
                + "own server: ./jbang workshop LAB -- --jdbc-url URL");
    }

    private void downloads(boolean plotThere) {
        var lacking = new ArrayList<String>();
        notFetched.forEach((lesson, why) -> lacking.add("lab " + lesson.title() + " (" + why + ")"));
        if (!plotThere) {
            lacking.add("the charts");
        }
        if (lacking.isEmpty()) {
            ok("everything is fetched and built: the labs run without a network");
        } else {
            missing("not fetched yet, or broken: " + String.join("\n  ", lacking) + ".\n" + PREPARE
                    + " fetches and builds everything");
        }
    }

    private void skipped() {
        var reasons = new LinkedHashMap<String, List<String>>();
        outlines.forEach((lesson, outline) -> outline.skipped()
                .forEach(s -> reasons.computeIfAbsent(s.why(), why -> new ArrayList<>())
                        .add("lab " + lesson.title() + ": " + s.cells().size() + " of "
                                + (outline.cells() + outline.cellsSkipped()) + " cells")));
        System.out.println();
        if (reasons.isEmpty()) {
            System.out.println(notFetched.isEmpty() ? "Nothing will be SKIPPED here."
                    : "Nothing will be SKIPPED in the labs that are built.");
        }
        reasons.forEach((why, labs) -> terminal.print(
                new Passage.Finding(Verdict.SKIPPED.name(), String.join(", ", labs) + ": " + why, List.of())));
    }
}
