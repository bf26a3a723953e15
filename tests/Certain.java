package tests;

import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.function.ThrowingSupplier;

/**
 * Assertions about counts, contents and codes in a test that also measures time. They hold under any load, so the test
 * fails at once where they do not, and is not run again.
 */
public final class Certain {

    private Certain() {}

    /** An assertion that does not hold, and would not in another attempt. */
    static final class Broken extends AssertionError {
        private static final long serialVersionUID = 1;

        Broken(Throwable broken) {
            super(broken.getMessage(), broken);
        }
    }

    /** Runs assertions. @throws AssertionError that is no reason for another attempt, where one does not hold */
    public static void holds(Executable assertions) {
        result(() -> {
            assertions.execute();
            return null;
        });
    }

    /** Where they come with a result. @throws AssertionError likewise, also where there is none */
    public static <T> T result(ThrowingSupplier<T> assertions) {
        try {
            return assertions.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Broken(e);
        } catch (Throwable e) {
            throw new Broken(e);
        }
    }
}
