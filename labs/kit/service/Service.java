package kit.service;

import java.io.Serializable;

/**
 * A service under test, described so that it can be started in another JVM. {@link BootService} is the usual one; a
 * child process that is not Java, or several services at once, implement this too.
 */
public interface Service extends Serializable {

    /**
     * Starts the service on 127.0.0.1 and returns once it answers.
     *
     * @throws Exception when it cannot be started; the message reaches the person who ran the lab
     */
    RunningService start() throws Exception;

    /**
     * What this machine lacks to start it, and how to get it, in a sentence; null where it lacks nothing. Asked of the
     * lab's JVM.
     */
    default String missing() {
        return null;
    }

    /** Whether it runs in the JVM that starts it, whose flags are then the service's. */
    default boolean isInThisJvm() {
        return false;
    }

    /** Whether it runs on another machine, so that this one's CPUs serve the load generator only. */
    default boolean isElsewhere() {
        return false;
    }
}
