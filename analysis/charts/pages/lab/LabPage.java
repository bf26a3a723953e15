package charts.pages.lab;

import charts.figure.CellStyle;
import charts.figure.Drawing;
import charts.figure.Palette;
import charts.pages.lab.Notebook.Block;
import charts.pages.lab.Notebook.Kind;
import charts.pages.lab.Notebook.Section;
import charts.run.Answers;
import charts.run.Csv;
import charts.run.Provenance;
import charts.run.PublishedFigures;
import charts.run.Run;
import charts.run.RunFolder;
import charts.run.RunInfo;
import charts.text.Damaged;
import charts.text.Markdown;
import charts.text.Messages;
import charts.text.Pages;
import kit.record.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * The page of one run. It reads as its notebook does, from the question to what to try next, with the charts and the
 * tables of the CSVs at their places; where there is no notebook it has these alone.
 */
public final class LabPage {

    /** Heading of the notebook's last section. */
    private static final String ANSWER = "The answer";

    private LabPage() {}

    /** A part of the page with a heading. @param title empty where it goes on with the part before */
    public record Part(String id, String title, List<Block> blocks) {
        /** Whether this is where the charts stand, each with a heading of its own. */
        public boolean charts() {
            return blocks.stream().anyMatch(block -> block.kind() == Kind.CHARTS);
        }
    }

    /** The name of a run's page, beside the index: the newest whole run of a lab has the lab's name. */
    static String name(RunFolder folder, boolean newest) {
        return folder.lab() + (newest ? "" : "-" + folder.run()) + ".html";
    }

    /** Whether there is anything to show of the run. */
    public static boolean isWorthWriting(Run run, List<Drawing> drawings) {
        return !drawings.isEmpty() || !run.table(Csv.SUMMARY).isEmpty();
    }

    /** Writes the page. @param newer the page of the lab's newest run, empty where this is it @return its path */
    public static Path write(Run run, CellStyle style, List<Drawing> drawings, String newer, Pages pages,
            Messages messages) {
        RunFolder folder = run.folder();
        List<CellRow> rows = run.table(Csv.SUMMARY).isEmpty() ? List.of()
                : run.cells().stream().map(cell -> CellRow.of(cell, style)).toList();
        Answers answers = Answers.NONE;
        Provenance provenance = Provenance.UNKNOWN;
        PublishedFigures figures = PublishedFigures.NONE;
        String explorer = "";
        try {
            JsonNode json = RunInfo.json(folder.path());
            answers = Answers.of(json);
            provenance = Provenance.of(json, run.cells());
            figures = PublishedFigures.of(json, run.table(Csv.SUMMARY));
            explorer = Explorer.json(run, json, style);
        } catch (Damaged e) {
            // It was named already when the folder was read.
        }
        Notebook notebook = Notebook.none();
        try {
            notebook = Notebook.read(folder.path());
        } catch (Damaged e) {
            messages.skipped(folder.path().resolve(Notebook.FILE), e.getMessage(),
                    "The page has the charts and tables alone");
        }
        boolean published = rows.stream().anyMatch(row -> !row.publishedRps().isEmpty());
        Map<String, Object> page = new HashMap<>();
        page.put("folder", folder);
        page.put("name", name(folder, newer.isEmpty()));
        page.put("newer", newer);
        // Its CPU and how many of them.
        page.put("machine", folder.info().machine().replaceFirst("^([^,]*, [^,]*).*", "$1"));
        page.put("drawings", drawings);
        page.put("neutral", Palette.NEUTRAL);
        page.put("rows", rows);
        page.put("explorer", explorer);
        page.put("answers", answers);
        page.put("made", provenance);
        page.put("parts", parts(notebook, folder.info(), rows, published, answers));
        page.put("claims", claims(folder.info().claims()));
        page.put("severalJdks", rows.stream().map(CellRow::jdk).filter(jdk -> !jdk.isEmpty()).distinct().count() > 1);
        page.put("severalForks", rows.stream().anyMatch(row -> row.fork() > 1));
        page.put("failed", rows.stream().anyMatch(row -> !row.failed().isEmpty()));
        page.put("published", published);
        page.put("publishedFigures", figures.byCell());
        page.put("publishedFile", figures.file());
        page.put("publishedMs", rows.stream().anyMatch(row -> !row.publishedMs().isEmpty()));
        page.put("publishedP95", rows.stream().anyMatch(row -> !row.publishedP95().isEmpty()));
        page.put("ruleMs", rows.stream().anyMatch(row -> !row.ruleMs().isEmpty()));
        page.put("jdks", rows.stream().map(CellRow::jdk).filter(jdk -> !jdk.isEmpty()).distinct().sorted().toList());
        page.put("notebook", pages.link(folder.path().resolve(Notebook.FILE)));
        page.put("files",
                List.of(Csv.values()).stream().filter(csv -> !pages.link(folder.path().resolve(csv.file)).isEmpty())
                        .map(csv -> Map.of("name", csv.file, "link", pages.link(folder.path().resolve(csv.file))))
                        .toList());
        return pages.write(name(folder, newer.isEmpty()), "lab.html", page);
    }

