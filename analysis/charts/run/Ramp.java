package charts.run;

import kit.record.Column;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A cell whose users rise in stages, second by second.
 *
 * @param stages when each of them was, by its name, in their order
 */
public record Ramp(Timeline timeline, Map<String, Span> stages) {

    /** Seconds since the measurement began. */
    public record Span(double from, double to) {
        public Span and(Span other) {
            return new Span(Math.min(from, other.from), Math.max(to, other.to));
        }

        public boolean overlaps(Span other) {
            return from < other.to && other.from < to;
        }
    }

    public static Ramp of(Timeline timeline) {
        Map<String, Span> stages = new LinkedHashMap<>();
        double[] seconds = timeline.seconds();
        String[] names = timeline.texts(Column.STAGE);
        for (int i = 0; i < names.length; i++) {
            if (!names[i].isBlank()) { // a row is of the interval that ends there
                stages.merge(names[i].strip(),
                        new Span(i == 0 ? Math.max(0, seconds[0] - 1) : seconds[i - 1], seconds[i]), Span::and);
            }
        }
        return new Ramp(timeline, stages);
    }

    /** Whether each second belongs to a stage that counts, or to the rise to it. Stages are judged one by one. */
    public boolean[] counts(Run run) {
        Map<String, Boolean> judged = new HashMap<>();
        rows(run).forEach((stage, row) -> judged.put(stage, row.counts()));
        boolean[] counts = new boolean[timeline.seconds().length];
        String[] names = timeline.texts(Column.STAGE);
        boolean count = cell().counts();
        for (int i = counts.length - 1; i >= 0; i--) {
            count = i < names.length && !names[i].isBlank() ? judged.getOrDefault(names[i].strip(), cell().counts())
                    : count;
            counts[i] = count;
        }
        return counts;
    }

    /**
     * The 99th percentile of the response time in each stage that counts and of which none of the seconds has one: a
     * second may have too few requests for that where the whole stage has enough.
     */
    public Map<Span, Double> p99OfStages(Run run) {
        Map<Span, Double> known = new LinkedHashMap<>();
        double[] each = timeline.column(Column.P99_MS);
        String[] names = timeline.texts(Column.STAGE);
        rows(run).forEach((stage, row) -> {
            boolean seen = IntStream.range(0, Math.min(names.length, each.length))
                    .anyMatch(i -> names[i].strip().equals(stage) && !Double.isNaN(each[i]));
            if (row.counts() && !seen && stages.containsKey(stage) && !Double.isNaN(row.p99Ms())) {
                known.put(stages.get(stage), row.p99Ms());
            }
        });
        return known;
    }

    /** Its stages' own rows, by their names. */
    private Map<String, Cell> rows(Run run) {
        Map<String, Cell> rows = new LinkedHashMap<>();
        run.cells().stream().filter(stage -> stage.stage() && stage.whole().equals(cell().name()))
                .forEach(stage -> rows.put(stage.name().substring(cell().name().length() + 1), stage));
        return rows;
    }

    public Cell cell() {
        return timeline.cell();
    }
}
