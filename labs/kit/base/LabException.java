package kit.base;

/** Something that the person who runs the lab can mend. The message says what happened, why, and what to do next. */
public final class LabException extends RuntimeException {

    /** @param message one line: what happened, why, what to do next */
    public LabException(String message) {
        super(message);
    }

    public LabException(String message, Throwable cause) {
        super(message, cause);
    }
}
