package old.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fixtures.Light;
import java.time.Duration;
import java.util.List;
import old.plan.Cell;
import kit.plan.OpenLoop;
import kit.rule.RuleFigures;
import kit.plan.Published;
import kit.plan.Request;
import kit.plan.Traffic;
import kit.plan.WarmUp;
import old.trust.Checks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tests.Lane;

/** How long a cell is warmed up. */
@Tag(Lane.UNIT)
class SizesTest {

    private static final Duration SIX_SECONDS = Duration.ofSeconds(6);

    private final LabOptions options = new LabOptions();
    private final Cell cell = new Cell(Light.virtual("a"), List.of(new Traffic("", Request.get("/"), new OpenLoop(100,
            SIX_SECONDS))), jdk -> RuleFigures.none(), Published.Figure.NONE).warmup(SIX_SECONDS);

    @Test
    void itGoesOnWhileTheServiceBecomesFasterUnlessABacklogGrowsMeanwhile() {
        assertEquals(WarmUp.atLeast(SIX_SECONDS, Checks.WARM), new Sizes(options).warmup(cell));
        Cell withBacklog = cell.backlog(List.of(50, 100, 150));
        assertEquals(WarmUp.fixed(SIX_SECONDS), new Sizes(options).warmup(withBacklog));
        options.quick = true;
        WarmUp quick = new Sizes(options).warmup(cell);
        assertEquals(WarmUp.fixed(quick.least()), quick);
    }
}
