package kit.judge;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

/**
 * How much the logarithm of a ratio of two cells differs from block to block and from fork to fork, as measured. It is
 * a row of {@code spread.csv}. Nothing else is assumed of a spread.
 *
 * @param blockSd       standard deviation between the rounds of one fork
 * @param forkSd        standard deviation between forks, beyond what their blocks explain
 * @param forks         number of forks that it was measured with
 * @param blocks        number of blocks in each of them
 * @param machine       where it was measured, in a few words
 */
public record Spread(Kind kind, double blockSd, double forkSd, int forks, int blocks, LocalDate measuredOn,
        String machine) {

    private static final List<Spread> TABLE = read();

    public Spread {
        if (!(blockSd > 0 && forkSd > 0)) {
            throw new IllegalArgumentException("a spread is positive: " + blockSd + ", " + forkSd);
        }
    }

    /** What limits the throughput of the cells. */
    public enum Kind {
        /** Requests wait: for a remote service, a pool, a timer. */
        WAITING,
        /** Requests wait, and keep the CPUs busy for a good part of the time. */
        MIXED,
        /** Requests need the CPUs. */
        CPU;

        private static final double SOMEWHAT = 1 / 3.0;
        private static final double MOSTLY = 0.75;

        /** Of a cell whose load keeps the CPUs of the machine busy for this share of the time. */
        static Kind of(double utilisation) {
            return utilisation < SOMEWHAT ? WAITING : utilisation < MOSTLY ? MIXED : CPU;
        }
    }

    /** All rows. */
    public static List<Spread> table() {
        return TABLE;
    }

    /** The row of this kind. */
    public static Spread of(Kind kind) {
        return TABLE.stream().filter(row -> row.kind == kind).findFirst()
                .orElseThrow(() -> new IllegalStateException("spread.csv has no row for " + kind));
    }

    private static List<Spread> read() {
        try (InputStream in = Spread.class.getResourceAsStream("spread.csv")) {
            if (in == null) {
                throw new IllegalStateException("spread.csv is not on the class path: a //FILES line is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().skip(1)
                    .map(line -> of(List.of(line.split(",", -1)))).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Spread of(List<String> row) {
        return new Spread(Kind.valueOf(row.get(0).toUpperCase(Locale.ROOT)), Double.parseDouble(row.get(1)),
                Double.parseDouble(row.get(2)), Integer.parseInt(row.get(3)), Integer.parseInt(row.get(4)),
                LocalDate.parse(row.get(5)), row.get(6));
    }
}
