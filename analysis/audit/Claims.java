package audit;

/**
 * What is claimed of a load, beside what its file tells. NaN where nothing is.
 *
 * @param users    concurrent users of a closed loop
 * @param thinkMs  time for which a user waits between two requests
 * @param rate     requests/s that were to be sent
 * @param cpus     of the service
 * @param demandMs CPU time of a request, ms
 */
public record Claims(double users, double thinkMs, double rate, double cpus, double demandMs) {

    /** Nothing. */
    public static final Claims NONE = new Claims(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
}
