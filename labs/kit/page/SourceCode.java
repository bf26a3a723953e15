package kit.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The sources that a lab carries with {@code //FILES source/...}, to be quoted in paragraphs: lines without an empty
 * one between them. Their names end with {@code .txt}: an IDE would compile a copy that ends with {@code .java}, and
 * report each class twice ({@code jbang edit}).
 */
public final class SourceCode {

    private SourceCode() {}

    /**
     * The paragraph of a source file in which a text occurs, moved to the left margin.
     *
     * @param file from the checkout's top, such as {@code apps/Demo.java}
     * @throws IllegalStateException where the lab does not carry the file, or the text is in no paragraph or in several
     */
    public static String paragraph(String file, String text) {
        return paragraph(SourceCode.class, file, text);
    }

    /** Of a lab that carries the file beside this class. */
    static String paragraph(Class<?> lab, String file, String text) {
        List<String> found = Arrays.stream(read(lab, file).split("\\R([ \\t]*\\R)+"))
                .filter(paragraph -> paragraph.lines()
                        // A lab that quotes itself has the text there too.
                        .anyMatch(line -> line.contains(text) && !line.strip().startsWith("code(")))
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException("'" + text + "' is in " + found.size() + " paragraphs of " + file);
        }
        List<String> lines = found.getFirst().lines().toList();
        int margin = indent(lines.getFirst());
        // The brace that ends a class, or whatever else stands further left, is no part of what began here.
        return lines.stream().takeWhile(line -> indent(line) >= margin).map(line -> line.substring(margin))
                .collect(Collectors.joining("\n"));
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    /** A source file. @throws IllegalStateException where the lab does not carry the file */
    public static String read(String file) {
        return read(SourceCode.class, file);
    }

    /** Of a lab that carries the file beside this class. */
    static String read(Class<?> lab, String file) {
        try (InputStream in = lab.getResourceAsStream("/source/" + file + ".txt")) {
            if (in == null) {
                throw new IllegalStateException("the lab needs //FILES source/" + file + ".txt=...");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
