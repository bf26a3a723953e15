///usr/bin/env jbang "$0" "$@" ; exit $?
//DESCRIPTION every test of this repository
//JAVA 25+
//COMPILE_OPTIONS --release 21
//RUNTIME_OPTIONS --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED
//DEPS org.junit:junit-bom:6.1.3@pom
//DEPS org.junit.jupiter:junit-jupiter
//DEPS org.junit.platform:junit-platform-launcher
//SOURCES ../labs/kit/Kit.java ../labs/kit/Postgres.java ../apps/Demo.java ../apps/Pinning.java fixtures/Fixture.java fixtures/Pinner.java fixtures/Storing.java
//SOURCES ../apps/Person.java ../apps/RowTally.java ../apps/RowWriter.java apps/RowWriterTest.java fixtures/Unbootable.java
//SOURCES kit/ChecksTest.java kit/ClaimTest.java kit/CommandLineTest.java kit/DatabaseFaultsTest.java kit/FaultsTest.java kit/FilesTest.java kit/ForksTest.java
//SOURCES kit/LimitsTest.java kit/LoadDriverTest.java kit/PinsTest.java kit/PostgresTest.java kit/PredictionsTest.java kit/QueueingTest.java kit/Ran.java kit/StagesTest.java
//SOURCES kit/StoringTest.java kit/ThreadDumpTest.java
//SOURCES Browser.java BrowserTest.java CompareTest.java CourseTest.java CpuLightTest.java CpuWorkTest.java DbInsertTest.java FanOutTest.java HerdTest.java
//SOURCES LauncherTest.java Measures.java PinningTest.java PlotTest.java RampTest.java Repository.java RoomTest.java WorkshopTest.java
//FILES fixtures/ends.sh=fixtures/ends.sh fixtures/babbles.sh=fixtures/babbles.sh apps/demo.js=../apps/demo.js source/tests/Quoted.txt=fixtures/Quoted.txt
//FILES published/e1.csv=../data/published/e1.csv published/e3.csv=../data/published/e3.csv
//MAIN tests.Test

package tests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherConstants;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the tests with JUnit: {@code ./jbang test}, or only some by parts of their class names: {@code ./jbang test Checks Forks}.
 * Prints a line per test and a closing line; exit code 1 when a test failed, 2 when none was run.
 */
final class Test {

    /** In order: what is quick, then what forks JVMs, then what goes the way of a user. */
    private static final List<String> CLASSES = List.of("apps.RowWriterTest", "kit.QueueingTest", "kit.StagesTest", "kit.ForksTest", "kit.ChecksTest", "kit.LimitsTest", "kit.ClaimTest", "kit.PredictionsTest", "kit.FilesTest",
            "kit.CommandLineTest", "kit.ThreadDumpTest", "kit.LoadDriverTest", "kit.PostgresTest", "tests.LauncherTest", "tests.CourseTest", "kit.FaultsTest", "kit.StoringTest",
            "tests.PlotTest", "tests.BrowserTest", "tests.RoomTest", "tests.CompareTest", "kit.PinsTest", "tests.CpuLightTest", "tests.CpuWorkTest",
            "tests.PinningTest", "tests.FanOutTest", "tests.HerdTest", "tests.RampTest", "tests.DbInsertTest", "kit.DatabaseFaultsTest",
            "tests.WorkshopTest");

