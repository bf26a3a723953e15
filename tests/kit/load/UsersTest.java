package kit.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.time.Duration;
import kit.base.Histograms;
import kit.plan.ClosedLoop;
import kit.plan.Request;
import kit.plan.Traffic;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** From when to when the requests of a user are timed. */
@Tag(Lane.WAITS)
class UsersTest extends DrivenServer {

    /** A user who reads an answer late sends the next request late: its response time counts from the answer. */
    @Test
    void timeCountsFromWhenTheAnswerWasReadable() throws Exception {
        int requests = 10;
        Duration late = Duration.ofMillis(100);
        var window = new StreamRecorder.Window();
        var recorder = new StreamRecorder(new Traffic("", Request.get("/wait"), ClosedLoop.of(1, requests)), window);
        try (var scheduler = LoadScheduler.own()) {
            var exchanges = new Exchanges(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), scheduler);
            window.begin(System.nanoTime());
            new Users(recorder, exchanges, scheduler, 1, () -> recorder.everEnded() == requests)
                    .start("user-1", System.nanoTime(), Duration.ZERO, () -> false, done -> Exchanges.parkUntil(
                            done + late.toNanos()))
                    .join();
            window.end(System.nanoTime());
            exchanges.stop();
        }
        var seen = recorder.second(1, 1, Double.NaN, Double.NaN);
        assertEquals(requests, seen.ok());
        double response = Histograms.decode(seen.response()).getMean();
        double service = Histograms.decode(seen.service()).getMean();
        double sendDelay = Histograms.decode(seen.sendDelay()).getMean();
        // All but the first were sent late.
        double least = 0.99 * late.toNanos() * (requests - 1) / requests;
        assertTrue(sendDelay > least, "sent late by " + sendDelay + " ns");
        assertEquals(response, service + sendDelay, 0.02 * response, "the two are the response time");
    }
}
