package kit.load;

import kit.base.Finding.Code;

/** There is nothing to measure, since requests fail. */
public final class Failing extends RuntimeException {

    private final Code code;

    /** @param why a sentence for people */
    public Failing(Code code, String why) {
        super(why);
        this.code = code;
    }

    /** What a cell's failure is called. */
    public static Code code(Throwable e) {
        return e instanceof Failing failing ? failing.code : Code.CELL_FAILED;
    }
}
