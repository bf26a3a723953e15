package tests;

import fixtures.LightArchives;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import tests.TestEvent.Outcome;

/** The tests of one lane, run in this JVM. What became of each is told on the standard output, as a line of JSON. */
final class LaneRun {

    /** More at once would keep the CPUs busy now and then. */
    private static final int TESTS_AT_ONCE = 3;
    private static final int CLASSES_AT_ONCE = 2;
    /** What stands between a class and its method, in the names that are asked for. */
    private static final String METHOD = "#";

    private final Lane lane;
    private final List<String> names;
    private final boolean fast;
    private final boolean all;
    private final List<String> again;

    /** @param again ids of the tests that failed beside other lanes and are now run alone; none: all are run */
    LaneRun(Lane lane, List<String> names, boolean fast, boolean all, List<String> again) {
        this.lane = lane;
        this.names = names;
        this.fast = fast;
        this.all = all;
        this.again = again;
    }

    boolean hasTests() {
        return LauncherFactory.create().discover(request(classes())).containsTests();
    }

    private LauncherDiscoveryRequest request(List<DiscoverySelector> selectors) {
        var request = LauncherDiscoveryRequestBuilder.request().selectors(selectors)
                .filters(TagFilter
                        .includeTags(fast && !lane.fast() ? lane.name() + " & " + Lane.ALSO_FAST : lane.name()))
                // A test that hangs fails instead, and tells where. Long enough for a machine that has other things to
                // do as well.
                .configurationParameter("junit.jupiter.execution.timeout.threaddump.enabled", "true")
                .configurationParameter("junit.jupiter.execution.timeout.default", "5 m")
                .configurationParameter("junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD")
                .configurationParameter("junit.jupiter.testclass.order.default",
                        ClassOrderer.OrderAnnotation.class.getName())
                .configurationParameter("junit.jupiter.tempdir.factory.default", Folders.class.getName())
                .configurationParameter("junit.jupiter.tempdir.cleanup.mode.default", "on_success");
        if (lane.hasTestsAtOnce() || lane.hasClassesAtOnce()) {
            request.configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                    .configurationParameter("junit.jupiter.execution.parallel.mode.default",
                            lane.hasTestsAtOnce() ? "concurrent" : "same_thread")
                    .configurationParameter("junit.jupiter.execution.parallel.mode.classes.default", "concurrent")
                    .configurationParameter("junit.jupiter.execution.parallel.config.executor-service",
                            "WORKER_THREAD_POOL")
                    .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                    .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism",
                            String.valueOf(lane.hasTestsAtOnce() ? TESTS_AT_ONCE : CLASSES_AT_ONCE));
        }
        if (fast) {
            request.filters(TagFilter.excludeTags(Lane.NOT_FAST));
        }
        if (!all) {
            request.filters(TagFilter.excludeTags(Lane.WHOLE));
        }
        if (!names.isEmpty()) {
            request.filters(
                    ClassNameFilter.includeClassNamePatterns(names.stream().map(name -> name.split(METHOD, 2)[0])
                            .map(Pattern::quote).collect(Collectors.joining("|", ".*(", ").*Test"))),
                    (PostDiscoveryFilter) test -> FilterResult.includedIf(isAskedFor(test)));
        }
        return request.build();
    }

    /**
     * The classes in the sources that name the lane. To search the packages would load the classes of all lanes, in
     * each of them.
     */
    List<DiscoverySelector> classes() {
        var classes = new ArrayList<DiscoverySelector>();
        try (Stream<Path> files = Files.walk(Repository.root().resolve("tests"))) {
            for (Path file : files.filter(file -> file.toString().endsWith("Test.java")).sorted().toList()) {
                String source = Files.readString(file);
                if (source.contains("Lane." + lane.name().toUpperCase(Locale.ROOT))) {
                    Class<?> outer = classOf(file, source);
                    Stream.concat(Stream.of(outer), Stream.of(outer.getDeclaredClasses()))
                            .map(DiscoverySelectors::selectClass).forEach(classes::add);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return classes;
    }

    private static Class<?> classOf(Path file, String source) {
        String name = source.replaceAll("(?sm).*?^package (\\S+);.*", "$1.")
                + file.getFileName().toString().replace(".java", "");
        try {
            return Class.forName(name, false, LaneRun.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(file + " has no class " + name, e);
        }
    }

    /** Whether a test method is one of those of a name such as {@code OwnSpring#aFile}. */
    private boolean isAskedFor(TestDescriptor test) {
        return !(test.getSource().orElse(null) instanceof MethodSource method)
                || names.stream().map(name -> name.split(METHOD, 2)).anyMatch(parts -> method.getClassName()
                        .contains(parts[0]) && (parts.length == 1 || method.getMethodName().contains(parts[1])));
    }

    int run() throws IOException, InterruptedException {
        var told = new Told(new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
        // What tests print belongs into the lane's log, which is its standard error.
        System.setOut(System.err);
        endsWithItsParent();
        if (LightArchives.areUsed()) {
            LightArchives.make();
        }
        told.again.addAll(again);
        // What failed beside other lanes is tried again when this machine does nothing else: the parent starts that.
        int last = again.isEmpty() ? 1 : Measures.ATTEMPTS;
        for (told.attempt = again.isEmpty() ? 1 : 2; told.attempt <= last; told.attempt++) {
            List<DiscoverySelector> selectors = told.attempt == 1 ? classes()
                    : told.again.stream().<DiscoverySelector>map(DiscoverySelectors::selectUniqueId).toList();
            told.again.clear();
            if (!selectors.isEmpty()) {
                LauncherFactory.create().execute(request(selectors), told);
            }
        }
        return 0;
    }

    /** The process that started this lane may be killed: then no lane stays. */
    private static void endsWithItsParent() {
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            Runtime.getRuntime().halt(1);
        }));
    }

    private static final class Told implements TestExecutionListener {
        private final PrintStream out;
        private TestPlan plan;
        private final Map<String, Long> begun = new ConcurrentHashMap<>();
        /** The first is 1. */
        private int attempt;
        /** Ids of what failed and measures, and is tried once more. */
        private final Set<String> again = Collections.synchronizedSet(new LinkedHashSet<>());

        Told(PrintStream out) {
            this.out = out;
        }

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
            skipped(test, reason);
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            long ms = (System.nanoTime() - begun.get(test.getUniqueId())) / 1_000_000;
            Throwable why = result.getThrowable().orElse(null);
            switch (result.getStatus()) {
            case SUCCESSFUL -> {
                if (test.isTest()) {
                    tell(new TestEvent(name(test), Outcome.PASSED, ms, ""));
                } else if (test.getSource().orElse(null) instanceof ClassSource) {
                    tell(new TestEvent(name(test), Outcome.CLASS, ms, ""));
                }
            }
            case ABORTED -> skipped(test, why == null ? "no reason given" : String.valueOf(why.getMessage()));
            // A class that cannot even be set up has no test to tell so in its place.
            case FAILED -> failed(test, ms, why);
            }
        }

        private void failed(TestIdentifier test, long ms, Throwable why) {
            // A test that gets as far as an assertion which may hold in another attempt.
            boolean isTiming = why instanceof AssertionError && !(why instanceof Certain.Broken)
                    && test.getTags().contains(TestTag.create(Measures.TAG));
            boolean once = attempt == Measures.ATTEMPTS || !isTiming;
            if (!once) {
                again.add(test.getUniqueId());
            }
            Path folder = Folders.of(test.getUniqueId());
            var text = new FailureText(why);
            tell(new TestEvent(name(test), once ? Outcome.FAILED : Outcome.AGAIN, ms, text.brief(), text.whole(),
                    folder == null ? null : folder.toString(), once ? null : test.getUniqueId()));
        }

        private void tell(TestEvent event) {
            out.println(event.line());
        }

        /** A class counts as the tests that it has. */
        private void skipped(TestIdentifier test, String reason) {
            String why = reason.replaceFirst("^Assumption failed: ", "");
            if (test.isTest()) {
                tell(new TestEvent(name(test), Outcome.SKIPPED, 0, why));
            } else {
                plan.getDescendants(test).stream().filter(TestIdentifier::isTest)
                        .forEach(one -> tell(new TestEvent(name(one), Outcome.SKIPPED, 0, why)));
            }
        }

        /** The class, and what JUnit calls the test: its method, and of a test with parameters these too. */
        private static String name(TestIdentifier test) {
            if (test.getSource().orElse(null) instanceof MethodSource method) {
                String owner = method.getClassName().replaceAll(".*\\.", "");
                String call = method.getMethodName() + "("
                        + method.getMethodParameterTypes().replaceAll("[\\w.]*\\.(\\w+)", "$1") + ")";
                return owner + "."
                        + (test.getDisplayName().startsWith("[")
                                ? method.getMethodName() + "(" + test.getDisplayName() + ")"
                                : call);
            }
            return test.getDisplayName();
        }
    }
}
