package kit.page;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import kit.base.LabException;
import kit.machine.Limits;
import kit.measure.MachineCheck;
import kit.measure.Measurement;
import kit.plan.Cell;
import kit.plan.Claim;
import kit.plan.Guess;
import kit.plan.LabPlan;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a lab is about and what it takes, told before anything is measured ({@code --outline}). The workshop reads it,
 * so that nothing which a page says has to be written down a second time.
 *
 * @param title   number and name
 * @param claims  their texts
 * @param cells   measurements that this machine can make, each JDK counted
 * @param cellNames what {@code --cells} calls them
 * @param seconds how long they take, roughly
 * @param skipped those that it cannot make
 */
public record Outline(String lab, int number, String title, String question, String rule, List<Question> guesses,
        List<String> claims, int cells,
        @JsonProperty("cell_names") List<String> cellNames, long seconds, List<Skipped> skipped, Needs needs) {

    /** What the participant is asked: for one of the choices, or for a number where there are none. */
    public record Question(String question, List<Choice> choices, List<String> hints) {}

    /** An answer to choose. */
    public record Choice(String key, String text) {}

    /** @param why what is missing, and what would help */
    public record Skipped(String why, List<String> cells) {}

    /** The most that any of its cells needs, whether or not it is there; {@code jdks} by their feature versions. */
    public record Needs(List<Integer> jdks, boolean database, long files, long threads, long ports,
            @JsonProperty("memory_mb") long memoryMb) {}

    /** @param missing what this machine cannot measure */
    static Outline of(Notebook notebook, List<Measurement.Skipped> missing) {
        LabPlan plan = notebook.plan();
        List<Integer> jdks = plan.bench().jdks();
        var why = new LinkedHashMap<String, List<String>>();
        for (Measurement.Skipped one : missing) {
            why.computeIfAbsent(one.why(), reason -> new ArrayList<>())
                    .add(plan.cell(one.cell()).label() + (jdks.size() > 1 ? ", JDK " + one.jdk() : ""));
        }
        List<Limits.Need> needs = plan.cells().stream()
                .map(cell -> MachineCheck.need(cell, plan.bench().generator())).toList();
        TimeTable time = TimeTable.of(plan);
        return new Outline(plan.lab(), plan.number(), notebook.title(), plan.question(), notebook.rule(),
                plan.guesses().stream().map(Outline::question).toList(),
                plan.claims().stream().map(Claim::text).toList(), MachineCheck.measurements(plan) - missing.size(),
                plan.driven().stream().map(Cell::name).toList(), Math.round(time.seconds(time.first())),
                why.entrySet().stream().map(one -> new Skipped(one.getKey(), one.getValue())).toList(),
                new Needs(jdks, plan.storage().isPresent(), most(needs, Limits.Need::files),
                        most(needs, Limits.Need::threads),
                        most(needs, Limits.Need::ports), most(needs, Limits.Need::memoryMb)));
    }

    private static Question question(Guess guess) {
        List<Choice> choices = IntStream.range(0, guess.choices().size())
                .mapToObj(i -> new Choice(kit.page.Question.key(i), guess.choices().get(i).text())).toList();
        return new Question(guess.question(), choices.isEmpty() ? null : choices, guess.hints());
    }

    private static long most(List<Limits.Need> needs, ToLongFunction<Limits.Need> of) {
        return needs.stream().mapToLong(of).max().orElse(0);
    }

    /** How many of its measurements this machine cannot make. */
    public int cellsSkipped() {
        return skipped.stream().mapToInt(s -> s.cells().size()).sum();
    }

    /** As it is printed. */
    public String json() {
        return JsonMapper.shared().writeValueAsString(this);
    }

    /** @throws LabException where it is none */
    public static Outline read(String json) {
        try {
            return JsonMapper.shared().readValue(json, Outline.class);
        } catch (JacksonException e) {
            throw new LabException("is no outline of a lab: " + e.getOriginalMessage(), e);
        }
    }
}
