package charts.text;

import kit.record.Validity;
import kit.record.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.Document;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Markdown, with tables, as HTML that can do a page no harm: a notebook may hold anything, so HTML in it is text, links
 * go nowhere but to pages, and a picture is only its words, since a page loads nothing.
 */
public final class Markdown {
    private static final List<Extension> TABLES = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
    private static final Set<String> VERDICTS = Stream
            .concat(Arrays.stream(Verdict.values()), Arrays.stream(Validity.values()))
            .map(Enum::name).collect(Collectors.toSet());

    private Markdown() {}

    public static Node parse(String text) {
        Node document = PARSER.parse(text);
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Image image) {
                Text words = new Text(words(image));
                image.insertAfter(words);
                image.unlink();
            }
        });
        return document;
    }

    /** What stands in a node, without its marks. */
    public static String words(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                words.append(code.getLiteral());
            }

            @Override
            public void visit(SoftLineBreak end) {
                words.append(' ');
            }

            @Override
            public void visit(HardLineBreak end) {
                words.append(' ');
            }
        });
        return words.toString().strip();
    }

    /** The verdict that a node begins with, as in a list of claims; empty where it begins with something else. */
    public static String verdict(Node node) {
        for (Node first = node; first != null; first = first.getFirstChild()) {
            if (first instanceof StrongEmphasis) {
                return VERDICTS.contains(words(first)) ? words(first) : "";
            }
        }
        return "";
    }

    /** Blocks as HTML. @param about what the tables among them are about, for those who cannot see where they stand */
    public static String html(List<Node> blocks, String about) {
        Document document = new Document();
        blocks.forEach(document::appendChild);
        Set<Node> numbers = new HashSet<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(CustomBlock block) {
                if (block instanceof TableBlock) {
                    numbers.addAll(numberCells(block));
                }
                visitChildren(block);
            }
        });
        return HtmlRenderer.builder().escapeHtml(true).sanitizeUrls(true)
                .attributeProviderFactory(context -> (node, tag, attributes) -> attributes(node, tag, attributes))
                .nodeRendererFactory(context -> new Tables(context, numbers, about)).build().render(document);
    }

    private static void attributes(Node node, String tag, Map<String, String> attributes) {
        if (node instanceof StrongEmphasis && VERDICTS.contains(words(node))) {
            attributes.put("class", "verdict " + words(node).toLowerCase(Locale.ROOT));
        }
        // A line of code may be wider than a phone: the arrow keys reach its end.
        if (node instanceof FencedCodeBlock && tag.equals("pre")) {
            attributes.put("tabindex", "0");
        }
    }

    /** The cells, and the headings, of columns that hold nothing but numbers. */
    private static Set<Node> numberCells(Node table) {
        List<List<Node>> columns = new ArrayList<>();
        for (Node part = table.getFirstChild(); part != null; part = part.getNext()) {
            for (Node row = part.getFirstChild(); row != null; row = row.getNext()) {
                int column = 0;
                for (Node cell = row.getFirstChild(); cell != null; cell = cell.getNext(), column++) {
                    if (column == columns.size()) {
                        columns.add(new ArrayList<>());
                    }
                    columns.get(column).add(cell);
                }
            }
        }
        Set<Node> numbers = new HashSet<>();
        columns.stream().filter(
                cells -> cells.stream().skip(1).map(Markdown::words).anyMatch(words -> words.matches(".*\\d.*")))
                .filter(cells -> cells.stream().skip(1).map(Markdown::words)
                        .allMatch(words -> words.matches("[-+\u2212]?[\\d.,]*[%-]?")))
                .forEach(numbers::addAll);
        return numbers;
    }

    /** Tables that scroll where they are wider than the page, whose first column names the row. */
    private record Tables(HtmlNodeRendererContext context, Set<Node> numbers, String about) implements NodeRenderer {

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(TableBlock.class);
        }

        /** Of its columns. */
        private static String headings(Node table) {
            Node first = table.getFirstChild().getFirstChild().getFirstChild();
            return Stream.iterate(first, cell -> cell != null, Node::getNext).map(Markdown::words)
                    .collect(Collectors.joining(", "));
        }

        @Override
        public void render(Node table) {
            var html = context.getWriter();
            html.line();
            html.tag("div", Map.of("class", "scroll", "role", "region", "tabindex", "0", "aria-label", about + ": "
                    + headings(table)));
            html.tag("table");
            for (Node part = table.getFirstChild(); part != null; part = part.getNext()) {
                String name = part instanceof TableBody ? "tbody" : "thead";
                html.line();
                html.tag(name);
                for (Node row = part.getFirstChild(); row != null; row = row.getNext()) {
                    row(row);
                }
                html.tag("/" + name);
            }
            html.tag("/table");
            html.tag("/div");
            html.line();
        }

        private void row(Node row) {
            var html = context.getWriter();
            html.tag("tr");
            for (Node cell = row.getFirstChild(); cell != null; cell = cell.getNext()) {
                boolean first = cell == row.getFirstChild() && row instanceof TableRow
                        && row.getParent() instanceof TableBody;
                boolean heading = ((TableCell) cell).isHeader() || first;
                String name = heading ? "th" : "td";
                Map<String, String> attributes = new LinkedHashMap<>();
                if (heading) {
                    attributes.put("scope", first ? "row" : "col");
                }
                if (numbers.contains(cell) && !first) {
                    attributes.put("class", "number");
                }
                html.tag(name, attributes);
                for (Node child = cell.getFirstChild(); child != null; child = child.getNext()) {
                    context.render(child);
                }
                html.tag("/" + name);
            }
            html.tag("/tr");
        }
    }
}
