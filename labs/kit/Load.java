package kit;

import java.io.Serializable;
import java.time.Duration;

/**
 * How requests arrive. Two kinds, because they answer different questions: in a {@link ClosedLoop} a slow service slows
 * its users down, so queueing is hidden; in an {@link OpenLoop} users come whether or not the service keeps up.
 */
public sealed interface Load extends Serializable permits ClosedLoop, OpenLoop {

    /** {@code closed} or {@code open}: the column {@code load}. */
    String kind();

    /** Short form for names of cells, such as {@code c100} or {@code r50}. */
    String shortName();

    /** For people, such as {@code c=100}. */
    String label();

    /** How long the measurement will take at the given throughput (requests/s). */
    Duration expected(double rps);
}
