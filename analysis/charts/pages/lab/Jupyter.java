package charts.pages.lab;

import charts.figure.Drawing;
import charts.figure.LegendEntry;
import charts.run.RunFolder;
import charts.text.Pages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import kit.record.WholeText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run as a Jupyter notebook, in the format 4.5 of nbformat: the text of its notebook.md, and its charts as outputs,
 * each for plotly and as an SVG, so that it can be read without a kernel. With a Java kernel its first cell measures
 * again, its second one draws, and the others show the new charts.
 */
public final class Jupyter {

    private static final String ENDING = ".ipynb";
    private static final int WIDTH = 760; // of a picture, px
    private static final JsonMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    private static final Pattern HEADING = Pattern.compile("(?m)^(?=## )");

    private static final String MEASURES = """
            // Measures: this takes some minutes, and nothing else should run. The figures below are of the run that was
            // drawn; to see yours, run this cell, then all cells below it.
            import java.nio.file.*;
            import java.util.regex.*;

            Path project = Path.of("").toAbsolutePath();
            while (project != null && !Files.exists(project.resolve("jbang-catalog.json"))) {
                project = project.getParent();
            }
            String jbang = project + (System.getProperty("os.name").startsWith("Windows") ? "/jbang.cmd" : "/jbang");

            int run(String... command) throws Exception {
                var process = new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true).start();
                process.getInputStream().transferTo(System.out);
                return process.waitFor();
            }

            run(jbang, "labs/%s.java");""";
    private static final String DRAWS = """
            // Draws the newest run. The cells below show its charts.
            run(jbang, "analysis/plot.java", "data", "--ipynb");
            String drawn = Files.readString(project.resolve("data/charts/%s.ipynb"));

            void show(String... plots) {
                for (String plot : plots) {
                    Matcher svg = Pattern.compile("<svg [^>]*data-plot=.\\"" + plot + ".\\".*?</svg>").matcher(drawn);
                    if (svg.find()) {
                        display(svg.group().translateEscapes(), "image/svg+xml");
                    }
                }
            }""";

    private final List<Map<String, Object>> cells = new ArrayList<>();
    private final Set<String> ids = new HashSet<>();

    private Jupyter() {}

    /** Writes the notebook beside the run's page. @param page its path @return the notebook's */
    public static Path write(RunFolder folder, List<Drawing> drawings, Path page, Pages pages) {
        var notebook = new Jupyter();
        notebook.markdown("title", title(folder));
        notebook.code("measure", MEASURES.formatted(folder.lab()), List.of());
        notebook.code("draw", DRAWS.formatted(folder.lab()), List.of());
        boolean isDrawn = false;
        for (String part : parts(folder)) {
            if (part.strip().equals(Notebook.CHARTS)) {
                drawings.forEach(notebook::chart);
                isDrawn = true;
            } else {
                notebook.markdown("text", part);
            }
        }
        if (!isDrawn) {
            drawings.forEach(notebook::chart);
        }
        return pages.write(page.getFileName().toString().replaceFirst("\\.html$", ENDING), notebook.json());
    }

    private static String title(RunFolder folder) {
        var lines = new ArrayList<>(List.of("# Lab " + folder.title() + (folder.info().question().isEmpty() ? ""
                : ": " + folder.info().question())));
        lines.add(
                (folder.verdict().isEmpty() ? "" : "**" + folder.verdict() + (folder.quick() ? ", QUICK" : "") + "**. ")
                        + "Measured " + folder.date()
                        + (folder.info().machine().isEmpty() ? "" : " on " + folder.info().machine()) + ".");
        lines.add("The outputs below are of this run. They need no kernel. To measure on your own machine, open this "
                + "notebook in the project's folder with the Java kernel [jjava](https://github.com/dflib/jjava), and "
                + "run all cells.");
        return lines.stream().filter(line -> !line.isEmpty()).collect(Collectors.joining("\n\n"));
    }

