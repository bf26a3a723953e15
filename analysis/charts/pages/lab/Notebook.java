package charts.pages.lab;

import charts.text.Damaged;
import charts.text.Markdown;
import kit.record.WholeText;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.node.BulletList;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;

/**
 * What the lab said, in its order: notebook.md, cut at its headings. What the page tells from the CSVs or from run.json
 * is taken out here, and its place is kept.
 */
public final class Notebook {
    static final String FILE = "notebook.md";
    static final String CHARTS = "<!-- charts -->";
    private static final String TRY_IT = "Try it";
    /** Headings of the figures of each row, up to format 3 and since. */
    private static final Set<String> MEASURED = Set.of("Published, predicted, measured", "Predicted, measured",
            "Published, rule, measured", "Rule, measured");

    /** What stands in a section. TEXT is the notebook's own, the others are places for what the page makes. */
    public enum Kind {
        TEXT, CHARTS, CELLS, ANSWERS, CLAIMS
    }

    /** @param html the notebook's own text, which a place has too: the page may have nothing to put there */
    public record Block(Kind kind, String html) {}

    /** @param title empty for what stands before the first heading, and for what goes on after the charts */
    record Section(String title, List<Block> blocks) {
        boolean has(Kind kind) {
            return blocks.stream().anyMatch(block -> block.kind == kind);
        }
    }

    private final List<Section> sections = new ArrayList<>();

    private Notebook() {}

    static Notebook none() {
        return new Notebook();
    }

    /**
     * The run's notebook; without any section where there is none.
     *
     * @throws Damaged if it is there and cannot be read
     */
    static Notebook read(Path folder) throws Damaged {
        Path file = folder.resolve(FILE);
        Notebook notebook = new Notebook();
        if (!Files.exists(file)) {
            return notebook;
        }
        try {
            notebook.cut(Markdown.parse(WholeText.of(file).replaceFirst("^\uFEFF", "")));
        } catch (CharacterCodingException e) {
            throw new Damaged("it is not UTF-8 text");
        } catch (IOException e) {
            throw new Damaged("it cannot be read (" + e.getMessage() + ")");
        }
        return notebook;
    }

    List<Section> sections() {
        return sections;
    }

    private void cut(Node document) {
        String title = "";
        List<Node> blocks = new ArrayList<>();
        for (Node block = document.getFirstChild(); block != null; block = block.getNext()) {
            if (block instanceof Heading heading && heading.getLevel() <= 2) {
                add(title, blocks);
                // The first one is the title of the page, which has it from run.json.
                title = heading.getLevel() == 1 && sections.isEmpty() ? "" : Markdown.words(heading);
                blocks = new ArrayList<>();
            } else if (block instanceof HtmlBlock html && html.getLiteral().strip().equals(CHARTS)) {
                add(title, blocks);
                sections.add(new Section("", List.of(new Block(Kind.CHARTS, ""))));
                title = "";
                blocks = new ArrayList<>();
            } else {
                verdictsOf(block).ifPresent(block::insertAfter);
                blocks.add(block);
            }
        }
        add(title, blocks);
    }

    /** To Markdown, two lists of which one follows the other are one: the words of verdicts, and the claims. */
    private static Optional<Node> verdictsOf(Node list) {
        List<Node> claims = new ArrayList<>();
        for (Node item = list.getFirstChild(); list instanceof BulletList && item != null; item = item.getNext()) {
            if (!Markdown.verdict(item).isEmpty()) {
                claims.add(item);
            }
        }
        if (claims.isEmpty() || claims.getFirst() == list.getFirstChild()) {
            return Optional.empty();
        }
        Node rest = new BulletList();
        claims.forEach(rest::appendChild);
        return Optional.of(rest);
    }

    private void add(String title, List<Node> nodes) {
        List<Block> blocks = new ArrayList<>();
        List<Node> alike = new ArrayList<>(); // neighbours of one kind make a block
        Kind kind = Kind.TEXT;
        for (Node node : nodes) {
            Kind next = kind(title, node);
            if (next != kind) {
                flush(kind, title, alike, blocks);
                kind = next;
            }
            if (title.equals(TRY_IT)) {
                tidy(node);
            }
            alike.add(node);
        }
        flush(kind, title, alike, blocks);
        if (!blocks.isEmpty()) {
            sections.add(new Section(title, blocks));
        }
    }

    private static void flush(Kind kind, String title, List<Node> nodes, List<Block> blocks) {
        String html = nodes.isEmpty() ? "" : Markdown.html(nodes, title.isEmpty() ? "Table" : title);
        if (!html.isBlank()) {
            blocks.add(new Block(kind, html));
        }
        nodes.clear();
    }

    /** Of which of the page's own tables and lists this is the notebook's copy. */
    private static Kind kind(String title, Node node) {
        boolean measured = MEASURED.contains(title);
        boolean verdicts = node instanceof BulletList && !Markdown.verdict(node).isEmpty();
        if (measured && (isTable(node, "cell") || verdicts)) {
            return Kind.CELLS;
        }
        if (title.equals("Claims") && verdicts) {
            return Kind.CLAIMS;
        }
        return title.equals("Guess, rule, measured") ? Kind.ANSWERS : Kind.TEXT;
    }

    private static boolean isTable(Node node, String firstColumn) {
        return node instanceof TableBlock
                && Markdown.words(node.getFirstChild().getFirstChild().getFirstChild()).equals(firstColumn);
    }

    /**
     * The last line tells the run's verdict and folder, which the page tells where they belong. Older labs wrote it
     * with other words, and lines and no list.
     */
    private static void tidy(Node node) {
        if (node instanceof BulletList && node.getLastChild() instanceof ListItem item
                && (Markdown.words(item).startsWith("Verdict: ") || !Markdown.verdict(item).isEmpty()
                        && Markdown.words(item).contains("is the verdict of this run"))) {
            item.unlink();
        }
        for (Node child = node.getFirstChild(); node instanceof Paragraph && child != null; child = child.getNext()) {
            if (child instanceof SoftLineBreak) {
                Node hard = new HardLineBreak();
                child.insertAfter(hard);
                child.unlink();
                child = hard;
            }
        }
    }
}
