package old.page;

import java.util.ArrayList;
import java.util.List;
import kit.base.Numbers;
import kit.plan.Burst;
import old.trust.CellResult;

/** All rows of a run in a table: published, predicted and measured side by side. */
final class CellTable {

    private final Narrator narrator;
    private final List<CellResult> measured;
    private final String source;

    /** @param source who published the figures, in one line; empty where none were published */
    CellTable(Narrator narrator, List<CellResult> measured, String source) {
        this.narrator = narrator;
        this.source = source;
        this.measured = measured;
    }

    void show() {
        narrator.placeOfCharts();
        boolean published = measured.stream().anyMatch(r -> !Double.isNaN(r.published().rps()));
        narrator.heading(2, published ? "Published, predicted, measured" : "Predicted, measured");
        if (!source.isEmpty()) {
            narrator.says(source);
        }
        if (measured.stream().anyMatch(r -> r.load() instanceof Burst)) {
            showBursts(published);
            return;
        }
        boolean failed = measured.stream().anyMatch(r -> r.errors() > 0);
        var header = new ArrayList<>(
                List.of("cell", "predicted /s", "measured /s", "predicted ms", "mean ms", "p99 ms", "carriers",
                        "from rule", "row"));
        if (published) {
            header.add(1, "published /s");
        }
        if (failed) {
            header.add(1, "failed requests");
        }
        narrator.table(header, measured.stream().map(r -> row(r, published, failed)).toList(),
                List.of("carriers", "predicted ms", "p99 ms", "published /s"));
    }

    private static List<String> row(CellResult r, boolean published, boolean failed) {
        var row = new ArrayList<>(List.of(r.name(), Numbers.fixed(r.prediction().rps(), 1), Numbers.fixed(r.rps(), 1),
                Numbers.fixed(r.prediction().meanMs(), 0), Numbers.fixed(r.meanMs(), 0),
                Numbers.fixed(r.percentileMs(0.99), 0),
                Numbers.fixed(r.carriersBusy(), 0), fromRule(r), r.validity().name()));
        if (published) {
            row.add(1, Numbers.fixed(r.published().rps(), 1));
        }
        if (failed) {
            row.add(1, r.errors() > 0 ? r.errors() + " of " + (r.ok() + r.errors()) : "");
        }
        return row;
    }

    private static String fromRule(CellResult r) {
        return Double.isNaN(r.ruleGap()) ? ""
                : Numbers.format("%+.1f %%%s", 100 * r.ruleGap(), r.isRuleMet() ? "" : " missed");
    }

    /** Waves show in how far response times spread: throughput, their mean and their standard deviation. */
    private void showBursts(boolean published) {
        var header = new ArrayList<>(List.of("cell", "predicted", "measured", "from rule", "row"));
        if (published) {
            header.add(1, "published");
        }
        narrator.table(header, measured.stream().map(r -> {
            var row = new ArrayList<>(
                    List.of(r.name(), spread(r.prediction().rps(), r.prediction().meanMs(), r.prediction().sdMs()),
                            spread(r.rps(), r.meanMs(), r.sdMs()) + failed(100.0 * r.errors() / (r.ok() + r.errors())),
                            fromRule(r), r.validity().name()));
            if (published) {
                row.add(1, spread(r.published().rps(), r.published().meanMs(), r.published().sdMs())
                        + failed(r.published().errorPercent()));
            }
            return (List<String>) row;
        }).toList());
        narrator.says("Requests a second; mean and standard deviation of response times; failed requests.");
    }

    private static String failed(double percent) {
        return Double.isNaN(percent) ? "" : ", " + Numbers.trim(percent) + " %";
    }

    /** As in {@code 373.3/s, 2296 ± 848 ms}; empty where nothing is known. */
    private static String spread(double rps, double mean, double sd) {
        return Double.isNaN(rps) ? ""
                : Numbers.fixed(rps, 1) + "/s" + (Double.isNaN(mean) ? ""
                        : ", " + Numbers.fixed(mean, 0)
                                + (Double.isNaN(sd) ? "" : " ± " + Numbers.fixed(sd, 0)) + " ms");
    }
}
