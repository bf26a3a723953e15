package kit.service;

/** Where the services run that the service under test calls. */
public enum BackendMode {
    /** In the cell's JVM, on ports of their own. They share its carriers, its heap and its account of CPU time. */
    IN_CELL("in-cell", "in the same JVM"),
    /** In another JVM, all of them in the same one. */
    OWN_JVM("own-jvm", "in a JVM of their own");

    private final String word;
    private final String where;

    BackendMode(String word, String where) {
        this.word = word;
        this.where = where;
    }

    /** For people, such as {@code in a JVM of their own}. */
    public String where() {
        return where;
    }

    /** The other place. */
    public BackendMode other() {
        return this == IN_CELL ? OWN_JVM : IN_CELL;
    }

    /** The word for it on the command line and among the facts. */
    @Override
    public String toString() {
        return word;
    }
}
