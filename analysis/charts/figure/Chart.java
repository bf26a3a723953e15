package charts.figure;

import charts.run.Run;
import java.util.Optional;

/**
 * One kind of chart. To add one: write a class like its neighbours, list it in package-info.java, and name it in
 * plot.java.
 */
public interface Chart {
    /** Draws the run, or nothing where the run has no data for this chart. */
    Optional<Drawing> draw(Run run, CellStyle style);
}
