package charts.run;

import charts.text.BadInput;
import charts.text.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The runs under data/, and which of each lab stands for it. */
public final class DataFolder {
    private static final String SAMPLE = "sample";

    private final Path path;
    private final List<RunFolder> runs;
    private final List<RunFolder> newest;
    private final Optional<RunFolder> asked;

    private DataFolder(Path path, List<RunFolder> runs, List<RunFolder> newest, Optional<RunFolder> asked) {
        this.path = path;
        this.runs = runs;
        this.newest = newest;
        this.asked = asked;
    }

    /**
     * Looks for runs.
     *
     * @param given the data folder, or one run's folder, which is then the one that was asked for
     * @throws BadInput if there is no such folder or no run in it
     */
    public static DataFolder find(Path given, Messages messages) {
        if (!Files.isDirectory(given)) {
            throw new BadInput("there is no folder " + given + ". Give the data folder (data/) or one run's folder "
                    + "(data/cpu-light/20260131-093000)");
        }
        Path asked = shortest(given);
        if (!RunFolder.is(asked)) {
            List<Path> runs = folders(asked).stream().filter(RunFolder::is).toList();
            if (!runs.isEmpty()) {
                throw new BadInput(asked + " is the folder of one lab. Give the data folder above it, "
                        + shortest(asked.resolve("..")) + ", or one of its runs, such as " + runs.getLast());
            }
            // Asked for the sample, draw just that; the pages go where they always go.
            return asked.endsWith(SAMPLE) ? among(shortest(asked.resolve("..")), true, null, messages)
                    : among(asked, false, null, messages);
        }
        RunFolder run = RunFolder.read(asked, false, messages);
        Path lab = asked.toAbsolutePath().normalize().getParent();
        if (!run.info().lab().isEmpty() && !run.info().lab().equals(lab.getFileName().toString())) {
            // A run that was copied out of its data folder: the folders around it are none of ours.
            RunFolder alone = run.namedByItself();
            return new DataFolder(shortest(lab), List.of(alone), List.of(alone), Optional.of(alone));
        }
        Path data = lab.getParent();
        return among(shortest(data.endsWith(SAMPLE) ? data.getParent() : data), false, asked, messages);
    }

    private static DataFolder among(Path data, boolean onlySample, Path chosen, Messages messages) {
        List<RunFolder> own = onlySample ? List.of() : runsIn(data, false, messages);
        Set<String> ownLabs = own.stream().filter(run -> !run.measuredNothing()).map(RunFolder::lab)
                .collect(Collectors.toSet());
        List<RunFolder> all = new ArrayList<>(own);
        Path sample = data.resolve(SAMPLE);
        if (Files.isDirectory(sample)) {
            runsIn(sample, true, messages).stream()
                    .filter(run -> !ownLabs.contains(run.lab()) || same(run.path(), chosen)).forEach(all::add);
        }
        if (all.isEmpty()) {
            throw new BadInput("there is no run in " + data
                    + " (a run is a folder <lab>/<yyyyMMdd-HHmmss> with a run.json in it). "
                    + "Run a lab first: ./jbang labs/cpu-light.java");
        }
        TreeMap<String, RunFolder> newest = new TreeMap<>();
        all.sort(Comparator.comparing(RunFolder::lab).thenComparing(RunFolder::measuredNothing)
                .thenComparing(RunFolder::sample).thenComparing(RunFolder.BEST_FIRST));
        all.forEach(run -> newest.putIfAbsent(run.lab(), run));
        all.sort(Comparator.comparing(RunFolder::lab).thenComparing(RunFolder::run, Comparator.reverseOrder()));
        return new DataFolder(data, List.copyOf(all), List.copyOf(newest.values()),
                all.stream().filter(run -> same(run.path(), chosen)).findFirst());
    }

    private static List<RunFolder> runsIn(Path data, boolean sample, Messages messages) {
        List<RunFolder> found = new ArrayList<>();
        for (Path lab : folders(data)) {
            String name = lab.getFileName().toString();
            if (!RunFolder.NO_LABS.contains(name) && !name.startsWith(".")) {
                folders(lab).stream().filter(RunFolder::is)
                        .forEach(run -> found.add(RunFolder.read(run, sample, messages)));
            }
        }
        return found;
    }

    private static List<Path> folders(Path parent) {
        try (Stream<Path> children = Files.list(parent)) {
            return children.filter(Files::isDirectory).sorted().toList();
        } catch (IOException e) {
            throw new BadInput("the folder " + parent + " cannot be read (" + e + "). Check its permissions");
        }
    }

    private static boolean same(Path run, Path chosen) {
        return chosen != null && run.toAbsolutePath().normalize().equals(chosen.toAbsolutePath().normalize());
    }

    /** The path as a person would type it from where they stand, since it is shown to them. */
    private static Path shortest(Path given) {
        Path here = Path.of("").toAbsolutePath();
        Path path = given.toAbsolutePath().normalize();
        return path.equals(here) ? Path.of(".") : path.startsWith(here) ? here.relativize(path) : path;
    }

    public Path path() {
        return path;
    }

    /**
     * Every run, by lab, the newest first; a sample only where the lab has no run of its own that measured anything.
     */
    public List<RunFolder> runs() {
        return runs;
    }

    /** One run per lab: the newest whole one, or else the newest smoke test, or else the newest that was cut short. */
    public List<RunFolder> newest() {
        return newest;
    }

    /** The run whose folder was given, if it was a run's folder. */
    public Optional<RunFolder> asked() {
        return asked;
    }
}
