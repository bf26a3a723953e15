package kit.results;

import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bytes of a file of lines, for readers that keep a line in memory: a line that is too long is a fault. */
final class LineLimit extends FilterInputStream {

    private static final int LONGEST_MB = 16;

    private final Path file;
    private long line = 1;
    private int length;

    LineLimit(Path file) throws IOException {
        super(Files.newInputStream(file));
        this.file = file;
    }

    /** The lines of a file, as text, without a byte order mark. */
    static BufferedReader reader(Path file) throws IOException {
        var text = new BufferedReader(new InputStreamReader(new LineLimit(file), StandardCharsets.UTF_8.newDecoder()));
        text.mark(1);
        if (text.read() != '\uFEFF') {
            text.reset();
        }
        return text;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int most) throws IOException {
        int read = super.read(bytes, from, most);
        for (int i = from; i < from + read; i++) {
            length = bytes[i] == '\n' ? 0 : length + 1;
            line += bytes[i] == '\n' ? 1 : 0;
            if (length > LONGEST_MB << 20) {
                throw Foreign.damaged(file, "line " + line + " is longer than " + LONGEST_MB + " MB");
            }
        }
        return read;
    }
}
