package kit.base;

import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import kit.record.AtomicMove;

/**
 * The folder of a run while it is written: a hidden sibling of its final place that is renamed when the run is over,
 * complete or not.
 *
 * <p>Where something cannot be written any more, because the disk is full, that is thrown once, and from then on
 * nothing is written: {@link #close} gives the folder its name all the same, so that what there is can be found and
 * read.
 */
public final class RunDirectory {

    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");
    /** Room that is given free for run.json: where the disk has become full there would be none. */
    private static final int SPARE_BYTES = 256 << 10;

    private final String name;
    private final Path place;
    private final Path partial;
    private final List<Text> texts = new ArrayList<>();
    private boolean closed;
    private boolean broken;

    /** Writes something. */
    public interface Writing {
        void run() throws IOException;
    }

    /** A text file that grows. No half of a row, or of a line, stays where the other half cannot be written. */
    public static final class Text extends BufferedWriter {
        private final FileOutputStream file;
        private long whole;

        private Text(FileOutputStream file) {
            super(new OutputStreamWriter(file, StandardCharsets.UTF_8));
            this.file = file;
        }

        @Override
        public void flush() throws IOException {
            super.flush();
            whole = file.getChannel().position();
        }

        /** Closes it as it was after the last flush. */
        private void cut() throws IOException {
            file.getChannel().truncate(whole);
            file.close();
        }
    }

    /**
     * Makes the folder.
     *
     * @throws LabException where it cannot be written
     */
    public RunDirectory(Path data, String lab, LocalDateTime now) {
        Path labFolder = data.resolve(lab);
        try {
            Files.createDirectories(labFolder);
            String free = now.format(STAMP);
            // Two runs may begin within a second, and at once: the one that makes the folder has the name.
            for (int i = 2; !claims(labFolder, free); i++) {
                free = now.format(STAMP) + "-" + i;
            }
            this.name = free;
            this.place = labFolder.resolve(name);
            this.partial = partial(labFolder, name);
            Files.write(spare(), new byte[SPARE_BYTES]);
        } catch (IOException e) {
            throw refused(labFolder, e);
        }
    }

    private static LabException refused(Path labFolder, IOException e) {
        return new LabException("cannot write to " + labFolder.toAbsolutePath() + " (" + reason(e)
                + "): make it writable, or choose another folder with --data", e);
    }

    private static Path partial(Path labFolder, String name) {
        return labFolder.resolve("." + name + ".partial");
    }

    /** Whether the name was free and now is this run's: its folder is made. */
    private static boolean claims(Path labFolder, String name) throws IOException {
        Path folder = partial(labFolder, name);
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            return false;
        }
        // Another run of that name may have ended, and been renamed, in between.
        if (Files.exists(labFolder.resolve(name))) {
            Files.delete(folder);
            return false;
        }
        return true;
    }

    private static String reason(IOException e) {
        return switch (e) {
        case AccessDeniedException denied -> "permission denied";
        case FileAlreadyExistsException file -> "a file of that name is in the way";
        case FileSystemException system when system.getReason() != null -> system.getReason();
        default -> e.getMessage();
        };
    }

    /**
     * Begins the files that every run has.
     *
     * @throws LabException where that is not possible
     */
    public void begin(Writing writing) {
        try {
            writing.run();
        } catch (IOException e) {
            throw refused(place.getParent(), e);
        }
    }

    /** A text file in the folder, which is closed with it. */
    public Text text(String file) throws IOException {
        var text = new Text(new FileOutputStream(partial.resolve(file).toFile()));
        texts.add(text);
        return text;
    }

    /** Where a file is written that takes the place of an older one when it is whole. */
    public interface Whole {
        void writeTo(Path file) throws IOException;
    }

    /** Writes a file, or replaces it: the old one stays where the new one cannot be written to its end. */
    public void replace(String file, Whole writing) throws IOException {
        Path written = partial.resolve("." + file + ".new");
        try {
            writing.writeTo(written);
            AtomicMove.move(written, partial.resolve(file));
        } catch (IOException e) {
            // A part of it only takes room.
            Files.deleteIfExists(written);
            throw e;
        }
    }

    private Path spare() {
        return partial.resolve(".spare");
    }

    /** Name of the run. */
    public String name() {
        return name;
    }

    /** Where its files are while it goes on. */
    public Path partial() {
        return partial;
    }

    /** Where the run will be found. */
    public Path place() {
        return place;
    }

    /**
     * Writes something, unless the folder is closed or could not be written before.
     *
     * @throws LabException the first time that it cannot be written
     */
    public synchronized void write(Writing writing) {
        if (closed || broken) {
            return;
        }
        try {
            writing.run();
        } catch (IOException e) {
            broken = true;
            throw cannotWrite(e);
        }
    }

    /**
     * Writes what is last, and gives the folder its name. Further calls, and what comes late, do nothing.
     *
     * @throws LabException where something cannot be written, unless that was thrown before
     */
    public synchronized void close(Writing... last) {
        if (closed) {
            return;
        }
        closed = true;
        var all = new ArrayList<Writing>(List.of(() -> Files.deleteIfExists(spare())));
        all.addAll(List.of(last));
        texts.forEach(text -> all.add(broken ? text::cut : text::close));
        all.add(() -> AtomicMove.move(partial, place));
        IOException failure = null;
        for (Writing writing : all) {
            try {
                writing.run();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null && !broken) {
            throw cannotWrite(failure);
        }
    }

    private LabException cannotWrite(IOException e) {
        return new LabException("cannot write to " + place.getParent() + " any more (" + reason(e)
                + "): what was measured before is in " + place
                + ". Make room, or choose another folder with --data, and run the lab again", e);
    }
}
