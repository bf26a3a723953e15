package kit.plan;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import kit.base.Numbers;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/**
 * The figures that an experiment's authors published. A lab carries its file along on the class path ({@code //FILES}),
 * so that it has it wherever it is run from.
 *
 * @param file   the name of the file; empty where there are no figures
 * @param source who published them, and how they were measured, in one line; empty where that is not known
 * @param faster how many times less time everything takes in the lab than it took them: figures are converted
 */
public record Published(String file, String source, List<CSVRecord> rows, double faster) {

    /** Who published each file: title, project, machine, JDK, framework and load generator, as the documents tell. */
    private static final String SOURCES = "sources.csv";
    private static final String NOT_TOLD = "not known";

    /**
     * Throughput in requests/s, response time (mean, standard deviation and 95th percentile in ms) and failed requests
     * in %; NaN where not published.
     *
     * @param said all that the row has, by column: what was published in words, such as a range, as it was
     */
    public record Figure(double rps, double meanMs, double sdMs, double p95Ms, double errorPercent,
            Map<String, String> said) {

        public static final Figure NONE = new Figure(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN,
                Map.of());

        /** What the row says in that column; {@code -} where nothing. */
        public String said(String column) {
            String text = said.getOrDefault(column, "");
            return text.isEmpty() ? "-" : text;
        }
    }

    /** No figures. */
    public static Published nothing() {
        return new Published("", "", List.of(), 1);
    }

    /**
     * Reads {@code published/<file>} from the class path.
     *
     * @throws IllegalStateException where the lab does not carry it
     */
    public static Published read(String file, double faster) {
        return read(Published.class, file, faster);
    }

    /** Of a lab that carries the file beside this class. */
    public static Published read(Class<?> lab, String file, double faster) {
        String source = rows(Published.class, SOURCES).stream().filter(row -> is(row, "file", file)).findFirst()
                .map(Published::inOneLine).orElse("");
        return new Published(file, source, rows(lab, file), faster);
    }

    private static List<CSVRecord> rows(Class<?> lab, String file) {
        try (InputStream in = lab.getResourceAsStream("/published/" + file)) {
            if (in == null) {
                throw new IllegalStateException(
                        "the lab does not carry published/" + file + ": its //FILES line is missing");
            }
            var format = CSVFormat.RFC4180.builder().setHeader().setSkipHeaderRecord(true).get();
            return format.parse(new InputStreamReader(in, StandardCharsets.UTF_8)).getRecords();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the document does not tell is said to be not known: nothing is guessed. */
    private static String inOneLine(CSVRecord row) {
        UnaryOperator<String> told = column -> row.get(column).isEmpty() ? NOT_TOLD : row.get(column);
        return "Published in \"" + row.get("title") + "\""
                + (row.get("project").isEmpty() ? "" : " (" + row.get("project") + ")") + ". Machine: "
                + told.apply("machine") + ". JDK: " + told.apply("jdk") + ". Software: " + told.apply("framework")
                + ". Load generator: " + told.apply("generator") + ".";
    }

    /** The figure for so many users; {@link Figure#NONE} where there is none. */
    public Figure figure(String lab, String variant, String path, int users) {
        Optional<CSVRecord> row = rows.stream().filter(r -> is(r, "lab", lab) && is(r, "variant", variant)
                && (is(r, "c", users) || is(r, "users", users)) && (!r.isMapped("path") || is(r, "path", path)))
                .findFirst();
        return row.map(this::figure).orElse(Figure.NONE);
    }

    /**
     * The figure of a cell: of its lab, variant, load and number of users, and of its path where the file tells it;
     * {@link Figure#NONE} where there is none.
     */
    public Figure figure(String lab, Cell cell) {
        int users = cell.load().users();
        return rows.stream().filter(r -> is(r, "lab", lab) && isOf(r, cell.load())
                && (is(r, "variant", cell.variant().name()) || is(r, "profile", cell.variant().name()))
                && (is(r, "c", users) || is(r, "users", users))
                && (!r.isMapped("path") || is(r, "path", cell.request().path()))
                && (!r.isMapped("save") || cell.request().path().endsWith("/" + r.get("save")))
                && (!r.isMapped("concurrency_mode")
                        || cell.request().path().endsWith("=" + r.get("concurrency_mode"))))
                .findFirst().map(this::figure).orElse(Figure.NONE);
    }

    /** Whether a row has a ramp as a burst has, or no ramp as a closed loop. */
    private static boolean isOf(CSVRecord row, Load load) {
        return switch (load) {
        case ClosedLoop loop -> !row.isMapped("ramp_s");
        case Burst burst -> is(row, "ramp_s", Numbers.trim(burst.rampSeconds()));
        default -> false;
        };
    }

    /** The figure in the row that has these values in these columns; {@link Figure#NONE} where there is none. */
    public Figure figure(Map<String, ?> columns) {
        return rows.stream().filter(r -> columns.entrySet().stream().allMatch(c -> is(r, c.getKey(), c.getValue())))
                .findFirst()
                .map(this::figure).orElse(Figure.NONE);
    }

    private Figure figure(CSVRecord row) {
        return new Figure(faster * number(row, "rps"), number(row, "mean_ms") / faster, number(row, "sd_ms") / faster,
                number(row, "p95_ms") / faster, number(row, "error_percent"), row.toMap());
    }

    private static boolean is(CSVRecord row, String column, Object value) {
        return row.isMapped(column) && row.get(column).equals(String.valueOf(value));
    }

    private static double number(CSVRecord row, String column) {
        return row.isMapped(column) && !row.get(column).isEmpty() ? Double.parseDouble(row.get(column)) : Double.NaN;
    }
}
