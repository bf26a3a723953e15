package old.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import kit.machine.Limits;
import kit.page.Outline;
import old.plan.Cell;

/** The {@link Outline} of a page of the old bench. */
final class OutlineOfLab {

    private OutlineOfLab() {}

    /** @param wanted the cells that the page would measure */
    static Outline of(Lab lab, LabOptions options, List<Cell> wanted) {
        Possible possible = lab.possible();
        JdkChoice jdks = lab.jdkChoice();
        var skipped = new ArrayList<Outline.Skipped>();
        possible.impossible(wanted).forEach((why, some) -> skipped.add(new Outline.Skipped(why, some.stream()
                .map(one -> one.cell().label() + (jdks.areSeveral() ? ", JDK " + one.jdk() : "")).toList())));
        List<Limits.Need> needs = wanted.stream().map(cell -> cell.need(options.driver)).toList();
        PageText.About about = lab.about();
        return new Outline(about.lab(), about.number(), about.title(),
                about.question(), about.rule(), lab.judge().questions(), lab.judge().texts(),
                wanted.stream().mapToInt(cell -> possible.jdks(cell).size()).sum(),
                wanted.stream().map(Cell::shortName).toList(),
                Math.round(lab.pilots().seconds() + lab.campaign().secondsOf(wanted)), skipped,
                new Outline.Needs(jdks.all(), lab.campaign().stores(), most(needs, Limits.Need::files),
                        most(needs, Limits.Need::threads), most(needs, Limits.Need::ports),
                        most(needs, Limits.Need::memoryMb)));
    }

    private static long most(List<Limits.Need> needs, ToLongFunction<Limits.Need> of) {
        return needs.stream().mapToLong(of).max().orElse(0);
    }
}
