package charts.text;

/** A file of a run that cannot be used. The message says why in the reader's words, without the file's name. */
public final class Damaged extends Exception {
    public Damaged(String why) {
        super(why, null, false, false);
    }
}
