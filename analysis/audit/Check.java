package audit;

import java.util.Locale;

/** What is asked of a result. A code keeps its meaning for good; labs/AUDIT.md describes each. */
public enum Check {
    LITTLE_LAW, UTILISATION_LAW, OFFERED_RATE, COORDINATED_OMISSION, WARM_UP, FEW_VALUES, FAILED_REQUESTS, COARSE_CLOCK,
    AVERAGED_PERCENTILES, CLIENT_TIMEOUT, CONTRADICTION, SINGLE_RUNS;

    /** As it is printed: {@code little-law}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
