package kit.measure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import kit.report.CellReport;
import kit.service.PoolFigures;
import kit.service.PoolUse;
import kit.service.RunningService;

/** Looks many times at the pools of a service under load. Where that fails, there are no figures, or fewer. */
final class PoolSampler implements AutoCloseable {

    private static final int LOOKS = 60;
    /** For all looks: one by HTTP stands in the same line as the requests of the load. */
    private static final Duration LIMIT = Duration.ofSeconds(4);
    /** Between two looks: not in step with requests of a constant length. */
    private static final int LEAST_PAUSE_MS = 5;
    private static final int MOST_PAUSE_MS = 35;

    private final PoolFigures figures;
    private final int port;
    private final List<PoolUse> seen = new ArrayList<>();
    private int looks;

    /** Connects to the service, which takes it some CPU time: to be made before the load begins. */
    PoolSampler(RunningService service) {
        this.figures = connect(service);
        this.port = service.address().getPort();
    }

    /** What a person named was tried before; it may have gone since then. */
    private static PoolFigures connect(RunningService service) {
        try {
            return service.figures();
        } catch (IOException e) {
            return PoolFigures.NONE;
        }
    }

    /** Looks. To be called while the load runs. */
    void take() {
        long start = System.nanoTime();
        try {
            while (figures != PoolFigures.NONE && looks < LOOKS && System.nanoTime() - start < LIMIT.toNanos()) {
                seen.addAll(figures.read());
                looks++;
                Thread.sleep(ThreadLocalRandom.current().nextInt(LEAST_PAUSE_MS, MOST_PAUSE_MS));
            }
        } catch (IOException e) {
            // What was seen before is kept.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    CellReport.Pools means() {
        // Not a view: it is sent to the lab.
        return new CellReport.Pools(looks, List.copyOf(PoolUse.means(seen.stream().map(use -> use.without(
                port)))));
    }

    @Override
    public void close() {
        figures.close();
    }
}
