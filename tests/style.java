///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION the style of the Java sources: checks it, or mends it with --mend
//JAVA 25+
//DEPS org.eclipse.jdt:org.eclipse.jdt.core:3.41.0
//FILES style.prefs=style.prefs
//MAIN tests.Style

package tests;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.core.ToolFactory;
import org.eclipse.jdt.core.formatter.CodeFormatter;
import org.eclipse.jdt.core.formatter.DefaultCodeFormatterConstants;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.Document;
import org.eclipse.text.edits.TextEdit;

/**
 * Formats the Java sources with the formatter of Eclipse JDT, and counts what it cannot mend: columns of comments and
 * strings. Exit code 0: nothing to mend; 1: what is printed; 2: bad usage.
 */
final class Style {

    /** Of a line. Only a {@code //DESCRIPTION} may be longer: JBang reads it from one line. */
    private static final int COLUMNS = 120;
    private static final List<String> FOLDERS = List.of("labs", "apps", "analysis", "tests");
    private static final String USAGE = """
            Usage: style [--mend] [FOLDER]
            Checks the format of the Java sources below FOLDER (default: the current folder, a checkout).
            A line has %d columns or less.
              --mend   Formats the sources. Lines that are too long are only named.
            """.formatted(COLUMNS);

    private final CodeFormatter formatter;
    private final List<String> complaints = new ArrayList<>();
    private int mended;

    private Style() throws IOException {
        Map<String, String> settings = new HashMap<>(DefaultCodeFormatterConstants.getEclipseDefaultSettings());
        JavaCore.setComplianceOptions("25", settings);
        var ours = new Properties();
        try (InputStream in = Style.class.getResourceAsStream("/style.prefs")) {
            ours.load(in);
        }
        ours.stringPropertyNames().forEach(name -> settings.put(name, ours.getProperty(name)));
        formatter = ToolFactory.createCodeFormatter(settings);
    }

    public static void main(String... args) throws IOException {
        System.exit(execute(List.of(args)));
    }

    private static int execute(List<String> args) throws IOException {
        if (args.contains("--help") || args.contains("-h")) {
            System.out.print(USAGE);
            return 0;
        }
        List<String> folders = args.stream().filter(arg -> !arg.equals("--mend")).toList();
        Path root = Path.of(folders.isEmpty() ? "" : folders.getFirst());
        List<Path> sources = folders.size() > 1 ? List.of() : sources(root);
        if (sources.isEmpty()) {
            System.err.println("style: no Java sources below " + folders + ". It takes --mend and the folder of a "
                    + "checkout: jbang style --help");
            return 2;
        }
        var style = new Style();
        for (Path source : sources) {
            style.look(source, args.contains("--mend"));
        }
        style.complaints.forEach(System.out::println);
        System.out.printf("%d sources, %d mended, %d complaints%n", sources.size(), style.mended,
                style.complaints.size());
        return style.complaints.isEmpty() ? 0 : 1;
    }

    private static List<Path> sources(Path root) throws IOException {
        var sources = new ArrayList<Path>();
        for (String folder : FOLDERS) {
            if (Files.isDirectory(root.resolve(folder))) {
                try (Stream<Path> files = Files.walk(root.resolve(folder))) {
                    files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(sources::add);
                }
            }
        }
        return sources;
    }

    private void look(Path source, boolean mend) throws IOException {
        String text = Files.readString(source);
        String formatted = formatted(source, text);
        if (!formatted.equals(text)) {
            if (mend) {
                Files.writeString(source, formatted);
                mended++;
            } else {
                complaints.add(source + ":" + firstDifference(text, formatted)
                        + ": not formatted. Run: jbang style --mend");
            }
        }
        List<String> lines = formatted.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            int columns = lines.get(i).codePointCount(0, lines.get(i).length());
            if (columns > COLUMNS && !lines.get(i).startsWith("//DESCRIPTION ")) {
                complaints.add(source + ":" + (i + 1) + ": " + columns + " columns. A line has " + COLUMNS
                        + " or less: break the comment or the string");
            }
        }
    }

    private String formatted(Path source, String text) {
        TextEdit edit = formatter.format(CodeFormatter.K_COMPILATION_UNIT | CodeFormatter.F_INCLUDE_COMMENTS, text, 0,
                text.length(), 0, "\n");
        if (edit == null) {
            complaints.add(source + ": is not Java that the formatter can read. Compile it first");
            return text;
        }
        try {
            var document = new Document(text);
            edit.apply(document);
            return document.get();
        } catch (BadLocationException e) {
            throw new IllegalStateException(source.toString(), e);
        }
    }

    /** The number of the first line that differs, counted from 1. */
    private static int firstDifference(String text, String formatted) {
        List<String> one = text.lines().toList();
        List<String> other = formatted.lines().toList();
        int line = 0;
        while (line < Math.min(one.size(), other.size()) && one.get(line).equals(other.get(line))) {
            line++;
        }
        return line + 1;
    }
}
