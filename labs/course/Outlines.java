package course;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import kit.base.LabException;
import kit.page.Outline;

/** What labs tell of themselves, each asked once, with the options that it will be run with. */
final class Outlines {

    private final Launcher launcher;
    private final List<String> options;
    private final Map<Lesson, CompletableFuture<Answer>> asked = new HashMap<>();
    private final Executor some = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(),
            Thread.ofPlatform().daemon().name("outlines").factory());

    Outlines(Launcher launcher, List<String> options) {
        this.launcher = launcher;
        this.options = options;
    }

    /** An outline, or why there is none. */
    record Answer(Outline outline, String why) {

        boolean isThere() {
            return outline != null;
        }
    }

    /** Asks all of these at once, without the network: a lab that was not fetched yet gives no answer. */
    void askAll(List<Lesson> lessons) {
        lessons.forEach(
                lesson -> asked.computeIfAbsent(lesson, l -> CompletableFuture.supplyAsync(() -> ask(l, true), some)));
    }

    /** The answer of one, when it is there. */
    Answer of(Lesson lesson) {
        askAll(List.of(lesson));
        return asked.get(lesson).join();
    }

    /** Where what the lab is made of may be fetched first. */
    Answer fetched(Lesson lesson) {
        Answer answer = of(lesson);
        if (!answer.isThere()) {
            answer = ask(lesson, false);
            asked.put(lesson, CompletableFuture.completedFuture(answer));
        }
        return answer;
    }

    /**
     * The outline of one, with a word to the participant where it has to be fetched.
     *
     * @throws LabException where there is none
     */
    Outline needed(Lesson lesson) {
        Answer answer = of(lesson);
        if (!answer.isThere()) {
            System.out.println("Fetching and building lab " + lesson.title() + "...");
            answer = fetched(lesson);
        }
        if (!answer.isThere()) {
            throw new LabException("lab " + lesson.title() + " does not start: " + answer.why()
                    + ". After you fix it, run: ./jbang workshop "
                    + lesson.number());
        }
        return answer.outline();
    }

    private Answer ask(Lesson lesson, boolean offline) {
        try {
            Launcher.Said said = launcher.outline(lesson.script(), offline, options);
            return said.ok() ? new Answer(Outline.read(said.out()), null) : new Answer(null, said.reason());
        } catch (LabException e) {
            return new Answer(null, e.getMessage());
        }
    }
}
