package old.page;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import kit.base.LabException;
import kit.machine.Limits;
import old.plan.Cell;
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
public record Outline(String lab, int number, String title, String question, String rule, List<Question> predictions,
        List<String> claims, int cells,
        @JsonProperty("cell_names") List<String> cellNames, long seconds, List<Skipped> skipped, Needs needs) {

    /** What the participant is asked: for one of the choices, or for a number where there are none. */
    public record Question(String question, List<Choice> choices, List<String> hints) {}

    record Choice(String key, String text) {}

    /** @param why what is missing, and what would help */
    public record Skipped(String why, List<String> cells) {}

    /** The most that any of its cells needs, whether or not it is there; {@code jdks} by their feature versions. */
    public record Needs(List<Integer> jdks, boolean database, long files, long threads, long ports,
            @JsonProperty("memory_mb") long memoryMb) {}

    /** @param wanted the cells that the page would measure */
    static Outline of(Lab lab, LabOptions options, List<Cell> wanted) {
        Possible possible = lab.possible();
        JdkChoice jdks = lab.jdkChoice();
        var skipped = new ArrayList<Skipped>();
        possible.impossible(wanted).forEach((why, some) -> skipped.add(new Skipped(why, some.stream()
                .map(one -> one.cell().label() + (jdks.areSeveral() ? ", JDK " + one.jdk() : "")).toList())));
        List<Limits.Need> needs = wanted.stream().map(cell -> cell.need(options.driver)).toList();
        PageText.About about = lab.about();
        return new Outline(about.lab(), about.number(), about.title(),
                about.question(), about.rule(), lab.judge().questions(), lab.judge().texts(),
                wanted.stream().mapToInt(cell -> possible.jdks(cell).size()).sum(),
                wanted.stream().map(Cell::shortName).toList(),
                Math.round(lab.pilots().seconds() + lab.campaign().secondsOf(wanted)), skipped,
                new Needs(jdks.all(), lab.campaign().stores(), most(needs, Limits.Need::files),
                        most(needs, Limits.Need::threads), most(needs, Limits.Need::ports),
                        most(needs, Limits.Need::memoryMb)));
    }

    private static long most(List<Limits.Need> needs, ToLongFunction<Limits.Need> of) {
        return needs.stream().mapToLong(of).max().orElse(0);
    }

    /** How many of its measurements this machine cannot make. */
    public int cellsSkipped() {
        return skipped.stream().mapToInt(s -> s.cells().size()).sum();
    }

    String json() {
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
