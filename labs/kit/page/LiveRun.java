package kit.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import kit.base.LabException;
import kit.judge.JudgedRun;
import kit.judge.Row;
import kit.live.LiveServer;
import kit.machine.Program;
import kit.measure.Block;
import kit.measure.MachineCheck;
import kit.measure.Progress;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.Guess;
import kit.plan.LabPlan;
import kit.plan.Metric;
import kit.plan.OpenLoop;
import kit.plan.Quantity;
import kit.plan.Quantity.Ratio;
import kit.record.Forks;
import kit.record.RecordJson;
import kit.rule.RuleFigures;
import kit.rule.Rules;

/**
 * What the tabs of a browser show of a run while it is measured: a bar for each cell, a dot for each of its blocks, and
 * the claim that answers the question, with its interval after each round. At the end it shows the run's page.
 */
final class LiveRun implements AutoCloseable {

    private static final String PAGE = "/kit/page/live.html";
    /** Of a plot script that may have to be built first. */
    private static final Duration DRAWING = Duration.ofMinutes(5);

    private final LabPlan plan;
    private final List<Guessed> guesses;
    private final double guess;
    private final LiveServer server;
    private final Map<Key, List<Block>> blocks = new HashMap<>();
    private final Map<Key, RuleFigures> rules = new HashMap<>();
    private final Set<Key> drivenInRound = new HashSet<>();
    private final List<Step> judged = new ArrayList<>();
    private String verdict = "";
    private Progress.Driving last;
    /** Null where nothing is driven. */
    private Progress.Driving now;
    private int forks;
    private String doing = "starting";
    private String left = "";
    private boolean over;

    /** A cell on a JDK. */
    private record Key(String cell, int jdk) {}

    private record Round(int fork, int round) implements Comparable<Round> {
        @Override
        public int compareTo(Round other) {
            return fork != other.fork ? Integer.compare(fork, other.fork) : Integer.compare(round, other.round);
        }

        @Override
        public String toString() {
            return fork + "." + round;
        }
    }

    // ---- what a tab is told ----

    /** A block. @param counts whether it is one of those that the mean is of */
    record Dot(double value, boolean counts) {}

    /** A cell. @param doing {@code now}, {@code next} where its block of this round is still to come, or empty */
    record Bar(String cell, String label, double value, double rule, String doing, List<Dot> dots) {}

    /** A comparison. */
    record Chart(String title, String about, String unit, List<Bar> bars) {}

    record Guessed(String question, String guess) {}

    /** The claimed quantity after a round. @param after fork and round; the ends are NaN where there is no interval */
    record Step(String after, double low, double value, double high) {
        /** @param interval null where there is none */
        static Step of(String after, double value, Forks.Interval interval) {
            return interval == null ? new Step(after, Double.NaN, value, Double.NaN)
                    : new Step(after, interval.low(), value, interval.high());
        }
    }

    /**
     * The claim that answers the question.
     *
     * @param rule  what the rule says of its quantity; NaN where it says nothing
     * @param guess the participant's; NaN where it is no number
     * @param forks that were judged
     */
    record Headline(String text, double least, double most, double rule, double guess, List<Step> steps, int forks,
            String verdict) {}

    /** @param page where the run's page is, beside the live one; null where there is none */
    record End(String text, String page) {}

    record State(String title, String question, String doing, String left, List<Guessed> guesses, Headline claim,
            List<Chart> charts, End end) {}

    // ---- from the first event to the last ----

    /**
     * Begins to serve, and tells where.
     *
     * @param guessed one answer for each question, empty where there is none
     */
    static LiveRun open(LabPlan plan, List<String> guessed, Terminal terminal) {
        LiveRun live;
        try {
            live = new LiveRun(plan, guessed);
        } catch (IOException e) {
            throw new LabException("--live: nothing can listen on 127.0.0.1 (" + e.getMessage()
                    + "): leave --live out", e);
        }
        terminal.print("");
        terminal.print("Watch it: " + live.server.address());
        if (terminal.isInteractive()) {
            live.server.open();
        }
        return live;
    }

    private LiveRun(LabPlan plan, List<String> guessed) throws IOException {
        this.plan = plan;
        this.guesses = IntStream.range(0, guessed.size()).filter(i -> !guessed.get(i).isEmpty())
                .mapToObj(i -> new Guessed(plan.guesses().get(i).question(), guessed.get(i))).toList();
        this.guess = IntStream.range(0, guessed.size())
                .filter(i -> !plan.claims().isEmpty()
                        && plan.guesses().get(i).quantity().equals(plan.claims().get(plan.headline()).quantity()))
                .mapToObj(i -> number(plan.guesses().get(i), guessed.get(i))).flatMapToDouble(OptionalDouble::stream)
                .findFirst().orElse(Double.NaN);
        int cpus = Runtime.getRuntime().availableProcessors();
        keys().forEach(key -> {
            Cell cell = plan.cell(key.cell);
            rules.put(key, Rules.of(cell, cell.demandOn(key.jdk), cpus));
        });
        this.server = LiveServer.of(page(), json(null));
    }

