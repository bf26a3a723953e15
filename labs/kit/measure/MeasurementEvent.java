package kit.measure;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * The measurement as an event of the flight recording: what lies within it is told by one clock, even where the wall
 * clock is set meanwhile.
 */
@Name(MeasurementEvent.NAME)
@Label("Measurement")
@Category("Virtual Thread Lab")
@Description("The window in which a cell is measured; side by side, one for each block")
@StackTrace(false)
public final class MeasurementEvent extends Event {

    static final String NAME = "lab.Measurement";

    @Label("Cell")
    String cell;
}
