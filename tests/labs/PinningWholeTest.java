package labs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tests.Lane;
import tests.Measures;

/** All cells of the lab of pinning: five routes, one carrier and one for each CPU, on both JDKs. */
@Tag(Lane.LABS)
@Tag(Lane.WHOLE)
class PinningWholeTest {

    /** The routes, with the method that pins on JDKs before 24 and since; null where nothing does. */
    private record Route(String name, String before, String since) {
        String where(int jdk) {
            return jdk < 24 ? before : since;
        }
    }

    private static final List<Route> ROUTES = List.of(new Route("plain", null, null),
            new Route("synchronized", "insideSynchronized", null),
            new Route("lock", null, null), new Route("native", "insideNativeFrame", "insideNativeFrame"),
            new Route("initializer", "insideInitializer", "insideInitializer"));
    private static final Map<String, Integer> CARRIERS = Map.of("one-carrier", 1, "virtual",
            Runtime.getRuntime().availableProcessors());

    @TempDir
    static Path data;

    private static LabRun run;

    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void runs() throws Exception {
        run = LabRun.of("pinning").onJdks(21, PinningTest.NOW).run(data, 9);
    }

    private static int users(String variant) {
        return variant.equals("virtual") ? Math.max(5, 4 * CARRIERS.get("virtual")) : 5;
    }

    /** The native frame needs a flag, and so a JVM of its own: there is one, with one carrier. */
    private static List<Route> routes(String variant) {
        return variant.equals("virtual") ? ROUTES.stream().filter(route -> !route.name.equals("native")).toList()
                : ROUTES;
    }

    private interface Check {
        void of(String cell, String variant, Route route, int jdk) throws Exception;
    }

    private static void each(Check check) throws Exception {
        for (int jdk : run.isMeasured("one-carrier-plain-c5-jdk21") ? List.of(21, PinningTest.NOW)
                : List.of(PinningTest.NOW)) {
            for (String variant : CARRIERS.keySet()) {
                for (Route route : routes(variant)) {
                    check.of(variant + "-" + route.name + "-c" + users(variant), variant, route, jdk);
                }
            }
        }
    }

    @Test
    @Measures
    void throughputLiesAtOneBoundOrAtTheOther() throws Exception {
        each((cell, variant, route, jdk) -> assertEquals(1,
                run.value(cell + "-jdk" + jdk, "rps") / run.value(cell + "-jdk" + jdk, "rule_rps"),
                0.25, run.where(run.row(cell + "-jdk" + jdk))));
        run.holdsByAndLarge();
    }

    @Test
    @Measures
    void theRuleHasBothBounds() throws Exception {
        each((cell, variant, route, jdk) -> PinnedRows.rule(run, cell, jdk,
                10.0 * (route.where(jdk) == null ? users(variant) : CARRIERS.get(variant)),
                route.where(jdk) != null));
    }

    @Test
    void everyPinningPointsAtTheLineThatWaits() throws Exception {
        each((cell, variant, route, jdk) -> PinnedRows.pins(run, cell, jdk, CARRIERS.get(variant), route.where(jdk)));
    }

    /** The page quotes what the recording says. */
    @Test
    void theExplanationNamesTheReasons() throws Exception {
        for (String route : List.of("native", "initializer")) {
            String reason = run.of("one-carrier-" + route + "-c5-jdk" + PinningTest.NOW, "pinning.csv").getFirst()
                    .get("reason");
            assertTrue(run.page().replaceAll("\\s+", " ").contains("\"" + reason + "\""), reason + run.where());
        }
    }
}
