package old.trust;

import java.util.function.ToDoubleFunction;
import old.cell.Outcome;
import kit.report.CellReport;

/**
 * What requests that wait take of a service's memory, by two looks at it: at rest, and while all of them wait. NaN
 * where it was not looked at.
 *
 * @param looked whether it is the row of a whole cell: streams beside it and stages have none
 */
public record WaitingMemory(boolean looked, Outcome outcome) {

    /** Requests that the service had under way when its memory was looked at; NaN where it was not. */
    public double requests() {
        return memory(CellReport.Moment.WAITING, CellReport.Memory::waiting);
    }

    /** Heap that is no garbage, in MiB. */
    public double heapMb(CellReport.Moment moment) {
        return memory(moment, CellReport.Memory::heapMb);
    }

    /** Resident memory of the service's process then, in MiB. */
    public double residentMb(CellReport.Moment moment) {
        return looked ? outcome.residentMb.getOrDefault(moment, Double.NaN) : Double.NaN;
    }

    /** Platform threads of the service's process while all requests waited. */
    public double threads() {
        return memory(CellReport.Moment.WAITING, CellReport.Memory::platformThreads);
    }

    /** Heap for each request that waits, in KiB. */
    public double heapKbPerRequest() {
        return 1024 * (heapMb(CellReport.Moment.WAITING) - heapMb(CellReport.Moment.REST)) / requests();
    }

    /** Memory of the process (RSS) for each request that waits, in KiB. */
    public double residentKbPerRequest() {
        return 1024 * (residentMb(CellReport.Moment.WAITING) - residentMb(CellReport.Moment.REST)) / requests();
    }

    private double memory(CellReport.Moment moment, ToDoubleFunction<CellReport.Memory> of) {
        CellReport.Memory memory = outcome.memory.get(moment);
        return looked && memory != null ? of.applyAsDouble(memory) : Double.NaN;
    }
}