    /** The text of notebook.md, cut before each heading; the place of the charts stands alone. */
    private static List<String> parts(RunFolder folder) {
        String text;
        try {
            text = WholeText.of(folder.path().resolve(Notebook.FILE)).replaceFirst("^\uFEFF", "");
        } catch (IOException e) {
            // It is not there, which the page has said.
            text = folder.info().rule().isEmpty() ? "" : "## The rule\n\n" + folder.info().rule();
        }
        // The title is told above.
        String rest = text.replaceFirst("(?m)^# .*\\R", "");
        return HEADING.splitAsStream(rest).flatMap(part -> Pattern.compile("(?m)^(?=" + Notebook.CHARTS + ")|(?<="
                + Notebook.CHARTS + ")").splitAsStream(part)).filter(part -> !part.isBlank()).toList();
    }

    private void chart(Drawing drawing) {
        markdown("about-" + drawing.id(), ("### " + drawing.title() + "\n\n" + drawing.sentence()).strip());
        code("chart-" + drawing.id(), "show(" + drawing.panels().stream().map(panel -> "\"" + panel.id() + "\"")
                .collect(Collectors.joining(", ")) + ");",
                drawing.panels().stream().map(panel -> output(drawing, panel))
                        .toList());
        if (!drawing.note().isEmpty()) {
            markdown("note-" + drawing.id(), drawing.note());
        }
    }

    private static Map<String, Object> output(Drawing drawing, Drawing.Panel panel) {
        String title = panel.title().isEmpty() ? drawing.title() : panel.title();
        return Map.of("output_type", "display_data", "metadata", Map.of(), "data", Map.of(
                "application/vnd.plotly.v1+json", figure(drawing, panel, title),
                "image/svg+xml", panel.picture(WIDTH, title, drawing.legend()),
                "text/plain", title + ". " + drawing.spoken(panel)));
    }

    /** With a legend and a title of its own: the page has both beside the plot. */
    private static ObjectNode figure(Drawing drawing, Drawing.Panel panel, String title) {
        ObjectNode figure = panel.figure().deepCopy();
        ObjectNode layout = (ObjectNode) figure.get("layout");
        layout.put("showlegend", true).put("paper_bgcolor", "#ffffff").put("plot_bgcolor", "#ffffff");
        layout.putObject("title").put("text", title);
        if (layout.get("margin") instanceof ObjectNode margin) {
            margin.put("t", 60);
        }
        layout.put("height", layout.path("height").asInt() + 60);
        var names = new HashSet<String>();
        for (JsonNode trace : figure.get("data")) {
            String name = trace.path("meta").valueStream()
                    .flatMap(key -> drawing.legend().stream().filter(entry -> entry.key().equals(key.asString())))
                    .map(LegendEntry::label).distinct().collect(Collectors.joining(", "));
            ((ObjectNode) trace).put("name", name).put("legendgroup", name).put("showlegend", names.add(name));
        }
        return figure;
    }

    // ---- cells ----

    private void markdown(String id, String text) {
        cells.add(cell(id, "markdown", text));
    }

    private void code(String id, String source, List<Map<String, Object>> outputs) {
        Map<String, Object> cell = cell(id, "code", source);
        cell.put("execution_count", null);
        cell.put("outputs", outputs);
        cells.add(cell);
    }

    private Map<String, Object> cell(String id, String type, String source) {
        var cell = new LinkedHashMap<String, Object>();
        cell.put("cell_type", type);
        cell.put("id", unique(id));
        cell.put("metadata", Map.of());
        cell.put("source", source.strip());
        return cell;
    }

    /** A cell's name is not longer than 64 letters, digits, - and _. */
    private String unique(String wanted) {
        String id = wanted.replaceAll("[^\\w-]", "-");
        id = id.substring(0, Math.min(60, id.length()));
        for (int again = 2; !ids.add(id); again++) {
            id = id.replaceFirst("(-\\d+)?$", "-" + again);
        }
        return id;
    }

    private String json() {
        var notebook = new LinkedHashMap<String, Object>();
        notebook.put("cells", cells);
        notebook.put("metadata",
                Map.of("kernelspec", Map.of("name", "java", "display_name", "Java", "language", "java"),
                        "language_info",
                        Map.of("name", "java", "file_extension", ".jshell", "mimetype", "text/x-java-source")));
        notebook.put("nbformat", 4);
        notebook.put("nbformat_minor", 5);
        return JSON.writeValueAsString(notebook) + "\n";
    }
}
