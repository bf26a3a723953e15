package charts.pages.lab;

import charts.figure.CellStyle;
import charts.run.Cell;
import charts.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** One line of the table on a lab's page: a row of summary.csv, its numbers as text. */
public record CellRow(String variant, String colour, String load, String failed, String jdk, int fork,
        String publishedRps, String ruleRps, String measuredRps, String ratioRps,
        String publishedMs, String ruleMs, String measuredMs, String publishedP95, String measuredP95,
        String verdict, String why) {

    // Characters of a word that a narrow column may break, where its own words begin.
    private static final int LONG = 24;

    /** The load in pieces, between which a line may end, though there is no space. */
    public List<String> loadParts() {
        List<String> parts = new ArrayList<>(List.of(""));
        for (String word : load.split("(?<= )")) {
            String[] pieces = word.length() <= LONG ? new String[] {word} : word.split("(?<=\\p{Ll})(?=\\p{Lu})");
            parts.set(parts.size() - 1, parts.getLast() + pieces[0]); // between words a line may end anyway
            parts.addAll(List.of(pieces).subList(1, pieces.length));
        }
        return parts;
    }

    static CellRow of(Cell cell, CellStyle style) {
        return new CellRow(cell.variant(), style.colour(cell), cell.load(), cell.failed().words(), cell.jdk(),
                cell.fork(),
                Numbers.table(cell.publishedRps()), Numbers.table(cell.ruleRps()), Numbers.table(cell.rps()),
                Numbers.ratio(cell.rps() / cell.ruleRps()),
                Numbers.table(cell.publishedMs()), Numbers.table(cell.ruleMs()), Numbers.table(cell.meanMs()),
                Numbers.table(cell.publishedP95Ms()), Numbers.table(cell.p95Ms()),
                cell.verdict(), cell.why());
    }
}
