package kit.measure;

import java.util.ArrayList;
import java.util.List;
import kit.machine.Jdks;
import kit.machine.Limits;
import kit.machine.Machine;
import kit.plan.Cell;
import kit.plan.GeneratorMode;
import kit.plan.LabPlan;
import kit.plan.Variant;
import kit.service.BootService;

/** What this machine cannot measure of a plan, and why. */
public final class MachineCheck {

    private MachineCheck() {}

    /** The cells that it cannot measure. */
    public static List<Measurement.Skipped> missing(LabPlan plan) {
        Limits limits = Limits.of(new Machine());
        var missing = new ArrayList<Measurement.Skipped>();
        for (Cell cell : plan.driven()) {
            for (int jdk : jdks(cell.variant(), plan.bench().jdks())) {
                String why = missing(cell, jdk, plan.bench().generator(), limits);
                if (why != null) {
                    missing.add(new Measurement.Skipped(cell.name(), jdk, why));
                }
            }
        }
        return List.copyOf(missing);
    }

    /** How many measurements a plan has, each JDK counted. */
    public static int measurements(LabPlan plan) {
        return plan.driven().stream().mapToInt(cell -> jdks(cell.variant(), plan.bench().jdks()).size()).sum();
    }

    /** Those that a variant is measured on. */
    public static List<Integer> jdks(Variant variant, List<Integer> all) {
        return variant.jdk() == 0 ? all : List.of(variant.jdk());
    }

    private static String missing(Cell cell, int jdk, GeneratorMode generator, Limits limits) {
        if (jdk != Jdks.current() && !Jdks.previewFlags().isEmpty()) {
            return "this lab uses preview features of JDK " + Jdks.current()
                    + ", which no other JDK runs: leave out --jdk";
        }
        if (Jdks.home(jdk).isEmpty()) {
            return "there is no JDK " + jdk + " on this machine; " + Jdks.howToInstall(jdk) + " installs it";
        }
        String service = cell.variant().service().missing();
        return service != null ? service : limits.missing(need(cell, generator));
    }

    /** What the machine must allow a cell to have. */
    public static Limits.Need need(Cell cell, GeneratorMode generator) {
        int beyond = cell.variant().service() instanceof BootService boot ? boot.externals().size() : 0;
        int pool = cell.variant().concurrencyLimit();
        int ofTasks = cell.demand() == null ? 0 : (cell.demand().threads() - 1) * Math.min(pool, cell.load().users());
        return Limits.Need.of(cell.load().users(), pool + ofTasks, cell.generator(generator).isApart(), beyond);
    }
}
