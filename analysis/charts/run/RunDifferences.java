package charts.run;

import charts.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What differs between two runs beside their numbers, by their run.json. */
public final class RunDifferences {
    /**
     * Options that say which cells there are and how often, not what a cell is; or that are no part of the measurement.
     */
    private static final Set<String> HARMLESS = Set.of("--forks", "--concurrency", "--rate", "--variant", "--cells",
            "--part", "--jdk", "--data", "--step", "--verbose", "--minutes", "--require", "--junit");
    private static final Set<String> NOT_TOLD = Set.of("--data", "--step", "--verbose", "--junit");
    private static final Set<String> SECRET = Set.of("--jdbc-url"); // may tell of a user's network
    private static final Map<String, String> FOUND = Map.of("gc", "Garbage collector", "heap.max.mb",
            "Greatest heap, MiB",
            "scheduler.parallelism", "Carriers of the service's scheduler");

    /** One of them. @param matters whether cells of the same name are then not the same experiment */
    public record Difference(String what, String a, String b, boolean matters) {}

    private RunDifferences() {}

    public static List<Difference> of(Comparison comparison) {
        ComparedRun a = comparison.a();
        ComparedRun b = comparison.b();
        List<Difference> all = new ArrayList<>();
        add(all, MachineFacts.of(a.json()), MachineFacts.of(b.json()), false);
        add(all, Map.of("JDK of the cells", jdks(a, comparison)), Map.of("JDK of the cells", jdks(b, comparison)),
                false);
        FOUND.forEach((fact, name) -> add(all, Map.of(name, found(a, comparison, fact)),
                Map.of(name, found(b, comparison, fact)), false));
        add(all, fields(a, "versions"), fields(b, "versions"), false);
        add(all, fields(a, "database"), fields(b, "database"), false);
        add(all, field(a, "Revision of the lab", "git"), field(b, "Revision of the lab", "git"), false);
        add(all, field(a, "Times faster than published", "published_faster"),
                field(b, "Times faster than published", "published_faster"), true);
        addOptions(all, fields(a, "options"), fields(b, "options"));
        addAsked(all, comparison);
        return all;
    }

    private static void add(List<Difference> all, Map<String, String> ofA, Map<String, String> ofB, boolean matters) {
        Set<String> names = new LinkedHashSet<>(ofA.keySet());
        names.addAll(ofB.keySet());
        for (String name : names) {
            String inA = ofA.getOrDefault(name, "");
            String inB = ofB.getOrDefault(name, "");
            if (!inA.equals(inB)) {
                // A run of before does not say everything: that alone makes it no other experiment.
                boolean known = !inA.isEmpty() && !inB.isEmpty();
                all.add(new Difference(name, inA.isEmpty() ? "not known" : inA, inB.isEmpty() ? "not known" : inB,
                        matters && known));
            }
        }
    }

    private static Map<String, String> field(ComparedRun run, String name, String field) {
        return Map.of(name, RunInfo.words(run.json().path(field)));
    }

    private static Map<String, String> fields(ComparedRun run, String object) {
        Map<String, String> fields = new LinkedHashMap<>();
        run.json().path(object).properties()
                .forEach(field -> fields.put(field.getKey(), RunInfo.words(field.getValue())));
        return fields;
    }

    private static void addOptions(List<Difference> all, Map<String, String> ofA, Map<String, String> ofB) {
        if (ofA.isEmpty() || ofB.isEmpty()) {
            return; // an older run, or a run.json that cannot be read, does not say
        }
        Set<String> names = new LinkedHashSet<>(ofA.keySet());
        names.addAll(ofB.keySet());
        for (String name : names) {
            String inA = given(ofA.getOrDefault(name, ""));
            String inB = given(ofB.getOrDefault(name, ""));
            if (!inA.equals(inB) && !NOT_TOLD.contains(name)) {
                boolean secret = SECRET.contains(name);
                all.add(new Difference("Option " + name, secret && !inA.equals("not given") ? "given" : inA,
                        secret && !inB.equals("not given") ? "given, not the same" : inB, !HARMLESS.contains(name)));
            }
        }
    }

