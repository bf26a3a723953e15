package charts.run;

import kit.record.Column;
import tech.tablesaw.api.Row;

/**
 * What requests that wait together hold, in one cell. Each number is NaN where it is not known.
 *
 * @param requests  that waited when memory was looked at
 * @param threads   platform threads that were alive then
 * @param heapKb    live heap for each of the requests, in KiB, beyond what the service needs at rest
 * @param rssKb     the same of what the process has in memory
 */
public record Waiting(double requests, double threads, double heapKb, double rssKb) {

    static final Waiting UNKNOWN = new Waiting(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    static Waiting of(Row row) {
        return new Waiting(Csv.number(row, Column.WAITING), Csv.number(row, Column.THREADS_WAITING),
                Csv.number(row, Column.HEAP_KB_PER_WAITING),
                Csv.number(row, Column.RSS_KB_PER_WAITING));
    }
}
