package tests;

import org.junit.jupiter.api.function.Executable;

/**
 * What a test that measures asserts of counts, contents and codes, beside its timings. These hold under any load, so
 * the test fails at once where they do not, and is not run again.
 */
public final class Certain {

    private Certain() {}

    /** An assertion that does not hold, and would not in another attempt. */
    static final class Broken extends AssertionError {
        private static final long serialVersionUID = 1;

        Broken(AssertionError broken) {
            super(broken.getMessage(), broken);
        }
    }

    /** Runs assertions. @throws AssertionError that is no reason for another attempt, where one does not hold */
    public static void holds(Executable assertions) {
        try {
            assertions.execute();
        } catch (AssertionError e) {
            throw new Broken(e);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
