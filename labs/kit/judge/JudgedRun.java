package kit.judge;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import kit.base.Finding;
import kit.measure.Flight.Pin;
import kit.measure.Measurement;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.Guess;
import kit.plan.LabPlan;
import kit.plan.PinnedReason;
import kit.plan.Quantity;
import kit.record.Forks;
import kit.record.Undecided;
import kit.record.Verdict;

/**
 * What a measurement says of a plan. It does not change; with a further fork the whole is judged again.
 *
 * @param rows     one for each cell, JDK and fork
 * @param claims   in the order of the page, on each JDK that they are about
 * @param guesses  in the order of the page
 * @param verdict  of the run
 * @param findings about the run as a whole, such as an idle JVM that was not idle
 */
public record JudgedRun(LabPlan plan, Measurement measurement, List<Row> rows, List<JudgedClaim> claims,
        List<JudgedGuess> guesses, Verdict verdict, List<Finding> findings) {

    /**
     * A claim and what became of it.
     *
     * @param value    of its quantity; NaN where it is not known
     * @param range    that is claimed, with the rule's ratio put in
     * @param interval the 95 % interval that is shown; null where there is none
     * @param why      it is not decided; null where it is
     * @param reason   in a sentence, for a claim that is not CONFIRMED: what it means, what to do next; else empty
     */
    public record JudgedClaim(Claim claim, int jdk, Verdict verdict, double value, Claim.Range range,
            Forks.Interval interval, Undecided why, String reason) {}

    /** A question and the answer that the measurement gives; NaN where it gives none. */
    public record JudgedGuess(Guess guess, double value) {}

    /** Whether a further fork may decide something. */
    public boolean isOpen() {
        return claims.stream().anyMatch(claim -> claim.verdict() == Verdict.UNDECIDED);
    }

    /** The claim that answers the lab's question, on the newest JDK on which it was not skipped. */
    public Optional<JudgedClaim> headline() {
        List<JudgedClaim> all = plan.claims().isEmpty() ? List.of()
                : claims.stream().filter(judged -> judged.claim().equals(plan.claims().get(plan.headline()))).toList();
        return all.stream().filter(judged -> judged.verdict() != Verdict.SKIPPED).reduce((older, newer) -> newer)
                .or(() -> all.stream().findFirst());
    }

    /** The value of a quantity over all forks, on the newest JDK that has it; empty where it was not measured. */
    public OptionalDouble value(Quantity quantity) {
        return plan.bench().jdks().reversed().stream().map(jdk -> value(quantity, jdk))
                .filter(OptionalDouble::isPresent).findFirst().orElse(OptionalDouble.empty());
    }

    /** On one JDK: the geometric mean of the forks' values; of counts the mean. */
    public OptionalDouble value(Quantity quantity, int jdk) {
        return Values.of(rows, quantity, jdk);
    }

    /** The rows of a cell on a JDK, one for each fork. */
    public List<Row> rows(Cell cell, int jdk) {
        return rows.stream().filter(row -> row.cell().name().equals(cell.name()) && row.isOn(jdk)).toList();
    }

    /** The JDKs on which a cell was measured, the oldest first. */
    public List<Integer> jdks(Cell cell) {
        return rows.stream().filter(row -> row.cell().name().equals(cell.name())).map(Row::jdk).distinct().sorted()
                .toList();
    }

    /** The reason that most pinned threads of a cell have; empty where none is recorded. */
    public Optional<String> pinnedReason(PinnedReason of) {
        Map<String, Long> reasons = rows.stream().filter(row -> row.cell().name().equals(of.cell().name())
                && row.isOn(of.jdk() == 0 ? plan.bench().jdks().getLast() : of.jdk()))
                .flatMap(row -> row.pins().stream()).filter(Pin::hasReason)
                .collect(Collectors.groupingBy(Pin::reason, Collectors.counting()));
        return reasons.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
    }
}
