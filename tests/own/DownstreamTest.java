package own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** Connections of a service, as they come and go. */
@Tag(Lane.UNIT)
class DownstreamTest {

    @Test
    void aConnectionThatIsClosedMeanwhileIsSeen() throws Exception {
        var looks = new AtomicInteger();
        var third = new CountDownLatch(3);
        try (var downstream = new Downstream(() -> {
            third.countDown();
            return switch (looks.getAndIncrement()) {
            case 0 -> List.of("10.0.0.9:5432");
            case 1 -> List.of("10.0.0.7:80", "10.0.0.9:5432");
            default -> List.of();
            };
        })) {
            assertTrue(third.await(10, TimeUnit.SECONDS));
            assertEquals(List.of("10.0.0.7:80", "10.0.0.9:5432"), downstream.seen());
        }
    }
}
