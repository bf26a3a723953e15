package audit;

/**
 * Times in which no request started.
 *
 * @param seconds of all of them
 * @param longest s; 0 where there is none
 * @param burst   requests that started right after the longest one
 * @param within  for so long, s
 */
record Pauses(int count, double seconds, double longest, int burst, double within) {

    private static final double RIGHT_AFTER = 0.01; // s
    /**
     * Part of the usual rate at which requests start before and after a pause. Where fewer do, most users have ended:
     * then one that waits is all of them.
     */
    private static final double AROUND = 0.5;

    /**
     * @param starts requests that started in each step of time
     * @param width  of a step, s
     * @param least  a shorter time is no pause, s
     */
    static Pauses of(int[] starts, double width, double least) {
        long[] sums = new long[starts.length + 1];
        for (int i = 0; i < starts.length; i++) {
            sums[i + 1] = sums[i] + starts[i];
        }
        int count = 0;
        double seconds = 0;
        int longest = 0;
        int after = 0;
        int before = -1;
        for (int i = 0; i < starts.length; i++) {
            if (starts[i] == 0) {
                continue;
            }
            int steps = i - before - 1;
            if (before >= 0 && steps * width >= least && isWithinTheLoad(sums, before, i)) {
                count++;
                seconds += steps * width;
                if (steps > longest) {
                    longest = steps;
                    after = i;
                }
            }
            before = i;
        }
        int within = (int) Math.max(1, Math.round(RIGHT_AFTER / width));
        int burst = (int) (sums[Math.min(starts.length, after + within)] - sums[after]);
        return new Pauses(count, seconds, longest * width, burst, within * width);
    }

    /** Looks at as long a time before the pause, and after it, as it lasted. */
    private static boolean isWithinTheLoad(long[] sums, int before, int after) {
        int length = after - before - 1;
        double usual = rate(sums, 0, sums.length - 1);
        return rate(sums, Math.max(0, before + 1 - length), before + 1) >= AROUND * usual
                && rate(sums, after, Math.min(sums.length - 1, after + length)) >= AROUND * usual;
    }

    /** Of starts in each step. */
    private static double rate(long[] sums, int from, int to) {
        return (double) (sums[to] - sums[from]) / (to - from);
    }
}
