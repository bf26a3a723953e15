package own.requests;

/**
 * What is not sent of a file, for one reason.
 *
 * @param requests how many have it
 * @param first    of them: its place, what is wrong, and what to do; without headers and bodies
 */
public record LeftOut(Why why, long requests, String first) {

    /** Why a request, or a part of it, is not sent. */
    public enum Why {
        PROTOCOL("no HTTP request"),
        METHOD("a method that own does not send"),
        HOST("for another host"),
        WRITES("may change data"),
        OPERATION("another operation than GET"),
        SCRIPT("needs a script that runs before it"),
        VARIABLE("a variable without a value"),
        VOLATILE("another value in each request"),
        EDITOR("a value that only the editor has"),
        SYNTAX("cannot be read"),
        ADDRESS("no valid address"),
        HEADER("a header that cannot be sent"),
        BODY("its body cannot be read"),
        EXAMPLE("a parameter without an example"),
        REFERENCE("a $ref that leads nowhere"),
        MANY("beyond the most that are taken"),
        COUNTS("counts that are scaled down"),
        SECRETS("cookies and tokens, not the request"),
        FAILS("failed when it was tried");

        private final String words;

        Why(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }
}
