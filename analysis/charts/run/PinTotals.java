package charts.run;

/**
 * Carriers that were held at one line of code in one cell.
 *
 * @param frame  the line of code, empty where the stack was not recorded
 * @param reason why the threads could not leave, empty where the JDK did not say
 * @param ms     of all the events together
 */
public record PinTotals(Cell cell, String frame, String reason, long events, double ms) {

    public String line() {
        return line(frame);
    }

    /** The frame as it is shown. */
    public static String line(String frame) {
        return frame.isEmpty() ? "(no frame known)" : frame;
    }
}
