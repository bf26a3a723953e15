package pages;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tests.Repository.Ran;

/** What `./jbang analysis/compare.java` printed. */
final class Compared {

    private Compared() {}

    /** The rows of tables, without what encloses them. */
    static List<List<String>> rows(String out) {
        return out.lines().filter(line -> line.startsWith("|"))
                .map(line -> Stream.of(line.substring(1).split("\\|")).map(String::strip).toList()).toList();
    }

    /** A, B, ratio, interval and claim of a figure of a cell. */
    static List<String> figure(Ran ran, String cell, String figure) {
        String table = ran.out().substring(ran.out().indexOf("| cell"));
        String named = "";
        for (List<String> row : rows(table)) {
            named = row.getFirst().isEmpty() ? named : row.getFirst();
            if (named.equals(cell) && row.get(1).equals(figure)) {
                return row.subList(2, 7);
            }
        }
        throw new AssertionError("no " + figure + " of " + cell + " in " + table);
    }

    static double[] interval(List<String> figure) {
        Matcher ends = Pattern.compile("\\[([\\d.]+), ([\\d.]+)]").matcher(figure.get(3));
        assertTrue(ends.matches(), figure.toString());
        return new double[] {Double.parseDouble(ends.group(1)), Double.parseDouble(ends.group(2))};
    }
}