    private static String given(String value) {
        return value.isEmpty() || value.equals("false") || value.equals("[]") ? "not given"
                : value.equals("true") ? "given" : value;
    }

    /**
     * What a run.json does not tell, so that it may differ or not: "options and settings of each cell in A". Empty
     * where both tell all.
     */
    public static String untold(Comparison comparison) {
        return Stream.of(comparison.a(), comparison.b()).map(run -> {
            Map<String, Boolean> tells = new LinkedHashMap<>();
            tells.put("machine", !MachineFacts.of(run.json()).isEmpty());
            tells.put("libraries", !fields(run, "versions").isEmpty());
            // A run without any option has none here.
            tells.put("options", run.json().path("options").isObject());
            tells.put("settings of each cell",
                    comparison.cells().stream().allMatch(cell -> tellsAsked(run, ofRun(run, comparison, cell))));
            List<String> untold = tells.entrySet().stream().filter(part -> !part.getValue()).map(Map.Entry::getKey)
                    .toList();
            return untold.isEmpty() ? "" : Numbers.list(untold) + " in " + run.letter();
        }).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    }

    /** What a variant was asked to be, where that is not the same in both. */
    private static void addAsked(List<Difference> all, Comparison comparison) {
        Map<String, Difference> once = new LinkedHashMap<>(); // a setting of a variant is that of all its cells
        for (Comparison.Compared cell : comparison.cells()) {
            if (!tellsAsked(comparison.a(), cell.ofA()) || !tellsAsked(comparison.b(), cell.ofB())) {
                continue; // an older run, or a run.json that cannot be read, does not say
            }
            Map<String, String> ofA = asked(comparison.a(), cell.ofA().getFirst());
            Map<String, String> ofB = asked(comparison.b(), cell.ofB().getFirst());
            Set<String> names = new LinkedHashSet<>(ofA.keySet());
            names.addAll(ofB.keySet());
            for (String name : names) {
                String inA = ofA.getOrDefault(name, "not asked for");
                String inB = ofB.getOrDefault(name, "not asked for");
                String what = "Setting of " + cell.cell().variant() + ": " + name;
                if (!inA.equals(inB)) {
                    once.putIfAbsent(what + inA + inB, new Difference(what, inA, inB, true));
                }
            }
        }
        all.addAll(once.values());
    }

    private static boolean tellsAsked(ComparedRun run, List<ComparedRun.Fork> cell) {
        return told(run, cell.getFirst()).has("asked");
    }

    private static Map<String, String> asked(ComparedRun run, ComparedRun.Fork fork) {
        Map<String, String> asked = new LinkedHashMap<>();
        told(run, fork).path("asked").properties()
                .forEach(fact -> asked.put(fact.getKey(), RunInfo.words(fact.getValue())));
        return asked;
    }

    private static JsonNode told(ComparedRun run, ComparedRun.Fork fork) {
        return run.json().path("cells").path(fork.cell().whole());
    }

    private static String found(ComparedRun run, Comparison comparison, String fact) {
        return words(forks(run, comparison).map(fork -> RunInfo.words(told(run, fork).path("found").path(fact))));
    }

    private static String jdks(ComparedRun run, Comparison comparison) {
        return words(forks(run, comparison).map(ComparedRun.Fork::jdk));
    }

    private static String words(Stream<String> values) {
        return values.filter(value -> !value.isEmpty()).distinct().sorted().collect(Collectors.joining(", "));
    }

    private static Stream<ComparedRun.Fork> forks(ComparedRun run, Comparison comparison) {
        return comparison.cells().stream().flatMap(cell -> ofRun(run, comparison, cell).stream());
    }

    private static List<ComparedRun.Fork> ofRun(ComparedRun run, Comparison comparison, Comparison.Compared cell) {
        return run == comparison.a() ? cell.ofA() : cell.ofB();
    }
}
