package kit.record;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The text of a file that is read at once. It may be another one than the person meant, or one that does not end. */
public final class WholeText {

    private static final int MOST_MB = 64;

    private WholeText() {}

    /** @throws CharacterCodingException where it is not UTF-8 @throws IOException where it is too large, too */
    public static String of(Path file) throws IOException {
        boolean isRegular = Files.isRegularFile(file);
        try (InputStream in = Files.newInputStream(file)) {
            // A pipe or a device has no size.
            byte[] bytes = isRegular ? new byte[0] : in.readNBytes((MOST_MB << 20) + 1);
            if (Math.max(bytes.length, isRegular ? Files.size(file) : 0) > MOST_MB << 20) {
                throw new IOException("it is larger than " + MOST_MB + " MB");
            }
            return isRegular ? Files.readString(file)
                    : StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        }
    }
}
