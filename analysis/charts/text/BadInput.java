package charts.text;

/** What was asked cannot be done: nothing to draw, or no such folder. The message says why and what to do next. */
public final class BadInput extends RuntimeException {
    public BadInput(String message) {
        super(message);
    }

    /** @param cause shown with --verbose */
    public BadInput(String message, Exception cause) {
        super(message, cause);
    }
}
