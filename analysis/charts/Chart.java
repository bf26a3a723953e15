package charts;

import java.util.Optional;

/** One kind of chart. To add one: write a class like its neighbours, and list it in plot.java. */
public interface Chart {
    /** Draws the run, or nothing where the run has no data for this chart. */
    Optional<Drawing> draw(Run run, Look look);
}
