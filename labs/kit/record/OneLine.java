package kit.record;

import java.util.regex.Pattern;

/** A message to a person in one line that a terminal can show, whatever a file that it quotes has. */
public final class OneLine {

    private static final int LONGEST = 1500;
    /** A quotation: its beginning is enough to find the place. */
    private static final Pattern LONG_QUOTATION = Pattern.compile("'([^']{120})[^']+'");

    private OneLine() {}

    public static String of(String message) {
        String line = LONG_QUOTATION.matcher(String.valueOf(message).strip()).replaceAll("'$1...'")
                .replaceAll("\\s+", " ")
                .replaceAll("\\p{Cntrl}", "?");
        return line.length() <= LONGEST ? line
                : line.substring(0, LONGEST / 2) + " ... " + line.substring(line.length() - LONGEST / 2);
    }
}
