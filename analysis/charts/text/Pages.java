package charts.text;

import kit.record.AtomicMove;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The folder that the pages go to. A page is made from a template of the folder charts, which escapes whatever comes
 * from a file, and is written whole or not at all, so that a browser never reloads half of one.
 */
public final class Pages {
    private static final String TEMPLATES = "charts"; // where the scripts put them, with //FILES
    /** The template of pages that quote code. */
    private static final String OF_CODE = "lab.html";
    /** The rule and the model in the browser, and the sliders of both. */
    private static final List<String> EXPLORE = List.of("rule.js", "queue.js", "explore.js");

    private final Path folder;
    private final PebbleEngine templates;

    /** @param folder made when the first page is written */
    public Pages(Path folder) {
        this.folder = folder;
        ClasspathLoader loader = new ClasspathLoader(Pages.class.getClassLoader());
        loader.setPrefix(TEMPLATES);
        // No language of the machine: in Turkish the filter "lower" makes another i of an I.
        templates = new PebbleEngine.Builder().loader(loader).strictVariables(true).defaultLocale(Locale.ROOT).build();
    }

    /**
     * Writes a page from a template.
     *
     * @return its path
     * @throws BadInput if it cannot be written there
     */
    public Path write(String name, String template, Map<String, Object> values) {
        Map<String, Object> all = new HashMap<>(values);
        all.put("css", resource("page.css"));
        all.put("js", resource("page.js"));
        if (template.equals(OF_CODE)) {
            all.put("prism", Prism.SCRIPT);
            all.put("explore", EXPLORE.stream().map(Pages::resource).collect(Collectors.joining("\n")));
        }
        StringWriter page = new StringWriter();
        try {
            templates.getTemplate(template).evaluate(page, all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return whole(name, page.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Puts what the pages share beside them: plotly.js, so that they open without a network, and the glossary. */
    public void writeShared() {
        write("glossary.html", "glossary.html", Map.of("terms", Markdown.html(List.of(Markdown.parse(resource(
                "glossary.md"))), "Terms and their meaning")));
        byte[] script = webjar("plotly.js-dist", "plotly.js");
        Path there = folder.resolve("plotly.js");
        try {
            if (!Files.exists(there) || Files.size(there) != script.length) {
                whole("plotly.js", script);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What colours code: it is small enough to be part of each page, and is read once, if a page quotes code. */
    private static final class Prism {
        /** The library's core, and the languages of services and labs. */
        static final String SCRIPT = Stream.of("core", "clike", "java", "javascript")
                .map(part -> webjar("prismjs", "components/prism-" + part + ".min.js"))
                .map(script -> new String(script, StandardCharsets.UTF_8)).collect(Collectors.joining("\n"));
    }

    private static byte[] webjar(String name, String file) {
        // The jar's path holds its version, which only the scripts should have to know.
        Properties about = new Properties();
        try (InputStream in = Pages.class
                .getResourceAsStream("/META-INF/maven/org.webjars.npm/" + name + "/pom.properties")) {
            about.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (InputStream in = Pages.class.getResourceAsStream(
                "/META-INF/resources/webjars/" + name + "/" + about.getProperty("version") + "/" + file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A link from a page to a file of a run; empty where there is no such file. */
    public String link(Path file) {
        if (!Files.exists(file)) {
            return "";
        }
        Path from = folder.toAbsolutePath().normalize();
        Path to = file.toAbsolutePath().normalize();
        StringBuilder link = new StringBuilder();
        for (Path part : from.getRoot().equals(to.getRoot()) ? from.relativize(to) : to) {
            link.append(link.isEmpty() ? "" : "/")
                    .append(URLEncoder.encode(part.toString(), StandardCharsets.UTF_8).replace("+", "%20"));
        }
        return link.toString();
    }

    /**
     * Writes a text as it is.
     *
     * @return its path
     * @throws BadInput if it cannot be written there
     */
    public Path write(String name, String text) {
        return whole(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private Path whole(String name, byte[] content) {
        Path half = half(name);
        try {
            Files.createDirectories(folder);
            Files.write(half, content);
            return move(half, name);
        } catch (IOException e) {
            throw unwritable(name, e);
        }
    }

    public Path folder() {
        return folder;
    }

    /** Where a file of that name is as long as it is not whole. */
    public Path half(String name) {
        return folder.resolve("." + name + "." + ProcessHandle.current().pid());
    }

    /** Gives a file that is now whole its name. @return its path */
    public Path move(Path half, String name) throws IOException {
        Path target = folder.resolve(name);
        AtomicMove.move(half, target);
        return target;
    }

    public BadInput unwritable(String name, IOException why) {
        return new BadInput(
                folder.resolve(name) + " cannot be written (" + why
                        + "). Free some room, or choose another folder with --out",
                why);
    }

    /** The text of a file that lies beside the templates. */
    public static String resource(String name) {
        try (InputStream in = Pages.class.getResourceAsStream("/" + TEMPLATES + "/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
