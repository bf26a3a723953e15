package charts.pages.pins;

import charts.text.BadInput;
import charts.text.Numbers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordingFile;

/**
 * The chunks of which a flight recording consists: a JVM begins a new one every 12 MB. Each has its own clock and its
 * own numbers of event types, and can be read without the others. The JDK's reader refuses a file whose last chunk is
 * cut off or was not closed, and it reads each chunk by the clock of the first. So each one is read as a file.
 *
 * @param whole   those that are there from beginning to end
 * @param missing what is known of the rest, as a sentence without a full stop; empty where nothing is missing
 */
record Chunks(Path file, List<Chunk> whole, String missing) {
    private static final int MAGIC = 0x464C5200; // FLR and a zero
    // Where a chunk's header has what, in bytes from its beginning.
    private static final int MAJOR = 4;
    private static final int MINOR = 6;
    private static final int SIZE = 8;
    private static final int STATE = 64;
    private static final int HEADER = 68;
    /** The versions of the format that the JDK's reader reads. */
    private static final int NEWEST = 2;
    private static final String AGAIN = ". Copy it again after the recording has ended, or record again";

    /** @param closed false where the JVM still writes it, or was killed; it has what was written until then */
    private record Chunk(long start, long size, boolean closed) {}

    /** What reads one chunk. */
    interface Reader {
        void read(RecordingFile chunk) throws IOException;
    }

    /** @throws BadInput if it is no recording, or none of its chunks is whole */
    static Chunks of(Path file) throws IOException {
        List<Chunk> whole = new ArrayList<>();
        try (FileChannel bytes = FileChannel.open(file)) {
            long end = bytes.size();
            long at = 0;
            while (at < end) {
                ByteBuffer header = ByteBuffer.allocate(HEADER);
                bytes.read(header, at);
                boolean begins = header.position() > MAJOR && header.getInt(0) == MAGIC;
                if (at == 0 && !begins) {
                    throw new BadInput(file + " is no flight recording: it does not begin as one does. Give a file "
                            + "that -XX:StartFlightRecording or jcmd <pid> JFR.dump wrote; unpack it first if it is "
                            + "compressed");
                }
                long size = header.hasRemaining() ? 0 : header.getLong(SIZE);
                if (!begins || size < HEADER || size > end - at) {
                    break;
                }
                if (header.getShort(MAJOR) < 1 || header.getShort(MAJOR) > NEWEST) {
                    throw new BadInput(file + " has version " + header.getShort(MAJOR) + "." + header.getShort(MINOR)
                            + " of the format of flight recordings, which JDK 9 and later do not write. Record a "
                            + "service that runs on JDK 21 or later");
                }
                whole.add(new Chunk(at, size, header.get(STATE) == 0));
                at += size;
            }
            if (whole.isEmpty()) {
                throw new BadInput(file + " is damaged or cut off: its first part is not whole, so none of its events "
                        + "can be read" + AGAIN);
            }
            return new Chunks(file, whole, missing(whole, end - at, end));
        }
    }

    private static String missing(List<Chunk> whole, long rest, long end) {
        return rest > 0
                ? "it is cut off or damaged: its last " + Numbers.count(rest) + " of " + Numbers.count(end)
                        + " bytes cannot be read" + AGAIN
                : whole.getLast().closed() ? ""
                        : "the JVM was killed or still records: what it did last is missing"
                                + ". End the service, or use jcmd <pid> JFR.dump filename=so-far.jfr";
    }

    /** Reads one whole chunk after the other. */
    void read(Reader reader) throws IOException {
        if (whole.size() == 1 && missing.isEmpty()) {
            try (RecordingFile chunk = new RecordingFile(file)) {
                reader.read(chunk);
            }
            return;
        }
        Path alone = Files.createTempFile("chunk", ".jfr");
        try {
            for (Chunk chunk : whole) {
                copy(chunk, alone);
                try (RecordingFile one = new RecordingFile(alone)) {
                    reader.read(one);
                }
            }
        } finally {
            Files.delete(alone);
        }
    }

    private void copy(Chunk chunk, Path alone) throws IOException {
        try (FileChannel from = FileChannel.open(file);
                FileChannel to = FileChannel.open(alone, StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)) {
            for (long done = 0; done < chunk.size;) {
                done += from.transferTo(chunk.start + done, chunk.size - done, to);
            }
            // The JDK's reader waits for a chunk that is not closed.
            to.write(ByteBuffer.allocate(1), STATE);
        }
    }
}
