package kit.rule;

/** Something that a request does: it waits, it takes a thread, it computes. Stations make them. */
@FunctionalInterface
public interface Step {

    /**
     * Begins it.
     *
     * @return whether it is over already; otherwise {@link Job#resume} is called when it is
     */
    boolean begin(Job job);
}