    /** How many held, and what became of the others: "14 of 15 claims held, 1 SKIPPED". */
    private static String claims(List<RunInfo.Claim> claims) {
        Map<String, Long> others = claims.stream()
                .filter(claim -> !claim.verdict().isEmpty() && !Verdict.CONFIRMED.is(claim.verdict()))
                .collect(Collectors.groupingBy(RunInfo.Claim::verdict, TreeMap::new, Collectors.counting()));
        return claims.isEmpty() ? ""
                : claims.stream().filter(claim -> Verdict.CONFIRMED.is(claim.verdict())).count() + " of "
                        + claims.size()
                        + " claims held"
                        + others.entrySet().stream().map(other -> ", " + other.getValue() + " " + other.getKey())
                                .collect(Collectors.joining());
    }

    /** The notebook's sections, and among them what it does not have a place for. */
    private static List<Part> parts(Notebook notebook, RunInfo info, List<CellRow> rows, boolean published,
            Answers answers) {
        List<Section> sections = new ArrayList<>(notebook.sections());
        // The page begins with it.
        sections.removeIf(section -> section.title().equals(ANSWER));
        if (sections.isEmpty() && !info.rule().isEmpty()) {
            sections.add(new Section("The rule",
                    List.of(new Block(Kind.TEXT, Markdown.html(List.of(Markdown.parse(info.rule())), "")))));
        }
        if (sections.stream().noneMatch(section -> section.has(Kind.CHARTS))) {
            sections.add(first(sections, Kind.CELLS), new Section("", List.of(new Block(Kind.CHARTS, ""))));
        }
        if (sections.stream().noneMatch(section -> section.has(Kind.CELLS)) && !rows.isEmpty()) {
            sections.add(after(sections, Kind.CHARTS), place(published ? "Published, by the rule, measured"
                    : "By the rule, measured", Kind.CELLS));
        }
        if (sections.stream().noneMatch(section -> section.has(Kind.ANSWERS)) && answers.known()) {
            sections.add(
                    after(sections,
                            sections.stream().anyMatch(section -> section.has(Kind.CELLS)) ? Kind.CELLS : Kind.CHARTS),
                    place(answers.guessed() ? "Guess, rule, measured" : "The questions, answered", Kind.ANSWERS));
        }
        if (sections.stream().noneMatch(section -> section.has(Kind.CLAIMS)) && !info.claims().isEmpty()) {
            sections.add(after(sections, Kind.ANSWERS, Kind.CELLS, Kind.CHARTS), place("Claims", Kind.CLAIMS));
        }
        List<Part> parts = new ArrayList<>();
        Set<Kind> placed = new HashSet<>();
        Set<String> ids = new HashSet<>();
        for (Section section : sections) {
            List<Block> blocks = new ArrayList<>();
            for (Block block : section.blocks()) {
                boolean known = switch (block.kind()) {
                case TEXT -> false;
                case CHARTS -> true;
                case CELLS -> !rows.isEmpty();
                case ANSWERS -> answers.known();
                case CLAIMS -> !info.claims().isEmpty();
                };
                if (!known) {
                    // What the notebook says, where the page has nothing else.
                    blocks.add(new Block(Kind.TEXT, block.html()));
                } else if (placed.add(block.kind())) {
                    blocks.add(block);
                }
            }
            String id = "s-"
                    + section.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
            for (int again = 2; !ids.add(id); again++) {
                id = id.replaceFirst("(-\\d+)?$", "-" + again);
            }
            parts.add(new Part(id, section.title(), blocks));
        }
        return parts;
    }

    private static Section place(String title, Kind kind) {
        return new Section(title, List.of(new Block(kind, "")));
    }

    /** Where the first section of that kind stands; behind all where there is none. */
    private static int first(List<Section> sections, Kind kind) {
        return sections.stream().filter(section -> section.has(kind)).findFirst().map(sections::indexOf)
                .orElse(sections.size());
    }

    /** Behind the first section that has one of these kinds, of which the first that occurs counts. */
    private static int after(List<Section> sections, Kind... kinds) {
        for (Kind kind : kinds) {
            if (first(sections, kind) < sections.size()) {
                return first(sections, kind) + 1;
            }
        }
        return sections.size();
    }
}
