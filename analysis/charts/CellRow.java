package charts;

/** One line of the table on a lab's page: a row of summary.csv, its numbers as text. */
public record CellRow(String variant, String colour, String load, String jdk, int fork,
                      String publishedRps, String predictedRps, String measuredRps, String ratioRps,
                      String publishedMs, String predictedMs, String measuredMs, String publishedP95, String measuredP95,
                      String verdict, String why) {

    static CellRow of(Cell cell, Look look) {
        return new CellRow(cell.variant(), look.colour(cell), cell.load(), cell.jdk(), cell.fork(),
                Numbers.table(cell.publishedRps()), Numbers.table(cell.predictedRps()), Numbers.table(cell.rps()),
                Numbers.ratio(cell.rps() / cell.predictedRps()),
                Numbers.table(cell.publishedMs()), Numbers.table(cell.predictedMs()), Numbers.table(cell.meanMs()),
                Numbers.table(cell.publishedP95Ms()), Numbers.table(cell.p95Ms()),
                cell.verdict(), cell.why());
    }
}
