package kit.service;

/** Where the services run that the service under test calls. */
public enum BackendMode {
    /** In the cell's JVM, on ports of their own. They share its carriers, its heap and its account of CPU time. */
    IN_CELL("in-cell"),
    /** In another JVM, all of them in the same one. */
    OWN_JVM("own-jvm");

    private final String word;

    BackendMode(String word) {
        this.word = word;
    }

    /** The word for it on the command line and among the facts. */
    @Override
    public String toString() {
        return word;
    }
}
