package course;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import kit.base.LabException;
import kit.machine.Jdks;
import kit.page.Outline;

/**
 * Fetches and builds everything that the course is made of, so that afterwards all of it runs without a network: to be
 * done on a good network, before the room is full.
 */
final class Preparation {

    private final Path root;
    private final Launcher launcher;
    private final List<String> ready = new ArrayList<>();
    private final List<String> lacking = new ArrayList<>();
    private int item;
    private int items;

    Preparation(Path root, Launcher launcher) {
        this.root = root;
        this.launcher = launcher;
    }

    /** @return whether all is there that a lab needs */
    boolean prepare(List<Lesson> lessons) {
        List<String> tools = Stream.concat(Lesson.tools(root).stream().filter(script -> !script.startsWith("tests/")),
                services().stream()).toList();
        items = 2 * lessons.size() + tools.size();
        lessons.forEach(lesson -> build(lesson.script()));
        tools.forEach(this::build);
        // That it was fetched is believed when it starts without the network.
        var jdks = new TreeMap<Integer, List<String>>();
        for (Lesson lesson : lessons) {
            Launcher.Said said = item(lesson.script() + " without the network",
                    () -> launcher.outline(lesson.script(), true, List.of()));
            if (said.ok()) {
                Outline.read(said.out()).needs().jdks()
                        .forEach(jdk -> jdks.computeIfAbsent(jdk, j -> new ArrayList<>()).add(lesson.title()));
            }
        }
        bringJdks(jdks);
        System.out.println();
        System.out.println(ready.size() + " of " + items + " are ready. "
                + (lacking.isEmpty() ? "The labs run without a network now."
                        : "Not ready: " + String.join(", ", lacking)
                                + ". Check the network, then run ./jbang workshop --prepare again."));
        return lacking.isEmpty();
    }

    /** The services that also run alone. */
    private List<String> services() {
        try (Stream<Path> files = Files.list(root.resolve("apps"))) {
            var services = new ArrayList<String>();
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                if (Files.readString(file).contains("static void main(")) {
                    services.add("apps/" + file.getFileName());
                }
            }
            return services;
        } catch (IOException e) {
            throw new LabException(
                    "cannot read " + root.resolve("apps") + ": " + e + ": bring the project's own files back", e);
        }
    }

    private void build(String script) {
        item(script, () -> launcher.quietly("--quiet", "build", script));
    }

    private Launcher.Said item(String what, Supplier<Launcher.Said> work) {
        System.out.print("[" + ++item + "/" + items + "] " + what + " ");
        System.out.flush();
        long began = System.nanoTime();
        Launcher.Said said = work.get();
        if (said.ok()) {
            System.out.println("is ready (" + Math.round((System.nanoTime() - began) / 1e9) + " s)");
            ready.add(what);
        } else {
            System.out.println("is NOT ready: " + said.reason());
            lacking.add(what);
        }
        return said;
    }

    /** JDKs beside this one: without one, its cells are SKIPPED and the rest of the lab runs, so that it may fail. */
    private void bringJdks(SortedMap<Integer, List<String>> wanted) {
        wanted.forEach((jdk, labs) -> {
            if (jdk == Jdks.current() || Jdks.home(jdk).isPresent()) {
                return;
            }
            System.out.println("Installing JDK " + jdk + " for lab " + String.join(", ", labs) + "...");
            Launcher.Said said = launcher.quietly("jdk", "install", String.valueOf(jdk));
            System.out.println(said.ok() && Jdks.home(jdk).isPresent() ? "JDK " + jdk + " is ready"
                    : "JDK " + jdk + " could not be installed (" + said.reason()
                            + "): the cells on it will be SKIPPED in lab "
                            + String.join(", ", labs) + ". JAVA_HOME_" + jdk + " may name one that you have");
        });
    }
}
