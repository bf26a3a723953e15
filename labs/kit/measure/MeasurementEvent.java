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
@Description("From the end of the warm-up to the end of the load")
@StackTrace(false)
public final class MeasurementEvent extends Event {

    static final String NAME = "lab.Measurement";
}
