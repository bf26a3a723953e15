package apps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.time.LocalDate;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tests.Lane;

/** Whatever becomes of a row that was accepted, it is told. */
@Tag(Lane.UNIT)
class RowWriterTest {

    private static final int ROOM = 20;

    @BeforeAll
    static void quiet() {
        ((Logger) LoggerFactory.getLogger("lost rows")).setLevel(Level.OFF);
    }

    private final RowTally tally = new RowTally();

    private static Person person() {
        return new Person(null, "Ada", "King", "Lovelace", "X", LocalDate.of(1815, 12, 10)).identified();
    }

    private long told(String what) {
        return tally.gauges().get("rows." + what).longValue();
    }

    private void assertTold(long accepted, long persisted, long lost) throws InterruptedException {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (told("persisted") + told("lost") < persisted + lost && System.nanoTime() < limit) {
            Thread.sleep(5);
        }
        assertEquals(accepted, told("accepted"));
        assertEquals(persisted, told("persisted"));
        assertEquals(lost, told("lost"));
    }

    @Test
    void whatCannotBeStoredIsLostAnErrorToo() throws Exception {
        var number = new AtomicInteger();
        Consumer<Person> store = person -> {
            switch (number.incrementAndGet() % 3) {
            case 1 -> throw new IllegalStateException("the pen is dry");
            case 2 -> throw new OutOfMemoryError("no paper");
            default -> {
            }
            }
        };
        // With room for one, the second comes in only when the first has left, whatever became of it.
        try (var writer = RowWriter.bounded(1, store, tally)) {
            for (int i = 0; i < 30; i++) {
                writer.accept(person());
            }
            assertTold(30, 10, 20);
        }
        assertEquals("no paper (10); the pen is dry (10)", tally.facts().get("rows.lost.why"));
    }

    @Test
    void whatIsQueuedWhenItClosesIsLostAndNothingMoreIsAccepted() throws Exception {
        for (boolean bounded : new boolean[] {false, true}) {
            var mine = new RowTally();
            var begun = new CountDownLatch(2);
            Consumer<Person> never = person -> {
                begun.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("interrupted");
                }
            };
            var writer = bounded ? RowWriter.bounded(ROOM, never, mine) : RowWriter.fixed(2, never, mine);
            for (int i = 0; i < 10; i++) {
                writer.accept(person());
            }
            assertTrue(begun.await(10, TimeUnit.SECONDS));
            writer.close();
            assertEquals(10L, mine.gauges().get("rows.lost"));
            assertEquals("the service ended before it was stored (10)", mine.facts().get("rows.lost.why"));
            assertThrows(RejectedExecutionException.class, () -> writer.accept(person()));
            assertEquals(10L, mine.gauges().get("rows.accepted"), "that one was refused");
        }
    }

    @Test
    void noMoreRowsAreSeenBehindThanThereIsRoomFor() throws Exception {
        var stop = new CountDownLatch(1);
        var stored = new CountDownLatch(10 * ROOM);
        try (var writer = RowWriter.bounded(ROOM, person -> stored.countDown(), tally)) {
            for (int i = 0; i < 4; i++) {
                Thread.ofPlatform().daemon().start(() -> {
                    try {
                        while (stop.getCount() > 0) {
                            writer.accept(person());
                        }
                    } catch (InterruptedException | RejectedExecutionException e) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
            assertTrue(stored.await(10, TimeUnit.SECONDS), "rows come: " + tally.gauges());
            for (int i = 0; i < 200_000; i++) {
                var now = tally.gauges();
                long lag = now.get("rows.accepted").longValue() - now.get("rows.persisted").longValue()
                        - now.get("rows.lost").longValue();
                assertTrue(lag >= 0 && lag <= ROOM, now.toString());
            }
            stop.countDown();
        }
    }
}
