package kit.plan;

import java.io.Serializable;
import java.time.Duration;

/**
 * How requests arrive. Several kinds, because they answer different questions: in a {@link ClosedLoop} a slow service
 * slows its users down, so queueing is hidden; in an {@link OpenLoop} users come whether or not the service keeps up; a
 * {@link Burst} is over when each user has been served once.
 */
public sealed interface Load extends Serializable permits ClosedLoop, OpenLoop, Burst {

    /**
     * Requests that make a service's first ones: enough for its code to be loaded, and over soon where each needs the
     * CPU for long.
     */
    int PRIMING = 20;

    /** {@code closed}, {@code open} or {@code burst}: the column {@code load}. */
    String kind();

    /** Short form for names of cells, such as {@code c100} or {@code r50}. */
    String shortName();

    /** For people, such as {@code c=100}. */
    String label();

    /** In a sentence, such as {@code 100 users}. */
    default String inWords() {
        return switch (this) {
        case ClosedLoop loop -> inWords(loop.users());
        case OpenLoop open -> kit.base.Numbers.trim(open.rate()) + " requests/s";
        case Burst burst -> burst.label();
        };
    }

    /** As in {@code 400 users}. */
    static String inWords(int users) {
        return users + (users == 1 ? " user" : " users");
    }

    /** How many users there are, who may all be waiting at once; 0 where nothing limits them. */
    int users();

    /**
     * Whether all its users are there all the time, each of them waiting for an answer or thinking: Little's law then
     * accounts for them.
     */
    default boolean isClosed() {
        return this instanceof ClosedLoop;
    }

    /**
     * After requests that run the same code and do not wait. A service that answers 20 requests a second is
     * warm after minutes by these alone. Only a closed loop changes.
     */
    default Load primedBy(Request request) {
        return this;
    }

    /** Without a warm-up: the first requests of a service. Only a closed loop changes. */
    default Load first() {
        return this;
    }

    /**
     * As {@code ab} (2.3) sends them: one request alone, and the others by all users when it is answered. With
     * {@code ab -n 150 -c 50} a server sees 1, 50, 50 and 49 requests.
     */
    default Load firstAsByAb() {
        return this;
    }

    /**
     * As {@link #firstAsByAb}, sent to a service that is warm; where it has a primer, all users send that for
     * as long as a warm-up before. Only a closed loop changes.
     */
    default Load asByAb() {
        return this;
    }

    /** Requests that are sent all at once before anything else. */
    int primed();

    /** What is sent then, for as long as a warm-up; null where it is the request that is measured, once. */
    default Request primer() {
        return null;
    }

    /** Whether the first requests of the service are measured: it is not warm then, and is not to be. */
    default boolean cold() {
        return false;
    }

    /** Whether the measurement begins with a request that is sent alone. */
    default boolean alone() {
        return false;
    }

    /** How long the measurement will take at the given throughput (requests/s). */
    Duration expected(double rps);

    /**
     * How long the warm-up will take, in s.
     *
     * @param asked what it is to take, in s
     * @param rps   throughput in requests/s; NaN where it is not known
     */
    double warmUp(double asked, double rps);
}
