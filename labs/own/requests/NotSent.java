package own.requests;

import own.requests.LeftOut.Why;

/** A request that cannot be sent. Its message says where it stands, what is wrong, and what to do. */
final class NotSent extends RuntimeException {

    private final Why why;

    NotSent(Why why, String message) {
        super(message);
        this.why = why;
    }

    NotSent(Why why, String message, Throwable cause) {
        super(message, cause);
        this.why = why;
    }

    Why why() {
        return why;
    }
}
