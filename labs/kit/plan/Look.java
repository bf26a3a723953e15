package kit.plan;

/** What is looked at in a service after the measurement, while the load goes on; where it is a process of its own. */
public enum Look {
    /** Nothing: the load ends with the measurement. */
    NONE,
    /** How much of its pools is used. */
    POOLS,
    /** How much of its pools is used, and by thread dumps what requests wait for. */
    POOLS_AND_WAITS
}