    public static void main(String... only) throws ClassNotFoundException {
        var selected = new ArrayList<DiscoverySelector>();
        for (String name : CLASSES) {
            if (only.length == 0 || Arrays.stream(only).anyMatch(name::contains)) {
                selected.add(DiscoverySelectors.selectClass(Class.forName(name)));
            }
        }
        var told = new Told();
        run(selected, told);
        for (told.attempt = 2; told.attempt <= Measures.ATTEMPTS && !told.again.isEmpty(); told.attempt++) {
            System.out.println();
            System.out.println("These measure, and somebody else's load bends what is measured. Once more, attempt " + told.attempt + " of "
                    + Measures.ATTEMPTS + ":");
            List<DiscoverySelector> bent = told.again.stream().<DiscoverySelector>map(DiscoverySelectors::selectUniqueId).toList();
            told.again.clear();
            run(bent, told);
        }
        System.out.println();
        System.out.println(told.passed + " passed, " + told.failed + " failed" + (told.skipped > 0
                ? ", " + told.skipped + " skipped (" + String.join("; ", told.reasons) + ")" : ""));
        System.exit(told.failed > 0 ? 1 : told.passed == 0 ? 2 : 0);
    }

    private static void run(List<DiscoverySelector> tests, Told told) {
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request().selectors(tests)
                .configurationParameter(LauncherConstants.CAPTURE_STDOUT_PROPERTY_NAME, "true")
                .configurationParameter(LauncherConstants.CAPTURE_STDERR_PROPERTY_NAME, "true")
                // A test that hangs fails instead, and tells where. Long enough for a machine that has other things to do as well.
                .configurationParameter("junit.jupiter.execution.timeout.threaddump.enabled", "true")
                .configurationParameter("junit.jupiter.execution.timeout.default", "10 m")
                .configurationParameter("junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD").build(), told);
    }

    private static final class Told implements TestExecutionListener {
        private int passed;
        private int failed;
        private long skipped;
        private final Set<String> reasons = new LinkedHashSet<>();
        private TestPlan plan;
        private final Map<String, Long> begun = new HashMap<>();
        private int attempt = 1;
        /** Ids of what failed and measures, and may be tried once more. */
        private final Set<String> again = new LinkedHashSet<>();

        @Override
        public void testPlanExecutionStarted(TestPlan started) {
            plan = started;
        }

        @Override
        public void executionStarted(TestIdentifier test) {
            begun.put(test.getUniqueId(), System.nanoTime());
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            skips(test, reason);
            System.out.println("skipped " + name(test) + ": " + reason);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            boolean broken = result.getStatus() == TestExecutionResult.Status.FAILED;
            boolean aborted = result.getStatus() == TestExecutionResult.Status.ABORTED;
            // A class that cannot even be set up, or need not be, has no test to tell so in its place.
            if (!test.isTest() && !broken && !aborted) {
                return;
            }
            long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun.get(test.getUniqueId()));
            boolean mayBeBent = broken && attempt < Measures.ATTEMPTS && test.getTags().contains(TestTag.create(Measures.TAG));
            switch (result.getStatus()) {
                case SUCCESSFUL -> passed++;
                case ABORTED -> skips(test, result.getThrowable().map(Throwable::getMessage).orElse("no reason given"));
                case FAILED -> {
                    if (mayBeBent) {
                        again.add(test.getUniqueId());
                    } else {
                        failed++;
                    }
                }
            }
            String word = mayBeBent ? "again  " : broken ? "FAILED " : aborted ? "skipped" : "passed ";
            System.out.println(word + " " + name(test) + " (" + ms + " ms)"
                    + (broken ? "" : result.getThrowable().map(t -> ": " + t.getMessage()).orElse("")));
            if (broken) {
                result.getThrowable().ifPresent(t -> t.printStackTrace(System.out));
            }
        }

        /** A class counts as the tests that it has. */
        private void skips(TestIdentifier test, String reason) {
            skipped += test.isTest() ? 1 : plan.getDescendants(test).stream().filter(TestIdentifier::isTest).count();
            reasons.add(reason.replaceFirst("^Assumption failed: ", ""));
        }

        private static String name(TestIdentifier test) {
            String owner = test.getParentIdObject().map(Object::toString).orElse("").replaceAll(".*\\[class:([^]]*)].*", "$1");
            return (test.isTest() ? owner.replaceAll(".*\\.", "") + "." : "") + test.getDisplayName();
        }
    }
}
