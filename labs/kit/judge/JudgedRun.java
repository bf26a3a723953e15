package kit.judge;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import kit.base.Finding;
import kit.measure.Measurement;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.Guess;
import kit.plan.LabPlan;
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

    /** The claim that answers the lab's question. */
    public Optional<JudgedClaim> headline() {
        return plan.claims().isEmpty() ? Optional.empty()
                : claims.stream().filter(judged -> judged.claim().equals(plan.claims().get(plan.headline())))
                        .findFirst();
    }

    /** The value of a quantity over all forks, on the newest JDK of the run; empty where it was not measured. */
    public OptionalDouble value(Quantity quantity) {
        return value(quantity, plan.bench().jdks().getLast());
    }

    /** The same on one JDK: the geometric mean of the forks' values; of counts the mean. */
    public OptionalDouble value(Quantity quantity, int jdk) {
        return Values.of(rows, quantity, jdk);
    }

    /** The rows of a cell on a JDK, one for each fork. */
    public List<Row> rows(Cell cell, int jdk) {
        return rows.stream().filter(row -> row.cell().name().equals(cell.name()) && row.jdk() == jdk).toList();
    }
}
