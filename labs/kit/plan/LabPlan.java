package kit.plan;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import kit.service.Database;

/**
 * All that a page declares, before anything is measured. To build it takes a moment and starts nothing.
 *
 * @param lab         name of the lab, of its source and of its folder under data/
 * @param number      of the lab in the workshop
 * @param question    that the page answers
 * @param comparisons in the order of the page
 * @param guesses     that the participant is asked for
 * @param claims      that are decided
 * @param headline    index of the claim that answers the question; the first one where the page does not say
 * @param calibration what is measured once a fork and told to all services; empty where there is nothing
 * @param storage     where the services store rows; empty where they have no database
 * @param bench       how it is measured
 */
public record LabPlan(String lab, int number, String question, List<Comparison> comparisons, List<Guess> guesses,
        List<Claim> claims, int headline, Optional<Calibration> calibration, Optional<Storage> storage,
        BenchPlan bench) {

    /** Without a database. */
    public LabPlan(String lab, int number, String question, List<Comparison> comparisons, List<Guess> guesses,
            List<Claim> claims, int headline, Optional<Calibration> calibration, BenchPlan bench) {
        this(lab, number, question, comparisons, guesses, claims, headline, calibration, Optional.empty(), bench);
    }

    /** Number and name; the name alone of what is no lab. */
    public String heading() {
        return number == 0 ? lab : number + " " + lab;
    }

    /**
     * A number that each fork measures at its beginning, while nothing else runs: all services do the same work.
     *
     * @param property by which the services know it
     * @param about    what it is, in words that follow the number
     * @param measure  it
     */
    public record Calibration(String property, String about, LongSupplier measure) {}

    /**
     * A database, in which each variant has a schema of its own.
     *
     * @param opening how the lab comes by one
     * @param url     of a server of the user's own; null where the lab brings one along
     * @param table   whose rows are counted: one for each request that changes something
     */
    public record Storage(Database.Opening opening, String url, String table) {

        /** @throws kit.base.LabException when there is none to be had; the message says what to do */
        public Database open() {
            return opening.open(url);
        }
    }

    /**
     * @throws IllegalArgumentException where two different cells have the same name, or a claim is about a cell of no
     *     comparison
     */
    public LabPlan {
        comparisons = List.copyOf(comparisons);
        guesses = List.copyOf(guesses);
        claims = List.copyOf(claims);
        var cells = new HashMap<String, Cell>();
        for (Comparison comparison : comparisons) {
            for (Cell cell : comparison.cells()) {
                Cell other = cells.putIfAbsent(cell.name(), cell);
                if (other != null && !other.equals(cell)) {
                    throw new IllegalArgumentException("two cells of " + lab + " are called " + cell.name());
                }
            }
        }
        for (Claim claim : claims) {
            claim.quantity().cells().stream().filter(cell -> !cells.containsKey(cell.name())).findFirst()
                    .ifPresent(cell -> {
                        throw new IllegalArgumentException("\"" + claim.text() + "\" is about " + cell.name()
                                + ", which no comparison of this page has");
                    });
        }
    }

    /** All cells, in the order of the page; one that two comparisons have is measured once. */
    public List<Cell> cells() {
        return comparisons.stream().flatMap(comparison -> comparison.cells().stream()).distinct().toList();
    }

    /** Those that have blocks of their own. */
    public List<Cell> driven() {
        return cells().stream().filter(Cell::isDriven).toList();
    }

    /** The cell of that name. */
    public Cell cell(String name) {
        return cells().stream().filter(cell -> cell.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(lab + " has no cell " + name));
    }

    /** The variants, each once, in the order of the page. */
    public List<Variant> variants() {
        return List.copyOf(cells().stream().map(Cell::variant).collect(Collectors.toMap(
                Variant::name, variant -> variant, (a, b) -> a, LinkedHashMap::new)).values());
    }

    /** The newest JDK of the run that something is about; empty where it is about none of them. */
    public OptionalInt newest(JdkRange about) {
        return about.newest(bench.jdks());
    }

    /** Whether something is about a JDK of the run. */
    public boolean isOnJdks(JdkRange about) {
        return newest(about).isPresent();
    }

    /** Without what is about other cells than these, and what is sent beside them. */
    public LabPlan only(Predicate<Cell> some) {
        Predicate<Cell> wanted = cell -> some.test(cell.isDriven() ? cell : cell(cell.beside()));
        var left = comparisons.stream().map(comparison -> comparison.filter(wanted))
                .filter(comparison -> !comparison.cells().isEmpty()).toList();
        return new LabPlan(lab, number, question, left,
                guesses.stream().filter(guess -> guess.quantity().cells().stream().allMatch(wanted)).toList(),
                claims.stream().filter(claim -> claim.quantity().cells().stream().allMatch(wanted)).toList(),
                headlineAmong(wanted), calibration, storage, bench);
    }

    private int headlineAmong(Predicate<Cell> wanted) {
        if (claims.isEmpty() || !claims.get(headline).quantity().cells().stream().allMatch(wanted)) {
            return 0;
        }
        return (int) claims.subList(0, headline).stream()
                .filter(claim -> claim.quantity().cells().stream().allMatch(wanted)).count();
    }
}
