package tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** How a lane finds its tests. */
@Tag(Lane.UNIT)
class LaneRunTest {

    private static final List<DiscoverySelector> PACKAGES = Stream
            .of("apps", "audit", "benchmarks", "course", "kit", "labs", "own", "pages", "scripts", "tests")
            .<DiscoverySelector>map(DiscoverySelectors::selectPackage).toList();

    /** A test that no lane's sources name would never run. */
    @Test
    void theSourcesThatNameALaneHaveAllOfItsTests() {
        var plan = LauncherFactory.create()
                .discover(LauncherDiscoveryRequestBuilder.request().selectors(PACKAGES).build());
        Set<TestIdentifier> all = plan.getRoots().stream().flatMap(root -> plan.getDescendants(root).stream())
                .collect(Collectors.toSet());
        for (Lane lane : Lane.ALL) {
            Set<String> tagged = all.stream().filter(test -> test.getTags().contains(TestTag.create(lane.name())))
                    .map(test -> test.getSource().orElse(null)).filter(MethodSource.class::isInstance)
                    .map(source -> ((MethodSource) source).getClassName())
                    .collect(Collectors.toCollection(TreeSet::new));
            assertFalse(tagged.isEmpty(), lane.name());
            tagged.removeAll(new LaneRun(lane, List.of(), false, true, List.of()).classes().stream()
                    .map(selector -> ((ClassSelector) selector).getClassName()).toList());
            assertEquals(Set.of(), tagged, lane.name());
        }
    }
}
