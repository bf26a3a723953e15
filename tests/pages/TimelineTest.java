package pages;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static tests.Repository.contains;

import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tests.Lane;

/** The charts of every second: was it steady, and what did it cost? */
@Tag(Lane.PAGES)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class TimelineTest {

    private static Drawn drawn;

    @BeforeAll
    static void draw() throws IOException {
        drawn = Gallery.drawn();
    }

    @Test
    void aLastPieceOfASecondIsLeftOut() throws IOException {
        assertFalse(drawn.page("waits").contains("7777"));
    }

    @Test
    void theSentencesQuoteTheNumbersOfTheRun() throws IOException {
        contains(drawn.chart("waits", "timeline"), "Steadiest is virtual at 100 users with 240 requests/s",
                // variations of 22.1 and 0 % in its forks
                "least steady is platform at 100 users with 100 to 150 requests/s from second to second (16 % around "
                        + "its mean, over its forks)");
        contains(drawn.chart("waits", "vitals"),
                "platform at 100 users uses the most CPU, 0.7 CPUs on average over its forks",
                "Greatest peak: platform at 100 users, 0.9 CPUs; least: virtual at 100 users, 0.6 CPUs.",
                "platform at 100 users has the most platform threads, 78");
    }
}
