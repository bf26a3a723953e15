package own;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Supplier;

/** Connections of a service to other machines while it answers: many are closed soon after the answer. */
final class Downstream implements AutoCloseable {

    private static final int PAUSE_MS = 20;

    private final Supplier<List<String>> look;
    private final Set<String> seen = new ConcurrentSkipListSet<>();
    private final Thread looking;

    /** @param look the connections that there are at the moment; the first look is slow, so it is made at once */
    Downstream(Supplier<List<String>> look) {
        this.look = look;
        this.seen.addAll(look.get());
        this.looking = Thread.ofPlatform().daemon().name("downstream").start(() -> {
            try {
                while (true) {
                    seen.addAll(look.get());
                    Thread.sleep(PAUSE_MS);
                }
            } catch (InterruptedException e) {
                // It is closed.
            }
        });
    }

    /** All that were seen until now, sorted. */
    List<String> seen() {
        seen.addAll(look.get());
        return List.copyOf(seen);
    }

    @Override
    public void close() {
        looking.interrupt();
    }
}
