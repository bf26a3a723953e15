package benchmarks;

import fixtures.Light;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import kit.Ran;
import kit.rule.Carriers;
import kit.rule.Model;
import kit.rule.Time;
import kit.plan.ClosedLoop;
import kit.rule.RuleFigures;
import kit.plan.Request;
import kit.plan.Variant;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Repository;

/**
 * The model of carriers, held against more of them than there are CPUs: a request waits 20 ms, holds its carrier for 50
 * ms while it is pinned, waits 20 ms more, and answers. That needs no CPU, so two CPUs can have 64 carriers. It prints
 * throughput as measured and as the model has it, with one line for all carriers and with one for each, beside the
 * bounds k / D of the carriers and N / S of the users.
 */
@Tag(Lane.BENCH)
class CarriersTest {

    private static final double WAIT = 0.02;
    private static final double PINNED = 0.05;

    @TempDir
    Path data;

    @Test
    void moreCarriersThanCpus() throws Exception {
        System.out.println("carriers  users  measured  one line  line each    k / D    N / S");
        for (int carriers : new int[] {2, 4, 8, 64}) {
            for (int each : new int[] {1, 2, 10}) {
                compare(carriers, each * carriers);
            }
        }
    }

    private void compare(int carriers, int users) throws Exception {
        Variant variant = Light.virtual("k" + carriers).flags("-Djdk.virtualThreadScheduler.parallelism=" + carriers,
                "-Djdk.virtualThreadScheduler.maxPoolSize=" + carriers, "-Djdk.reflect.useNativeAccessorOnly=true");
        Ran ran = Ran.lab(data, page -> page.measure(page.cell(variant, Request.get("/convoy"),
                ClosedLoop.of(users, Duration.ofSeconds(6)), RuleFigures.none())), "--warmup", "2s");
        CSVRecord row = ran.rows().getFirst();
        System.out.printf("%8d %6d %9.1f %9.1f %10.1f %8.1f %8.1f  %s%n", carriers, users,
                Repository.number(row, "rps"),
                modelled(Carriers.Lines.ONE, users, carriers), modelled(Carriers.Lines.PER_CARRIER, users, carriers),
                carriers / PINNED, users / (2 * WAIT + PINNED), row.get("findings"));
    }

    private static double modelled(Carriers.Lines lines, int users, int carriers) {
        var model = new Model(1);
        Carriers on = model.carriers(model.cpus(carriers), carriers, lines);
        Time wait = Time.fixed(WAIT);
        return model.closed(users, Time.NONE, 0, List.of(model.waiting(wait), on.pinned(Time.fixed(PINNED)),
                model.waiting(wait), on.run(Time.NONE)), 20 * users, 100 * users).throughput();
    }
}
