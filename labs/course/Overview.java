package course;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kit.base.Numbers;
import kit.page.Outline;
import kit.page.Passage;
import kit.page.Terminal;

/**
 * What a participant is told of all lessons: how far they are, what they guessed and what was measured, and the next
 * hint.
 */
final class Overview {

    private final Terminal terminal;
    private final Path data;
    private final Progress progress;

    Overview(Terminal terminal, Path data, Progress progress) {
        this.terminal = terminal;
        this.data = data;
        this.progress = progress;
    }

    /** All lessons, one a line. */
    int list(List<Lesson> lessons, Outlines outlines) {
        outlines.askAll(lessons);
        Optional<Lesson> next = lessons.stream().filter(lesson -> !progress.isDone(lesson)).findFirst();
        int longest = lessons.stream().mapToInt(lesson -> lesson.title().length()).max().orElse(0);
        boolean all = true;
        for (Lesson lesson : lessons) {
            Outlines.Answer answer = outlines.of(lesson);
            all &= answer.isThere();
            String state = progress.of(lesson).filter(Progress.Row::isMeasured)
                    .map(row -> row.verdict() + (row.quick() ? " --quick, not done" : " " + row.at().substring(0, 10)))
                    .orElse(next.filter(lesson::equals).isPresent() ? "next" : "");
            System.out.println(Numbers.format("%-" + longest + "s  %6s  %-28s  %s", lesson.title(),
                    answer.isThere() ? minutes(answer.outline()) + " min" : "?", state, question(lesson, answer))
                    .stripTrailing());
        }
        if (!all) {
            System.out
                    .println("\n? means that the lab is not fetched yet, or is broken: ./jbang workshop --prepare "
                            + "fetches it, or shows why not.");
        }
        return 0;
    }

    private static String question(Lesson lesson, Outlines.Answer answer) {
        return answer.isThere() ? answer.outline().question() : lesson.about();
    }

    static long minutes(Outline outline) {
        return Math.max(1, Math.ceilDiv(outline.seconds(), 60));
    }

    /** What was guessed, what the rule says and what was measured, of all lessons, or of one. */
    void summary(Optional<Lesson> one) {
        List<Progress.Row> rows = progress.rows().stream()
                .filter(row -> one.isEmpty() || row.lab().equals(one.get().name())).toList();
        if (rows.stream().noneMatch(Progress.Row::isMeasured)) {
            return;
        }
        if (one.isPresent()) {
            // The lab has just shown them.
            System.out.println("Your guesses and what was measured are kept in " + progress.file() + ".");
            return;
        }
        terminal.print(new Passage.Heading("All labs: guess, rule, measured"));
        for (Progress.Row lesson : rows.stream().filter(Progress.Row::isMeasured).toList()) {
            List<List<String>> questions = rows.stream()
                    .filter(row -> !row.isLesson() && row.lab().equals(lesson.lab()))
                    .map(row -> List.of(row.question(), row.guess(), row.rule(), row.measured())).toList();
            System.out.println();
            terminal.print(new Passage.Finding(lesson.verdict(), "lab " + lesson.lesson() + " " + lesson.lab()
                    + (lesson.quick() ? " (--quick: a smoke test, not done)" : ""), List.of()));
            terminal.print(new Passage.Table("", List.of("question", "guess", "rule", "measured"), questions));
        }
        System.out.println("All of it is in " + progress.file() + ".");
    }

    /** A hint and what it is about. */
    private record Hint(String about, String text) {}

    /** Gives the next hint for a lesson. @return the exit code */
    int hint(Lesson lesson, Outline outline) {
        Optional<Progress.Row> row = progress.of(lesson);
        var hints = new ArrayList<Hint>();
        outline.guesses()
                .forEach(question -> question.hints().forEach(text -> hints.add(new Hint(question.question(), text))));
        Optional<LessonRun> run = row.filter(Progress.Row::isMeasured)
                .flatMap(r -> LessonRun.read(data.resolve(lesson.name()).resolve(r.run())));
        run.ifPresent(r -> r.hintsOfSurprises().forEach(text -> hints.add(new Hint("A surprise", text))));
        run.flatMap(LessonRun::tryIt).ifPresent(text -> hints.add(new Hint("To try", text)));
        int given = row.map(Progress.Row::hints).orElse(0);
        if (given >= hints.size()) {
            System.out.println("Lab " + lesson.title() + ": there are no more hints"
                    + (row.filter(Progress.Row::isMeasured).isPresent() ? "."
                            : " before it is measured: ./jbang workshop " + lesson.number()));
            return 0;
        }
        System.out.println("Lab " + lesson.title() + ", hint " + (given + 1) + " of " + hints.size() + ". "
                + hints.get(given).about());
        System.out.println(hints.get(given).text());
        progress.hinted(lesson, given + 1);
        return 0;
    }
}
