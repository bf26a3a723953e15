package charts.run;

import charts.text.BadInput;
import charts.text.Damaged;
import charts.text.Messages;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The runs below some folders, however deep they were unpacked. */
final class RoomFolders {
    private static final int DEEPEST = 10; // a laptop's archive with the whole checkout in it needs five

    private RoomFolders() {}

    /**
     * Reads every run below; each that cannot be read is named and left out.
     *
     * @throws BadInput if a folder is not there, or none has a run
     */
    static List<RoomRun> runs(List<Path> given, Messages messages) {
        List<RoomRun> runs = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        for (Path folder : given) {
            if (!Files.isDirectory(folder)) {
                throw new BadInput("there is no folder " + folder
                        + ". Give the folders of the participants, or the one that holds them all");
            }
            List<Path> below = below(folder, messages);
            for (Path path : below) {
                try {
                    if (seen.add(path.toRealPath())) { // one folder given twice, or within another, is one
                        runs.add(RoomRun.read(path));
                    }
                } catch (Damaged e) {
                    messages.skipped(path.resolve("run.json"), e.getMessage(),
                            "The page is made without it; ask for that run again");
                } catch (IOException e) {
                    messages.skipped(path, "it cannot be read (" + e + ")",
                            "The page is made without it; check its permissions");
                }
            }
            if (below.isEmpty()) {
                messages.skipped(folder,
                        "there is no run in it (a folder with a run.json; sample/ and published/ do not count)",
                        "Look whether it was unpacked");
            }
        }
        if (runs.isEmpty()) {
            throw new BadInput(
                    "there is no run to gather. Give the folders that the labs wrote on each machine (data/), "
                            + "or one folder that holds them all");
        }
        return runs;
    }

    /** In the order of their paths. */
    private static List<Path> below(Path folder, Messages messages) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), DEEPEST, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    String name = directory.toAbsolutePath().normalize().getFileName() == null ? ""
                            : directory.toAbsolutePath().normalize().getFileName().toString();
                    if (!directory.equals(folder) && (name.startsWith(".") || RunFolder.NO_LABS.contains(name))) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    if (Files.exists(directory.resolve("run.json"))) {
                        found.add(directory);
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException why) {
                    messages.skipped(file, "it cannot be read (" + why + ")",
                            "The page is made without it; check its permissions");
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new BadInput("the folder " + folder + " cannot be read (" + e + "). Check its permissions", e);
        }
        found.sort(Comparator.naturalOrder());
        return found;
    }
}
