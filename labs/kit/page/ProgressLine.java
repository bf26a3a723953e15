package kit.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import kit.base.Numbers;
import kit.measure.Block;
import kit.measure.Measurement;
import kit.measure.Progress;
import kit.plan.Cell;
import kit.plan.LabPlan;
import kit.plan.Metric;
import kit.plan.Quantity;
import kit.plan.Quantity.Figure;
import kit.plan.Quantity.Ratio;

/**
 * One line that shows figures as they come, such as {@code fork 1, round 2 of 4: virtual 246/s, platform 124/s, ratio
 * 1.98; about 40 s left}. The cells are those of the claim that answers the page's question.
 */
final class ProgressLine {

    private static final int DIGITS = 3;

    private final LabPlan plan;
    private final Terminal terminal;
    private final Map<Shown, Figures> figures = new HashMap<>();
    private final long began = System.nanoTime();
    private int forks;
    private String doing = "starting";

    /** Blocks of a cell on a JDK. */
    private record Shown(String cell, int jdk, boolean warmup) {}

    /** Requests that succeeded in the blocks of a cell, and their time. */
    private record Figures(double ok, double seconds) {
        Figures plus(Block block) {
            return new Figures(ok + block.completed(), seconds + block.length());
        }

        double throughput() {
            return ok / seconds;
        }
    }

    /** @param forks that will be measured at least */
    ProgressLine(LabPlan plan, Terminal terminal, int forks) {
        this.plan = plan;
        this.terminal = terminal;
        this.forks = forks;
    }

    /** So many forks will be measured by now. */
    synchronized void forks(int least) {
        forks = least;
    }

    /** Something has happened. */
    synchronized void on(Progress progress) {
        switch (progress) {
        case Progress.Booting booting -> doing = "fork " + booting.fork() + ": starting "
                + String.join(", ", booting.variants());
        case Progress.Driving driving -> doing = "fork " + driving.fork() + (driving.warmup() ? ", warm-up" : "")
                + ", round " + driving.round() + (driving.warmup() ? "" : " of " + driving.most());
        case Progress.Driven driven -> {
            Block block = driven.block();
            var shown = new Shown(block.cell(), block.jdk(), block.warmup());
            var now = new Figures(block.completed(), block.length());
            if (block.counts()) {
                figures.merge(shown, now, (a, b) -> a.plus(block));
            } else if (block.warmup() && block.totals() != null) {
                figures.put(shown, now);
            }
        }
        case Progress.Lost lost -> lost(lost.member());
        }
        terminal.show(line());
    }

    private void lost(Measurement.Member member) {
        terminal.clear();
        terminal.print(member.variant() + " has ended before its end"
                + (member.failure() == null ? "" : ": " + member.failure().text()) + " The others go on.");
    }

    /** What is done now, with the figures so far and the time left. */
    synchronized String line() {
        String numbers = numbers();
        return doing + (numbers.isEmpty() ? "" : ": " + numbers) + "; " + left();
    }

    /** What is done now. */
    synchronized String doing() {
        return doing;
    }

    /** The time left, roughly, in words. */
    synchronized String left() {
        return left(TimeTable.of(plan).seconds(forks) - (System.nanoTime() - began) / 1e9);
    }

    /**
     * The figures so far, such as {@code virtual 246/s, platform 124/s, ratio 1.98}, of each JDK where there are
     * several; empty where there are none.
     */
    synchronized String numbers() {
        List<Integer> jdks = plan.bench().jdks();
        return jdks.stream().map(jdk -> {
            String numbers = numbers(jdk);
            return numbers.isEmpty() || jdks.size() == 1 ? numbers : "JDK " + jdk + " " + numbers;
        }).filter(numbers -> !numbers.isEmpty()).collect(Collectors.joining("; "));
    }

    private String numbers(int jdk) {
        var parts = new ArrayList<String>();
        for (Cell cell : shown()) {
            Figures known = of(cell, jdk);
            if (known != null) {
                parts.add(cell.shortLabel() + " " + Numbers.trim(known.throughput(), DIGITS) + "/s");
            }
        }
        if (question() instanceof Ratio ratio && of(ratio.above().cell(), jdk) != null
                && of(ratio.below().cell(), jdk) != null) {
            parts.add("ratio " + Numbers.ratio(of(ratio.above().cell(), jdk).throughput()
                    / of(ratio.below().cell(), jdk).throughput()));
        }
        return String.join(", ", parts);
    }

    /** The load of the cells that are shown, behind a comma; empty where they have different ones. */
    String load() {
        List<String> loads = shown().stream().map(cell -> cell.load().inWords()).distinct().toList();
        return loads.size() == 1 ? ", " + loads.getFirst() : "";
    }

    /** Figures of the warm-up are shown until there are others. */
    private Figures of(Cell cell, int jdk) {
        int on = cell.variant().jdk() == 0 ? jdk : cell.variant().jdk();
        return figures.getOrDefault(new Shown(cell.name(), on, false), figures.get(new Shown(cell.name(), on, true)));
    }

    /** What the headline claim is about; null where that is no throughput. */
    private Quantity question() {
        return plan.claims().isEmpty() ? null : switch (plan.claims().get(plan.headline()).quantity()) {
        case Ratio ratio when ratio.above().metric() != Metric.THROUGHPUT
                || ratio.below().metric() != Metric.THROUGHPUT ->
            null;
        case Figure figure when figure.metric() != Metric.THROUGHPUT -> null;
        case Quantity other -> other;
        };
    }

    private List<Cell> shown() {
        Quantity question = question();
        return question == null ? plan.driven().stream().limit(2).toList() : question.cells();
    }

    private static String left(double seconds) {
        Duration rounded = Duration.ofSeconds(Math.max(5, 5 * Math.round(seconds / 5)));
        return "about " + (rounded.toSeconds() < 90 ? rounded.toSeconds() + " s"
                : Math.round(rounded.toSeconds() / 60.0) + " min") + " left";
    }
}
