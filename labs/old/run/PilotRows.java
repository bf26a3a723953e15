package old.run;

import kit.record.Column;
import kit.base.Numbers;
import old.trust.CellResult;
import old.trust.ConnectionDemand;
import old.trust.CpuDemand;

/** The columns of pilot.csv. */
final class PilotRows {

    static final Rows.Sheet<CellResult> PILOT = new Rows.Sheet<CellResult>()
            .column(Column.CELL, CellResult::name)
            .column(Column.VARIANT, r -> r.variant().name())
            .column(Column.JDK, Rows::runtime)
            .column(Column.PATH, r -> r.stream().stream.request())
            .column(Column.USERS, r -> r.load().users())
            .column(Column.DURATION_S, r -> Numbers.fixed(r.stream().duration(), 3))
            .column(Column.OK, CellResult::ok)
            .column(Column.ERRORS, CellResult::errors)
            .column(Column.MEAN_MS, r -> Numbers.fixed(r.meanOfAllMs(), 3))
            .column(Column.CPU_MS, r -> Numbers.fixed(new CpuDemand(r).cpuMs(), 4))
            .column(Column.SERVICE_CPU_MS, r -> Numbers.fixed(new CpuDemand(r).serviceMs(), 4))
            .column(Column.DRIVER_CPU_MS, r -> Numbers.fixed(new CpuDemand(r).generatorMs(), 4))
            .column(Column.OTHERS_CPU_MS, r -> Numbers.fixed(new CpuDemand(r).othersMs(), 4))
            .column(Column.CONNECTION_MS, r -> Numbers.fixed(new ConnectionDemand(r).heldMs(), 4))
            .column(Column.MACHINE_CPU, r -> Numbers.fixed(r.machineCpu(), 3))
            .column(Column.OTHER_CPU, r -> Numbers.fixed(r.outcome().others.cpus(), 2))
            .column(Column.SPEED_BEFORE, r -> Numbers.fixed(r.outcome().speedBefore, 1))
            .column(Column.SPEED_AFTER, r -> Numbers.fixed(r.outcome().speedAfter, 1))
            .column(Column.WARMUP_S, r -> Numbers.fixed(r.outcome().warmupSeconds, 1))
            .column(Column.JIT_CPU_S, r -> Numbers.fixed(r.conditions().jitSeconds(), 2))
            .column(Column.FINDINGS, r -> String.join(";", r.codeNames()))
            .column(Column.WHY, CellResult::why);

    private PilotRows() {}
}
