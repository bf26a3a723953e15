package audit;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import audit.Answer.Kind;
import kit.base.Numbers;
import kit.results.LoadResult;

/** Everything that can be asked of a result. */
public record ResultAudit(LoadResult result, List<Answer> answers) {

    /** @param claims of the load, beside what its file tells */
    public static ResultAudit of(LoadResult result, Claims claims) {
        var omission = new OmissionCheck(result, claims);
        return new ResultAudit(result, Stream.of(Laws.little(result, claims), Laws.utilisation(result, claims),
                Laws.offeredRate(result, claims), Laws.errors(result), omission.answer(),
                WarmUpCheck.drift(result, omission.cycle()), PercentileChecks.enough(result), ClockCheck.coarse(result),
                PercentileChecks.averaged(result), TimeoutCheck.ceiling(result), ContradictionCheck.of(result))
                .filter(Objects::nonNull)
                .sorted(Comparator.comparing(Answer::kind)).toList());
    }

    /** How many answers are of a kind. */
    public long count(Kind kind) {
        return answers.stream().filter(answer -> answer.kind() == kind).count();
    }

    /** What the tool told, in one line. */
    public String told() {
        var times = result.times();
        return Stream.of(result.tool().toString(),
                number(result.counts().requests(), 12, " requests"), number(result.counts().seconds(), 4, " s"),
                number(result.counts().throughput(), 4, " requests/s"), number(times.mean(), 4, " ms on average"),
                number(times.median(), 4, " ms median"), number(times.percentile(99), 4, " ms p99"))
                .filter(part -> !part.isEmpty()).reduce((a, b) -> a + ", " + b).orElse("");
    }

    private static String number(double value, int digits, String what) {
        return Double.isNaN(value) ? "" : Numbers.trim(value, digits) + what;
    }

    /** The answer in a sentence. */
    public String verdict() {
        if (count(Kind.WRONG) > 0) {
            return "This result cannot be believed: " + count(Kind.WRONG) + " of " + answers.size()
                    + " checks found a fault.";
        }
        String lack = answers.stream().filter(answer -> answer.kind() == Kind.UNKNOWN)
                .map(answer -> answer.check().toString()).collect(Collectors.joining(", "));
        return lack.isEmpty() ? "No check found a fault."
                : "No check found a fault. Data are missing for: " + lack + ".";
    }
}
