package kit.results;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of a CSV file, one after the other in a buffer that is used again. A quoted field may have separators and
 * line ends, as messages of errors do. A library would make an object of each field; a JTL has some hundred millions.
 */
final class CsvRows implements Closeable {

    private static final int LONGEST = 1 << 20;
    private static final int MOST_FIELDS = 1 << 14;
    /** Numbers in a field are short; a longer one is none. */
    private static final int DIGITS = 18;

    private final Path file;
    private final InputStream in;
    private final byte separator;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int filled;
    private byte[] row = new byte[1 << 12];
    private int length;
    private int[] ends = new int[32];
    private int fields;
    private long lines;
    private boolean ended;
    private byte[] heading;

    CsvRows(Path file, char separator) throws IOException {
        this.file = file;
        this.separator = (byte) separator;
        this.in = Files.newInputStream(file);
        if (peek() == 0xEF) { // a byte order mark
            at += 3;
        }
    }

    /** Goes to the next row that is not empty; false at the end of the file. */
    boolean next() throws IOException {
        do {
            length = 0;
            fields = 0;
            if (peek() < 0) {
                return false;
            }
            readRow();
        } while (fields == 1 && length == 0);
        if (heading != null && length == heading.length && Arrays.equals(row, 0, length, heading, 0, length)) {
            throw Foreign.several(file, "its heading comes again in line " + lines);
        }
        return true;
    }

    /** The first row: the names of the fields. No later row is the same, unless another file was appended. */
    List<String> heading() throws IOException {
        next();
        heading = Arrays.copyOf(row, length);
        return texts();
    }

    /** Number of the row's last line. */
    long line() {
        return lines;
    }

    private int peek() throws IOException {
        if (at == filled) {
            filled = in.read(buffer);
            at = 0;
            if (filled <= 0) {
                filled = 0;
                return -1;
            }
        }
        return buffer[at] & 0xFF;
    }

    private void readRow() throws IOException {
        boolean quoted = false;
        ended = false;
        while (peek() >= 0) {
            byte next = buffer[at++];
            if (quoted) {
                if (next != '"') {
                    lines += next == '\n' ? 1 : 0;
                    keep(next);
                } else if (peek() == '"') {
                    at++;
                    keep(next);
                } else {
                    quoted = false;
                }
            } else if (next == separator) {
                endField();
            } else if (next == '\n') {
                ended = true;
                break;
            } else if (next == '"') {
                quoted = true;
            } else if (next != '\r') {
                keep(next);
            }
        }
        lines++;
        endField();
        if (quoted) {
            throw Foreign.cutOff(file, "line " + lines + " ends within a quotation");
        }
    }

    private void keep(byte next) {
        if (length == row.length) {
            if (length >= LONGEST) {
                throw Foreign.damaged(file, "line " + (lines + 1) + " is longer than a megabyte");
            }
            row = Arrays.copyOf(row, 2 * length);
        }
        row[length++] = next;
    }

    private void endField() {
        if (fields == MOST_FIELDS) {
            throw Foreign.damaged(file, "line " + (lines + 1) + " has more than " + MOST_FIELDS + " fields");
        }
        if (fields == ends.length) {
            ends = Arrays.copyOf(ends, 2 * fields);
        }
        ends[fields++] = length;
    }

    /** Fields of the row. */
    int size() {
        return fields;
    }

    /** That the row has as many fields as the heading. */
    void expect(int size) throws IOException {
        if (fields != size) {
            if (fields < size && peek() < 0) {
                throw Foreign.cutOff(file, "its last line, " + lines + ", has " + fields + " of " + size + " fields");
            }
            throw damaged("has " + fields + " fields where the heading has " + size);
        }
    }

    RuntimeException damaged(String what) {
        return Foreign.damaged(file, "line " + lines + " " + what);
    }

    private int start(int field) {
        return field == 0 ? 0 : ends[field - 1];
    }

    String text(int field) {
        return new String(row, start(field), ends[field] - start(field), StandardCharsets.UTF_8);
    }

    List<String> texts() {
        var texts = new ArrayList<String>();
        for (int i = 0; i < fields; i++) {
            texts.add(text(i));
        }
        return texts;
    }

    boolean isEmpty(int field) {
        return start(field) == ends[field];
    }

    /** Whether a field has this text, of ASCII characters. */
    boolean is(int field, String text) {
        int start = start(field);
        if (ends[field] - start != text.length()) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (row[start + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a field begins with this text, of ASCII characters. */
    boolean begins(int field, String text) {
        int start = start(field);
        return ends[field] - start >= text.length()
                && text.equals(new String(row, start, text.length(), StandardCharsets.ISO_8859_1));
    }

    /** A whole number. */
    long whole(int field) {
        int start = start(field);
        int end = ends[field];
        boolean negative = start < end && row[start] == '-';
        long value = 0;
        int i = negative ? start + 1 : start;
        if (i == end || end - i > DIGITS) {
            throw noNumber(field);
        }
        for (; i < end; i++) {
            int digit = row[i] - '0';
            if (digit < 0 || digit > 9) {
                throw noNumber(field);
            }
            value = 10 * value + digit;
        }
        return negative ? -value : value;
    }

    /** A number; NaN where the field is empty, or N/A. */
    double number(int field) {
        if (isEmpty(field) || is(field, "N/A")) {
            return Double.NaN;
        }
        try {
            return Double.parseDouble(text(field));
        } catch (NumberFormatException e) {
            throw noNumber(field);
        }
    }

    private RuntimeException noNumber(int field) {
        if (!ended) {
            return Foreign.cutOff(file, "line " + lines + " ends within a field");
        }
        return damaged("has '" + text(field) + "' in field " + (field + 1) + ", which is no number");
    }

    /** A number that is the same for the same text. */
    long hash(int field) {
        long hash = 0xcbf29ce484222325L; // FNV-1a
        for (int i = start(field); i < ends[field]; i++) {
            hash = (hash ^ row[i]) * 0x100000001b3L;
        }
        return hash;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
