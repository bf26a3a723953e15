package kit.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Random;
import kit.machine.Hiccups;
import kit.plan.ClosedLoop;
import kit.plan.Request;
import kit.plan.Traffic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** What counts of the requests at the ends of a measurement. Times in ms. */
@Tag(Lane.UNIT)
class StreamRecorderTest {

    private static final int USERS = 10;
    private static final int SERVED = 100;
    private static final int FROM = 2000;
    private static final int ROUNDS = 20;

    /** One carrier serves a request each 100 ms, and takes the next one at random: 10/s is all that it can do. */
    @Test
    void aLineThatServesOutOfTurnHasTheThroughputOfItsServer() {
        var random = new Random(1);
        for (int end = FROM + ROUNDS * SERVED; end < FROM + (ROUNDS + 1) * SERVED; end += SERVED / 4) {
            double seconds = (end - FROM) / 1e3;
            assertEquals(10, completed(Duration.ofMillis(SERVED), end, random) / seconds, 1e-6);
            double byResponseTime = completed(null, end, random) / seconds;
            assertTrue(byResponseTime > 10.1, "by the share of its response time: " + byResponseTime);
        }
    }

    /** Users who send no more when it is over, as those of a block; those under way are still served. */
    private static double completed(Duration served, int end, Random random) {
        var window = new StreamRecorder.Window();
        ClosedLoop loop = ClosedLoop.of(USERS, Duration.ofMillis(end - FROM));
        var recorder = new StreamRecorder(
                new Traffic("", Request.get("/"), served == null ? loop : loop.served(served)), window);
        window.begin(nanos(FROM));
        window.end(nanos(end));
        var line = new ArrayList<Integer>();
        for (int user = 0; user < USERS; user++) {
            line.add(0);
        }
        for (int done = SERVED; !line.isEmpty(); done += SERVED) {
            int sent = line.remove(random.nextInt(line.size()));
            recorder.succeeded(nanos(sent), nanos(sent), nanos(done));
            if (done <= end) {
                line.add(done);
            }
        }
        return recorder.totals(0, 0, new Hiccups.Measured(0, 0)).completed();
    }

    private static long nanos(int ms) {
        return Duration.ofMillis(ms).toNanos();
    }
}
