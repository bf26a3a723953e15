package charts.run;

import charts.text.Damaged;
import kit.record.Verdict;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * One run as the room sees it: by its run.json alone, which has the questions and what became of them.
 *
 * @param home      the folder that says whose run it is, as the parts of its path
 * @param started   for want of it, the beginning of time
 * @param switches  options that make a run another experiment, as given: {@code --quick}, {@code --published}
 */
public record RoomRun(Path path, List<String> home, String lab, String run, String title, String question,
        Instant started, boolean complete,
        String verdict, List<Answer> answers, Map<String, String> machine, List<String> switches) {

    /** Whole runs before interrupted ones, and of those the newest first. */
    static final Comparator<RoomRun> BEST_FIRST = Comparator.comparing((RoomRun run) -> !run.complete)
            .thenComparing(RoomRun::started, Comparator.reverseOrder())
            .thenComparing(RoomRun::run, Comparator.reverseOrder());

    private static final Pattern TIME = Pattern.compile("\\d{8}-\\d{6}");

    /** @throws Damaged if there is nothing in it to gather */
    static RoomRun read(Path folder) throws Damaged {
        JsonNode json = RunInfo.json(folder);
        String lab = RunInfo.words(json.path("lab"));
        if (lab.isEmpty()) {
            throw new Damaged("it names no lab");
        }
        String run = RunInfo.words(json.path("run"));
        String title = RunInfo.words(json.path("title"));
        return new RoomRun(folder, home(folder, lab, run), lab, run, title.isEmpty() ? lab : title,
                RunInfo.words(json.path("question")),
                time(RunInfo.words(json.path("started"))).orElse(Instant.MIN), !RunInfo.cutShort(json),
                RunInfo.words(json.path("verdict")), Answer.of(json), MachineFacts.of(json),
                Stream.of("--quick", "--published").filter(option -> json.path("options").path(option).asBoolean(false))
                        .toList());
    }

    /** A run's own folder and its lab's say nothing of whose it is, unless the first has another name. */
    private static List<String> home(Path folder, String lab, String run) {
        List<String> home = new ArrayList<>();
        folder.toAbsolutePath().normalize().forEach(part -> home.add(part.toString()));
        String last = home.removeLast();
        if (!home.isEmpty() && home.getLast().equals(lab)) {
            home.removeLast();
        }
        if (!last.equals(run) && !TIME.matcher(last).matches()) {
            home.add(last);
        }
        return List.copyOf(home);
    }

    private static Optional<Instant> time(String started) {
        try {
            return Optional.of(Instant.parse(started));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    boolean invalid() {
        return Verdict.INVALID.is(verdict);
    }

    /** What the table says of it. */
    public String outcome() {
        return complete ? verdict : "INCOMPLETE";
    }
}
