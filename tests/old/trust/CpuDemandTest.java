package old.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;

import kit.base.Numbers;
import kit.machine.Hiccups;
import kit.machine.Machine;
import old.plan.Cell;
import kit.report.CellReport;
import kit.report.Totals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tests.Lane;

/** The CPU time that a request needs, by the machine and by what is known of each process. */
@Tag(Lane.UNIT)
class CpuDemandTest extends MadeRows {

    /** The service is not known, as on another machine. */
    private CpuDemand of(double machine, double neighbours, double generator) {
        others = new Machine.Others(neighbours, 0, "");
        Cell cell = measured(cell("a" + machine + neighbours), 25, 100, null, machine, 1000, 1);
        CellResult row = results.of(cell, "").getLast();
        row.outcome().accept(new CellReport.LoadEnded("", new Totals(1, 100, 0, 100, 100, 1, 0, 0, 0, generator, 0,
                Hiccups.Measured.NOT, 0)));
        return new CpuDemand(row);
    }

    @Test
    void itIsWhatTheMachineUsedLessItsNeighbours() {
        CpuDemand demand = of(0.9, 0.2, 0.1);
        assertEquals(7, demand.cpuMs(), 1e-9);
        assertEquals(1, demand.generatorMs(), 1e-9);
        assertEquals(Double.NaN, demand.serviceMs());
        assertEquals(6, demand.othersMs(), 1e-9, "all but the load generator");
    }

    /** A difference of numbers that have no exact form is not 0, and is none. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.3, 0.7, 0.0333})
    void whatRoundingLeavesIsNoOtherProcess(double busy) {
        CpuDemand demand = of(busy, 0, busy);
        assertEquals("0", Numbers.trim(demand.othersMs()));
        assertEquals("0", Numbers.trim(3 * 0.1 - 0.3));
        assertEquals("0", Numbers.trim(0.3 - 3 * 0.1));
    }

    /** The two are measured by different clocks. */
    @Test
    void besideBusyNeighboursItIsAtLeastThatOfTheLoadGenerator() {
        CpuDemand demand = of(1.5, 1.6, 0.1);
        assertEquals(1, demand.cpuMs(), 1e-9);
        assertEquals(0, demand.othersMs(), 1e-9);
    }
}