    /** Of a choice there is no one number. */
    private static OptionalDouble number(Guess guess, String guessed) {
        return guess.choices().isEmpty() && !guessed.isEmpty() ? OptionalDouble.of(Double.parseDouble(guessed))
                : OptionalDouble.empty();
    }

    private static String page() {
        try (InputStream in = LiveRun.class.getResourceAsStream(PAGE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Something has happened. @param line with which the terminal tells how far it is */
    synchronized void on(Progress progress, ProgressLine line) {
        doing = line.doing();
        left = line.left();
        switch (progress) {
        case Progress.Booting booting -> now = null;
        case Progress.Driving driving -> drives(driving);
        case Progress.Driven driven -> {
            now = null;
            Block block = driven.block();
            var key = new Key(block.cell(), block.jdk());
            drivenInRound.add(key);
            if (block.totals() != null) {
                blocks.computeIfAbsent(key, one -> new ArrayList<>()).add(block);
            }
        }
        case Progress.Lost lost -> now = null;
        }
        server.tell(json(null));
    }

    private void drives(Progress.Driving driving) {
        if (last == null || last.fork() != driving.fork() || last.round() != driving.round()
                || last.warmup() != driving.warmup()) {
            drivenInRound.clear();
        }
        now = driving;
        last = driving;
    }

    /** A fork was judged. */
    synchronized void judged(JudgedRun run) {
        forks = run.measurement().forks().size();
        for (Row row : run.rows()) {
            rules.put(new Key(row.cell().name(), row.jdk()), row.rule());
        }
        run.headline().ifPresent(claim -> {
            verdict = claim.verdict().name();
            judged.add(Step.of(String.valueOf(forks), claim.value(), claim.interval()));
        });
        server.tell(json(null));
    }

    /**
     * The run is over, and its files are written: draws its page, and shows it.
     *
     * @param run    its folder
     * @param answer with which it ends
     */
    void end(Path run, String answer, Terminal terminal) {
        synchronized (this) {
            doing = "drawing the page of the run";
            left = "";
            server.tell(json(null));
        }
        Optional<Path> page = drawn(run);
        page.ifPresent(file -> server.serve(file.getParent()));
        String where = page.map(file -> "Its page is " + file + ". This address is gone when the lab has ended.")
                .orElse("Draw its page: ./jbang plot " + run + ".");
        page.ifPresent(file -> terminal.print("Page: " + file));
        ended(new End((answer.isEmpty() ? "The run has ended." : "The run has ended: " + answer) + " " + where,
                page.map(file -> "files/" + file.getFileName()).orElse(null)));
    }

    private synchronized void ended(End end) {
        over = true;
        server.tellLast(json(end));
    }

    /** Tells that there is no more, where {@link #end} did not, and serves nothing any more. */
    @Override
    public void close() {
        if (!over) {
            ended(new End("The lab was stopped before its end. The terminal tells why, and what was kept.", null));
        }
        server.close();
    }

    /** The run's page, where the scripts of the project are beside the lab. */
    private static Optional<Path> drawn(Path run) {
        Path root = Path.of("").toAbsolutePath();
        while (root != null && !Files.exists(root.resolve("analysis/plot.java"))) {
            root = root.getParent();
        }
        if (root == null) {
            return Optional.empty();
        }
        String launched = Optional.ofNullable(System.getenv("JBANG_LAUNCH_CMD"))
                .filter(file -> Files.isExecutable(Path.of(file))).orElse(root.resolve("jbang").toString());
        try {
            Program.Ran ran = Program.run(DRAWING, launched, root.resolve("analysis/plot.java").toString(),
                    run.toAbsolutePath().toString());
            return ran.ok() ? ran.out().lines().findFirst().map(Path::of).filter(Files::exists) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    // ---- the state ----

    private String json(End end) {
        return RecordJson.line(new State(plan.heading(), plan.question(), doing, left, guesses, headline(),
                plan.comparisons().stream().map(comparison -> new Chart(comparison.name(), about(comparison.cells()),
                        unit(comparison.cells()), keys(comparison.cells()).stream().map(this::bar).toList()))
                        .filter(chart -> !chart.bars.isEmpty()).toList(),
                end));
    }

    private static String about(List<Cell> cells) {
        return isOfTimes(cells.getFirst()) ? "(mean response time)" : "(throughput)";
    }

    private static String unit(List<Cell> cells) {
        return isOfTimes(cells.getFirst()) ? "ms" : "/s";
    }

    /** The throughput of an open loop is its rate. */
    private static boolean isOfTimes(Cell cell) {
        return cell.load() instanceof OpenLoop;
    }

    private List<Key> keys() {
        return keys(plan.cells());
    }

    private List<Key> keys(List<Cell> cells) {
        return cells.stream().flatMap(cell -> MachineCheck.jdks(cell.variant(), plan.bench().jdks()).stream()
                .map(jdk -> new Key(cell.name(), jdk))).toList();
    }

    private Bar bar(Key key) {
        Cell cell = plan.cell(key.cell);
        List<Block> all = blocks.getOrDefault(key, List.of());
        List<Block> counted = all.stream().filter(Block::counts).toList();
        // Those of the warm-up are shown until there are others.
        List<Block> shown = counted.isEmpty() ? all : all.stream().filter(block -> !block.warmup()).toList();
        RuleFigures rule = rules.getOrDefault(key, RuleFigures.none());
        boolean isNow = now != null && now.cell().equals(key.cell) && now.jdk() == key.jdk;
        boolean isNext = now != null && !isNow && cell.isDriven() && !drivenInRound.contains(key);
        return new Bar(key.cell, label(cell, key.jdk),
                mean(cell, counted.isEmpty() ? all.subList(Math.max(0, all.size() - 1), all.size()) : counted),
                isOfTimes(cell) ? rule.meanMs() : rule.rps(), isNow ? "now" : isNext ? "next" : "",
                shown.stream().map(block -> new Dot(mean(cell, List.of(block)), block.counts())).toList());
    }

    private String label(Cell cell, int jdk) {
        return cell.shortLabel() + (plan.bench().jdks().size() > 1 && cell.variant().jdk() == 0 ? ", JDK " + jdk : "");
    }

    /** Throughput in requests/s, or response time in ms. */
    private static double mean(Cell cell, List<Block> of) {
        return isOfTimes(cell)
                ? of.stream().mapToDouble(block -> block.response().getMean() / 1e6).average().orElse(Double.NaN)
                : of.stream().mapToDouble(Block::completed).sum() / of.stream().mapToDouble(Block::length).sum();
    }

    // ---- the claim ----

    private Headline headline() {
        if (plan.claims().isEmpty()) {
            return null;
        }
        Claim claim = plan.claims().get(plan.headline());
        // Rounds tell a ratio of throughputs; all else is known when a fork is judged.
        Ratio ofRounds = claim.quantity() instanceof Ratio ratio && isThroughput(ratio) ? ratio : null;
        double rule = ofRounds == null ? Double.NaN : rule(ofRounds.above()) / rule(ofRounds.below());
        double times = claim.range().rule() ? rule : 1;
        return new Headline(claim.text(), claim.range().least() * times, claim.range().most() * times, rule, guess,
                ofRounds == null ? List.copyOf(judged) : rounds(ofRounds), forks, verdict);
    }

    private static boolean isThroughput(Ratio ratio) {
        return ratio.above().metric() == Metric.THROUGHPUT && ratio.below().metric() == Metric.THROUGHPUT;
    }

    private double rule(Quantity.Figure figure) {
        return rules.getOrDefault(key(figure), RuleFigures.none()).rps();
    }

    private Key key(Quantity.Figure figure) {
        int newest = plan.bench().jdks().getLast();
        int jdk = figure.jdk() == 0 ? newest : figure.jdk();
        return new Key(figure.cell().name(), figure.cell().variant().jdk() == 0 ? jdk : figure.cell().variant().jdk());
    }

    /** The ratio over the rounds so far, with the interval of their spread, after each round. */
    private List<Step> rounds(Ratio ratio) {
        Map<Round, Double> above = byRound(key(ratio.above()));
        Map<Round, Double> below = byRound(key(ratio.below()));
        List<Round> both = above.keySet().stream().filter(below::containsKey).toList();
        return IntStream.rangeClosed(1, both.size()).mapToObj(n -> {
            Forks one = Forks.of(both.stream().limit(n).mapToDouble(above::get).toArray());
            Forks other = Forks.of(both.stream().limit(n).mapToDouble(below::get).toArray());
            return Step.of(both.get(n - 1).toString(), one.over(other), one.pairedRatio(other, Forks.LEVEL));
        }).toList();
    }

    /** Throughput in the blocks that count, by fork and round. */
    private Map<Round, Double> byRound(Key key) {
        var rounds = new TreeMap<Round, Double>();
        blocks.getOrDefault(key, List.of()).stream().filter(Block::counts).forEach(block -> rounds.put(
                new Round(block.fork(), block.round()), block.completed() / block.length()));
        return rounds;
    }
}
