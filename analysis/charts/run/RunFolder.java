package charts.run;

import charts.text.Damaged;
import charts.text.Messages;
import kit.record.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;

/** One run on disk: data/&lt;lab&gt;/&lt;run&gt;/, or one of the committed sample. */
public record RunFolder(Path path, String lab, String run, boolean sample, RunInfo info) {

    /** Folders of a data folder that hold no runs of its owner. */
    static final Set<String> NO_LABS = Set.of("sample", "published", "charts");

    /**
     * Whole runs, then smoke tests, interrupted runs and empty ones; of each kind the newest first (a run's name is its
     * time).
     */
    static final Comparator<RunFolder> BEST_FIRST = Comparator.comparing(RunFolder::measuredNothing)
            .thenComparing(RunFolder::incomplete)
            .thenComparing(RunFolder::quick).thenComparing(RunFolder::run, Comparator.reverseOrder());

    /** Whether a folder looks like a run at all: a lab writes these two first. */
    static boolean is(Path folder) {
        return Files.isDirectory(folder)
                && !folder.toAbsolutePath().normalize().getFileName().toString().startsWith(".")
                && (Files.exists(folder.resolve("run.json")) || Files.exists(folder.resolve(Csv.SUMMARY.file)));
    }

    static RunFolder read(Path folder, boolean sample, Messages messages) {
        RunInfo info = RunInfo.unknown();
        try {
            info = RunInfo.read(folder);
        } catch (Damaged e) {
            messages.skipped(folder.resolve("run.json"), e.getMessage(),
                    "The page lacks the lab's words and the machine; run the lab again to have them");
        }
        Path whole = folder.toAbsolutePath().normalize();
        return new RunFolder(folder, whole.getParent().getFileName().toString(), whole.getFileName().toString(), sample,
                info);
    }

    /** The run under the lab's name that run.json gives, made fit for a file's name. */
    RunFolder namedByItself() {
        return new RunFolder(path, info.lab().replaceAll("[^\\w.-]+", "-"), run, sample, info);
    }

    /** True where run.json says so. A run.json that cannot be read says nothing against the rows. */
    public boolean incomplete() {
        return info.complete().isPresent() && !info.complete().get();
    }

    /** Whether nothing was measured: each cell was SKIPPED. */
    public boolean measuredNothing() {
        return Verdict.SKIPPED.is(verdict());
    }

    /** Whether it was a smoke test, from which nothing may be concluded. */
    public boolean quick() {
        return info.quick();
    }

    /** When it was measured, as people write it: a run's name is its time. */
    public String date() {
        return run.replaceFirst("^(\\d{4})(\\d\\d)(\\d\\d)-(\\d\\d)(\\d\\d)\\d\\d$", "$1-$2-$3 $4:$5");
    }

    public String verdict() {
        return incomplete() ? "INCOMPLETE" : info.verdict();
    }

    public String title() {
        return info.title().isEmpty() ? lab : info.title();
    }
}
